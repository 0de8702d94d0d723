// Which arguments of an operator of attention for inference are which, by their names.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "engine/op_spec.h"

namespace openaclnn {

// Indices of arguments, -1 where the operator has none.
struct InferenceArguments {
  int8_t query = -1, key = -1, value = -1;
  int8_t bias = -1, mask = -1;
  int8_t query_lengths = -1, key_lengths = -1;
  int8_t table = -1, block_size = -1;
  int8_t query_rope = -1, key_rope = -1;
  int8_t heads = -1, kv_heads = -1, scale = -1, before = -1, after = -1, layout = -1, mode = -1;
  int8_t asks_for_logarithms = -1;
  int8_t out = -1, logarithms = -1;
  int8_t spare[27] = {};
};

using WorkOptions = decltype(Work::options);
static_assert(sizeof(InferenceArguments) == sizeof(WorkOptions));

// An operator whose queries are one of each batch has no mode.
constexpr InferenceArguments InferenceArgumentsOf(const OpSpec& spec) {
  const auto one_of = [&spec](std::string_view name, std::string_view other) {
    const int index = spec.IndexOf(name);
    return static_cast<int8_t>(index >= 0 ? index : spec.IndexOf(other));
  };
  const auto at = [&](std::string_view name) { return one_of(name, name); };
  InferenceArguments found;
  found.query = at("query");
  found.key = at("key");
  found.value = at("value");
  found.bias = one_of("pseShift", "pseShiftOptional");
  found.mask = one_of("attenMask", "attenMaskOptional");
  found.query_lengths = one_of("actualSeqLengths", "actualSeqLengthsOptional");
  found.key_lengths = one_of("actualSeqLengthsKv", "actualSeqLengthsKvOptional");
  found.mode = at("sparseMode");
  found.before = at("preTokens");
  found.after = at("nextTokens");
  if (found.before < 0) std::swap(found.query_lengths, found.key_lengths);
  found.table = one_of("blockTable", "blockTableOptional");
  if (found.table < 0) found.table = at("blocktable");
  found.block_size = at("blockSize");
  found.query_rope = at("queryRopeOptional");
  found.key_rope = at("keyRopeOptional");
  found.heads = at("numHeads");
  found.kv_heads = at("numKeyValueHeads");
  found.scale = at("scaleValue");
  found.layout = at("inputLayout");
  found.asks_for_logarithms = at("softmaxLseFlag");
  found.out = at("attentionOut");
  found.logarithms = at("softmaxLse");
  return found;
}

// What the work of such an operator has among its options.
constexpr WorkOptions OptionsOf(const InferenceArguments& arguments) {
  return std::bit_cast<WorkOptions>(arguments);
}
constexpr InferenceArguments InferenceArgumentsIn(const OpSpec& spec) {
  return std::bit_cast<InferenceArguments>(spec.work.options);
}

}  // namespace openaclnn
