// The tensors of attention as their layouts have them, and the rules about their shapes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/op_spec.h"
#include "engine/rules/rule.h"
#include "kinds/attention/plan.h"
#include "tensor/shape.h"
#include "tensor/tensor.h"

namespace openaclnn {

// What inputLayout may be: B is the batch, S the position, N the head, D an element of it, and H is
// N D.
inline constexpr std::string_view kHeadLayouts[] = {"BSH", "SBH", "BSND", "BNSD"};
enum HeadLayout : int { kBsh, kSbh, kBsnd, kBnsd };

// The arguments that rules about shapes and plans ask for besides their own: Work::names.
enum AttentionRole : size_t {
  kQueryOf,
  kKeyOf,
  kValueOf,
  kHeadsOf,
  kLayoutOf,
  kSparseModeOf,
  kPrefixOf,
  kMaskOf,
};

// How an operator attends to keys (sparseMode).
enum SparseMode : int64_t {
  kDefaultMask,
  kAllMask,
  kLeftUpCausal,
  kRightDownCausal,
  kBandMask,
  kPrefixMask,
  kShortPrefixMask,
  // Where positions are packed: a band for the last batch or the first one, the others are causal.
  kCausalBand,
  kBandCausal,
};

// What pseType says: a bias is added after the scale, or before it; or it is made of slopes and
// distances, or of their roots.
enum BiasType : int64_t { kBiasAfterScale, kBiasBeforeScale, kBiasOfDistances, kBiasOfRoots };

constexpr bool IsMadeOfSlopes(int64_t bias_type) { return bias_type >= kBiasOfDistances; }

// Sizes of a call whose query, key and value fit together.
struct AttentionShape {
  int64_t batches, heads, kv_heads, queries, keys, size, value_size;
};

// A tensor of such a layout with so many heads as [batch, head, position, element].
struct HeadAxes {
  Dims shape, strides;
};
HeadAxes HeadAxesOf(const Tensor& tensor, HeadLayout layout, int64_t heads);
// The shape of a tensor of such a layout.
Dims ShapeIn(HeadLayout layout, int64_t batches, int64_t heads, int64_t positions, int64_t size);

// Whether the mask of a mode is one for all shapes, of which the library knows the elements.
constexpr bool HasShortMask(int64_t mode) {
  return mode == kLeftUpCausal || mode == kRightDownCausal || mode == kBandMask ||
         mode >= kShortPrefixMask;
}

// The side of a mask that is one for all shapes, and the rows that it has with prefixes.
inline constexpr int64_t kSideOfShortMask = 2048, kRowsOfPrefixMask = 3072;

// What rules of attention have alike: that the shape of their first argument is `expected`, or one
// of several; that its dtype is one that the second may have; and that two tokens may be a band.
Status CheckShape(const RuleCall& call, const Rule& rule, const Dims& expected);
Status CheckOneOf(const RuleCall& call, const Rule& rule, const std::vector<Dims>& shapes);
void NarrowToSecond(const Rule& rule, PossibleDtypes& possible);
Status CheckBandTokens(const RuleCall& call, const Rule& rule, int before, int after);

// That slopes are not null if the argument `type` of the rule says that its first one has some; and
// that they are FLOAT then.
Status CheckSlopesGiven(const RuleCall& call, const Rule& rule, int type);
Status CheckSlopesDtype(const RuleCall& call, const Rule& rule, int type);

namespace rules {
extern const RuleType kAttentionHeads, kAttentionResult, kAttentionRows, kAttentionBias,
    kAttentionMask, kAttentionBits, kPositionBias, kPositionBiasDtype, kAttentionKeysSeen,
    kAttentionGradient, kAttentionBiasGradient, kKeepProbability, kNoElements;
}  // namespace rules

// `query`, `key` and `value` have one dtype, and shapes that fit together.
constexpr Rule AttentionHeads(std::string_view query, std::string_view key,
                              std::string_view value) {
  return {.type = &rules::kAttentionHeads, .names = {query, key, value}};
}
// `a` has the dtype and the shape of results.
constexpr Rule AttentionResult(std::string_view a, std::string_view query, std::string_view key,
                               std::string_view value) {
  return {.type = &rules::kAttentionResult, .names = {a, query, key, value}};
}
// `a` has the dtype and the shape of `of`.
constexpr Rule AttentionGradient(std::string_view a, std::string_view of) {
  return {.type = &rules::kAttentionGradient, .names = {a, of}};
}
// The same, unless `a` has no elements.
constexpr Rule AttentionBiasGradient(std::string_view a, std::string_view of) {
  return {.type = &rules::kAttentionBiasGradient, .names = {a, of}};
}
// [B, N, Sq, 8].
constexpr Rule AttentionRows(std::string_view a, std::string_view query, std::string_view key,
                             std::string_view value) {
  return {.type = &rules::kAttentionRows, .names = {a, query, key, value}};
}
// [B, N, Sq, Skv], [B, N, 1, Skv] or [1, N, Sq, Skv].
constexpr Rule AttentionBias(std::string_view a) {
  return {.type = &rules::kAttentionBias, .names = {a}};
}
// The same; or where `type` is 2 or 3 slopes, [N] or [B, N], and as many keys as queries.
constexpr Rule PositionBias(std::string_view a, std::string_view type) {
  return {.type = &rules::kPositionBias, .names = {a, type}};
}
// The dtype of `of`; or where `type` is 2 or 3 FLOAT, and `a` is not null.
constexpr Rule PositionBiasDtype(std::string_view a, std::string_view of, std::string_view type) {
  return {.type = &rules::kPositionBiasDtype, .names = {a, of, type}};
}
// [B, N, Sq, Skv], [B, 1, Sq, Skv], [1, 1, Sq, Skv] or [Sq, Skv]; or that of the mode.
constexpr Rule AttentionMask(std::string_view a) {
  return {.type = &rules::kAttentionMask, .names = {a}};
}
// A bit for each element of [B, N, Sq, Skv].
constexpr Rule AttentionBits(std::string_view a) {
  return {.type = &rules::kAttentionBits, .names = {a}};
}
// Where there is a mask: an array with a number of keys for each batch, if the mode needs it; and a
// sum of tokens of at least 0, if it needs them.
constexpr Rule AttentionKeysSeen(std::string_view prefix, std::string_view before,
                                 std::string_view after) {
  return {.type = &rules::kAttentionKeysSeen, .names = {prefix, before, after}};
}
// Above 0 and at most 1.
constexpr Rule KeepProbability(std::string_view a) {
  return {.type = &rules::kKeepProbability, .names = {a}};
}
// An optional tensor that is not supported.
constexpr Rule NoElements(std::string_view a) {
  return {.type = &rules::kNoElements, .names = {a}};
}

}  // namespace openaclnn
