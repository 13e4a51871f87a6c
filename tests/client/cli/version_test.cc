// SPDX-License-Identifier: Apache-2.0
// The server, the command line and the changelog each state the version.
#include "client/cli/version.h"

#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "service/version.h"

namespace footnote {
namespace {

// Returns the version of the first "## VERSION (DATE)" in the changelog, whose newest release comes
// first. A section of unreleased changes is ignored.
std::string NewestInChangelog() {
  std::ifstream changelog("CHANGELOG.md");
  for (std::string line; std::getline(changelog, line);) {
    absl::string_view heading = line;
    if (absl::ConsumePrefix(&heading, "## ") && !absl::StartsWith(heading, "Unreleased")) {
      return std::string(heading.substr(0, heading.find(' ')));
    }
  }
  return "";
}

TEST(VersionTest, ServerAndCommandLineHaveTheSameVersion) {
  EXPECT_EQ(kVersion, absl::string_view(client::kVersion));
}

TEST(VersionTest, VersionIsTheNewestReleaseOfTheChangelog) {
  EXPECT_EQ(NewestInChangelog(), client::kVersion);
}

}  // namespace
}  // namespace footnote
