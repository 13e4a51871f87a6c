// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/stream/sse_frame.h"

#include <algorithm>

#include "service/emulator/text/stable_hash.h"

namespace footnote::emulator {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kPunctuation = "{}[],:";

std::string Pad(std::string_view json, uint64_t seed, size_t ordinal) {
  constexpr uint64_t kMaxSpaces = 15;
  const uint64_t hash = StableHash(std::to_string(ordinal), seed);
  std::string padded(json.substr(0, json.size() - 1));
  padded.append(hash % (kMaxSpaces + 1), ' ').append("}");
  return padded;
}

// Returns the offsets after the punctuation of `json`, where a line feed is insignificant.
std::vector<size_t> LineBreakOffsets(std::string_view json) {
  std::vector<size_t> offsets;
  bool in_string = false;
  for (size_t at = 0; at + 1 < json.size(); ++at) {
    if (json[at] == '"') {
      in_string = !in_string;
    } else if (in_string) {
      if (json[at] == '\\') ++at;
    } else if (kPunctuation.find(json[at]) != std::string_view::npos) {
      offsets.push_back(at + 1);
    }
  }
  return offsets;
}

std::vector<std::string_view> SplitLines(std::string_view json, size_t count) {
  std::vector<std::string_view> lines;
  if (count > 1) {
    const std::vector<size_t> offsets = LineBreakOffsets(json);
    const size_t breaks = std::min(count - 1, offsets.size());
    size_t start = 0;
    for (size_t i = 0; i < breaks; ++i) {
      const size_t offset = offsets[(i + 1) * offsets.size() / (breaks + 1)];
      if (offset == start) continue;
      lines.push_back(json.substr(start, offset - start));
      start = offset;
    }
    json.remove_prefix(start);
  }
  lines.push_back(json);
  return lines;
}

class Framer {
 public:
  Framer(const FrameOptions& options, std::string* out) : options_(options), out_(*out) {}

  void Line(std::string_view name, std::string_view value) {
    out_.append(name).push_back(':');
    if (options_.space_after_colon) out_.push_back(' ');
    out_.append(value).append(options_.line_end);
  }
  void Comment(std::string_view text) { Line("", text); }
  void BlankLine() { out_.append(options_.line_end); }

 private:
  const FrameOptions& options_;
  std::string& out_;
};

}  // namespace

FramedBody FrameEvents(const std::vector<ServerEvent>& events, const FrameOptions& options,
                       uint64_t seed) {
  FramedBody body;
  Framer framer(options, &body.bytes);
  if (options.byte_order_mark) body.bytes.append(kByteOrderMark);
  for (size_t i = 0; i < events.size(); ++i) {
    const ServerEvent& event = events[i];
    if (options.comments_between) {
      framer.Comment("keep-alive");
      framer.BlankLine();
    }
    if (options.event_names && !event.name.empty()) framer.Line("event", event.name);
    if (options.comments_inside) framer.Comment("between two lines of an event");
    if (options.ids) framer.Line("id", std::to_string(i + 1));
    if (options.retry_ms.has_value() && i == 0) {
      framer.Line("retry", std::to_string(*options.retry_ms));
    }
    const std::string data = options.padding ? Pad(event.data, seed, i) : event.data;
    for (std::string_view line : SplitLines(data, options.data_lines)) framer.Line("data", line);
    framer.BlankLine();
    if (event.truncated) body.bytes.resize(body.bytes.rfind('}'));
    body.ends.push_back(body.bytes.size());
  }
  return body;
}

std::vector<size_t> FindEventEnds(std::string_view body) {
  std::vector<size_t> ends;
  bool line_is_empty = true;
  bool has_lines = false;
  for (size_t at = 0; at < body.size(); ++at) {
    const char c = body[at];
    if (c != '\n' && c != '\r') {
      line_is_empty = false;
      has_lines = true;
      continue;
    }
    if (c == '\r' && at + 1 < body.size() && body[at + 1] == '\n') ++at;
    if (line_is_empty && has_lines) {
      ends.push_back(at + 1);
      has_lines = false;
    }
    line_is_empty = true;
  }
  if (ends.empty() || ends.back() < body.size()) ends.push_back(body.size());
  return ends;
}

bool LooksLikeEvents(std::string_view body) {
  if (body.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    body.remove_prefix(kByteOrderMark.size());
  }
  constexpr std::string_view kPrefixes[] = {"event:", "data:", "id:", "retry:", ":"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes), [body](std::string_view prefix) {
    return body.substr(0, prefix.size()) == prefix;
  });
}

}  // namespace footnote::emulator
