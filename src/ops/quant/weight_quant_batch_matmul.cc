#include "aclnnop/aclnn_weight_quant_batch_matmul_v2.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v3.h"
#include "engine/rules/rule_call.h"
#include "ops/c_functions.h"
#include "ops/quant/family.h"
#include "ops/quant/quantised_rules.h"

namespace openaclnn {
namespace {

constexpr int64_t kMostOfWeights = 65535;

// x, weight, antiquantScale, antiquantOffsetOptional, quantScaleOptional, quantOffsetOptional,
// biasOptional, y
constexpr DtypeRow RowOfWeight(DtypeSet x, DtypeSet weight, DtypeSet bias, Chips chips) {
  return {{{{x}, {weight}, {x}, {x, true}, {{}, true}, {{}, true}, {bias, true}, {x}}}, chips};
}
constexpr DtypeRow WeightToInt8(DtypeSet x, DtypeSet bias) {
  return {{{{x},
            {kQuantisedDtypes},
            {x},
            {x, true},
            {DtypeSet(ACL_UINT64)},
            {kOnlyFloat, true},
            {bias, true},
            {kOnlyInt8}}},
          kA2AndA3};
}
constexpr DtypeRow kRowsOfWeights[] = {
    RowOfWeight(kOnlyFloat16, kQuantisedDtypes, kOnlyFloat16, kA2AndA3),
    RowOfWeight(kOnlyBfloat16, kQuantisedDtypes, kOnlyFloat, kA2AndA3),
    WeightToInt8(kOnlyFloat16, kOnlyFloat16),
    WeightToInt8(kOnlyBfloat16, kOnlyFloat),
    {{{{kOnlyFloat16},
       {kOnlyInt8},
       {kWordDtypes},
       {DtypeSet(ACL_INT32), true},
       {{}, true},
       {{}, true},
       {kOnlyFloat16, true},
       {kOnlyFloat16}}},
     kA2AndA3},
    RowOfWeight(kOnlyFloat16, kQuantisedDtypes, kOnlyFloat16, Chips(Chip::kAscend950)),
    RowOfWeight(kOnlyBfloat16, kQuantisedDtypes, kOnlyBfloat16 | kOnlyFloat,
                Chips(Chip::kAscend950)),
    RowOfWeight(kOnlyFloat16, kOnlyInt8, kOnlyFloat16, Chips(Chip::kAscend310P)),
};

Status CheckDtypesOfWeights(const RuleCall& call, const Rule& /*rule*/) {
  return CheckDtypeRows(call, kRowsOfWeights);
}

aclDataType UsualOfWeights(const OpSpec& spec, int argument) {
  return UsualIn(spec, argument, kRowsOfWeights);
}

constexpr RuleType kDtypesOfWeightQuant = {
    .name = "DtypesOfWeightQuant",
    .check = CheckDtypesOfWeights,
    .sentence =
        {"The scale and offset of the weight have the dtype of {a}, or UINT64 or INT64 and "
         "INT32 where {a} has FLOAT16. {b} has the dtype of {a}, or INT8 where a quantScale "
         "is given. A bias has FLOAT16 where {a} has it, else FLOAT; on Ascend950 BFLOAT16, "
         "too."},
    .usual = UsualOfWeights,
};

}  // namespace

constexpr OpSpec kWeightQuantBatchMatmulV2Spec = Resolved({
    .name = "aclnnWeightQuantBatchMatmulV2",
    .formula = "y = x @ ((weight + antiquantOffset) * antiquantScale) + bias",
    .arguments = {Input("x"), Input("weight"), Input("antiquantScale"),
                  Optional(Input("antiquantOffsetOptional")), Optional(Input("quantScaleOptional")),
                  Optional(Input("quantOffsetOptional")), Optional(Input("biasOptional")),
                  IntInput("antiquantGroupSize"), Output("y")},
    .rules = {DtypeIn("x", kHalfDtypes), DtypeIn("weight", kQuantisedDtypes),
              DtypeIn("antiquantScale", kHalfDtypes | kWordDtypes),
              DtypeIn("antiquantOffsetOptional", kHalfDtypes | DtypeSet(ACL_INT32)),
              DtypeIn("quantScaleOptional", DtypeSet(ACL_UINT64)),
              DtypeIn("quantOffsetOptional", kOnlyFloat),
              DtypeIn("biasOptional", kHalfDtypes | kOnlyFloat),
              DtypeIn("y", kHalfDtypes | kOnlyInt8),
              Rule{.type = &kDtypesOfWeightQuant, .names = {"x", "y"}}, HasElements("x"),
              HasElements("weight"),
              FactorsOfIntegers("y", "x", "weight", kMostOfWeights, Chips(Chip::kAscend310P)),
              GroupSize("antiquantGroupSize", "x"),
              ScaleOfWeight("antiquantScale", "x", "y", "antiquantGroupSize"),
              SameShape("antiquantOffsetOptional", "antiquantScale"),
              NumbersOfColumns("quantScaleOptional", "y"),
              SameShape("quantOffsetOptional", "quantScaleOptional"),
              NumbersOfColumns("biasOptional", "y")},
    .chips = kAllBut910,
    .operands = {"x", "weight", "biasOptional"},
    .results = {"y"},
    .work = QuantisedProduct({.scale = "antiquantScale",
                              .offset = "antiquantOffsetOptional",
                              .group = "antiquantGroupSize",
                              .scale_of_columns = "quantScaleOptional",
                              .offset_of_columns = "quantOffsetOptional",
                              .adds_floats_first = true}),
});

// The same with innerPrecise, which changes nothing here.
consteval OpSpec SpecOfV3() {
  OpSpec spec = kWeightQuantBatchMatmulV2Spec;
  spec.name = "aclnnWeightQuantBatchMatmulV3";
  spec.arguments[8] = IntInput("innerPrecise");
  spec.arguments[9] = Output("y");
  spec.rules[static_cast<size_t>(spec.num_rules)] = IntBetween("innerPrecise", 0, 1);
  spec.chips = kBfloat16Chips;
  return Resolved(spec);
}
constexpr OpSpec kWeightQuantBatchMatmulV3Spec = SpecOfV3();

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(WeightQuantBatchMatmulV2, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, int, const aclTensor*);
OPENACLNN_C_FUNCTIONS(WeightQuantBatchMatmulV3, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, int, int, const aclTensor*);
