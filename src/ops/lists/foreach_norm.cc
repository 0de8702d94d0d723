#include "aclnnop/aclnn_foreach_norm.h"

#include <array>
#include <cmath>

#include "base/settings.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/row_sizes/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* AbsKernel();
const Kernel* PowTensorScalarKernel();

namespace {

enum NormArgument { kX, kOrder, kOut };

// The power whose sum is taken: of Ascend950 1 or 2, unless it is infinite.
double OrderOf(const Call& call) {
  const double order = call.NumberAt(kOrder).nearest;
  if (std::isinf(order) && order > 0) return order;
  if (!kSinceAscend950.Has(GetSettings().chip)) return order;
  return std::trunc(order) == 1 ? 1 : 2;
}

void AddPower(StageList& list, const Value& from, double exponent, const Value& to) {
  Params params = {};
  params.d = {exponent};
  list.Add(PlanFormulaInDouble(PowTensorScalarKernel(), std::array{from}, to, params));
}

// The sum of powers of sizes, and its root.
void AddSum(StageList& list, const Value& x, double order, const Value& out) {
  const Value terms = list.Temporary(ACL_DOUBLE, x->shape), sum = list.Temporary(ACL_DOUBLE, {});
  if (order == 2) {
    AddPower(list, x, 2, terms);
  } else {
    list.Add(PlanFormulaInDouble(AbsKernel(), std::array{x}, terms));
    if (order != 1) AddPower(list, terms, order, terms);
  }
  const Value seen = list.SeenDense(out, {});
  const Value& whole = order == 1 ? seen : sum;
  list.Add(PlanSums({.terms = terms, .axes = {}, .dtype = ACL_DOUBLE, .sums = whole}));
  if (order != 1) AddPower(list, sum, 1 / order, seen);
}

// The largest size of each row, and of these.
void AddLargest(StageList& list, Value x, const Value& out) {
  if (x->shape.empty()) x = list.SeenDense(x, {1});
  const int64_t rows = x->extent.elements / x->shape.back();
  const Value sizes = list.Temporary(ACL_FLOAT, {1, rows});
  const Value largest = list.Temporary(ACL_FLOAT, {1});
  list.Add(
      PlanRowSizes({.x = x, .factor = {}, .divisor = 1, .out = list.SeenDense(sizes, {rows})}));
  list.Add(PlanRowSizes({.x = sizes, .factor = {}, .divisor = 1, .out = largest}));
  list.Add(PlanMove(list.SeenDense(largest, out->shape), out));
}

void PlanNorms(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const double order = OrderOf(call);
  for (size_t i = 0; i < call.TensorsAt(kX).size(); ++i) {
    const Value x = list.Member(kX, static_cast<int>(i)), out = list.Member(kOut, int(i));
    if (x->extent.elements == 0) {  // the root of 0
      list.Add(PlanFill(order < 0 ? INFINITY : 0, out));
    } else if (std::isinf(order) && order > 0) {
      AddLargest(list, x, out);
    } else {
      AddSum(list, x, order, out);
    }
  }
  list.Finish();
}

constexpr Kind kNorms = InStages(PlanNorms);

}  // namespace

constexpr OpSpec kForeachNormSpec = Resolved({
    .name = "aclnnForeachNorm",
    .formula = "out[i] = (the sum of |x[i]|^scalar)^(1 / scalar)",
    .arguments = {Inputs("x"), ScalarInput("scalar"), Outputs("out")},
    .rules = {SameCount("out", "x"), DtypeIn("x", kFloatDtypes), OneDtype("x"),
              SameDtype("out", "x"), DtypeIn("scalar", DtypeSet(ACL_FLOAT, ACL_DOUBLE, ACL_INT64)),
              MaxRank(8), OneElement("out")},
    .chips = kBfloat16Chips,
    .work = {.kind = &kNorms},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachNorm, const aclTensorList*, const aclScalar*, const aclTensorList*);
