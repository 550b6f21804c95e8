// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace lucena {
namespace {

using Words = std::vector<std::string_view>;
constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();

TEST(Wrapped, BreaksLinesBetweenWords) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree\n");
  EXPECT_EQ(wrapped("one two three", 6), "one\ntwo\nthree\n");
  EXPECT_EQ(wrapped("a-word-too-long for it", 6), "a-word-too-long\nfor it\n");
  EXPECT_EQ(wrapped(""), "\n");
}

TEST(Wrapped, BeginsEveryLineWithBlanksThatCountAsColumns) {
  EXPECT_EQ(wrapped("one two three", 9, 2), "  one two\n  three\n");
  EXPECT_EQ(wrapped("one two three", 8, 2), "  one\n  two\n  three\n");
}

TEST(LowerCase, LeavesEverythingElseAlone) {
  EXPECT_EQ(lower_case("KvKQ (4,7) \xc3\x84"), "kvkq (4,7) \xc3\x84");
}

TEST(EqualWithoutCase, LooksPastTheCaseOfAsciiLettersAlone) {
  EXPECT_TRUE(equal_without_case("OwnBook", "ownbook"));
  EXPECT_TRUE(equal_without_case("", ""));
  EXPECT_FALSE(equal_without_case("hash", "has"));
  EXPECT_FALSE(equal_without_case("has", "hash"));
  EXPECT_FALSE(equal_without_case("[", "{"));  // which differ in the same bit as A and a
  EXPECT_FALSE(equal_without_case("\xc3\x84", "\xc3\xa4"));
}

TEST(Joined, PutsAWordBeforeTheLastPart) {
  EXPECT_EQ(joined({}, " or "), "");
  EXPECT_EQ(joined({"one"}, " or "), "one");
  EXPECT_EQ(joined({"one", "two"}, " or "), "one or two");
  EXPECT_EQ(joined({"one", "two", "three"}, " and "), "one, two and three");
}

