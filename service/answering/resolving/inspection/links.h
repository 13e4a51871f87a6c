// SPDX-License-Identifier: Apache-2.0
// The addresses of the links in an answer's text.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_LINKS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_LINKS_H_

#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/source_index.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// Returns the addresses in well-formed `text` outside of code, ascending: the targets of Markdown
// links and images, with any scheme or none, but not fragments of the text itself ("#top"); and
// http and https addresses in the text, without trailing punctuation. Takes time linear in `text`.
std::vector<text::ByteRange> FindLinks(absl::string_view text);

// The addresses of the sources of an answer. Fragments and trailing punctuation are ignored.
class KnownAddresses {
 public:
  // The addresses of `sources` and of the references of `answer`; both must outlive this object.
  KnownAddresses(const SourceIndex& sources, const v1::Answer& answer);

  // True if `address`, or its part before the first non-ASCII character, is known: in Japanese and
  // Chinese, text follows an address without a space.
  bool Has(absl::string_view address) const;

 private:
  void Add(absl::string_view address);

  absl::flat_hash_set<absl::string_view> addresses_;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_LINKS_H_
