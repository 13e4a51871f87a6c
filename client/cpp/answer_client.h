// A client of footnote.v1.AnswerService.
//
//   AnswerClient client("127.0.0.1:8080");
//   v1::AnswerRequest request;                    // question and hits: see answer_service.proto
//   request.set_question("How long is data kept?");
//   *request.add_hits() = hit;                    // source, title, text
//   absl::StatusOr<v1::Answer> answer = client.Answer(request, Within(absl::Seconds(60)));
//   if (answer.ok()) std::cout << answer->text();
//
// A citation's spans slice the text that was sent, in bytes:
//
//   Slice(hit.text(), citation.source_spans(0))   // equals citation.cited_text() if EXACT
//
// sources.h finds the hit or document of a citation, conversation.h goes on after an answer.
//
// The same answer, told while it comes:
//
//   absl::StatusOr<v1::Answer> answer = client.StreamAnswer(
//       request, [](const v1::AnswerEvent& event) { std::cout << event.text_delta().text(); });
//
// One client per server is enough: it holds one connection, which it opens at the first call and
// opens again when it is lost. Every member is safe from any number of threads at once. Copies are
// cheap and share the connection. A client may be destroyed while its asynchronous calls run, or by
// their callbacks; they still finish.
//
// Errors are the call's gRPC code with the service's details as payloads: see error_details.h.
// Nothing is retried here. Without a deadline a call lasts as long as the server lets it.
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

// How a connection is secured.
enum class Security {
  kByTarget,   // kPlaintext for loopback addresses and Unix sockets, kTls for everything else
  kPlaintext,  // no encryption
  kTls,        // the server proves who it is
};

struct ConnectOptions {
  Security security = Security::kByTarget;
  // With TLS: the authorities to trust, as PEM. Empty: those that gRPC finds on the system.
  std::string ca_certificates;
};

struct CallOptions {
  // How long the call may last from its start. The sooner of `timeout` and `deadline` holds.
  absl::Duration timeout = absl::InfiniteDuration();
  absl::Time deadline = absl::InfiniteFuture();
  // Sent with the call, in this order. Keys are lower case; those that end in "-bin" may have any
  // bytes as value, the others printable ASCII. A call with anything else ends at once, with
  // INVALID_ARGUMENT and the key's name.
  std::vector<std::pair<std::string, std::string>> metadata;
  // Ends the call from outside.
  CancelToken cancel;
};

// Options with nothing but a time limit.
CallOptions Within(absl::Duration timeout);

class AnswerClient {
 public:
  // Called once, with the answer or the error.
  using Callback = std::function<void(absl::StatusOr<v1::Answer>)>;

  // Called with each event of a stream, in order, one at a time. Kinds that this version does not
  // know come as events without a kind.
  using EventCallback = std::function<void(const v1::AnswerEvent&)>;

  // Talks to `target`, a gRPC target such as "answers.example:443" or "unix:/run/footnote.sock".
  // Nothing is sent before the first call, so a wrong target shows there, as UNAVAILABLE.
  explicit AnswerClient(absl::string_view target, const ConnectOptions& options = {});

  // Talks over `channel`, with its limits.
  explicit AnswerClient(const std::shared_ptr<grpc::ChannelInterface>& channel);

  // One request, one finished answer. Blocks.
  absl::StatusOr<v1::Answer> Answer(const v1::AnswerRequest& request,
                                    const CallOptions& options = {}) const;

  // The same without blocking, and without a thread for the call: `done` runs on a thread of
  // gRPC's, or on this one if the call ends at once, because it is cancelled or its options cannot
  // be sent; it must not block. Move the request in to spare a copy.
  void AnswerAsync(v1::AnswerRequest request, const CallOptions& options, Callback done) const;

  // One request, its events as they come, `completed` among them, and the answer of that last one.
  // Blocks; `on_event` runs on this thread. While it runs nothing more is read, so that a slow one
  // slows the server down; no more than one message of the stream is held here. `on_pause`, if
  // there is one, is called where the next event may be long in coming: the time to flush.
  //
  // `on_event` may cancel the call; no event comes after that. An error means that what was told
  // belongs to no answer. A stream that ends well but without an answer is DATA_LOSS.
  absl::StatusOr<v1::Answer> StreamAnswer(const v1::AnswerRequest& request,
                                          const EventCallback& on_event,
                                          const CallOptions& options = {},
                                          const std::function<void()>& on_pause = nullptr) const;

  // The same without blocking, and without a thread for the call. `on_event` and at last `done` run
  // one at a time on threads of gRPC's, of which a process has few: `on_event` may be slow, which
  // slows the server down, but must not wait for other calls. Like AnswerAsync otherwise.
  void StreamAnswerAsync(v1::AnswerRequest request, const CallOptions& options,
                         EventCallback on_event, Callback done) const;

  // The answer of a message that was got from the Messages API already. Blocks, and sends nothing
  // upstream.
  absl::StatusOr<v1::Answer> ResolveAnswer(const v1::ResolveAnswerRequest& request,
                                           const CallOptions& options = {}) const;

  // What Answer would send upstream for `request`. Blocks, and sends nothing upstream.
  absl::StatusOr<v1::PreviewAnswerResponse> PreviewAnswer(const v1::AnswerRequest& request,
                                                          const CallOptions& options = {}) const;

  // The same, with the choice to see what StreamAnswer would send.
  absl::StatusOr<v1::PreviewAnswerResponse> PreviewAnswer(const v1::PreviewAnswerRequest& request,
                                                          const CallOptions& options = {}) const;

 private:
  std::shared_ptr<v1::AnswerService::Stub> stub_;
};

// Whether every address of `target` is this machine: a loopback address, "localhost", or a Unix
// socket.
bool IsLocalTarget(absl::string_view target);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_ANSWER_CLIENT_H_
