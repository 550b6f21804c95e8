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

#ifdef LUCENA_ONE_VERSION  // cmake/lucena.cmake says where and why

template <class Work>
auto with_best_instructions(const Work& work) {
  return work();
}

#else

/// One copy of work() for each level.
namespace for_level {
/// v4 has registers of 64 bytes, which is a row of 64 values or eight words at a time.
template <class Work>
LUCENA_FLATTEN [[gnu::target("arch=x86-64-v4")]] auto avx512(const Work& work) {
  return work();
}
/// v3 has registers of 32 bytes.
template <class Work>
LUCENA_FLATTEN [[gnu::target("arch=x86-64-v3")]] auto avx2(const Work& work) {
  return work();
}
}  // namespace for_level

/// Calls work(), compiled for the best instructions that this processor has. For a loop that is
/// worth it: all that it calls is inlined into a copy for each level.
template <class Work>
auto with_best_instructions(const Work& work) {
  switch (simd_level()) {
    case Simd::Avx512:
      return for_level::avx512(work);
    case Simd::Avx2:
      return for_level::avx2(work);
    case Simd::None:
      break;
  }
  return work();
}

#endif

}  // namespace lucena
