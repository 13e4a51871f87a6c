// SPDX-License-Identifier: Apache-2.0
// The citations of an earlier answer, in the API's input form.
//
// The API counts search results and documents over the entire request, so an index that it returned
// names another source as soon as the caller drops an earlier turn. The API does not check the
// indices of citations that it receives, and the model reads them. Therefore:
//
// - If `source.id` names a search result or document that precedes the citation, the citation is
//   sent with the current index of that source.
// - Any other citation is sent with its own index, which is right if no earlier turn was dropped.
// - A citation that cannot be right is omitted: its index names nothing, or a source that does not
//   have such locations, or a source that has another id.
//
// The range is sent unchanged. A citation without `cited_text` is sent with the text of the source
// in that range; it is omitted if the request does not contain this text.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CITATION_REPLAY_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CITATION_REPLAY_H_

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/citation.pb.h"
#include "service/answering/building/content/source_register.h"
#include "service/answering/building/content/source_texts.h"
#include "service/answering/building/validation/field.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// Converts the citations of all earlier answers of one request.
class CitationReplay {
 public:
  // `sources` has the sources that precede each answer when it is converted. `joined` receives the
  // cited texts that the request does not contain in one piece. Both must outlive the object and
  // the results.
  CitationReplay(const SourceRegister* sources, std::deque<std::string>* joined)
      : sources_(sources), texts_(joined) {}

  // Returns the citations of `text`, the value of `field`, as views. Omits citations that are
  // incomplete, of an unknown kind, or not of a form that the API returns, and those that cannot be
  // right, as described above.
  std::vector<messages::CitationParam> Replay(const v1::AnswerText& text, const Field& field);

 private:
  std::optional<messages::CitationParam> ReplayOne(const v1::Citation& citation,
                                                   const Field& field);
  // Returns the text of `source` at the location of `citation`.
  std::optional<absl::string_view> FindText(const Source& source,
                                            const messages::CitationParam& citation,
                                            const Field& field);

  const SourceRegister* const sources_;
  SourceTexts texts_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CITATION_REPLAY_H_
