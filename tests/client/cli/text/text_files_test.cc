// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/text_files.h"

#include <sstream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "tests/client/cli/scratch_folder.h"

namespace footnote::client {
namespace {

TEST(ReadFileTest, ReadsEveryByteOfAFileOfAnySize) {
  const ScratchFolder folder;
  for (const size_t size : {0, 1, (16 << 10) - 1, 16 << 10, (16 << 10) + 1, 100'000}) {
    std::string content(size, '\0');
    for (size_t i = 0; i < size; ++i) content[i] = static_cast<char>(i * 7);
    const absl::StatusOr<std::string> read = ReadFile(folder.Write("file", content));
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_TRUE(*read == content) << size;
  }
}

TEST(ReadFileTest, AFolderIsAnError) {
  const ScratchFolder folder;
  EXPECT_EQ(ReadFile(folder.path()).status(), absl::NotFoundError("is a folder, not a file"));
}

TEST(ReadFileTest, AMissingFileIsAnErrorWithItsCause) {
  const ScratchFolder folder;
  EXPECT_EQ(ReadFile(folder.path() + "/missing").status(),
            absl::NotFoundError("cannot be read: No such file or directory"));
}

// A process's memory is a file whose first page gives EIO.
TEST(ReadFileTest, AFileThatFailsWhileItIsReadIsAnError) {
  EXPECT_EQ(ReadFile("/proc/self/mem").status(), absl::DataLossError("cannot be read to its end"));
}

TEST(ReadFileTest, AFileWithoutEndIsAnError) {
  EXPECT_EQ(ReadFile("/dev/zero").status(), absl::OutOfRangeError("is over 256 MiB"));
}

TEST(ReadAllTest, StartsAtThePresentPositionOfTheStream) {
  std::istringstream input("first\nsecond\nthird");
  std::string line;
  std::getline(input, line);
  EXPECT_EQ(*ReadAll(input), "second\nthird");
  EXPECT_EQ(*ReadAll(input), "");
}

}  // namespace
}  // namespace footnote::client
