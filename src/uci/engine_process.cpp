// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/engine_process.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/move_text.h"

namespace lucena {
namespace {

using namespace std::chrono_literals;

/// As poll() counts.
using PollTime = std::chrono::duration<int, std::milli>;

/// How often somebody who waits looks whether anybody still wants to know.
constexpr auto kGlance = 50ms;
/// No sensible line is longer; a principal variation of 1,000 plies has 5,000 bytes.
constexpr std::size_t kLongestReply = std::size_t{1} << 16;
/// Before an answer. An analysis of 200 lines to depth 100 has 20,000.
constexpr std::size_t kMostLines = 100'000;
/// Engines with many options have a hundred, with names of a few words.
constexpr std::size_t kMostOptions = 1'000, kLongestOptionName = 200;

/// For a message, on one line and not too long.
std::string quoted(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return printable(text);
}

/// The three pipes of a program; those ends that nobody has taken are closed. Standard input,
/// output and error by number; of each pair of ends the first is for reading:
///
///     ends[0]   we write [1]          the program reads [0]
///     ends[1]   we read [0]           the program writes [1]
///     ends[2]   we read [0]           the program writes [1]
struct Pipes {
  std::array<std::array<int, 2>, 3> ends{{{-1, -1}, {-1, -1}, {-1, -1}}};

  bool open() {
    return std::all_of(ends.begin(), ends.end(),
                       [](auto& pipe) { return pipe2(pipe.data(), O_CLOEXEC) == 0; });
  }
  int take(std::size_t pipe, std::size_t end) { return std::exchange(ends[pipe][end], -1); }
  ~Pipes() {
    for (const auto& pipe : ends) {
      for (const int end : pipe) {
        if (end != -1) close(end);
      }
    }
  }
};

/// In a process group of its own, with signals as a shell leaves them, and with one more variable
/// in its environment. The error number, 0 if all
/// is well. SIGPIPE, SIGINT and the others may be ignored in our process, and would stay so in the
/// program.
int spawn_program(std::vector<std::string>& words, const std::array<int, 3>& streams,
                  std::string variable, pid_t& id) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  int descriptor = 0;
  for (const int stream : streams) {
    posix_spawn_file_actions_adddup2(&actions, stream, descriptor++);
  }
  // Our files are none of its business.
  posix_spawn_file_actions_addclosefrom_np(&actions, descriptor);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults, none;
  sigemptyset(&none);
  sigemptyset(&defaults);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGXFSZ}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::vector<char*> environment{variable.data()};
  for (char** inherited = environ; *inherited != nullptr; ++inherited) {
    environment.push_back(*inherited);
  }
  environment.push_back(nullptr);
  const auto attempt = [&](const std::string& file) {
    return posix_spawnp(&id, file.c_str(), &actions, &attributes, pointers.data(),
                        environment.data());
  };
  int reason = attempt(words.front());
  // Debian keeps engines where not everybody's PATH looks.
  if (reason == ENOENT && words.front().find('/') == std::string::npos &&
      attempt("/usr/games/" + words.front()) == 0) {
    reason = 0;
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return reason;
}

/// How a program that we have started ended; si_pid is 0 as long as it runs. Its number stays its
/// own, so that it can still be killed by it. Nothing if there is no such program.
std::optional<siginfo_t> end_of_program(pid_t id) {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOHANG | WNOWAIT) == -1) return {};
  return info;
}

/// "option name Skill Level type spin ..." is called "Skill Level".
std::string option_name(std::string_view line) {
  const std::size_t begin = line.find(" name "), end = line.find(" type ");
  if (begin == std::string_view::npos) return {};
  return std::string(trim(line.substr(begin + 6, end - begin - 6)));
}

}  // namespace

/// The whole game and not only its last position, so that the engine sees repetitions.
namespace {

/// For whoever names a program that is not there; a name with a folder can only be mistyped.
std::string what_to_do(const std::string& program, int reason) {
  if (reason != ENOENT || program.find('/') != std::string::npos) return {};
  return fmt::format(
      "; if it is not installed, 'sudo apt install {}' may bring it on Debian, and "
      "if it is not in PATH, give its folder, too",
      program);
}

}  // namespace

