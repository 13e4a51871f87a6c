// SPDX-License-Identifier: Apache-2.0

//! Asks Footnote a question, streams the answer, and decodes the error of an invalid request.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::io::{Write, stdout};
use std::time::Duration;

use tonic::transport::{Channel, Endpoint};
use tonic_types::StatusExt;

use footnote::answer_service_client::AnswerServiceClient;
use footnote::verification::Verdict;
use footnote::{Answer, AnswerRequest, SearchResult, StreamAnswerRequest};
use footnote::{answer_block, answer_event, search_result};

#[allow(dead_code)] // Not every message is used.
mod footnote {
    tonic::include_proto!("footnote.v1");
}

type Client = AnswerServiceClient<Channel>;
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The default of 4 MB is too small for an answer that cites much text.
const MAX_RESPONSE_BYTES: usize = 64 << 20;
const TIMEOUT: Duration = Duration::from_secs(60);

/// The results of your search: id and text.
const RESULTS: [(&str, &str); 2] = [
    (
        "prices",
        "🎉 カフェ「フットノート」へようこそ。\n\n\
         The monthly plan costs ¥1,000.\n\n\
         The café is closed on Mondays.",
    ),
    ("refunds", "Refunds are possible within 30 days."),
];

fn request() -> AnswerRequest {
    let search_result = |(id, text): (&str, &str)| SearchResult {
        id: id.into(),
        source: format!("kb://{id}"),
        title: format!("About {id}"),
        content: Some(search_result::Content::Text(text.into())),
        ..Default::default()
    };
    AnswerRequest {
        question: "How much does the monthly plan cost?".into(),
        search_results: RESULTS.map(search_result).into(),
        ..Default::default()
    }
}

/// Gets an answer and prints it with its citations.
async fn ask(client: &mut Client) -> Result<Answer> {
    let answer = client
        .answer(request())
        .await?
        .into_inner()
        .answer
        .ok_or("no answer")?;
    println!("answer: {}", answer.text);
    let texts = BTreeMap::from(RESULTS);
    let mut citations = 0;
    for block in &answer.blocks {
        let Some(answer_block::Kind::Text(block)) = &block.kind else {
            continue;
        };
        for citation in &block.citations {
            citations += 1;
            // Rust strings are indexed by byte.
            let source = citation.source.as_ref().ok_or("no source")?;
            let text = texts[source.id.as_str()];
            let cited: String = citation
                .source_spans
                .iter()
                .map(|span| &text[span.byte_start as usize..span.byte_end as usize])
                .collect();
            let verdict = citation
                .verification
                .as_ref()
                .ok_or("no verification")?
                .verdict();
            let reference = &answer.references[citation.reference_index() as usize];
            println!(
                "[{}] {}, {}: {}",
                reference.number,
                source.id,
                verdict.as_str_name(),
                cited.trim()
            );
            check(verdict == Verdict::Exact, "the citation is not exact")?;
            check(
                cited == citation.cited_text(),
                "the slice is not the cited text",
            )?;
        }
    }
    check(citations > 0, "the answer has no citations")?;
    Ok(answer)
}

/// Prints the answer while it is generated, and returns it.
async fn stream(client: &mut Client) -> Result<Answer> {
    let request = StreamAnswerRequest {
        request: Some(request()),
    };
    let mut messages = client.stream_answer(request).await?.into_inner();
    let mut text = String::new();
    let mut answer = None;
    print!("stream: ");
    while let Some(message) = messages.message().await? {
        for event in message.events {
            match event.kind {
                Some(answer_event::Kind::TextDelta(delta)) => {
                    print!("{}", delta.text);
                    text += &delta.text;
                }
                Some(answer_event::Kind::Completed(completed)) => answer = completed.answer,
                _ => {} // Citations, for example. Ignore kinds that you do not need.
            }
        }
        stdout().flush()?;
    }
    println!();
    let answer = answer.ok_or("the stream has no answer")?;
    check(text == answer.text, "the deltas are not the answer's text")?;
    Ok(answer)
}

/// Sends a request with two faults and prints the violations.
async fn send_invalid_request(client: &mut Client) -> Result<()> {
    let invalid = AnswerRequest {
        question: " ".into(),
        search_results: vec![SearchResult {
            source: "kb://prices".into(),
            content: Some(search_result::Content::Text("¥1,000".into())),
            ..Default::default()
        }],
        ..Default::default()
    };
    let status = client
        .answer(invalid)
        .await
        .err()
        .ok_or("the request is not refused")?;
    check(
        status.code() == tonic::Code::InvalidArgument,
        status.message(),
    )?;
    let details = status.get_error_details();
    let info = details.error_info().ok_or("no ErrorInfo")?;
    println!("error: {}", info.reason);
    check(info.reason == "INVALID_REQUEST", "unexpected reason")?;
    check(info.domain == "footnote.dev", "unexpected domain")?;
    let violations = &details
        .bad_request()
        .ok_or("no BadRequest")?
        .field_violations;
    for violation in violations {
        println!(
            "  {}: {}: {}",
            violation.field, violation.reason, violation.description
        );
    }
    let reasons: BTreeMap<_, _> = violations
        .iter()
        .map(|v| (v.field.as_str(), v.reason.as_str()))
        .collect();
    let expected = BTreeMap::from([("question", "EMPTY"), ("search_results[0].title", "EMPTY")]);
    check(reasons == expected, "unexpected violations")
}

fn check(condition: bool, message: &str) -> Result<()> {
    if condition {
        Ok(())
    } else {
        Err(message.into())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let server = env::args()
        .nth(1)
        .or_else(|| env::var("FOOTNOTE_SERVER").ok())
        .unwrap_or_else(|| "127.0.0.1:8080".into());
    let channel = Endpoint::from_shared(format!("http://{server}"))?
        .timeout(TIMEOUT)
        .connect()
        .await?;
    let mut client =
        AnswerServiceClient::new(channel).max_decoding_message_size(MAX_RESPONSE_BYTES);

    let answer = ask(&mut client).await?;
    let streamed = stream(&mut client).await?;
    check(streamed.text == answer.text, "the streamed answer differs")?;
    send_invalid_request(&mut client).await?;
    println!("ok");
    Ok(())
}
