// SPDX-License-Identifier: GPL-3.0-or-later
#include "query/ending_search.h"

#include "query/smaller_endings.h"
#include "query/special_search.h"

namespace lucena {
namespace {

using SearchOutcome = Result<FoundPositions, std::string>;

/// One search at work.
class SearchRun {
 public:
  SearchRun(const EndingSearch& asked, Oracle& oracle, SearchProgress& progress,
            const std::atomic<bool>& cancelled)
      : asked_(asked),
        oracle_(oracle),
        progress_(progress),
        cancelled_(cancelled),
        pool_(asked.threads) {}

  SearchOutcome ordinary() {
    const OpenTables& tables = oracle_.tables();
    auto store =
        load_for_search(asked_.material, tables, asked_.threads, asked_.memory_bytes, cancelled_);
    if (!store) return store.error().message;
    KnownValues values(std::move(*store), tables, pool_, cancelled_);
    return in_order([&](const Query& part, std::size_t most) {
      return search_positions(asked_.material, part, most, values, pool_, progress_, cancelled_);
    });
  }

  SearchOutcome castling() {
    const auto store = castling_store(asked_.material, oracle_.tables());
    if (!store) return store.error().message;
    return in_order([&](const Query& part, std::size_t most) {
      return search_castling(asked_.material, part, most, *store, oracle_.prober(), pool_,
                             cancelled_);
    });
  }

  SearchOutcome en_passant() {
    return in_order([&](const Query& part, std::size_t most) {
      return search_en_passant(asked_.material, part, most, oracle_.prober(), pool_, progress_,
                               cancelled_);
    });
  }

 private:
  SearchOutcome in_order(const PositionSearch& search) {
    auto found =
        search_in_order(asked_.query, asked_.most, asked_.order, search, oracle_.prober(), pool_);
    if (!found) return found.error().message;
    return std::move(*found);
  }

  const EndingSearch& asked_;
  Oracle& oracle_;
  SearchProgress& progress_;
  const std::atomic<bool>& cancelled_;
  ThreadPool pool_;
};

}  // namespace

Result<FoundPositions, std::string> search_ending(const EndingSearch& asked, Oracle& oracle,
                                                  SearchProgress& progress,
                                                  const std::atomic<bool>& cancelled) {
  SearchRun run(asked, oracle, progress, cancelled);
  if (asked.part == SearchedPart::Castling) return run.castling();
  if (asked.part == SearchedPart::EnPassant) return run.en_passant();
  return run.ordinary();
}

}  // namespace lucena
