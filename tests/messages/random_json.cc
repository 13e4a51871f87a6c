// SPDX-License-Identifier: Apache-2.0
#include "tests/messages/random_json.h"

#include <cstdio>

namespace footnote::messages {
namespace {

bool IsHigh(char16_t unit) { return unit >> 10 == 0xd800 >> 10; }
bool IsLow(char16_t unit) { return unit >> 10 == 0xdc00 >> 10; }

void AppendUtf8(uint32_t c, std::string* out) {
  const auto byte = [out](uint32_t value) { out->push_back(static_cast<char>(value)); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xc0 | c >> 6);
    byte(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    byte(0xe0 | c >> 12);
    byte(0x80 | (c >> 6 & 0x3f));
    byte(0x80 | (c & 0x3f));
  } else {
    byte(0xf0 | c >> 18);
    byte(0x80 | (c >> 12 & 0x3f));
    byte(0x80 | (c >> 6 & 0x3f));
    byte(0x80 | (c & 0x3f));
  }
}

// Converts to UTF-8. `text` must have no lone surrogates.
std::string ToUtf8(const std::u16string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (IsHigh(text[i])) {
      AppendUtf8(0x10000 + ((text[i] & 0x3ffu) << 10) + (text[i + 1] & 0x3ffu), &out);
      ++i;
    } else {
      AppendUtf8(text[i], &out);
    }
  }
  return out;
}

void WriteAscii(const std::string& text, std::u16string* out) {
  out->append(text.begin(), text.end());
}

void WriteSpace(Random& random, std::u16string* out) {
  static constexpr char16_t kSpaces[] = {u' ', u' ', u'\n', u'\t'};
  if (!random.OneIn(6)) return;
  for (size_t n = 1 + random.Below(3); n > 0; --n) out->push_back(kSpaces[random.Below(4)]);
}

void WriteEscape(char16_t unit, Random& random, std::u16string* out) {
  char escape[7];
  std::snprintf(escape, sizeof(escape), random.OneIn(2) ? "\\u%04x" : "\\u%04X",
                static_cast<unsigned>(unit));
  WriteAscii(escape, out);
}

// Returns the letter of the short escape sequence of a character; 0 if it has none.
char ShortEscape(char16_t unit) {
  switch (unit) {
    case u'"':
    case u'\\':
    case u'/':
      return static_cast<char>(unit);
    case u'\b':
      return 'b';
    case u'\f':
      return 'f';
    case u'\n':
      return 'n';
    case u'\r':
      return 'r';
    case u'\t':
      return 't';
    default:
      return 0;
  }
}

void WriteString(const std::u16string& text, Random& random, std::u16string* out) {
  out->push_back(u'"');
  const bool many_escapes = random.OneIn(8);
  for (size_t i = 0; i < text.size(); ++i) {
    const char16_t unit = text[i];
    const bool pair = IsHigh(unit) && i + 1 < text.size() && IsLow(text[i + 1]);
    const bool must =
        unit < 0x20 || unit == u'"' || unit == u'\\' || (!pair && (IsHigh(unit) || IsLow(unit)));
    if (!must && !(many_escapes && random.OneIn(2)) && !random.OneIn(40)) {
      out->push_back(unit);
      if (pair) out->push_back(text[++i]);
    } else if (const char escape = ShortEscape(unit); escape != 0 && !random.OneIn(4)) {
      out->push_back(u'\\');
      out->push_back(static_cast<char16_t>(escape));
    } else {
      WriteEscape(unit, random, out);
      if (pair) WriteEscape(text[++i], random, out);
    }
  }
  out->push_back(u'"');
}

void Write(const JsonValue& value, Random& random, std::u16string* out) {
  switch (value.kind) {
    case JsonValue::Kind::kLiteral:
      WriteAscii(value.literal, out);
      return;
    case JsonValue::Kind::kString:
      WriteString(value.text, random, out);
      return;
    case JsonValue::Kind::kArray:
    case JsonValue::Kind::kObject:
      break;
  }
  const bool object = value.kind == JsonValue::Kind::kObject;
  out->push_back(object ? u'{' : u'[');
  WriteSpace(random, out);
  for (size_t i = 0; i < value.elements.size(); ++i) {
    if (i > 0) {
      out->push_back(u',');
      WriteSpace(random, out);
    }
    if (object) {
      WriteString(value.keys[i], random, out);
      WriteSpace(random, out);
      out->push_back(u':');
      WriteSpace(random, out);
    }
    Write(value.elements[i], random, out);
    WriteSpace(random, out);
  }
  out->push_back(object ? u'}' : u']');
}

}  // namespace

