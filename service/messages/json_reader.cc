#include "service/messages/json_reader.h"

#include <charconv>
#include <cstddef>
#include <cstring>
#include <system_error>
#include <utility>

namespace footnote::messages {
namespace {

static_assert(kScanOverrun < simdjson::SIMDJSON_PADDING);

constexpr uint32_t kReplacementCharacter = 0xfffd;

bool IsDigit(char c) { return '0' <= c && c <= '9'; }

absl::string_view TrimTrailingSpace(absl::string_view json) {
  while (!json.empty() && (json.back() == ' ' || json.back() == '\n' || json.back() == '\r' ||
                           json.back() == '\t')) {
    json.remove_suffix(1);
  }
  return json;
}

// Removes digits from the front of `text`; returns whether there were any.
bool ConsumeDigits(absl::string_view* text) {
  size_t digits = 0;
  while (digits < text->size() && IsDigit((*text)[digits])) ++digits;
  text->remove_prefix(digits);
  return digits > 0;
}

// Removes -?(0|[1-9][0-9]*) from the front of `text`; returns whether it was there.
bool ConsumeInteger(absl::string_view* text) {
  if (!text->empty() && text->front() == '-') text->remove_prefix(1);
  if (!text->empty() && text->front() == '0') {
    text->remove_prefix(1);
    return true;
  }
  return ConsumeDigits(text);
}

bool IsInteger(absl::string_view text) { return ConsumeInteger(&text) && text.empty(); }

bool IsNumber(absl::string_view text) {
  if (!ConsumeInteger(&text)) return false;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    if (!ConsumeDigits(&text)) return false;
  }
  if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
    text.remove_prefix(1);
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
    if (!ConsumeDigits(&text)) return false;
  }
  return text.empty();
}

