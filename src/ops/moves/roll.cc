#include "aclnnop/aclnn_roll.h"

#include <vector>

#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"
#include "ops/moves/rearranged_shape.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

enum RollArgument { kRollX, kRollShifts, kRollDims, kRollOut };

// The place of the first element after a roll of so many places, and so much more.
int64_t RolledBy(int64_t shift, int64_t before, int64_t extent) {
  const int64_t sum = before + shift % extent;  // both are shorter than the axis
  return sum < 0 ? sum + extent : sum % extent;
}

// Moves the parts before and after the seam of each axis that is rolled: `shifts` has what goes
// from the end of an axis to its beginning.
void MoveRolled(StageList& list, const Value& from, const Value& to, const Dims& shifts,
                size_t axis) {
  while (axis < shifts.size() && shifts[axis] == 0) ++axis;
  if (axis == shifts.size()) return list.Add(PlanMove(from, to));
  const int64_t shift = shifts[axis], rest = from->shape[axis] - shift;
  MoveRolled(list, PartAlong(list, from, axis, 0, rest), PartAlong(list, to, axis, shift, rest),
             shifts, axis + 1);
  MoveRolled(list, PartAlong(list, from, axis, rest, shift), PartAlong(list, to, axis, 0, shift),
             shifts, axis + 1);
}

// All elements in one row. A tensor that is none in memory is made one first, or at last.
void RollInOneRow(StageList& list, const Value& x, const Value& out, int64_t shift) {
  const Dims row = {x->extent.elements};
  const auto in_a_row = [&list, &row](const Value& value) {
    return value->extent.contiguous ? value : list.Temporary(value->dtype, row);
  };
  const Value from = in_a_row(x), to = in_a_row(out);
  if (from.tensor != x.tensor) list.Add(PlanMove(x, list.SeenDense(from, x->shape)));
  MoveRolled(list, list.SeenDense(from, row), list.SeenDense(to, row), {RolledBy(shift, 0, row[0])},
             0);
  if (to.tensor != out.tensor) list.Add(PlanMove(list.SeenDense(to, out->shape), out));
}

void RollAxes(StageList& list, const Value& x, const Value& out, const std::vector<int64_t>& by,
              const std::vector<int64_t>& dims) {
  Dims shifts(x->shape.size(), 0);
  for (size_t i = 0; i < dims.size(); ++i) {
    const size_t axis = *AxisAt(dims[i], x->shape);
    shifts[axis] = RolledBy(by[i], shifts[axis], x->shape[axis]);
  }
  MoveRolled(list, x, out, shifts, 0);
}

void PlanRoll(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value x = list.Given(kRollX), out = list.Given(kRollOut);
  const std::vector<int64_t>&shifts = call.IntegersAt(kRollShifts),
        &dims = call.IntegersAt(kRollDims);
  if (out->extent.elements > 0) {
    dims.empty() ? RollInOneRow(list, x, out, shifts[0]) : RollAxes(list, x, out, shifts, dims);
  }
  list.Finish();
}

constexpr Kind kRoll = InStages(PlanRoll);

constexpr DtypeSet kRolledComplexDtypes{ACL_COMPLEX64};
constexpr DtypeSet kRolledDtypes =
    kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_UINT32, ACL_BOOL) | kRolledComplexDtypes;
constexpr Chips kWithComplexRolls{Chip::kAscend950};

}  // namespace

constexpr OpSpec kRollSpec = Resolved({
    .name = "aclnnRoll",
    .formula = "out = x, whose elements are shifted along the axes in dims, from the ends on to "
               "the beginnings",
    .arguments = {Input("x"), IntsInput("shifts"), IntsInput("dims"), Output("out")},
    .rules = {DtypeIn("x", kRolledDtypes),
              DtypeOnlyOn("x", kRolledComplexDtypes, kWithComplexRolls), SameDtype("out", "x"),
              SameShape("out", "x"), MaxRank(8), RollsAlong("shifts", "dims", "x")},
    .chips = kAllChips,
    .operands = {"x"},
    .results = {"out"},
    .work = {.kind = &kRoll},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Roll, const aclTensor*, const aclIntArray*, const aclIntArray*, aclTensor*);
