// SPDX-License-Identifier: GPL-3.0-or-later
#include "chess/pgn_file.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace lucena {
namespace {

TEST(PgnFile, BeginsWithATagOrAMoveBehindLinesForPeople) {
  for (const char* text : {"[Event \"?\"]\n", "\xef\xbb\xbf\r\n[ Event_2 \"", "1. e4", "1.e4 *",
                           "% for others\n; a comment\n\n[Site \"here\"]"}) {
    EXPECT_TRUE(begins_like_pgn(text)) << text;
  }
}

TEST(PgnFile, DoesNotBeginLikeOtherFiles) {
  for (const char* text : {"", "\n", "; nothing else", "%!PS\n%%Title\n", "[core]\nname = \"x\"\n",
                           "[1, \"a\"]", "[\"a\"]", "{\"a\": 1}", "Dear diary,", "#!/bin/sh\n",
                           "8/8/8/8/8/2k5/8/K6R w - - 0 1", "1,2,3",
                           "\x7f"
                           "ELF"}) {
    EXPECT_FALSE(begins_like_pgn(text)) << text;
  }
}

TEST(PgnFile, IsAddedToAndNothingElseIs) {
  const test::TemporaryFolder folder;
  const auto games = folder.path() / "games.pgn", diary = folder.path() / "diary.txt";
  test::write_bytes(games, {'1', '.', 'e', '4', ' ', '*', '\n'});
  test::write_bytes(diary, {'D', 'e', 'a', 'r'});
  auto file = open_to_add_games({games});
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->write("1. d4 *\n\n"));
  const auto bytes = test::read_bytes(games);
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "1.e4 *\n\n1. d4 *\n\n");
  const auto refused = open_to_add_games({diary});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "cannot add to " + diary.string() + ": it is not a file of games (PGN)");
}

}  // namespace
}  // namespace lucena
