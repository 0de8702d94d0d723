#include "engine/rules/list.h"

#include <string_view>

#include "engine/rules/choice.h"
#include "engine/rules/on_chip.h"
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
  return CheckOnChip(rule.names[0], "is", std::to_string(given), rule.chips);
}

// HasCount, SameCount

size_t CountOf(const RuleCall& call, const Rule& rule, int k) {
  const Argument& argument = call.Given(rule, k);
  switch (call.spec().arguments[rule.at[k]].kind) {
    case ArgumentKind::kInts:
      return argument.integers->size();
    case ArgumentKind::kFloats:
      return argument.floats->size();
    case ArgumentKind::kBools:
      return argument.bools->size();
    default:
      return argument.count;
  }
}

Status CheckHasCount(const RuleCall& call, const Rule& rule) {
  if (call.Given(rule, 0).is_null) return {};
  const auto count = static_cast<int64_t>(CountOf(call, rule, 0));
  const int64_t least = rule.numbers[0], most = rule.numbers[1];
  if (count >= least && count <= most) return {};
  return Invalid(ErrorKind::kValue, "{}: has {} items, expected {}", rule.names[0], count,
                 least == most ? std::to_string(least) : fmt::format("{} to {}", least, most));
}

Status CheckSameCount(const RuleCall& call, const Rule& rule) {
  if (call.Given(rule, 0).is_null || call.Given(rule, 1).is_null) return {};
  const size_t a = CountOf(call, rule, 0), b = CountOf(call, rule, 1);
  if (a == b) return {};
  return Invalid(ErrorKind::kValue, "{}: has {} items, expected {}, as many as {}", rule.names[0],
                 a, b, rule.names[1]);
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

constinit const RuleType kHasCount = {
    .name = "HasCount",
    .check = CheckHasCount,
    .sentence = {"{a} has {count} items."},
    .takes_lists = true,
};

constinit const RuleType kSameCount = {
    .name = "SameCount",
    .check = CheckSameCount,
    .sentence = {"{a} has as many items as {b}."},
    .takes_lists = true,
};

constinit const RuleType kIntOnlyOn = {
    .name = "IntOnlyOn",
    .check = CheckIntOnlyOn,
    .sentence = {"{a} is {first} on {products} only."},
};

}  // namespace rules
}  // namespace openaclnn
