// SPDX-License-Identifier: Apache-2.0
#include "tests/client/cli/cli_process.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

constexpr char kBinary[] = "client/cli/footnote";

std::string Content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

}  // namespace

CliProcess::CliProcess(std::vector<std::string> words, const std::string& input, Output output)
    : output_(output) {
  const std::string in = folder_.Write("in", input);
  const std::string out = folder_.Write("out", "");
  const std::string err = folder_.Write("err", "");
  words.insert(words.begin(), kBinary);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  int theirs = -1;
  if (output == Output::kFile) {
    theirs = open(out.c_str(), O_WRONLY | O_CLOEXEC);
  } else if (output == Output::kPipe) {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    descriptor_ = ends[0];
    theirs = ends[1];
  } else {
    EXPECT_EQ(openpty(&descriptor_, &theirs, nullptr, nullptr, nullptr), 0);
    fcntl(descriptor_, F_SETFD, FD_CLOEXEC);
    fcntl(theirs, F_SETFD, FD_CLOEXEC);
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
  }
  child_ = fork();
  if (child_ == 0) {
    dup2(open(in.c_str(), O_RDONLY), STDIN_FILENO);
    dup2(theirs, STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY), STDERR_FILENO);
    execv(kBinary, argv.data());
    _exit(127);
  }
  close(theirs);
}

bool CliProcess::ReadSome() {
  char bytes[4096];
  // A terminal whose other end is closed is an error to read.
  const ssize_t count = read(descriptor_, bytes, sizeof(bytes));
  if (count > 0) read_.append(bytes, static_cast<size_t>(count));
  return count > 0;
}

void CliProcess::ReadUntil(absl::string_view text) {
  while (!absl::StrContains(read_, text)) {
    ASSERT_TRUE(ReadSome()) << "no \"" << text << "\" in: " << read_;
  }
}

void CliProcess::CloseOutput() { close(std::exchange(descriptor_, -1)); }

void CliProcess::Interrupt() const { kill(child_, SIGINT); }

CliProcess::Result CliProcess::Wait() {
  if (descriptor_ >= 0) {
    while (ReadSome()) {
    }
    CloseOutput();
  }
  int status = 0;
  waitpid(child_, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
          output_ == Output::kFile ? Content(folder_.path() + "/out") : read_,
          Content(folder_.path() + "/err")};
}

}  // namespace footnote::client
