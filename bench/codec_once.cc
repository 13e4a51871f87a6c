// Builds the payload's request, or parses its reply, a given number of times and does nothing else:
// codec_instructions.sh counts the instructions.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "bench/payload.h"
#include "service/messages/message.h"
#include "service/messages/request.h"

namespace footnote::bench {
namespace {

// Returns whether every request was built.
bool Build(const Payload& payload, int times) {
  const messages::MessagesRequest request = MessagesRequestFor(payload);
  for (int i = 0; i < times; ++i) {
    std::string json;
    messages::AppendJson(request, &json);
    if (json.empty()) return false;
  }
  return true;
}

// Returns whether every reply was a message.
bool Parse(const Payload& payload, int times) {
  const std::string reply = ReplyJsonFor(payload);
  for (int i = 0; i < times; ++i) {
    std::string body;
    body.reserve(reply.size() + 64);
    body = reply;
    if (!messages::ParseMessage(std::move(body)).ok()) return false;
  }
  return true;
}

int Main(int argc, char** argv) {
  if (argc == 3) {
    const absl::string_view what = argv[1];
    const int times = std::atoi(argv[2]);
    if (what == "build") return Build(MakePayload(), times) ? 0 : 1;
    if (what == "parse") return Parse(MakePayload(), times) ? 0 : 1;
  }
  std::fprintf(stderr, "usage: codec_once build|parse TIMES\n");
  return 2;
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
