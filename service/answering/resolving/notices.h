// SPDX-License-Identifier: Apache-2.0
// The messages of notices.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_NOTICES_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_NOTICES_H_

#include "footnote/v1/answer.pb.h"

namespace footnote::answering::resolving {

// Returns the value of Notice.message for `kind`, where the notice has no more specific one. Empty
// for an unknown kind, never null.
const char* NoticeText(v1::Notice::Kind kind);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_NOTICES_H_
