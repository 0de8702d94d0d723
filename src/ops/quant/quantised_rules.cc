#include "ops/quant/quantised_rules.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/ceil_div.h"
#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "engine/usual_dtype.h"
#include "kinds/product/spec.h"
#include "tensor/derived_shape.h"
#include "tensor/integer_matrix.h"

namespace openaclnn {
namespace {

// FactorsOfIntegers

IntegerMatrix MatrixOf(const RuleCall& call, const Rule& rule, int argument, int64_t k) {
  const int8_t turns = call.spec().work.at[argument == 1 ? kTurnsFirst : kTurnsSecond];
  const bool is_turned = turns >= 0 && call.arguments()[static_cast<size_t>(turns)].flag;
  return IntegersOf(call.At(rule, argument), is_turned, k);
}

// "x1 (INT32, shape [2, 4])"
std::string FactorText(const RuleCall& call, const Rule& rule, int argument) {
  const Tensor& tensor = call.At(rule, argument);
  return fmt::format("{} ({}, shape {})", rule.names[argument], DtypeName(tensor.dtype),
                     ShapeText(tensor.shape));
}

// Integers of 4 bits lie two to a byte along an axis, from a whole byte on.
Status CheckPacked(const RuleCall& call, const Rule& rule, int argument,
                   const IntegerMatrix& matrix) {
  const Tensor& tensor = call.At(rule, argument);
  if (matrix.bits != 4 || ClassOf(tensor.dtype) == DtypeClass::kFloat) return {};
  const size_t rank = matrix.shape.size();
  const auto lies_along = [&](size_t axis) {
    return matrix.strides[axis] == 1 && matrix.shape[axis] % 2 == 0;
  };
  const bool is_whole = tensor.dtype == ACL_INT32 || tensor.offset % 2 == 0;
  if (is_whole && (lies_along(rank - 1) || lies_along(rank - 2))) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: strides are {} at offset {}; integers of 4 bits lie two to a byte, an even "
                 "number of them side by side along one of the last two axes",
                 FactorText(call, rule, argument), ShapeText(tensor.strides), tensor.offset);
}

Status CheckFactorsOfIntegers(const RuleCall& call, const Rule& rule) {
  const bool has_batches = rule.chips.Has(GetSettings().chip);
  for (const int k : {1, 2}) {
    const size_t rank = call.At(rule, k).shape.size();
    if (rank == 2 || (has_batches && rank > 2)) continue;
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {}", rule.names[k], rank,
                   ShapeText(call.At(rule, k).shape), has_batches ? "at least 2" : "2");
  }
  const IntegerMatrix a = MatrixOf(call, rule, 1, -1);
  const IntegerMatrix b = MatrixOf(call, rule, 2, a.shape.back());
  const std::optional<ProductShape> product = ProductOf(a.shape, b.shape);
  if (!product) {
    return Invalid(ErrorKind::kShape,
                   "{} and {}: no matrix product of {} and {} integers; expected [..., m, k] and "
                   "[..., k, n], where the axes before broadcast",
                   FactorText(call, rule, 1), FactorText(call, rule, 2), ShapeText(a.shape),
                   ShapeText(b.shape));
  }
  const Dims &given = call.At(rule, 0).shape, expected = product->Result();
  if (given != expected) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {}, that of the product of {} and {}", rule.names[0],
                   ShapeText(given), ShapeText(expected), FactorText(call, rule, 1),
                   FactorText(call, rule, 2));
  }
  const int64_t most = rule.numbers[0];
  if (product->k > most || product->n > most) {
    return Invalid(ErrorKind::kShape, "{} and {}: k is {} and n is {}, expected at most {}",
                   FactorText(call, rule, 1), FactorText(call, rule, 2), product->k, product->n,
                   most);
  }
  OPENACLNN_RETURN_IF_ERROR(CheckPacked(call, rule, 1, a));
  return CheckPacked(call, rule, 2, b);
}

Status InferFactorsOfIntegers(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  output.shape.clear();
  if (call.At(rule, 1).shape.size() < 2 || call.At(rule, 2).shape.size() < 2) return {};
  const IntegerMatrix a = MatrixOf(call, rule, 1, -1);
  const auto product = ProductOf(a.shape, MatrixOf(call, rule, 2, a.shape.back()).shape);
  if (product) output.shape = product->Result();
  return {};
}

// GroupSize

Status CheckGroupSize(const RuleCall& call, const Rule& rule) {
  const int64_t group = call.Given(rule, 0).integer;
  const Dims& shape = call.At(rule, 1).shape;
  const int64_t k = shape.empty() ? 1 : shape.back();
  if (group == 0 || (group > 0 && group % 32 == 0 && group < k)) return {};
  return Invalid(ErrorKind::kValue,
                 "{}: is {}, expected 0, or a multiple of 32 from 32 to {}, one less than k of {} "
                 "(shape {})",
                 rule.names[0], group, k - 1, rule.names[1], ShapeText(shape));
}

