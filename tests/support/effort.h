// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <string_view>

namespace lucena::test {

/// How much a test looks at. `./test` looks at a sample wherever everything would take long, and
/// `./test full` at everything.
enum class Effort { Sample, Everything };

/// What the environment variable LUCENA_TEST_EFFORT says: "everything", or anything else.
inline Effort effort() {
  const char* wish = std::getenv("LUCENA_TEST_EFFORT");
  const bool everything = wish != nullptr && std::string_view(wish) == "everything";
  return everything ? Effort::Everything : Effort::Sample;
}

/// One of two values by the effort.
template <class T>
T by_effort(T sample, T everything) {
  return effort() == Effort::Everything ? everything : sample;
}

}  // namespace lucena::test