TEST(Percentage, IsNothingOrAllOnlyIfItIs) {
  EXPECT_EQ(percentage(0, 1000), "0 %");
  EXPECT_EQ(percentage(1234, 10'000), "12.34 %");
  EXPECT_EQ(percentage(1, 1'000'000), "<0.01 %");
  EXPECT_EQ(percentage(999'999, 1'000'000), ">99.99 %");
  EXPECT_EQ(percentage(7, 7), "100 %");
}

TEST(Counted, AgreesWithItsNoun) {
  EXPECT_EQ(counted(1, "move"), "1 move");
  EXPECT_EQ(counted(0, "move"), "0 moves");
  EXPECT_EQ(counted(1, "ply", "plies"), "1 ply");
  EXPECT_EQ(counted(2468, "ply", "plies"), "2,468 plies");
}

TEST(Text, SplitsAtAnyRunOfWhiteSpace) {
  EXPECT_EQ(split_words("position  fen\t8/8\r\nmoves"), (Words{"position", "fen", "8/8", "moves"}));
  EXPECT_EQ(split_words(" go "), (Words{"go"}));
}

TEST(Text, HasNoWordsInWhiteSpaceAlone) {
  EXPECT_EQ(split_words(""), Words{});
  EXPECT_EQ(split_words(" \t\r\n\v\f"), Words{});
}

TEST(Text, TrimsBothEndsAndKeepsTheMiddle) {
  EXPECT_EQ(trim("\t a  b \r\n"), "a  b");
  EXPECT_EQ(trim("a"), "a");
  EXPECT_EQ(trim(" \n"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Text, ReadsNumbersUpToTheLargestAllowed) {
  EXPECT_EQ(parse_number("0", 0), 0u);
  EXPECT_EQ(parse_number("007", 7), 7u);
  EXPECT_EQ(parse_number("100", 100), 100u);
  EXPECT_EQ(parse_number("101", 100), std::nullopt);
  EXPECT_EQ(parse_number("18446744073709551615", kLargest), kLargest);
}

TEST(Text, ReadsNumbersOfTheTypeThatIsNamed) {
  const std::optional<unsigned> small = parse_number<unsigned>("1000", 1000);
  EXPECT_EQ(small, 1000u);
  EXPECT_EQ(parse_number<unsigned>("1001", 1000), std::nullopt);
  EXPECT_EQ(parse_number<int>("-1", 1000), std::nullopt);
}

TEST(Text, RefusesANumberThatDoesNotFitIn64Bits) {
  EXPECT_EQ(parse_number("18446744073709551616", kLargest), std::nullopt);
  EXPECT_EQ(parse_number("99999999999999999999999", kLargest), std::nullopt);
}

TEST(Text, RefusesAnythingButDigits) {
  for (const std::string_view text : {"", " ", "-1", "+1", " 1", "1 ", "0x1", "1.0", "1e3", "e4"}) {
    EXPECT_EQ(parse_number(text, kLargest), std::nullopt) << "'" << text << "'";
  }
}

TEST(Text, ReadsOnlyTheGivenPartOfALongerBuffer) {
  EXPECT_EQ(parse_number(std::string_view("1234").substr(1, 2), kLargest), 23u);
}

TEST(Text, ShowsControlCharactersAndOtherAlphabetsAsQuestionMarks) {
  EXPECT_EQ(printable("a1 ~"), "a1 ~");
  EXPECT_EQ(printable("\x1b[31m\n\x7f"), "?[31m??");
  EXPECT_EQ(printable("\xc3\xa9"), "??");
  EXPECT_EQ(printable('\0'), "?");
  EXPECT_EQ(printable('x'), "x");
}

TEST(Text, CutsALongTextShortBeforeQuotingIt) {
  const std::string fits(40, 'x');
  EXPECT_EQ(printable(fits), fits);
  EXPECT_TRUE(printable(fits + "y").starts_with(fits));
  EXPECT_EQ(printable(fits + "y"), printable(fits + "z"));
  EXPECT_NE(printable(fits + "y"), fits);
}

TEST(Text, PutsACommaBeforeEveryThirdDigitFromTheRight) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(123456), "123,456");
  EXPECT_EQ(with_thousands(119060324), "119,060,324");
  EXPECT_EQ(with_thousands(kLargest), "18,446,744,073,709,551,615");
}

class Suggestion : public testing::Test {
 protected:
  const std::vector<std::string> commands_{"solve", "serve", "perft", "play", "verify"};
};

TEST_F(Suggestion, IsTheClosestCandidate) {
  EXPECT_EQ(closest_match("slove", commands_), "solve");
  EXPECT_EQ(closest_match("serv", commands_), "serve");
  EXPECT_EQ(closest_match("preft", commands_), "perft");
  EXPECT_EQ(closest_match("verrify", commands_), "verify");
  EXPECT_EQ(closest_match("play", commands_), "play");
}

TEST_F(Suggestion, CompletesAnAbbreviation) {
  EXPECT_EQ(closest_match("v", commands_), "verify");
  EXPECT_EQ(closest_match("pl", commands_), "play");
}

TEST_F(Suggestion, CountsASwapOfNeighboursAsOneMistake) {
  // As two mistakes it would be too much for a word of four letters.
  EXPECT_EQ(closest_match("fomr", {"fork", "form"}), "form");
}

TEST_F(Suggestion, IsWithheldWhenNothingIsClose) {
  EXPECT_EQ(closest_match("castle", commands_), std::nullopt);
  EXPECT_EQ(closest_match("foo", {"book"}), std::nullopt);
  EXPECT_EQ(closest_match("quiz", {"quit"}), "quit");
  EXPECT_EQ(closest_match("", commands_), std::nullopt);
  EXPECT_EQ(closest_match("solve", {}), std::nullopt);
}

TEST_F(Suggestion, AllowsMoreMistakesInALongerWord) {
  EXPECT_EQ(closest_match("tablbaseez", {"tablebases"}), "tablebases");
  EXPECT_EQ(closest_match("abc", {"xyz"}), std::nullopt);
}

}  // namespace
}  // namespace lucena
