#include "aclnnop/aclnn_foreach_copy.h"
#include "aclnnop/aclnn_foreach_zero_inplace.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/lists/copied_dtype.h"
#include "ops/lists/family.h"

namespace openaclnn {
namespace {

enum CopyArgument { kCopiedX, kCopies };

constexpr DtypeSet kCopiedDtypes =
    kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_UINT16, ACL_UINT32, ACL_BOOL);
constexpr Chips kChipsOfCopies{Chip::kAscend910B, Chip::kAscend950};

void PlanForeachCopy(const Call& call, Executor& executor) {
  StageList list(call, executor);
  for (size_t i = 0; i < call.TensorsAt(kCopies).size(); ++i) {
    const Value to = list.Member(kCopies, static_cast<int>(i));
    if (to->extent.elements == 0) continue;
    list.Add(PlanMove(list.Member(kCopiedX, static_cast<int>(i)), to));
  }
  list.Finish();
}

void PlanForeachZero(const Call& call, Executor& executor) {
  StageList list(call, executor);
  for (size_t i = 0; i < call.TensorsAt(0).size(); ++i) {
    const Value x = list.Member(0, static_cast<int>(i));
    if (x->extent.elements > 0) list.Add(PlanFill(0, x));
  }
  list.Finish();
}

constexpr Kind kForeachCopy = InStages(PlanForeachCopy);
constexpr Kind kForeachZero = InStages(PlanForeachZero);

}  // namespace

constexpr OpSpec kForeachCopySpec = Resolved({
    .name = "aclnnForeachCopy",
    .formula = "out[i] = x[i]",
    .arguments = {Inputs("x"), Outputs("out")},
    .rules = {SameCount("out", "x"), DtypeIn("x", kCopiedDtypes), OneDtype("x"), OneDtype("out"),
              CopiedDtype("out", "x"), MaxRank(8), SameShape("out", "x")},
    .chips = kChipsOfCopies,
    .work = {.kind = &kForeachCopy},
});

constexpr OpSpec kForeachZeroInplaceSpec = Resolved({
    .name = "aclnnForeachZeroInplace",
    .formula = "x[i] = 0",
    .arguments = {InOuts("x")},
    .rules = {DtypeIn("x", kFloatAndInt32Dtypes | DtypeSet(ACL_INT16)), OneDtype("x"), MaxRank(8)},
    .chips = kBfloat16Chips,
    .work = {.kind = &kForeachZero},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachCopy, const aclTensorList*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachZeroInplace, const aclTensorList*);
