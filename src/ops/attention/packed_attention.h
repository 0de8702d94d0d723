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
// it have. Or several batches of one size, one after another.
struct PackedBatch {
  int64_t index, first_query, queries, first_key, keys, first_pair, batches = 1;
};

// A call whose arguments have passed the checks.
class PackedCall {
 public:
  PackedCall(const Call& call, const AttentionArguments& at);

  // What the stages compute: each batch; or all at once where a bias has an axis of batches.
  std::vector<PackedBatch> Batches() const;
  AttentionInputs Inputs(StageList& list, const PackedBatch& batch) const;
  // Whether heads have rotated elements apart from the others.
  bool HasRope() const { return at_.query_rope >= 0 && call_.IsGiven(at_.query_rope); }
  // What a tensor has of the queries, or of the keys, of a batch, as [batch, head, position,
  // element].
  static Value OfQueries(StageList& list, int argument, const PackedBatch& batch) {
    return Part(list, argument, batch.first_query, batch.queries, batch.batches);
  }
  static Value OfKeys(StageList& list, int argument, const PackedBatch& batch) {
    return Part(list, argument, batch.first_key, batch.keys, batch.batches);
  }
  // What a batch has of a bias that is not made of slopes, or of the gradient by it.
  bool HasBias() const { return has_bias_; }
  Value BiasOf(StageList& list, int argument, const PackedBatch& batch) const;
  // Sets what a tensor has of positions behind the last batch.
  void FillQueriesLeft(StageList& list, int argument, double number) const {
    FillLeft(list, argument, queries_, number);
  }
  void FillKeysLeft(StageList& list, int argument, double number) const {
    FillLeft(list, argument, keys_, number);
  }

 private:
  static Value Part(StageList& list, int argument, int64_t first, int64_t count, int64_t batches);
  static void FillLeft(StageList& list, int argument, int64_t first, double number);
  AttentionBand Band(const PackedBatch& batch) const;
  Value MaskOf(StageList& list, const PackedBatch& batch) const;

  const Call& call_;
  const AttentionArguments at_;
  std::vector<PackedBatch> batches_;
  int64_t queries_ = 0, keys_ = 0;  // positions of all batches
  bool has_bias_ = false;
};

namespace rules {
extern const RuleType kPackedHeads, kPackedMode, kPackedLengths, kPackedMask, kPackedResult,
    kPackedRows, kPackedBits, kPackedBias, kPackedSlopes, kPackedRope;
}  // namespace rules

// `query` is [Tq, N, D], `key` [Tkv, Nkv, D] and `value` [Tkv, Nkv, Dv], of one dtype.
constexpr Rule PackedHeads(std::string_view query, std::string_view key, std::string_view value) {
  return {.type = &rules::kPackedHeads, .names = {query, key, value}};
}
// 0 to 4, or 6 to 8.
constexpr Rule PackedMode(std::string_view a) {
  return {.type = &rules::kPackedMode, .names = {a}};
}
// The numbers of positions up to each batch; the last ones are those of the tensors. Or zeros
// follow, for batches that do not take part.
constexpr Rule PackedLengths(std::string_view of_queries, std::string_view of_keys) {
  return {.type = &rules::kPackedLengths, .names = {of_queries, of_keys}};
}
// [Sq, Skv] of the longest batch at least, perhaps with [B, N], [B, 1] or [1, 1] before; or that of
// the mode. Tokens and prefixes are as the mode needs them.
constexpr Rule PackedMask(std::string_view mask, std::string_view before, std::string_view after,
                          std::string_view prefix) {
  return {.type = &rules::kPackedMask, .names = {mask, before, after, prefix}};
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
// [N, 1, Skv] or [N, Sq, Skv] of all batches, one after another along one axis. Where all batches
// have one size, also [B, N, Sq, Skv], [B, N, 1, Skv] or [1, N, Sq, Skv]. Or no elements.
constexpr Rule PackedBias(std::string_view a) {
  return {.type = &rules::kPackedBias, .names = {a}};
}
// The same; or where `type` is 2 or 3 [N] or [B, N], and as many keys as queries in each batch.
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
  spec = WithInstead(spec, rules::kSameDtype, bias, PositionBiasDtype(bias, "query", "pseType"));
  spec = WithInstead(spec, rules::kPackedBias, bias, PackedSlopes(bias, "pseType"));
  return WithBiasType(spec, IntIn("pseType", 0, 1, 2, 3));
}

// That of a third one: rotated elements behind `query` and `key`, no dropout and no bias.
consteval OpSpec WithPackedRope(OpSpec spec, std::string_view key, std::string_view key_rope,
                                std::string_view bias) {
  spec = WithInstead(spec, rules::kPackedBias, bias, NoElements(bias));
  spec = WithBiasType(spec, IntIn("pseType", 0, 1));
  spec = WithInstead(spec, rules::kPackedBits, "dropMaskOptional", NoElements("dropMaskOptional"));
  spec = WithMore(spec, key, {Optional(Input(key_rope))});
  spec = WithMore(spec, "query", {Optional(Input("queryRope"))});
  return WithRule(spec, PackedRope("queryRope", key_rope, "attenMaskOptional", "keepProb"));
}

}  // namespace openaclnn
