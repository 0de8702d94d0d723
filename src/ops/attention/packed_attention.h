// Attention of batches whose positions lie one after another, [T, N, D]: rules and plans.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/call.h"
#include "engine/rules/rule.h"
#include "kinds/attention/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/attention/attention_arguments.h"
#include "ops/attention/attention_call.h"

namespace openaclnn {

// What inputLayout may be.
inline constexpr std::string_view kPackedLayouts[] = {"TND"};

// What softmaxOutLayout and softmaxInLayout may be. Both stand for [T, N, 8].
inline constexpr std::string_view kSoftmaxLayouts[] = {"same_as_input", ""};

// What rules ask for besides their own arguments: Work::names.
enum PackedRole : size_t {
  kPackedQueryOf,
  kPackedKeyOf,
  kPackedValueOf,
  kPackedHeadsOf,
  kPackedModeOf,
  kPackedQueryLengthsOf,
  kPackedKeyLengthsOf,
};

// A batch: its queries and keys, from the first ones on, and the pairs of these that batches before
// it have.
struct PackedBatch {
  int64_t index, first_query, queries, first_key, keys, first_pair;
};

// A call whose arguments have passed the checks.
class PackedCall {
 public:
  PackedCall(const Call& call, const AttentionArguments& at) : call_(call), at_(at) {}

  std::vector<PackedBatch> Batches() const;
  AttentionInputs Inputs(StageList& list, const PackedBatch& batch) const;
  // Whether heads have rotated elements apart from the others.
  bool HasRope() const { return at_.query_rope >= 0 && call_.IsGiven(at_.query_rope); }
  // What a tensor has of the queries, or of the keys, of a batch, as [1, head, position, element].
  static Value OfQueries(StageList& list, int argument, const PackedBatch& batch) {
    return Part(list, argument, batch.first_query, batch.queries);
  }
  static Value OfKeys(StageList& list, int argument, const PackedBatch& batch) {
    return Part(list, argument, batch.first_key, batch.keys);
  }

 private:
  static Value Part(StageList& list, int argument, int64_t first, int64_t count);

  const Call& call_;
  const AttentionArguments at_;
};

namespace rules {
extern const RuleType kPackedHeads, kPackedLengths, kPackedMask, kPackedResult, kPackedRows,
    kPackedBits, kPackedSlopes, kPackedRope;
}  // namespace rules

// `query` is [Tq, N, D], `key` [Tkv, Nkv, D] and `value` [Tkv, Nkv, Dv], of one dtype.
constexpr Rule PackedHeads(std::string_view query, std::string_view key, std::string_view value) {
  return {.type = &rules::kPackedHeads, .names = {query, key, value}};
}
// The numbers of positions up to each batch; the last ones are those of the tensors.
constexpr Rule PackedLengths(std::string_view of_queries, std::string_view of_keys) {
  return {.type = &rules::kPackedLengths, .names = {of_queries, of_keys}};
}
// [Sq, Skv] of the longest batch at least, or that of the mode.
constexpr Rule PackedMask(std::string_view mask, std::string_view before, std::string_view after) {
  return {.type = &rules::kPackedMask, .names = {mask, before, after}};
}
// [Tq, N, Dv], of the dtype of `query`.
constexpr Rule PackedResult(std::string_view a, std::string_view query, std::string_view key,
                            std::string_view value) {
  return {.type = &rules::kPackedResult, .names = {a, query, key, value}};
}
// A bit for each element of [N, Sq, Skv] of all batches, one after another.
constexpr Rule PackedBits(std::string_view a) {
  return {.type = &rules::kPackedBits, .names = {a}};
}
// Where `type` is 2 or 3 [N] or [B, N], and as many keys as queries in each batch; else no
// elements.
constexpr Rule PackedSlopes(std::string_view a, std::string_view type) {
  return {.type = &rules::kPackedSlopes, .names = {a, type}};
}
// [Tq, N, Dr] and [Tkv, Nkv, Dr], of the dtype of `query`, or both null; with them `mask` is given,
// and `keep` is 1.
constexpr Rule PackedRope(std::string_view query_rope, std::string_view key_rope,
                          std::string_view mask, std::string_view keep) {
  return {.type = &rules::kPackedRope, .names = {query_rope, key_rope, mask, keep}};
}
// [Tq, N, 8].
constexpr Rule PackedRows(std::string_view a, std::string_view query) {
  return {.type = &rules::kPackedRows, .names = {a, query}};
}

// The spec of a second version, whose bias may be made of slopes.
consteval OpSpec WithPackedSlopes(OpSpec spec, std::string_view bias) {
  spec = WithInstead(spec, rules::kNoElements, bias, PackedSlopes(bias, "pseType"));
  return WithBiasType(spec, IntIn("pseType", 0, 1, 2, 3));
}

// That of a third one: rotated elements behind `query` and `key`, and no dropout.
consteval OpSpec WithPackedRope(OpSpec spec, std::string_view key, std::string_view key_rope) {
  spec = WithBiasType(spec, IntIn("pseType", 0, 1));
  spec = WithInstead(spec, rules::kPackedBits, "dropMaskOptional", NoElements("dropMaskOptional"));
  spec = WithMore(spec, key, {Optional(Input(key_rope))});
  spec = WithMore(spec, "query", {Optional(Input("queryRope"))});
  return WithRule(spec, PackedRope("queryRope", key_rope, "attenMaskOptional", "keepProb"));
}

}  // namespace openaclnn
