// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/simd.h"

#include <cpuid.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace lucena {
namespace {

/// Features of x86-64-v3 that not every compiler can ask for by name. To go without lzcnt would be
/// worst: on older processors the same bytes are another instruction, with other results.
bool has_unnamed_features() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kBasic = bit_MOVBE | bit_F16C;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kBasic) != kBasic) return false;
  constexpr unsigned kExtendedLeaf = 0x8000'0001;
  return __get_cpuid(kExtendedLeaf, &a, &b, &c, &d) != 0 && (c & bit_LZCNT) != 0;
}

/// Clang 14 does not know the levels of x86-64 by name, hence one by one. These also ask whether
/// the operating system keeps the wide registers.
bool runs_v3() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt") && has_unnamed_features();
}

/// The five that x86-64-v4 asks for.
bool runs_v4() {
  return runs_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}

/// The environment can ask for less, never for more: what a processor cannot run would end the
/// program. An unknown wish is as good as none.
Simd detect() {
  __builtin_cpu_init();
  Simd best = Simd::None;
  if (runs_v3()) best = Simd::Avx2;
  if (runs_v4()) best = Simd::Avx512;
  const char* variable = std::getenv("LUCENA_SIMD");
  const std::string_view wish = variable == nullptr ? "" : variable;
  if (wish == "none") return Simd::None;
  if (wish == "avx2") return std::min(best, Simd::Avx2);
  return best;
}

}  // namespace

Simd simd_level() {
  static const Simd kLevel = detect();
  return kLevel;
}

}  // namespace lucena
