// Puts files into a request as what they are.
#ifndef FOOTNOTE_CLIENT_CLI_DOCUMENTS_DOCUMENT_FILE_H_
#define FOOTNOTE_CLIENT_CLI_DOCUMENTS_DOCUMENT_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

enum class FileKind { kText, kPdf, kImage };

// What a file with this content is, by its first bytes: a PDF, a picture (JPEG, PNG, GIF, WebP), or
// else text.
FileKind KindOfFile(absl::string_view content);

// Adds the file at `path` to the request: text and PDFs as documents, whose title is the file's
// name and whose id is `path`; pictures as pictures, which cannot be cited.
//
// The error's message begins with `path`. Refused are files that cannot be read, that are empty,
// that are neither of the above nor UTF-8, and that are so large that the API takes no request with
// them.
absl::Status AddDocumentFile(const std::string& path, v1::AnswerRequest* request);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_DOCUMENTS_DOCUMENT_FILE_H_
