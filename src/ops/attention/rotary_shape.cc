#include "ops/attention/rotary_shape.h"

#include <string_view>

#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

Status CheckRotaryShape(const RuleCall& call, const Rule& rule) {
  const Dims &shape = call.At(rule, 0).shape, &of = call.At(rule, 1).shape;
  bool fits = shape.size() == of.size() && !of.empty() && shape.back() == of.back();
  for (size_t i = 0; fits && i + 1 < of.size(); ++i) fits = shape[i] == 1 || shape[i] == of[i];
  if (fits) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected that of {} (shape {}) with 1 in the place of any size "
                 "but the last",
                 rule.names[0], ShapeText(shape), rule.names[1], ShapeText(of));
}

Status CheckRotarySize(const RuleCall& call, const Rule& rule) {
  const Argument& mode = call.Given(rule, 1);
  const bool is_text =
      call.spec().arguments[static_cast<size_t>(rule.at[1])].kind == ArgumentKind::kText;
  const bool quarters = is_text ? std::string_view(mode.text) == "quarter" : mode.integer == 2;
  const int64_t unit = quarters ? 4 : 2, size = call.At(rule, 0).shape.back();
  if (size % unit == 0) return {};
  return Invalid(ErrorKind::kShape, "{}: the last size is {}, expected a multiple of {}",
                 rule.names[0], size, unit);
}

Status CheckSameButHeads(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  const bool fits = a[0] == b[0] && a[3] == b[3] && (a[1] == b[1] || a[2] == b[2]);
  if (fits) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected that of {} (shape {}) but for heads",
                 rule.names[0], ShapeText(a), rule.names[1], ShapeText(b));
}

}  // namespace

namespace rules {

constinit const RuleType kRotaryShape = {
    .name = "RotaryShape",
    .check = CheckRotaryShape,
    .sentence = {"The shape of {a} is that of {b} with 1 in the place of any size but the last."},
};

constinit const RuleType kRotarySize = {
    .name = "RotarySize",
    .check = CheckRotarySize,
    .sentence = {"The last size of {a} is a multiple of 2, or of 4 where {b} names quarters."},
};

constinit const RuleType kSameButHeads = {
    .name = "SameButHeads",
    .check = CheckSameButHeads,
    .sentence = {"The shapes of {a} and {b} differ in the number of heads at most."},
};

}  // namespace rules
}  // namespace openaclnn
