#include "ops/attention/packed_attention.h"

#include <algorithm>
#include <optional>

#include "aclnn/opdev/op_errno.h"
#include "base/ceil_div.h"
#include "base/dtype.h"
#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/rules/rule_call.h"
#include "kinds/moves/plan.h"
#include "ops/attention/attention_shape.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr int64_t kLongestPackedHead = 768, kNumbersOfPackedRow = 8;

const Argument& InPackedRole(const RuleCall& call, PackedRole role) {
  return call.arguments()[static_cast<size_t>(call.spec().work.at[role])];
}
std::string_view NameInPackedRole(const RuleCall& call, PackedRole role) {
  return call.spec().work.names[role];
}

Status CheckPackedHeads(const RuleCall& call, const Rule& rule) {
  const Tensor &query = call.At(rule, 0), &key = call.At(rule, 1), &value = call.At(rule, 2);
  const int64_t heads = InPackedRole(call, kPackedHeadsOf).integer;
  for (const int k : {1, 2}) {
    if (call.At(rule, k).dtype == query.dtype) continue;
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}",
                   rule.names[k], DtypeName(call.At(rule, k).dtype), DtypeName(query.dtype),
                   rule.names[0]);
  }
  for (const int k : {0, 1, 2}) {
    if (call.At(rule, k).shape.size() == 3) continue;
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [T,N,D]", rule.names[k],
                   ShapeText(call.At(rule, k).shape));
  }
  if (heads <= 0 || query.shape[1] != heads) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected the number of heads of {} (shape {})",
                   NameInPackedRole(call, kPackedHeadsOf), heads, rule.names[0],
                   ShapeText(query.shape));
  }
  if (query.shape[2] > kLongestPackedHead) {
    return Invalid(ErrorKind::kShape, "{}: a head has {} elements (shape {}), expected at most {}",
                   rule.names[0], query.shape[2], ShapeText(query.shape), kLongestPackedHead);
  }
  if (key.shape[1] == 0 || heads % key.shape[1] != 0 || key.shape[2] != query.shape[2]) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected [T,N,{}], where N is a divisor of {}, as {} has the "
                   "shape {}",
                   rule.names[1], ShapeText(key.shape), query.shape[2], heads, rule.names[0],
                   ShapeText(query.shape));
  }
  if (value.shape[0] == key.shape[0] && value.shape[1] == key.shape[1] &&
      value.shape[2] <= key.shape[2]) {
    return {};
  }
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected that of {} (shape {}), or less elements of a head",
                 rule.names[2], ShapeText(value.shape), rule.names[1], ShapeText(key.shape));
}
void NarrowPackedHeads(const Rule& rule, PossibleDtypes& possible) {
  for (const int k : {1, 2}) possible.Keep(rule.at[k], possible.Of(rule.at[0]));
}
aclDataType UsualInPacked(const OpSpec& spec, int argument) {
  const ArgumentSpec& of = spec.arguments[static_cast<size_t>(argument)];
  return of.is_optional ? ACL_DT_UNDEFINED : ACL_FLOAT;
}

// PackedMode

constexpr int64_t kLastPackedMode = kBandCausal;

Status CheckPackedMode(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  if (given >= 0 && given <= kLastPackedMode && given != kPrefixMask) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 0 to 4, 6, 7 or 8", rule.names[0], given);
}

// PackedLengths

// Behind numbers that grow there may be zeros: batches that do not take part.
Status CheckSums(std::string_view name, const std::vector<int64_t>& sums, int64_t all) {
  size_t count = sums.size();
  while (count > 0 && sums[count - 1] == 0) --count;
  if (count == 0) count = sums.size();
  int64_t before = 0;
  for (size_t i = 0; i < count; ++i) {
    if (sums[i] < before || sums[i] > all) {
      return Invalid(ErrorKind::kValue, "{}: has {} after {}, expected numbers that grow up to {}",
                     name, sums[i], before, all);
    }
    before = sums[i];
  }
  if (before == all || count < sums.size()) return {};
  return Invalid(ErrorKind::kValue, "{}: the last number is {}, expected {}, the positions", name,
                 before, all);
}
Status CheckPackedLengths(const RuleCall& call, const Rule& rule) {
  const std::vector<int64_t>&of_queries = *call.Given(rule, 0).integers,
        &of_keys = *call.Given(rule, 1).integers;
  if (of_queries.size() != of_keys.size()) {
    return Invalid(ErrorKind::kValue, "{} and {}: have {} and {} numbers, expected as many",
                   rule.names[0], rule.names[1], of_queries.size(), of_keys.size());
  }
  OPENACLNN_RETURN_IF_ERROR(
      CheckSums(rule.names[0], of_queries, InPackedRole(call, kPackedQueryOf).tensor->shape[0]));
  return CheckSums(rule.names[1], of_keys, InPackedRole(call, kPackedKeyOf).tensor->shape[0]);
}

