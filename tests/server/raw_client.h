// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <string>

namespace lucena::test {

/// A connection that sends whatever it likes. Nothing waits for ever.
class RawClient {
 public:
  explicit RawClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~RawClient() { close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool is_connected() const { return connected_; }

  /// Whether the other side takes it all, waiting so long at most for each part.
  bool send(std::string_view text,
            std::chrono::milliseconds patience = std::chrono::seconds(30)) const {
    while (!text.empty()) {
      pollfd waiting{socket_, POLLOUT, 0};
      if (poll(&waiting, 1, static_cast<int>(patience.count())) <= 0) return false;
      const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  /// Nothing more will be sent.
  void end() const { shutdown(socket_, SHUT_WR); }

  /// All that comes until the text is in it, the other side closes, or that time has passed.
  std::string receive(std::string_view until = {},
                      std::chrono::milliseconds patience = std::chrono::seconds(60)) const {
    const auto limit = std::chrono::steady_clock::now() + patience;
    std::string text;
    while (std::chrono::steady_clock::now() < limit) {
      if (!until.empty() && text.find(until) != std::string::npos) break;
      pollfd waiting{socket_, POLLIN, 0};
      if (poll(&waiting, 1, 50) <= 0) continue;
      char bytes[4096];
      const ssize_t got = recv(socket_, bytes, sizeof bytes, 0);
      if (got <= 0) break;
      text.append(bytes, static_cast<std::size_t>(got));
    }
    return text;
  }

  /// Sends a request that asks for the connection to be closed, and returns the whole answer.
  std::string ask(std::string_view request) const {
    send(request);
    return receive();
  }

 private:
  const int socket_;
  bool connected_ = false;
};

/// "GET /path HTTP/1.1" with a host that is accepted.
inline std::string get_request(std::string_view path, std::string_view more = "") {
  return "GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" +
         std::string(more) + "\r\n";
}

/// The 200 of "HTTP/1.1 200 OK"; 0 if there is no answer.
inline int status_of(const std::string& answer) {
  return answer.starts_with("HTTP/1.1 ") ? std::atoi(answer.c_str() + 9) : 0;
}

}  // namespace lucena::test
