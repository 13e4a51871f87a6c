// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/text/gzip.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

namespace footnote::emulator {
namespace {

TEST(GzipTest, CompressedBytesDecompressToTheOriginal) {
  for (const std::string& text : {std::string(), std::string("a"), std::string(100'000, 'x')}) {
    const std::string compressed = Gzip(text);
    constexpr int kGzipOnly = 16;
    z_stream stream = {};
    ASSERT_EQ(inflateInit2(&stream, MAX_WBITS + kGzipOnly), Z_OK);
    std::string out(text.size() + 1, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
    stream.avail_in = static_cast<uInt>(compressed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    inflateEnd(&stream);
    EXPECT_EQ(out, text);
  }
}

}  // namespace
}  // namespace footnote::emulator
