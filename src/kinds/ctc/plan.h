// The loss of connectionist temporal classification, and its gradient, as stages.
#pragma once

#include <cstdint>
#include <span>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// N sequences of up to T steps.
struct CtcSequences {
  Value log_probs;                         // [T, N, C], or [T, C] of one sequence
  Value targets;                           // INT64; [N, S], or, one after the other, [all]
  std::span<const int64_t> input_lengths;  // N, each from 0 to T
  std::span<const int64_t> target_lengths;
  int64_t blank;  // a class
  bool zero_infinity;
};

// `losses` has an element for each sequence, `log_alpha` is [N, T, states].
OPENACLNN_SHARED Stage PlanCtcLoss(const CtcSequences& sequences, const Value& losses,
                                   const Value& log_alpha);

// `grad` and `losses` have an element for each sequence; `out` is like log_probs.
struct CtcGradientInputs {
  CtcSequences sequences;
  Value grad, losses, log_alpha, out;
};
OPENACLNN_SHARED Stage PlanCtcGradient(const CtcGradientInputs& inputs);

}  // namespace openaclnn
