// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "base/result.h"
#include "server/http.h"

namespace lucena {

enum class ServerError { CannotListen };
using ServerFault = Error<ServerError>;

/// Speaks HTTP with whoever connects, and has a handler answer. Nobody can keep it from serving
/// others:
///
///   - a request must arrive within seconds as a whole, not byte by byte, and be of moderate size;
///   - an answer must be taken within seconds;
///   - where connections wait because all threads are taken, idle ones end at once, and slow ones
///     after a second;
///   - it answers to addresses and names of this machine alone (the Host header), so that no page
///   of
///     somebody else can reach it by a name that suddenly means this machine.
class HttpServer {
 public:
  struct Options {
    std::string address = "127.0.0.1";
    int port = 9000;  // 0: any that is free
  };

  static Result<std::unique_ptr<HttpServer>, ServerFault> listen(const Options& options,
                                                                 HttpHandler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const;
  /// Serves until the flag is raised; then finishes the answers that are being given, and ends
  /// streams of events.
  void serve(const std::atomic<bool>& stopped);

 private:
  class Implementation;
  explicit HttpServer(std::unique_ptr<Implementation> implementation);

  std::unique_ptr<Implementation> implementation_;
};

/// Whether a Host header names this machine: any address, localhost, or its own name, with or
/// without a port.
bool names_this_machine(std::string_view host);

}  // namespace lucena
