#include <array>
#include <cstdint>
#include <iterator>

#include "aclnnop/aclnn_quant_matmul_v4.h"
#include "aclnnop/aclnn_quant_matmul_v5.h"
#include "engine/rules/rule_call.h"
#include "kinds/product/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/quant/family.h"
#include "ops/quant/quantised_rules.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kScaleDtypes = kWordDtypes | kOnlyFloat | kOnlyBfloat16,
                   kAddedDtypes = kOnlyInt32 | kOnlyFloat | kOnlyFloat16 | kOnlyBfloat16,
                   kResultDtypes = kOnlyInt8 | kOnlyInt32 | kOnlyFloat16 | kOnlyBfloat16;
constexpr DtypeChoice kNull{{}, true};
constexpr DtypeChoice OrNull(DtypeSet dtypes) { return {dtypes, true}; }

constexpr Chips kA5{Chip::kAscend950}, k310P{Chip::kAscend310P};

// A row of dtypes of both operators, in whose arguments other tensors lie between these.
struct Together {
  DtypeSet factors, scale;
  DtypeChoice offset, row_scale, bias;
  DtypeSet out;
  Chips chips;
};
// With a scale for each row: results of FLOAT16 or BFLOAT16, which a bias may have, too.
constexpr Together ScaledByRow(DtypeSet factors, DtypeSet out, Chips chips) {
  const DtypeSet scale = out == kOnlyBfloat16 ? kOnlyFloat | kOnlyBfloat16 : kOnlyFloat;
  return {factors, scale, kNull, {kOnlyFloat}, OrNull(kOnlyInt32 | out | kOnlyFloat), out, chips};
}
// Without: a bias is added before the scale.
constexpr Together Scaled(DtypeSet factors, DtypeSet scale, DtypeSet out, Chips chips,
                          DtypeChoice offset = kNull) {
  return {factors, scale, offset, kNull, OrNull(kOnlyInt32), out, chips};
}
constexpr Together kRowsOfProducts[] = {
    Scaled(kOnlyInt8, kWordDtypes, kOnlyFloat16, kAllBut910),
    Scaled(kOnlyInt8, kWordDtypes, kOnlyInt8, kAllBut910, OrNull(kOnlyFloat)),
    Scaled(kOnlyInt8, kWordDtypes, kOnlyBfloat16, kA5),
    {kOnlyInt8, kOnlyFloat | kOnlyBfloat16, kNull, OrNull(kOnlyFloat),
     OrNull(kOnlyInt32 | kOnlyBfloat16 | kOnlyFloat), kOnlyBfloat16, kBfloat16Chips},
    ScaledByRow(kOnlyInt8, kOnlyFloat16, kBfloat16Chips),
    {kOnlyInt8, kOnlyFloat, kNull, {kOnlyFloat}, OrNull(kOnlyInt32), kOnlyFloat16, k310P},
    Scaled(kOnlyInt8, kOnlyFloat | kOnlyBfloat16, kOnlyInt32, kBfloat16Chips),
    Scaled(kPackedDtypes, kWordDtypes, kOnlyFloat16, kA2AndA3),
    ScaledByRow(kPackedDtypes, kOnlyBfloat16, kA2AndA3),
    ScaledByRow(kPackedDtypes, kOnlyFloat16, kA2AndA3),
    Scaled(kOnlyInt4, kWordDtypes, kOnlyFloat16, kA5),
    ScaledByRow(kOnlyInt4, kOnlyBfloat16, kA5),
    ScaledByRow(kOnlyInt4, kOnlyFloat16, kA5),
};

// What `row_of` makes of each.
template <class RowOf>
constexpr auto RowsBy(const RowOf& row_of) {
  std::array<DtypeRow, std::size(kRowsOfProducts)> rows{};
  for (size_t i = 0; i < rows.size(); ++i) rows[i] = row_of(kRowsOfProducts[i]);
  return rows;
}

