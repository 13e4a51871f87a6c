// SPDX-License-Identifier: Apache-2.0
// Requests with megabytes of search results, and messages that cite them.
#ifndef FOOTNOTE_BENCH_GROUNDING_PAYLOAD_H_
#define FOOTNOTE_BENCH_GROUNDING_PAYLOAD_H_

#include <cstddef>
#include <string>

#include "footnote/v1/answer_service.pb.h"
#include "service/answering/source_index.h"
#include "service/messages/message.h"

namespace footnote::bench {

enum class Language { kEnglish, kJapanese };

// Returns a question with search results of about `hit_bytes` each, `bytes` in total: paragraphs of
// a few sentences, one of eight with a quotation mark. They are given as `text`, to be split by
// `policy`.
v1::AnswerRequest TextRequest(Language language, size_t bytes, size_t hit_bytes,
                              v1::Chunking::Policy policy);

// Returns a question with one plain-text document of such text.
v1::AnswerRequest DocumentRequest(Language language, size_t bytes);

// Returns a question with the search results of `cut`, given as blocks.
v1::AnswerRequest BlocksRequest(const answering::SourceIndex& cut);

// Returns the texts of all search results of `request`.
std::string AllText(const v1::AnswerRequest& request);

// Returns a message of `count` cited sentences whose citations quote `sources` exactly: single
// blocks of the search results in turn, or about forty characters of the first document if there
// are none.
messages::Message CitingMessage(const answering::SourceIndex& sources, int count);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_GROUNDING_PAYLOAD_H_
