// Streamed calls of the end-to-end tests.
#ifndef FOOTNOTE_TESTS_END_TO_END_STREAMS_H_
#define FOOTNOTE_TESTS_END_TO_END_STREAMS_H_

#include <grpcpp/grpcpp.h>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {

// What was told of an answer, and how it ended.
struct StreamReply {
  grpc::Status status;
  std::vector<v1::AnswerEvent> events;  // of all messages, in order
  std::vector<int> batches;             // how many came in each

  // The answer of the last event; an empty one if that is none.
  v1::Answer answer() const;
  // The texts told, joined.
  std::string text() const;
  // What was told, by the names of the events' fields.
  std::vector<std::string> kinds() const;
};

struct StreamCallOptions {
  std::string script;  // for the emulator
  absl::Duration timeout = absl::Seconds(60);
  // Messages to be read before ReadMore.
  size_t reads = std::numeric_limits<size_t>::max();
};

// A stream that goes on while the test does. Costs no thread.
class StreamCall final : private grpc::ClientReadReactor<v1::StreamAnswerResponse> {
 public:
  StreamCall(TestServer& server, const v1::AnswerRequest& request, StreamCallOptions options = {});
  StreamCall(const StreamCall&) = delete;
  StreamCall& operator=(const StreamCall&) = delete;
  // Cancels it if it is not done, and waits.
  ~StreamCall() override;

  // Lets `reads` more messages be read.
  void ReadMore(size_t reads);
  // Reads the rest, too: only a read hears of the end.
  void Cancel();
  // Until so many events were told or the stream is done; says whether it was the former.
  bool WaitForEvents(size_t count);
  StreamReply Wait();
  bool is_done();

 private:
  void OnReadDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;

  grpc::ClientContext context_;
  v1::StreamAnswerRequest request_;
  v1::StreamAnswerResponse message_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_:
  size_t reads_left_;
  bool is_reading_ = false;
  bool is_held_ = false;  // against OnDone, while no read is under way
  bool done_ = false;
  StreamReply reply_;
};

// A whole stream.
StreamReply Stream(TestServer& server, const v1::AnswerRequest& request,
                   const std::string& script = "");

// `answer` without what describes the call that it came by.
v1::Answer WithoutCall(v1::Answer answer);

}  // namespace footnote::testing

#endif  // FOOTNOTE_TESTS_END_TO_END_STREAMS_H_
