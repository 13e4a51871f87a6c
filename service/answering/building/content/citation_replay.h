// An earlier answer's citations, in the form in which the API takes them back.
//
// The API numbers hits and documents over the whole request, so a number that it gave once means
// something else as soon as a caller drops an earlier turn. It does not check what a number means
// in what it is sent back, and the model reads it. Therefore:
//
// - A citation whose `source.id` names a hit or document that stands before it is sent with the
//   number that this one has now.
// - Any other is sent as it is. In a conversation of which nothing was dropped that is right.
// - One that cannot be right is left out: its number names nothing, or something that such a
//   location cannot be in, or something that the caller calls by another id.
//
// The range is sent as it is, whatever the source says there: it is the API's own.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CITATION_REPLAY_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CITATION_REPLAY_H_

#include <vector>

#include "footnote/v1/answer.pb.h"
#include "service/answering/building/content/source_register.h"
#include "service/answering/building/validation/violations.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// The citations of `text`, at `path`, in their input form; views of it. `sources` are those that
// stand before. Leaves out what is incomplete, of an unknown kind, not such as the API gives, or,
// as said above, of a source that is gone.
std::vector<messages::CitationParam> ReplayCitations(const v1::AnswerText& text,
                                                     const SourceRegister& sources,
                                                     const FieldPath& path, Violations* violations);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CITATION_REPLAY_H_
