#include "engine/rules/list.h"

#include <algorithm>
#include <string_view>

#include "engine/rules/on_product.h"
#include "engine/rules/sentence.h"

namespace openaclnn {
namespace {

// Texts of rules are too short to be worth calls.
bool IsText(const char* given, std::string_view text) {
  for (const char c : text) {
    if (*given++ != c) return false;
  }
  return *given == '\0';
}

// TextIn

bool IsChoice(const RuleCall& call, const Rule& rule) {
  return ChoiceAmong(rule, call.Given(rule, 0)) >= 0;
}

Status CheckTextIn(const RuleCall& call, const Rule& rule) {
  if (IsChoice(call, rule)) return {};
  const std::string_view given = call.Given(rule, 0).text;
  constexpr size_t kShown = 32;
  return Invalid(ErrorKind::kText, "{}: is \"{}\"{}, expected {}", rule.names[0],
                 given.substr(0, kShown), given.size() > kShown ? "..." : "", ChoicesText(rule));
}

// IntIn

Status CheckIntIn(const RuleCall& call, const Rule& rule) {
  if (IsChoice(call, rule)) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected {}", rule.names[0],
                 call.Given(rule, 0).integer, ChoicesText(rule));
}

// IntBetween

Status CheckIntBetween(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  if (given >= rule.numbers[0] && given <= rule.numbers[1]) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected {} to {}", rule.names[0], given,
                 rule.numbers[0], rule.numbers[1]);
}

// IntOnlyOn

Status CheckIntOnlyOn(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  if (given != rule.numbers[0]) return {};
  return CheckOnProduct(rule.names[0], "is", std::to_string(given), rule.products);
}

}  // namespace

int ChoiceAmong(const Rule& rule, const Argument& argument) {
  if (rule.texts.empty()) {
    const auto found = std::ranges::find(rule.numbers, argument.integer);
    return found != rule.numbers.end() ? static_cast<int>(found - rule.numbers.begin()) : -1;
  }
  const auto found = std::ranges::find_if(
      rule.texts, [&](std::string_view text) { return IsText(argument.text, text); });
  return found != rule.texts.end() ? static_cast<int>(found - rule.texts.begin()) : -1;
}

namespace rules {

constinit const RuleType kTextIn = {
    .name = "TextIn",
    .check = CheckTextIn,
    .glance = IsChoice,
    .sentence = {"{a} is {choices}."},
};

constinit const RuleType kIntIn = {
    .name = "IntIn",
    .check = CheckIntIn,
    .sentence = {"{a} is {choices}."},
};

constinit const RuleType kIntBetween = {
    .name = "IntBetween",
    .check = CheckIntBetween,
    .sentence = {"{a} is from {first} to {second}."},
};

constinit const RuleType kIntOnlyOn = {
    .name = "IntOnlyOn",
    .check = CheckIntOnlyOn,
    .sentence = {"{a} is {first} on {products} only."},
};

}  // namespace rules
}  // namespace openaclnn
