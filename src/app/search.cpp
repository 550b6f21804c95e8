// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/commands.h"
#include "app/oracle_session.h"
#include "app/status_line.h"
#include "base/text.h"
#include "chess/fen.h"
#include "query/ending_search.h"
#include "report/found_json.h"

namespace lucena {
namespace {

constexpr std::string_view kSearchCommand = "lucena search";
constexpr std::uint64_t kMostListed = 10'000'000;

struct SearchOptions {
  std::string material;  // or its first word
  std::vector<std::string> conditions;
  OracleArguments means;
  std::uint64_t limit = 20;
  std::optional<std::string> sort;
  bool count = false;
  bool castling = false;
  bool en_passant = false;
  bool json = false;
};

/// An ending may be written in several words, "KBN vs K": as many as make one.
struct SearchRequest {
  Material material;
  std::vector<std::string> conditions;
};

Result<SearchRequest, Error<ExitStatus>> read_request(const std::vector<std::string>& words) {
  constexpr std::size_t kMostWords = 12;
  for (std::size_t count = std::min(words.size(), kMostWords); count > 0; --count) {
    const auto material =
        Material::parse(fmt::format("{}", fmt::join(words.begin(), words.begin() + count, " ")));
    if (!material) continue;
    if (material->men() == 2) {
      return Error<ExitStatus>{kUsage, "bare kings are a draw; there is nothing to look for"};
    }
    return SearchRequest{*material, {words.begin() + count, words.end()}};
  }
  return Error<ExitStatus>{kUsage, Material::parse(words.front()).error().message +
                                       "; the ending comes first, then the conditions"};
}

Result<SearchOrder, Error<ExitStatus>> read_order(const std::optional<std::string>& text) {
  if (!text) return SearchOrder::AsTheyCome;
  if (const auto order = parse_search_order(*text)) return *order;
  return Error<ExitStatus>{
      kUsage, fmt::format("--sort must be shortest, longest or index, not '{}'", printable(*text))};
}

/// Shows how far a search is as long as this lives, at a terminal and if it takes long.
class SearchPainter {
 public:
  SearchPainter(const Material& material, const SearchProgress& progress)
      : painter_([this, name = material.name(), &progress](const std::stop_token& stop) {
          while (!stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            const std::uint64_t all = progress.words, done = progress.words_done;
            if (stop.stop_requested()) break;
            status_.show(all == 0 ? fmt::format("reading {}", name)
                                  : fmt::format("searching {}: {}", name, percentage(done, all)));
          }
        }) {}

 private:
  StatusLine status_;
  std::jthread painter_;
};

Result<FoundPositions, Error<ExitStatus>> find(const Material& material, const Query& query,
                                               SearchOrder order, const SearchOptions& options) {
  const auto means = oracle_options(options.means);
  if (!means) return means.error();
  OracleSession session(kSearchCommand, *means, options.means.solve);
  const auto failure = [&](const std::string& message) {
    const auto status = static_cast<ExitStatus>(session.exit_status(kFailure));
    return Error<ExitStatus>{status, session.interrupted() ? "interrupted" : message};
  };
  if (const auto fault = session.oracle().prepare(material)) return failure(fault->message);
  SearchProgress progress;
  const SearchPainter painter(material, progress);
  const EndingSearch asked{.material = material,
                           .query = query,
                           .part = options.castling     ? SearchedPart::Castling
                                   : options.en_passant ? SearchedPart::EnPassant
                                                        : SearchedPart::Ordinary,
                           .order = order,
                           .most = options.count ? 0 : options.limit,
                           .threads = means->threads,
                           .memory_bytes = means->memory_bytes};
  auto found = search_ending(asked, session.oracle(), progress, session.interrupted());
  if (!found) return failure(found.error());
  return std::move(*found);
}

void print_found(const FoundPositions& found, const SearchOptions& options) {
  if (options.count) return print("{}\n", found.count);
  for (const Position& position : found.positions) print("{}\n", to_fen(position));
  flush_output();
  const std::uint64_t shown = found.positions.size();
  const std::string all = counted(found.count, "position");
  write_message(
      shown == found.count
          ? fmt::format("{}\n", found.count == 0 ? "no such position" : all)
          : fmt::format("{} of {}; --limit N shows N of them\n", with_thousands(shown), all));
}

void print_found_json(const SearchRequest& request, const FoundPositions& found,
                      const SearchOptions& options) {
  Json json = found_json(request.material, request.conditions, found);
  json["castling"] = options.castling;
  json["en_passant"] = options.en_passant;
  write_output(json_line(json));
}

int run_search(const SearchOptions& options) {
  std::vector<std::string> words{options.material};
  words.insert(words.end(), options.conditions.begin(), options.conditions.end());
  const auto request = read_request(words);
  if (!request) return refuse(kSearchCommand, request.error());
  const auto query = parse_query(request->material, request->conditions);
  if (!query) {
    const bool wrong = query.error().code == QueryError::Condition;
    return refuse(
        kSearchCommand,
        query.error().message + (wrong ? " (lucena search --help lists the conditions)" : ""),
        kUsage);
  }
  if (options.castling && options.en_passant) {
    return refuse(kSearchCommand, "only one of --castling and --en-passant at a time", kUsage);
  }
  const auto order = read_order(options.sort);
  if (!order) return refuse(kSearchCommand, order.error());
  const auto found = find(request->material, *query, *order, options);
  if (!found) return refuse(kSearchCommand, found.error());
  if (options.json) {
    print_found_json(*request, *found, options);
  } else {
    print_found(*found, options);
  }
  flush_output();
  return kSuccess;
}

}  // namespace

Command search_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<SearchOptions>();
    arguments.text("MATERIAL", options->material, "an ending such as KRPvKR or K+R+P vs K+R");
    arguments.words("[CONDITION...]", options->conditions, "what its positions must be like");
    arguments.number("--limit N", options->limit, {0, kMostListed}, "how many positions to show");
    arguments.text(
        "--sort ORDER", options->sort,
        "shortest or longest: by moves to mate, draws last; index (default): by squares");
    arguments.flag("--count", options->count, "prints how many there are and nothing else");
    arguments.flag("--castling", options->castling, "the positions with castling rights alone");
    arguments.flag("--en-passant", options->en_passant,
                   "the positions in which a capture in passing is legal alone");
    arguments.flag("--json", options->json, "prints one JSON object; see docs/JSON.md");
    declare_oracle(arguments, options->means);
    return [options] { return run_search(*options); };
  };
  return {"search",
          "Finds the positions of an ending that meet conditions",
          {{"lucena search KPvK zugzwang", "Lucena shows the mutual zugzwangs as FENs"},
           {"lucena search KQvKR white mate=25-31", "Lucena finds White's longest mates"},
           {"lucena search KPvK only-move=underpromotion", "Lucena finds where only that wins"},
           {"lucena search KQvKR white only-move=quiet k:e4 --limit 5",
            "Lucena finds five with the black king on e4"},
           {"lucena search KRvKR --castling only-move=castling --sort longest",
            "Lucena finds where nothing but castling wins, the longest mates first"},
           {"lucena search KRvK lost mate=0 --count", "Lucena counts the checkmates"}},
          declare,
          std::string(condition_help()) +
              "\n"
              "Positions that are alike by symmetry are given once, as stats counts them; men are "
              "looked\n"
              "for in all images of a position, and the image shown is one that has them in place. "
              "FENs\n"
              "go to standard output, how many there are in all to standard error.\n"};
}

}  // namespace lucena
