// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/book.h"

#include <fmt/ranges.h>

#include <memory>

#include "app/commands.h"
#include "app/output.h"
#include "app/pgn_input.h"
#include "base/new_file.h"
#include "base/text.h"
#include "chess/fen.h"
#include "chess/move_text.h"

namespace lucena {
namespace {

constexpr std::string_view kWho = "lucena book";
constexpr const char* kOwnBook = "book.bin";
constexpr const char* kDebianBook = "/usr/share/games/gnuchess/book.bin";

struct BookOptions {
  std::string action;
  std::vector<std::string> words;
  std::optional<std::string> book;
  std::string out = kOwnBook;
  unsigned plies = 24;
  unsigned least_games = 3;
};

int build_book(const BookOptions& options) {
  if (options.words.empty()) {
    return refuse(kWho, "which games? lucena book build GAMES.pgn", kUsage);
  }
  BookBuilder builder;
  std::uint64_t games = 0;
  for (const std::string& file : options.words) {
    const auto read = for_each_game(kWho, file, [&](const PgnGame& game) {
      builder.add(game, options.plies);
      ++games;
    });
    if (!read) return refuse(kWho, read.error().message, kFailure);
  }
  if (games == 0) return refuse(kWho, "there is no game to make a book of", kFailure);
  const std::vector<std::uint8_t> bytes = builder.bytes(options.least_games);
  if (bytes.empty()) {
    return refuse(
        kWho, fmt::format("no move was played in {} games; see --min-games", options.least_games),
        kFailure);
  }
  auto file = NewFile::create(options.out);
  std::optional<FileFault> fault;
  if (!file) {
    fault = file.error();
  } else {
    fault = file->append(bytes);
    if (!fault) fault = file->commit();
  }
  if (fault) return refuse(kWho, fault->message, kFailure);
  print("{}: {} moves of {} games\n", options.out,
        with_thousands(bytes.size() / PolyglotBook::kEntryBytes), with_thousands(games));
  return kSuccess;
}

std::string chosen_book(const BookOptions& options) {
  if (options.book) return *options.book;
  std::error_code ignored;
  return std::filesystem::exists(kOwnBook, ignored) ? kOwnBook : kDebianBook;
}

int show_book(const BookOptions& options) {
  const std::string text = fmt::format("{}", fmt::join(options.words, " "));
  const auto position = text.empty() || text == "startpos" ? Position::initial() : parse_fen(text);
  if (!position) return refuse(kWho, position.error().message, kUsage);
  const std::string path = chosen_book(options);
  const auto book = PolyglotBook::open(path);
  if (!book) {
    if (options.book || path == kOwnBook) return refuse(kWho, book.error().message, kFailure);
    return refuse(kWho,
                  fmt::format("there is no book: neither {} here nor {}; give --book FILE",
                              kOwnBook, kDebianBook),
                  kFailure);
  }
  const std::vector<BookMove> moves = book->moves(*position);
  std::uint64_t total = 0;
  for (const BookMove& move : moves) total += move.weight;
  for (const BookMove& move : moves) {
    const double share = total == 0 ? 0 : 100.0 * move.weight / total;
    print("{:7}  {:5}  weight {:5}  {:5.1f} %\n", to_san(*position, move.move), to_uci(move.move),
          move.weight, share);
  }
  if (moves.empty()) print("{} has no move here\n", path);
  return kSuccess;
}

int run_book(const BookOptions& options) {
  if (options.action == "build") return build_book(options);
  if (options.action == "show") return show_book(options);
  return refuse(kWho,
                fmt::format("'{}' is neither 'build' nor 'show'; see 'lucena book --help'",
                            printable(options.action)),
                kUsage);
}

}  // namespace

Command book_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<BookOptions>();
    arguments.text("ACTION", options->action, "build or show");
    arguments.words("[WORDS]", options->words,
                    "build: the files of games, or -; show: the FEN (default: initial position)");
    arguments.number("--plies N", options->plies, {1, 1000},
                     "build: how many half-moves of each game count");
    arguments.number("--min-games N", options->least_games, {1, 1000000},
                     "build: leaves out moves played in fewer games");
    arguments.text("--out FILE", options->out, "build: the book to write (default: book.bin)");
    arguments.text("--book FILE", options->book,
                   "show: the book to read (default: book.bin, else Debian's gnuchess-book)");
    return [options] { return run_book(*options); };
  };
  return {"book",
          "Makes an opening book of games, or shows what a book recommends",
          {{"lucena book show", "what the opening book plays first"},
           {"lucena book show FEN --book my.bin", "the same for a position, from another book"},
           {"lucena book build games.pgn --plies 16 --out my.bin", "makes a book of games"}},
          declare,
          "Books are Polyglot's (.bin), which most chess programs can read. A move weighs two for\n"
          "each game its player won and one for each draw.\n"};
}

}  // namespace lucena
