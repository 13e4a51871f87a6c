// SPDX-License-Identifier: Apache-2.0
#include "client/cli/history/known_content.h"

#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace footnote::client {
namespace {

// Returns a key that is equal for content that the model sees as equal.
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
class KnownContent {
 public:
  void AddTurn(const v1::UserTurn& turn) {
    AddHolder(turn);
    for (const v1::ToolResult& result : turn.tool_results()) AddHolder(result);
    for (const v1::UserContent& block : turn.content()) {
      if (block.has_search_result()) AddNamed(block.search_result());
      if (block.has_document()) AddNamed(block.document());
      if (block.has_image()) images_.insert(KeyOf(block.image()));
    }
  }

  bool Has(const v1::SearchResult& result) const { return content_.count(KeyOf(result)) > 0; }
  bool Has(const v1::Document& document) const { return content_.count(KeyOf(document)) > 0; }
  bool Has(const v1::Image& image) const { return images_.count(KeyOf(image)) > 0; }
  bool Has(const v1::UserContent& block) const {
    return (block.has_search_result() && Has(block.search_result())) ||
           (block.has_document() && Has(block.document())) ||
           (block.has_image() && Has(block.image()));
  }

  // If the id of `content` is used, gives it an unused id that begins with it.
  template <typename Content>
  void FreeId(Content* content) const {
    const std::string id = content->id();
    for (int i = 2; !id.empty() && ids_.count(content->id()) > 0; ++i) {
      content->set_id(absl::StrCat(id, "~", i));
    }
  }

 private:
  // Adds the content of a turn or tool result.
  template <typename Holder>
  void AddHolder(const Holder& holder) {
    for (const v1::SearchResult& result : holder.search_results()) AddNamed(result);
    for (const v1::Document& document : holder.documents()) AddNamed(document);
    for (const v1::Image& image : holder.images()) images_.insert(KeyOf(image));
  }

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
int Remove(const KnownContent& known, google::protobuf::RepeatedPtrField<Content>* contents) {
  google::protobuf::RepeatedPtrField<Content> kept;
  for (Content& content : *contents) {
    if (!known.Has(content)) *kept.Add() = std::move(content);
  }
  const int removed = contents->size() - kept.size();
  contents->Swap(&kept);
  return removed;
}

}  // namespace

int RemoveKnown(v1::AnswerRequest* request) {
  KnownContent known;
  for (const v1::Turn& turn : request->turns()) known.AddTurn(turn.user());
  const int removed = Remove(known, request->mutable_search_results()) +
                      Remove(known, request->mutable_documents()) +
                      Remove(known, request->mutable_images()) +
                      Remove(known, request->mutable_content());
  for (v1::SearchResult& result : *request->mutable_search_results()) known.FreeId(&result);
  for (v1::Document& document : *request->mutable_documents()) known.FreeId(&document);
  for (v1::UserContent& block : *request->mutable_content()) {
    if (block.has_search_result()) known.FreeId(block.mutable_search_result());
    if (block.has_document()) known.FreeId(block.mutable_document());
  }
  return removed;
}

}  // namespace footnote::client
