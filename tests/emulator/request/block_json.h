// SPDX-License-Identifier: Apache-2.0
// The JSON of images, PDFs and citations.
#ifndef FOOTNOTE_TESTS_EMULATOR_REQUEST_BLOCK_JSON_H_
#define FOOTNOTE_TESTS_EMULATOR_REQUEST_BLOCK_JSON_H_

#include <string>

#include "tests/emulator/requests.h"

namespace footnote::emulator {

// The signatures of the image types, in base64.
inline const std::string kPng = "iVBORw0KGgo=";
inline const std::string kJpeg = "/9j/4AAQ";
inline const std::string kGif = "R0lGODlh";
inline const std::string kWebp = "UklGRgAAAABXRUJQ";

// A list of one citation of a plain text document.
inline const std::string kCharCitation =
    R"([{"type":"char_location","cited_text":"c","document_index":0,"document_title":null,)"
    R"("start_char_index":0,"end_char_index":1}])";

// Returns an image with `source`, a JSON object, and the fields `more`.
inline std::string Image(const std::string& source, const std::string& more = "") {
  return R"({"type":"image","source":)" + source + (more.empty() ? "" : ",") + more + "}";
}

inline std::string ImageData(const std::string& media_type, const std::string& data) {
  return Image(R"({"type":"base64","media_type":")" + media_type + R"(","data":")" + data + "\"}");
}

inline std::string PdfData(const std::string& data) {
  return R"({"type":"document","source":{"type":"base64","media_type":"application/pdf","data":")" +
         data + "\"}}";
}

// Returns a body with one user message that has `blocks`, joined with commas, and a question.
inline std::string WithQuestion(const std::string& blocks) {
  return Body(User("[" + blocks + "," + Text("q") + "]"));
}

// Returns `text`, repeated `times` times.
inline std::string Repeated(const std::string& text, int times) {
  std::string repeated;
  for (int i = 0; i < times; ++i) repeated += text;
  return repeated;
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_REQUEST_BLOCK_JSON_H_
