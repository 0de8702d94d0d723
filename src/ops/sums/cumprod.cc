#include "aclnnop/aclnn_cumprod.h"

#include "kinds/scan/spec.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"
#include "ops/sums/scanned_shape.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kCumprodDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_UINT16) |
                                    DtypeSet(ACL_UINT32) | DtypeSet(ACL_UINT64);
constexpr DtypeSet kAxisDtypes{ACL_INT32, ACL_INT64};
constexpr Chips kChipsOfCumprod{Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kCumprodSpec = Resolved({
    .name = "aclnnCumprod",
    .formula = "out = the products of input up to each element along dim",
    .arguments = {Input("input"), ScalarInput("dim"), DtypeInput("dtype"), Output("out")},
    .rules = {DtypeIn("input", kCumprodDtypes), DtypeIn("out", kCumprodDtypes),
              DtypeIn("dim", kAxisDtypes), ScalarDimOf("dim", "input"), SameShape("out", "input"),
              MaxRank(8), HasDtypeIfNamed("out", "dtype")},
    .chips = kChipsOfCumprod,
    .operands = {"input"},
    .results = {"out"},
    .work = Scans({.axis = "dim", .multiplies = true}),
});

constexpr OpSpec kInplaceCumprodSpec = Resolved({
    .name = "aclnnInplaceCumprod",
    .formula = "input = the products of input up to each element along dim",
    .arguments = {InOut("input"), ScalarInput("dim")},
    .rules = {DtypeIn("input", kCumprodDtypes), DtypeIn("dim", kAxisDtypes),
              ScalarDimOf("dim", "input"), MaxRank(8)},
    .chips = kChipsOfCumprod,
    .operands = {"input"},
    .results = {"input"},
    .work = Scans({.axis = "dim", .multiplies = true}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Cumprod, const aclTensor*, const aclScalar*, const aclDataType, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceCumprod, aclTensor*, const aclScalar*);
