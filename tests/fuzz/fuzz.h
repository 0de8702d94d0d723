// What the fuzzers share: choices out of the bytes of an input, and how to complain.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "base/error_rows.h"
#include "fmt/format.h"

namespace openaclnn::fuzz {

// Turns an input into choices. Past its end every choice is the first one, so that short inputs
// mean simple things.
class Choices {
 public:
  explicit Choices(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool empty() const { return next_ >= bytes_.size(); }
  uint8_t Byte() { return empty() ? uint8_t{0} : bytes_[next_++]; }
  uint64_t Word() {
    uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word = word << 8 | Byte();
    return word;
  }
  // 0 to count - 1, count at most 256.
  size_t Below(size_t count) { return Byte() % count; }
  int64_t Between(int64_t least, int64_t most) {
    return least + static_cast<int64_t>(Below(static_cast<size_t>(most - least + 1)));
  }
  // True once in `rarity` for random bytes, and never past the end.
  bool Rarely(size_t rarity) { return Below(rarity) == rarity - 1; }
  template <class T>
  const T& Of(std::span<const T> values) {
    return values[Below(values.size())];
  }

  // Numbers of all magnitudes, with those near limits among them.
  int64_t AnyNumber() {
    switch (Below(6)) {
      case 0:
        return Between(0, 8);
      case 1:
        return Between(-8, 8);
      case 2:
        return static_cast<int64_t>(uint64_t{1} << Below(64));
      case 3:
        return static_cast<int64_t>((uint64_t{1} << Below(64)) - 1);
      case 4:
        return static_cast<int64_t>(-(uint64_t{1} << Below(64)));
      default:
        return static_cast<int64_t>(Word());
    }
  }

 private:
  std::span<const uint8_t> bytes_;
  size_t next_ = 0;
};

// Ends the program, which a fuzzer reports together with the input, unless `holds`.
template <class... Args>
void Require(bool holds, fmt::format_string<Args...> format, Args&&... args) {
  if (holds) return;
  fmt::print(stderr, "the property does not hold: {}\n",
             fmt::format(format, std::forward<Args>(args)...));
  std::abort();
}

// Whether the newest of these messages ends with a kind that comes with the status.
inline bool NamesItsKind(std::string_view messages, int32_t status) {
  const std::string_view newest = messages.substr(0, messages.find('\n'));
  for (const ErrorRow& row : kErrorKinds) {
    if (!newest.ends_with(fmt::format(" [{} {}]", row.code, row.name))) continue;
    return std::ranges::find(row.statuses, status) != std::end(row.statuses);
  }
  return false;
}

}  // namespace openaclnn::fuzz
