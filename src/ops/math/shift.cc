#include <span>

#include "aclnnop/aclnn_left_shift.h"
#include "aclnnop/aclnn_right_shift.h"
#include "base/dtype.h"
#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "tensor/promote.h"

namespace openaclnn {

const Kernel* LeftShiftKernel();
const Kernel* LeftShiftsKernel();
const Kernel* RightShiftKernel();

namespace {

constexpr DtypeSet kShiftedDtypes = kIntegerDtypes | DtypeSet(ACL_UINT16, ACL_UINT32, ACL_UINT64);
constexpr Chips kChipsOfShifts{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

// The parameters from `at` on: how many bits the numbers have, and whether they are UINT64.
void SetWidth(aclDataType dtype, size_t at, Params& params) {
  params.i[at] = 8 * DtypeBytes(dtype);
  params.i[at + 1] = dtype == ACL_UINT64 ? 1 : 0;
}
void SetWidthOfTensors(std::span<const Argument> arguments, Params& params) {
  SetWidth(*Promote(arguments[0].tensor->dtype, arguments[1].tensor->dtype), 0, params);
}
void SetWidthBesideScalar(std::span<const Argument> arguments, Params& params) {
  SetWidth(*PromoteWithScalar(arguments[0].tensor->dtype, arguments[1].scalar->dtype), 1, params);
}

constexpr OpSpec ShiftOfTensors(std::string_view name, std::string_view formula,
                                std::string_view input, Kernels::Get kernel) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input(input), Input("shiftBits"), Output("out")},
      .rules = {DtypeIn(input, kShiftedDtypes), DtypeIn("shiftBits", kShiftedDtypes),
                DtypeIn("out", kShiftedDtypes), MaxRank(8), Broadcasts(input, "shiftBits"),
                BroadcastShape("out", input, "shiftBits"),
                PromotesInto(input, "shiftBits", kShiftedDtypes),
                PromotedCastable("out", input, "shiftBits")},
      .chips = kChipsOfShifts,
      .operands = {input, "shiftBits"},
      .results = {"out"},
      .work = Elementwise({.kernels = {kernel}, .set_more_params = SetWidthOfTensors}),
  };
}

}  // namespace

constexpr OpSpec kLeftShiftSpec =
    Resolved(ShiftOfTensors("aclnnLeftShift", "out = self << shiftBits", "self", LeftShiftKernel));

constexpr OpSpec kLeftShiftsSpec = Resolved({
    .name = "aclnnLeftShifts",
    .formula = "out = self << shiftBits",
    .arguments = {Input("self"), ScalarInput("shiftBits"), Output("out")},
    .rules = {DtypeIn("self", kShiftedDtypes), DtypeIn("shiftBits", kShiftedDtypes),
              DtypeIn("out", kShiftedDtypes), MaxRank(8), SameShape("out", "self"),
              PromotesInto("self", "shiftBits", kShiftedDtypes),
              PromotedCastable("out", "self", "shiftBits")},
    .chips = kChipsOfShifts,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {LeftShiftsKernel}, .set_more_params = SetWidthBesideScalar}),
});

constexpr OpSpec kRightShiftSpec = Resolved(
    ShiftOfTensors("aclnnRightShift", "out = input >> shiftBits", "input", RightShiftKernel));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LeftShift, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(LeftShifts, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(RightShift, const aclTensor*, const aclTensor*, aclTensor*);
