#include "aclnnop/aclnn_addbmm.h"
#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_addmv.h"
#include "aclnnop/aclnn_baddbmm.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "aclnnop/aclnn_dot.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_mv.h"
#include "ops/c_functions.h"
#include "ops/sums/family.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kAddedDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);
constexpr DtypeSet kHalfDtypes{ACL_FLOAT16, ACL_BF16};
constexpr Chips kFloatWeightChips{Chip::kAscend910B, Chip::kAscend910_93};
constexpr DtypeSet kDotDtypes = kFloatDtypes | DtypeSet(ACL_INT8, ACL_UINT8, ACL_INT32);

}  // namespace

constexpr OpSpec kMmSpec = Resolved({
    .name = "aclnnMm",
    .formula = "out = self @ mat2",
    .arguments = {Input("self"), Input("mat2"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("mat2", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), IntBetween("cubeMathType", 0, 4), RankIs("self", 2),
              RankIs("mat2", 2), ShapeOfProduct("out", "self", "mat2")},
    .chips = kAllChips,
    .operands = {"self", "mat2"},
    .results = {"out"},
    .work = ProductOfMatrices(),
});

constexpr OpSpec kMatmulSpec = Resolved({
    .name = "aclnnMatmul",
    .formula = "out = self @ mat2",
    .arguments = {Input("self"), Input("mat2"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("mat2", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), IntBetween("cubeMathType", 0, 4), MaxRank(6),
              MinRank("self", 1), MinRank("mat2", 1), ShapeOfProduct("out", "self", "mat2")},
    .chips = kAllChips,
    .operands = {"self", "mat2"},
    .results = {"out"},
    .work = ProductOfMatrices(),
});

constexpr OpSpec kAddmmSpec = Resolved({
    .name = "aclnnAddmm",
    .formula = "out = beta * self + alpha * (mat1 @ mat2)",
    .arguments = {Input("self"), Input("mat1"), Input("mat2"), ScalarInput("beta"),
                  ScalarInput("alpha"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("mat1", kFloatDtypes),
              DtypeIn("mat2", kFloatDtypes), DtypeIn("out", kFloatDtypes),
              IntBetween("cubeMathType", 0, 5), RankIs("mat1", 2), RankIs("mat2", 2),
              ShapeOfProduct("out", "mat1", "mat2"), BroadcastsTo("self", "out")},
    .chips = kAllChips,
    .operands = {"mat1", "mat2", "self"},
    .results = {"out"},
    .work = ProductOfMatrices({.alpha = "alpha", .beta = "beta"}),
});

constexpr OpSpec kInplaceAddmmSpec = Resolved({
    .name = "aclnnInplaceAddmm",
    .formula = "selfRef = beta * selfRef + alpha * (mat1 @ mat2)",
    .arguments = {InOut("selfRef"), Input("mat1"), Input("mat2"), ScalarInput("beta"),
                  ScalarInput("alpha"), IntInput("cubeMathType")},
    .rules = {DtypeIn("selfRef", kFloatDtypes), DtypeIn("mat1", kFloatDtypes),
              DtypeIn("mat2", kFloatDtypes), IntBetween("cubeMathType", 0, 5), RankIs("mat1", 2),
              RankIs("mat2", 2), ShapeOfProduct("selfRef", "mat1", "mat2")},
    .chips = kAllChips,
    .operands = {"mat1", "mat2", "selfRef"},
    .results = {"selfRef"},
    .work = ProductOfMatrices({.alpha = "alpha", .beta = "beta"}),
});

constexpr OpSpec kBatchMatMulSpec = Resolved({
    .name = "aclnnBatchMatMul",
    .formula = "out = self @ mat2",
    .arguments = {Input("self"), Input("mat2"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("mat2", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), IntBetween("cubeMathType", 0, 4), RankIs("self", 3),
              RankIs("mat2", 3), ShapeOfProduct("out", "self", "mat2")},
    .chips = kAllChips,
    .operands = {"self", "mat2"},
    .results = {"out"},
    .work = ProductOfMatrices(),
});

constexpr OpSpec kBaddbmmSpec = Resolved({
    .name = "aclnnBaddbmm",
    .formula = "out = beta * self + alpha * (batch1 @ batch2)",
    .arguments = {Input("self"), Input("batch1"), Input("batch2"), ScalarInput("beta"),
                  ScalarInput("alpha"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("batch1", kFloatDtypes),
              DtypeIn("batch2", kFloatDtypes), DtypeIn("out", kFloatDtypes),
              IntBetween("cubeMathType", 0, 4), RankIs("batch1", 3), RankIs("batch2", 3),
              ShapeOfProduct("out", "batch1", "batch2"), BroadcastsTo("self", "out")},
    .chips = kAllChips,
    .operands = {"batch1", "batch2", "self"},
    .results = {"out"},
    .work = ProductOfMatrices({.alpha = "alpha", .beta = "beta"}),
});

constexpr OpSpec kInplaceBaddbmmSpec = Resolved({
    .name = "aclnnInplaceBaddbmm",
    .formula = "selfRef = beta * selfRef + alpha * (batch1 @ batch2)",
    .arguments = {InOut("selfRef"), Input("batch1"), Input("batch2"), ScalarInput("beta"),
                  ScalarInput("alpha"), IntInput("cubeMathType")},
    .rules = {DtypeIn("selfRef", kFloatDtypes), DtypeIn("batch1", kFloatDtypes),
              DtypeIn("batch2", kFloatDtypes), IntBetween("cubeMathType", 0, 4),
              RankIs("batch1", 3), RankIs("batch2", 3),
              ShapeOfProduct("selfRef", "batch1", "batch2")},
    .chips = kAllChips,
    .operands = {"batch1", "batch2", "selfRef"},
    .results = {"selfRef"},
    .work = ProductOfMatrices({.alpha = "alpha", .beta = "beta"}),
});

constexpr OpSpec kMvSpec = Resolved({
    .name = "aclnnMv",
    .formula = "out = self @ vec",
    .arguments = {Input("self"), Input("vec"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("vec", "self"), SameDtype("out", "self"),
              IntBetween("cubeMathType", 0, 4), RankIs("self", 2), RankIs("vec", 1),
              ShapeOfProduct("out", "self", "vec")},
    .chips = kAllChips,
    .operands = {"self", "vec"},
    .results = {"out"},
    .work = ProductOfMatrices(),
});

constexpr OpSpec kDotSpec = Resolved({
    .name = "aclnnDot",
    .formula = "out = the sum of self * tensor",
    .arguments = {Input("self"), Input("tensor"), Output("out")},
    .rules = {DtypeIn("self", kDotDtypes), SameDtype("tensor", "self"), SameDtype("out", "self"),
              RankIs("self", 1), RankIs("tensor", 1), ShapeOfProduct("out", "self", "tensor")},
    .chips = kAllChips,
    .operands = {"self", "tensor"},
    .results = {"out"},
    .work = ProductOfMatrices(),
});

constexpr OpSpec kAddmvSpec = Resolved({
    .name = "aclnnAddmv",
    .formula = "out = beta * self + alpha * (mat @ vec)",
    .arguments = {Input("self"), Input("mat"), Input("vec"), ScalarInput("alpha"),
                  ScalarInput("beta"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kAddedDtypes), DtypeIn("mat", kAddedDtypes),
              DtypeIn("vec", kAddedDtypes), PromotesInto("self", "mat", "vec", kAddedDtypes),
              PromotedCastable("out", "self", "mat", "vec"), DtypeIn("out", kAddedDtypes),
              CastableUnlessOne("alpha", "out"), CastableUnlessOne("beta", "out"),
              IntBetween("cubeMathType", 0, 4), RankIs("mat", 2), RankIs("vec", 1),
              ShapeOfProduct("out", "mat", "vec"), BroadcastsTo("self", "out")},
    .chips = kAllChips,
    .operands = {"mat", "vec", "self"},
    .results = {"out"},
    .work = ProductOfMatrices({.alpha = "alpha", .beta = "beta", .ends_at_zero = true}),
});

constexpr OpSpec kAddbmmSpec = Resolved({
    .name = "aclnnAddbmm",
    .formula = "out = beta * self + alpha * (the sum of batch1 @ batch2 over batches)",
    .arguments = {Input("self"), Input("batch1"), Input("batch2"), ScalarInput("beta"),
                  ScalarInput("alpha"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("batch1", kFloatDtypes),
              DtypeIn("batch2", kFloatDtypes), DtypeIn("out", kFloatDtypes),
              SameDtype("out", "self"), IntBetween("cubeMathType", 0, 4), RankIs("batch1", 3),
              RankIs("batch2", 3), ShapeOfSumOfProducts("out", "batch1", "batch2"),
              BroadcastsTo("self", "out")},
    .chips = kAllChips,
    .operands = {"batch1", "batch2", "self"},
    .results = {"out"},
    .work = ProductOfMatrices(
        {.alpha = "alpha", .beta = "beta", .sums_batches = true, .ends_at_zero = true}),
});

constexpr OpSpec kInplaceAddbmmSpec = Resolved({
    .name = "aclnnInplaceAddbmm",
    .formula = "selfRef = beta * selfRef + alpha * (the sum of batch1 @ batch2 over batches)",
    .arguments = {InOut("selfRef"), Input("batch1"), Input("batch2"), ScalarInput("beta"),
                  ScalarInput("alpha"), IntInput("cubeMathType")},
    .rules = {DtypeIn("selfRef", kFloatDtypes), DtypeIn("batch1", kFloatDtypes),
              DtypeIn("batch2", kFloatDtypes), IntBetween("cubeMathType", 0, 4),
              RankIs("batch1", 3), RankIs("batch2", 3),
              ShapeOfSumOfProducts("selfRef", "batch1", "batch2")},
    .chips = kAllChips,
    .operands = {"batch1", "batch2", "selfRef"},
    .results = {"selfRef"},
    .work = ProductOfMatrices(
        {.alpha = "alpha", .beta = "beta", .sums_batches = true, .ends_at_zero = true}),
});

// A weight in the format FRACTAL_NZ lies as any other (aclnnTransMatmulWeight), and is used alike.
constexpr OpSpec kMatmulWeightNzSpec = Resolved({
    .name = "aclnnMatmulWeightNz",
    .formula = "out = self @ mat2",
    .arguments = {Input("self"), Input("mat2"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("mat2", kFloatDtypes),
              DtypeIn("out", kFloatDtypes),
              DtypeOnlyOn("self", DtypeSet(ACL_FLOAT), kFloatWeightChips),
              DtypeOnlyOn("mat2", DtypeSet(ACL_FLOAT), kFloatWeightChips),
              IntBetween("cubeMathType", 0, 4), RankIs("self", 2), RankIs("mat2", 2),
              ShapeOfProduct("out", "self", "mat2")},
    .chips = kAllBut910,
    .operands = {"self", "mat2"},
    .results = {"out"},
    .work = ProductOfMatrices(),
});

constexpr OpSpec kAddmmWeightNzSpec = Resolved({
    .name = "aclnnAddmmWeightNz",
    .formula = "out = beta * self + alpha * (mat1 @ mat2)",
    .arguments = {Input("self"), Input("mat1"), Input("mat2"), ScalarInput("beta"),
                  ScalarInput("alpha"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("mat1", kHalfDtypes),
              DtypeIn("mat2", kHalfDtypes), SameDtype("mat2", "mat1"), DtypeIn("out", kFloatDtypes),
              IntBetween("cubeMathType", 0, 5), RankIs("mat1", 2), RankIs("mat2", 2),
              ShapeOfProduct("out", "mat1", "mat2"), BroadcastsTo("self", "out")},
    .chips = kBfloat16Chips,
    .operands = {"mat1", "mat2", "self"},
    .results = {"out"},
    .work = ProductOfMatrices({.alpha = "alpha", .beta = "beta"}),
});

constexpr OpSpec kBatchMatMulWeightNzSpec = Resolved({
    .name = "aclnnBatchMatMulWeightNz",
    .formula = "out = self @ mat2",
    .arguments = {Input("self"), Input("mat2"), Output("out"), IntInput("cubeMathType")},
    .rules = {DtypeIn("self", kHalfDtypes), DtypeIn("mat2", kHalfDtypes), SameDtype("mat2", "self"),
              DtypeIn("out", kFloatDtypes), IntBetween("cubeMathType", 0, 4), RankIs("self", 3),
              RankIs("mat2", 3), ShapeOfProduct("out", "self", "mat2")},
    .chips = kBfloat16Chips,
    .operands = {"self", "mat2"},
    .results = {"out"},
    .work = ProductOfMatrices(),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Mm, const aclTensor*, const aclTensor*, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(Matmul, const aclTensor*, const aclTensor*, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(Addmm, const aclTensor*, const aclTensor*, const aclTensor*, const aclScalar*,
                      const aclScalar*, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(InplaceAddmm, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclScalar*, const aclScalar*, int8_t);
OPENACLNN_C_FUNCTIONS(BatchMatMul, const aclTensor*, const aclTensor*, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(Baddbmm, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclScalar*, const aclScalar*, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(InplaceBaddbmm, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclScalar*, const aclScalar*, int8_t);
OPENACLNN_C_FUNCTIONS(Mv, const aclTensor*, const aclTensor*, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(Dot, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Addmv, const aclTensor*, const aclTensor*, const aclTensor*, const aclScalar*,
                      const aclScalar*, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(Addbmm, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclScalar*, const aclScalar*, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(InplaceAddbmm, aclTensor*, const aclTensor*, const aclTensor*,
                      const aclScalar*, const aclScalar*, int8_t);
OPENACLNN_C_FUNCTIONS(MatmulWeightNz, const aclTensor*, const aclTensor*, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(AddmmWeightNz, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclScalar*, const aclScalar*, aclTensor*, int8_t);
OPENACLNN_C_FUNCTIONS(BatchMatMulWeightNz, const aclTensor*, const aclTensor*, aclTensor*, int8_t);
