// How a product of matrices, of which some may be of integers, lies in memory: made of tensors,
// apart from any call.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kinds/product/quantised_numbers.h"
#include "tensor/plan.h"
#include "tensor/tensor.h"

namespace openaclnn {

inline constexpr int kFactors = 2;

struct ProductTensors {
  const Tensor *first, *second, *result;
  const Tensor* added = nullptr;  // broadcasts to the result; null: there is none
  // In the order of QuantisedNumbers, the last one left out; null: there are no such numbers.
  std::array<const Tensor*, kAddedLast> numbers = {};
  bool turns_first = false, turns_second = false;  // the last two axes change places
  int64_t group = 0;                               // indices k that share a scale; 0: all
  bool adds_floats_first = false;                  // not INT32 alone is added before the scales
};

struct QuantisedPlan {
  Plan plan;     // factors, what is added, and the result, as ProductRun has it
  Plan numbers;  // as QuantisedRun has it
  std::array<int, kFactors> bits;
  int64_t group;
  bool adds;       // the third operand, before the scales
  bool adds_last;  // after them

  bool HasIntegers() const { return bits[0] != 0 || bits[1] != 0; }
};

// The tensors fit each other.
void PlanQuantised(const ProductTensors& tensors, QuantisedPlan& made);

// What is read of a tensor of integers: all from its first byte to its last.
void PlanBytes(const Tensor& tensor, int operand, Plan& plan);

}  // namespace openaclnn
