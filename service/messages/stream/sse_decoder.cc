// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/sse_decoder.h"

#include <cstring>
#include <functional>
#include <optional>
#include <utility>

#include "service/messages/json/json_scan.h"

namespace footnote::messages {
namespace {

// The buffer of a large event is reduced to this size before the next event.
constexpr size_t kKeptBytes = 4 << 10;
constexpr absl::string_view kByteOrderMark = "\xef\xbb\xbf";

// Returns true if `line` is a field: neither a comment nor white space.
bool IsField(absl::string_view line) {
  if (line.front() == ' ' || line.front() == '\t') {
    return line.find_first_not_of(" \t") != absl::string_view::npos;
  }
  return line.front() != ':';
}

// Returns the value of `line` if it is a field with this name.
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

// Returns true if `part` is a view of `whole`, not of a copy.
bool IsViewOf(const std::string& whole, absl::string_view part) {
  const std::less<const char*> less;
  return !less(part.data(), whole.data()) && less(part.data(), whole.data() + whole.size());
}

// Sets `copy` to `text`, which may be a view of `copy`.
void KeepCopy(absl::string_view text, std::string* copy) {
  if (text.data() != copy->data() || text.size() != copy->size()) {
    copy->assign(text.data(), text.size());
  }
}

}  // namespace

SseDecoder::SseDecoder(size_t max_event_bytes) : max_event_bytes_(max_event_bytes) {}

void SseDecoder::Push(absl::string_view bytes) {
  if (broken_) return;
  if (unread_.empty()) {
    unread_ = bytes;
    return;
  }
  Keep();
  const size_t size = unread_.size();
  kept_.append(bytes.data(), bytes.size());
  unread_ = absl::string_view(kept_).substr(kept_.size() - bytes.size() - size);
}

void SseDecoder::End() { ended_ = true; }

SseDecoder::Result SseDecoder::Next(SseEvent* event) {
  if (broken_) return Result::kBroken;
  if (PastByteOrderMark()) {
    absl::string_view line;
    while (NextLine(&line)) {
      if (line.size() > max_event_bytes_) return Break();
      if (!line.empty()) {
        if (!AddField(line)) return Break();
      } else if (has_data_) {
        Dispatch(event);
        return Result::kEvent;
      } else {
        name_ = {};
        has_fields_ = false;
      }
    }
    if (unread_.size() > max_event_bytes_) return Break();
  }
  Keep();
  return ended_ ? Result::kNoMore : Result::kNotYet;
}

bool SseDecoder::broke_off() const { return has_fields_ || (!unread_.empty() && IsField(unread_)); }

bool SseDecoder::NextLine(absl::string_view* line) {
  if (after_cr_ && !unread_.empty()) {
    if (unread_.front() == '\n') unread_.remove_prefix(1);
    after_cr_ = false;
  }
  const size_t end = FindLineEnd(unread_, searched_);
  searched_ = end;
  if (end == unread_.size()) return false;
  *line = unread_.substr(0, end);
  after_cr_ = unread_[end] == '\r';
  unread_.remove_prefix(end + 1);
  searched_ = 0;
  return true;
}

bool SseDecoder::PastByteOrderMark() {
  if (!at_start_) return true;
  const absl::string_view start = unread_.substr(0, kByteOrderMark.size());
  const bool may_be = start == kByteOrderMark.substr(0, start.size());
  if (may_be && start.size() < kByteOrderMark.size() && !ended_) return false;
  if (start == kByteOrderMark) unread_.remove_prefix(start.size());
  at_start_ = false;
  return true;
}

bool SseDecoder::AddField(absl::string_view line) {
  if (!IsField(line)) return true;
  has_fields_ = true;
  if (const auto data = ValueOf("data", line)) {
    if (name_.size() + data_.size() + data->size() + 1 > max_event_bytes_) return false;
    if (has_data_) {
      KeepCopy(data_, &kept_data_);
      kept_data_.push_back('\n');
      kept_data_.append(data->data(), data->size());
      data_ = kept_data_;
    } else {
      data_ = *data;
    }
    has_data_ = true;
  } else if (const auto name = ValueOf("event", line)) {
    if (name->size() + data_.size() > max_event_bytes_) return false;
    name_ = *name;
  }
  return true;
}

void SseDecoder::Dispatch(SseEvent* event) {
  event->name = std::exchange(name_, {});
  event->data = std::exchange(data_, {});
  has_data_ = false;
  has_fields_ = false;
}

void SseDecoder::Keep() {
  KeepCopy(name_, &kept_name_);
  name_ = kept_name_;
  KeepCopy(data_, &kept_data_);
  data_ = kept_data_;
  if (!IsViewOf(kept_, unread_)) {
    kept_.assign(unread_.data(), unread_.size());
  } else if (kept_.size() - unread_.size() >= unread_.size()) {
    // Moves the rest only if it is the smaller part, so that the time stays linear.
    kept_.erase(0, kept_.size() - unread_.size());
  }
  for (std::string* const kept : {&kept_, &kept_data_}) {
    if (kept->empty() && kept->capacity() > kKeptBytes) *kept = std::string();
  }
  unread_ = absl::string_view(kept_).substr(kept_.size() - unread_.size());
}

SseDecoder::Result SseDecoder::Break() {
  broken_ = true;
  unread_ = name_ = data_ = {};
  kept_ = {};
  kept_name_ = {};
  kept_data_ = {};
  return Result::kBroken;
}

}  // namespace footnote::messages
