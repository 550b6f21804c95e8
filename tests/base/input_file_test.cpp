// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/input_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <future>
#include <thread>

#include "support/temporary_folder.h"

namespace lucena {
namespace {

using namespace std::chrono_literals;

class InputFile : public testing::Test {
 protected:
  InputFile() { EXPECT_EQ(mkfifo(pipe().c_str(), 0600), 0); }

  std::filesystem::path path(std::string_view name) const { return folder_.path() / name; }
  std::filesystem::path pipe() const { return path("pipe"); }

  /// Does something that must not wait for the pipe's other end; helps it out if it does.
  template <class Action>
  auto at_once(Action&& action) {
    auto result = std::async(std::launch::async, std::forward<Action>(action));
    if (result.wait_for(20s) == std::future_status::timeout) {
      ADD_FAILURE() << "somebody waits for the pipe";
      const Descriptor helper(::open(pipe().c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
      result.wait();
    }
    return result.get();
  }
  std::string refusal(const std::filesystem::path& name) {
    const auto file = at_once([&] { return MappedFile::open(name); });
    return file ? "" : file.error().message;
  }

  const test::TemporaryFolder folder_;
};

TEST_F(InputFile, RefusesAtOnceWhatIsNoFile) {
  EXPECT_EQ(refusal(pipe()), "cannot read " + pipe().string() + ": it is a pipe, not a file");
  EXPECT_EQ(refusal("/dev/null"), "cannot read /dev/null: it is a device, not a file");
  EXPECT_EQ(refusal(folder_.path()), "cannot read " + folder_.path().string() + ": Is a directory");
  EXPECT_EQ(refusal(path("none")),
            "cannot open " + path("none").string() + ": No such file or directory");
  const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = path("socket").string();
  ASSERT_LT(name.size(), sizeof address.sun_path);
  std::copy(name.begin(), name.end(), address.sun_path);
  ASSERT_EQ(bind(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(refusal(path("socket")), "cannot read " + name + ": it is a socket, not a file");
}

TEST_F(InputFile, TellsAFileFromOtherThings) {
  std::ofstream(path("file")) << "x";
  EXPECT_FALSE(other_than_file("write", path("file")));
  EXPECT_FALSE(other_than_file("write", path("none")));
  const auto fault = other_than_file("write", pipe());
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->message, "cannot write " + pipe().string() + ": it is a pipe, not a file");
}

TEST_F(InputFile, ReadsTextsFromFiles) {
  std::ofstream(path("file")) << "some text";
  std::ofstream(path("empty"));
  const auto input = InputText::read(path("file"));
  ASSERT_TRUE(input);
  EXPECT_EQ(input->text(), "some text");
  EXPECT_EQ(InputText::read(path("empty"))->text(), "");
  EXPECT_EQ(InputText::read(path("none")).error().code, FileError::Missing);
  EXPECT_EQ(InputText::read(folder_.path()).error().message,
            "cannot read " + folder_.path().string() + ": Is a directory");
  EXPECT_EQ(InputText::read("/dev/zero").error().message,
            "cannot read /dev/zero: it is a device, not a file");
}

/// The writer is slow to come and slow to write, and a pipe holds less than the text.
TEST_F(InputFile, ReadsTextsFromPipes) {
  const std::string text(300'000, 'x');
  auto writer = std::async(std::launch::async, [&] {
    std::this_thread::sleep_for(60ms);
    std::ofstream out(pipe());
    out << "begin " << std::flush;
    std::this_thread::sleep_for(60ms);
    out << text;
    return out.good();
  });
  const auto input = InputText::read(pipe());
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_EQ(input->text(), "begin " + text);
  EXPECT_TRUE(writer.get());
}

/// As a shell passes on the output of a program that has ended without a word.
TEST_F(InputFile, ReadsAPipeWhoseWriterHasGone) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const Descriptor reader(ends[0]);
  { const Descriptor writer(ends[1]); }
  const auto input = InputText::read("/dev/fd/" + std::to_string(reader.number()));
  ASSERT_TRUE(input) << input.error().message;
  EXPECT_EQ(input->text(), "");
}

TEST_F(InputFile, GivesUpWaitingWhenToldTo) {
  std::atomic<bool> stopped{false};
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(50ms);
    stopped = true;
  });
  const auto input = InputText::read(pipe(), {.stopped = &stopped});
  ASSERT_FALSE(input);
  EXPECT_EQ(input.error().code, FileError::Interrupted);
}

TEST_F(InputFile, RefusesAStreamThatIsTooLong) {
  const Descriptor endless(::open(pipe().c_str(), O_RDWR | O_CLOEXEC));
  const std::string text(2048, 'x');
  ASSERT_EQ(write(endless.number(), text.data(), text.size()), 2048);
  const auto input = InputText::read(pipe(), {.most_streamed_bytes = 1024});
  ASSERT_FALSE(input);
  EXPECT_EQ(input.error().message,
            "cannot read " + pipe().string() +
                ": it is a stream of more than 1.0 KB; put it into a file first");
}

}  // namespace
}  // namespace lucena
