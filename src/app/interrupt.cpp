// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interrupt.h"

namespace lucena {
namespace {

// A signal handler can reach nothing but what outlives every scope.
std::atomic<bool> signal_seen{false};
std::atomic<int> last_signal{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void note_signal(int signal) {
  last_signal = signal;
  signal_seen = true;
}

void watch(int signal, const struct sigaction& before) {
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = note_signal;
  // The second signal acts as usual.
  action.sa_flags = signal == SIGHUP ? 0 : static_cast<int>(SA_RESETHAND);
  sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], nullptr, &before_[i]);
  rearm();
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

const std::atomic<bool>& InterruptGuard::interrupted() const {
  return signal_seen;
}

void InterruptGuard::rearm() {
  signal_seen = false;
  for (std::size_t i = 0; i < kSignals.size(); ++i) watch(kSignals[i], before_[i]);
}

int InterruptGuard::signal() const {
  return last_signal;
}

int InterruptGuard::exit_status() const {
  return 128 + signal();
}

}  // namespace lucena
