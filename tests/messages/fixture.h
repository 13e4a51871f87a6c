// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_TESTS_MESSAGES_FIXTURE_H_
#define FOOTNOTE_TESTS_MESSAGES_FIXTURE_H_

#include <fstream>
#include <sstream>
#include <string>

namespace footnote::messages {

// Returns the content of a file in tests/testdata/messages; empty if there is no such file.
inline std::string ReadFixture(const std::string& name) {
  std::ifstream file("tests/testdata/messages/" + name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace footnote::messages

#endif  // FOOTNOTE_TESTS_MESSAGES_FIXTURE_H_
