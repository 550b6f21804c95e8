// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/http_server.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "server/raw_client.h"

namespace lucena {
namespace {

using test::get_request;
using test::RawClient;
using test::status_of;
using namespace std::chrono_literals;

/// What a server with all its threads may need more than one without any; a sanitizer needs its own
/// share.
#if defined(__SANITIZE_THREAD__)  // which keeps several bytes of its own about each byte
constexpr std::size_t kMostGrowth = 800 << 20;
#else
constexpr std::size_t kMostGrowth = 200 << 20;
#endif

/// What this program has in memory.
std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t all_pages = 0, resident_pages = 0;
  file >> all_pages >> resident_pages;
  return resident_pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Three events, then the end.
class ThreeEvents final : public EventStream {
 public:
  std::optional<std::string> next(std::chrono::milliseconds) override {
    if (++count_ > 3) return {};
    return "data: " + std::to_string(count_) + "\n\n";
  }

 private:
  int count_ = 0;
};

/// A server that tells what it was asked, on a port of its own.
class Server : public testing::Test {
 protected:
  Server() {
    auto server = HttpServer::listen({.port = 0}, [](const HttpRequest& request) {
      HttpResponse response{.type = "text/plain"};
      response.body = request.method + " " + request.path;
      for (const auto& [name, value] : request.query) response.body += " " + name + "=" + value;
      if (!request.body.empty()) response.body += " " + std::to_string(request.body.size());
      if (request.path == "/events") response.events = std::make_shared<ThreeEvents>();
      if (request.path == "/large") response.body = std::string(64 << 20, 'x');
      if (request.path == "/throws") throw std::runtime_error("for a test");
      return response;
    });
    EXPECT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
    thread_ = std::thread([this] { server_->serve(stopped_); });
  }
  ~Server() override {
    const auto begin = std::chrono::steady_clock::now();
    stopped_ = true;
    thread_.join();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s) << "the end must not wait for anybody";
  }

  int port() const { return server_->port(); }
  std::string ask(std::string_view request) const { return RawClient(port()).ask(request); }
  void expect_alive() const { EXPECT_EQ(status_of(ask(get_request("/alive"))), 200); }

