#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kSummedDtypes = kFloatAndDoubleDtypes | kIntegerDtypes;

}  // namespace

constexpr OpSpec kReduceSumSpec = Resolved({
    .name = "aclnnReduceSum",
    .formula = "out = the sum of self over the axes in dims",
    .arguments = {Input("self"), IntsInput("dims"), BoolInput("keepDims"), DtypeInput("dtype"),
                  Output("out")},
    .rules = {DtypeIn("self", kSummedDtypes | DtypeSet(ACL_BOOL)),
              DtypeIn("out", kSummedDtypes | DtypeSet(ACL_BOOL)),
              IsDtypeIn("dtype", kSummedDtypes | DtypeSet(ACL_BOOL)), HasDtype("out", "dtype"),
              MaxRank(8), AxesOf("dims", "self"),
              ReducedShapeOf("out", "self", "dims", "keepDims")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Reduces({.axes = "dims", .sum_dtype = "dtype"}),
});

constexpr OpSpec kMeanSpec = Resolved({
    .name = "aclnnMean",
    .formula = "out = the mean of self over the axes in dim",
    .arguments = {Input("self"), IntsInput("dim"), BoolInput("keepDim"), DtypeInput("dtype"),
                  Output("out")},
    .rules = {DtypeIn("self", kSummedDtypes), DtypeIn("out", kSummedDtypes),
              IsDtypeIn("dtype", kSummedDtypes), MaxRank(8), AxesOf("dim", "self"),
              ReducedShapeOf("out", "self", "dim", "keepDim")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Reduces({.axes = "dim", .sum_dtype = "dtype", .averages = true}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ReduceSum, const aclTensor*, const aclIntArray*, bool, aclDataType,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(Mean, const aclTensor*, const aclIntArray*, bool, aclDataType, aclTensor*);
