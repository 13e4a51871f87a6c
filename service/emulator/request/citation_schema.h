// SPDX-License-Identifier: Apache-2.0
// The schema of the citations in an earlier answer that a request contains.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_CITATION_SCHEMA_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_CITATION_SCHEMA_H_

#include "service/emulator/request/schema_reader.h"

namespace footnote::emulator {

// Reads the field `citations` of a text block. Returns true if the list is not empty; an absent and
// a null list are empty.
bool ReadCitations(ObjectReader& text_block);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_CITATION_SCHEMA_H_
