// SPDX-License-Identifier: Apache-2.0
// A parsed JSON document.
#ifndef FOOTNOTE_TESTS_EMULATOR_REQUEST_JSON_DOCUMENT_H_
#define FOOTNOTE_TESTS_EMULATOR_REQUEST_JSON_DOCUMENT_H_

#include <gtest/gtest.h>

#include <string_view>

#include "service/emulator/request/schema_reader.h"
#include "simdjson.h"

namespace footnote::emulator {

class JsonDocument {
 public:
  // Expects that `json` is valid.
  explicit JsonDocument(std::string_view json) {
    EXPECT_EQ(parser_.parse(json.data(), json.size()).get(root_), simdjson::SUCCESS) << json;
  }

  Json root() const { return root_; }

 private:
  simdjson::dom::parser parser_;
  Json root_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_REQUEST_JSON_DOCUMENT_H_
