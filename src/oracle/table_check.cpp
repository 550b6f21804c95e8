// SPDX-License-Identifier: GPL-3.0-or-later
#include "oracle/table_check.h"

#include <fmt/format.h>

#include "chess/fen.h"
#include "oracle/castling_section.h"
#include "oracle/kept_statistics.h"
#include "solve/verifier.h"

namespace lucena {
namespace {

constexpr std::uint64_t kSeed = 1;

TableFault contradiction(const TableFile& table, const Contradiction& found,
                         std::string_view who_else) {
  return {TableError::Damaged,
          fmt::format("{} is wrong: {} is a {} there, but {} a {}{}", table.path().string(),
                      to_fen(found.position), text_of(found.stored), who_else,
                      text_of(found.computed), kRemoveIt)};
}

/// The positions with the longest mates, which are known with their distance.
std::optional<TableFault> check_deepest(const TableFile& table, const Prober& prober,
                                        const Position& position, Worth announced) {
  const auto worth = prober.worth(position, Metric::Mate);
  if (!worth || *worth == announced) return {};
  return contradiction(table, {position, announced, *worth}, "by its value");
}

std::optional<TableFault> check_deepest(const TableFile& table, const Prober& prober) {
  if (!table.has_section(SectionId::Statistics)) return {};
  const auto statistics = read_statistics(table);
  const auto lists = read_position_lists(table);
  if (!statistics || !lists) return {};
  const Layout& layout = table.geometry().layout();
  for (const bool wins : {true, false}) {
    for (const Color side : kColors) {
      const auto& longest = (wins ? statistics->longest_win : statistics->longest_loss)[side];
      if (!longest) continue;
      const Worth announced = wins ? Worth::win(longest->plies) : Worth::loss(longest->plies);
      if (auto fault = check_deepest(table, prober, longest->position, announced)) return fault;
      const auto& list = (wins ? lists->longest_wins : lists->longest_losses)[side];
      constexpr std::size_t kOfEachList = 100;
      for (std::size_t i = 0; i < std::min(list.size(), kOfEachList); ++i) {
        const auto position = Position::create(layout.setup_at(list[i], side).value()).value();
        if (auto fault = check_deepest(table, prober, position, announced)) return fault;
      }
    }
  }
  return {};
}

}  // namespace

std::optional<TableFault> check_table(const TableFile& table, ThreadPool& pool,
                                      const std::atomic<bool>& cancelled) {
  if (auto fault = table.verify(pool, cancelled)) return fault;
  if (table.has_section(SectionId::Statistics)) {
    if (const auto statistics = read_statistics(table); !statistics) return statistics.error();
    if (const auto lists = read_position_lists(table); !lists) return lists.error();
  }
  if (table.has_section(SectionId::Castling) || table.has_section(SectionId::FirstOfRights)) {
    const auto castling = read_castling_tables(table);
    if (!castling) return castling.error();
  }
  return {};
}

/// Castling rights have a table for each set of them, and all of these together are thrown for as
/// often as the rest.
std::optional<TableFault> spot_check_table(const TableFile& table, const OpenTables& tables,
                                           const Prober& prober, std::uint64_t positions,
                                           const std::atomic<bool>& cancelled) {
  constexpr std::string_view kMoves = "its moves make it";
  const auto& [material, metric] = std::tie(table.info().material, table.info().metric);
  const VerifyReport found =
      spot_check(table.geometry().layout(), metric, prober, positions, kSeed, cancelled);
  if (found.first_contradiction) return contradiction(table, *found.first_contradiction, kMoves);
  const auto castling = tables.castling_tables(*tables.ending_of(material), metric);
  if (castling) {
    for (const auto& rights : *castling) {
      const VerifyReport here =
          spot_check(*rights, metric, prober, positions / castling->size(), kSeed, cancelled);
      if (here.first_contradiction) return contradiction(table, *here.first_contradiction, kMoves);
    }
  }
  return metric == Metric::Mate ? check_deepest(table, prober) : std::nullopt;
}

}  // namespace lucena
