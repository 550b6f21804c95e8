// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/simd.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace lucena {
namespace {

Simd detect() {
  __builtin_cpu_init();
  Simd best = Simd::None;
  if (__builtin_cpu_supports("x86-64-v3")) best = Simd::Avx2;
  if (__builtin_cpu_supports("x86-64-v4")) best = Simd::Avx512;
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
