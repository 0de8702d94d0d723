#include "ops/activation/masked_scores.h"

#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr int64_t kLongestScores = 4096;

Status CheckMaskOfScores(const RuleCall& call, const Rule& rule) {
  const Dims &mask = call.At(rule, 0).shape, &scores = call.At(rule, 1).shape;
  if (scores[3] < 1 || scores[3] > kLongestScores) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected a last axis of 1 to {}",
                   rule.names[1], ShapeText(scores), kLongestScores);
  }
  bool fits = mask[2] == scores[2] && mask[3] == scores[3];
  for (const size_t a : {0, 1}) fits = fits && (mask[a] == scores[a] || mask[a] == 1);
  if (fits) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected that of {} (shape {}), with 1 in the place of the "
                 "first two sizes or not",
                 rule.names[0], ShapeText(mask), rule.names[1], ShapeText(scores));
}

Status CheckIsFalse(const RuleCall& call, const Rule& rule) {
  if (!call.Given(rule, 0).flag) return {};
  return Invalid(ErrorKind::kValue, "{}: is true, expected false", rule.names[0]);
}

}  // namespace

namespace rules {

constinit const RuleType kMaskOfScores = {
    .name = "MaskOfScores",
    .check = CheckMaskOfScores,
    .sentence = {"The last two sizes of {a} are those of {b}, and the first two those of {b} or 1. "
                 "The last one is from 1 to 4096."},
};

constinit const RuleType kIsFalse = {
    .name = "IsFalse",
    .check = CheckIsFalse,
    .sentence = {"{a} is false."},
};

}  // namespace rules
}  // namespace openaclnn