// x1, x2, scale, offset, pertokenScaleOptional, bias, out
constexpr auto kRowsOfV4 = RowsBy([](const Together& row) {
  return DtypeRow{
      {{{row.factors}, {row.factors}, {row.scale}, row.offset, row.row_scale, row.bias, {row.out}}},
      row.chips};
});

// x1, x2, x1Scale, x2Scale, yScale, x1Offset, x2Offset, yOffset, bias, out
constexpr auto kRowsOfV5WithoutGroups = RowsBy([](const Together& row) {
  return DtypeRow{{{{row.factors},
                    {row.factors},
                    row.row_scale,
                    {row.scale},
                    kNull,
                    kNull,
                    row.offset,
                    kNull,
                    row.bias,
                    {row.out}}},
                  row.chips};
});

// The rows above, and those with groups of k whose dtypes are others.
constexpr auto kRowsOfV5 = [] {
  constexpr DtypeRow kOfInt8 = {{{{kOnlyInt8},
                                  {kPackedDtypes},
                                  {kOnlyFloat},
                                  {kWordDtypes},
                                  kNull,
                                  kNull,
                                  kNull,
                                  {kOnlyFloat},
                                  kNull,
                                  {kHalfDtypes}}},
                                kA2AndA3};
  constexpr DtypeRow kWithOffsets = {{{{kPackedDtypes},
                                       {kPackedDtypes},
                                       {kOnlyFloat},
                                       {kOnlyFloat},
                                       kNull,
                                       kNull,
                                       {kOnlyFloat16},
                                       kNull,
                                       kNull,
                                       {kHalfDtypes}}},
                                     kBfloat16Chips};
  std::array<DtypeRow, kRowsOfV5WithoutGroups.size() + 2> rows{};
  for (size_t i = 0; i < kRowsOfV5WithoutGroups.size(); ++i) rows[i] = kRowsOfV5WithoutGroups[i];
  rows[rows.size() - 2] = kOfInt8;
  rows[rows.size() - 1] = kWithOffsets;
  return rows;
}();

Status CheckDtypesOfV4(const RuleCall& call, const Rule& /*rule*/) {
  return CheckDtypeRows(call, kRowsOfV4);
}
aclDataType UsualInV4(const OpSpec& spec, int argument) {
  return UsualIn(spec, argument, kRowsOfV4);
}
Status CheckDtypesOfV5(const RuleCall& call, const Rule& /*rule*/) {
  return CheckDtypeRows(call, kRowsOfV5);
}
aclDataType UsualInV5(const OpSpec& spec, int argument) {
  return UsualIn(spec, argument, kRowsOfV5);
}

// LastAxesOfFactors

// The last axes of the factors as they are given, elements of INT32 counted as eight.
Status CheckLastAxesOfFactors(const RuleCall& call, const Rule& rule) {
  if (call.At(rule, 0).dtype == ACL_INT8 && !kWordDtypes.Has(call.At(rule, 2).dtype)) return {};
  for (const int k : {0, 1}) {
    const Tensor& tensor = call.At(rule, k);
    const int64_t last = tensor.shape.empty() ? 1 : tensor.shape.back();
    const int64_t most = tensor.dtype == ACL_INT32 ? rule.numbers[0] / 8 : rule.numbers[0];
    if (last <= most) continue;
    return Invalid(ErrorKind::kShape,
                   "{}: the last axis has {} elements of {}, expected at most {}", rule.names[k],
                   last, DtypeName(tensor.dtype), most);
  }
  return {};
}

