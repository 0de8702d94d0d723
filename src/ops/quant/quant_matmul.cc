#include <array>
#include <cstdint>
#include <iterator>

#include "aclnnop/aclnn_quant_matmul_v4.h"
#include "aclnnop/aclnn_quant_matmul_v5.h"
#include "engine/rules/rule_call.h"
#include "ops/c_functions.h"
#include "ops/quant/family.h"
#include "ops/quant/quantised_rules.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kWords{ACL_UINT64, ACL_INT64}, kInt8{ACL_INT8}, kInt4{ACL_INT4},
    kInt4OrWords{ACL_INT4, ACL_INT32}, kInt32{ACL_INT32}, kFloat{ACL_FLOAT}, kFloat16{ACL_FLOAT16},
    kBfloat16{ACL_BF16};
constexpr DtypeSet kFactors = kInt8 | kInt4OrWords, kScales = kWords | kFloat | kBfloat16,
                   kAdded = kInt32 | kFloat | kFloat16 | kBfloat16,
                   kResults = kInt8 | kInt32 | kFloat16 | kBfloat16;
constexpr DtypeChoice kNull{{}, true};
constexpr DtypeChoice OrNull(DtypeSet dtypes) { return {dtypes, true}; }

constexpr Chips kA2AndA3{Chip::kAscend910B, Chip::kAscend910_93}, kA5{Chip::kAscend950},
    k310P{Chip::kAscend310P}, kA2ToA5{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

// A row of dtypes of both operators, in whose arguments other tensors lie between these.
struct Together {
  DtypeSet factors, scale;
  DtypeChoice offset, row_scale, bias;
  DtypeSet out;
  Chips chips;
};
constexpr Together kRows[] = {
    {kInt8, kWords, kNull, kNull, OrNull(kInt32), kFloat16, kAllBut910},
    {kInt8, kWords, OrNull(kFloat), kNull, OrNull(kInt32), kInt8, kAllBut910},
    {kInt8, kWords, kNull, kNull, OrNull(kInt32), kBfloat16, kA5},
    {kInt8, kFloat | kBfloat16, kNull, OrNull(kFloat), OrNull(kInt32 | kBfloat16 | kFloat),
     kBfloat16, kA2ToA5},
    {kInt8, kFloat, kNull, {kFloat}, OrNull(kInt32 | kFloat16 | kFloat), kFloat16, kA2ToA5},
    {kInt8, kFloat, kNull, {kFloat}, OrNull(kInt32), kFloat16, k310P},
    {kInt8, kFloat | kBfloat16, kNull, kNull, OrNull(kInt32), kInt32, kA2ToA5},
    {kInt4OrWords, kWords, kNull, kNull, OrNull(kInt32), kFloat16, kA2AndA3},
    {kInt4OrWords,
     kFloat | kBfloat16,
     kNull,
     {kFloat},
     OrNull(kInt32 | kBfloat16 | kFloat),
     kBfloat16,
     kA2AndA3},
    {kInt4OrWords, kFloat, kNull, {kFloat}, OrNull(kInt32 | kFloat16 | kFloat), kFloat16, kA2AndA3},
    {kInt4, kWords, kNull, kNull, OrNull(kInt32), kFloat16, kA5},
    {kInt4,
     kFloat | kBfloat16,
     kNull,
     {kFloat},
     OrNull(kInt32 | kBfloat16 | kFloat),
     kBfloat16,
     kA5},
    {kInt4, kFloat, kNull, {kFloat}, OrNull(kInt32 | kFloat16 | kFloat), kFloat16, kA5},
};
constexpr size_t kCountRows = std::size(kRows);

// x1, x2, scale, offset, pertokenScaleOptional, bias, out
constexpr auto kRowsOfV4 = [] {
  std::array<DtypeRow, kCountRows> rows{};
  for (size_t i = 0; i < kCountRows; ++i) {
    const Together& row = kRows[i];
    rows[i] = {{{{row.factors},
                 {row.factors},
                 {row.scale},
                 row.offset,
                 row.row_scale,
                 row.bias,
                 {row.out}}},
               row.chips};
  }
  return rows;
}();

// x1, x2, x1Scale, x2Scale, yScale, x1Offset, x2Offset, yOffset, bias, out
constexpr auto kRowsOfV5 = [] {
  std::array<DtypeRow, kCountRows> rows{};
  for (size_t i = 0; i < kCountRows; ++i) {
    const Together& row = kRows[i];
    rows[i] = {{{{row.factors},
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
  }
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

// LastAxes

// The last axes of the factors as they are given, elements of INT32 counted as eight.
Status CheckLastAxes(const RuleCall& call, const Rule& rule) {
  if (call.At(rule, 0).dtype == ACL_INT8 && !kWords.Has(call.At(rule, 2).dtype)) return {};
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
constexpr RuleType kLastAxes = {
    .name = "LastAxes",
    .check = CheckLastAxes,
    .sentence = {"The last axes of {a} and {b} have at most {first} elements, unless {a} has INT8 "
                 "and {c} FLOAT or BFLOAT16."},
};

constexpr int64_t kMostOfLastAxis = 65535, kMostExtent = INT32_MAX;

}  // namespace

constexpr OpSpec kQuantMatmulV4Spec = Resolved({
    .name = "aclnnQuantMatmulV4",
    .formula = "out = (x1 @ x2 + bias) * scale * pertokenScale + offset",
    .arguments = {Input("x1"), Input("x2"), Input("scale"), Optional(Input("offset")),
                  Optional(Input("pertokenScaleOptional")), Optional(Input("bias")),
                  BoolInput("transposeX1"), BoolInput("transposeX2"), Output("out")},
    .rules = {DtypeIn("x1", kFactors), DtypeIn("x2", kFactors), DtypeIn("scale", kScales),
              DtypeIn("offset", kFloat), DtypeIn("pertokenScaleOptional", kFloat),
              DtypeIn("bias", kAdded), DtypeIn("out", kResults),
              Rule{.type = &kDtypesOfQuantMatmulV4, .names = {"x1", "out"}}, MaxRank(6),
              HasElements("x1"), HasElements("x2"),
              FactorsOfIntegers("out", "x1", "x2", kMostExtent, kAllChips),
              Rule{
                  .type = &kLastAxes, .names = {"x1", "x2", "scale"}, .numbers = {kMostOfLastAxis}},
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
    .rules =
        {DtypeIn("x1", kFactors), DtypeIn("x2", kFactors), DtypeIn("x1Scale", kFloat),
         DtypeIn("x2Scale", kScales), DtypeIn("x2Offset", kFloat), DtypeIn("bias", kAdded),
         DtypeIn("out", kResults), Rule{.type = &kDtypesOfQuantMatmulV5, .names = {"x1", "out"}},
         MaxRank(6), HasElements("x1"), HasElements("x2"),
         FactorsOfIntegers("out", "x1", "x2", kMostExtent, kAllChips),
         Rule{.type = &kLastAxes, .names = {"x1", "x2", "x2Scale"}, .numbers = {kMostOfLastAxis}},
         RankIs("x2Scale", 1), NumbersOfColumns("x2Scale", "out"), RankIs("x2Offset", 1),
         NumbersOfColumns("x2Offset", "out"), NumbersOfRows("x1Scale", "out"),
         NumbersOfColumns("bias", "out")},
    .chips = kAllBut910,
    .operands = {"x1", "x2", "bias"},
    .results = {"out"},
    .work = QuantisedProduct({.scale_of_columns = "x2Scale",
                              .scale_of_rows = "x1Scale",
                              .offset_of_columns = "x2Offset",
                              .turns_first = "transposeX1",
                              .turns_second = "transposeX2"}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(QuantMatmulV4, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, bool, bool,
                      const aclTensor*);
OPENACLNN_C_FUNCTIONS(QuantMatmulV5, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclTensor*, const aclTensor*, bool, bool, int64_t, aclTensor*);
