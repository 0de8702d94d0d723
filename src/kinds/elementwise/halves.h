// Tensors that an elementwise operator cuts in two (ElementwiseSpec::halves).
#pragma once

#include <array>
#include <cstdint>

#include "engine/op_spec.h"
#include "kinds/elementwise/spec.h"

namespace openaclnn {

// Where they are among the arguments; -1 where there is none, as in operators of other kinds.
constexpr std::array<int8_t, 2> HalvesOf(const OpSpec& spec) {
  if (spec.work.kind != &kElementwiseKind) return {-1, -1};
  return {spec.work.at[kFirstCut], spec.work.at[kSecondCut]};
}
constexpr int8_t SwapsHalvesOf(const OpSpec& spec) {
  return spec.work.kind == &kElementwiseKind ? spec.work.at[kSwapsHalves] : int8_t{-1};
}
constexpr bool HasHalves(const OpSpec& spec) { return HalvesOf(spec)[0] >= 0; }
constexpr bool IsCut(const OpSpec& spec, int argument) {
  const std::array<int8_t, 2> halves = HalvesOf(spec);
  return argument >= 0 && (argument == halves[0] || argument == halves[1]);
}

}  // namespace openaclnn
