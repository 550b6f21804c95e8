// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <unistd.h>

#include <thread>

#include "base/text.h"
#include "server/connection.h"

namespace lucena {
namespace {

/// How many requests a connection may bring, one after the other.
constexpr unsigned kRequestsPerConnection = 10'000;
/// Longer paths lead nowhere. Queries may be longer: a FEN has some 90 characters, and three times
/// as many where everything is escaped.
constexpr std::size_t kLongestPath = 100;
constexpr std::size_t kLongestBody = 256 * 1024;
/// After so long without an event something is sent, so that a listener who has gone is noticed.
constexpr std::chrono::milliseconds kEventPatience{1'000};

bool is_address(const std::string& text) {
  std::array<unsigned char, 16> bytes;
  return inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
         inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

/// "[::1]:9000" and "localhost:9000" without the port and the brackets.
std::string host_alone(std::string_view host) {
  if (host.starts_with('[')) return std::string(host.substr(1, host.find(']') - 1));
  return std::string(host.substr(0, host.find(':')));
}

std::string own_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// What is refused before anybody reads a body; nothing if all is well. Bodies are plain: unpacking
/// one could fill the memory, and nobody here has a form.
std::optional<HttpResponse> refuse_early(const httplib::Request& request) {
  if (request.get_header_value_count("Host") > 1) return refusal(400, "there is one Host at most");
  if (!names_this_machine(request.get_header_value("Host"))) {
    return refusal(421, "this server answers to addresses and names of its own machine only");
  }
  if (request.path.size() > kLongestPath) return refusal(414, "the path is too long");
  if (request.has_header("Range")) return refusal(416, "parts of an answer are not available");
  const bool has_body = request.method == "POST" || request.method == "DELETE";
  if (!has_body && request.method != "GET" && request.method != "HEAD") {
    return refusal(405, "only GET, HEAD, POST and DELETE are understood");
  }
  if (request.has_header("Content-Encoding") || request.is_multipart_form_data()) {
    return refusal(415, "a body must be plain text or JSON");
  }
  return {};
}

/// A request and its answer, as the connection sees them.
class Exchange {
 public:
  explicit Exchange(const TimedStream& stream) : stream_(stream) {}

  /// The request leads here from now on: a member that the library has for clients alone carries
  /// the way, since requests know nothing of their connections.
  void attach_to(httplib::Request& request) { request.progress = Way{this}; }
  static Exchange& of(const httplib::Request& request) {
    return *request.progress.target<Way>()->exchange;
  }

  bool is_given_up() const { return stream_.is_given_up(); }
  /// All of the request was read, and understood.
  void note_complete() { is_complete_ = true; }
  bool is_complete() const { return is_complete_; }

 private:
  struct Way {
    Exchange* exchange;
    bool operator()(std::uint64_t, std::uint64_t) const { return true; }
  };

  const TimedStream& stream_;
  bool is_complete_ = false;
};

/// The names and values of "/api/search?ending=KPvK&condition=only-move=quiet". The first = of each
/// ends its name; the library would take the last.
std::vector<std::pair<std::string, std::string>> query_of(std::string_view target) {
  std::vector<std::pair<std::string, std::string>> query;
  const auto decoded = [](std::string_view text) {
    return httplib::detail::decode_url(std::string(text), true);
  };
  std::size_t begin = target.find('?');
  while (begin != std::string_view::npos) {
    const std::size_t end = target.find('&', begin + 1);
    const std::string_view part = target.substr(begin + 1, end - begin - 1);
    const std::size_t sign = part.find('=');
    const bool has_value = sign != std::string_view::npos;
    query.emplace_back(decoded(part.substr(0, sign)),
                       has_value ? decoded(part.substr(sign + 1)) : std::string());
    begin = end;
  }
  return query;
}

HttpRequest plain_request(const httplib::Request& request) {
  HttpRequest plain;
  plain.method = request.method == "HEAD" ? "GET" : request.method;
  plain.path = request.path;
  plain.query = query_of(request.target);
  plain.body = request.body;
  plain.token = request.get_header_value("X-Lucena-Token");
  plain.is_given_up = [&exchange = Exchange::of(request)] { return exchange.is_given_up(); };
  return plain;
}

/// Pages load nothing from elsewhere, are shown in no other page, and tell nobody where they were.
const httplib::Headers kSafeHeaders{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
     "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
};

void send_events(std::shared_ptr<EventStream> events, const ServerMood& mood,
                 httplib::Response& response) {
  response.set_chunked_content_provider(
      "text/event-stream",
      [events = std::move(events), &mood](std::size_t, httplib::DataSink& sink) {
        if (mood.stopping) return false;
        const auto event = events->next(kEventPatience);
        if (!event) {
          sink.done();
          return true;
        }
        const std::string text = event->empty() ? ":\n\n" : *event;
        return sink.write(text.data(), text.size());
      });
}

/// The library would compress every answer anew as tightly as it can, which takes a fifth of a
/// second for the page's script and is of no use on one's own machine.
void refuse_compression(httplib::Request& request) {
  request.headers.erase("Accept-Encoding");
}

void put(HttpResponse answer, const ServerMood& mood, httplib::Response& response) {
  response.status = answer.status;
  for (const auto& [name, value] : answer.headers) response.set_header(name, value);
  if (answer.events) {
    send_events(std::move(answer.events), mood, response);
  } else {
    response.set_content(std::move(answer.body), answer.type);
  }
}

}  // namespace

bool names_this_machine(std::string_view host) {
  const std::string name = lower_case(host_alone(host));
  return is_address(name) || name == "localhost" || name.ends_with(".localhost") ||
         (!name.empty() && name == lower_case(own_name()));
}

class HttpServer::Implementation final : public httplib::Server {
 public:
  explicit Implementation(HttpHandler handler) : handler_(std::move(handler)) {
    new_task_queue = [this] { return new ConnectionCrew(mood_); };
    set_payload_max_length(kLongestBody);
    set_tcp_nodelay(true);
    set_default_headers(kSafeHeaders);
    // The library would share the port with another server, and each would get half of the
    // requests.
    set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    // All but bodies is here at this point. The library's own search for a handler is by regular
    // expressions, which only what has a body needs.
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      if (auto refused = refuse_early(request)) {
        put(std::move(*refused), mood_, response);
      } else if (request.has_header("Content-Length") || request.has_header("Transfer-Encoding")) {
        return HandlerResponse::Unhandled;
      } else {
        answer(request, response);
      }
      return HandlerResponse::Handled;
    });
    const auto handle = [this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
    };
    Get("/.*", handle);
    Post("/.*", handle);
    Delete("/.*", handle);
    set_exception_handler([](const auto&, httplib::Response& response, std::exception_ptr) {
      response.status = 500;
      response.set_content("something went wrong here\n", "text/plain");
    });
  }

