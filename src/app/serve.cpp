// SPDX-License-Identifier: GPL-3.0-or-later
#include <spawn.h>
#include <sys/random.h>
#include <unistd.h>

#include <memory>

#include "app/commands.h"
#include "app/interrupt.h"
#include "app/oracle_setup.h"
#include "app/output.h"
#include "base/text.h"
#include "server/api.h"
#include "server/http_server.h"
#include "server/page_files.h"

namespace lucena {
namespace {

constexpr std::string_view kServeCommand = "lucena serve";

struct ServeOptions {
  OracleArguments oracle;
  unsigned port = 9000;
  std::string address = "127.0.0.1";
  bool open = false;
};

/// 128 random bits as text. Nobody can guess it, so that only a page that this program has sent
/// knows it.
std::optional<std::string> make_token() {
  std::array<unsigned char, 16> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return {};
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

/// Where the build puts the page: beside the folder of the program.
std::filesystem::path page_folder() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "web";
}

/// The address for a browser; who listens everywhere is here, too.
std::string address_text(const std::string& address, int port) {
  const bool everywhere = address == "0.0.0.0" || address == "::";
  const bool six = address.find(':') != std::string::npos;
  const std::string host = everywhere ? "localhost" : six ? "[" + address + "]" : address;
  return fmt::format("http://{}:{}/", host, port);
}

/// Shows an address in the browser that the system would choose. That fails where there is none,
/// which is no reason to stop.
void open_in_browser(std::string address) {
  std::string program = "xdg-open";
  char* const arguments[] = {program.data(), address.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0) {
    complain(kServeCommand,
             "xdg-open, which opens the browser, is missing: open the address there");
  }
}

/// The page if it has been built, or none.
Result<PageFiles, FileFault> page_files(const std::string& token) {
  auto files = PageFiles::read(page_folder(), token);
  if (files || files.error().code != FileError::Missing) return files;
  complain(kServeCommand,
           "the web page has not been built; the API is there without it, see /api/openapi.json");
  return PageFiles();
}

bool is_this_machine(std::string_view address) {
  return address == "localhost" || address == "::1" || address.starts_with("127.");
}

int serve(const ServeOptions& options, const Oracle::Options& means) {
  const auto token = make_token();
  if (!token) return refuse(kServeCommand, "the system has no random numbers", kFailure);
  const auto pages = page_files(*token);
  if (!pages) return refuse(kServeCommand, pages.error());
  const InterruptGuard guard;
  Oracle oracle(means);
  // Who presses a button on this machine has been told the cost; others must not keep it busy.
  if (options.oracle.solve || is_this_machine(options.address)) {
    oracle.ask_before_long_work([](const Material&, const Forecast&) { return true; });
  }
  SolveDesk desk(oracle, means.threads);
  const ApiParts parts{oracle, desk, *token};
  const auto answer = [&](const HttpRequest& request) {
    if (request.method == "GET") {
      if (auto page = pages->find(request.path)) return std::move(*page);
    }
    return answer_by_routes(parts, request);
  };
  const auto server = HttpServer::listen({options.address, static_cast<int>(options.port)}, answer);
  if (!server) return refuse(kServeCommand, server.error().message, kFailure);
  const std::string address = address_text(options.address, (*server)->port());
  print("Lucena is at {}, until Ctrl-C.\n", address);
  flush_output();
  if (options.open) open_in_browser(address);
  (*server)->serve(guard.interrupted());
  return kSuccess;  // Ctrl-C is how it ends
}

int run_serve(const ServeOptions& options) {
  const auto means = oracle_options(options.oracle);
  if (!means) return refuse(kServeCommand, means.error());
  tell_if_nowhere(kServeCommand, means->folder);
  return serve(options, *means);
}

}  // namespace

Command serve_command() {
  const auto declare = [](Arguments& arguments) -> Command::Action {
    auto options = std::make_shared<ServeOptions>();
    arguments.number("--port N", options->port, {0, 65535}, "where to listen; 0: where it is free");
    arguments.text("--listen ADDRESS", options->address,
                   "for whom: 127.0.0.1 is this machine alone, 0.0.0.0 is everybody");
    arguments.flag("--open", options->open, "opens the page in the browser");
    declare_oracle(arguments, options->oracle);
    return [options] { return run_serve(*options); };
  };
  return {
      "serve",
      "Shows everything in the browser, and answers other programs",
      {{"lucena serve --open", "Lucena opens its page in your browser"},
       {"lucena serve --port 8080", "another port than 9000 will do"}},
      declare,
      "Programs that speak to the tablebase of Lichess find the same at /standard. What is not\n"
      "solved is solved when the page asks for it, never because another program does.\n"};
}

}  // namespace lucena
