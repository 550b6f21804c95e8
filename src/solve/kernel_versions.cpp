// SPDX-License-Identifier: GPL-3.0-or-later
// CMake compiles moves.cpp and settle.cpp three times, each time into another namespace; where a
// sanitizer watches, once.
#include "solve/moves.h"
#include "solve/settle.h"

namespace lucena {

namespace plain {
extern const Moves kMoves;
extern const Settling kSettling;
}  // namespace plain
#ifdef LUCENA_ONE_VERSION
namespace avx2 = plain;
namespace avx512 = plain;
#else
namespace avx2 {
extern const Moves kMoves;
extern const Settling kSettling;
}  // namespace avx2
namespace avx512 {
extern const Moves kMoves;
extern const Settling kSettling;
}  // namespace avx512
#endif

const Moves& moves_for(Simd simd) {
  return version_for(simd, plain::kMoves, avx2::kMoves, avx512::kMoves);
}

const Settling& settling_for(Simd simd) {
  return version_for(simd, plain::kSettling, avx2::kSettling, avx512::kSettling);
}

}  // namespace lucena
