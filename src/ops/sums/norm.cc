#include "aclnnop/aclnn_norm.h"

#include "aclnnop/aclnn_linalg_vector_norm.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"

namespace openaclnn {

constexpr OpSpec kLinalgVectorNormSpec = Resolved({
    .name = "aclnnLinalgVectorNorm",
    .formula = "out = (the sum of |self|^ord over the axes in dims)^(1 / ord)",
    .arguments = {Input("self"), ScalarInput("ord"), IntsInput("dims"), BoolInput("keepDims"),
                  DtypeInput("dtype"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes),
              IsDtypeIn("dtype", kFloatDtypes), HasDtype("out", "dtype"), AxesOf("dims", "self"),
              MaxRank(8), ReducedShapeOf("out", "self", "dims", "keepDims")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Reduces({.axes = "dims", .sum_dtype = "dtype", .order = "ord"}),
});

constexpr OpSpec kNormSpec = Resolved({
    .name = "aclnnNorm",
    .formula = "out = (the sum of |self|^pScalar over the axes in dim)^(1 / pScalar)",
    .arguments = {Input("self"), ScalarInput("pScalar"), IntsInput("dim"), BoolInput("keepdim"),
                  Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), AxesOf("dim", "self"),
              MaxRank(8), ReducedShapeOf("out", "self", "dim", "keepdim")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Reduces({.axes = "dim", .order = "pScalar"}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LinalgVectorNorm, const aclTensor*, const aclScalar*, const aclIntArray*,
                      bool, aclDataType, aclTensor*);
OPENACLNN_C_FUNCTIONS(Norm, const aclTensor*, const aclScalar*, const aclIntArray*, bool,
                      aclTensor*);
