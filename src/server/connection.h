// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <httplib.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lucena {

/// What connections of one server have in common.
struct ServerMood {
  std::atomic<bool> stopping{false};
  std::atomic<bool> crowded{false};  // connections wait for a thread
};

/// The bytes of a connection, with limits of time and size for each request and its answer.
class TimedStream final : public httplib::Stream {
 public:
  using Clock = std::chrono::steady_clock;

  TimedStream(socket_t socket, const ServerMood& mood) : socket_(socket), mood_(mood) {}

  /// Waits until a request begins; whether one does.
  bool wait_for_request();

  /// Whether the other side has gone, or the server ends.
  bool is_given_up() const;

  /// Nothing more will be written. Takes what still comes for a moment, and throws it away: where
  /// something is left unread, the system takes the answer back from who has not read it yet.
  void drain();

  // What the library asks for. It reads byte by byte and takes -1 for the end.
  bool is_readable() const override;
  bool is_writable() const override;
  ssize_t read(char* bytes, size_t size) override;
  ssize_t write(const char* bytes, size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  /// Waits until the socket is ready (POLLIN, POLLOUT) or patience has an end.
  bool wait_for(short events, Clock::time_point begin, std::chrono::milliseconds patience,
                std::chrono::milliseconds patience_if_crowded) const;

  const socket_t socket_;
  const ServerMood& mood_;
  std::array<char, 4096> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // of what is unread in the buffer
  std::size_t request_bytes_ = 0;
  Clock::time_point request_begin_ = Clock::now();
};

/// A thread for each connection, as many as there may be; the rest waits in line. Threads come when
/// they are needed and stay.
class ConnectionCrew final : public httplib::TaskQueue {
 public:
  explicit ConnectionCrew(ServerMood& mood) : mood_(mood) {}

  void enqueue(std::function<void()> task) override;
  void shutdown() override;

 private:
  void work();

  ServerMood& mood_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool over_ = false;
};

}  // namespace lucena
