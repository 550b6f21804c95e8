// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lucena {

/// What somebody asks for, decoded. The server has already checked whom it is addressed to, and how
/// large it is.
struct HttpRequest {
  std::string method = "GET";
  std::string path;
  std::vector<std::pair<std::string, std::string>> query{};
  std::string body{};
  std::string token{};  // what the header X-Lucena-Token says
  /// Whether nobody waits for the answer any more. Work that takes seconds asks now and then.
  std::function<bool()> is_given_up = [] { return false; };

  /// The first value of that name; nothing if there is none.
  std::optional<std::string> value(std::string_view name) const {
    for (const auto& [key, text] : query) {
      if (key == name) return text;
    }
    return {};
  }
};

/// Events as they come, for whoever listens.
class EventStream {
 public:
  virtual ~EventStream() = default;
  /// Waits for the next event, that long at most; empty if none came. Nothing when it is over.
  virtual std::optional<std::string> next(std::chrono::milliseconds patience) = 0;
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
  std::vector<std::pair<std::string, std::string>> headers{};
  /// Sent piece by piece behind the body, as text/event-stream.
  std::shared_ptr<EventStream> events{};
};

/// Whoever answers requests; called by many threads at once.
using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

/// A reason as plain text.
inline HttpResponse refusal(int status, std::string_view why) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = std::string(why) + "\n"};
}

}  // namespace lucena
