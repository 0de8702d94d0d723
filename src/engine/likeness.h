// What the tensors of a call have in common: found once, for its rules and for its plan.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "engine/argument.h"
#include "engine/op_spec.h"

namespace openaclnn {

struct Likeness {
  const Tensor* first = nullptr;  // of the tensors that are not null, if there are any
  bool one_dtype = false;         // all of these have the first one's dtype
  bool one_shape = false;         // and its shape, and no tensor is null
};

// The arguments' objects are found.
inline Likeness LikenessOf(const OpSpec& spec, std::span<const Argument> arguments) {
  const Tensor* first = nullptr;
  uint64_t given = 0, bit = 1;
  bool one_dtype = true, one_shape = true;
  for (const Argument& argument : arguments) {
    const Tensor* const tensor = argument.tensor;
    const uint64_t this_bit = std::exchange(bit, bit << 1);
    if (tensor == nullptr) continue;
    given |= this_bit;
    if (first == nullptr) {
      first = tensor;
      continue;
    }
    one_dtype = one_dtype && tensor->dtype == first->dtype;
    one_shape = one_shape && tensor->shape == first->shape;
  }
  if (first == nullptr) return {};
  return {first, one_dtype, one_shape && (spec.tensors & ~given) == 0};
}

}  // namespace openaclnn
