// SPDX-License-Identifier: Apache-2.0
// Compression for `content-encoding: gzip`.
#ifndef FOOTNOTE_SERVICE_EMULATOR_TEXT_GZIP_H_
#define FOOTNOTE_SERVICE_EMULATOR_TEXT_GZIP_H_

#include <string>

namespace footnote::emulator {

// Returns `bytes` compressed in the gzip format.
std::string Gzip(const std::string& bytes);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_TEXT_GZIP_H_
