// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace lucena {
namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

/// A folder with a file "old" of four letters.
class OutputFiles : public testing::Test {
 protected:
  OutputFiles() { put("old", "here"); }

  fs::path path(std::string_view name) const { return folder_.path() / name; }
  Names names() const { return folder_.names(); }
  void put(std::string_view name, std::string_view text) const {
    test::write_bytes(path(name), {text.begin(), text.end()});
  }
  std::string content(std::string_view name) const {
    const auto bytes = test::read_bytes(path(name));
    return {bytes.begin(), bytes.end()};
  }

  /// Whatever is written, and committed, by a request.
  static std::optional<FileFault> write(const OutputRequest& request, std::string_view text) {
    auto file = OutputFile::create(request);
    if (!file) return file.error();
    if (auto fault = file->write(text)) return fault;
    return file->commit();
  }
  static std::optional<FileFault> add(const OutputRequest& request, std::string_view text) {
    auto file = OutputFile::extend(request, kLetters);
    if (!file) return file.error();
    if (auto fault = file->write(text)) return fault;
    return file->commit();
  }
  static std::string message(const std::optional<FileFault>& fault) {
    return fault ? fault->message : "all went well";
  }

 private:
  static constexpr OutputFile::Kind kLetters{
      "a file of letters", [](std::string_view text) { return text[0] >= 'a' && text[0] <= 'z'; }};

  const test::TemporaryFolder folder_;
};

TEST_F(OutputFiles, HaveTheirNameOnlyWhenTheyAreComplete) {
  auto file = OutputFile::create({path("new")});
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->replaces_a_file());
  EXPECT_FALSE(file->write("ab"));
  EXPECT_FALSE(file->write("cd"));
  EXPECT_FALSE(fs::exists(path("new")));
  EXPECT_FALSE(file->commit());
  EXPECT_EQ(content("new"), "abcd");
}

TEST_F(OutputFiles, ReplaceAFileByForceAlone) {
  EXPECT_EQ(message(write({path("old")}, "new")),
            "cannot write " + path("old").string() +
                ": there is such a file already; --force replaces it");
  EXPECT_EQ(content("old"), "here");
  EXPECT_FALSE(write({.path = path("old"), .force = true}, "new"));
  EXPECT_EQ(content("old"), "new");
  EXPECT_EQ(names(), Names{"old"});
}

TEST_F(OutputFiles, ReplaceAnEmptyFileAndWhatIsTheirOwnWork) {
  put("empty", "");
  EXPECT_FALSE(write({path("empty")}, "new"));
  EXPECT_FALSE(write({.path = path("old"), .own_beginning = "her"}, "her next"));
  EXPECT_EQ(content("old"), "her next");
  EXPECT_TRUE(write({.path = path("old"), .own_beginning = "his"}, "new"));
  EXPECT_EQ(content("old"), "her next");
}

TEST_F(OutputFiles, LeaveTheOldOneWholeIfTheyAreGivenUp) {
  {
    auto file = OutputFile::create({.path = path("old"), .force = true});
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->replaces_a_file());
    EXPECT_FALSE(file->write("new"));
    EXPECT_EQ(content("old"), "here");
    EXPECT_EQ(names().size(), 2u);
  }
  EXPECT_EQ(content("old"), "here");
  EXPECT_EQ(names(), Names{"old"});
}

TEST_F(OutputFiles, DoNotReplaceWhatHasAppearedInTheMeantime) {
  auto file = OutputFile::create({path("new")});
  ASSERT_TRUE(file);
  put("new", "somebody else's");
  EXPECT_EQ(message(file->commit()), "cannot write " + path("new").string() + ": File exists");
  EXPECT_EQ(content("new"), "somebody else's");
}

