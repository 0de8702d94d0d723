#include "aclnnop/aclnn_cumsum.h"

#include "kinds/scan/spec.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kScannedDtypes = kFloatAndDoubleDtypes | kIntegerDtypes;

}  // namespace

constexpr OpSpec kCumsumSpec = Resolved({
    .name = "aclnnCumsum",
    .formula = "out = the sums of self up to each element along dim",
    .arguments = {Input("self"), IntInput("dim"), DtypeInput("dtype"), Output("out")},
    .rules = {DtypeIn("self", kScannedDtypes | DtypeSet(ACL_BOOL)), DtypeIn("out", kScannedDtypes),
              IsDtypeIn("dtype", kScannedDtypes), HasDtype("out", "dtype"),
              SameShape("out", "self"), MaxRank(8), DimOf("dim", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = Scans({.axis = "dim", .sum_dtype = "dtype"}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Cumsum, const aclTensor*, int64_t, aclDataType, aclTensor*);