// ScaleOfWeight, NumbersOfColumns, NumbersOfRows

// One element, or one for each of `n` columns, along one axis or two.
bool IsOfColumns(const Dims& shape, int64_t n) {
  const bool is_row = shape.size() == 1 || (shape.size() == 2 && shape[0] == 1);
  return is_row && (shape.back() == 1 || shape.back() == n);
}

Status CheckScaleOfWeight(const RuleCall& call, const Rule& rule) {
  const Dims &shape = call.At(rule, 0).shape, &x = call.At(rule, 1).shape;
  const int64_t n = call.At(rule, 2).shape.back(), group = call.Given(rule, 3).integer;
  if (group == 0) {
    if (IsOfColumns(shape, n)) return {};
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected [1], [1, 1], [{}] or [1, {}], as {} is 0",
                   rule.names[0], ShapeText(shape), n, n, rule.names[3]);
  }
  const Dims expected{CeilDiv(x.back(), group), n};
  if (shape == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the groups of {} indices k by n",
                 rule.names[0], ShapeText(shape), ShapeText(expected), group);
}

// For rules as UnlessInGroups makes them.
bool HasOwnRule(const RuleCall& call, const Rule& rule) {
  return rule.numbers.size() > 0 && GroupsOfKOf(call.spec(), call.arguments()) != GroupsOfK::kNone;
}

Status CheckNumbersOfColumns(const RuleCall& call, const Rule& rule) {
  if (HasOwnRule(call, rule)) return {};
  const Dims &shape = call.At(rule, 0).shape, &out = call.At(rule, 1).shape;
  const int64_t n = out.back();
  if (rule.numbers.size() > 0 && shape.size() != 1) {
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected 1", rule.names[0],
                   shape.size(), ShapeText(shape));
  }
  if (IsOfColumns(shape, n)) return {};
  if (out.size() == 3 && shape == Dims{out[0], 1, n}) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected [1] or [{}], one element for each column of {} (shape "
                 "{})",
                 rule.names[0], ShapeText(shape), n, rule.names[1], ShapeText(out));
}

Status CheckNumbersOfRows(const RuleCall& call, const Rule& rule) {
  if (HasOwnRule(call, rule)) return {};
  const Dims &shape = call.At(rule, 0).shape, &out = call.At(rule, 1).shape;
  if (shape == Dims{out[out.size() - 2]}) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected [{}], one element for each row of {} (shape {})",
                 rule.names[0], ShapeText(shape), out[out.size() - 2], rule.names[1],
                 ShapeText(out));
}

// InGroupsOfK

// The tensor of an argument, or null; one without elements stands for null.
const Tensor* TensorOf(const OpSpec& spec, std::span<const Argument> arguments,
                       std::string_view name) {
  const int at = spec.IndexOf(name);
  const Tensor* const tensor = at < 0 ? nullptr : arguments[static_cast<size_t>(at)].tensor;
  return tensor != nullptr && tensor->extent.elements > 0 ? tensor : nullptr;
}

Status CheckShapeInGroups(const RuleCall& call, std::string_view name, const Dims& expected,
                          const Dims& or_else) {
  const Tensor* const tensor = TensorOf(call.spec(), call.arguments(), name);
  if (tensor == nullptr || tensor->shape == expected || tensor->shape == or_else) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, as there are groups of k", name,
                 ShapeText(tensor->shape), ShapeText(expected));
}

Status CheckSizesOfGroups(const RuleCall& call, const Rule& rule, GroupsOfK groups) {
  const int64_t given = call.Given(rule, 3).integer;
  const bool has_blocks = groups == GroupsOfK::kRowsAndBlocks;
  const int64_t expected[] = {SizeOfGroup(groups), has_blocks ? kColumnsOfBlock : 0,
                              has_blocks ? 1 : 0};  // of k, n and m
  constexpr int kBits = 16;
  for (int i = 0; i < 3; ++i) {
    const int64_t size = given >> (kBits * i) & 0xffff;
    if (size == 0 || size == expected[i]) continue;
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, which is {}, {} and {} of m, n and k, expected {}, {} and {}, or 0",
                   rule.names[3], given, given >> 2 * kBits & 0xffff, given >> kBits & 0xffff,
                   given & 0xffff, expected[2], expected[1], expected[0]);
  }
  return {};
}

