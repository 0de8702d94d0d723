// How specs say that one operand has a value for each channel, the second axis of the others, and
// that terms of a formula may be summed over each: .work = Channels({.operand = "weight", ...}).
#pragma once

#include <string_view>

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"
#include "kinds/formula_spec.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kChannelsKind;

struct ChannelsSpec {
  std::string_view operand;    // has one value for each channel
  std::string_view sums = {};  // the output that receives the sum of the terms of each, if any
  Kernels kernels;
  bool wide_mixtures = false;  // see FormulaOption
};

enum ChannelsRole : size_t { kChannelOperand, kChannelSums };  // Work::names

constexpr Work Channels(const ChannelsSpec& spec) {
  return {.kind = &kChannelsKind,
          .names = {spec.operand, spec.sums},
          .options = {spec.wide_mixtures},
          .kernels = spec.kernels};
}

}  // namespace openaclnn
