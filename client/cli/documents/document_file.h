// SPDX-License-Identifier: Apache-2.0
// Adds files to a request according to their kind.
#ifndef FOOTNOTE_CLIENT_CLI_DOCUMENTS_DOCUMENT_FILE_H_
#define FOOTNOTE_CLIENT_CLI_DOCUMENTS_DOCUMENT_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

enum class FileKind { kText, kPdf, kImage };

// Returns the kind of a file with this content by its first bytes: a PDF, an image (JPEG, PNG, GIF,
// WebP), or else text.
FileKind KindOfFile(absl::string_view content);

// Adds the file at `path` to the request: text and PDFs as documents, whose title is the file's
// name and whose id is `path`; images as images, which cannot be cited.
//
// The error's message begins with `path`. It is an error if the file cannot be read, is empty, is
// neither of the above nor UTF-8, or exceeds the API's limit for a request.
absl::Status AddDocumentFile(const std::string& path, v1::AnswerRequest* request);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_DOCUMENTS_DOCUMENT_FILE_H_
