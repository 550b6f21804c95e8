// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <random>
#include <string>

#include "console/conversation.h"
#include "console/game_start.h"
#include "oracle/oracle.h"

namespace lucena {

/// A question with a few possible answers, each known by its beginning: "w" is white. Asked until
/// one of them comes; an empty line is the usual one, if there is such. Nothing if there is nobody
/// to answer.
std::optional<std::size_t> ask_choice(Conversation& conversation, std::string_view question,
                                      std::string_view prompt,
                                      const std::vector<std::string>& answers,
                                      std::optional<std::size_t> usual = {});

/// "white", "black", "both", "none": which sides a person plays.
const std::vector<std::string>& side_names();
std::optional<ByColor<bool>> parse_sides(std::string_view text);

/// Arrives at an initial position in a conversation. What a request leaves open is asked for: the
/// ending, which of its positions, who is to move and, where the men do not rule them out,
/// castling rights and en passant. What cannot be used is explained and asked for again.
class SettingUp {
 public:
  /// The rules say what is won, and which win is the hardest.
  SettingUp(Conversation& conversation, Oracle& oracle, std::mt19937_64& random,
            const Rules& rules = {})
      : conversation_(conversation), oracle_(oracle), random_(random), rules_(rules) {}

  /// Begins with a request if there is one. Nothing if the person leaves, if there is nobody to
  /// answer, or if tables cannot be had.
  std::optional<GameStart> start(std::optional<std::string> request);
  /// One request, which is not asked for again if it cannot be fulfilled.
  std::optional<GameStart> fulfil(const std::string& text);
  /// Another position of the same kind.
  std::optional<GameStart> find(EndingRequest request);
  /// Why tables could not be had, if that was it.
  const std::optional<ConsoleFault>& fault() const { return fault_; }

 private:
  std::optional<GameStart> load(const LoadRequest& request);
  std::optional<GameStart> complete(WrittenPosition men);
  bool ask_side(WrittenPosition& men);
  bool ask_rights(WrittenPosition& men);
  bool ask_en_passant(Setup& setup);
  std::optional<std::size_t> choose(std::string_view question, std::string_view prompt,
                                    const std::vector<std::string>& answers,
                                    std::optional<std::size_t> usual = {});

  Conversation& conversation_;
  Oracle& oracle_;
  std::mt19937_64& random_;
  const Rules rules_;
  bool given_up_ = false;
  std::optional<ConsoleFault> fault_;
};

}  // namespace lucena
