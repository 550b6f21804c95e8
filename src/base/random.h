// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

namespace lucena {

// Both are the same for the same seed on every machine, unlike what the standard library has, which
// is another one with every library.

/// A number below a bound. Small numbers are a little more likely, by less than bound / 2^64.
inline std::size_t random_below(std::size_t bound, std::mt19937_64& random) {
  assert(bound > 0);
  return random() % bound;
}

/// Another order, each equally likely. Fisher and Yates: the last place gets any of all elements,
/// the one before any of those that are left, and so on. Three elements have six
/// orders, and there are 3 * 2 ways to draw.
template <class T>
void shuffle(std::vector<T>& elements, std::mt19937_64& random) {
  for (std::size_t left = elements.size(); left > 1; --left) {
    std::swap(elements[left - 1], elements[random_below(left, random)]);
  }
}

}  // namespace lucena
