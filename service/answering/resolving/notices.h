// The words of the notices.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_NOTICES_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_NOTICES_H_

#include "footnote/v1/answer.pb.h"

namespace footnote::answering::resolving {

// What v1::Notice::message says of a kind, unless there is more to say. Never null.
const char* NoticeText(v1::Notice::Kind kind);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_NOTICES_H_
