// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <tuple>
#include <utility>

namespace lucena {

/// An array with one element for each value of an enumeration whose values count from 0:
///
///     ByColor<int> men{16, 15};
///     --men[Color::White];
///     const auto& [white, black] = men;
template <class Enum, class T, std::size_t kSize>
struct ByEnum {
  std::array<T, kSize> elements{};

  constexpr T& operator[](Enum key) { return elements[static_cast<std::size_t>(key)]; }
  constexpr const T& operator[](Enum key) const { return elements[static_cast<std::size_t>(key)]; }

  static constexpr std::size_t size() { return kSize; }
  constexpr auto begin() { return elements.begin(); }
  constexpr auto end() { return elements.end(); }
  constexpr auto begin() const { return elements.begin(); }
  constexpr auto end() const { return elements.end(); }

  friend constexpr bool operator==(const ByEnum&, const ByEnum&) = default;
  friend constexpr auto operator<=>(const ByEnum&, const ByEnum&) = default;

  /// For structured bindings, together with the two specializations below.
  template <std::size_t i>
  constexpr T& get() {
    return elements[i];
  }
  template <std::size_t i>
  constexpr const T& get() const {
    return elements[i];
  }
};

}  // namespace lucena

/// What structured bindings ask for.
template <class Enum, class T, std::size_t kSize>
struct std::tuple_size<lucena::ByEnum<Enum, T, kSize>>
    : std::integral_constant<std::size_t, kSize> {};
template <std::size_t i, class Enum, class T, std::size_t kSize>
struct std::tuple_element<i, lucena::ByEnum<Enum, T, kSize>> {
  using type = T;
};
