// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/citation_schema.h"

#include <optional>
#include <string_view>

namespace footnote::emulator {
namespace {

using Step = SchemaReader::Step;

struct RangeFields {
  std::string_view start;
  std::string_view end;
  int64_t min_start;  // 0 for indexes, 1 for page numbers
};

RangeFields RangeFieldsOf(std::string_view tag) {
  if (tag == "char_location") return {"start_char_index", "end_char_index", 0};
  if (tag == "page_location") return {"start_page_number", "end_page_number", 1};
  return {"start_block_index", "end_block_index", 0};
}

void ReadRange(ObjectReader& citation, std::string_view index, std::string_view tag) {
  const RangeFields fields = RangeFieldsOf(tag);
  citation.RequiredIntegerFrom(index, 0);
  citation.RequiredIntegerFrom(fields.start, fields.min_start);
  citation.RequiredInteger(fields.end);
}

// Reads one citation. Only responses have `file_id`, but it is permitted here because clients send
// the citations of a response back unchanged.
void ReadCitation(SchemaReader& reader, Json value) {
  std::string_view tag = ReadTag(reader, value,
                                 {"char_location", "page_location", "content_block_location",
                                  "web_search_result_location", "search_result_location"});
  if (tag.empty()) return;
  Step step(reader, tag);
  ObjectReader citation(reader, value);
  citation.Allow("type");
  citation.RequiredString("cited_text");
  if (tag == "web_search_result_location") {
    citation.RequiredString("encrypted_index");
    citation.RequiredStringOfSize("url", 1, 2048);
    citation.NullableStringOfSize("title", 1, 512);
  } else if (tag == "search_result_location") {
    ReadRange(citation, "search_result_index", tag);
    citation.RequiredString("source");
    citation.NullableString("title");
  } else {
    ReadRange(citation, "document_index", tag);
    citation.NullableStringOfSize("document_title", 1, 255);
    citation.NullableString("file_id");
  }
  citation.Finish();
}

}  // namespace

bool ReadCitations(ObjectReader& text_block) {
  std::optional<Json> citations = text_block.FindNonNull("citations");
  if (!citations.has_value()) return false;
  SchemaReader& reader = text_block.reader();
  Step step(reader, "citations");
  size_t index = 0;
  for (Json citation : ReadList(reader, *citations)) {
    Step item(reader, index++);
    ReadCitation(reader, citation);
  }
  return index > 0;
}

}  // namespace footnote::emulator