constexpr RuleType kDtypesOfQuantMatmulV4 = {
    .name = "DtypesOfQuantMatmulV4",
    .check = CheckDtypesOfV4,
    .sentence =
        {"The dtypes of {a}, the scales, the offset, the bias and {b} are those of a row of "
         "the table in the header."},
    .usual = UsualInV4,
};
constexpr RuleType kDtypesOfQuantMatmulV5 = {
    .name = "DtypesOfQuantMatmulV5",
    .check = CheckDtypesOfV5,
    .sentence =
        {"The dtypes of {a}, the scales, the offset, the bias and {b} are those of a row of "
         "the table in the header."},
    .usual = UsualInV5,
};
constexpr RuleType kLastAxesOfFactors = {
    .name = "LastAxesOfFactors",
    .check = CheckLastAxesOfFactors,
    .sentence = {"The last axes of {a} and {b} have at most {first} elements, unless {a} has INT8 "
                 "and {c} FLOAT or BFLOAT16."},
};

constexpr int64_t kMostOfLastAxis = 65535, kMostOfProducts = INT32_MAX;

// A stage of its own where the sums of groups of k are scaled.
void PlanInGroups(const Call& call, Executor& executor, GroupsOfK groups) {
  StageList list(call, executor);
  const auto given = [&](std::string_view name) { return list.Given(call.spec.IndexOf(name)); };
  const auto turned = [&](const Value& value) {
    return list.Seen(value, {value->shape[1], value->shape[0]},
                     {value->strides[1], value->strides[0]});
  };
  const Value x1 = given("x1"), x2 = given("x2"), x1_scale = given("x1Scale"),
              x2_scale = given("x2Scale"), out = given("out");
  const bool has_blocks = groups == GroupsOfK::kRowsAndBlocks,
             turns = call.FlagAt(call.spec.IndexOf("transposeX2"));
  GroupProduct product{.first = x1,
                       .second = turns ? turned(x2) : x2,
                       .result = out,
                       .group_of_k = SizeOfGroup(groups),
                       .sums = {.is_used = true,
                                .takes_eight = groups == GroupsOfK::kOfInt8,
                                .has_row_scales = has_blocks,
                                .columns = has_blocks ? kColumnsOfBlock : 1}};
  if (x2_scale->shape.size() == 1) product.group_of_k = 0;
  product.numbers[kFactorScales] = has_blocks ? turned(x2_scale) : x2_scale;
  product.numbers[kRowScales] = x1_scale;
  GroupedProduct made{.groups = 1,
                      .adds_floats_first = true,
                      .read = {x1, x2, x1_scale, x2_scale},
                      .written = {out}};
  if (groups == GroupsOfK::kWithOffsets) {
    product.numbers[kFactorOffsets] = given("x2Offset");
    made.read.push_back(given("x2Offset"));
  }
  const int added = call.spec.IndexOf(groups == GroupsOfK::kOfInt8 ? "yOffset" : "bias");
  if (call.IsGiven(added)) {
    product.added = list.Given(added);
    made.read.push_back(*product.added);
  }
  made.products.push_back(product);
  list.Add(PlanGroupedProduct(made));
  list.Finish();
}

void PlanV5(const Call& call, Executor& executor) {
  const GroupsOfK groups = GroupsOfKOf(call.spec, call.arguments);
  if (groups == GroupsOfK::kNone) return kQuantisedProductKind.plan(call, executor);
  PlanInGroups(call, executor, groups);
}

constexpr Kind kQuantMatmulV5 = {
    .name = "quantised product", .cuts = Cuts::kNone, .plan = PlanV5, .may_be_one = NeverOne};

// yOffset has elements with groups of k alone.
constexpr Work WorkOfV5() {
  Work work = QuantisedProduct({.offset = "yOffset",
                                .scale_of_columns = "x2Scale",
                                .scale_of_rows = "x1Scale",
                                .offset_of_columns = "x2Offset",
                                .turns_first = "transposeX1",
                                .turns_second = "transposeX2"});
  work.kind = &kQuantMatmulV5;
  return work;
}

}  // namespace

