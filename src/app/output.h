// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "base/output_file.h"
#include "base/result.h"

namespace lucena {

/// How the program ends. A command that did its work and found bad news, such as a damaged table,
/// has failed too; Usage is for requests that cannot be understood.
enum ExitStatus : int { kSuccess = 0, kFailure = 1, kUsage = 2 };

/// Makes the standard streams safe to use: a closed one is an error when written to, not the
/// number of the next file that is opened, and neither a reader that goes away nor a limit of the
/// size of files kills the program.
void prepare_streams();

/// Thrown when stdout takes no more, because the disk is full or the reader has gone away: nobody
/// will see what the command does from here on, so it stops. Only main() catches it.
struct OutputFault {
  int error_number;  // as in errno
};

/// Writes data to stdout.
void write_output(std::string_view text);
/// Everything written so far has arrived.
void flush_output();

template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
  write_output(fmt::format(format, std::forward<Args>(args)...));
}

/// How wide text on a stream should be, in characters: as wide as the terminal, if that is known
/// and at least 40, elsewhere 80.
std::size_t text_width(std::FILE* stream);

/// Writes text for the person at the terminal to stderr.
void write_message(std::string_view text);

/// One line "who: what" on stderr, at a terminal as many as it takes.
void complain(std::string_view who, std::string_view what);

/// The same when a command ends with it; the exit status.
int refuse(std::string_view who, std::string_view what, int status);
int refuse(std::string_view who, const Error<ExitStatus>& fault);
int refuse(std::string_view who, const FileFault& fault);

/// Says what a command has to say beside the file it writes, if any: on stdout, but on stderr where
/// stdout is that file, so that whoever reads the file gets nothing else.
void write_beside(const OutputFile* file, std::string_view text);

/// Says so if the system gives fewer threads than wanted. The command goes on with them.
void tell_fewer_threads(std::string_view who, unsigned given, unsigned wanted);

/// Whether the stream is a terminal that the person has not asked to keep plain.
bool shows_colors(std::FILE* stream);

/// The text, bold if the stream shows colours.
std::string bold(std::string_view text, std::FILE* stream);

}  // namespace lucena
