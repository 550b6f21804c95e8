// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "app/interrupt.h"
#include "app/oracle_setup.h"

namespace lucena {

/// The oracle of one command: what it has to solve first is shown on stderr, and Ctrl-C ends that.
/// Before it solves what takes long, whoever is at the terminal is asked, unless he has said so.
class OracleSession {
 public:
  /// Who speaks: "lucena probe".
  OracleSession(std::string_view command, const Oracle::Options& options, bool solve);
  OracleSession(const OracleSession&) = delete;
  OracleSession& operator=(const OracleSession&) = delete;

  Oracle& oracle() { return oracle_; }
  InterruptGuard& guard() { return guard_; }
  const std::atomic<bool>& interrupted() const { return guard_.interrupted(); }
  /// The exit status of a command that would end with this one: another after Ctrl-C.
  int exit_status(int status) const { return guard_.exit_status(status); }

 private:
  bool ask_person(const Material& material, const Forecast& forecast);

  InterruptGuard guard_;
  OracleProgress progress_;
  Oracle oracle_;
};

}  // namespace lucena
