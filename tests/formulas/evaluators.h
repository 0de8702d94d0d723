#pragma once

#include <cstddef>

#include "tests/formulas/on_targets.h"

namespace openaclnn {

// What a target evaluates, over a number of elements that is a multiple of every vector's size.
struct Evaluators {
  template <class T>
  using WordLoop = void (*)(Word word, const T* a, const T* b, const T* c, T* out, size_t count);

  void (*formula)(Formula formula, ScalarParams<float> params, const float* grad, const float* x,
                  float* out, size_t count);
  void (*softplus)(ScalarParams<double> params, const double* grad, const double* x, double* out,
                   size_t count);
  void (*prelu)(float weight, const float* grad, const float* x, float* grad_input, float* terms,
                size_t count);
  WordLoop<float> word;
  WordLoop<double> word_in_double;
};

}  // namespace openaclnn