// The pairs of queries and keys before a batch, of so many heads, and its own; INT64_MAX if there
// are more.
int64_t PairsUpTo(int64_t before, const PackedBatch& batch, int64_t heads) {
  int64_t pairs = 0;
  const bool is_too_large = __builtin_mul_overflow(batch.queries, batch.keys, &pairs) ||
                            __builtin_mul_overflow(pairs, heads, &pairs) ||
                            __builtin_add_overflow(pairs, before, &pairs);
  return is_too_large ? INT64_MAX : pairs;
}

std::vector<PackedBatch> PackedBatchesOf(const std::vector<int64_t>& of_queries,
                                         const std::vector<int64_t>& of_keys) {
  std::vector<PackedBatch> batches;
  int64_t query = 0, key = 0, pair = 0;
  for (size_t i = 0; i < of_queries.size(); ++i) {
    const int64_t queries = std::max<int64_t>(0, of_queries[i] - query),
                  keys = std::max<int64_t>(0, of_keys[i] - key);
    batches.push_back({std::ssize(batches), query, queries, key, keys, pair});
    pair = PairsUpTo(pair, batches.back(), 1);
    query += queries;
    key += keys;
  }
  return batches;
}

std::vector<PackedBatch> PackedBatchesIn(const RuleCall& call) {
  return PackedBatchesOf(*InPackedRole(call, kPackedQueryLengthsOf).integers,
                         *InPackedRole(call, kPackedKeyLengthsOf).integers);
}

// PackedBits, PackedBias, PackedSlopes, PackedRope

Status CheckPackedBits(const RuleCall& call, const Rule& rule) {
  constexpr int64_t kBitsOfPackedByte = 8;
  const Dims& given = call.At(rule, 0).shape;
  if (call.At(rule, 0).extent.elements == 0) return {};
  const int64_t heads = InPackedRole(call, kPackedQueryOf).tensor->shape[1];
  int64_t bits = 0;
  for (const PackedBatch& batch : PackedBatchesIn(call)) bits = PairsUpTo(bits, batch, heads);
  const int64_t bytes = CeilDiv(bits, kBitsOfPackedByte);
  if (given.size() == 1 && given[0] >= bytes && bits < INT64_MAX) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected one axis of at least {} bytes, a bit for each element "
                 "of [{},Sq,Skv] of all batches",
                 rule.names[0], ShapeText(given), bytes, heads);
}

// The elements of a bias with a row for each batch and head, INT64_MAX if there are more.
int64_t ElementsOfRows(const std::vector<PackedBatch>& batches, int64_t heads) {
  int64_t elements = 0;
  for (const PackedBatch& batch : batches) {
    PackedBatch row = batch;
    row.queries = 1;
    elements = PairsUpTo(elements, row, heads);
  }
  return elements;
}

bool HaveOneSize(const std::vector<PackedBatch>& batches) {
  return !batches.empty() && std::ranges::all_of(batches, [&](const PackedBatch& batch) {
    return batch.queries == batches[0].queries && batch.keys == batches[0].keys;
  });
}

// A mode that a bias does not go with.
Status RefuseBias(const RuleCall& call, const Rule& rule) {
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected null, as {} is {}", rule.names[0],
                 ShapeText(call.At(rule, 0).shape), NameInPackedRole(call, kPackedModeOf),
                 InPackedRole(call, kPackedModeOf).integer);
}

Status CheckPackedBias(const RuleCall& call, const Rule& rule) {
  if (call.At(rule, 0).extent.elements == 0) return {};
  if (InPackedRole(call, kPackedModeOf).integer >= kCausalBand) return RefuseBias(call, rule);
  const int64_t heads = InPackedRole(call, kPackedQueryOf).tensor->shape[1];
  const std::vector<PackedBatch> batches = PackedBatchesIn(call);
  int64_t elements = 0;
  for (const PackedBatch& batch : batches) elements = PairsUpTo(elements, batch, heads);
  std::vector<Dims> shapes = {{ElementsOfRows(batches, heads)}, {elements}};
  if (HaveOneSize(batches)) {
    const int64_t count = std::ssize(batches), queries = batches[0].queries, keys = batches[0].keys;
    shapes.push_back({count, heads, queries, keys});
    shapes.push_back({count, heads, 1, keys});
    shapes.push_back({1, heads, queries, keys});
  }
  return CheckOneOf(call, rule, shapes);
}

