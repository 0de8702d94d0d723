#include "engine/formula_of.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "engine/op_spec.h"

namespace openaclnn {

std::string FormulaOf(const OpSpec& spec) {
  if (spec.joined[0].empty()) return std::string(spec.formula);
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  const auto begin = spec.formula.begin(), end = spec.formula.end();
  std::string text;
  for (auto at = begin; at != end;) {
    if (!is_of_word(*at)) {
      text += *at++;
      continue;
    }
    const auto stop = std::find_if_not(at, end, is_of_word);
    const std::string_view word(at, stop);
    text += std::ranges::find(spec.joined, word) != spec.joined.end() ? spec.results[0] : word;
    at = stop;
  }
  return text;
}

}  // namespace openaclnn
