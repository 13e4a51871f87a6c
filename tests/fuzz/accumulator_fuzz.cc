// SPDX-License-Identifier: Apache-2.0
// A stream gives the same message and status in pieces of any size, its parts follow their grammar,
// and no input crashes the parser.
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
  std::string message;  // if the status is OK
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
  const footnote::fuzz::SplitInput input = footnote::fuzz::SplitByFirstByte(data, size);
  const auto complete = footnote::fuzz::ReadStream({input.complete});
  const auto split = footnote::fuzz::ReadStream(input.pieces);
  Check(complete.status == split.status, "the status does not depend on the pieces");
  Check(complete.parts == split.parts, "the number of parts does not depend on the pieces");
  Check(complete.message == split.message, "the message does not depend on the pieces");
  if (complete.status.ok()) {
    Check(complete.end == split.end, "the end does not depend on the pieces");
    Check(complete.began == split.began, "the start does not depend on the pieces");
  }
  return 0;
}