JsonValue JsonValue::Literal(std::string json) {
  JsonValue value;
  value.literal = std::move(json);
  return value;
}

JsonValue JsonValue::String(std::u16string text) {
  JsonValue value;
  value.kind = Kind::kString;
  value.text = std::move(text);
  return value;
}

JsonValue JsonValue::String(const std::string& utf8) { return String(ToUtf16(utf8)); }

JsonValue JsonValue::Int(int64_t value) { return Literal(std::to_string(value)); }

JsonValue JsonValue::Array(std::vector<JsonValue> elements) {
  JsonValue value;
  value.kind = Kind::kArray;
  value.elements = std::move(elements);
  return value;
}

JsonValue JsonValue::Object(const std::vector<std::pair<std::string, JsonValue>>& members) {
  JsonValue value;
  value.kind = Kind::kObject;
  for (const auto& [key, member] : members) value.Add(key, member);
  return value;
}

JsonValue& JsonValue::Add(const std::string& key, JsonValue value) {
  keys.push_back(ToUtf16(key));
  elements.push_back(std::move(value));
  return *this;
}

std::u16string ToUtf16(const std::string& utf8) {
  std::u16string out;
  for (size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    const size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    uint32_t c = size == 1 ? lead : lead & (0x7fu >> size);
    for (size_t k = 1; k < size; ++k) c = c << 6 | (static_cast<unsigned char>(utf8[i + k]) & 0x3f);
    i += size;
    if (c < 0x10000) {
      out.push_back(static_cast<char16_t>(c));
    } else {
      out.push_back(static_cast<char16_t>(0xd800 + ((c - 0x10000) >> 10)));
      out.push_back(static_cast<char16_t>(0xdc00 + ((c - 0x10000) & 0x3ff)));
    }
  }
  return out;
}

std::u16string RandomText(Random& random, size_t max_size) {
  static const std::vector<std::u16string> kPieces = {
      u"a",      u"b ",     u"limit",   u" is ",       u"1000",       u". ", u"\u00e9",
      u"\u5927", u"\ud55c", u"\ufffd",  u"\U0001f600", u"\U0010ffff", u"\"", u"\\",
      u"/",      u"\n",     u"\r\n",    u"\t",         u"{}",         u"</", u"\u2028",
      u"\u007f", u"data: ", u"e\u0301", u"\ufeff",     u"[1]"};
  static const std::vector<std::u16string> kOdd = {std::u16string(1, u'\0'),
                                                   u"\x01",
                                                   u"\x1f",
                                                   std::u16string(1, 0xd83d),
                                                   std::u16string(1, 0xde00),
                                                   std::u16string(1, 0xdbff),
                                                   std::u16string(1, 0xdc00)};
  std::u16string text;
  const size_t size = random.Below(max_size + 1);
  const bool odd = random.OneIn(10);
  while (text.size() < size) text += odd && random.OneIn(4) ? random.Of(kOdd) : random.Of(kPieces);
  return text;
}

JsonValue RandomValue(Random& random, int depth) {
  static const std::vector<std::string> kLiterals = {"null",
                                                     "true",
                                                     "false",
                                                     "0",
                                                     "-0",
                                                     "7",
                                                     "12.50",
                                                     "1e9",
                                                     "-1.5E-3",
                                                     "1E+2",
                                                     "9223372036854775808",
                                                     "123456789012345678901234567890"};
  switch (random.Below(depth > 0 ? 5 : 3)) {
    case 0:
      return JsonValue::Literal(random.Of(kLiterals));
    case 1:
    case 2:
      return JsonValue::String(RandomText(random, 12));
    case 3: {
      JsonValue array = JsonValue::Array();
      for (size_t n = random.Below(4); n > 0; --n) {
        array.elements.push_back(RandomValue(random, depth - 1));
      }
      return array;
    }
    default:
      return RandomObject(random, depth - 1);
  }
}

JsonValue RandomObject(Random& random, int depth) {
  JsonValue object = JsonValue::Object();
  for (size_t n = random.Below(4); n > 0; --n) {
    object.keys.push_back(RandomText(random, 6));
    object.elements.push_back(RandomValue(random, depth));
  }
  return object;
}

std::u16string WriteJson(const JsonValue& value, Random& random) {
  std::u16string out;
  WriteSpace(random, &out);
  Write(value, random, &out);
  WriteSpace(random, &out);
  return out;
}

std::string WriteJsonUtf8(const JsonValue& value, Random& random) {
  return ToUtf8(WriteJson(value, random));
}

}  // namespace footnote::messages
