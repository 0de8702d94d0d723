// A call in its first phase, as a kind of computation sees it: its arguments have passed all
// checks, and their objects are found.
#pragma once

#include <span>

#include "engine/argument.h"
#include "engine/check.h"
#include "engine/likeness.h"
#include "engine/op_spec.h"

namespace openaclnn {

struct Call {
  const OpSpec& spec;
  std::span<const Argument> arguments;
  const Likeness& likeness;

  const Argument& At(int argument) const { return arguments[static_cast<size_t>(argument)]; }
  // A tensor that is not null.
  const Tensor& TensorAt(int argument) const { return *At(argument).tensor; }
  const Tensor& FirstResult() const { return TensorAt(spec.results_at[0]); }
  // An integer; `by_default` where the spec names no argument.
  int64_t IntegerAt(int argument, int64_t by_default) const {
    return argument >= 0 ? At(argument).integer : by_default;
  }
  bool AsksForNothing() const { return openaclnn::AsksForNothing(spec, arguments); }
};

}  // namespace openaclnn
