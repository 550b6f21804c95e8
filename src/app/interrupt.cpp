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
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second signal acts as usual
  sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  sigaction(SIGINT, nullptr, &before_interrupt_);
  sigaction(SIGTERM, nullptr, &before_terminate_);
  rearm();
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &before_interrupt_, nullptr);
  sigaction(SIGTERM, &before_terminate_, nullptr);
}

const std::atomic<bool>& InterruptGuard::interrupted() const {
  return signal_seen;
}

void InterruptGuard::rearm() {
  signal_seen = false;
  watch(SIGINT, before_interrupt_);
  watch(SIGTERM, before_terminate_);
}

int InterruptGuard::signal() const {
  return last_signal;
}

int InterruptGuard::exit_status() const {
  return 128 + signal();
}

}  // namespace lucena
