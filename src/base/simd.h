// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lucena {

/// Which version of a kernel to run. Every version gives the same results.
enum class Simd { None, Avx2, Avx512 };

/// The best version this processor can run, or what the environment variable LUCENA_SIMD (none,
/// avx2, avx512) asks for if that is less. Decided at the first call.
Simd simd_level();

}  // namespace lucena
