// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/text_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

namespace fs = std::filesystem;

constexpr uintmax_t kLargestFile = uintmax_t{64} << 20;
// Exceeds the size of every useful file. Devices and pipes may be endless.
constexpr size_t kMostInput = size_t{256} << 20;

bool HasTextName(const fs::path& path) {
  const std::string extension = absl::AsciiStrToLower(path.extension().string());
  return extension == ".txt" || extension == ".text" || extension == ".md" ||
         extension == ".markdown" || extension == ".rst";
}

bool IsHidden(const fs::path& path) { return absl::StartsWith(path.filename().string(), "."); }

// Returns the content of a file that can be searched and sent, or the reason why it cannot.
absl::StatusOr<std::string> ReadText(const fs::path& path) {
  std::error_code error;
  if (fs::file_size(path, error) > kLargestFile && !error) {
    return absl::OutOfRangeError("is over 64 MiB");
  }
  absl::StatusOr<std::string> content = ReadFile(path.string());
  if (!content.ok()) return content;
  if (absl::StrContains(*content, absl::string_view("\0", 1))) {
    return absl::DataLossError("is binary");
  }
  if (!IsUtf8(*content)) return absl::DataLossError("is not UTF-8");
  return content;
}

// Returns the paths of the text files in `folder`, sorted.
absl::StatusOr<std::vector<fs::path>> ListTextFiles(
    const fs::path& folder, const std::function<void(const std::string&)>& warn) {
  std::vector<fs::path> paths;
  std::error_code error;
  fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied,
                                        error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    const fs::directory_entry& entry = *walk;
    std::error_code unknown;
    if (IsHidden(entry.path())) {
      if (entry.is_directory(unknown)) walk.disable_recursion_pending();
    } else if (entry.is_symlink(unknown)) {
      warn(absl::StrCat(entry.path().string(), " is a symbolic link; left out"));
    } else if (entry.is_regular_file(unknown) && HasTextName(entry.path())) {
      paths.push_back(entry.path());
    }
  }
  if (error) {
    return absl::NotFoundError(absl::StrCat(folder.string(), ": ", error.message()));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

absl::StatusOr<std::string> ReadAll(std::istream& input) {
  std::string content;
  char chunk[16 << 10];
  // Iterators over the stream's buffer throw if reading fails; read() sets the stream's state.
  while (input.read(chunk, sizeof(chunk)), input.gcount() > 0) {
    content.append(chunk, static_cast<size_t>(input.gcount()));
    if (content.size() > kMostInput) return absl::OutOfRangeError("is over 256 MiB");
  }
  if (input.bad()) return absl::DataLossError("cannot be read to its end");
  return content;
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return absl::NotFoundError("is a folder, not a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError(absl::StrCat("cannot be read: ", std::strerror(errno)));
  return ReadAll(file);
}

absl::StatusOr<std::vector<TextFile>> ReadTextFiles(
    const std::string& path, const std::function<void(const std::string&)>& warn) {
  const fs::path root(path);
  std::error_code error;
  std::vector<fs::path> paths;
  const bool is_folder = fs::is_directory(root, error);
  if (is_folder) {
    absl::StatusOr<std::vector<fs::path>> listed = ListTextFiles(root, warn);
    if (!listed.ok()) return listed.status();
    paths = *std::move(listed);
  } else if (fs::exists(root, error)) {
    paths.push_back(root);
  } else {
    return absl::NotFoundError(absl::StrCat(path, ": no such file or folder"));
  }

  std::vector<TextFile> files;
  for (const fs::path& file : paths) {
    absl::StatusOr<std::string> content = ReadText(file);
    std::string name =
        (is_folder ? file.lexically_relative(root) : file.filename()).generic_string();
    if (!content.ok()) {
      warn(absl::StrCat(file.string(), " ", content.status().message(), "; left out"));
    } else if (!IsUtf8(name)) {
      warn(absl::StrCat(file.string(), " has a name that is not UTF-8; left out"));
    } else {
      files.push_back({std::move(name), *std::move(content)});
    }
  }
  if (files.empty()) {
    return absl::NotFoundError(
        absl::StrCat(path, ": holds no readable text file (.txt, .text, .md, .markdown, .rst)"));
  }
  return files;
}

}  // namespace footnote::client