Status CheckPackedSlopes(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const int64_t type = call.Given(rule, 1).integer;
  if (!IsMadeOfSlopes(type)) return CheckPackedBias(call, rule);
  if (InPackedRole(call, kPackedModeOf).integer == kCausalBand) return RefuseBias(call, rule);
  const int64_t heads = InPackedRole(call, kPackedQueryOf).tensor->shape[1];
  const std::vector<PackedBatch> batches = PackedBatchesIn(call);
  const Dims of_heads = {heads}, of_batches = {std::ssize(batches), heads};
  if (given != of_heads && given != of_batches) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} or {}, as {} is {}",
                   rule.names[0], ShapeText(given), ShapeText(of_heads), ShapeText(of_batches),
                   rule.names[1], type);
  }
  for (size_t i = 0; i < batches.size(); ++i) {
    if (batches[i].queries == batches[i].keys) continue;
    return Invalid(ErrorKind::kValue,
                   "{}: batch {} has {} queries and {} keys, expected as many, as {} is {}",
                   NameInPackedRole(call, kPackedKeyLengthsOf), i, batches[i].queries,
                   batches[i].keys, rule.names[1], type);
  }
  return {};
}

Status CheckRopeNulls(const RuleCall& call, const Rule& rule) {
  const bool has_query = !call.Given(rule, 0).is_null, has_key = !call.Given(rule, 1).is_null;
  if (!has_query && !has_key) return {};
  const auto refuse = [&](int missing, int given) {
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR,
                 "{}: is null, expected an aclTensor, as {} is given", rule.names[missing],
                 rule.names[given]);
  };
  if (!has_query) return refuse(0, 1);
  if (!has_key) return refuse(1, 0);
  return call.Given(rule, 2).is_null ? refuse(2, 0) : Status();
}
Status CheckPackedRope(const RuleCall& call, const Rule& rule) {
  const Tensor &query = *InPackedRole(call, kPackedQueryOf).tensor,
               &key = *InPackedRole(call, kPackedKeyOf).tensor;
  const Dims& given = call.At(rule, 0).shape;
  for (const int k : {0, 1}) {
    const Tensor& rope = call.At(rule, k);
    if (rope.dtype == query.dtype) continue;
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}",
                   rule.names[k], DtypeName(rope.dtype), DtypeName(query.dtype),
                   NameInPackedRole(call, kPackedQueryOf));
  }
  if (given.size() != 3 || given[0] != query.shape[0] || given[1] != query.shape[1] ||
      given[2] > query.shape[2]) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{},{},D], where D is at most {}",
                   rule.names[0], ShapeText(given), query.shape[0], query.shape[1], query.shape[2]);
  }
  const Dims of_key = {key.shape[0], key.shape[1], given[2]};
  if (call.At(rule, 1).shape != of_key) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}", rule.names[1],
                   ShapeText(call.At(rule, 1).shape), ShapeText(of_key));
  }
  const double keep = call.Given(rule, 3).number;
  if (keep == 1) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 1, as {} is given", rule.names[3], keep,
                 rule.names[0]);
}
void NarrowPackedRope(const Rule& rule, PossibleDtypes& possible) {
  for (const int k : {0, 1}) possible.Keep(rule.at[k], possible.Of(possible.spec().work.at[0]));
}

// PackedMask

Status CheckShapeOfPackedMask(const RuleCall& call, const Rule& rule,
                              const std::vector<PackedBatch>& batches) {
  const int64_t mode = InPackedRole(call, kPackedModeOf).integer;
  const bool is_short = HasShortMask(mode);
  int64_t queries = mode == kShortPrefixMask ? kRowsOfPrefixMask : kSideOfShortMask,
          keys = kSideOfShortMask, count = 1, heads = 1;
  if (!is_short) {
    queries = keys = 0;
    for (const PackedBatch& batch : batches) {
      queries = std::max(queries, batch.queries);
      keys = std::max(keys, batch.keys);
    }
    count = std::ssize(batches);
    heads = InPackedRole(call, kPackedQueryOf).tensor->shape[1];
  }
  const Dims& shape = call.At(rule, 0).shape;
  const size_t rank = shape.size();
  const bool has_four = rank == 4 && (shape[0] == 1 || shape[0] == count) &&
                        (shape[1] == 1 || (shape[1] == heads && shape[0] == count));
  if ((rank == 2 || has_four) && shape[rank - 2] >= queries && shape[rank - 1] >= keys) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{},{}]{}", rule.names[0],
                 ShapeText(shape), queries, keys,
                 is_short ? ""
                          : ", the most that a batch has, or more, with nothing or [B,N], [B,1] or "
                            "[1,1] before");
}

