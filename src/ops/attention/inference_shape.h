// The tensors of attention for inference, and the rules about their shapes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/argument.h"
#include "engine/op_spec.h"
#include "engine/rules/rule.h"
#include "ops/attention/inference_arguments.h"
#include "tensor/shape.h"
#include "tensor/tensor.h"

namespace openaclnn {

// How tensors lie, a letter for each axis: B is the batch, S the position, T positions of all
// batches one after another, N the head, D an element of it, H is N * D.
struct InferenceLayout {
  std::string_view input, output;
};
inline constexpr std::string_view kInferenceLayoutTexts[] = {
    "BSH",      "BSND",      "BNSD",      "BNSD_BSND", "TND",
    "BSH_NBSD", "BSND_NBSD", "BNSD_NBSD", "TND_NTD",   "NTD_TND"};
inline constexpr InferenceLayout kInferenceLayouts[] = {
    {"BSH", "BSH"},  {"BSND", "BSND"}, {"BNSD", "BNSD"}, {"BNSD", "BSND"}, {"TND", "TND"},
    {"BSH", "NBSD"}, {"BSND", "NBSD"}, {"BNSD", "NBSD"}, {"TND", "NTD"},   {"NTD", "TND"}};
// The first ones, which operators of one query and those of prompts have.
inline constexpr size_t kLayoutsOfOneQuery = 3, kLayoutsOfPrompts = 5;

// Queries of a batch, and the keys that there are for them. Positions count along S or T.
struct InferenceSequence {
  int64_t first_query, queries, first_key, keys;
};

// The sizes of a call whose arguments fit together.
struct InferenceSizes {
  InferenceLayout layout;
  bool is_packed;  // positions of all batches one after another
  bool is_paged;   // keys are in blocks that a table names
  int64_t batches, heads, kv_heads;
  int64_t positions;  // of queries, along S or T
  int64_t size, value_size;

  // Whether each batch has one query, which modes and lengths of queries do not concern.
  bool HasOneQuery() const { return !is_packed && positions == 1; }
};
InferenceSizes InferenceSizesOf(std::span<const Argument> arguments, const InferenceArguments& at);

// One for each batch.
std::vector<InferenceSequence> SequencesOf(std::span<const Argument> arguments,
                                           const InferenceArguments& at,
                                           const InferenceSizes& sizes);

// A tensor whose axes are such letters as [batch, head, position, element], of `heads` heads.
struct InferenceAxes {
  Dims shape, strides;
};
InferenceAxes AxesOf(const Tensor& tensor, std::string_view letters, int64_t heads);
// A cache of keys or values as [block, head, position, element].
InferenceAxes AxesOfCache(const Tensor& tensor, int64_t kv_heads);
// A mask as [batch, 1, query, key], where axes of 1 stand for all.
InferenceAxes AxesOfMask(const Tensor& mask, const InferenceSizes& sizes);

namespace rules {
extern const RuleType kInferenceHeads, kInferenceLengths, kInferenceBias, kInferenceMask,
    kInferenceResult, kInferenceLogarithms, kNotSupported;
}  // namespace rules

// `query`, `key` and `value`, which are tensors or lists, the blocks of a cache, and tensors of
// rotated elements have one dtype, and fit together.
constexpr Rule InferenceHeads(std::string_view query, std::string_view key,
                              std::string_view value) {
  return {.type = &rules::kInferenceHeads, .names = {query, key, value}};
}
// Lengths are those of batches.
constexpr Rule InferenceLengths(std::string_view query) {
  return {.type = &rules::kInferenceLengths, .names = {query}};
}
constexpr Rule InferenceBias(std::string_view bias) {
  return {.type = &rules::kInferenceBias, .names = {bias}};
}
constexpr Rule InferenceMask(std::string_view query) {
  return {.type = &rules::kInferenceMask, .names = {query}};
}
constexpr Rule InferenceResult(std::string_view out, std::string_view query, std::string_view key,
                               std::string_view value) {
  return {.type = &rules::kInferenceResult, .names = {out, query, key, value}};
}
constexpr Rule InferenceLogarithms(std::string_view logarithms, std::string_view query) {
  return {.type = &rules::kInferenceLogarithms, .names = {logarithms, query}};
}
// Arguments with such names are null, or have no elements. `query` is never null.
constexpr Rule NotSupported(std::string_view query, std::span<const std::string_view> names) {
  return {.type = &rules::kNotSupported, .names = {query}, .texts = names};
}

}  // namespace openaclnn
