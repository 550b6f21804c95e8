// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/oracle_session.h"

namespace lucena {

OracleSession::OracleSession(std::string_view command, Oracle::Options options)
    : progress_(std::string(command)), oracle_(std::move(options)) {
  oracle_.observe(&progress_);
  oracle_.cancel_on(guard_.interrupted());
}

}  // namespace lucena
