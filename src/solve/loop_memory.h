// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "solve/solver.h"

namespace lucena {

/// What solving an ending takes that does not fit into memory, by experience: four sets take 32
/// bytes a word, and besides them there are first views and then what levels add. By mate KQRvKQR
/// takes 11.6 GB, with 168 million words; by zeroing distance, too, KRRvKRB takes 12.7 GB. With
/// pawns the experience is that of two threads, and of a single pawn: with several, all that
/// captures lead to stays at hand. An accelerator may get the problems of a single pawn one by one,
/// whose events wait in memory then.
std::size_t large_loop_bytes(const Layout& layout, bool zeroing, unsigned threads,
                             bool accelerated);

/// What the loops take at most for any ending of the plan. There is one loop for all threads
/// together, one for each group of them and one for each alone, and each keeps the memory of the
/// largest problem that it has ever had.
///
/// With 16 threads and KRPvKR, whose waves have four skeletons, the four groups have a problem
/// each; with KRPPvK besides, whose waves have 16 and more, each thread has one, which makes 20
/// loops.
std::size_t all_loops_bytes(const Solver::Options& options, const std::vector<Material>& plan);

}  // namespace lucena
