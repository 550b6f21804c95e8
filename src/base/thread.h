// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <cstddef>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace lucena {

/// A thread that does this work, or nothing if the system gives none: as many run as are allowed,
/// or there is no room for another stack. Whoever asks goes on with those that there are.
///
/// An exception that leaves a thread ends the program, so the work catches what it throws.
template <class Work>
std::optional<std::jthread> start_thread(Work work) {
  try {
    return std::optional<std::jthread>(std::in_place, std::move(work));
  } catch (const std::system_error&) {
  } catch (const std::bad_alloc&) {
  }
  return {};
}

/// For those who cannot go on without one.
[[noreturn]] inline void throw_no_thread() {
  throw std::system_error(EAGAIN, std::generic_category(), "cannot start a thread");
}

/// What to tell whoever asked for more: "3 threads instead of 8: the system gives no more".
std::string fewer_threads_text(std::size_t given, std::size_t wanted);

}  // namespace lucena
