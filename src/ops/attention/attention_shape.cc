#include "ops/attention/attention_shape.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/rules/rule_call.h"
#include "fmt/format.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr int64_t kLongestHead = 768, kNumbersOfRow = 8, kBitsOfByte = 8, kBitsTogether = 128;

const Argument& InRole(const RuleCall& call, AttentionRole role) {
  return call.arguments()[static_cast<size_t>(call.spec().work.at[role])];
}
std::string_view NameInRole(const RuleCall& call, AttentionRole role) {
  return call.spec().work.names[role];
}

HeadLayout LayoutOf(const RuleCall& call) {
  const std::string_view text = InRole(call, kLayoutOf).text;
  return static_cast<HeadLayout>(std::ranges::find(kHeadLayouts, text) - std::begin(kHeadLayouts));
}

bool HasMergedHeads(HeadLayout layout) { return layout == kBsh || layout == kSbh; }

struct BatchAndPosition {
  size_t batch, position;  // axes
};
BatchAndPosition AxesOf(HeadLayout layout) {
  return layout == kSbh ? BatchAndPosition{1, 0}
                        : BatchAndPosition{0, layout == kBnsd ? size_t{2} : size_t{1}};
}

// Heads of a tensor whose elements are known, of merged ones as many as have `size` elements.
int64_t HeadsIn(const Dims& shape, HeadLayout layout, int64_t size, int64_t by_default) {
  if (HasMergedHeads(layout)) return size == 0 ? by_default : shape[2] / size;
  return shape[layout == kBsnd ? 2 : 1];
}

Status CheckRank(const RuleCall& call, const Rule& rule, int k) {
  const HeadLayout layout = LayoutOf(call);
  const std::string_view text = kHeadLayouts[layout];
  const Dims& shape = call.At(rule, k).shape;
  if (shape.size() == text.size()) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} axes, as {} is {}", rule.names[k],
                 ShapeText(shape), text.size(), NameInRole(call, kLayoutOf), text);
}

// The shape of a call whose query, key and value have passed CheckHeads.
AttentionShape ShapeOf(const RuleCall& call) {
  const HeadLayout layout = LayoutOf(call);
  const Dims &query = InRole(call, kQueryOf).tensor->shape,
             &key = InRole(call, kKeyOf).tensor->shape,
             &value = InRole(call, kValueOf).tensor->shape;
  const BatchAndPosition at = AxesOf(layout);
  AttentionShape shape{};
  shape.batches = query[at.batch];
  shape.queries = query[at.position];
  shape.keys = key[at.position];
  shape.heads = InRole(call, kHeadsOf).integer;
  const bool is_merged = HasMergedHeads(layout);
  shape.size = is_merged ? query[2] / shape.heads : query[3];
  shape.kv_heads = HeadsIn(key, layout, shape.size, shape.heads);
  shape.value_size = !is_merged ? value[3] : shape.kv_heads == 0 ? 0 : value[2] / shape.kv_heads;
  return shape;
}

// AttentionHeads

Status CheckQuery(const RuleCall& call, const Rule& rule) {
  const HeadLayout layout = LayoutOf(call);
  const int64_t heads = InRole(call, kHeadsOf).integer;
  const std::string_view name = NameInRole(call, kHeadsOf);
  const Dims& query = call.At(rule, 0).shape;
  if (heads <= 0) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 1", name, heads);
  }
  if (HasMergedHeads(layout) ? query[2] % heads != 0 : HeadsIn(query, layout, 0, 0) != heads) {
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected the number of heads of {} (shape {}, {})", name, heads,
                   rule.names[0], ShapeText(query), kHeadLayouts[layout]);
  }
  const int64_t size = HasMergedHeads(layout) ? query[2] / heads : query[3];
  if (size <= kLongestHead) return {};
  return Invalid(ErrorKind::kShape, "{}: a head has {} elements (shape {}), expected at most {}",
                 rule.names[0], size, ShapeText(query), kLongestHead);
}

Status CheckKey(const RuleCall& call, const Rule& rule) {
  const HeadLayout layout = LayoutOf(call);
  const BatchAndPosition at = AxesOf(layout);
  const int64_t heads = InRole(call, kHeadsOf).integer;
  const Dims &query = call.At(rule, 0).shape, &key = call.At(rule, 1).shape;
  const int64_t size = HasMergedHeads(layout) ? query[2] / heads : query[3];
  const auto refuse = [&](const std::string& expected) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {}, as {} has the shape {} and {} heads",
                   rule.names[1], ShapeText(key), expected, rule.names[0], ShapeText(query), heads);
  };
  if (key[at.batch] != query[at.batch]) return refuse("the same batches");
  if (HasMergedHeads(layout) ? (size == 0 ? key[2] != 0 : key[2] % size != 0) : key[3] != size) {
    return refuse(fmt::format("heads of {} elements", size));
  }
  const int64_t kv_heads = HeadsIn(key, layout, size, heads);
  if (kv_heads == 0 || heads % kv_heads != 0)
    return refuse("a number of heads that divides theirs");
  return {};
}