Status CheckPackedPrefixes(const RuleCall& call, const Rule& rule,
                           const std::vector<PackedBatch>& batches) {
  if (call.Given(rule, 3).is_null || call.Given(rule, 3).integers->size() != batches.size()) {
    return Invalid(ErrorKind::kValue, "{}: expected {} numbers, one for each batch, as {} is {}",
                   rule.names[3], batches.size(), NameInPackedRole(call, kPackedModeOf),
                   InPackedRole(call, kPackedModeOf).integer);
  }
  for (size_t i = 0; i < batches.size(); ++i) {
    const int64_t prefix = (*call.Given(rule, 3).integers)[i],
                  least = std::max<int64_t>(0, batches[i].keys - batches[i].queries);
    if (prefix >= least && prefix <= batches[i].keys) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected a number from {} to {} for batch {}",
                   rule.names[3], prefix, least, batches[i].keys, i);
  }
  return {};
}

Status CheckPackedMask(const RuleCall& call, const Rule& rule) {
  const std::vector<PackedBatch> batches = PackedBatchesIn(call);
  OPENACLNN_RETURN_IF_ERROR(CheckShapeOfPackedMask(call, rule, batches));
  switch (InPackedRole(call, kPackedModeOf).integer) {
    case kDefaultMask:
    case kBandMask:
    case kCausalBand:
    case kBandCausal:
      return CheckBandTokens(call, rule, 1, 2);
    case kShortPrefixMask:
      return CheckPackedPrefixes(call, rule, batches);
    default:
      return {};
  }
}

// PackedResult, PackedRows

Dims PackedResultOf(const RuleCall& call) {
  const Dims& query = InPackedRole(call, kPackedQueryOf).tensor->shape;
  return {query[0], query[1], InPackedRole(call, kPackedValueOf).tensor->shape[2]};
}
Dims PackedRowsOf(const RuleCall& call) {
  const Dims& query = InPackedRole(call, kPackedQueryOf).tensor->shape;
  return {query[0], query[1], kNumbersOfPackedRow};
}
Status CheckPackedResult(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype, expected = call.At(rule, 1).dtype;
  if (given != expected) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}",
                   rule.names[0], DtypeName(given), DtypeName(expected), rule.names[1]);
  }
  return CheckShape(call, rule, PackedResultOf(call));
}
Status InferPackedResult(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (const int k : {1, 2, 3}) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  output.dtype = call.At(rule, 1).dtype;
  if (call.At(rule, 1).shape.size() == 3 && call.At(rule, 3).shape.size() == 3) {
    output.shape = PackedResultOf(call);
  }
  return {};
}
Status CheckPackedRows(const RuleCall& call, const Rule& rule) {
  return CheckShape(call, rule, PackedRowsOf(call));
}
Status InferPackedRows(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  if (call.At(rule, 1).shape.size() == 3) output.shape = PackedRowsOf(call);
  return {};
}

}  // namespace

PackedCall::PackedCall(const Call& call, const AttentionArguments& at)
    : call_(call),
      at_(at),
      batches_(PackedBatchesOf(call.IntegersAt(at.query_lengths), call.IntegersAt(at.key_lengths))),
      has_bias_(call.IsGiven(at.bias) && call.TensorAt(at.bias).extent.elements > 0 &&
                !IsMadeOfSlopes(call.IntegerAt(at.bias_type, kBiasBeforeScale))) {
  for (const PackedBatch& batch : batches_) {
    queries_ += batch.queries;
    keys_ += batch.keys;
  }
}

std::vector<PackedBatch> PackedCall::Batches() const {
  if (!has_bias_ || call_.TensorAt(at_.bias).shape.size() == 1) return batches_;
  PackedBatch all = batches_[0];
  all.batches = std::ssize(batches_);
  return {all};
}

