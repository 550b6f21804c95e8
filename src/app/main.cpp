// SPDX-License-Identifier: GPL-3.0-or-later
#include <cerrno>
#include <cstring>
#include <exception>

#include "app/command_line.h"
#include "app/output.h"
#include "base/memory.h"

int main(int argc, char** argv) {
  lucena::prepare_streams();
  try {
    const int status = lucena::run_command_line({argv + 1, argv + argc});
    lucena::flush_output();
    return status;
  } catch (const lucena::OutputFault& fault) {
    // A reader that has seen enough, such as `head`, needs no explanation.
    if (fault.error_number != EPIPE) {
      lucena::complain(
          "lucena", fmt::format("cannot write the output: {}", std::strerror(fault.error_number)));
    }
  } catch (const std::exception& fault) {
    // The machine itself refuses: no memory, no threads.
    lucena::complain("lucena", lucena::refusal_text(fault));
  }
  return lucena::kFailure;
}
