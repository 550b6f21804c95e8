// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/scratch_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "support/nameless_files.h"
#include "support/random_positions.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

std::vector<std::uint8_t> random_bytes(std::size_t size, test::Random& random) {
  std::vector<std::uint8_t> bytes(size);
  // Half of them repeat, so that there is something to compress.
  for (std::size_t i = 0; i < size; ++i) {
    bytes[i] = i % 100 < 50 ? 7 : static_cast<std::uint8_t>(random());
  }
  return bytes;
}

TEST(ScratchFile, GivesBackWhatManyThreadsPutIn) {
  const test::TemporaryFolder folder;
  auto file = ScratchFile::create(folder.path());
  ASSERT_TRUE(file);
  struct Kept {
    ScratchFile::Piece piece;
    std::vector<std::uint8_t> bytes;
  };
  std::vector<std::vector<Kept>> kept(4);
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < kept.size(); ++t) {
      threads.emplace_back([&, t] {
        test::Random random(t);
        for (std::size_t size : {0, 1, 63, 100'000, 5, 300'000}) {
          const auto bytes = random_bytes(size, random);
          kept[t].push_back({file->put(bytes).value(), bytes});
        }
      });
    }
  }
  std::vector<std::uint8_t> back{1, 2, 3};
  for (const auto& of_thread : kept) {
    for (const auto& [piece, bytes] : of_thread) {
      ASSERT_FALSE(file->get(piece, back));
      EXPECT_EQ(back, bytes);
    }
  }
  EXPECT_LT(file->size_bytes(), 4 * 400'000u);
}

TEST(ScratchFile, HasNoName) {
  const test::TemporaryFolder folder;
  auto file = ScratchFile::create(folder.path());
  ASSERT_TRUE(file && file->put(std::vector<std::uint8_t>(1000, 1)));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ScratchFile, NoticesEveryFlippedByte) {
  const test::TemporaryFolder folder;
  auto file = ScratchFile::create(folder.path());
  ASSERT_TRUE(file);
  test::Random random(1);
  const ScratchFile::Piece piece = file->put(random_bytes(400, random)).value();
  const test::NamelessFile damage(folder.path());
  std::vector<std::uint8_t> back;
  for (std::uint64_t i = 0; i < piece.stored_bytes; ++i) {
    damage.flip_byte(piece.offset + i);
    const auto fault = file->get(piece, back);
    ASSERT_TRUE(fault) << i;
    EXPECT_NE(fault->message.find("the disk is at fault"), std::string::npos);
    damage.flip_byte(piece.offset + i);
  }
  EXPECT_FALSE(file->get(piece, back));
}

TEST(ScratchFile, IsEmptyAfterClear) {
  const test::TemporaryFolder folder;
  auto file = ScratchFile::create(folder.path());
  ASSERT_TRUE(file);
  const ScratchFile::Piece piece = file->put(std::vector<std::uint8_t>(1000, 1)).value();
  ASSERT_FALSE(file->clear());
  EXPECT_EQ(file->size_bytes(), 0u);
  std::vector<std::uint8_t> back;
  EXPECT_TRUE(file->get(piece, back));
}

TEST(ScratchFile, NeedsAFolder) {
  const auto file = ScratchFile::create("/no/such/folder");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().message,
            "cannot make scratch files in /no/such/folder: No such file or directory");
}

}  // namespace
}  // namespace lucena
