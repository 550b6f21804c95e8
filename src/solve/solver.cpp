// SPDX-License-Identifier: GPL-3.0-or-later
#include "solve/solver.h"

#include <algorithm>
#include <bit>
#include <set>

#include "solve/castling_exits.h"

namespace lucena {
namespace {

std::vector<Square> whole_board() {
  std::vector<Square> squares;
  for (int i = 0; i < Square::kCount; ++i) squares.emplace_back(i);
  return squares;
}

}  // namespace

Solver::Solver(const Options& options, std::vector<Material> plan)
    : options_(options), plan_(std::move(plan)), pool_(options.threads), shared_loop_(pool_) {
  for (unsigned i = 0; i < options.threads; ++i) {
    single_pools_.push_back(std::make_unique<ThreadPool>(1));
    single_loops_.push_back(std::make_unique<LevelLoop>(*single_pools_.back()));
  }
}

PhaseSeconds Solver::seconds() const {
  PhaseSeconds sum = shared_loop_.seconds();
  for (const auto& loop : single_loops_) {
    sum.exits += loop->seconds().exits;
    sum.passes += loop->seconds().passes;
  }
  return sum;
}

const ExitView& Solver::captures_into(const Material& material, Color mover) {
  auto& view = captures_[{material, mover}];
  if (view) return *view;
  const bool bare = material.men() == 2;
  const auto table = bare ? nullptr : store_.table(material.canonical());
  assert(bare || table != nullptr);
  const OrientedReader reader(table.get(), material);
  view = std::make_unique<ExitView>(bare ? std::vector<Square>{Square(0)} : whole_board(),
                                    reader.men().size());
  view->improve(reader, 0, opposite(mover), pool_);
  return *view;
}

const ExitView& Solver::promotions_of(const Material& material, Color mover) {
  return *promotions_.at({material, mover});
}

/// An ending with a pawn where this one has a piece needs this table for the promotion. Either may
/// be kept with its colours the other way round; an ending whose sides are equal needs both ways.
void Solver::keep_promotions(const EndingTable& table) {
  std::set<std::pair<Material, Color>> done;
  for (const bool swap : {false, true}) {
    const Material material = swap ? table.material().with_colors_swapped() : table.material();
    for (const Piece piece : material.others()) {
      if (piece.type == PieceType::Pawn) continue;
      const Material consumer = material.without(piece).with({piece.color, PieceType::Pawn});
      const bool wanted = std::find(plan_.begin(), plan_.end(), consumer) != plan_.end();
      if (wanted && done.insert({consumer, piece.color}).second) {
        keep_promotions_for(consumer, OrientedReader(&table, material), piece);
      }
    }
  }
}

void Solver::keep_promotions_for(const Material& consumer, const OrientedReader& reader,
                                 Piece promoted) {
  auto& view = promotions_[{consumer, promoted.color}];
  if (!view) {
    // A single pawn is kept on the files a to d.
    std::vector<Square> last_rank;
    for (int file = 0; file < (consumer.count(PieceType::Pawn) == 1 ? 4 : 8); ++file) {
      last_rank.emplace_back(file, promoted.color == Color::White ? 7 : 0);
    }
    view = std::make_unique<ExitView>(last_rank, reader.men().size());
  }
  const auto first = std::find(reader.men().begin(), reader.men().end(), promoted);
  view->improve(reader, static_cast<std::size_t>(first - reader.men().begin()),
                opposite(promoted.color), pool_);
}

/// Skeletons of equal advancement do not depend on each other: with enough of them each thread
/// takes its own, otherwise all work on one.
void Solver::solve_in_waves(EndingTable& table) {
  const TableExits exits(table, *this);
  const Layout& layout = table.layout();
  progress_.problems = layout.skeleton_count();
  progress_.problems_done = 0;
  const auto solve_one = [&](std::uint32_t skeleton, LevelLoop& loop) {
    const Problem problem(layout, skeleton);
    loop.solve(problem, ProblemExits(exits, problem),
               {table.rows(Color::White, skeleton), table.rows(Color::Black, skeleton)},
               cancelled_, progress_.level);
    ++progress_.problems_done;
  };
  std::uint32_t begin = 0;
  while (begin < layout.skeleton_count() && !cancelled_) {
    std::uint32_t end = begin;
    while (end < layout.skeleton_count() &&
           layout.advancement(end) == layout.advancement(begin)) {
      ++end;
    }
    if (pool_.threads() > 1 && end - begin >= pool_.threads()) {
      pool_.for_each(end - begin, [&](std::size_t i, unsigned thread) {
        solve_one(begin + static_cast<std::uint32_t>(i), *single_loops_[thread]);
      });
    } else {
      for (std::uint32_t skeleton = begin; skeleton < end; ++skeleton) {
        solve_one(skeleton, shared_loop_);
      }
    }
    begin = end;
  }
}

/// Endings with equally many rights do not depend on each other.
void Solver::solve_castling(const Material& material) {
  std::vector<std::shared_ptr<CastlingTable>> tables;
  for (const CastlingEnding& ending : castling_endings(material)) {
    tables.push_back(std::make_shared<CastlingTable>(ending));
    store_.add(tables.back());
  }
  const auto rights = [&](std::size_t i) {
    return std::popcount(tables[i]->ending().rights.bits());
  };
  for (std::size_t begin = 0; begin < tables.size() && !cancelled_;) {
    std::size_t end = begin;
    while (end < tables.size() && rights(end) == rights(begin)) ++end;
    pool_.for_each(end - begin, [&](std::size_t i, unsigned thread) {
      solve_castling_table(*tables[begin + i], *single_loops_[thread]);
    });
    begin = end;
  }
}

void Solver::solve_castling_table(CastlingTable& table, LevelLoop& loop) {
  for (const std::uint32_t skeleton : table.skeletons()) {
    const CastlingExits exits(table, store_, skeleton);
    loop.solve(table.problem(skeleton), exits,
               {table.rows(Color::White, skeleton), table.rows(Color::Black, skeleton)},
               cancelled_, progress_.level);
  }
}

void Solver::solve_next() {
  const Material& material = plan_[next_++];
  auto table = std::make_shared<EndingTable>(material);
  solve_in_waves(*table);
  if (cancelled_) return;
  for (const Color color : kColors) promotions_.erase({material, color});
  keep_promotions(*table);
  store_.add(std::move(table));
  if (options_.castling) solve_castling(material);
}

void Solver::release(const Material& material) {
  if (material.men() == kMaxMen) store_.remove(material);
}

}  // namespace lucena