Value PackedCall::Part(StageList& list, int argument, int64_t first, int64_t count,
                       int64_t batches) {
  const Value whole = list.Given(argument);
  const Dims &shape = whole->shape, &strides = whole->strides;
  Value part = list.Seen(whole, {batches, shape[1], count, shape[2]},
                         {count * strides[0], strides[1], strides[0], strides[2]});
  part.origin += first * strides[0] * DtypeBytes(whole->dtype);
  return part;
}

void PackedCall::FillLeft(StageList& list, int argument, int64_t first, double number) {
  const int64_t count = list.Given(argument)->shape[0] - first;
  if (count > 0) list.Add(PlanFill(number, Part(list, argument, first, count, 1)));
}

Value PackedCall::BiasOf(StageList& list, int argument, const PackedBatch& batch) const {
  const Value bias = list.Given(argument);
  if (bias->shape.size() > 1) return bias;
  const int64_t heads = call_.TensorAt(at_.query).shape[1], step = bias->strides[0];
  const bool has_rows = bias->shape[0] == ElementsOfRows(batches_, heads);
  const int64_t row = batch.keys * step, rows = has_rows ? 1 : batch.queries;
  Value part = list.Seen(bias, {1, heads, rows, batch.keys}, {0, rows * row, row, step});
  part.origin +=
      heads * (has_rows ? batch.first_key : batch.first_pair) * step * DtypeBytes(bias->dtype);
  return part;
}

// A mode of several batches is one of two other ones for each.
AttentionBand PackedCall::Band(const PackedBatch& batch) const {
  int64_t mode = call_.At(at_.mode).integer;
  if (mode == kCausalBand || mode == kBandCausal) {
    const auto has_queries = [](const PackedBatch& of) { return of.queries > 0; };
    int64_t cut = -1;  // the batch of the band
    for (const PackedBatch& of : batches_) {
      if (has_queries(of) && (cut < 0 || mode == kCausalBand)) cut = of.index;
    }
    const int64_t of_others = mode == kCausalBand ? kRightDownCausal : kLeftUpCausal;
    mode = batch.index == cut ? kBandMask : of_others;
  }
  AttentionBand band = BandOf(call_, at_, mode, batch.queries, batch.keys);
  if (!band.prefixes.empty()) {
    const auto first = band.prefixes.begin() + batch.index;
    band.prefixes = std::vector<int64_t>(first, first + batch.batches);
  }
  return band;
}

Value PackedCall::MaskOf(StageList& list, const PackedBatch& batch) const {
  const Value mask = list.Given(at_.mask);
  const Dims &shape = mask->shape, &strides = mask->strides;
  if (shape.size() == 2) return list.Seen(mask, {batch.queries, batch.keys}, strides);
  const bool is_for_all = shape[0] == 1;
  Value part = list.Seen(
      mask, {is_for_all ? 1 : batch.batches, shape[1], batch.queries, batch.keys}, strides);
  if (!is_for_all) part.origin += batch.index * strides[0] * DtypeBytes(mask->dtype);
  return part;
}

AttentionInputs PackedCall::Inputs(StageList& list, const PackedBatch& batch) const {
  Value query = OfQueries(list, at_.query, batch), key = OfKeys(list, at_.key, batch);
  if (HasRope()) {
    query = JoinedHeads(list, query, OfQueries(list, at_.query_rope, batch));
    key = JoinedHeads(list, key, OfKeys(list, at_.key_rope, batch));
  }
  AttentionInputs inputs{.query = query,
                         .key = key,
                         .value = OfKeys(list, at_.value, batch),
                         .bias = {},
                         .mask = {},
                         .kept = {},
                         .scale = call_.At(at_.scale).number,
                         .band = Band(batch),
                         .maxima = OfQueries(list, at_.maxima, batch),
                         .sums = OfQueries(list, at_.sums, batch),
                         .out = OfQueries(list, at_.out, batch)};
  if (call_.IsGiven(at_.mask) && !HasShortMask(call_.At(at_.mode).integer)) {
    inputs.mask = MaskOf(list, batch);
  }
  if (call_.IsGiven(at_.kept) && call_.TensorAt(at_.kept).extent.elements > 0) {
    inputs.kept = list.Given(at_.kept);
    inputs.first_kept = query->shape[1] * batch.first_pair;
    inputs.keep_probability = call_.At(at_.keep).number;
  }
  if (HasBias()) {
    inputs.bias = BiasOf(list, at_.bias, batch);
    const bool is_scaled = call_.IntegerAt(at_.bias_type, kBiasBeforeScale) == kBiasBeforeScale;
    inputs.bias_scale = is_scaled ? inputs.scale : 1;
  }
  inputs.slopes = SlopesOf(call_, at_);
  if (inputs.slopes) {
    const Value slopes = list.Given(at_.bias);
    const Dims& strides = slopes->strides;
    inputs.bias = list.Seen(slopes, {1, slopes->shape.back(), 1, 1}, {0, strides.back(), 0, 0});
    if (strides.size() == 2) {
      inputs.bias->origin += batch.index * strides[0] * DtypeBytes(slopes->dtype);
    }
  }
  return inputs;
}

