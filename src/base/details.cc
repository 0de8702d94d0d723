#include "base/details.h"

#include <cmath>
#include <iterator>
#include <utility>

#include "base/dtype.h"

namespace openaclnn {
namespace {

constexpr const char* kCopyKinds[] = {"HOST_TO_HOST",      // by aclrtMemcpyKind
                                      "HOST_TO_DEVICE",    //
                                      "DEVICE_TO_HOST",    //
                                      "DEVICE_TO_DEVICE",  //
                                      "DEFAULT",           //
                                      "HOST_TO_BUF_TO_DEVICE",
                                      "INNER_DEVICE_TO_DEVICE",
                                      "INTER_DEVICE_TO_DEVICE"};

}  // namespace

void Details::Add(std::string_view name, std::string_view text) {
  constexpr size_t kLongest = 200;
  const bool cut = text.size() > kLongest;
  all_.push_back({std::string(name),
                  fmt::format("{}{}", text.substr(0, kLongest), cut ? "..." : ""), Shown::kQuoted});
}

void Details::Add(std::string_view name, const char* text) {
  if (text == nullptr) return AddWords(name, "null");
  Add(name, std::string_view(text));
}

void Details::Add(std::string_view name, const void* address) {
  AddWords(name, address != nullptr ? fmt::format("{}", address) : "null");
}

void Details::Add(std::string_view name, double number) {
  if (!std::isfinite(number)) return AddWords(name, fmt::format("{}", number));
  AddNumber(name, fmt::format("{}", number));
}

void Details::Add(std::string_view name, aclDataType dtype) { AddWords(name, DtypeName(dtype)); }

void Details::Add(std::string_view name, aclFormat format) { AddWords(name, FormatName(format)); }

void Details::Add(std::string_view name, aclrtMemcpyKind kind) {
  const auto number = static_cast<size_t>(kind);
  if (number >= std::size(kCopyKinds)) return AddNumber(name, fmt::format("{}", number));
  AddWords(name, kCopyKinds[number]);
}

void Details::AddWords(std::string_view name, std::string words) {
  all_.push_back({std::string(name), std::move(words), Shown::kWords});
}

void Details::AddNumber(std::string_view name, std::string digits) {
  all_.push_back({std::string(name), std::move(digits), Shown::kNumber});
}

void Details::Add(const Details& others) {
  all_.insert(all_.end(), others.all_.begin(), others.all_.end());
}

std::string Details::Text() const {
  std::string text;
  for (const Detail& detail : all_) {
    const char* const quote = detail.shown == Shown::kQuoted ? "\"" : "";
    fmt::format_to(std::back_inserter(text), "{}{}={}{}{}", text.empty() ? "" : ", ", detail.name,
                   quote, detail.value, quote);
  }
  return text;
}

std::string Details::Json() const {
  std::string json = "{";
  for (const Detail& detail : all_) {
    fmt::format_to(std::back_inserter(json), "{}{}: {}", json.size() == 1 ? "" : ", ",
                   JsonText(detail.name),
                   detail.shown == Shown::kNumber ? detail.value : JsonText(detail.value));
  }
  return json += '}';
}

// Bytes beyond ASCII are taken for Latin-1, as they may be of any encoding, or of none.
std::string JsonText(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (byte < 0x20 || byte > 0x7e) {
      fmt::format_to(std::back_inserter(json), "\\u{:04x}", byte);
    } else {
      json += c;
    }
  }
  return json += '"';
}

}  // namespace openaclnn
