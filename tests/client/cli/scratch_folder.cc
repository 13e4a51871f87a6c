// SPDX-License-Identifier: Apache-2.0
#include "tests/client/cli/scratch_folder.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace footnote::client {

ScratchFolder::ScratchFolder() {
  const char* const root = std::getenv("TEST_TMPDIR");
  std::string pattern = std::string(root == nullptr ? "/tmp" : root) + "/scratch.XXXXXX";
  path_ = mkdtemp(pattern.data());
}

ScratchFolder::~ScratchFolder() { std::filesystem::remove_all(path_); }

std::string ScratchFolder::Write(const std::string& name, absl::string_view content) const {
  const std::filesystem::path path = std::filesystem::path(path_) / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary)
      .write(content.data(), static_cast<std::streamsize>(content.size()));
  return path.string();
}

}  // namespace footnote::client