std::string position_text(const Position& start, const std::vector<Move>& moves) {
  std::string text =
      start == Position::initial() ? "position startpos" : "position fen " + to_fen(start);
  if (!moves.empty()) text += " moves";
  for (const Move move : moves) text += ' ' + to_uci(move);
  return text;
}

Result<std::unique_ptr<EngineProcess>, EngineFault> EngineProcess::start(
    const EngineCommand& command, const std::atomic<bool>& stopped,
    const EnginePatience& patience) {
  std::unique_ptr<EngineProcess> engine(new EngineProcess(stopped, patience));
  engine->name_ = command.display_name();
  if (auto fault = engine->spawn(command.words)) return std::move(*fault);
  if (auto fault = engine->greet(command)) {
    const bool says_it = fault->code == EngineError::Ended || fault->code == EngineError::Silent ||
                         fault->code == EngineError::Flood;
    if (says_it) fault->message = fmt::format("{}: {}", engine->name_, fault->message);
    return std::move(*fault);
  }
  return engine;
}

/// Our ends do not block: whatever the program does, a read or write returns at once.
std::optional<EngineFault> EngineProcess::spawn(std::vector<std::string> words) {
  Pipes pipes;
  const auto fault = [&](int reason) {
    return EngineFault{EngineError::NotStarted,
                       fmt::format("'{}' cannot be started: {}{}", quoted(words),
                                   std::strerror(reason), what_to_do(words.front(), reason))};
  };
  if (!pipes.open()) return fault(errno);
  const int reason = spawn_program(words, {pipes.ends[0][0], pipes.ends[1][1], pipes.ends[2][1]},
                                   mark_.variable(), id_);
  if (reason != 0) {
    id_ = -1;
    return fault(reason);
  }
  input_ = pipes.take(0, 1);
  output_ = pipes.take(1, 0);
  errors_ = pipes.take(2, 0);
  for (const int descriptor : {input_, output_, errors_}) {
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  }
  return {};
}

/// Politely first. To kill a group that has gone does nothing.
EngineProcess::~EngineProcess() {
  if (id_ != -1) {
    if (input_ != -1) {
      // No waiting: a program that does not read is about to be killed anyway.
      constexpr std::string_view kFarewell = "stop\nquit\n";
      [[maybe_unused]] const ssize_t ignored = write(input_, kFarewell.data(), kFarewell.size());
    }
    if (input_ != -1) close(std::exchange(input_, -1));
    ends_within(patience_.quit);
    // What the program has started belongs to its group. As long as nobody has waited for the
    // program, no other can have its number.
    kill(-id_, SIGKILL);
    while (waitpid(id_, nullptr, 0) == -1 && errno == EINTR) {
    }
    mark_.kill_all();
  }
  for (const int descriptor : {input_, output_, errors_}) {
    if (descriptor != -1) close(descriptor);
  }
}

/// Looks every two milliseconds; with 0 ms just once.
bool EngineProcess::ends_within(std::chrono::milliseconds time) const {
  const Clock::time_point deadline = Clock::now() + time;
  while (true) {
    const auto end = end_of_program(id_);
    if (!end || end->si_pid != 0) return true;
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(2ms);
  }
}

std::optional<EngineFault> EngineProcess::greet(const EngineCommand& command) {
  const Clock::time_point deadline = Clock::now() + patience_.greeting;
  if (auto fault = send("uci")) return fault;
  if (auto fault = read_options(deadline)) {
    if (fault->code != EngineError::Silent) return fault;
    return EngineFault{EngineError::NotUci,
                       fmt::format("{} does not answer 'uci' with 'uciok' within {:%Q} s", name_,
                                   std::chrono::duration<double>(patience_.greeting))};
  }
  if (auto fault = set_options(command)) return fault;
  return wait_until_ready();
}

/// A name that nobody could have typed is not kept.
std::optional<EngineFault> EngineProcess::read_options(Clock::time_point deadline) {
  while (true) {
    const auto line = receive(deadline);
    if (!line) return line.error();
    if (*line == "uciok") return {};
    if (!line->starts_with("option ")) continue;
    std::string option = option_name(*line);
    if (option.size() <= kLongestOptionName) option_names_.push_back(std::move(option));
    if (option_names_.size() > kMostOptions) {
      return EngineFault{EngineError::Flood, fmt::format("it lists more than {} options",
                                                         with_thousands(kMostOptions))};
    }
  }
}

