// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/book.h"

#include <fmt/ranges.h>

#include <memory>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/output.h"
#include "app/pgn_input.h"
#include "base/output_file.h"
#include "base/text.h"
#include "chess/move_text.h"
#include "endgame/position_text.h"

namespace lucena {
namespace {

constexpr std::string_view kBookCommand = "lucena book";
constexpr const char* kOwnBook = "book.bin";
constexpr const char* kDebianBook = "/usr/share/games/gnuchess/book.bin";

struct BookOptions {
  std::string action;
  std::vector<std::string> words;
  std::optional<std::string> book;
  std::string out = kOwnBook;
  bool force = false;
  unsigned plies = 24;
  unsigned least_games = 3;
};

/// A book that is yet to be written.
struct NewBook {
  std::vector<std::uint8_t> bytes;
  std::uint64_t games = 0;
};

Result<NewBook, FileFault> make_book(const BookOptions& options,
                                     const std::atomic<bool>& interrupted) {
  BookBuilder builder;
  NewBook book;
  for (const std::string& file : options.words) {
    const auto read = for_each_game(kBookCommand, file, interrupted, [&](const PgnGame& game) {
      builder.add(game, options.plies);
      ++book.games;
    });
    if (!read) return read.error();
  }
  if (interrupted) return FileFault{FileError::Failed, "interrupted"};
  if (book.games == 0) return FileFault{FileError::Failed, "there is no game to make a book of"};
  book.bytes = builder.bytes(options.least_games);
  if (!book.bytes.empty()) return book;
  return FileFault{FileError::Failed, fmt::format("no move was played in {}; see --min-games",
                                                  counted(options.least_games, "game"))};
}

/// The file is opened first, so that nobody waits for a book that has no place.
std::optional<FileFault> write_book(const BookOptions& options,
                                    const std::atomic<bool>& interrupted) {
  auto file = OutputFile::create({.path = options.out,
                                  .inputs = {options.words.begin(), options.words.end()},
                                  .force = options.force});
  if (!file) return file.error();
  const auto book = make_book(options, interrupted);
  if (!book) return book.error();
  const auto* bytes = reinterpret_cast<const char*>(book->bytes.data());
  if (auto fault = file->write({bytes, book->bytes.size()})) return fault;
  if (auto fault = file->commit()) return fault;
  const std::uint64_t moves = book->bytes.size() / PolyglotBook::kEntryBytes;
  write_beside(&*file, fmt::format("{}: {} of {}\n", without_controls(options.out),
                                   counted(moves, "move"), counted(book->games, "game")));
  return {};
}

int build_book(const BookOptions& options) {
  if (options.words.empty()) {
    return refuse(kBookCommand, "which games? lucena book build GAMES.pgn", kUsage);
  }
  const InterruptGuard guard;
  const auto fault = write_book(options, guard.interrupted());
  return fault ? guard.exit_status(refuse(kBookCommand, *fault)) : kSuccess;
}

std::string chosen_book(const BookOptions& options) {
  if (options.book) return *options.book;
  std::error_code ignored;
  return std::filesystem::exists(kOwnBook, ignored) ? kOwnBook : kDebianBook;
}

int show_book(const BookOptions& options) {
  const std::string text = fmt::format("{}", fmt::join(options.words, " "));
  const auto position = text.empty() ? Position::initial() : parse_position(text);
  if (!position) return refuse(kBookCommand, position.error().message, kUsage);
  const std::string path = chosen_book(options);
  const auto book = PolyglotBook::open(path);
  if (!book) {
    if (options.book || path == kOwnBook)
      return refuse(kBookCommand, book.error().message, kFailure);
    return refuse(
        kBookCommand,
        fmt::format("there is no book: neither {} here nor {}; on Debian 'sudo apt install "
                    "gnuchess-book' brings one, 'lucena book build GAMES.pgn' makes one "
                    "of games, and --book FILE names another",
                    kOwnBook, kDebianBook),
        kFailure);
  }
  const std::vector<BookMove> moves = book->moves(*position);
  std::uint64_t total = 0;
  for (const BookMove& move : moves) total += move.weight;
  for (const BookMove& move : moves) {
    print("{:7}  {:5}  weight {:5}  {:>8}\n", to_san(*position, move.move), to_uci(move.move),
          move.weight, percentage(move.weight, total));
  }
  if (moves.empty()) print("{} has no move here\n", path);
  return kSuccess;
}

int run_book(const BookOptions& options) {
  if (options.action == "build") return build_book(options);
  if (options.action == "show") return show_book(options);
  return refuse(kBookCommand,
                fmt::format("'{}' is neither 'build' nor 'show'; see 'lucena book --help'",
                            printable(options.action)),
                kUsage);
}

}  // namespace

Command book_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<BookOptions>();
    arguments.text("ACTION", options->action, "build or show");
    arguments.words(
        "[WORDS]", options->words,
        "build: the files of games, or -; show: the position (default: the initial one)");
    arguments.number("--plies N", options->plies, {1, 1000},
                     "build: how many half-moves of each game count");
    arguments.number("--min-games N", options->least_games, {1, 1000000},
                     "build: leaves out moves played in fewer games");
    arguments.text("--out FILE", options->out, "build: the book to write (default: book.bin)");
    arguments.flag("--force", options->force, "build: replaces any file of that name");
    arguments.text("--book FILE", options->book,
                   "show: the book to read (default: book.bin, else Debian's gnuchess-book)");
    return [options] { return run_book(*options); };
  };
  return {"book",
          "Makes an opening book of games, or shows what a book recommends",
          {{"lucena book show", "the book tells what it plays first"},
           {"lucena book show rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq",
            "the book tells what it plays after 1. e4"},
           {"lucena book build games.pgn --plies 16 --out my.bin", "Lucena makes a book of games"}},
          declare,
          "Books are Polyglot's (.bin), which most chess programs can read. A move weighs two for\n"
          "each game its player won and one for each draw.\n"};
}

}  // namespace lucena
