#include "ops/attention/packed_attention.h"

#include <algorithm>
#include <optional>

#include "base/dtype.h"
#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/rules/rule_call.h"
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

// PackedLengths

Status CheckSums(std::string_view name, const std::vector<int64_t>& sums, int64_t all) {
  int64_t before = 0;
  for (const int64_t sum : sums) {
    if (sum < before || sum > all) {
      return Invalid(ErrorKind::kValue, "{}: has {} after {}, expected numbers that grow up to {}",
                     name, sum, before, all);
    }
    before = sum;
  }
  if (before == all) return {};
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

std::vector<PackedBatch> PackedBatchesOf(const std::vector<int64_t>& of_queries,
                                         const std::vector<int64_t>& of_keys) {
  std::vector<PackedBatch> batches;
  int64_t query = 0, key = 0;
  for (size_t i = 0; i < of_queries.size(); ++i) {
    batches.push_back({query, of_queries[i] - query, key, of_keys[i] - key});
    query = of_queries[i];
    key = of_keys[i];
  }
  return batches;
}

// PackedMask

Status CheckPackedMask(const RuleCall& call, const Rule& rule) {
  const int64_t mode = InPackedRole(call, kPackedModeOf).integer;
  Dims shape = call.At(rule, 0).shape;
  int64_t queries = kSideOfShortMask, keys = kSideOfShortMask;
  if (!HasShortMask(mode)) {
    queries = keys = 0;
    for (const PackedBatch& batch :
         PackedBatchesOf(*InPackedRole(call, kPackedQueryLengthsOf).integers,
                         *InPackedRole(call, kPackedKeyLengthsOf).integers)) {
      queries = std::max(queries, batch.queries);
      keys = std::max(keys, batch.keys);
    }
  }
  if (shape.size() != 2 || shape[0] < queries || shape[1] < keys) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{},{}]{}", rule.names[0],
                   ShapeText(shape), queries, keys,
                   HasShortMask(mode) ? "" : ", the most that a batch has, or more");
  }
  if (mode != kDefaultMask && mode != kBandMask) return {};
  const int64_t before = call.Given(rule, 1).integer, after = call.Given(rule, 2).integer;
  int64_t sum;
  if (__builtin_add_overflow(before, after, &sum) ? before > 0 : sum >= 0) return {};
  return Invalid(ErrorKind::kValue, "{} and {}: are {} and {}, expected a sum of at least 0",
                 rule.names[1], rule.names[2], before, after);
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

std::vector<PackedBatch> PackedCall::Batches() const {
  return PackedBatchesOf(call_.IntegersAt(at_.query_lengths), call_.IntegersAt(at_.key_lengths));
}

Value PackedCall::Part(StageList& list, int argument, int64_t first, int64_t count) {
  const Value whole = list.Given(argument);
  const Dims &shape = whole->shape, &strides = whole->strides;
  Value part =
      list.Seen(whole, {1, shape[1], count, shape[2]}, {0, strides[1], strides[0], strides[2]});
  part.origin += first * strides[0] * DtypeBytes(whole->dtype);
  return part;
}

AttentionInputs PackedCall::Inputs(StageList& list, const PackedBatch& batch) const {
  AttentionInputs inputs{.query = OfQueries(list, at_.query, batch),
                         .key = OfKeys(list, at_.key, batch),
                         .value = OfKeys(list, at_.value, batch),
                         .bias = {},
                         .mask = {},
                         .kept = {},
                         .scale = call_.At(at_.scale).number,
                         .band = BandOf(call_, at_, batch.queries, batch.keys),
                         .maxima = OfQueries(list, at_.maxima, batch),
                         .sums = OfQueries(list, at_.sums, batch),
                         .out = OfQueries(list, at_.out, batch)};
  if (call_.IsGiven(at_.mask) && !HasShortMask(call_.At(at_.mode).integer)) {
    const Value mask = list.Given(at_.mask);
    inputs.mask = list.Seen(mask, {batch.queries, batch.keys}, mask->strides);
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

constinit const RuleType kPackedLengths = {
    .name = "PackedLengths",
    .check = CheckPackedLengths,
    .sentence = {"{a} and {b} have a number for each batch, of positions up to its end: the last "
                 "ones are Tq and Tkv."},
};

constinit const RuleType kPackedMask = {
    .name = "PackedMask",
    .check = CheckPackedMask,
    .sentence =
        {"The shape of {a} is [Sq, Skv] of the longest batches, or more; where sparseMode is "
         "2, 3 or 4, it is [2048, 2048]. Where that is 0 or 4, {b} + {c} is at least 0."},
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