Status CheckValue(const RuleCall& call, const Rule& rule) {
  const HeadLayout layout = LayoutOf(call);
  const int64_t heads = InRole(call, kHeadsOf).integer;
  const Dims &query = call.At(rule, 0).shape, &key = call.At(rule, 1).shape,
             &value = call.At(rule, 2).shape;
  const bool is_merged = HasMergedHeads(layout);
  const int64_t size = is_merged ? query[2] / heads : query[3],
                kv_heads = HeadsIn(key, layout, size, heads);
  bool fits = true;
  for (size_t axis = 0; axis + 1 < key.size(); ++axis) fits = fits && value[axis] == key[axis];
  if (is_merged) fits = fits && value[2] % kv_heads == 0;
  const int64_t value_size = is_merged ? value[2] / kv_heads : value[3];
  if (fits && value_size <= size) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected that of {} (shape {}), or less elements of a head",
                 rule.names[2], ShapeText(value), rule.names[1], ShapeText(key));
}

// Whether the rule's argument number k has the dtype of another.
Status CheckDtype(const RuleCall& call, const Rule& rule, int k, int of) {
  const aclDataType given = call.At(rule, k).dtype, expected = call.At(rule, of).dtype;
  if (given == expected) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}", rule.names[k],
                 DtypeName(given), DtypeName(expected), rule.names[of]);
}

Status CheckHeads(const RuleCall& call, const Rule& rule) {
  for (const int k : {1, 2}) OPENACLNN_RETURN_IF_ERROR(CheckDtype(call, rule, k, 0));
  for (const int k : {0, 1, 2}) OPENACLNN_RETURN_IF_ERROR(CheckRank(call, rule, k));
  OPENACLNN_RETURN_IF_ERROR(CheckQuery(call, rule));
  OPENACLNN_RETURN_IF_ERROR(CheckKey(call, rule));
  return CheckValue(call, rule);
}

void NarrowHeads(const Rule& rule, PossibleDtypes& possible) {
  for (const int k : {1, 2}) possible.Keep(rule.at[k], possible.Of(rule.at[0]));
}

// Ordinary calls have no bias and no masks.
aclDataType UsualInAttention(const OpSpec& spec, int argument) {
  constexpr std::array<std::string_view, 6> kNull = {"realShiftOptional",   "dropMaskOptional",
                                                     "paddingMaskOptional", "attenMaskOptional",
                                                     "pseShiftOptional",    "dpseOut"};
  const bool is_null = std::ranges::count(kNull, spec.arguments[argument].name) > 0;
  return is_null ? ACL_DT_UNDEFINED : ACL_FLOAT;
}

// AttentionResult, AttentionRows

Dims ResultOf(const RuleCall& call) {
  const AttentionShape shape = ShapeOf(call);
  return ShapeIn(LayoutOf(call), shape.batches, shape.heads, shape.queries, shape.value_size);
}
Dims RowsOf(const RuleCall& call) {
  const AttentionShape shape = ShapeOf(call);
  return {shape.batches, shape.heads, shape.queries, kNumbersOfRow};
}

// The inputs of `rule` that its output follows from, checked.
Status RequireHeads(const RuleCall& call, const Rule& rule) {
  for (const int k : {1, 2, 3}) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  Rule heads;
  for (size_t k = 0; k < 3; ++k) {
    heads.names[k] = rule.names[k + 1];
    heads.at[k] = rule.at[k + 1];
  }
  return CheckHeads(call, heads);
}

Status CheckResult(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(CheckDtype(call, rule, 0, 1));
  return CheckShape(call, rule, ResultOf(call));
}
Status InferResult(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireHeads(call, rule));
  output.dtype = call.At(rule, 1).dtype;
  output.shape = ResultOf(call);
  return {};
}
Status CheckRows(const RuleCall& call, const Rule& rule) {
  return CheckShape(call, rule, RowsOf(call));
}
Status InferRows(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireHeads(call, rule));
  output.shape = RowsOf(call);
  return {};
}

