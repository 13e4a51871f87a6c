// SPDX-License-Identifier: Apache-2.0
// Validation of documents, and their form in the Messages API.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_DOCUMENT_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_DOCUMENT_BUILDER_H_

#include "footnote/v1/content.pb.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/content/source_register.h"
#include "service/answering/building/validation/field.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// Builds the documents of one request, in the order in which the API counts them.
class DocumentBuilder {
 public:
  // The pointers must outlive the builder.
  DocumentBuilder(SourceRegister* sources, CacheBreakpoints* breakpoints)
      : sources_(sources), breakpoints_(breakpoints) {}

  // Adds `document` to the source index, and returns the parameters for it, which are views of
  // `document`. Reports violations to `field`, the field of `document`.
  messages::DocumentParam Build(const v1::Document& document, const SourcePosition& position,
                                const Field& field);

 private:
  // Each sets the content of `source` and `out`. All but ReadBlocks take the field of `document`.
  void ReadContent(const v1::Document& document, const Field& field, Source* source,
                   messages::DocumentParam* out);
  void ReadText(const v1::Document& document, const Field& field, Source* source,
                messages::DocumentParam* out);
  static void ReadBlocks(const v1::DocumentBlocks& blocks, const Field& field, Source* source,
                         messages::DocumentParam* out);

  SourceRegister* const sources_;
  CacheBreakpoints* const breakpoints_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_DOCUMENT_BUILDER_H_
