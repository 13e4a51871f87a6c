// Requests with megabytes of hits, and messages that cite all over them.
#ifndef FOOTNOTE_BENCH_GROUNDING_PAYLOAD_H_
#define FOOTNOTE_BENCH_GROUNDING_PAYLOAD_H_

#include <cstddef>
#include <string>

#include "footnote/v1/answer_service.pb.h"
#include "service/answering/source_index.h"
#include "service/messages/message.h"

namespace footnote::bench {

enum class Language { kEnglish, kJapanese };

// A question with hits of about `hit_bytes` each, `bytes` in all: paragraphs of a few sentences,
// with a quotation mark in one of eight. They come as `text`, to be cut by `policy`.
v1::AnswerRequest TextRequest(Language language, size_t bytes, size_t hit_bytes,
                              v1::Chunking::Policy policy);

// A question with one plain-text document of such text.
v1::AnswerRequest DocumentRequest(Language language, size_t bytes);

// A question with the hits of `cut`, the blocks of which are given as they are.
v1::AnswerRequest BlocksRequest(const answering::SourceIndex& cut);

// The texts of all hits of `request`.
std::string AllText(const v1::AnswerRequest& request);

// A message of `count` cited sentences, whose citations quote `sources` exactly: single blocks of
// the hits in turn, or some forty characters anywhere in the first document if there are no hits.
messages::Message CitingMessage(const answering::SourceIndex& sources, int count);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_GROUNDING_PAYLOAD_H_
