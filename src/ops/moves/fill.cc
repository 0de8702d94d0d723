#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_fill_tensor.h"
#include "aclnnop/aclnn_ones.h"
#include "aclnnop/aclnn_zero.h"

#include "ops/c_functions.h"
#include "ops/index/indexed_shape.h"
#include "ops/moves/family.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kOneDtypes =
    kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_UINT16, ACL_BOOL);

}  // namespace

constexpr OpSpec kInplaceZeroSpec = Resolved({
    .name = "aclnnInplaceZero",
    .formula = "selfRef = 0",
    .arguments = {InOut("selfRef")},
    .rules = {DtypeIn("selfRef", kOneDtypes | kComplexDtypes)},
    .chips = kAllChips,
    .results = {"selfRef"},
    .work = Fill({.number = 0}),
});

constexpr OpSpec kInplaceOneSpec = Resolved({
    .name = "aclnnInplaceOne",
    .formula = "selfRef = 1",
    .arguments = {InOut("selfRef")},
    .rules = {DtypeIn("selfRef", kOneDtypes), MaxRank(8)},
    .chips = kAllChips,
    .results = {"selfRef"},
    .work = Fill({.number = 1}),
});

constexpr OpSpec kInplaceFillScalarSpec = Resolved({
    .name = "aclnnInplaceFillScalar",
    .formula = "selfRef = value, converted to the dtype of selfRef",
    .arguments = {InOut("selfRef"), AnyScalarInput("value")},
    .rules = {DtypeIn("selfRef", kMovedDtypes),
              DtypeOnlyOn("selfRef", kUnsignedDtypes, kBfloat16Chips),
              FilledWith("selfRef", "value"), MaxRank(8)},
    .chips = kAllChips,
    .results = {"selfRef"},
    .work = Fill({.scalar = "value"}),
});

constexpr OpSpec kInplaceFillTensorSpec = Resolved({
    .name = "aclnnInplaceFillTensor",
    .formula = "selfRef = value, converted to the dtype of selfRef",
    .arguments = {InOut("selfRef"), Input("value")},
    .rules = {DtypeIn("selfRef", kFloatAndComplexDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL)),
              DtypeIn("value", kMovedDtypes), MaxRank(8), OneElement("value"),
              AtMostOneAxis("value")},
    .chips = kAllChips,
    .operands = {"value"},
    .results = {"selfRef"},
    .work = Move(),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(InplaceZero, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceOne, const aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceFillScalar, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(InplaceFillTensor, aclTensor*, const aclTensor*);
