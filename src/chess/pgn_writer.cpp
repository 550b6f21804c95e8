// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <set>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/move_text.h"
#include "chess/pgn.h"
#include "chess/pgn_comment.h"

namespace lucena {
namespace {

/// The standard asks for less than 80.
constexpr std::size_t kColumns = 79;

/// Sets words into lines, with blanks between them except where they are joined. A word is held
/// back until the next one comes, since a closing bracket may still join it; an opening one waits
/// for its word:
///
///     open '('   word "2..."   word "Nf6"   close ')'      (2... Nf6)
class Typesetter {
 public:
  void word(std::string_view text) {
    // A percent sign in the first column would hide its line from readers, so no line breaks there.
    const bool percent = prefix_.empty() && text.starts_with('%');
    if (percent) {
      unit_ += ' ';
    } else {
      place_unit();
    }
    unit_ += prefix_;
    unit_ += text;
    prefix_.clear();
  }
  /// Stands right before the next word.
  void open(char bracket) { prefix_ += bracket; }
  /// Stands right behind the last word.
  void close(char bracket) { unit_ += bracket; }

  std::string finish() {
    place_unit();
    return std::move(text_) + '\n';
  }

 private:
  /// The line that is full ends before the unit that does not fit.
  void place_unit() {
    if (unit_.empty()) return;
    const bool fits = column_ + 1 + unit_.size() <= kColumns;
    if (column_ > 0) text_ += fits ? ' ' : '\n';
    column_ = column_ > 0 && fits ? column_ + 1 + unit_.size() : unit_.size();
    text_ += unit_;
    unit_.clear();
  }

  std::string text_;
  std::string unit_;    // the last word, still to be placed
  std::string prefix_;  // brackets opened since
  std::size_t column_ = 0;
};

/// Whether anything was written.
bool write_comments(const std::vector<std::string>& comments, Typesetter& page) {
  bool written = false;
  for (const std::string& comment : comments) {
    const std::string normal = normal_comment(comment);
    if (normal.empty()) continue;
    page.open('{');
    for (const std::string_view word : split_words(normal)) page.word(word);
    page.close('}');
    written = true;
  }
  return written;
}

/// Black's move needs its number only at the beginning and where something has come in between.
void write_line(Position position, const PgnLine& line, Typesetter& page) {
  bool number_due = true;
  for (const PgnMove& move : line) {
    const bool white = position.side_to_move() == Color::White;
    number_due |= write_comments(move.comments_before, page);
    if (white || number_due) {
      page.word(fmt::format("{}{}", position.fullmove_number(), white ? "." : "..."));
    }
    page.word(to_san(position, move.move));
    for (const unsigned glyph : move.glyphs) page.word(fmt::format("${}", glyph));
    number_due = write_comments(move.comments_after, page);
    for (const PgnLine& variation : move.variations) {
      if (variation.empty()) continue;
      page.open('(');
      write_line(position, variation, page);
      page.close(')');
      number_due = true;
    }
    position.make(move.move);
  }
}

/// Quotes and backslashes get a backslash before them, and control characters become blanks.
std::string tag_line(const PgnTag& tag) {
  std::string value;
  for (const char c : tag.value) {
    if (c == '"' || c == '\\') value += '\\';
    value += is_control(c) ? ' ' : c;
  }
  return fmt::format("[{} \"{}\"]\n", tag.name, value);
}

}  // namespace

/// Result, SetUp and FEN are not taken over but made anew, so that they cannot contradict the game.
std::vector<PgnTag> export_tags(const PgnGame& game) {
  constexpr std::array<std::string_view, 6> kRoster{"Event", "Site",  "Date",
                                                    "Round", "White", "Black"};
  std::vector<PgnTag> tags;
  for (const std::string_view name : kRoster) {
    const std::string_view unknown = name == "Date" ? "????.??.??" : "?";
    tags.push_back({std::string(name), std::string(game.tag(name).value_or(unknown))});
  }
  tags.push_back({"Result", std::string(token(game.result))});
  if (game.start != Position::initial()) {
    tags.push_back({"SetUp", "1"});
    tags.push_back({"FEN", to_fen(game.start)});
  }
  std::set<std::string_view> known{"Result", "SetUp", "FEN"};
  known.insert(kRoster.begin(), kRoster.end());
  for (const PgnTag& tag : game.tags) {
    if (known.insert(tag.name).second) tags.push_back(tag);
  }
  return tags;
}

std::string write_pgn(const PgnGame& game) {
  std::string text;
  for (const PgnTag& tag : export_tags(game)) text += tag_line(tag);
  Typesetter page;
  if (game.moves.empty()) write_comments(game.comments, page);
  write_line(game.start, game.moves, page);
  page.word(token(game.result));
  return text + '\n' + page.finish() + '\n';
}

}  // namespace lucena
