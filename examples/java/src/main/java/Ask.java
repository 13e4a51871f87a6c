// SPDX-License-Identifier: Apache-2.0

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import dev.footnote.v1.Answer;
import dev.footnote.v1.AnswerBlock;
import dev.footnote.v1.AnswerEvent;
import dev.footnote.v1.AnswerRequest;
import dev.footnote.v1.AnswerServiceGrpc;
import dev.footnote.v1.AnswerServiceGrpc.AnswerServiceBlockingStub;
import dev.footnote.v1.Citation;
import dev.footnote.v1.SearchResult;
import dev.footnote.v1.Span;
import dev.footnote.v1.StreamAnswerRequest;
import dev.footnote.v1.StreamAnswerResponse;
import dev.footnote.v1.Verification;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Asks Footnote a question, streams the answer, and decodes the error of an invalid request. */
public final class Ask {
  // The default of 4 MB is too small for an answer that cites much text.
  private static final int MAX_RESPONSE_BYTES = 64 << 20;
  private static final int TIMEOUT_SECONDS = 60;
  private static final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  /** The results of your search, by id. */
  private static final Map<String, String> TEXTS =
      Map.of(
          "prices",
          "🎉 カフェ「フットノート」へようこそ。\n\n"
              + "The monthly plan costs ¥1,000.\n\n"
              + "The café is closed on Mondays.",
          "refunds",
          "Refunds are possible within 30 days.");

  private static AnswerRequest request() {
    AnswerRequest.Builder request =
        AnswerRequest.newBuilder().setQuestion("How much does the monthly plan cost?");
    new TreeMap<>(TEXTS)
        .forEach(
            (id, text) ->
                request.addSearchResults(
                    SearchResult.newBuilder()
                        .setId(id)
                        .setSource("kb://" + id)
                        .setTitle("About " + id)
                        .setText(text)));
    return request.build();
  }

  /** Gets an answer and prints it with its citations. */
  private static Answer ask(AnswerServiceBlockingStub stub) {
    Answer answer = stub.answer(request()).getAnswer();
    out.println("answer: " + answer.getText());
    int citations = 0;
    for (AnswerBlock block : answer.getBlocksList()) {
      for (Citation citation : block.getText().getCitationsList()) {
        ++citations;
        // Java strings are indexed by UTF-16 code unit.
        String text = TEXTS.get(citation.getSource().getId());
        StringBuilder cited = new StringBuilder();
        for (Span span : citation.getSourceSpansList()) {
          cited.append(text, span.getUtf16Start(), span.getUtf16End());
        }
        Verification.Verdict verdict = citation.getVerification().getVerdict();
        out.printf(
            "[%d] %s, %s: %s%n",
            answer.getReferences(citation.getReferenceIndex()).getNumber(),
            citation.getSource().getId(),
            verdict,
            cited.toString().strip());
        check(verdict == Verification.Verdict.VERDICT_EXACT, "the citation is not exact");
        check(cited.toString().equals(citation.getCitedText()), "the slice is not the cited text");
      }
    }
    check(citations > 0, "the answer has no citations");
    return answer;
  }

  /** Prints the answer while it is generated, and returns it. */
  private static Answer stream(AnswerServiceBlockingStub stub) {
    StringBuilder text = new StringBuilder();
    Answer answer = null;
    out.print("stream: ");
    Iterator<StreamAnswerResponse> messages =
        stub.streamAnswer(StreamAnswerRequest.newBuilder().setRequest(request()).build());
    while (messages.hasNext()) {
      for (AnswerEvent event : messages.next().getEventsList()) {
        switch (event.getKindCase()) {
          case TEXT_DELTA -> {
            out.print(event.getTextDelta().getText());
            text.append(event.getTextDelta().getText());
          }
          case COMPLETED -> answer = event.getCompleted().getAnswer();
          default -> {} // Citations, for example. Ignore kinds that you do not need.
        }
      }
    }
    out.println();
    check(answer != null, "the stream has no answer");
    check(text.toString().equals(answer.getText()), "the deltas are not the answer's text");
    return answer;
  }

  /** Sends a request with two faults and prints the violations. */
  private static void sendInvalidRequest(AnswerServiceBlockingStub stub)
      throws InvalidProtocolBufferException {
    AnswerRequest invalid =
        AnswerRequest.newBuilder()
            .setQuestion(" ")
            .addSearchResults(SearchResult.newBuilder().setSource("kb://prices").setText("¥1,000"))
            .build();
    Map<String, String> violations = new TreeMap<>();
    try {
      stub.answer(invalid);
      check(false, "the request is not refused");
    } catch (StatusRuntimeException e) {
      check(e.getStatus().getCode() == io.grpc.Status.Code.INVALID_ARGUMENT, e.toString());
      Status status = StatusProto.fromThrowable(e);
      for (Any detail : status.getDetailsList()) {
        if (detail.is(ErrorInfo.class)) {
          ErrorInfo info = detail.unpack(ErrorInfo.class);
          out.println("error: " + info.getReason());
          check(info.getReason().equals("INVALID_REQUEST"), "unexpected reason");
          check(info.getDomain().equals("footnote.dev"), "unexpected domain");
        } else if (detail.is(BadRequest.class)) {
          for (BadRequest.FieldViolation violation :
              detail.unpack(BadRequest.class).getFieldViolationsList()) {
            out.printf(
                "  %s: %s: %s%n",
                violation.getField(), violation.getReason(), violation.getDescription());
            violations.put(violation.getField(), violation.getReason());
          }
        }
      }
    }
    check(
        violations.equals(Map.of("question", "EMPTY", "search_results[0].title", "EMPTY")),
        "unexpected violations");
  }

  private static void check(boolean condition, String message) {
    if (!condition) {
      throw new IllegalStateException(message);
    }
  }

  public static void main(String[] args) throws Exception {
    String server =
        args.length > 0
            ? args[0]
            : System.getenv().getOrDefault("FOOTNOTE_SERVER", "127.0.0.1:8080");
    ManagedChannel channel =
        ManagedChannelBuilder.forTarget(server)
            .usePlaintext()
            .maxInboundMessageSize(MAX_RESPONSE_BYTES)
            .build();
    try {
      // A deadline starts when it is set: set one for each call.
      AnswerServiceBlockingStub stub = AnswerServiceGrpc.newBlockingStub(channel);
      Answer answer = ask(stub.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS));
      Answer streamed = stream(stub.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS));
      check(streamed.getText().equals(answer.getText()), "the streamed answer differs");
      sendInvalidRequest(stub.withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS));
      out.println("ok");
    } finally {
      channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
    }
  }
}
