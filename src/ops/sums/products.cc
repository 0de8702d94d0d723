#include "aclnnop/aclnn_prod.h"
#include "aclnnop/aclnn_reduce_nansum.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"
#include "ops/sums/reduced_shape.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kMultipliedDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);
constexpr DtypeSet kIntegerAndBoolDtypes = kIntegerDtypes | DtypeSet(ACL_BOOL);

}  // namespace

constexpr OpSpec kProdSpec = Resolved({
    .name = "aclnnProd",
    .formula = "out = the product of self",
    .arguments = {Input("self"), DtypeInput("dtype"), Output("out")},
    .rules = {DtypeIn("self", kMultipliedDtypes), DtypeIn("out", kMultipliedDtypes),
              IsDtypeIn("dtype", kMultipliedDtypes), HasDtype("out", "dtype"), MaxRank(8),
              OneElement("out")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Reduces({.sum_dtype = "dtype", .way = TermWay::kProduct}),
});

constexpr OpSpec kProdDimSpec = Resolved({
    .name = "aclnnProdDim",
    .formula = "out = the product of self along dim",
    .arguments = {Input("self"), IntInput("dim"), BoolInput("keepDim"), DtypeInput("dtype"),
                  Output("out")},
    .rules = {DtypeIn("self", kMultipliedDtypes), DtypeIn("out", kMultipliedDtypes),
              IsDtypeIn("dtype", kMultipliedDtypes), HasDtype("out", "dtype"), MaxRank(8),
              DimOf("dim", "self"), ShapeWithoutAxis("out", "self", "dim", "keepDim")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = Reduces({.axes = "dim", .sum_dtype = "dtype", .way = TermWay::kProduct}),
});

constexpr OpSpec kReduceNansumSpec = Resolved({
    .name = "aclnnReduceNansum",
    .formula = "out = the sum of self over the axes in dim, where NaN counts as 0",
    .arguments = {Input("self"), IntsInput("dim"), BoolInput("keepDim"), DtypeInput("dtype"),
                  Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes | kIntegerAndBoolDtypes),
              DtypeOnlyOn("self", kIntegerAndBoolDtypes,
                          Chips{Chip::kAscend910B, Chip::kAscend910_93}),
              IsDtypeIn("dtype", kFloatDtypes | kIntegerAndBoolDtypes),
              DtypeIn("out", kFloatDtypes | kIntegerAndBoolDtypes),
              DtypeOnlyOn("out", kIntegerAndBoolDtypes,
                          Chips{Chip::kAscend910B, Chip::kAscend910_93}),
              HasDtype("out", "dtype"), Castable("self", "out"), AxesOf("dim", "self"), MaxRank(8),
              ReducedShapeOf("out", "self", "dim", "keepDim")},
    .chips = kBfloat16Chips,
    .operands = {"self"},
    .results = {"out"},
    .work = Reduces({.axes = "dim", .sum_dtype = "dtype", .way = TermWay::kSumOfNumbers}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Prod, const aclTensor*, aclDataType, aclTensor*);
OPENACLNN_C_FUNCTIONS(ProdDim, const aclTensor*, int64_t, bool, aclDataType, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReduceNansum, const aclTensor*, const aclIntArray*, bool, aclDataType,
                      aclTensor*);