// AttentionGradient, AttentionBiasGradient

Status CheckGradient(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(CheckDtype(call, rule, 0, 1));
  const Dims &given = call.At(rule, 0).shape, &expected = call.At(rule, 1).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, that of {}", rule.names[0],
                 ShapeText(given), ShapeText(expected), rule.names[1]);
}
Status InferGradient(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.dtype = call.At(rule, 1).dtype;
  output.shape = call.At(rule, 1).shape;
  return {};
}
Status CheckBiasGradient(const RuleCall& call, const Rule& rule) {
  return call.At(rule, 0).extent.elements == 0 ? Status() : CheckGradient(call, rule);
}

// Without a bias there is no gradient by it.
Status InferBiasGradient(const RuleCall& call, const Rule& rule, Inferred& output) {
  if (call.Given(rule, 1).tensor != nullptr) return InferGradient(call, rule, output);
  const Tensor* const query = InRole(call, kQueryOf).tensor;
  if (query != nullptr) output.dtype = query->dtype;
  output.shape = {0};
  return {};
}

// AttentionBias, AttentionMask

Status CheckBias(const RuleCall& call, const Rule& rule) {
  const AttentionShape s = ShapeOf(call);
  return CheckOneOf(call, rule,
                    {{s.batches, s.heads, s.queries, s.keys},
                     {s.batches, s.heads, 1, s.keys},
                     {1, s.heads, s.queries, s.keys}});
}

// PositionBias, PositionBiasDtype

Status CheckPositionBias(const RuleCall& call, const Rule& rule) {
  const int64_t type = call.Given(rule, 1).integer;
  if (!IsMadeOfSlopes(type)) return CheckBias(call, rule);
  const AttentionShape s = ShapeOf(call);
  OPENACLNN_RETURN_IF_ERROR(CheckOneOf(call, rule, {{s.heads}, {s.batches, s.heads}}));
  if (s.queries == s.keys) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: there are {} queries and {} keys, expected as many, as {} is {}",
                 NameInRole(call, kKeyOf), s.queries, s.keys, rule.names[1], type);
}

Status CheckPositionBiasNull(const RuleCall& call, const Rule& rule) {
  return CheckSlopesGiven(call, rule, 2);
}

Status CheckPositionBiasDtype(const RuleCall& call, const Rule& rule) {
  if (!IsMadeOfSlopes(call.Given(rule, 2).integer)) return CheckDtype(call, rule, 0, 1);
  return CheckSlopesDtype(call, rule, 2);
}
void NarrowPositionBias(const Rule& rule, PossibleDtypes& possible) {
  possible.Keep(rule.at[0], possible.Of(rule.at[1]) | DtypeSet(ACL_FLOAT));
}

Status CheckMask(const RuleCall& call, const Rule& rule) {
  const AttentionShape s = ShapeOf(call);
  const int64_t mode = InRole(call, kSparseModeOf).integer;
  if (HasShortMask(mode)) {
    const int64_t rows = mode == kShortPrefixMask ? kRowsOfPrefixMask : kSideOfShortMask;
    return CheckOneOf(call, rule, {{rows, kSideOfShortMask}, {1, 1, rows, kSideOfShortMask}});
  }
  return CheckOneOf(call, rule,
                    {{s.batches, s.heads, s.queries, s.keys},
                     {s.batches, 1, s.queries, s.keys},
                     {1, 1, s.queries, s.keys},
                     {s.queries, s.keys}});
}

// AttentionBits

Status CheckBits(const RuleCall& call, const Rule& rule) {
  const AttentionShape s = ShapeOf(call);
  const Dims& given = call.At(rule, 0).shape;
  int64_t bits = 1;
  for (const int64_t extent : {s.batches, s.heads, s.queries, s.keys}) {
    if (__builtin_mul_overflow(bits, extent, &bits)) bits = INT64_MAX - kBitsTogether;
  }
  const int64_t bytes = (bits + kBitsOfByte - 1) / kBitsOfByte;
  if (given.size() == 1 && given[0] >= bytes) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected one axis of at least {} bytes, a bit for each element "
                 "of {}",
                 rule.names[0], ShapeText(given), bytes,
                 ShapeText(Dims{s.batches, s.heads, s.queries, s.keys}));
}

// AttentionKeysSeen

bool HasMode(const RuleCall& call, std::initializer_list<SparseMode> modes) {
  return InRole(call, kMaskOf).tensor != nullptr &&
         std::ranges::count(modes, InRole(call, kSparseModeOf).integer) > 0;
}

