// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/output.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "base/text.h"
#include "base/thread.h"

namespace lucena {

void prepare_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // Takes the lowest free number, which is this one. Opened the wrong way round on purpose.
    const bool input = descriptor == STDIN_FILENO;
    if (open("/dev/null", input ? O_WRONLY : O_RDONLY) == -1) return;
  }
}

void write_output(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) throw OutputFault{errno};
}

void flush_output() {
  if (std::fflush(stdout) != 0) throw OutputFault{errno};
}

void write_message(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::size_t text_width(std::FILE* stream) {
  constexpr std::size_t kUsual = 80, kLeast = 40;
  winsize size{};
  const int descriptor = fileno(stream);
  const bool known = isatty(descriptor) != 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0;
  return known && size.ws_col >= kLeast ? size.ws_col : kUsual;
}

/// Whoever reads a pipe line by line gets the message as one.
void complain(std::string_view who, std::string_view what) {
  const std::string line = fmt::format("{}: {}", who, what);
  write_message(isatty(STDERR_FILENO) != 0 ? wrapped(line, text_width(stderr)) : line + "\n");
}

int refuse(std::string_view who, std::string_view what, int status) {
  complain(who, what);
  return status;
}

int refuse(std::string_view who, const Error<ExitStatus>& fault) {
  return refuse(who, fault.message, fault.code);
}

int refuse(std::string_view who, const FileFault& fault) {
  return refuse(who, fault.message, fault.code == FileError::Conflict ? kUsage : kFailure);
}

void write_beside(const OutputFile* file, std::string_view text) {
  if (file != nullptr && file->is_standard_output()) {
    write_message(text);
  } else {
    write_output(text);
  }
}

void tell_fewer_threads(std::string_view who, unsigned given, unsigned wanted) {
  if (given < wanted) complain(who, fewer_threads_text(given, wanted));
}

bool shows_colors(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  if (no_color != nullptr && *no_color != '\0') return false;
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return isatty(fileno(stream)) != 0;
}

std::string bold(std::string_view text, std::FILE* stream) {
  return shows_colors(stream) ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

}  // namespace lucena
