#include "service/answering/resolving/notices.h"

namespace footnote::answering::resolving {

const char* NoticeText(v1::Notice::Kind kind) {
  switch (kind) {
    case v1::Notice::KIND_NO_CITATIONS:
      return "There were hits or documents with citations on, and the text cites none of them.";
    case v1::Notice::KIND_SOURCE_MISMATCH:
      return "A citation names another source than the hit that its index points at.";
    case v1::Notice::KIND_TITLE_MISMATCH:
      return "A citation names another title than that of what its index points at.";
    case v1::Notice::KIND_EMPTY_CLAIM:
      return "A citation stands on a block without text.";
    case v1::Notice::KIND_ILL_FORMED_TEXT:
      return "Strings from upstream were ill-formed and have U+FFFD in them.";
    case v1::Notice::KIND_UNKNOWN_BLOCK:
      return "The message has a block of a kind that this version does not know.";
    case v1::Notice::KIND_INCOMPLETE_USAGE:
      return "The message's usage is missing or lacks token counts.";
    case v1::Notice::KIND_TRUNCATED_FINAL_FRAME:
      return "The stream broke off behind its stop reason; nothing of the answer is missing.";
    case v1::Notice::KIND_UNKNOWN_EVENT:
      return "The stream had an event of a kind that this version does not know.";
    case v1::Notice::KIND_POSSIBLY_BILLED_TWICE:
      return "An attempt that failed before this answer may be billed as well.";
    case v1::Notice::KIND_LEAKED_MARKUP:
      return "The text has markup in it that upstream should have made a citation of.";
    case v1::Notice::KIND_PLACEHOLDER_CHARACTER:
      return "The text has a character in it that stands for an object or for nothing.";
    case v1::Notice::KIND_CACHE_MARKS_DROPPED:
      return "The request had more cache marks than the API takes, and some were not sent.";
    case v1::Notice::KIND_UNSOURCED_LINK:
      return "The text has a link to an address of no hit, document or cited web page.";
    default:
      return "";
  }
}

}  // namespace footnote::answering::resolving
