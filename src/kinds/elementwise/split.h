// Tensors that an elementwise operator cuts in two (ElementwiseSpec::split).
#pragma once

#include <array>
#include <cstdint>

#include "engine/op_spec.h"
#include "kinds/elementwise/spec.h"

namespace openaclnn {

// Where they are among the arguments; -1 where there is none, as in operators of other kinds.
constexpr std::array<int8_t, 2> SplitsOf(const OpSpec& spec) {
  if (spec.work.kind != &kElementwiseKind) return {-1, -1};
  return {spec.work.at[kFirstSplit], spec.work.at[kSecondSplit]};
}
constexpr int8_t SwapsPartsOf(const OpSpec& spec) {
  return spec.work.kind == &kElementwiseKind ? spec.work.at[kSwapsParts] : int8_t{-1};
}
constexpr bool HasSplit(const OpSpec& spec) { return SplitsOf(spec)[0] >= 0; }
constexpr bool IsSplit(const OpSpec& spec, int argument) {
  const std::array<int8_t, 2> split = SplitsOf(spec);
  return argument >= 0 && (argument == split[0] || argument == split[1]);
}

}  // namespace openaclnn
