// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/thread.h"

#include <fmt/format.h>

namespace lucena {

std::string fewer_threads_text(std::size_t given, std::size_t wanted) {
  return fmt::format("{} thread{} instead of {}: the system gives no more", given,
                     given == 1 ? "" : "s", wanted);
}

}  // namespace lucena