/// Options are checked against the names that the engine has listed, since most engines ignore a
/// name that they do not know, and nobody would notice.
std::optional<EngineFault> EngineProcess::set_options(const EngineCommand& command) {
  for (const auto& [option, value] : command.options) {
    const bool known = std::any_of(
        option_names_.begin(), option_names_.end(),
        [&wanted = option](const auto& name) { return equal_without_case(name, wanted); });
    if (!known) {
      const auto meant = closest_match(option, option_names_);
      return EngineFault{
          EngineError::NotUci,
          fmt::format("{} has no option '{}'{}", name_, printable(option),
                      meant ? fmt::format("; did you mean '{}'?", printable(*meant)) : "")};
    }
    const std::string words = value.empty() ? "" : " value " + value;
    if (auto fault = send(fmt::format("setoption name {}{}", option, words))) return fault;
  }
  return {};
}

/// A "readyok" also means that everything sent before has been read.
std::optional<EngineFault> EngineProcess::wait_until_ready() {
  if (auto fault = send("isready")) return fault;
  auto line = await("readyok", Clock::now() + patience_.ready, nullptr);
  if (line) return {};
  EngineFault fault = line.error();
  if (fault.code == EngineError::Silent) {
    fault.message = fmt::format("it does not answer 'isready' within {:%Q} s",
                                std::chrono::duration<double>(patience_.ready));
  }
  return fault;
}

std::optional<EngineFault> EngineProcess::new_game() {
  if (auto fault = send("ucinewgame")) return fault;
  return wait_until_ready();
}

/// After the limit comes "stop" and two more seconds: an engine that answers then was late and can
/// play on, one that does not is silent.
Result<EngineReport, EngineFault> EngineProcess::think(std::string_view position,
                                                       std::string_view go, double limit_seconds) {
  EngineReport report;
  if (auto fault = send(position)) return std::move(*fault);
  if (auto fault = send(go)) return std::move(*fault);
  const Clock::time_point begin = Clock::now();
  const auto limit = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(std::max(0.0, limit_seconds)));
  auto line = await("bestmove", begin + limit, &report);
  report.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (!line && line.error().code == EngineError::Silent) {
    if (auto fault = send("stop")) return std::move(*fault);
    line = await("bestmove", Clock::now() + patience_.stop, nullptr);
    if (!line) return line.error();
    return EngineFault{EngineError::Late, fmt::format("no move within {:.2f} s", limit_seconds)};
  }
  if (!line) return line.error();
  const auto words = split_words(*line);
  if (words.size() > 1) report.best_move = words[1];
  return report;
}

/// A pipe that is full means that the program does not read; it gets as long as for a greeting.
std::optional<EngineFault> EngineProcess::send(std::string_view text) {
  const Clock::time_point deadline = Clock::now() + patience_.greeting;
  lines_ = 0;
  std::string line(text);
  line += '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    if (stopped_) return EngineFault{EngineError::Stopped, "stopped"};
    const ssize_t written = write(input_, rest.data(), rest.size());
    if (written > 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EPIPE) {
      return ended();
    } else if (errno == EAGAIN || errno == EINTR) {
      if (Clock::now() >= deadline) {
        return EngineFault{EngineError::Silent, "it reads nothing any more"};
      }
      pollfd waiting{input_, POLLOUT, 0};
      poll(&waiting, 1, PollTime(kGlance).count());
    } else {
      return EngineFault{EngineError::Ended, std::strerror(errno)};
    }
  }
  return {};
}

/// "info" lines on the way are read for the report, everything else is passed over.
Result<std::string, EngineFault> EngineProcess::await(std::string_view word,
                                                      Clock::time_point deadline,
                                                      EngineReport* report) {
  while (true) {
    auto line = receive(deadline);
    if (!line) return line;
    const std::string_view first = std::string_view(*line).substr(0, line->find(' '));
    if (first == word) return line;
    if (first == "info" && report != nullptr) read_info(*line, *report);
  }
}

