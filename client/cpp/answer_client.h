// SPDX-License-Identifier: Apache-2.0
// A client of footnote.v1.AnswerService.
//
//   AnswerClient client("127.0.0.1:8080");
//   v1::AnswerRequest request;
//   request.set_question("How long is data kept?");
//   *request.add_search_results() = result;       // with source, title and text
//   absl::StatusOr<v1::Answer> answer = client.Answer(request, Within(absl::Seconds(60)));
//   if (answer.ok()) std::cout << answer->text();
//
// The spans of a citation are byte ranges of the text that was sent:
//
//   Slice(result.text(), citation.source_spans(0))   // equals citation.cited_text() if EXACT
//
// sources.h finds the search result or document of a citation; conversation.h continues a
// conversation after an answer.
//
// The same answer, streamed:
//
//   absl::StatusOr<v1::Answer> answer = client.StreamAnswer(
//       request, [](const v1::AnswerEvent& event) { std::cout << event.text_delta().text(); });
//
// One client per server is enough. It has one connection, which it opens with the first call and
// reopens when it is lost. All members are thread-safe. Copies are cheap and share the connection.
// A client may be destroyed while its asynchronous calls run, or by their callbacks; the calls
// still finish.
//
// An error has the gRPC code of the call, and the service's details as payloads; see
// error_details.h. The client does not retry. A call without a deadline is limited only by the
// server.
#ifndef FOOTNOTE_CLIENT_CPP_ANSWER_CLIENT_H_
#define FOOTNOTE_CLIENT_CPP_ANSWER_CLIENT_H_

#include <grpcpp/channel.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/cpp/cancel_token.h"
#include "client/cpp/error_details.h"
#include "client/cpp/sources.h"  // IWYU pragma: export
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// The transport security of a connection.
enum class Security {
  kByTarget,   // kPlaintext for loopback addresses and Unix sockets, else kTls
  kPlaintext,  // no encryption
  kTls,        // encryption; the server is authenticated
};

struct ConnectOptions {
  Security security = Security::kByTarget;
  // The certificate authorities to trust, in PEM form, with TLS. Empty: those that gRPC finds on
  // the system.
  std::string ca_certificates;
  // The maximum size of a response in bytes. An answer repeats the texts that it cites, so it may
  // exceed 4 MiB, gRPC's default. A larger response fails the call with RESOURCE_EXHAUSTED. See
  // also ResponseOptions.
  int max_receive_bytes = 64 << 20;
};

struct CallOptions {
  // The maximum duration of the call. The earlier of `timeout` and `deadline` applies.
  absl::Duration timeout = absl::InfiniteDuration();
  absl::Time deadline = absl::InfiniteFuture();
  // Metadata to send with the call, in this order. Keys are lower case. The value of a key that
  // ends in "-bin" may have any bytes, other values are printable ASCII. A call with invalid
  // metadata ends at once with INVALID_ARGUMENT and the name of the key.
  std::vector<std::pair<std::string, std::string>> metadata;
  // Cancels the call.
  CancelToken cancel;
};

// Options with only a timeout.
CallOptions Within(absl::Duration timeout);

class AnswerClient {
 public:
  // Called once, with the answer or the error.
  using Callback = std::function<void(absl::StatusOr<v1::Answer>)>;

  // Called with each event of a stream, in order, one at a time. An event of a kind that this
  // version does not know has no kind.
  using EventCallback = std::function<void(const v1::AnswerEvent&)>;

  // Connects to `target`, a gRPC target such as "answers.example:443" or "unix:/run/footnote.sock".
  // Nothing is sent before the first call, so a wrong target fails that call with UNAVAILABLE.
  explicit AnswerClient(absl::string_view target, const ConnectOptions& options = {});

  // Uses `channel` with the limits that it has.
  explicit AnswerClient(const std::shared_ptr<grpc::ChannelInterface>& channel);

  // Answers one request. Blocks.
  absl::StatusOr<v1::Answer> Answer(const v1::AnswerRequest& request,
                                    const CallOptions& options = {}) const;

  // The same without blocking and without a thread for the call. `done` runs on a thread of gRPC,
  // or on this thread if the call ends at once because it is cancelled or its options are invalid.
  // `done` must not block. Move the request to avoid a copy.
  void AnswerAsync(v1::AnswerRequest request, const CallOptions& options, Callback done) const;

  // Answers one request, passes its events as they are received, including `completed`, and returns
  // the complete answer. With ResponseOptions.omit_delivered_content, the answer is assembled from
  // the events; DATA_LOSS if one is missing.
  //
  // Blocks. `on_event` runs on this thread. Nothing is read while it runs, so a slow callback slows
  // down the server; at most one message of the stream is held. `on_pause`, if set, is called when
  // the next event may take a while: a good time to flush output.
  //
  // `on_event` may cancel the call; it is not called again then. After an error, discard the
  // content that was delivered. A stream that ends with OK but without an answer is DATA_LOSS.
  absl::StatusOr<v1::Answer> StreamAnswer(const v1::AnswerRequest& request,
                                          const EventCallback& on_event,
                                          const CallOptions& options = {},
                                          const std::function<void()>& on_pause = nullptr) const;

  // The same without blocking and without a thread for the call. `on_event`, and `done` at the end,
  // run one at a time on threads of gRPC, of which a process has few. `on_event` may be slow, which
  // slows down the server, but must not wait for other calls. Otherwise like AnswerAsync.
  void StreamAnswerAsync(v1::AnswerRequest request, const CallOptions& options,
                         EventCallback on_event, Callback done) const;

  // Resolves a response of the Messages API that the caller already has. Blocks. Makes no request
  // to the API.
  absl::StatusOr<v1::Answer> ResolveAnswer(const v1::ResolveAnswerRequest& request,
                                           const CallOptions& options = {}) const;

  // Returns the request that Answer would send to the API. Blocks. Makes no request to the API.
  absl::StatusOr<v1::PreviewAnswerResponse> PreviewAnswer(const v1::AnswerRequest& request,
                                                          const CallOptions& options = {}) const;

  // The same for Answer or StreamAnswer, as `request` specifies.
  absl::StatusOr<v1::PreviewAnswerResponse> PreviewAnswer(const v1::PreviewAnswerRequest& request,
                                                          const CallOptions& options = {}) const;

 private:
  std::shared_ptr<v1::AnswerService::Stub> stub_;
};

// True if every address of `target` is on this machine: a loopback address, "localhost", or a Unix
// socket.
bool IsLocalTarget(absl::string_view target);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_ANSWER_CLIENT_H_
