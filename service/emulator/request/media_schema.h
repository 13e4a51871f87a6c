// SPDX-License-Identifier: Apache-2.0
// The schema of what a request brings as files: pictures and PDFs.
//
// The emulator does not look into them, beyond their first bytes.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_MEDIA_SCHEMA_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_MEDIA_SCHEMA_H_

#include <string_view>

#include "service/emulator/request/schema_reader.h"

namespace footnote::emulator {

// Reads the `source` of an image; returns its data, URL or file id.
std::string_view ReadImageSource(SchemaReader& reader, Json value);

// Reads `media_type` and `data` of the base64 source of a document; returns the data.
std::string_view ReadPdf(ObjectReader& source);

// Reads `media_type`, which has to be `expected`.
void ReadMediaType(ObjectReader& source, std::string_view expected);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_MEDIA_SCHEMA_H_