  /// The library lets five connections wait, after which the system drops them for a second.
  void allow_many_to_wait() { ::listen(svr_sock_, SOMAXCONN); }

  void end() {
    mood_.stopping = true;
    stop();
  }

 private:
  void answer(const httplib::Request& request, httplib::Response& response) {
    Exchange::of(request).note_complete();
    put(handler_(plain_request(request)), mood_, response);
  }

  /// The library's own has limits for each read and write, but none for a request as a whole.
  bool process_and_close_socket(socket_t socket) override {
    TimedStream stream(socket, mood_);
    bool well = true, closed = false;
    for (unsigned left = kRequestsPerConnection; left > 0 && well && !closed; --left) {
      if (!stream.wait_for_request()) break;
      Exchange exchange(stream);
      well = process_request(stream, left == 1, closed, [&](httplib::Request& request) {
        refuse_compression(request);
        exchange.attach_to(request);
      });
      // Whatever follows a request that was not read to its end is no request.
      if (exchange.is_complete()) continue;
      stream.drain();
      break;
    }
    shutdown(socket, SHUT_RDWR);
    close(socket);
    return well;
  }

  const HttpHandler handler_;
  ServerMood mood_;

 public:
  int port = 0;
};

HttpServer::HttpServer(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}

HttpServer::~HttpServer() = default;

int HttpServer::port() const {
  return implementation_->port;
}

Result<std::unique_ptr<HttpServer>, ServerFault> HttpServer::listen(const Options& options,
                                                                    HttpHandler handler) {
  auto implementation = std::make_unique<Implementation>(std::move(handler));
  implementation->port = options.port;
  if (options.port == 0) {
    implementation->port = implementation->bind_to_any_port(options.address);
  } else if (!implementation->bind_to_port(options.address, options.port)) {
    implementation->port = -1;
  }
  if (implementation->port <= 0) {
    return ServerFault{
        ServerError::CannotListen,
        fmt::format("cannot listen at {} port {}: another program may be there already, or the "
                    "address is not this machine's",
                    options.address, options.port)};
  }
  implementation->allow_many_to_wait();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(implementation)));
}

void HttpServer::serve(const std::atomic<bool>& stopped) {
  constexpr std::chrono::milliseconds kGlance{20};
  std::atomic<bool> over{false};
  std::jthread listener([&] {
    implementation_->listen_after_bind();
    over = true;
  });
  // The library does not hear an end that comes before the beginning.
  while (!over && !(stopped && implementation_->is_running())) std::this_thread::sleep_for(kGlance);
  implementation_->end();
}

}  // namespace lucena
