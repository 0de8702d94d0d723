#include "runtime/json.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "acl/acl_base.h"

namespace openaclnn {
namespace {

// Escapes beyond this range and pairs of surrogates do not occur in configurations: they become
// '?'.
constexpr unsigned kLargestAscii = 0x7f;
constexpr int kMostNesting = 64;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Status ParseAll(Json& value) {
    OPENACLNN_RETURN_IF_ERROR(ParseValue(value, 0));
    SkipSpace();
    return at_ == text_.size() ? Status() : Mistake("the end of the file");
  }

 private:
  Status ParseValue(Json& value, int nesting) {
    if (nesting > kMostNesting) return Mistake("less nesting");
    SkipSpace();
    switch (Peek()) {
      case '{':
        return ParseObject(value, nesting);
      case '[':
        return ParseArray(value, nesting);
      case '"':
        value.kind = Json::Kind::kString;
        return ParseString(value.text);
      default:
        return ParseWord(value);
    }
  }

  Status ParseObject(Json& value, int nesting) {
    value.kind = Json::Kind::kObject;
    ++at_;
    if (Take('}')) return {};
    while (true) {
      std::string name;
      SkipSpace();
      OPENACLNN_RETURN_IF_ERROR(ParseString(name));
      if (!Take(':')) return Mistake("':'");
      value.members.push_back({std::move(name), Json()});
      OPENACLNN_RETURN_IF_ERROR(ParseValue(value.members.back().value, nesting + 1));
      if (Take('}')) return {};
      if (!Take(',')) return Mistake("',' or '}'");
    }
  }

  Status ParseArray(Json& value, int nesting) {
    value.kind = Json::Kind::kArray;
    ++at_;
    if (Take(']')) return {};
    while (true) {
      OPENACLNN_RETURN_IF_ERROR(ParseValue(value.elements.emplace_back(), nesting + 1));
      if (Take(']')) return {};
      if (!Take(',')) return Mistake("',' or ']'");
    }
  }

  Status ParseString(std::string& string) {
    if (Peek() != '"') return Mistake("a string");
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return {};
      }
      if (static_cast<unsigned char>(c) < ' ') break;
      if (c != '\\') {
        string += c;
      } else if (!ParseEscape(string)) {
        return Mistake("an escape");
      }
    }
    return Mistake("'\"'");
  }

  // From the backslash to the escape's last character.
  bool ParseEscape(std::string& string) {
    constexpr std::string_view kCodes = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    ++at_;
    if (const size_t code = kCodes.find(Peek());
        at_ < text_.size() && code != std::string_view::npos) {
      string += kMeanings[code];
      return true;
    }
    constexpr size_t kDigits = 4;
    if (Peek() != 'u' || text_.size() - at_ <= kDigits) return false;
    const char* const digits = text_.data() + at_ + 1;
    unsigned character = 0;
    const auto parsed = std::from_chars(digits, digits + kDigits, character, 16);
    if (parsed.ptr != digits + kDigits) return false;
    string += character <= kLargestAscii ? static_cast<char>(character) : '?';
    at_ += kDigits;
    return true;
  }

  // A number, true, false or null.
  Status ParseWord(Json& value) {
    const size_t begin = at_;
    constexpr std::string_view kEnds = " \t\r\n,]}";
    while (at_ < text_.size() && kEnds.find(text_[at_]) == std::string_view::npos) ++at_;
    value.text = text_.substr(begin, at_ - begin);
    if (value.text == "true" || value.text == "false" || value.text == "null") {
      value.kind = Json::Kind::kLiteral;
      return {};
    }
    value.kind = Json::Kind::kNumber;
    const char *const first = value.text.data(), *const last = first + value.text.size();
    double number = 0;
    const auto parsed = std::from_chars(first, last, number);
    const bool digits =
        !value.text.empty() && value.text.find_first_not_of("+-.eE0123456789") == std::string::npos;
    if (digits && parsed.ptr == last) return {};
    at_ = begin;
    return Mistake("a value");
  }

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void SkipSpace() {
    constexpr std::string_view kSpace = " \t\r\n";
    at_ = std::min(text_.find_first_not_of(kSpace, at_), text_.size());
  }

  bool Take(char c) {
    SkipSpace();
    if (Peek() != c) return false;
    ++at_;
    return true;
  }

  Status Mistake(const char* expected) const {
    const auto before = text_.substr(0, at_);
    return Error(ErrorKind::kConfigFile, ACL_ERROR_PARSE_FILE, "line {}: expected {}",
                 1 + std::count(before.begin(), before.end(), '\n'), expected);
  }

  const std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

const Json* Json::Find(std::string_view name) const {
  for (const Member& member : members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

Status ParseJson(std::string_view text, Json& value) { return Parser(text).ParseAll(value); }

}  // namespace openaclnn