Status CheckInGroupsOfK(const RuleCall& call, const Rule& rule) {
  const GroupsOfK groups = GroupsOfKOf(call.spec(), call.arguments());
  if (groups == GroupsOfK::kNone) return {};
  if (call.At(rule, 0).shape.size() != 2 || call.At(rule, 1).shape.size() != 2) {
    return Invalid(ErrorKind::kRank, "{} and {}: shapes are {} and {}, expected two axes each",
                   rule.names[0], rule.names[1], ShapeText(call.At(rule, 0).shape),
                   ShapeText(call.At(rule, 1).shape));
  }
  const auto turns = [&](QuantisedProductRole role) {
    return call.arguments()[static_cast<size_t>(call.spec().work.at[role])].flag;
  };
  const bool has_blocks = groups == GroupsOfK::kRowsAndBlocks;
  if (turns(kTurnsFirst) || (has_blocks && !turns(kTurnsSecond))) {
    return Invalid(ErrorKind::kValue,
                   "transposeX1 and transposeX2: are {} and {}, expected false{}",
                   turns(kTurnsFirst), turns(kTurnsSecond), has_blocks ? " and true" : "");
  }
  OPENACLNN_RETURN_IF_ERROR(CheckSizesOfGroups(call, rule, groups));
  const IntegerMatrix a = IntegersOf(call.At(rule, 0), false),
                      b = IntegersOf(call.At(rule, 1), turns(kTurnsSecond), a.shape.back());
  const int64_t m = a.shape[0], n = b.shape[1];
  const int64_t of_k = CeilDiv(a.shape[1], SizeOfGroup(groups));
  if (has_blocks) {
    const Dims blocks{CeilDiv(n, kColumnsOfBlock), of_k}, rows{m, of_k};
    OPENACLNN_RETURN_IF_ERROR(CheckShapeInGroups(call, "x2Scale", blocks, blocks));
    return CheckShapeInGroups(call, "x1Scale", rows, rows);
  }
  const Dims scales{of_k, n};
  const bool may_be_one = groups == GroupsOfK::kOfInt8;  // group, of all k
  OPENACLNN_RETURN_IF_ERROR(
      CheckShapeInGroups(call, "x2Scale", scales, may_be_one ? Dims{n} : scales));
  OPENACLNN_RETURN_IF_ERROR(CheckShapeInGroups(call, "x2Offset", scales, scales));
  OPENACLNN_RETURN_IF_ERROR(CheckShapeInGroups(call, "yOffset", {n}, {n}));
  return CheckShapeInGroups(call, "x1Scale", {m, 1}, {m});
}

// ShapeOfWords

bool IsRow(const Dims& shape) { return shape.size() == 1 || (shape.size() == 2 && shape[0] == 1); }

Status FindShapeOfWords(const RuleCall& call, const Rule& rule, Dims& shape) {
  const Dims& scale = call.At(rule, 1).shape;
  const Tensor* const offset = call.Given(rule, 2).tensor;
  const bool has_offset = offset != nullptr;
  if (!(IsRow(scale) || (!has_offset && scale.size() == 2))) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [n] or [1, n]{}", rule.names[1],
                   ShapeText(scale), has_offset ? "" : ", or a matrix without offset");
  }
  shape = scale;
  if (!has_offset) return {};
  const int64_t n = scale.back(), count = IsRow(offset->shape) ? offset->shape.back() : 0;
  if (count == 1 || count == n || (n == 1 && count > 0 && scale.size() == 1)) {
    shape.back() = std::max(n, count);
    return {};
  }
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [1] or [{}], as {} has the shape {}",
                 rule.names[2], ShapeText(offset->shape), n, rule.names[1], ShapeText(scale));
}

Status CheckShapeOfWords(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(FindShapeOfWords(call, rule, expected));
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}", rule.names[0], ShapeText(given),
                 ShapeText(expected));
}

Status InferShapeOfWords(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.dtype = ACL_UINT64;
  return FindShapeOfWords(call, rule, output.shape);
}

// Dtypes together

// In the place of null, PyTorch's adapter gives a tensor without elements.
bool Has(const DtypeChoice& choice, const Tensor* tensor) {
  if (tensor == nullptr) return choice.may_be_null;
  return choice.dtypes == DtypeSet() ? tensor->extent.elements == 0
                                     : choice.dtypes.Has(tensor->dtype);
}

std::string TextOf(const DtypeChoice& choice) {
  if (choice.dtypes == DtypeSet()) return "null";
  return choice.may_be_null ? choice.dtypes.Text() + " or null" : choice.dtypes.Text();
}

}  // namespace

GroupsOfK GroupsOfKOf(const OpSpec& spec, std::span<const Argument> arguments) {
  const auto tensor = [&](std::string_view name) { return TensorOf(spec, arguments, name); };
  if (tensor("yOffset") != nullptr) return GroupsOfK::kOfInt8;
  const Tensor *const offset = tensor("x2Offset"), *const x2 = tensor("x2");
  if (offset != nullptr && offset->dtype == ACL_FLOAT16) return GroupsOfK::kWithOffsets;
  const Tensor *const rows = tensor("x1Scale"), *const columns = tensor("x2Scale");
  const bool are_matrices = rows != nullptr && columns != nullptr && x2 != nullptr &&
                            rows->shape.size() == 2 && columns->shape.size() == 2;
  return are_matrices && x2->dtype == ACL_INT8 ? GroupsOfK::kRowsAndBlocks : GroupsOfK::kNone;
}

