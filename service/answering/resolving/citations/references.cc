// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/citations/references.h"

namespace footnote::answering::resolving {
namespace {

// The tag and the length of an element.
constexpr size_t kMessageOverhead = 6;

}  // namespace

int ReferenceList::RowOf(const Source& source, size_t index) {
  int row = answer_->references_size();
  const auto [known, is_new] = rows_by_source_.try_emplace(&source, row);
  if (!is_new) return known->second;
  if (!source.document_key.empty()) {
    row = rows_by_key_.try_emplace(source.document_key, row).first->second;
    known->second = row;
  }
  if (row == answer_->references_size()) {
    v1::Reference* reference = AddRow();
    reference->set_source(source.address.data(), source.address.size());
    if (!source.title.empty()) reference->set_title(source.title.data(), source.title.size());
    reference->set_document_key(source.document_key.data(), source.document_key.size());
    for (const auto& [key, value] : source.metadata) {
      (*reference->mutable_metadata())[std::string(key)] = std::string(value);
    }
    meter_.Add(reference->ByteSizeLong() + kMessageOverhead,
               1 + static_cast<int>(source.metadata.size()));
  }
  v1::CitedSource* described = answer_->mutable_references(row)->add_sources();
  DescribeSource(source, index, described);
  meter_.Add(described->ByteSizeLong() + kMessageOverhead, 1);
  return row;
}

int ReferenceList::RowOfWebPage(const std::string& url, const std::optional<std::string>& title) {
  const auto [row, is_new] = rows_by_url_.try_emplace(url, answer_->references_size());
  if (is_new) {
    v1::Reference* reference = AddRow();
    reference->set_source(url);
    if (title) reference->set_title(*title);
    reference->add_sources()->set_kind(v1::CitedSource::KIND_WEB_PAGE);
    meter_.Add(reference->ByteSizeLong() + kMessageOverhead, 2);
  }
  return row->second;
}

v1::Reference* ReferenceList::AddRow() {
  v1::Reference* reference = answer_->add_references();
  reference->set_number(answer_->references_size());
  return reference;
}

}  // namespace footnote::answering::resolving
