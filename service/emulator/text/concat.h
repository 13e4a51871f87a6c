// Concat({"model: ", id}) joins views into one string.
//
// absl::StrCat does the same, but not for std::string_view with every Abseil that this builds with,
// and that is what simdjson hands out.
#ifndef FOOTNOTE_SERVICE_EMULATOR_TEXT_CONCAT_H_
#define FOOTNOTE_SERVICE_EMULATOR_TEXT_CONCAT_H_

#include <initializer_list>
#include <string>
#include <string_view>

namespace footnote::emulator {

inline std::string Concat(std::initializer_list<std::string_view> parts) {
  size_t size = 0;
  for (std::string_view part : parts) size += part.size();
  std::string joined;
  joined.reserve(size);
  for (std::string_view part : parts) joined.append(part);
  return joined;
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_TEXT_CONCAT_H_
