// A call in its first phase, as a kind of computation sees it: its arguments have passed all
// checks, and their objects are found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/shared.h"
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
  // Whether a pointer is not null, as of optional arguments.
  bool IsGiven(int argument) const { return !At(argument).is_null; }
  // The members of a list, none if it is null; a member that is null is null here, too.
  std::span<Tensor* const> TensorsAt(int argument) const { return At(argument).Tensors(); }
  std::span<const Scalar* const> ScalarsAt(int argument) const { return At(argument).Scalars(); }
  // Arrays that are not null.
  const std::vector<int64_t>& IntegersAt(int argument) const { return *At(argument).integers; }
  const std::vector<float>& FloatsAt(int argument) const { return *At(argument).floats; }
  const std::vector<bool>& BoolsAt(int argument) const { return *At(argument).bools; }
  bool FlagAt(int argument) const { return At(argument).flag; }
  // A double or a float, or a scalar, which by default may be null.
  ExactNumber NumberAt(int argument) const { return ExactOf(At(argument)); }
  // The index of a text or an integer among those that a rule of the spec lists for it.
  OPENACLNN_SHARED int ChoiceAt(int argument) const;
  // The slot of a tensor, or that of the first member of a list, which the others' follow.
  int SlotOf(int argument) const;
  // An integer; `by_default` where the spec names no argument.
  int64_t IntegerAt(int argument, int64_t by_default) const {
    return argument >= 0 ? At(argument).integer : by_default;
  }
  bool AsksForNothing() const { return openaclnn::AsksForNothing(spec, arguments); }
};

}  // namespace openaclnn
