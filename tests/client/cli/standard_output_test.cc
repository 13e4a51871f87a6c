// SPDX-License-Identifier: Apache-2.0
#include "client/cli/standard_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <thread>

#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using State = StandardOutput::State;

class StandardOutputTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::signal(SIGPIPE, SIG_IGN);
    ASSERT_EQ(pipe2(ends_, O_CLOEXEC), 0);
  }
  void TearDown() override {
    CloseReader();
    if (ends_[1] >= 0) close(ends_[1]);
  }
  void CloseReader() {
    if (ends_[0] >= 0) close(ends_[0]);
    ends_[0] = -1;
  }
  // What was written, once the writer's end is closed.
  std::string ReadAll() {
    close(ends_[1]);
    ends_[1] = -1;
    return ReadToEnd();
  }
  std::string ReadToEnd() const {
    std::string all;
    char bytes[4096];
    for (ssize_t count; (count = read(ends_[0], bytes, sizeof(bytes))) > 0;) {
      all.append(bytes, static_cast<size_t>(count));
    }
    return all;
  }

  int ends_[2] = {-1, -1};
};

TEST_F(StandardOutputTest, WritesTheBufferedTextAtEachFlush) {
  StandardOutput out(ends_[1]);
  EXPECT_FALSE(out.written());
  out.Append("a");
  out.Append("b");
  EXPECT_FALSE(out.written());
  EXPECT_EQ(out.Flush(), State::kOpen);
  EXPECT_TRUE(out.written());
  EXPECT_EQ(out.Flush(), State::kOpen);
  EXPECT_EQ(ReadAll(), "ab");
}

TEST_F(StandardOutputTest, EndsAnUnfinishedLineOnce) {
  StandardOutput out(ends_[1]);
  EXPECT_EQ(out.EndLine(), State::kOpen);
  out.Append("a");
  EXPECT_EQ(out.EndLine(), State::kOpen);
  EXPECT_EQ(out.EndLine(), State::kOpen);
  EXPECT_EQ(ReadAll(), "a\n");
}

TEST_F(StandardOutputTest, ReportsAReaderThatIsGone) {
  StandardOutput out(ends_[1]);
  CloseReader();
  out.Append("a");
  EXPECT_EQ(out.Flush(), State::kClosed);
  EXPECT_EQ(out.EndLine(), State::kClosed);
  EXPECT_FALSE(out.written());
}

TEST_F(StandardOutputTest, ReportsAFullDisk) {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  StandardOutput out(full);
  out.Append("a");
  EXPECT_EQ(out.Flush(), State::kFailed);
  close(full);
}

TEST_F(StandardOutputTest, WaitsForTheReaderOfANonBlockingPipe) {
  ASSERT_EQ(fcntl(ends_[1], F_SETFL, O_NONBLOCK), 0);
  const std::string text(1 << 20, 'a');
  std::thread writer([&] {
    StandardOutput out(ends_[1]);
    out.Append(text);
    EXPECT_EQ(out.Flush(), State::kOpen);
    close(ends_[1]);
    ends_[1] = -1;
  });
  EXPECT_EQ(ReadToEnd(), text);
  writer.join();
}

}  // namespace
}  // namespace footnote::client
