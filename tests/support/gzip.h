// Compression, for tests of what must decode it.
#ifndef FOOTNOTE_TESTS_SUPPORT_GZIP_H_
#define FOOTNOTE_TESTS_SUPPORT_GZIP_H_

#include <string>

namespace footnote::testing_support {

std::string Gzip(const std::string& text);

}  // namespace footnote::testing_support

#endif  // FOOTNOTE_TESTS_SUPPORT_GZIP_H_