// The number that four hexadecimal digits write. Reads no further than the first other byte.
std::optional<uint32_t> Hex4(const char* p) {
  uint32_t value = 0;
  for (const char* end = p + 4; p != end; ++p) {
    value <<= 4;
    if (IsDigit(*p)) {
      value += static_cast<uint32_t>(*p - '0');
    } else if ('a' <= (*p | 0x20) && (*p | 0x20) <= 'f') {
      value += static_cast<uint32_t>((*p | 0x20) - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

bool IsHighSurrogate(uint32_t unit) { return unit >> 10 == 0xd800 >> 10; }
bool IsLowSurrogate(uint32_t unit) { return unit >> 10 == 0xdc00 >> 10; }

// Writes `code_point`, which must be none of the surrogates; returns the end.
char* WriteUtf8(uint32_t code_point, char* out) {
  const auto byte = [&out](uint32_t value) { *out++ = static_cast<char>(value); };
  if (code_point < 0x80) {
    byte(code_point);
  } else if (code_point < 0x800) {
    byte(0xc0 | code_point >> 6);
    byte(0x80 | (code_point & 0x3f));
  } else if (code_point < 0x10000) {
    byte(0xe0 | code_point >> 12);
    byte(0x80 | (code_point >> 6 & 0x3f));
    byte(0x80 | (code_point & 0x3f));
  } else {
    byte(0xf0 | code_point >> 18);
    byte(0x80 | (code_point >> 12 & 0x3f));
    byte(0x80 | (code_point >> 6 & 0x3f));
    byte(0x80 | (code_point & 0x3f));
  }
  return out;
}

// What a backslash and `c` stand for; 0 if they are no escape of one character.
char SimpleEscape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

// Reads the code point that the escape at `*p`, a backslash, stands for, and moves past it. A
// surrogate without its other half is U+FFFD and sets `*ill_formed`. nullopt if it is no escape.
std::optional<uint32_t> ReadEscape(const char** p, bool* ill_formed) {
  const char* escape = *p;
  if (const char plain = SimpleEscape(escape[1]); plain != 0) {
    *p = escape + 2;
    return plain;
  }
  if (escape[1] != 'u') return std::nullopt;
  const std::optional<uint32_t> unit = Hex4(escape + 2);
  if (!unit) return std::nullopt;
  *p = escape += 6;
  if (IsHighSurrogate(*unit) && escape[0] == '\\' && escape[1] == 'u') {
    const std::optional<uint32_t> low = Hex4(escape + 2);
    if (!low) return std::nullopt;
    if (IsLowSurrogate(*low)) {
      *p = escape + 6;
      return 0x10000 + ((*unit & 0x3ff) << 10) + (*low & 0x3ff);
    }
  }
  if (!IsHighSurrogate(*unit) && !IsLowSurrogate(*unit)) return unit;
  *ill_formed = true;
  return kReplacementCharacter;
}

}  // namespace

JsonReader::JsonReader(std::string json) : json_(std::move(json)) {
  json_.reserve(json_.size() + simdjson::SIMDJSON_PADDING);
  Check(parser_.iterate(json_).get(document_));
}

absl::Status JsonReader::StatusOf(Error error) const {
  switch (error) {
    case Error::kNone:
      return absl::OkStatus();
    case Error::kNotJson:
      return absl::InvalidArgumentError("not well-formed JSON");
    case Error::kNotObject:
      return absl::InvalidArgumentError("not a JSON object");
    case Error::kTooDeep:
      return absl::InvalidArgumentError("JSON nested too deeply");
  }
  return absl::InternalError("unknown error");
}

bool JsonReader::Fail(Error error) {
  if (error_ == Error::kNone) error_ = error;
  return false;
}

std::optional<int64_t> JsonReader::Int(Value& value) {
  const std::string_view token = value.raw_json_token();
  if (token.size() == 1 && IsDigit(token.front())) return token.front() - '0';  // most indices are
  const absl::string_view text = TrimTrailingSpace({token.data(), token.size()});
  int64_t result = 0;
  if (IsInteger(text) &&
      std::from_chars(text.data(), text.data() + text.size(), result).ec == std::errc()) {
    return result;
  }
  return NotOfType(value);
}

void JsonReader::Skip(Value& value) {
  switch (FirstByte(value)) {
    case '{':
      ForEachField(value, [this](absl::string_view, Value& field) { Skip(field); });
      return;
    case '[':
      ForEachElement(value, [this](Value& element) { Skip(element); });
      return;
    default:
      SkipScalar(value);
  }
}

void JsonReader::SkipScalar(Value& value) {
  const std::string_view token = value.raw_json_token();
  const absl::string_view text = TrimTrailingSpace({token.data(), token.size()});
  if (!text.empty() && text.front() == '"') {
    const char* end = FindQuoteOrBackslash(text.data() + 1);
    if (*end == '\\') Unescape(text.data() + 1, end);
  } else if (text != "null" && text != "true" && text != "false" && !IsNumber(text)) {
    Fail(Error::kNotJson);
  }
}

std::nullopt_t JsonReader::NotOfType(Value& value) {
  if (!IsNull(value)) ++wrong_types_;
  Skip(value);
  return std::nullopt;
}

absl::string_view JsonReader::Json(Value& value) {
  const std::string_view token = value.raw_json_token();
  Skip(value);
  if (token.data()[0] == '{' || token.data()[0] == '[') return Since(token.data());
  return TrimTrailingSpace({token.data(), token.size()});
}

absl::string_view JsonReader::Since(const char* begin) {
  const char* end = nullptr;
  if (error_ != Error::kNone || !Check(document_.current_location().get(end))) return {};
  return TrimTrailingSpace({begin, static_cast<size_t>(end - begin)});
}

std::optional<absl::string_view> JsonReader::EscapedString(const char* begin,
                                                           const char* backslash) {
  const std::optional<Unescaped> string = Unescape(begin, backslash);
  if (!string) return std::nullopt;
  next_unescaped_ += string->text.size();
  if (string->ill_formed) ++ill_formed_strings_;
  return string->text;
}

absl::string_view JsonReader::EscapedKey(const char* begin, const char* backslash) {
  const std::optional<Unescaped> key = Unescape(begin, backslash);
  if (!key) return {};
  next_unescaped_ += key->text.size();
  return key->text;
}

std::optional<JsonReader::Unescaped> JsonReader::Unescape(const char* begin,
                                                          const char* backslash) {
  if (unescaped_ == nullptr) {
    unescaped_.reset(new char[json_.size()]);
    next_unescaped_ = unescaped_.get();
  }
  char* out = next_unescaped_;
  Unescaped result;
  const char* run = begin;
  for (const char* stop = backslash;; stop = FindQuoteOrBackslash(run)) {
    std::memcpy(out, run, static_cast<size_t>(stop - run));
    out += stop - run;
    if (*stop == '"') break;
    run = stop;
    const std::optional<uint32_t> code_point = ReadEscape(&run, &result.ill_formed);
    if (!code_point) {
      Fail(Error::kNotJson);
      return std::nullopt;
    }
    out = WriteUtf8(*code_point, out);
  }
  result.text = {next_unescaped_, static_cast<size_t>(out - next_unescaped_)};
  return result;
}

}  // namespace footnote::messages
