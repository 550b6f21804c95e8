// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "uci/engine_command.h"

namespace lucena {

/// Reads an engine's command line. The program "lucena" is this one, and "uci" need not be said.
Result<EngineCommand, EngineFault> engine_command(std::string_view text);

}  // namespace lucena