/// What has come without a line feed so far stays. What has been handed out is thrown away once all
/// lines have been: to move the rest after every line would take a time that grows with its square.
std::optional<std::string> EngineProcess::take_line() {
  const std::size_t end = received_.find('\n', taken_);
  if (end == std::string::npos) {
    received_.erase(0, std::exchange(taken_, 0));
    return {};
  }
  std::string line(trim(std::string_view(received_).substr(taken_, end - taken_)));
  taken_ = end + 1;
  return line;
}

/// Until there is nothing more to read, or more than any line may have.
bool EngineProcess::fill(int descriptor, std::string& buffer) {
  std::array<char, 4096> chunk;
  while (true) {
    const ssize_t size = read(descriptor, chunk.data(), chunk.size());
    if (size > 0) {
      buffer.append(chunk.data(), static_cast<std::size_t>(size));
      if (buffer.size() > kLongestReply) return true;
    } else if (size == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

/// What has come before the deadline is still handed out. That is never more than a few lines'
/// worth, so that an engine which writes without end does not put off its deadline.
Result<std::string, EngineFault> EngineProcess::receive(Clock::time_point deadline) {
  while (true) {
    auto line = take_line();
    const std::size_t length = line ? line->size() : received_.size();
    if (length > kLongestReply) {
      return EngineFault{EngineError::Flood, fmt::format("it writes a line of more than {} bytes",
                                                         with_thousands(kLongestReply))};
    }
    if (line && ++lines_ > kMostLines) {
      return EngineFault{
          EngineError::Flood,
          fmt::format("it writes more than {} lines and no answer", with_thousands(kMostLines))};
    }
    if (line) return std::move(*line);
    if (auto fault = wait_for_more(deadline)) return std::move(*fault);
  }
}

/// A wait is never longer than a glance (50 ms), so that `stopped` is seen soon. Its errors are
/// read too, even if nobody wants them: a program whose pipe is full would hang.
std::optional<EngineFault> EngineProcess::wait_for_more(Clock::time_point deadline) {
  if (stopped_) return EngineFault{EngineError::Stopped, "stopped"};
  const Clock::duration left = deadline - Clock::now();
  if (left <= Clock::duration::zero()) {
    return EngineFault{EngineError::Silent, "it does not answer"};
  }
  std::array<pollfd, 2> streams{{{output_, POLLIN, 0}, {errors_, POLLIN, 0}}};
  const auto wait = std::chrono::ceil<PollTime>(std::min<Clock::duration>(left, kGlance));
  bool is_open = true;
  if (poll(streams.data(), streams.size(), wait.count()) <= 0) {
    // What a program has started can keep its output open when it is gone.
    if (!ends_within(0ms)) return {};
    fill(output_, received_);
    is_open = false;
  }
  if (streams[1].revents != 0) {
    const bool open = fill(errors_, complaints_);
    if (!open) close(std::exchange(errors_, -1));  // poll passes over -1
    if (complaints_.size() > kLongestReply) complaints_.erase(0, complaints_.size() / 2);
  }
  if (streams[0].revents != 0) is_open = fill(output_, received_);
  if (!is_open && received_.find('\n') == std::string::npos) return ended();
  return {};
}

/// The reason, with the last thing that the program had to say about it.
EngineFault EngineProcess::ended() {
  ends_within(patience_.quit);
  const siginfo_t info = end_of_program(id_).value_or(siginfo_t{});
  std::string what = "it closed its output";
  if (info.si_pid != 0 && info.si_code == CLD_EXITED) {
    what = fmt::format("it ended with status {}", info.si_status);
  } else if (info.si_pid != 0) {
    what = fmt::format("it was ended by signal {} ({})", info.si_status, strsignal(info.si_status));
  }
  if (errors_ != -1) fill(errors_, complaints_);
  const std::string_view said = trim(complaints_);
  if (!said.empty()) {
    const std::size_t last = said.find_last_of('\n');
    const auto line = said.substr(last == std::string_view::npos ? 0 : last + 1);
    what += fmt::format(": '{}'", printable(line));
  }
  return EngineFault{EngineError::Ended, what};
}

}  // namespace lucena
