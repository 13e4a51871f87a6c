// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/notices.h"

namespace footnote::answering::resolving {

const char* NoticeText(v1::Notice::Kind kind) {
  switch (kind) {
    case v1::Notice::KIND_NO_CITATIONS:
      return "The request had citable search results or documents, and the text cites none of "
             "them.";
    case v1::Notice::KIND_SOURCE_MISMATCH:
      return "The source in a citation differs from that of the search result that its index "
             "names.";
    case v1::Notice::KIND_TITLE_MISMATCH:
      return "The title in a citation differs from that of the source that its index names.";
    case v1::Notice::KIND_EMPTY_CLAIM:
      return "A citation belongs to a block without text.";
    case v1::Notice::KIND_ILL_FORMED_TEXT:
      return "The response had ill-formed strings; U+FFFD replaces what could not be decoded.";
    case v1::Notice::KIND_UNKNOWN_BLOCK:
      return "The message has a block of an unknown kind.";
    case v1::Notice::KIND_INCOMPLETE_USAGE:
      return "The usage is missing or lacks token counts.";
    case v1::Notice::KIND_TRUNCATED_FINAL_FRAME:
      return "The stream ended after its stop reason but before its last event. The answer is "
             "complete.";
    case v1::Notice::KIND_UNKNOWN_EVENT:
      return "The stream had an event of an unknown kind.";
    case v1::Notice::KIND_POSSIBLY_BILLED_TWICE:
      return "An earlier attempt that failed may be billed.";
    case v1::Notice::KIND_LEAKED_MARKUP:
      return "The text contains markup that the API should have converted to a citation.";
    case v1::Notice::KIND_PLACEHOLDER_CHARACTER:
      return "The text contains an object replacement character or a noncharacter.";
    case v1::Notice::KIND_CACHE_BREAKPOINTS_DROPPED:
      return "The request had more cache breakpoints than the API accepts; some were not sent.";
    case v1::Notice::KIND_UNSOURCED_LINK:
      return "The text contains a link to an address that no source or cited web page has.";
    case v1::Notice::KIND_IMITATES_CITATION:
      return "The text contains what looks like a citation but was written by the model; nothing "
             "verified it.";
    default:
      return "";
  }
}

}  // namespace footnote::answering::resolving
