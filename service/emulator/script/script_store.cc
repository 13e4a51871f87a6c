// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/script/script_store.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

namespace fs = std::filesystem;

// Returns the path of `name` in `directory`, with links resolved; nullopt if it is not inside
// `directory`.
std::optional<fs::path> ResolveInside(const std::string& directory, const std::string& name) {
  std::error_code error;
  const fs::path root = fs::canonical(directory, error);
  if (error) return std::nullopt;
  const fs::path path = fs::canonical(root / name, error);
  if (error) return std::nullopt;
  const auto [end_of_root, rest] =
      std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  if (end_of_root != root.end() || rest == path.end()) return std::nullopt;
  return path;
}

// Returns the bytes of the file at `path`, or nullopt if it cannot be read completely.
std::optional<std::string> ReadToEnd(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes;
  char chunk[16 << 10];
  // read() reports errors in the state of the stream; iterators over its buffer would throw.
  while (file.read(chunk, sizeof(chunk)), file.gcount() > 0) {
    bytes.append(chunk, static_cast<size_t>(file.gcount()));
  }
  if (file.bad()) return std::nullopt;
  return bytes;
}

}  // namespace

ScriptStore::ScriptStore(std::string body_directory) : body_directory_(std::move(body_directory)) {}

void ScriptStore::AddBody(const std::string& name, std::string bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  bodies_[name] = std::make_shared<const std::string>(std::move(bytes));
}

absl::Status ScriptStore::SetDefault(const std::string& script) {
  absl::StatusOr<Script> parsed = ParseScript(script);
  if (!parsed.ok()) return parsed.status();
  std::lock_guard<std::mutex> lock(mutex_);
  default_ = *std::move(parsed);
  return absl::OkStatus();
}

absl::Status ScriptStore::Queue(const std::string& script) {
  absl::StatusOr<Script> parsed = ParseScript(script);
  if (!parsed.ok()) return parsed.status();
  std::lock_guard<std::mutex> lock(mutex_);
  queue_.push_back(*std::move(parsed));
  return absl::OkStatus();
}

void ScriptStore::Clear() {
  std::lock_guard<std::mutex> lock(mutex_);
  default_ = Script();
  queue_.clear();
}

absl::StatusOr<Script> ScriptStore::Take(const HttpRequest& request) {
  if (std::optional<std::string_view> header = request.Header("x-emulator-script");
      header.has_value()) {
    return ParseScript(*header);
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (queue_.empty()) return default_;
  Script script = std::move(queue_.front());
  queue_.pop_front();
  return script;
}

absl::StatusOr<std::shared_ptr<const std::string>> ScriptStore::Body(const Script& script) {
  if (!script.body_file.empty()) return ReadFile(script.body_file);
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = bodies_.find(script.body);
  if (found == bodies_.end()) {
    return absl::NotFoundError(Concat({"no body is registered as '", script.body, "'"}));
  }
  return found->second;
}

absl::StatusOr<std::shared_ptr<const std::string>> ScriptStore::ReadFile(const std::string& path) {
  if (body_directory_.empty()) {
    return absl::InvalidArgumentError("body_file: the emulator has no body directory");
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (auto found = files_.find(path); found != files_.end()) return found->second;
  const std::optional<fs::path> file = ResolveInside(body_directory_, path);
  std::error_code error;
  if (!file.has_value() || !fs::is_regular_file(*file, error)) {
    return absl::InvalidArgumentError(
        Concat({"body_file: '", path, "' is not a file inside the emulator's body directory"}));
  }
  std::optional<std::string> bytes = ReadToEnd(*file);
  if (!bytes.has_value()) {
    return absl::InvalidArgumentError(Concat({"body_file: '", path, "' cannot be read"}));
  }
  return files_[path] = std::make_shared<const std::string>(*std::move(bytes));
}

}  // namespace footnote::emulator
