// SPDX-License-Identifier: GPL-3.0-or-later
#include "console/setting_up.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "console/game_questions.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

/// Gives prepared answers, and keeps what was said and asked.
class Script final : public Conversation {
 public:
  explicit Script(std::vector<std::string> answers) : answers_(std::move(answers)) {}

  void say(std::string_view text) override { said_ += text; }
  std::optional<std::string> ask(std::string_view prompt) override {
    said_ += prompt;
    if (given_ == answers_.size()) return {};
    return answers_[given_++];
  }

  /// Everything in one line.
  std::string said() const { return fmt::format("{}", fmt::join(split_words(said_), " ")); }

 private:
  const std::vector<std::string> answers_;
  std::size_t given_ = 0;
  std::string said_;
};

/// Six men take long, and nobody is there to allow it; perhaps there is no room for them either.
class LongSolve : public ::testing::Test {
 protected:
  test::TemporaryFolder folder_;
  Oracle oracle_{{.folder = folder_.path()}};
  std::mt19937_64 random_{1};
};

TEST_F(LongSolve, ThatNobodyAllowsIsNotTheEndOfSettingUp) {
  Script script({"random win KQvK"});
  SettingUp setting_up(script, oracle_, random_);
  const auto start = setting_up.start("random win KRBvKRN");
  ASSERT_TRUE(start) << script.said();
  EXPECT_FALSE(setting_up.fault());
  EXPECT_EQ(Material::of(start->position).name(), "KQvK");
  EXPECT_TRUE(script.said().starts_with("KRBvKRN ")) << script.said();
  EXPECT_NE(script.said().find(". position>"), std::string::npos) << script.said();
}

TEST_F(LongSolve, ThatNobodyAllowsEndsWhenNobodyAsksForSomethingElse) {
  Script script({});
  SettingUp setting_up(script, oracle_, random_);
  EXPECT_FALSE(setting_up.start("random win KRBvKRN"));
  EXPECT_FALSE(setting_up.fault());
}

/// Whether the tables or the engine plays is what counts, and not the number of men.
TEST(GameQuestions, AskForStrengthOnlyWhereTheEnginePlays) {
  for (const bool tables_play : {true, false}) {
    Script script({"1500"});
    PlayOptions options;
    options.person = {true, false};
    EXPECT_TRUE(ask_opponent(script, {.strength = true}, tables_play, options));
    EXPECT_EQ(options.opponent.elo.has_value(), !tables_play);
    EXPECT_EQ(script.said().empty(), tables_play) << script.said();
  }
}

}  // namespace
}  // namespace lucena
