// A step of AdamW as stages, as several operators have it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "cpu/params.h"
#include "engine/call.h"
#include "engine/rules.h"
#include "kinds/elementwise/kernel.h"
#include "kinds/stage.h"
#include "kinds/stages/stage_list.h"

namespace openaclnn {

// A formula in double, with these parameters.
void AddInDouble(StageList& list, const Kernel* kernel, std::span<const Value> inputs,
                 const Value& to, std::array<double, Params::kMax> numbers = {});

// One element, as the vendor's pages say of the number of a step. Its operators take more, and its
// examples give more: the first one counts.
constexpr Rule FirstElement(std::string_view a) {
  Rule rule = OneElement(a);
  rule.numbers = {1};
  return rule;
}

struct AdamStep {
  Value var, m, v, grad;
  std::optional<Value> largest = {};  // the largest v of all steps, if it counts
  Value step;                         // which one it is, from 1 on
  std::optional<Value> found = {};    // if this is 1, nothing changes
  double lr, beta1, beta2, decay, eps;
  bool maximize;
};

// Replaces var, m, v and the largest v. The gradient may be of another dtype.
void AddStepOfAdamW(StageList& list, const AdamStep& step);

}  // namespace openaclnn
