// SPDX-License-Identifier: Apache-2.0
// Validation of the chunking options of a request.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CHUNKING_OPTIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CHUNKING_OPTIONS_H_

#include "footnote/v1/content.pb.h"
#include "service/answering/building/validation/field.h"
#include "service/segmentation/chunker.h"

namespace footnote::answering::building {

// Returns the rules that `chunking` specifies. Reports violations to `field`, the field of
// `chunking`.
segmentation::ChunkingRules ReadChunking(const v1::Chunking& chunking, const Field& field);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CHUNKING_OPTIONS_H_
