// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/search_api.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/text.h"
#include "query/ending_search.h"
#include "report/found_json.h"
#include "server/heavy_work.h"

namespace lucena {
namespace {

constexpr unsigned kMostPositions = 1'000;
/// Of its threads; the others answer meanwhile.
constexpr unsigned kSearchThreads = 2;

/// A flag that rises when whoever asked has gone.
class GivenUp {
 public:
  explicit GivenUp(const HttpRequest& request)
      : watcher_([this, &request](const std::stop_token& over) {
          constexpr std::chrono::milliseconds kGlance{20};
          while (!over.stop_requested() && !flag_) {
            flag_ = request.is_given_up();
            std::this_thread::sleep_for(kGlance);
          }
        }) {}

  const std::atomic<bool>& flag() const { return flag_; }

 private:
  std::atomic<bool> flag_{false};
  std::jthread watcher_;
};

std::vector<std::string> condition_words(const HttpRequest& request) {
  const std::string text = request.value("condition").value_or("");
  const auto words = split_words(text);
  return {words.begin(), words.end()};
}

std::optional<SearchedPart> parse_part(std::string_view text) {
  if (text == "ordinary") return SearchedPart::Ordinary;
  if (text == "castling") return SearchedPart::Castling;
  if (text == "en-passant") return SearchedPart::EnPassant;
  return {};
}

/// The search that somebody asks for, or what he has to mend.
Result<EndingSearch, HttpResponse> asked_search(const ApiParts& parts, const HttpRequest& request) {
  const auto material = asked_ending(request);
  if (!material) return material.error();
  const auto query = parse_query(*material, condition_words(request));
  if (!query) return api_refusal(400, query.error().message);
  const auto limit = parse_number<unsigned>(request.value("limit").value_or("20"), kMostPositions);
  if (!limit) return api_refusal(400, "limit must be a number up to 1000");
  const auto order = parse_search_order(request.value("sort").value_or("index"));
  if (!order) return api_refusal(400, "sort must be shortest, longest or index");
  const auto part = parse_part(request.value("part").value_or("ordinary"));
  if (!part) return api_refusal(400, "part must be ordinary, castling or en-passant");
  const Oracle::Options& means = parts.oracle.options();
  return EndingSearch{.material = *material,
                      .query = *query,
                      .part = *part,
                      .order = *order,
                      .most = *limit,
                      .threads = std::min(kSearchThreads, means.threads),
                      .memory_bytes = means.memory_bytes};
}

}  // namespace

HttpResponse conditions_api(const ApiParts&, const HttpRequest&) {
  return api_response({{"help", condition_help()}});
}

HttpResponse search_api(const ApiParts& parts, const HttpRequest& request) {
  const auto asked = asked_search(parts, request);
  if (!asked) return asked.error();
  if (!parts.oracle.is_solved(asked->material)) {
    return api_refusal(404, asked->material.name() + " is not solved");
  }
  const HeavyWork::Turn turn = HeavyWork::instance().wait_for_turn();
  if (!turn) return api_refusal(429, "another search is under way");
  const GivenUp given_up(request);
  SearchProgress progress;
  const auto found = search_ending(*asked, parts.oracle, progress, given_up.flag());
  if (given_up.flag()) return api_refusal(503, "interrupted");
  if (!found) return api_refusal(500, found.error());
  return api_response(found_json(asked->material, condition_words(request), *found));
}

}  // namespace lucena
