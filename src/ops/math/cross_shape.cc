#include "ops/math/cross_shape.h"

#include "base/status.h"
#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr int64_t kComponents = 3;

// Rules before this one say that `dim` is an axis of `self`, and what shape `out` has.
Status CheckThreeAlong(const RuleCall& call, const Rule& rule) {
  const Dims &out = call.At(rule, 0).shape, &self = call.At(rule, 2).shape;
  const int64_t dim = call.Given(rule, 1).integer;
  const size_t axis = *AxisAt(dim, self) + (out.size() - self.size());
  if (out[axis] == kComponents) return {};
  return Invalid(ErrorKind::kShape, "{}: is {}, where {} and {} broadcast to the size {}, not {}",
                 rule.names[1], dim, rule.names[2], rule.names[3], out[axis], kComponents);
}

}  // namespace

namespace rules {

constinit const RuleType kThreeAlong = {
    .name = "ThreeAlong",
    .check = CheckThreeAlong,
    .sentence = {"The shapes of {c} and {d} broadcast to the size 3 along {b}, an axis of {c}."},
};

}  // namespace rules
}  // namespace openaclnn
