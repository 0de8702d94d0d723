#include "engine/rules/list.h"

#include <string_view>

#include "engine/rules/choice.h"
#include "engine/rules/on_product.h"
#include "engine/rules/sentence.h"

namespace openaclnn {
namespace {

// TextIn

bool GlanceAtTextIn(const RuleCall& call, const Rule& rule) {
  const char* const given = call.Given(rule, 0).text;
  for (const std::string_view text : rule.texts) {
    if (IsText(given, text)) return true;
  }
  return false;
}

Status CheckTextIn(const RuleCall& call, const Rule& rule) {
  if (GlanceAtTextIn(call, rule)) return {};
  const std::string_view given = call.Given(rule, 0).text;
  constexpr size_t kShown = 32;
  return Invalid(ErrorKind::kText, "{}: is \"{}\"{}, expected {}", rule.names[0],
                 given.substr(0, kShown), given.size() > kShown ? "..." : "", ChoicesText(rule));
}

// IntIn

Status CheckIntIn(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  for (const int64_t number : rule.numbers) {
    if (number == given) return {};
  }
  return Invalid(ErrorKind::kValue, "{}: is {}, expected {}", rule.names[0], given,
                 ChoicesText(rule));
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

namespace rules {

constinit const RuleType kTextIn = {
    .name = "TextIn",
    .check = CheckTextIn,
    .glance = GlanceAtTextIn,
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