Status CheckPrefix(const RuleCall& call, const Rule& rule) {
  if (!HasMode(call, {kPrefixMask, kShortPrefixMask})) return {};
  const AttentionShape s = ShapeOf(call);
  const std::vector<int64_t>* const prefixes = call.Given(rule, 0).integers;
  const int64_t mode = InRole(call, kSparseModeOf).integer;
  if (call.Given(rule, 0).is_null || std::ssize(*prefixes) != s.batches) {
    return Invalid(ErrorKind::kValue, "{}: expected {} numbers, one for each batch, as {} is {}",
                   rule.names[0], s.batches, NameInRole(call, kSparseModeOf), mode);
  }
  const int64_t least = std::max<int64_t>(0, s.keys - s.queries);
  for (const int64_t prefix : *prefixes) {
    if (prefix >= least && prefix <= s.keys) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected numbers from {} to {}", rule.names[0],
                   prefix, least, s.keys);
  }
  return {};
}

Status CheckTokens(const RuleCall& call, const Rule& rule) {
  if (!HasMode(call, {kDefaultMask, kBandMask})) return {};
  return CheckBandTokens(call, rule, 1, 2);
}

Status CheckKeysSeen(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(CheckPrefix(call, rule));
  return CheckTokens(call, rule);
}

// KeepProbability, NoElements

Status CheckKeepProbability(const RuleCall& call, const Rule& rule) {
  const double given = call.Given(rule, 0).number;
  if (given > 0 && given <= 1) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected a number above 0, at most 1",
                 rule.names[0], given);
}

Status CheckNoElements(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  if (call.At(rule, 0).extent.elements == 0) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected null, as it is not supported",
                 rule.names[0], ShapeText(shape));
}

}  // namespace

Status CheckSlopesGiven(const RuleCall& call, const Rule& rule, int type) {
  const int64_t given = call.Given(rule, type).integer;
  if (!call.Given(rule, 0).is_null || !IsMadeOfSlopes(given)) return {};
  return Invalid(ErrorKind::kValue, "{}: is null, expected slopes, as {} is {}", rule.names[0],
                 rule.names[type], given);
}

Status CheckSlopesDtype(const RuleCall& call, const Rule& rule, int type) {
  const aclDataType dtype = call.At(rule, 0).dtype;
  if (dtype == ACL_FLOAT) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected FLOAT, as {} is {}", rule.names[0],
                 DtypeName(dtype), rule.names[type], call.Given(rule, type).integer);
}

Status CheckShape(const RuleCall& call, const Rule& rule, const Dims& expected) {
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}", rule.names[0], ShapeText(given),
                 ShapeText(expected));
}
Status CheckOneOf(const RuleCall& call, const Rule& rule, const std::vector<Dims>& shapes) {
  const Dims& given = call.At(rule, 0).shape;
  if (std::ranges::count(shapes, given) > 0) return {};
  std::string expected;
  for (size_t i = 0; i < shapes.size(); ++i) {
    expected += i == 0 ? "" : i + 1 == shapes.size() ? " or " : ", ";
    expected += ShapeText(shapes[i]);
  }
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}", rule.names[0], ShapeText(given),
                 expected);
}

Status CheckBandTokens(const RuleCall& call, const Rule& rule, int before, int after) {
  const int64_t first = call.Given(rule, before).integer, last = call.Given(rule, after).integer;
  int64_t sum;
  if (__builtin_add_overflow(first, last, &sum) ? first > 0 : sum >= 0) return {};
  return Invalid(ErrorKind::kValue, "{} and {}: are {} and {}, expected a sum of at least 0",
                 rule.names[before], rule.names[after], first, last);
}
void NarrowToSecond(const Rule& rule, PossibleDtypes& possible) {
  possible.Keep(rule.at[0], possible.Of(rule.at[1]));
}

HeadAxes HeadAxesOf(const Tensor& tensor, HeadLayout layout, int64_t heads) {
  const Dims &shape = tensor.shape, &strides = tensor.strides;
  const BatchAndPosition at = AxesOf(layout);
  HeadAxes axes;
  if (HasMergedHeads(layout)) {
    const int64_t size = heads == 0 ? 0 : shape[2] / heads;
    axes.shape = {shape[at.batch], heads, shape[at.position], size};
    axes.strides = {strides[at.batch], size * strides[2], strides[at.position], strides[2]};
    return axes;
  }
  const size_t head = layout == kBsnd ? 2 : 1;
  for (const size_t axis : {at.batch, head, at.position, size_t{3}}) {
    axes.shape.push_back(shape[axis]);
    axes.strides.push_back(strides[axis]);
  }
  return axes;
}