constexpr OpSpec kQuantMatmulV4Spec = Resolved({
    .name = "aclnnQuantMatmulV4",
    .formula = "out = (x1 @ x2 + bias) * scale * pertokenScale + offset",
    .arguments = {Input("x1"), Input("x2"), Input("scale"), Optional(Input("offset")),
                  Optional(Input("pertokenScaleOptional")), Optional(Input("bias")),
                  BoolInput("transposeX1"), BoolInput("transposeX2"), Output("out")},
    .rules = {DtypeIn("x1", kQuantisedDtypes), DtypeIn("x2", kQuantisedDtypes),
              DtypeIn("scale", kScaleDtypes), DtypeIn("offset", kOnlyFloat),
              DtypeIn("pertokenScaleOptional", kOnlyFloat), DtypeIn("bias", kAddedDtypes),
              DtypeIn("out", kResultDtypes),
              Rule{.type = &kDtypesOfQuantMatmulV4, .names = {"x1", "out"}}, MaxRank(6),
              HasElements("x1"), HasElements("x2"),
              FactorsOfIntegers("out", "x1", "x2", kMostOfProducts, kAllChips),
              Rule{.type = &kLastAxesOfFactors,
                   .names = {"x1", "x2", "scale"},
                   .numbers = {kMostOfLastAxis}},
              RankIs("scale", 1), NumbersOfColumns("scale", "out"), RankIs("offset", 1),
              NumbersOfColumns("offset", "out"), NumbersOfRows("pertokenScaleOptional", "out"),
              NumbersOfColumns("bias", "out")},
    .chips = kAllBut910,
    .operands = {"x1", "x2", "bias"},
    .results = {"out"},
    .work = QuantisedProduct({.scale_of_columns = "scale",
                              .scale_of_rows = "pertokenScaleOptional",
                              .offset_of_columns = "offset",
                              .turns_first = "transposeX1",
                              .turns_second = "transposeX2"}),
});

constexpr OpSpec kQuantMatmulV5Spec = Resolved({
    .name = "aclnnQuantMatmulV5",
    .formula = "out = (x1 @ x2 + bias) * x2Scale * x1Scale + x2Offset",
    .arguments = {Input("x1"), Input("x2"), Optional(Input("x1Scale")), Input("x2Scale"),
                  Optional(Input("yScale")), Optional(Input("x1Offset")),
                  Optional(Input("x2Offset")), Optional(Input("yOffset")), Optional(Input("bias")),
                  BoolInput("transposeX1"), BoolInput("transposeX2"), IntInput("groupSize"),
                  Output("out")},
    .rules = {DtypeIn("x1", kQuantisedDtypes), DtypeIn("x2", kQuantisedDtypes),
              DtypeIn("x1Scale", kOnlyFloat), DtypeIn("x2Scale", kScaleDtypes),
              DtypeIn("x2Offset", kOnlyFloat | kOnlyFloat16), DtypeIn("bias", kAddedDtypes),
              DtypeIn("out", kResultDtypes),
              Rule{.type = &kDtypesOfQuantMatmulV5, .names = {"x1", "out"}}, MaxRank(6),
              HasElements("x1"), HasElements("x2"),
              FactorsOfIntegers("out", "x1", "x2", kMostOfProducts, kAllChips),
              Rule{.type = &kLastAxesOfFactors,
                   .names = {"x1", "x2", "x2Scale"},
                   .numbers = {kMostOfLastAxis}},
              UnlessInGroups(NumbersOfColumns("x2Scale", "out")),
              UnlessInGroups(NumbersOfColumns("x2Offset", "out")),
              UnlessInGroups(NumbersOfRows("x1Scale", "out")), NumbersOfColumns("bias", "out"),
              InGroupsOfK()},
    .chips = kAllBut910,
    .operands = {"x1", "x2", "bias"},
    .results = {"out"},
    .work = WorkOfV5(),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(QuantMatmulV4, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, bool, bool,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(QuantMatmulV5, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, bool, bool, int64_t, aclTensor*);
