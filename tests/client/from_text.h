// SPDX-License-Identifier: Apache-2.0
// Parses messages in Protobuf's text form.
#ifndef FOOTNOTE_TESTS_CLIENT_FROM_TEXT_H_
#define FOOTNOTE_TESTS_CLIENT_FROM_TEXT_H_

#include <google/protobuf/text_format.h>

#include <string>

#include "gtest/gtest.h"

namespace footnote::client {

// Returns the message with this text form. An invalid text is a test failure.
template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

}  // namespace footnote::client

#endif  // FOOTNOTE_TESTS_CLIENT_FROM_TEXT_H_
