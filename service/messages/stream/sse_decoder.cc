#include "service/messages/stream/sse_decoder.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "service/messages/json/json_scan.h"

namespace footnote::messages {
namespace {

// What a burst took beyond this is not kept while the next events are waited for.
constexpr size_t kKeptBytes = 4 << 10;
constexpr absl::string_view kByteOrderMark = "\xef\xbb\xbf";

// Whether `line` is a field: neither a comment nor white space.
bool IsField(absl::string_view line) {
  if (line.front() == ' ' || line.front() == '\t') {
    return line.find_first_not_of(" \t") != absl::string_view::npos;
  }
  return line.front() != ':';
}

// The value of `line` if it is a field of this name.
template <size_t N>
std::optional<absl::string_view> ValueOf(const char (&name)[N], absl::string_view line) {
  constexpr size_t kSize = N - 1;
  if (line.size() < kSize || std::memcmp(line.data(), name, kSize) != 0) return std::nullopt;
  line.remove_prefix(kSize);
  if (line.empty()) return line;
  if (line.front() != ':') return std::nullopt;
  line.remove_prefix(1);
  if (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  return line;
}

}  // namespace

SseDecoder::SseDecoder(size_t max_event_bytes) : max_event_bytes_(max_event_bytes) {}

void SseDecoder::Push(absl::string_view bytes) {
  if (broken_) return;
  // Moving what is left only when it is the smaller part keeps the time linear.
  if (read_ > 0 && read_ >= buffer_.size() - read_) {
    buffer_.erase(0, read_);
    searched_ -= read_;
    read_ = 0;
  }
  buffer_.append(bytes.data(), bytes.size());
}

void SseDecoder::End() { ended_ = true; }

SseDecoder::Result SseDecoder::Next(SseEvent* event) {
  if (broken_) return Result::kBroken;
  if (!PastByteOrderMark()) return Result::kNotYet;
  absl::string_view line;
  while (NextLine(&line)) {
    if (line.size() > max_event_bytes_) return Break();
    if (!line.empty()) {
      if (!AddField(line)) return Break();
    } else if (has_data_) {
      Dispatch(event);
      return Result::kEvent;
    } else {
      name_.clear();
      has_fields_ = false;
    }
  }
  if (buffer_.size() - read_ > max_event_bytes_) return Break();
  if (read_ == buffer_.size() && buffer_.capacity() > kKeptBytes) {
    buffer_ = {};
    read_ = searched_ = 0;
  }
  return ended_ ? Result::kNoMore : Result::kNotYet;
}

bool SseDecoder::broke_off() const {
  if (has_fields_) return true;
  const absl::string_view rest = absl::string_view(buffer_).substr(read_);
  return !rest.empty() && IsField(rest);
}

bool SseDecoder::NextLine(absl::string_view* line) {
  const absl::string_view buffer = buffer_;
  if (after_cr_ && read_ < buffer.size()) {
    if (buffer[read_] == '\n') ++read_;
    after_cr_ = false;
  }
  const size_t end = FindLineEnd(buffer, std::max(read_, searched_));
  searched_ = end;
  if (end == buffer.size()) return false;
  *line = absl::string_view(buffer.data() + read_, end - read_);
  searched_ = read_ = end + 1;
  after_cr_ = buffer[end] == '\r';
  return true;
}

bool SseDecoder::PastByteOrderMark() {
  if (!at_start_) return true;
  const absl::string_view start = absl::string_view(buffer_).substr(0, kByteOrderMark.size());
  const bool may_be = start == kByteOrderMark.substr(0, start.size());
  if (may_be && start.size() < kByteOrderMark.size() && !ended_) return false;
  if (start == kByteOrderMark) read_ = start.size();
  at_start_ = false;
  return true;
}

bool SseDecoder::AddField(absl::string_view line) {
  if (!IsField(line)) return true;
  has_fields_ = true;
  if (const auto data = ValueOf("data", line)) {
    if (name_.size() + data_.size() + data->size() + 1 > max_event_bytes_) return false;
    data_.reserve(data_.size() + data->size() + 1 + SseEvent::kSpare);
    if (has_data_) data_.push_back('\n');
    data_.append(data->data(), data->size());
    has_data_ = true;
  } else if (const auto name = ValueOf("event", line)) {
    if (name->size() + data_.size() > max_event_bytes_) return false;
    name_.assign(name->data(), name->size());
  }
  return true;
}

void SseDecoder::Dispatch(SseEvent* event) {
  event->name.swap(name_);
  event->data.swap(data_);
  name_.clear();
  data_.clear();
  has_data_ = false;
  has_fields_ = false;
}

SseDecoder::Result SseDecoder::Break() {
  broken_ = true;
  buffer_ = {};
  read_ = searched_ = 0;
  name_ = {};
  data_ = {};
  return Result::kBroken;
}

}  // namespace footnote::messages
