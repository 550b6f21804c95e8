// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lucena {

/// Which version of a kernel to run. Every version gives the same results. Avx2 stands for
/// x86-64-v3, which also counts bits in one instruction, Avx512 for x86-64-v4.
enum class Simd { None, Avx2, Avx512 };

/// The best version this processor can run, or what the environment variable LUCENA_SIMD (none,
/// avx2, avx512) asks for if that is less. Decided at the first call.
Simd simd_level();

/// The one of three versions that a level asks for.
template <class T>
constexpr const T& version_for(Simd simd, const T& plain, const T& avx2, const T& avx512) {
  switch (simd) {
    case Simd::Avx512:
      return avx512;
    case Simd::Avx2:
      return avx2;
    case Simd::None:
      break;
  }
  return plain;
}

}  // namespace lucena
