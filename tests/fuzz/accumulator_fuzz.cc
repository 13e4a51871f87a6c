// SPDX-License-Identifier: Apache-2.0
// A stream gives the same parts, but for how texts are cut, however its bytes are cut; the parts
// follow their grammar; and nothing crashes.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "service/messages/stream/message_accumulator.h"
#include "service/messages/stream/stream_reader.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/pieces.h"
#include "tests/messages/collect_parts.h"

namespace footnote::fuzz {
namespace {

using messages::MessagePart;
using messages::StreamReader;

struct Result {
  absl::Status status;
  size_t parts = 0;
  StreamReader::End end = StreamReader::End::kEarly;
  bool began = false;
  std::string message;  // of a stream that was read to its end
};

Result ReadStream(const std::vector<absl::string_view>& pieces) {
  StreamReader reader;
  messages::MessageAccumulator accumulator;
  std::vector<MessagePart> parts;
  Result result;
  const auto read = [&]() -> absl::Status {
    std::vector<messages::StreamEvent> events;
    for (const absl::string_view piece : pieces) {
      events.clear();
      absl::Status status = reader.Read(piece, &events);
      for (messages::StreamEvent& event : events) {
        absl::Status added = accumulator.Add(std::move(event), &parts);
        if (!added.ok()) return added;
      }
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  };
  result.status = read();
  result.end = reader.AtEnd();
  result.began = reader.began();
  if (result.status.ok()) {
    result.status = accumulator.Finish(result.end == StreamReader::End::kTruncated, &parts);
  }
  result.parts = parts.size();
  if (result.status.ok()) {
    const absl::StatusOr<messages::CollectedParts> collected =
        messages::CollectParts(std::move(parts));
    Check(collected.ok(), "parts follow their grammar");
    result.message = messages::Describe(collected->message);
  }
  return result;
}

}  // namespace
}  // namespace footnote::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using footnote::fuzz::Check;
  const footnote::fuzz::CutInput input = footnote::fuzz::CutByFirstByte(data, size);
  const auto whole = footnote::fuzz::ReadStream({input.whole});
  const auto cut = footnote::fuzz::ReadStream(input.pieces);
  Check(whole.status == cut.status, "cuts change no status");
  Check(whole.parts == cut.parts, "cuts change no part");
  Check(whole.message == cut.message, "cuts change no message");
  if (whole.status.ok()) {
    Check(whole.end == cut.end, "cuts change no end");
    Check(whole.began == cut.began, "cuts change no beginning");
  }
  return 0;
}
