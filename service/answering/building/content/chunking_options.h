// What a caller says of how a text is cut.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CHUNKING_OPTIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CHUNKING_OPTIONS_H_

#include "footnote/v1/content.pb.h"
#include "service/answering/building/validation/violations.h"
#include "service/segmentation/chunker.h"

namespace footnote::answering::building {

// The rules that `chunking`, at `path`, states.
segmentation::ChunkingRules ReadChunking(const v1::Chunking& chunking, const FieldPath& path,
                                         Violations* violations);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_CHUNKING_OPTIONS_H_
