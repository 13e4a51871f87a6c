// One document: its rules, its blocks, and its entry in the SourceIndex.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_DOCUMENT_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_DOCUMENT_BUILDER_H_

#include "footnote/v1/content.pb.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/content/source_register.h"
#include "service/answering/building/validation/violations.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// Builds the documents of one request, in the API's order.
class DocumentBuilder {
 public:
  // The pointers must outlive the builder.
  DocumentBuilder(bool citable, SourceRegister* sources, CacheBreakpoints* breakpoints,
                  Violations* violations)
      : citable_(citable), sources_(sources), breakpoints_(breakpoints), violations_(violations) {}

  // Checks `document`, gives it its place in the index, and returns what is sent of it: views of
  // `document`.
  messages::DocumentParam Build(const v1::Document& document, const SourcePosition& place,
                                const FieldPath& path);

 private:
  // Each fills what `source` and `out` say of the content, but for the kind.
  void ReadText(const v1::Document& document, const FieldPath& path, Source* source,
                messages::DocumentParam* out);
  void ReadBlocks(const v1::DocumentBlocks& blocks, const FieldPath& path, Source* source,
                  messages::DocumentParam* out);
  void CheckTitles(const v1::Document& document, const FieldPath& path);

  const bool citable_;
  SourceRegister* const sources_;
  CacheBreakpoints* const breakpoints_;
  Violations* const violations_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_DOCUMENT_BUILDER_H_
