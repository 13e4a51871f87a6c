// SPDX-License-Identifier: Apache-2.0

// Command example asks Footnote a question, streams the answer, and decodes the error of an invalid
// request.
package main

//go:generate ./generate.sh

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	pb "footnote.dev/example/footnotev1"
)

const (
	// The default of 4 MB is too small for an answer that cites much text.
	maxResponseBytes = 64 << 20
	timeout          = 60 * time.Second
)

// The results of your search, by id.
var texts = map[string]string{
	"prices": "🎉 カフェ「フットノート」へようこそ。\n\n" +
		"The monthly plan costs ¥1,000.\n\n" +
		"The café is closed on Mondays.",
	"refunds": "Refunds are possible within 30 days.",
}

func request() *pb.AnswerRequest {
	request := &pb.AnswerRequest{Question: "How much does the monthly plan cost?"}
	for _, id := range []string{"prices", "refunds"} {
		request.SearchResults = append(request.SearchResults, &pb.SearchResult{
			Id:      id,
			Source:  "kb://" + id,
			Title:   "About " + id,
			Content: &pb.SearchResult_Text{Text: texts[id]},
		})
	}
	return request
}

// ask gets an answer and prints it with its citations.
func ask(ctx context.Context, client pb.AnswerServiceClient) (*pb.Answer, error) {
	response, err := client.Answer(ctx, request())
	if err != nil {
		return nil, err
	}
	answer := response.GetAnswer()
	fmt.Println("answer:", answer.GetText())
	citations := 0
	for _, block := range answer.GetBlocks() {
		for _, citation := range block.GetText().GetCitations() {
			citations++
			// Go strings are indexed by byte.
			id := citation.GetSource().GetId()
			var cited string
			for _, span := range citation.GetSourceSpans() {
				cited += texts[id][span.GetByteStart():span.GetByteEnd()]
			}
			number := answer.GetReferences()[citation.GetReferenceIndex()].GetNumber()
			verdict := citation.GetVerification().GetVerdict()
			fmt.Printf("[%d] %s, %v: %s\n", number, id, verdict, strings.TrimSpace(cited))
			if verdict != pb.Verification_VERDICT_EXACT {
				return nil, errors.New("the citation is not exact")
			}
			if cited != citation.GetCitedText() {
				return nil, errors.New("the slice is not the cited text")
			}
		}
	}
	if citations == 0 {
		return nil, errors.New("the answer has no citations")
	}
	return answer, nil
}

// stream prints the answer while it is generated, and returns it.
func stream(ctx context.Context, client pb.AnswerServiceClient) (*pb.Answer, error) {
	messages, err := client.StreamAnswer(ctx, &pb.StreamAnswerRequest{Request: request()})
	if err != nil {
		return nil, err
	}
	var text string
	var answer *pb.Answer
	fmt.Print("stream: ")
	for {
		message, err := messages.Recv()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		for _, event := range message.GetEvents() {
			switch kind := event.GetKind().(type) {
			case *pb.AnswerEvent_TextDelta:
				fmt.Print(kind.TextDelta.GetText())
				text += kind.TextDelta.GetText()
			case *pb.AnswerEvent_Completed:
				answer = kind.Completed.GetAnswer()
			default: // Citations, for example. Ignore kinds that you do not need.
			}
		}
	}
	fmt.Println()
	if answer == nil || text != answer.GetText() {
		return nil, errors.New("the deltas are not the answer's text")
	}
	return answer, nil
}

// sendInvalidRequest sends a request with two faults and prints the violations.
func sendInvalidRequest(ctx context.Context, client pb.AnswerServiceClient) error {
	_, err := client.Answer(ctx, &pb.AnswerRequest{
		Question: " ",
		SearchResults: []*pb.SearchResult{
			{Source: "kb://prices", Content: &pb.SearchResult_Text{Text: "¥1,000"}},
		},
	})
	if status.Code(err) != codes.InvalidArgument {
		return fmt.Errorf("unexpected status: %w", err)
	}
	violations := map[string]string{}
	for _, detail := range status.Convert(err).Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			fmt.Println("error:", detail.GetReason())
			if detail.GetReason() != "INVALID_REQUEST" || detail.GetDomain() != "footnote.dev" {
				return fmt.Errorf("unexpected ErrorInfo: %v", detail)
			}
		case *errdetails.BadRequest:
			for _, v := range detail.GetFieldViolations() {
				fmt.Printf("  %s: %s: %s\n", v.GetField(), v.GetReason(), v.GetDescription())
				violations[v.GetField()] = v.GetReason()
			}
		}
	}
	expected := map[string]string{"question": "EMPTY", "search_results[0].title": "EMPTY"}
	if !maps.Equal(violations, expected) {
		return errors.New("unexpected violations")
	}
	return nil
}

func run(server string) error {
	connection, err := grpc.NewClient(server,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxResponseBytes)))
	if err != nil {
		return err
	}
	defer connection.Close()
	client := pb.NewAnswerServiceClient(connection)
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()

	answer, err := ask(ctx, client)
	if err != nil {
		return err
	}
	streamed, err := stream(ctx, client)
	if err != nil {
		return err
	}
	if streamed.GetText() != answer.GetText() {
		return errors.New("the streamed answer differs")
	}
	return sendInvalidRequest(ctx, client)
}

func main() {
	server := cmp.Or(os.Getenv("FOOTNOTE_SERVER"), "127.0.0.1:8080")
	if len(os.Args) > 1 {
		server = os.Args[1]
	}
	if err := run(server); err != nil {
		log.Fatal(err)
	}
	fmt.Println("ok")
}
