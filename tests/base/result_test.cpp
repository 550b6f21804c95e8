// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace lucena {
namespace {

enum class Fault { Absent, Damaged };
using Text = Result<std::string, Error<Fault>>;

TEST(Result, HoldsAValue) {
  const Text text = std::string("mate");
  ASSERT_TRUE(text.has_value());
  EXPECT_TRUE(text);
  EXPECT_EQ(text.value(), "mate");
  EXPECT_EQ(*text, "mate");
  EXPECT_EQ(text->size(), 4u);
}

TEST(Result, HoldsTheReasonWhyThereIsNoValue) {
  const Text text = Error<Fault>{Fault::Damaged, "the table is damaged"};
  ASSERT_FALSE(text.has_value());
  EXPECT_FALSE(text);
  EXPECT_EQ(text.error().code, Fault::Damaged);
  EXPECT_EQ(text.error().message, "the table is damaged");
}

TEST(Result, CanBeChangedInPlace) {
  Text text = std::string("mate");
  *text += " in";
  text->append(" two");
  text.value() += ".";
  EXPECT_EQ(*text, "mate in two.");
}

TEST(Result, CanBeReplacedByAnErrorAndBack) {
  Text text = std::string("first");
  text = Error<Fault>{Fault::Absent, "gone"};
  EXPECT_FALSE(text);
  text = std::string("second");
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "second");
}

TEST(Result, GivesAwayAValueThatCannotBeCopied) {
  Result<std::unique_ptr<int>, Fault> result = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = *std::move(result);
  ASSERT_NE(taken, nullptr);
  EXPECT_EQ(*taken, 7);
  EXPECT_EQ(*result, nullptr);
}

TEST(Result, TellsAValueFromAnErrorOfTheSameRepresentation) {
  const Result<int, Fault> zero = 0;
  const Result<int, Fault> absent = Fault::Absent;
  EXPECT_TRUE(zero);
  EXPECT_FALSE(absent);
}

TEST(ResultDeathTest, StopsWhoeverAsksForTheValueOfAnError) {
  const Text text = Error<Fault>{Fault::Absent, "no such table"};
  EXPECT_DEATH(text.value(), "has_value");
  EXPECT_DEATH(*text, "has_value");
}

TEST(ResultDeathTest, StopsWhoeverAsksForTheErrorOfAValue) {
  const Text text = std::string("mate");
  EXPECT_DEATH(text.error(), "has_value");
}

}  // namespace
}  // namespace lucena
