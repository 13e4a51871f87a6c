// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_UPSTREAM_EVENT_REDACTION_H_
#define FOOTNOTE_SERVICE_UPSTREAM_EVENT_REDACTION_H_

#include "service/upstream/redactor.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

// Redacts everything in `event` that upstream, and not the model, determines: ids, the names of
// models, tools and kinds, stop details, the service tier, and events that this version does not
// know. What the model wrote stays as it is.
void RedactEvent(const Redactor& redactor, MessagesEvent* event);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_EVENT_REDACTION_H_