Dims ShapeIn(HeadLayout layout, int64_t batches, int64_t heads, int64_t positions, int64_t size) {
  switch (layout) {
    case kBsh:
      return {batches, positions, heads * size};
    case kSbh:
      return {positions, batches, heads * size};
    case kBsnd:
      return {batches, positions, heads, size};
    case kBnsd:
      break;
  }
  return {batches, heads, positions, size};
}

namespace rules {

constinit const RuleType kAttentionHeads = {
    .name = "AttentionHeads",
    .check = CheckHeads,
    .sentence =
        {"{a}, {b} and {c} have one dtype, and lie as inputLayout says: BSH, SBH, BSND or BNSD, "
         "where B is the batch, "
         "S the position, N the head, D an element of it, and H is N * D. They have the same B, "
         "{b} "
         "and {c} the same S and N, which divides headNum, the N of {a}. D of {a} and {b} is the "
         "same, at most 768, and D of {c} is not larger."},
    .narrow = NarrowHeads,
    .usual = UsualInAttention,
};

constinit const RuleType kAttentionResult = {
    .name = "AttentionResult",
    .check = CheckResult,
    .sentence = {"The dtype of {a} is that of {b}, and so is the shape, with the D of {d}."},
    .narrow = NarrowToSecond,
    .infer = InferResult,
};

constinit const RuleType kAttentionRows = {
    .name = "AttentionRows",
    .check = CheckRows,
    .sentence = {"The shape of {a} is [B, N, S, 8], as {b} has them."},
    .infer = InferRows,
};

constinit const RuleType kAttentionBias = {
    .name = "AttentionBias",
    .check = CheckBias,
    .sentence = {"The shape of {a} is [B, N, Sq, Skv], [B, N, 1, Skv] or [1, N, Sq, Skv]."},
};

constinit const RuleType kPositionBias = {
    .name = "PositionBias",
    .check = CheckPositionBias,
    .sentence =
        {"The shape of {a} is [B, N, Sq, Skv], [B, N, 1, Skv] or [1, N, Sq, Skv]; where {b} "
         "is 2 or 3 it is [N] or [B, N], and Sq is Skv."},
};

constinit const RuleType kPositionBiasDtype = {
    .name = "PositionBiasDtype",
    .check = CheckPositionBiasDtype,
    .check_nulls = CheckPositionBiasNull,
    .sentence = {"The dtype of {a} is that of {b}; where {c} is 2 or 3 it is FLOAT, and {a} is not "
                 "null."},
    .narrow = NarrowPositionBias,
};

constinit const RuleType kAttentionMask = {
    .name = "AttentionMask",
    .check = CheckMask,
    .sentence = {"The shape of {a} is [B, N, Sq, Skv], [B, 1, Sq, Skv], [1, 1, Sq, Skv] or [Sq, "
                 "Skv]; where sparseMode is 2, 3 or 4, it is [2048, 2048], and where it is 6, "
                 "[3072, 2048]."},
};

constinit const RuleType kAttentionBits = {
    .name = "AttentionBits",
    .check = CheckBits,
    .sentence = {"{a} has one axis, and a bit for each element of [B, N, Sq, Skv]."},
};

constinit const RuleType kAttentionKeysSeen = {
    .name = "AttentionKeysSeen",
    .check = CheckKeysSeen,
    .sentence = {"Where there is a mask and sparseMode is 5 or 6, {a} has a number for each batch, "
                 "from 0 or Skv - Sq to Skv; where it is 0 or 4, {b} + {c} is at least 0."},
};

constinit const RuleType kAttentionGradient = {
    .name = "AttentionGradient",
    .check = CheckGradient,
    .sentence = {"The dtype and the shape of {a} are those of {b}."},
    .narrow = NarrowToSecond,
    .infer = InferGradient,
};

constinit const RuleType kAttentionBiasGradient = {
    .name = "AttentionBiasGradient",
    .check = CheckBiasGradient,
    .sentence = {"The dtype and the shape of {a} are those of {b}, or it has no elements."},
    .infer = InferBiasGradient,
};

constinit const RuleType kKeepProbability = {
    .name = "KeepProbability",
    .check = CheckKeepProbability,
    .sentence = {"{a} is above 0 and at most 1."},
};

constinit const RuleType kNoElements = {
    .name = "NoElements",
    .check = CheckNoElements,
    .sentence = {"{a} is null or has no elements, as it is not supported."},
};

}  // namespace rules
}  // namespace openaclnn
