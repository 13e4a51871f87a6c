// SPDX-License-Identifier: Apache-2.0
// Request bodies for tests of the emulator.
#ifndef FOOTNOTE_TESTS_EMULATOR_REQUESTS_H_
#define FOOTNOTE_TESTS_EMULATOR_REQUESTS_H_

#include <memory>
#include <string>

#include "service/emulator/http/http_message.h"

namespace footnote::emulator {

// Returns a body with these messages (a JSON list) and `extra` fields, such as "\"system\":\"s\"".
inline std::string Body(const std::string& messages, const std::string& extra = "",
                        const std::string& model = "claude-opus-5") {
  return R"({"model":")" + model + R"(","max_tokens":400,)" + extra + (extra.empty() ? "" : ",") +
         R"("messages":)" + messages + "}";
}

// Returns a list of one user message with this content (a JSON list).
inline std::string User(const std::string& content) {
  return R"([{"role":"user","content":)" + content + "}]";
}

inline std::string Text(const std::string& text) {
  return R"({"type":"text","text":")" + text + R"("})";
}

// Returns a search result with these text blocks, which are joined with commas.
inline std::string SearchResult(const std::string& blocks, const std::string& more = "",
                                const std::string& title = "Title") {
  return R"({"type":"search_result","source":"kb://1","title":")" + title + R"(","content":[)" +
         blocks + "]" + (more.empty() ? "" : ",") + more + "}";
}

inline std::string Cited() { return R"("citations":{"enabled":true})"; }

inline std::string PlainText(const std::string& data, const std::string& more = "") {
  return R"({"type":"document","source":{"type":"text","media_type":"text/plain","data":")" + data +
         R"("})" + (more.empty() ? "" : ",") + more + "}";
}

// "%PDF-1.4\n" in base64.
inline const std::string kPdfData = "JVBERi0xLjQK";

inline std::string Pdf(const std::string& more = "") {
  return R"({"type":"document","source":{"type":"base64","media_type":"application/pdf","data":")" +
         kPdfData + R"("})" + (more.empty() ? "" : ",") + more + "}";
}

// Returns a document with custom content. `content` is a JSON list or string.
inline std::string Custom(const std::string& content, const std::string& more = "") {
  return R"({"type":"document","source":{"type":"content","content":)" + content + "}" +
         (more.empty() ? "" : ",") + more + "}";
}

inline HttpRequest Post(const std::string& body, const std::string& version = "2023-06-01") {
  HttpRequest request;
  request.method = "POST";
  request.target = "/v1/messages";
  request.headers = {{"x-api-key", "key"}, {"anthropic-version", version}};
  request.body = std::make_shared<const std::string>(body);
  return request;
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_REQUESTS_H_
