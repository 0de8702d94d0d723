#include "aclnnop/aclnn_weight_quant_batch_matmul_v2.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v3.h"
#include "engine/rules/rule_call.h"
#include "ops/c_functions.h"
#include "ops/quant/family.h"
#include "ops/quant/quantised_rules.h"

namespace openaclnn {
namespace {

constexpr int64_t kMostExtent = 65535;

constexpr DtypeSet kHalves{ACL_FLOAT16, ACL_BF16}, kWords{ACL_UINT64, ACL_INT64},
    kIntegers{ACL_INT8, ACL_INT4, ACL_INT32};
constexpr DtypeSet kFloat16{ACL_FLOAT16}, kBfloat16{ACL_BF16}, kFloat{ACL_FLOAT}, kInt8{ACL_INT8};

constexpr Chips kA2AndA3{Chip::kAscend910B, Chip::kAscend910_93},
    kA2ToA5{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

// x, weight, antiquantScale, antiquantOffsetOptional, quantScaleOptional, quantOffsetOptional,
// biasOptional, y
constexpr DtypeRow RowOf(DtypeSet x, DtypeSet weight, DtypeSet bias, Chips chips) {
  return {{{{x}, {weight}, {x}, {x, true}, {{}, true}, {{}, true}, {bias, true}, {x}}}, chips};
}
constexpr DtypeRow ToInt8(DtypeSet x, DtypeSet bias) {
  return {{{{x},
            {kIntegers},
            {x},
            {x, true},
            {DtypeSet(ACL_UINT64)},
            {kFloat, true},
            {bias, true},
            {kInt8}}},
          kA2AndA3};
}
constexpr DtypeRow kRows[] = {
    RowOf(kFloat16, kIntegers, kFloat16, kA2AndA3),
    RowOf(kBfloat16, kIntegers, kFloat, kA2AndA3),
    ToInt8(kFloat16, kFloat16),
    ToInt8(kBfloat16, kFloat),
    {{{{kFloat16},
       {kInt8},
       {kWords},
       {DtypeSet(ACL_INT32), true},
       {{}, true},
       {{}, true},
       {kFloat16, true},
       {kFloat16}}},
     kA2AndA3},
    RowOf(kFloat16, kIntegers, kFloat16, Chips(Chip::kAscend950)),
    RowOf(kBfloat16, kIntegers, kBfloat16 | kFloat, Chips(Chip::kAscend950)),
    RowOf(kFloat16, kInt8, kFloat16, Chips(Chip::kAscend310P)),
};

Status CheckDtypes(const RuleCall& call, const Rule& /*rule*/) {
  return CheckDtypeRows(call, kRows);
}

aclDataType Usual(const OpSpec& spec, int argument) { return UsualIn(spec, argument, kRows); }

constexpr RuleType kDtypesOfWeightQuant = {
    .name = "DtypesOfWeightQuant",
    .check = CheckDtypes,
    .sentence =
        {"The scale and offset of the weight have the dtype of {a}, or UINT64 or INT64 and "
         "INT32 where {a} has FLOAT16. {b} has the dtype of {a}, or INT8 where a quantScale "
         "is given. A bias has FLOAT16 where {a} has it, else FLOAT; on Ascend950 BFLOAT16, "
         "too."},
    .usual = Usual,
};

}  // namespace

constexpr OpSpec kWeightQuantBatchMatmulV2Spec = Resolved({
    .name = "aclnnWeightQuantBatchMatmulV2",
    .formula = "y = x @ ((weight + antiquantOffset) * antiquantScale) + bias",
    .arguments = {Input("x"), Input("weight"), Input("antiquantScale"),
                  Optional(Input("antiquantOffsetOptional")), Optional(Input("quantScaleOptional")),
                  Optional(Input("quantOffsetOptional")), Optional(Input("biasOptional")),
                  IntInput("antiquantGroupSize"), Output("y")},
    .rules = {DtypeIn("x", kHalves), DtypeIn("weight", kIntegers),
              DtypeIn("antiquantScale", kHalves | kWords),
              DtypeIn("antiquantOffsetOptional", kHalves | DtypeSet(ACL_INT32)),
              DtypeIn("quantScaleOptional", DtypeSet(ACL_UINT64)),
              DtypeIn("quantOffsetOptional", kFloat), DtypeIn("biasOptional", kHalves | kFloat),
              DtypeIn("y", kHalves | kInt8),
              Rule{.type = &kDtypesOfWeightQuant, .names = {"x", "y"}}, HasElements("x"),
              HasElements("weight"),
              FactorsOfIntegers("y", "x", "weight", kMostExtent, Chips(Chip::kAscend310P)),
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
  spec.chips = kA2ToA5;
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
