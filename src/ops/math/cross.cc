#include <array>

#include "aclnnop/aclnn_linalg_cross.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/math/cross_shape.h"
#include "ops/math/family.h"
#include "ops/moves/parts.h"
#include "tensor/shape.h"

namespace openaclnn {

const Kernel* CrossComponentKernel();

namespace {

enum CrossArgument { kCrossSelf, kCrossOther, kCrossDim, kCrossOut };

constexpr DtypeSet kCrossedDtypes = kFloatAndDoubleDtypes | kIntegerDtypes;

// A component of vectors along an axis of the result. Vectors that broadcast have one for all.
Value Component(StageList& list, const Value& of, size_t axis, const Dims& shape, int component) {
  const size_t missing = shape.size() - of->shape.size();
  if (axis < missing || of->shape[axis - missing] == 1) return of;
  return PartAlong(list, of, axis - missing, component, 1);
}

// Each component of the result is made of those that come after it, the first after the last.
void PlanLinalgCross(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kCrossSelf), other = list.Given(kCrossOther);
  const Value out = list.Given(kCrossOut);
  if (out->extent.elements == 0) return list.Finish();
  const bool is_of_integers = IsInteger(out->dtype);
  const auto computed = [&](const Value& given) {
    if (!is_of_integers || given->dtype == ACL_INT64) return given;
    return list.Temporary(ACL_INT64, given->shape);
  };
  const Value x = computed(self), y = computed(other), z = computed(out);
  if (x.tensor != self.tensor) list.Add(PlanMove(self, x));
  if (y.tensor != other.tensor) list.Add(PlanMove(other, y));
  const Dims& shape = out->shape;
  const size_t axis =
      *AxisAt(call.At(kCrossDim).integer, self->shape) + (shape.size() - self->shape.size());
  for (int i = 0; i < 3; ++i) {
    const int next = (i + 1) % 3, last = (i + 2) % 3;
    const std::array inputs = {
        Component(list, x, axis, shape, next), Component(list, y, axis, shape, last),
        Component(list, x, axis, shape, last), Component(list, y, axis, shape, next)};
    const Value result = PartAlong(list, z, axis, i, 1);
    list.Add(is_of_integers ? PlanFormulaInIntegers(CrossComponentKernel(), inputs, result)
                            : PlanFormulaInDouble(CrossComponentKernel(), inputs, result));
  }
  if (z.tensor != out.tensor) list.Add(PlanMove(z, out));
  list.Finish();
}

constexpr Kind kLinalgCross = InStages(PlanLinalgCross);

}  // namespace

constexpr OpSpec kLinalgCrossSpec = Resolved({
    .name = "aclnnLinalgCross",
    .formula = "out = the cross products of vectors of self and other along dim",
    .arguments = {Input("self"), Input("other"), IntInput("dim"), Output("out")},
    .rules = {DtypeIn("self", kCrossedDtypes), SameDtype("other", "self"), SameDtype("out", "self"),
              MaxRank(8), Broadcasts("self", "other"), BroadcastShape("out", "self", "other"),
              MinRank("self", 1), DimOf("dim", "self"), ThreeAlong("out", "dim", "self", "other")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .axis = "dim",
    .work = {.kind = &kLinalgCross},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LinalgCross, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
