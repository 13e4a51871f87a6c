// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/preview/warnings.h"

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/caching/cache_minimum.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {
namespace {

using Warning = v1::PreviewWarning;

constexpr int kMaxOfAKind = 100;
constexpr size_t kLargeBlockBytes = 8000;

// Adds warnings to a preview, with a limit for each kind.
class WarningList {
 public:
  explicit WarningList(v1::PreviewAnswerResponse* preview) : preview_(preview) {}

  void Add(Warning::Kind kind, std::string field, std::string message) {
    Listed& listed = listed_[kind];
    if (++listed.count > kMaxOfAKind) return;
    listed.last = preview_->add_warnings();
    listed.last->set_kind(kind);
    listed.last->set_field(std::move(field));
    listed.last->set_message(std::move(message));
  }

  // Must be called after the last Add.
  void CountOthers() {
    for (auto& [kind, listed] : listed_) {
      if (listed.count <= kMaxOfAKind) continue;
      absl::StrAppend(listed.last->mutable_message(), "; ", listed.count - kMaxOfAKind,
                      " more of this kind are not listed");
    }
  }

 private:
  struct Listed {
    int count = 0;
    Warning* last = nullptr;
  };

  v1::PreviewAnswerResponse* const preview_;
  std::map<Warning::Kind, Listed> listed_;
};

// The warnings about the search results and documents of a request.
class SourceWarnings {
 public:
  SourceWarnings(const v1::AnswerRequest& request, absl::string_view root,
                 const SourceIndex& sources, WarningList* warnings)
      : request_(request), root_(root), sources_(sources), warnings_(*warnings) {}

  void Run() {
    for (const Source& search_result : sources_.search_results()) Check(search_result);
    for (const Source& document : sources_.documents()) Check(document);
  }

 private:
  void Check(const Source& source) {
    if (sources_.citable()) {
      CheckVerifiable(source);
      CheckBlocks(source);
    }
    CheckDuplicate(source);
  }

  void CheckVerifiable(const Source& source) {
    switch (source.kind) {
      case Source::Kind::kSearchResult:
      case Source::Kind::kPlainText:
      case Source::Kind::kBlocks:
        return;
      case Source::Kind::kPdf:
        warnings_.Add(Warning::KIND_NOT_VERIFIABLE, PathOf(source),
                      "is a PDF, whose text only the API extracts; send the text to have citations "
                      "verified");
        return;
      case Source::Kind::kUrl:
      case Source::Kind::kFile:
        warnings_.Add(Warning::KIND_NOT_VERIFIABLE, PathOf(source),
                      "is not part of the request, so its citations cannot be verified; send the "
                      "text to have them verified");
        return;
    }
  }

  void CheckBlocks(const Source& source) {
    // The API splits plain text.
    if (source.kind == Source::Kind::kPlainText) return;
    size_t first = 0;
    size_t count = 0;
    for (size_t i = 0; i < source.blocks.size(); ++i) {
      if (source.blocks[i].size() <= kLargeBlockBytes) continue;
      if (count++ == 0) first = i;
    }
    if (count == 0) return;
    const std::string others =
        count == 1 ? "" : absl::StrCat(", and ", count - 1, " more are longer than 8,000");
    warnings_.Add(Warning::KIND_LARGE_BLOCK, PathOf(source),
                  absl::StrCat("has block ", first, " of ", source.blocks[first].size(), " bytes",
                               others, "; every citation of it quotes all of it"));
  }

  void CheckDuplicate(const Source& source) {
    // Images are not compared.
    if (HasImage(source)) return;
    const auto [earlier, is_new] = seen_.try_emplace({FormOf(source), TextOf(source)}, &source);
    if (is_new) return;
    warnings_.Add(Warning::KIND_DUPLICATE_TEXT, PathOf(source),
                  absl::StrCat("has the same text as ", PathOf(*earlier->second),
                               "; the model may cite either"));
  }

  static bool HasImage(const Source& source) {
    if (source.kind != Source::Kind::kBlocks) return false;
    for (const absl::string_view block : source.blocks) {
      if (block.empty()) return true;
    }
    return false;
  }

  // Returns the kind under which a source is compared: all texts are compared with each other,
  // however they are split; all other content with content of its kind.
  static Source::Kind FormOf(const Source& source) {
    const bool is_text =
        source.kind == Source::Kind::kPlainText || source.kind == Source::Kind::kBlocks;
    return is_text ? Source::Kind::kSearchResult : source.kind;
  }

  absl::string_view TextOf(const Source& source) {
    switch (source.kind) {
      case Source::Kind::kPdf:
        return source.document->pdf();
      case Source::Kind::kUrl:
      case Source::Kind::kFile:
        return source.address;
      case Source::Kind::kSearchResult:
      case Source::Kind::kPlainText:
      case Source::Kind::kBlocks:
        break;
    }
    if (source.blocks.size() == 1) return source.blocks.front();
    const std::string& text =
        source.search_result != nullptr ? source.search_result->text() : source.document->text();
    if (!text.empty()) return text;
    return joined_.emplace_back(absl::StrJoin(source.blocks, ""));
  }

  // Returns the path of the field that has `source`.
  std::string PathOf(const Source& source) const {
    const SourcePosition& position = source.position;
    const bool is_present = position.turn >= request_.turns_size();
    std::string path = root_;
    if (!is_present) absl::StrAppend(&path, ".turns[", position.turn, "].user");
    const bool is_search_result = source.search_result != nullptr;
    if (position.tool_result.has_value()) {
      absl::StrAppend(&path, ".tool_results[", *position.tool_result, "]");
    } else if (is_present ? request_.content_size() > 0
                          : request_.turns(position.turn).user().content_size() > 0) {
      return absl::StrCat(path, ".content[", position.position,
                          is_search_result ? "].search_result" : "].document");
    }
    return absl::StrCat(path, is_search_result ? ".search_results[" : ".documents[",
                        position.position, "]");
  }

  const v1::AnswerRequest& request_;
  const std::string root_;
  const SourceIndex& sources_;
  WarningList& warnings_;
  // The first source of each kind that has each text.
  absl::flat_hash_map<std::pair<Source::Kind, absl::string_view>, const Source*> seen_;
  // Texts that the request does not contain in one piece.
  std::deque<std::string> joined_;
};

void CheckCache(const v1::AnswerRequest& request, absl::string_view root,
                const IndexedRequest& indexed, WarningList* warnings) {
  const int64_t minimum = MinimumCacheableTokens(indexed.model);
  for (const PlannedBreakpoint& breakpoint : indexed.cache_breakpoints) {
    if (breakpoint.prefix_tokens >= minimum || breakpoint.may_have_more_tokens) continue;
    warnings->Add(Warning::KIND_CACHE_PREFIX_TOO_SHORT, breakpoint.field,
                  absl::StrCat("ends a prefix of about ", breakpoint.prefix_tokens,
                               " tokens; the model caches only prefixes of at least ", minimum));
  }
  for (const std::string& field : indexed.sources.dropped_cache_breakpoints()) {
    warnings->Add(Warning::KIND_CACHE_BREAKPOINT_DROPPED, absl::StrCat(root, ".", field),
                  absl::StrCat("is not sent; the API accepts at most ", kMaxCacheBreakpoints,
                               " cache breakpoints"));
  }
  const bool is_intended = request.cache_options().policy() == v1::CacheOptions::POLICY_NONE;
  if (request.turns_size() > 0 && indexed.cache_breakpoints.empty() && !is_intended &&
      indexed.estimated_tokens >= minimum) {
    warnings->Add(
        Warning::KIND_NO_CACHE, absl::StrCat(root, ".cache_options"),
        absl::StrCat("caches nothing of a conversation of about ", indexed.estimated_tokens,
                     " tokens; POLICY_AUTO plans cache breakpoints"));
  }
}

// Checks for conditions on citations in a request whose citations are off.
void CheckConditions(const v1::CitationOptions& options, absl::string_view root, bool citable,
                     WarningList* warnings) {
  if (citable) return;
  constexpr char kMessage[] = "has no effect, since citations are off";
  if (options.strict()) {
    warnings->Add(Warning::KIND_NOTHING_TO_VERIFY, absl::StrCat(root, ".citation_options.strict"),
                  kMessage);
  }
  if (options.has_min_coverage()) {
    warnings->Add(Warning::KIND_NOTHING_TO_VERIFY,
                  absl::StrCat(root, ".citation_options.min_coverage"), kMessage);
  }
}

}  // namespace

void AddWarnings(const v1::AnswerRequest& request, absl::string_view root,
                 const IndexedRequest& indexed, size_t json_bytes,
                 v1::PreviewAnswerResponse* preview) {
  WarningList warnings(preview);
  CheckCache(request, root, indexed, &warnings);
  SourceWarnings(request, root, indexed.sources, &warnings).Run();
  CheckConditions(request.citation_options(), root, indexed.sources.citable(), &warnings);
  if (json_bytes > messages::kMaxRequestBytes / 10 * 9) {
    warnings.Add(Warning::KIND_NEAR_SIZE_LIMIT, "",
                 absl::StrCat("the request has ", json_bytes, " bytes; the API accepts at most ",
                              messages::kMaxRequestBytes));
  }
  warnings.CountOthers();
}

}  // namespace footnote::answering::building