TEST_F(OutputFiles, KeepThePermissionsOfTheOldOne) {
  ASSERT_EQ(chmod(path("old").c_str(), 0600), 0);
  EXPECT_FALSE(write({.path = path("old"), .force = true}, "new"));
  EXPECT_EQ(fs::status(path("old")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFiles, FollowLinksAndLeaveThemLinks) {
  fs::create_directory(path("far"));
  put("far/file", "");
  fs::create_symlink("far/file", path("link"));
  fs::create_symlink("far/nothing yet", path("dangling"));
  fs::create_symlink("dangling", path("twice"));
  EXPECT_FALSE(write({path("link")}, "new"));
  EXPECT_FALSE(write({path("twice")}, "made"));
  EXPECT_FALSE(add({path("twice")}, "more"));
  EXPECT_EQ(content("far/file"), "new");
  EXPECT_EQ(content("far/nothing yet"), "made\n\nmore");
  for (const char* link : {"link", "dangling", "twice"}) {
    EXPECT_TRUE(fs::is_symlink(path(link))) << link;
  }
}

TEST_F(OutputFiles, SayWhyTheyCannotBeWritten) {
  fs::create_symlink("round", path("round"));
  for (const auto& [name, reason] : std::vector<std::pair<std::string, std::string>>{
           {"", "Is a directory"},
           {"old/", "Not a directory"},
           {"old/below", "Not a directory"},
           {"missing/below", "No such file or directory"},
           {"round", "Too many levels of symbolic links"}}) {
    const fs::path place = path(name);
    const std::string expected = "cannot write " + place.string() + ": " + reason;
    EXPECT_EQ(message(write({.path = place, .force = true}, "new")), expected);
    EXPECT_EQ(message(add({place}, "new")), expected);
  }
  EXPECT_EQ(message(write({""}, "new")), "cannot write '': a file must have a name");
  EXPECT_EQ(message(write({path("a\nb") / "c"}, "new")),
            "cannot write " + path("a?b/c").string() + ": No such file or directory");
  EXPECT_EQ(names(), (Names{"old", "round"}));
}

TEST_F(OutputFiles, MayHaveTheLongestName) {
  const std::string name(255, 'x');
  EXPECT_FALSE(write({path(name)}, "new"));
  EXPECT_EQ(content(name), "new");
}

TEST_F(OutputFiles, AreNotTheInput) {
  fs::create_hard_link(path("old"), path("second name"));
  fs::create_symlink("old", path("link"));
  put("other", "");
  for (const char* name : {"old", "second name", "link", "../old"}) {
    const fs::path place =
        name[0] == '.' ? path("..") / path("").parent_path().filename() / "old" : path(name);
    const OutputRequest request{place, {path("missing"), path("other"), path("old")}, true};
    const auto fault = write(request, "new");
    EXPECT_EQ(message(fault),
              "cannot write " + place.string() + ": it is one of the files to read");
    EXPECT_EQ(fault->code, FileError::Conflict);
    EXPECT_EQ(message(add(request, "new")), message(fault));
  }
  EXPECT_EQ(content("old"), "here");
}

TEST_F(OutputFiles, GrowLineByLineWhereNoEmptyLineIsWanted) {
  const OutputFile::Kind lines{"anything", [](std::string_view) { return true; }, false};
  for (const char* text : {"one\n", "two", "three\n"}) {
    auto file = OutputFile::extend({path("lines")}, lines);
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->write(text));
    EXPECT_FALSE(file->commit());
  }
  EXPECT_EQ(content("lines"), "one\ntwo\nthree\n");
}

TEST_F(OutputFiles, GoStraightThroughAPipe) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  // Opened for both, it has a reader and never waits.
  const int reader = open(path("pipe").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  EXPECT_FALSE(write({path("pipe")}, "one "));
  EXPECT_FALSE(add({path("pipe")}, "two"));
  std::string received(16, '\0');
  EXPECT_EQ(read(reader, received.data(), received.size()), 7);
  EXPECT_EQ(received.substr(0, 7), "one two");
  close(reader);
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

/// A terminal stands for all devices: nothing in its folder can be replaced, whatever goes wrong.
TEST_F(OutputFiles, GoStraightThroughADevice) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || unlockpt(terminal) != 0) GTEST_SKIP() << "there are no terminals here";
  const fs::path device = ptsname(terminal);
  EXPECT_FALSE(write({.path = device, .inputs = {device}}, "text"));
  std::string received(16, '\0');
  EXPECT_EQ(read(terminal, received.data(), received.size()), 4);
  EXPECT_TRUE(fs::is_character_file(device));
  close(terminal);
}

