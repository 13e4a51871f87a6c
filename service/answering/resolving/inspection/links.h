// The addresses that an answer's text links to.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_LINKS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_LINKS_H_

#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/source_index.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// The addresses in well-formed `text` outside of code, ascending: targets of Markdown links and
// pictures, of any scheme or none, but not places in the text itself ("#top"); and http and https
// addresses that stand in the text as they are, without the punctuation behind them. Takes time
// linear in `text`.
std::vector<text::ByteRange> FindLinks(absl::string_view text);

// The addresses of what an answer may rest on. Two are the same if they are without fragment and
// punctuation at the end.
class KnownAddresses {
 public:
  // Those of the hits and documents that were sent, and of the answer's references. Holds views of
  // both.
  KnownAddresses(const SourceIndex& sources, const v1::Answer& answer);

  // Whether `address`, or the part of it before its first character outside ASCII, is one: Japanese
  // and Chinese go on without a space behind an address.
  bool Has(absl::string_view address) const;

 private:
  void Add(absl::string_view address);

  absl::flat_hash_set<absl::string_view> addresses_;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_LINKS_H_
