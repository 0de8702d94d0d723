#include "base/chip.h"

#include <algorithm>

namespace openaclnn {
namespace {

struct Family {
  Chip chip;
  const char* name;
  const char* usual;  // the full name that stands for the family
  // What follows the family's name in full names: words, in which ? is any letter or digit.
  const char* endings;
};

// Longer names before those that they begin with.
constexpr Family kFamilies[] = {
    {Chip::kAscend910_93, "Ascend910_93", "Ascend910_9391", "62 63 72 81 82 91 92"},
    {Chip::kAscend910B, "Ascend910B", "Ascend910B3", "1 2 2C 3 4 4-1"},
    {Chip::kAscend910, "Ascend910", "Ascend910A", "A ProA ProB PremiumA"},
    {Chip::kAscend950, "Ascend950", "Ascend950PR_9599",
     "PR PR_95? PR_95?? PR_95??? DT DT_95? DT_95?? DT_95???"},
    {Chip::kAscend310P, "Ascend310P", "Ascend310P3", "1 2 3 4 5 7 3vir01 3vir02 3vir04 3vir08"},
};

bool IsLetterOrDigit(char c) {
  return ('0' <= c && c <= '9') || ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z');
}

bool IsOneOf(std::string_view ending, std::string_view endings) {
  const auto matches = [](char c, char pattern) {
    return c == pattern || (pattern == '?' && IsLetterOrDigit(c));
  };
  while (!endings.empty()) {
    const std::string_view word = endings.substr(0, endings.find(' '));
    if (std::equal(ending.begin(), ending.end(), word.begin(), word.end(), matches)) return true;
    endings.remove_prefix(std::min(word.size() + 1, endings.size()));
  }
  return false;
}

}  // namespace

const char* ChipName(Chip chip) {
  for (const Family& family : kFamilies) {
    if (family.chip == chip) return family.name;
  }
  return "unknown product";
}

std::string Chips::Text() const {
  std::string text;
  const char* last = nullptr;
  for (const Chip chip : kChips) {
    if (!Has(chip)) continue;
    if (last != nullptr) text.append(text.empty() ? "" : ", ").append(last);
    last = ChipName(chip);
  }
  if (last == nullptr) return "none";
  return text.append(text.empty() ? "" : " and ").append(last);
}

std::optional<Soc> ParseSoc(std::string_view name) {
  for (const Family& family : kFamilies) {
    if (!name.starts_with(family.name)) continue;
    const std::string_view rest = name.substr(std::string_view(family.name).size());
    if (rest.empty()) return Soc{family.chip, family.usual};
    if (IsOneOf(rest, family.endings)) return Soc{family.chip, std::string(name)};
  }
  return std::nullopt;
}

}  // namespace openaclnn