aclDataType UsualIn(const OpSpec& spec, int argument, std::span<const DtypeRow> rows) {
  size_t tensor = 0;
  for (int i = 0; i < argument; ++i) tensor += spec.arguments[i].IsTensor() ? 1 : 0;
  const DtypeChoice& choice = rows[0].tensors[tensor];
  if (!spec.arguments[argument].IsTensor() || choice.may_be_null) return ACL_DT_UNDEFINED;
  return UsualOf(choice.dtypes);
}

Status CheckDtypeRows(const RuleCall& call, std::span<const DtypeRow> rows) {
  std::vector<size_t> at;  // tensors
  for (size_t i = 0; i < call.arguments().size(); ++i) {
    if (call.spec().arguments[i].IsTensor()) at.push_back(i);
  }
  const auto tensor = [&](size_t k) { return call.arguments()[at[k]].tensor; };
  // The row that differs in the fewest tensors.
  const DtypeRow* nearest = nullptr;
  std::ptrdiff_t fewest = 0;
  for (const DtypeRow& row : rows) {
    if (!row.chips.Has(GetSettings().chip)) continue;
    std::ptrdiff_t others = 0;
    for (size_t k = 0; k < at.size(); ++k) others += Has(row.tensors[k], tensor(k)) ? 0 : 1;
    if (others == 0) return {};
    if (nearest != nullptr && others >= fewest) continue;
    nearest = &row;
    fewest = others;
  }
  if (nearest == nullptr) return {};
  const auto name = [&](size_t k) { return call.spec().arguments[at[k]].name; };
  size_t other = 0;
  while (Has(nearest->tensors[other], tensor(other))) ++other;
  std::string fitting;
  for (size_t k = 0; k < at.size(); ++k) {
    if (tensor(k) == nullptr || !Has(nearest->tensors[k], tensor(k))) continue;
    fitting += fmt::format("{}{} has {}", fitting.empty() ? " where " : ", ", name(k),
                           DtypeName(tensor(k)->dtype));
  }
  return Invalid(
      ErrorKind::kDtype, "{}: {}, expected {}{}", name(other),
      tensor(other) == nullptr ? "is null" : "dtype is " + DtypeName(tensor(other)->dtype),
      TextOf(nearest->tensors[other]), fitting);
}

namespace rules {

constinit const RuleType kFactorsOfIntegers = {
    .name = "FactorsOfIntegers",
    .check = CheckFactorsOfIntegers,
    .sentence = {"The shape of {a} is that of the product of {b} and {c}; k and n are at most "
                 "{first}. There are batches of matrices on {products}."},
    .python_sentence = {"{a} has the shape of the product of {b} and {c}."},
    .infer = InferFactorsOfIntegers,
};

constinit const RuleType kGroupSize = {
    .name = "GroupSize",
    .check = CheckGroupSize,
    .sentence = {"{a} is 0, or a multiple of 32 that is less than the last extent of {b}."},
};

constinit const RuleType kScaleOfWeight = {
    .name = "ScaleOfWeight",
    .check = CheckScaleOfWeight,
    .sentence = {"If {d} is 0, {a} has one element or one for each column of {c}, else one for "
                 "each group of {d} elements along the last axis of {b} and each column."},
};

constinit const RuleType kNumbersOfColumns = {
    .name = "NumbersOfColumns",
    .check = CheckNumbersOfColumns,
    .sentence = {"{a} has one element or one for each column of {b}."},
};

constinit const RuleType kNumbersOfRows = {
    .name = "NumbersOfRows",
    .check = CheckNumbersOfRows,
    .sentence = {"{a} has one element for each row of {b}."},
};

constinit const RuleType kInGroupsOfK = {
    .name = "InGroupsOfK",
    .check = CheckInGroupsOfK,
    .sentence = {"Where {c} is for groups of k, {a} and {b} are matrices, and the scales, offsets "
                 "and {d} are those that the header says."},
};

constinit const RuleType kShapeOfWords = {
    .name = "ShapeOfWords",
    .check = CheckShapeOfWords,
    .sentence =
        {"{b} is a vector, a row, or without {c} a matrix; {c} has as many elements, or one "
         "of them has one. {a} has the shape of {b}, or if that is a vector, as many "
         "elements as the larger one."},
    .infer = InferShapeOfWords,
};

}  // namespace rules
}  // namespace openaclnn