TEST_F(OutputFiles, AreNoSockets) {
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  path("socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket_number = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  ASSERT_EQ(bind(socket_number, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(message(write({.path = path("socket"), .force = true}, "new")),
            "cannot write " + path("socket").string() + ": it is a socket and not a file");
  EXPECT_TRUE(fs::is_socket(path("socket")));
  close(socket_number);
}

/// Nobody reads it, and somebody who is tired of waiting sends signals until that is noticed.
TEST_F(OutputFiles, DoNotWaitForAReaderAfterASignal) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  struct sigaction action {
  }, before{};
  action.sa_handler = [](int) {};
  ASSERT_EQ(sigaction(SIGUSR1, &action, &before), 0);
  const pthread_t waiting = pthread_self();
  std::atomic<bool> done{false};
  std::thread tired([&] {
    while (!done) {
      pthread_kill(waiting, SIGUSR1);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  });
  EXPECT_EQ(message(write({path("pipe")}, "text")),
            "cannot write " + path("pipe").string() + ": interrupted while nobody was reading it");
  done = true;
  tired.join();
  sigaction(SIGUSR1, &before, nullptr);
}

TEST_F(OutputFiles, AreAddedToBehindAnEmptyLine) {
  for (const auto& [before, after] : std::vector<std::pair<std::string, std::string>>{
           {"", "new\n"}, {"a", "a\n\nnew\n"}, {"a\n", "a\n\nnew\n"}, {"a\n\n", "a\n\nnew\n"}}) {
    put("file", before);
    EXPECT_FALSE(add({path("file")}, "new\n"));
    EXPECT_EQ(content("file"), after);
  }
  EXPECT_FALSE(add({path("made")}, "new\n"));
  EXPECT_EQ(content("made"), "new\n");
}

TEST_F(OutputFiles, AreNotAddedToIfTheyAreOfAnotherKind) {
  put("numbers", "123");
  for (const bool force : {false, true}) {
    EXPECT_EQ(message(add({.path = path("numbers"), .force = force}, "new")),
              "cannot add to " + path("numbers").string() + ": it is not a file of letters");
  }
  EXPECT_EQ(content("numbers"), "123");
}

TEST_F(OutputFiles, ToWhichNothingIsAddedDoNotAppear) {
  const OutputFile::Kind any{"anything", [](std::string_view) { return true; }};
  EXPECT_TRUE(OutputFile::extend({path("new")}, any));
  EXPECT_TRUE(OutputFile::extend({path("old")}, any));
  put("empty", "");
  EXPECT_TRUE(OutputFile::extend({path("empty")}, any));
  EXPECT_EQ(names(), (Names{"empty", "old"}));
}

TEST_F(OutputFiles, ThatAreRemovedInBetweenAreMadeAgain) {
  const OutputFile::Kind any{"anything", [](std::string_view) { return true; }};
  auto file = OutputFile::extend({path("games")}, any);
  ASSERT_TRUE(file);
  EXPECT_FALSE(file->write("first\n"));
  fs::remove(path("games"));
  EXPECT_FALSE(file->write("second\n"));
  EXPECT_FALSE(file->commit());
  EXPECT_EQ(content("games"), "second\n");
}

/// A limit on the size of files stands for a disk that is full in the middle of a text.
TEST_F(OutputFiles, GetNoPartOfATextThatDoesNotFit) {
  const OutputFile::Kind any{"anything", [](std::string_view) { return true; }};
  const auto limited = [&](int status) -> int {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{8, 8};
    setrlimit(RLIMIT_FSIZE, &limit);
    auto file = OutputFile::extend({path("games")}, any);
    if (!file || file->write("first\n") || !file->write("second\n")) status = 1;
    return status;
  };
  const pid_t child = fork();
  if (child == 0) _exit(limited(0));
  EXPECT_EQ(test::wait_for_end(child), 0);
  EXPECT_EQ(content("games"), "first\n");
}

}  // namespace
}  // namespace lucena
