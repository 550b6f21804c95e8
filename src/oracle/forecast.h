// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "endgame/reach.h"
#include "solve/wanted_promotions.h"

namespace lucena {

/// Whether an ending has more men than fit into memory.
inline bool is_large(const Material& material) {
  return material.men() > kMaxMenInMemory;
}

/// How endings are solved, as far as it tells how much work they are.
struct Manner {
  bool kept = true;                     // large ones are counted and written, too
  const Reach* reach = nullptr;         // what there is to solve of large ones
  std::vector<Material> accelerated{};  // large ones that an accelerator solves as a whole
};

/// Roughly proportional to the time that solving an ending takes, and counting and keeping it.
double work_of(const Material& material, const Manner& manner = {});
/// The same for taking it from its files, as far as others need it.
double work_to_read(const Material& material, const Manner& manner = {});
/// The seconds that so much work takes, as far as anybody knows before it begins.
double seconds_of(double work, unsigned threads);

/// What solving takes, as far as anybody knows before it begins: guesses by what others took, but
/// for the memory, which is what is asked for.
struct Forecast {
  std::vector<Material> large;  // the endings to solve that do not fit into memory
  double seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t scratch_bytes = 0;  // at a time
  std::uint64_t table_bytes = 0;    // if they are kept
  bool in_part = false;             // some endings are solved in part, and that is not kept
};

/// Of endings that are to be solved or read, one after the other; the memory is for somebody else
/// to say.
Forecast forecast_of(const EndingOrder& order, unsigned threads, const Manner& manner = {});

/// "12 minutes".
std::string duration_text(double seconds);
/// "about 12 minutes, 13 GB of memory, 13 GB of scratch space and 2 GB of tables".
std::string text_of(const Forecast& forecast);

}  // namespace lucena
