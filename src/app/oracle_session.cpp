// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/oracle_session.h"

namespace lucena {

OracleSession::OracleSession(std::string_view command, const Oracle::Options& options)
    : progress_(std::string(command)), oracle_(options) {
  tell_if_nowhere(command, options.folder);
  oracle_.observe(&progress_);
  oracle_.cancel_on(guard_.interrupted());
}

}  // namespace lucena
