// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace lucena {

/// What went wrong, twice: a code for the program and a sentence for the person. The sentence
/// starts in lower case and has no full stop, so that it can follow a colon.
template <class Code>
struct Error {
  Code code;
  std::string message;
};

/// Either a value or the reason why there is none. Used like this:
///
///     const auto position = parse_fen(text);
///     if (!position) return position.error();
///     use(*position);
///
/// T and E must be different types, since either converts without being named.
template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(E error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  const T& value() const& {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }
  T& value() & {
    assert(has_value());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    assert(has_value());
    return std::move(*std::get_if<0>(&state_));
  }
  const E& error() const {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

 private:
  std::variant<T, E> state_;
};

}  // namespace lucena
