// SPDX-License-Identifier: Apache-2.0
// The schema of images and PDFs.
//
// The emulator checks only the signature at the start of a file.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_MEDIA_SCHEMA_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_MEDIA_SCHEMA_H_

#include <string_view>

#include "service/emulator/request/schema_reader.h"

namespace footnote::emulator {

// Reads the `source` of an image. Returns its base64 data, URL or file ID.
std::string_view ReadImageSource(SchemaReader& reader, Json value);

// Reads `media_type` and `data` of a document's base64 source. Returns the base64 data. The caller
// calls `source.Finish()`.
std::string_view ReadPdf(ObjectReader& source);

// Reads `media_type`. Reports a violation if it is not `expected`.
void ReadMediaType(ObjectReader& source, std::string_view expected);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_MEDIA_SCHEMA_H_
