#include "engine/rules/sentence.h"

#include <vector>

#include "engine/rules/rule_call.h"

namespace openaclnn {

std::string SentenceOf(const Rule& rule) { return SentenceOf(rule, rule.type->sentence); }

std::string SentenceOf(const Rule& rule, const Wording& wording) {
  const auto axes =
      rule.numbers[0] == 1 ? std::string("one axis") : fmt::format("{} axes", rule.numbers[0]);
  const bool is_range = rule.numbers.size() > 1 && rule.numbers[0] != rule.numbers[1];
  const auto count = is_range ? fmt::format("{} to {}", rule.numbers[0], rule.numbers[1])
                              : std::to_string(rule.numbers[0]);
  return fmt::format(fmt::runtime(wording.For(rule)), fmt::arg("a", rule.names[0]),
                     fmt::arg("b", rule.names[1]), fmt::arg("c", rule.names[2]),
                     fmt::arg("d", rule.names[3]), fmt::arg("all", NamesFrom(rule, 0)),
                     fmt::arg("others", NamesFrom(rule, 1)), fmt::arg("dtypes", rule.dtypes.Text()),
                     fmt::arg("products", rule.chips.Text()),
                     fmt::arg("choices", ChoicesText(rule)), fmt::arg("first", rule.numbers[0]),
                     fmt::arg("second", rule.numbers[1]), fmt::arg("third", rule.numbers[2]),
                     fmt::arg("axes", axes), fmt::arg("count", count));
}

std::string ChoicesText(const Rule& rule) {
  std::vector<std::string> choices;
  for (const std::string_view text : rule.texts) choices.push_back(fmt::format("\"{}\"", text));
  for (const int64_t number : rule.numbers) choices.push_back(std::to_string(number));
  std::string list;
  for (size_t i = 0; i < choices.size(); ++i) {
    list += i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ";
    list += choices[i];
  }
  return list;
}

}  // namespace openaclnn
