// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/connection.h"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <system_error>

namespace lucena {
namespace {

using std::chrono::milliseconds;

/// How long each may take. A person at a page sends a request in a millisecond; these are for slow
/// machines and bad networks. Where others wait for a thread, patience is shorter.
constexpr milliseconds kIdlePatience{15'000}, kRequestPatience{10'000}, kAnswerPatience{20'000};
constexpr milliseconds kCrowdedIdlePatience{0}, kCrowdedPatience{1'000};
constexpr milliseconds kDrainPatience{1'000};
/// How often a wait looks whether others have come meanwhile, or the end.
constexpr milliseconds kSlice{50};

/// The longest request: a game to review, and its headers.
constexpr std::size_t kRequestBytes = 512 * 1024;
/// What is thrown away behind a request that was refused.
constexpr std::size_t kDrainBytes = 8 * kRequestBytes;
/// Connections that are served at once, streams of events included.
constexpr std::size_t kMostThreads = 128;

using NameOf = int (*)(int, sockaddr*, socklen_t*);

void read_name(socket_t socket, NameOf name_of, std::string& ip, int& port) {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> service{};
  if (name_of(socket, generic, &length) != 0 ||
      getnameinfo(generic, length, host.data(), host.size(), service.data(), service.size(),
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return;
  }
  ip = host.data();
  port = std::stoi(service.data());
}

}  // namespace

bool TimedStream::wait_for(short events, Clock::time_point begin, milliseconds patience,
                           milliseconds patience_if_crowded) const {
  for (;;) {
    pollfd waiting{socket_, events, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(kSlice.count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
    const auto limit = mood_.crowded ? patience_if_crowded : patience;
    if (mood_.stopping || Clock::now() - begin >= limit) return false;
  }
}

/// What was sent behind the last request is in the buffer already.
bool TimedStream::wait_for_request() {
  const bool has_begun =
      begin_ < end_ || wait_for(POLLIN, Clock::now(), kIdlePatience, kCrowdedIdlePatience);
  request_begin_ = Clock::now();
  request_bytes_ = 0;
  return has_begun && !mood_.stopping;
}

/// Who has nothing more to send is taken for one who has gone: the two look alike from here.
bool TimedStream::is_given_up() const {
  pollfd end{socket_, POLLRDHUP, 0};
  return mood_.stopping || poll(&end, 1, 0) > 0;
}

void TimedStream::drain() {
  shutdown(socket_, SHUT_WR);
  const Clock::time_point begin = Clock::now();
  ssize_t got = 1;
  for (std::size_t bytes = 0; got > 0 && bytes < kDrainBytes;
       bytes += static_cast<std::size_t>(got)) {
    if (!wait_for(POLLIN, begin, kDrainPatience, milliseconds{0})) return;
    if (Clock::now() - begin >= kDrainPatience) return;
    got = std::max<ssize_t>(0, recv(socket_, buffer_.data(), buffer_.size(), 0));
  }
}

bool TimedStream::is_readable() const {
  return begin_ < end_ || wait_for(POLLIN, request_begin_, kRequestPatience, kCrowdedPatience);
}

bool TimedStream::is_writable() const {
  return wait_for(POLLOUT, Clock::now(), kAnswerPatience, kCrowdedPatience);
}

/// Who sends a byte now and then is ready all the time, so that the time is looked at here, too.
ssize_t TimedStream::read(char* bytes, size_t size) {
  if (begin_ == end_) {
    if (!is_readable() || Clock::now() - request_begin_ >= kRequestPatience) return -1;
    const ssize_t got = recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (got <= 0) return got;
    request_bytes_ += static_cast<std::size_t>(got);
    if (request_bytes_ > kRequestBytes) return -1;
    begin_ = 0;
    end_ = static_cast<std::size_t>(got);
  }
  const std::size_t count = std::min(size, end_ - begin_);
  std::copy_n(buffer_.data() + begin_, count, bytes);
  begin_ += count;
  return static_cast<ssize_t>(count);
}

/// All of it, or it counts for nothing: the library does not try again.
ssize_t TimedStream::write(const char* bytes, size_t size) {
  const Clock::time_point begin = Clock::now();
  std::size_t sent = 0;
  while (sent < size) {
    if (!wait_for(POLLOUT, begin, kAnswerPatience, kCrowdedPatience)) return -1;
    const ssize_t count = send(socket_, bytes + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno != EAGAIN && errno != EINTR) {
      return -1;
    }
    if (Clock::now() - begin >= kAnswerPatience) return -1;
  }
  return static_cast<ssize_t>(size);
}

void TimedStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  read_name(socket_, getpeername, ip, port);
}

void TimedStream::get_local_ip_and_port(std::string& ip, int& port) const {
  read_name(socket_, getsockname, ip, port);
}

/// Where the system has no more threads, those there are do it.
void ConnectionCrew::enqueue(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  bool has_thread = tasks_.size() <= idle_;
  if (!has_thread && threads_.size() < kMostThreads) {
    try {
      threads_.emplace_back([this] { work(); });
      has_thread = true;
    } catch (const std::system_error&) {
    }
  }
  if (!has_thread) mood_.crowded = true;
  changed_.notify_one();
}

void ConnectionCrew::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    changed_.wait(lock, [this] { return over_ || !tasks_.empty(); });
    --idle_;
    if (tasks_.empty()) return;
    const std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    if (tasks_.empty()) mood_.crowded = false;
    lock.unlock();
    task();
    lock.lock();
  }
}

void ConnectionCrew::shutdown() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

}  // namespace lucena
