// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/new_file.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "base/mapped_file.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

using test::read_bytes;
using test::TemporaryFolder;
using Bytes = std::vector<std::uint8_t>;

TEST(NewFile, HasItsNameOnlyWhenItIsComplete) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "table";
  auto file = NewFile::create(path);
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->append(Bytes{0, 0, 3}));
  EXPECT_FALSE(file->append(Bytes{4}));
  EXPECT_FALSE(file->overwrite(0, Bytes{1, 2}));
  EXPECT_EQ(file->size_bytes(), 4u);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(file->commit());
  EXPECT_EQ(read_bytes(path), (Bytes{1, 2, 3, 4}));
  EXPECT_EQ(folder.names(), std::vector<std::string>{"table"});
}

TEST(NewFile, ReplacesWhatWasThereAndLeavesOpenMappingsAlone) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "table";
  test::write_bytes(path, {1, 2, 3});
  const auto old = MappedFile::open(path);
  ASSERT_TRUE(old);
  auto file = NewFile::create(path);
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->append(Bytes{9}));
  EXPECT_FALSE(file->commit());
  EXPECT_EQ(read_bytes(path), Bytes{9});
  EXPECT_EQ(old->bytes()[2], 3);
}

TEST(NewFile, WithoutANameIsReadFromWhereItIsMapped) {
  auto file = NewFile::create_nameless("table");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_FALSE(file->append(Bytes{0, 2, 3}));
  EXPECT_FALSE(file->overwrite(0, Bytes{1}));
  EXPECT_FALSE(file->commit());
  const auto bytes = file->map();
  ASSERT_TRUE(bytes);
  { const NewFile closed = std::move(*file); }
  EXPECT_EQ(Bytes(bytes->bytes().begin(), bytes->bytes().end()), (Bytes{1, 2, 3}));
}

TEST(NewFile, LeavesNothingBehindIfItIsGivenUp) {
  const TemporaryFolder folder;
  {
    auto file = NewFile::create(folder.path() / "table");
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->append(Bytes{1}));
    EXPECT_EQ(folder.names().size(), 1u);
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(NewFile, SaysWhyItCannotBeCreated) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "missing" / "table";
  const auto file = NewFile::create(path);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, FileError::Missing);
  EXPECT_EQ(file.error().message, "cannot write " + path.string() + ": No such file or directory");
}

TEST(UnfinishedFiles, OfAKilledProcessAreRemovedAndThoseInUseAreNot) {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    auto file = NewFile::create(folder.path() / "killed");
    raise(SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  auto in_use = NewFile::create(folder.path() / "in_use");
  ASSERT_TRUE(in_use);
  test::write_bytes(folder.path() / ".mine.tmp", {});
  ASSERT_EQ(folder.names().size(), 3u);

  EXPECT_EQ(remove_unfinished_files(folder.path()), 1u);
  EXPECT_EQ(folder.names().size(), 2u);
  EXPECT_EQ(remove_unfinished_files(folder.path()), 0u);
  EXPECT_FALSE(in_use->commit());
  EXPECT_EQ(folder.names(), (std::vector<std::string>{".mine.tmp", "in_use"}));
  EXPECT_EQ(remove_unfinished_files(folder.path() / "missing"), 0u);
}

TEST(MappedFile, ShowsTheBytesOfAFileAndOfAnEmptyOneNone) {
  const TemporaryFolder folder;
  test::write_bytes(folder.path() / "full", {5, 6});
  test::write_bytes(folder.path() / "empty", {});
  const auto full = MappedFile::open(folder.path() / "full");
  const auto empty = MappedFile::open(folder.path() / "empty");
  ASSERT_TRUE(full && empty);
  EXPECT_EQ(Bytes(full->bytes().begin(), full->bytes().end()), (Bytes{5, 6}));
  EXPECT_TRUE(empty->bytes().empty());
}

TEST(MappedFile, TellsAMissingFileFromOneThatCannotBeRead) {
  const TemporaryFolder folder;
  const auto missing = MappedFile::open(folder.path() / "missing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, FileError::Missing);
  const auto a_folder = MappedFile::open(folder.path());
  ASSERT_FALSE(a_folder);
  EXPECT_EQ(a_folder.error().code, FileError::Failed);
  EXPECT_EQ(a_folder.error().message, "cannot read " + folder.path().string() + ": Is a directory");
}

}  // namespace
}  // namespace lucena
