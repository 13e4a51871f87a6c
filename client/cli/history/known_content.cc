#include "client/cli/history/known_content.h"

#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace footnote::client {
namespace {

// Equal for those that the model reads as the same.
template <typename Content>
std::string KeyOf(Content content) {
  content.clear_id();
  content.clear_chunking();
  content.clear_cache_control();
  content.clear_metadata();
  content.clear_document_key();
  return content.SerializeAsString();
}

std::string KeyOf(v1::Image image) {
  image.clear_cache_control();
  return image.SerializeAsString();
}

// The content of earlier turns.
class Known {
 public:
  template <typename Holder>
  void Add(const Holder& holder) {
    for (const auto& hit : holder.hits()) AddNamed(hit);
    for (const auto& document : holder.documents()) AddNamed(document);
  }
  void AddImages(const google::protobuf::RepeatedPtrField<v1::Image>& images) {
    for (const v1::Image& image : images) images_.insert(KeyOf(image));
  }

  bool Has(const v1::Image& image) const { return images_.count(KeyOf(image)) > 0; }
  template <typename Content>
  bool Has(const Content& content) const {
    return content_.count(KeyOf(content)) > 0;
  }

  // `id`, or if it is taken one like it that is not.
  std::string FreeId(const std::string& id) const {
    std::string free = id;
    for (int i = 2; !id.empty() && ids_.count(free) > 0; ++i) free = absl::StrCat(id, "~", i);
    return free;
  }

 private:
  template <typename Content>
  void AddNamed(const Content& content) {
    content_.insert(KeyOf(content));
    ids_.insert(content.id());
  }

  std::set<std::string> content_;
  std::set<std::string> images_;
  std::set<std::string> ids_;
};

template <typename Content>
int Remove(const Known& known, google::protobuf::RepeatedPtrField<Content>* contents) {
  google::protobuf::RepeatedPtrField<Content> kept;
  for (Content& content : *contents) {
    if (!known.Has(content)) *kept.Add() = std::move(content);
  }
  const int removed = contents->size() - kept.size();
  contents->Swap(&kept);
  return removed;
}

}  // namespace

int LeaveOutKnown(v1::AnswerRequest* request) {
  Known known;
  for (const v1::Turn& turn : request->turns()) {
    known.Add(turn.user());
    known.AddImages(turn.user().images());
    for (const v1::ToolResult& result : turn.user().tool_results()) {
      known.Add(result);
      known.AddImages(result.images());
    }
  }
  const int removed = Remove(known, request->mutable_hits()) +
                      Remove(known, request->mutable_documents()) +
                      Remove(known, request->mutable_images());
  for (v1::SearchResult& hit : *request->mutable_hits()) hit.set_id(known.FreeId(hit.id()));
  for (v1::Document& document : *request->mutable_documents()) {
    document.set_id(known.FreeId(document.id()));
  }
  return removed;
}

}  // namespace footnote::client
