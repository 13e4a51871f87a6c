// SPDX-License-Identifier: Apache-2.0
// The schema of the citations of an earlier answer that is sent back.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_CITATION_SCHEMA_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_CITATION_SCHEMA_H_

#include "service/emulator/request/schema_reader.h"

namespace footnote::emulator {

// Reads a text block's `citations`; returns whether there are any.
bool ReadCitations(ObjectReader& text_block);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_CITATION_SCHEMA_H_
