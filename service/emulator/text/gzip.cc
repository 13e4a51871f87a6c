// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/text/gzip.h"

#include <zlib.h>

namespace footnote::emulator {

std::string Gzip(const std::string& bytes) {
  // zlib writes the header and the trailer of gzip if this is added to the window size.
  constexpr int kGzip = 16;
  constexpr int kMemoryLevel = 8;
  z_stream stream = {};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, kMemoryLevel,
               Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace footnote::emulator