  std::unique_ptr<HttpServer> server_;
  std::atomic<bool> stopped_{false};
  std::thread thread_;
};

TEST_F(Server, Answers) {
  const std::string answer = ask(get_request("/path?a=b%20c&d=1+2"));
  EXPECT_EQ(status_of(answer), 200);
  EXPECT_TRUE(answer.ends_with("GET /path a=b c d=1 2")) << answer;
  EXPECT_NE(answer.find("Content-Security-Policy: default-src 'none'"), std::string::npos);
  EXPECT_TRUE(ask(get_request("/p?c=only-move=quiet&&e&=f&g=%3D%26&c=2"))
                  .ends_with("GET /p c=only-move=quiet = e= =f g==& c=2"));
}

TEST_F(Server, TakesBodies) {
  const std::string head = "POST /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
  EXPECT_TRUE(ask(head + "Content-Length: 5\r\n\r\nhello").ends_with("POST /x 5"));
  EXPECT_TRUE(ask(head + "\r\n").ends_with("POST /x")) << "curl -X POST sends no length";
}

TEST_F(Server, AnswersManyRequestsOfAConnection) {
  const RawClient client(port());
  for (int i = 0; i < 20; ++i) {
    client.send("GET /" + std::to_string(i) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const std::string end = "GET /" + std::to_string(i);
    EXPECT_TRUE(client.receive(end).ends_with(end));
  }
  // Two at once.
  client.send(
      "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(client.receive("GET /b").ends_with("GET /b"));
}

TEST_F(Server, AnswersToNamesOfItsOwnMachineOnly) {
  for (const char* host : {"localhost", "LOCALHOST:9000", "127.0.0.1", "127.0.0.1:80", "[::1]:9000",
                           "192.168.1.7", "lucena.localhost"}) {
    EXPECT_TRUE(names_this_machine(host)) << host;
  }
  for (const char* host : {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                           "evil.example:9000", "[evil]"}) {
    EXPECT_FALSE(names_this_machine(host)) << host;
  }
  EXPECT_EQ(status_of(ask("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")),
            421);
  EXPECT_EQ(status_of(ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")), 421);
  EXPECT_EQ(status_of(ask(get_request("/", "Host: evil.example\r\n"))), 400) << "two of them";
}

TEST_F(Server, SendsEvents) {
  const std::string answer = ask(get_request("/events"));
  EXPECT_NE(answer.find("Content-Type: text/event-stream"), std::string::npos) << answer;
  for (const char* event : {"data: 1\n\n", "data: 2\n\n", "data: 3\n\n"}) {
    EXPECT_NE(answer.find(event), std::string::npos) << answer;
  }
}

TEST_F(Server, SurvivesAHandlerThatThrows) {
  EXPECT_EQ(status_of(ask(get_request("/throws"))), 500);
  expect_alive();
}

TEST_F(Server, ListensAloneAtItsPort) {
  const auto another = HttpServer::listen({.port = port()}, {});
  EXPECT_FALSE(another);
  EXPECT_FALSE(HttpServer::listen({.address = "no address"}, {}));
}

/// Ctrl-C may come before anything else.
TEST(ServerEnd, MayComeBeforeTheBeginning) {
  const std::atomic<bool> stopped{true};
  for (int i = 0; i < 20; ++i) {
    const auto server = HttpServer::listen({.port = 0}, {});
    ASSERT_TRUE(server);
    (*server)->serve(stopped);
  }
}

// What nobody should send.

TEST_F(Server, RefusesWhatItDoesNotUnderstand) {
  const std::string host = "Host: localhost\r\nConnection: close\r\n";
  EXPECT_EQ(status_of(ask("PUT / HTTP/1.1\r\n" + host + "Content-Length: 0\r\n\r\n")), 405);
  EXPECT_EQ(status_of(ask("POST / HTTP/1.1\r\n" + host +
                          "Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx")),
            415);
  EXPECT_EQ(status_of(ask(get_request("/", "Range: bytes=0-,0-,0-\r\n"))), 416);
  EXPECT_EQ(status_of(ask(get_request("/" + std::string(2000, 'x')))), 414);
  expect_alive();
}

TEST_F(Server, EndsWhatIsMalformed) {
  const std::vector<std::string> texts{
      "\r\n\r\n",
      "GET\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "GET / HTTP/1.1\r\nno colon here\r\n\r\n",
      "\x16\x03\x01\x02",
      std::string(3000, '\0'),
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=" + std::string(7000, '1') + "\r\n\r\n",
  };
  for (const std::string& text : texts) {
    const RawClient client(port());
    client.send(text);
    client.end();
    EXPECT_NE(status_of(client.receive()), 200) << text;
  }
  expect_alive();
}

TEST_F(Server, LimitsSizes) {
  // A line, a head and a body without an end.
  for (const std::string& begin :
       {std::string("GET /"), std::string("GET / HTTP/1.1\r\n"),
        std::string("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000\r\n\r\n")}) {
    const RawClient client(port());
    client.send(begin);
    bool taken = true;
    for (int i = 0; taken && i < 64; ++i) {
      taken = client.send("X-" + std::to_string(i) + ": " + std::string(30'000, 'x') + "\r\n");
    }
    client.end();
    EXPECT_NE(status_of(client.receive("\r\n")), 200) << begin;
  }
  expect_alive();
}

/// Bytes that come one by one keep a thread busy, but not for long, and not all of them.
TEST_F(Server, IsNotBlockedBySlowClients) {
  constexpr int kSlow = 200;  // more than there are threads
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int i = 0; i < kSlow; ++i) {
    slow.push_back(std::make_unique<RawClient>(port()));
    ASSERT_TRUE(slow.back()->is_connected());
    slow.back()->send("GET / HTTP/1.1\r\nX-Slow: ");
  }
  const auto begin = std::chrono::steady_clock::now();
  expect_alive();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
}

TEST_F(Server, IsNotBlockedByConnectionsThatSayNothing) {
  std::vector<std::unique_ptr<RawClient>> silent;
  for (int i = 0; i < 300; ++i) silent.push_back(std::make_unique<RawClient>(port()));
  expect_alive();
}

/// Who asks and does not read the answer.
TEST_F(Server, IsNotBlockedByThoseWhoDoNotRead) {
  std::vector<std::unique_ptr<RawClient>> deaf;
  for (int i = 0; i < 8; ++i) {
    deaf.push_back(std::make_unique<RawClient>(port()));
    deaf.back()->send(get_request("/large"));
  }
  expect_alive();
}

/// What follows a request that was not understood, or whose body was not read, is no request of
/// its own: whoever could make somebody's browser send it would speak in his name.
TEST_F(Server, TakesNoRequestFromTheMiddleOfAnother) {
  const std::string hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string length = "Content-Length: " + std::to_string(hidden.size()) + "\r\n\r\n";
  for (const std::string& begin :
       {std::string("NONSENSE\r\n\r\n"), std::string("GET /\1 HTTP/1.1\r\nno colon\r\n\r\n"),
        "GET /" + std::string(9'000, 'x') + " HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: evil.example\r\n" + length,
        "PUT / HTTP/1.1\r\nHost: localhost\r\n" + length,
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\n" + length,
        std::string("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                    "not a number\r\n")}) {
    const RawClient client(port());
    client.send(begin + hidden);
    client.end();
    const std::string answer = client.receive();
    EXPECT_GE(status_of(answer), 400) << begin;
    EXPECT_EQ(answer.find("/hidden"), std::string::npos) << begin << answer;
  }
  expect_alive();
}

/// The refusal of what is too large reaches who is still sending.
TEST_F(Server, TellsWhySomethingIsTooLarge) {
  const RawClient client(port());
  client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000\r\n\r\n" +
              std::string(400'000, 'x'));
  EXPECT_EQ(status_of(client.receive()), 413);
}

/// A body in chunks, a size of a chunk and requests one behind the other, none of which end.
TEST_F(Server, EndsWhatHasNoEnd) {
  const std::string chunked =
      "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string many = [] {
    std::string text;
    for (int i = 0; i < 200; ++i) text += "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n";
    return text;
  }();
  const std::vector<std::pair<std::string, std::string>> streams{
      {chunked, "1000\r\n" + std::string(4096, 'x') + "\r\n"},
      {chunked + "1;", std::string(4096, 'y')},
      {"", many},  // and no answer is read
  };
  for (const auto& [begin, more] : streams) {
    const std::size_t before = resident_bytes();
    const RawClient client(port());
    client.send(begin);
    // What the system keeps of a connection in both directions is some megabytes.
    std::size_t sent = 0;
    constexpr std::size_t kMostSent = 64 << 20;
    while (sent < kMostSent && client.send(more, 100ms)) sent += more.size();
    EXPECT_LT(sent, kMostSent) << begin;
    EXPECT_LT(resident_bytes(), before + kMostGrowth) << begin;
  }
  expect_alive();
}

/// Memory does not grow with the number of those who connect, ask and do not read.
TEST_F(Server, KeepsItsMemoryWithManyConnections) {
  const std::size_t before = resident_bytes();
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 400; ++i) {
    clients.push_back(std::make_unique<RawClient>(port()));
    clients.back()->send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 250000\r\n\r\n" +
                             std::string(100'000, 'x'),
                         100ms);
  }
  expect_alive();
  EXPECT_LT(resident_bytes(), before + kMostGrowth);
}

TEST_F(Server, TakesManyConnectionsOneAfterTheOther) {
  constexpr int count = 10'000;
  const std::size_t before = resident_bytes();
  for (int i = 0; i < count; ++i) {
    const RawClient client(port());
    ASSERT_TRUE(client.is_connected()) << i;
    if (i % 100 == 0) {
      ASSERT_EQ(status_of(client.ask(get_request("/"))), 200) << i;
    }
  }
  expect_alive();
  EXPECT_LT(resident_bytes(), before + kMostGrowth);
}

}  // namespace
}  // namespace lucena
