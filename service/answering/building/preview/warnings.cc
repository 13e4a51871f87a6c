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
#include "service/messages/request.h"

namespace footnote::answering::building {
namespace {

using Warning = v1::PreviewWarning;

constexpr int kMaxOfAKind = 100;
constexpr size_t kLargeBlockBytes = 8000;

// Adds warnings, of each kind as many as anyone would read.
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

  // After the last Add.
  void CountTheRest() {
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

// The hits and documents of a request.
class SourceWarnings {
 public:
  SourceWarnings(const v1::AnswerRequest& request, const FieldPath& root,
                 const SourceIndex& sources, WarningList* warnings)
      : request_(request), root_(root.ToString()), sources_(sources), warnings_(*warnings) {}

  void Run() {
    for (const Source& hit : sources_.hits()) Check(hit);
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
      case Source::Kind::kHit:
      case Source::Kind::kPlainText:
      case Source::Kind::kBlocks:
        return;
      case Source::Kind::kPdf:
        warnings_.Add(Warning::KIND_NOT_VERIFIABLE, PathOf(source),
                      "is a PDF, whose text only the API extracts; send its text to have citations "
                      "verified");
        return;
      case Source::Kind::kUrl:
      case Source::Kind::kFile:
        warnings_.Add(Warning::KIND_NOT_VERIFIABLE, PathOf(source),
                      "is not in the request, so that its citations cannot be verified; send its "
                      "text to have them verified");
        return;
    }
  }

  void CheckBlocks(const Source& source) {
    // The API cuts plain text itself.
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
    // What else its pictures say is not compared.
    if (HasImage(source)) return;
    const auto [earlier, is_new] = seen_.try_emplace({FormOf(source), TextOf(source)}, &source);
    if (is_new) return;
    warnings_.Add(Warning::KIND_DUPLICATE_TEXT, PathOf(source),
                  absl::StrCat("says exactly what ", PathOf(*earlier->second),
                               " says; the model may cite either"));
  }

  static bool HasImage(const Source& source) {
    if (source.kind != Source::Kind::kBlocks) return false;
    for (const absl::string_view block : source.blocks) {
      if (block.empty()) return true;
    }
    return false;
  }

  // Texts are compared with texts, however they are cut; all else with its like.
  static Source::Kind FormOf(const Source& source) {
    const bool is_text =
        source.kind == Source::Kind::kPlainText || source.kind == Source::Kind::kBlocks;
    return is_text ? Source::Kind::kHit : source.kind;
  }

  absl::string_view TextOf(const Source& source) {
    switch (source.kind) {
      case Source::Kind::kPdf:
        return source.document->pdf();
      case Source::Kind::kUrl:
      case Source::Kind::kFile:
        return source.address;
      case Source::Kind::kHit:
      case Source::Kind::kPlainText:
      case Source::Kind::kBlocks:
        break;
    }
    if (source.blocks.size() == 1) return source.blocks.front();
    const std::string& text = source.hit != nullptr ? source.hit->text() : source.document->text();
    if (!text.empty()) return text;
    return joined_.emplace_back(absl::StrJoin(source.blocks, ""));
  }

  std::string PathOf(const Source& source) const {
    const SourcePosition& place = source.place;
    std::string path = root_;
    if (place.turn < request_.turns_size()) {
      absl::StrAppend(&path, ".turns[", place.turn, "].user");
    }
    if (place.tool_result.has_value()) {
      absl::StrAppend(&path, ".tool_results[", *place.tool_result, "]");
    }
    absl::StrAppend(&path, source.hit != nullptr ? ".hits[" : ".documents[", place.position, "]");
    return path;
  }

  const v1::AnswerRequest& request_;
  const std::string root_;
  const SourceIndex& sources_;
  WarningList& warnings_;
  // The first source of each form that says each text.
  absl::flat_hash_map<std::pair<Source::Kind, absl::string_view>, const Source*> seen_;
  // Texts that no field of the request holds in one piece.
  std::deque<std::string> joined_;
};

void CheckCache(const v1::AnswerRequest& request, const FieldPath& root, const BuiltRequest& built,
                WarningList* warnings) {
  const int64_t minimum = MinimumCacheableTokens(built.model);
  for (const PlannedBreakpoint& breakpoint : built.cache_breakpoints) {
    if (breakpoint.prefix_tokens >= minimum || breakpoint.may_have_more_tokens) continue;
    warnings->Add(Warning::KIND_CACHE_PREFIX_TOO_SHORT, breakpoint.field,
                  absl::StrCat("ends a prefix of about ", breakpoint.prefix_tokens,
                               " tokens; the model caches none of fewer than ", minimum));
  }
  for (const std::string& field : built.sources.dropped_cache_breakpoints()) {
    warnings->Add(
        Warning::KIND_CACHE_MARK_DROPPED, absl::StrCat(root.ToString(), ".", field),
        absl::StrCat("is not sent; the API takes at most ", kMaxCacheBreakpoints, " cache marks"));
  }
  // Who says that nothing is to be kept means it.
  const bool is_meant = request.cache().policy() == v1::CacheOptions::POLICY_NONE;
  if (request.turns_size() > 0 && built.cache_breakpoints.empty() && !is_meant &&
      built.estimated_tokens >= minimum) {
    warnings->Add(Warning::KIND_NO_CACHE, root.Field("cache").ToString(),
                  absl::StrCat("keeps nothing of a conversation of about ", built.estimated_tokens,
                               " tokens; POLICY_AUTO would"));
  }
}

void CheckDemanded(const v1::CitationOptions& options, const FieldPath& path, bool citable,
                   WarningList* warnings) {
  if (citable) return;
  constexpr char kMessage[] = "asks something of citations, and they are off";
  if (options.strict()) {
    warnings->Add(Warning::KIND_NOTHING_TO_VERIFY, path.Field("strict").ToString(), kMessage);
  }
  if (options.has_min_coverage()) {
    warnings->Add(Warning::KIND_NOTHING_TO_VERIFY, path.Field("min_coverage").ToString(), kMessage);
  }
}

}  // namespace

void AddWarnings(const v1::AnswerRequest& request, const FieldPath& root, const BuiltRequest& built,
                 v1::PreviewAnswerResponse* preview) {
  WarningList warnings(preview);
  CheckCache(request, root, built, &warnings);
  SourceWarnings(request, root, built.sources, &warnings).Run();
  CheckDemanded(request.citations(), root.Field("citations"), built.sources.citable(), &warnings);
  if (built.json.size() > messages::kMaxRequestBytes / 10 * 9) {
    warnings.Add(Warning::KIND_NEAR_SIZE_LIMIT, "",
                 absl::StrCat("the request has ", built.json.size(), " of the ",
                              messages::kMaxRequestBytes, " bytes that the API takes"));
  }
  warnings.CountTheRest();
}

}  // namespace footnote::answering::building