namespace rules {

constinit const RuleType kPackedHeads = {
    .name = "PackedHeads",
    .check = CheckPackedHeads,
    .sentence =
        {"{a}, {b} and {c} have one dtype and the shapes [Tq, N, D], [Tkv, Nkv, D] and [Tkv, "
         "Nkv, Dv]. N is headNum and a multiple of Nkv, D at most 768, and Dv at most D."},
    .narrow = NarrowPackedHeads,
    .usual = UsualInPacked,
};

constinit const RuleType kPackedMode = {
    .name = "PackedMode",
    .check = CheckPackedMode,
    .sentence = {"{a} is 0 to 4, 6, 7 or 8."},
};

constinit const RuleType kPackedLengths = {
    .name = "PackedLengths",
    .check = CheckPackedLengths,
    .sentence = {"{a} and {b} have a number for each batch, of positions up to its end: the last "
                 "ones are Tq and Tkv. Zeros behind them are batches that do not take part."},
};

constinit const RuleType kPackedBits = {
    .name = "PackedBits",
    .check = CheckPackedBits,
    .sentence = {"{a} has one axis, and a bit for each element of [N, Sq, Skv] of all batches."},
};

constinit const RuleType kPackedBias = {
    .name = "PackedBias",
    .check = CheckPackedBias,
    .sentence = {"{a} has one axis, with [N, 1, Skv] or [N, Sq, Skv] of all batches. Where they "
                 "have one size, it may be [B, N, Sq, Skv], [B, N, 1, Skv] or [1, N, Sq, Skv]. It "
                 "has no elements where sparseMode is 7 or 8."},
};

constinit const RuleType kPackedSlopes = {
    .name = "PackedSlopes",
    .check = CheckPackedSlopes,
    .sentence =
        {"Where {b} is 2 or 3, {a} is [N] or [B, N], each batch has as many keys as queries, and "
         "sparseMode is not 7. Else {a} has one axis, with [N, 1, Skv] or [N, Sq, Skv] of all "
         "batches. Where they have one size, it may be [B, N, Sq, Skv], [B, N, 1, Skv] or [1, N, "
         "Sq, Skv]. It has no elements where sparseMode is 7 or 8."},
};

constinit const RuleType kPackedRope = {
    .name = "PackedRope",
    .check = CheckPackedRope,
    .check_nulls = CheckRopeNulls,
    .sentence = {"{a} and {b} have the dtype of query, and the shapes [Tq, N, Dr] and [Tkv, Nkv, "
                 "Dr], where Dr is at most D, or both are null. With them {c} is given, and {d} is "
                 "1."},
    .narrow = NarrowPackedRope,
};

constinit const RuleType kPackedMask = {
    .name = "PackedMask",
    .check = CheckPackedMask,
    .sentence =
        {"The shape of {a} is [Sq, Skv] of the longest batches, or more, perhaps with [B, N], [B, "
         "1] or [1, 1] before. Where sparseMode is 2, 3, 4, 7 or 8, it is [2048, 2048]. Where that "
         "is 6, it is [3072, 2048], and {d} has a number for each batch. Where that is 0, 4, 7 or "
         "8, {b} + {c} is at least 0."},
};

constinit const RuleType kPackedResult = {
    .name = "PackedResult",
    .check = CheckPackedResult,
    .sentence = {"The dtype of {a} is that of {b}, and so is the shape, with the D of {d}."},
    .narrow = NarrowToSecond,
    .infer = InferPackedResult,
};

constinit const RuleType kPackedRows = {
    .name = "PackedRows",
    .check = CheckPackedRows,
    .sentence = {"The shape of {a} is [Tq, N, 8], as {b} has them."},
    .infer = InferPackedRows,
};

}  // namespace rules
}  // namespace openaclnn
