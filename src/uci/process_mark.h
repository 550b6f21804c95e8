// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace lucena {

/// A variable in the environment of a program and, as environments are inherited, of everything
/// that the program starts. It tells what belongs to the program even where that has gone to a
/// process group or session of its own, or has become an orphan.
class ProcessMark {
 public:
  /// Unlike any other.
  ProcessMark();

  /// As it stands in an environment: "LUCENA_ENGINE_9f86d081884c7d65=1".
  const std::string& variable() const { return variable_; }

  /// Kills every process that carries the mark. What has thrown its environment away, or belongs to
  /// another user, is not found; nor is anything where there is no /proc.
  void kill_all() const;

 private:
  std::string variable_;
};

}  // namespace lucena
