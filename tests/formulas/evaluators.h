#pragma once

#include <array>
#include <cstddef>

#include "tests/formulas/on_targets.h"

namespace openaclnn {

// One way to evaluate, over a number of elements that is a multiple of kEvaluatedAtATime.
struct Evaluators {
  const char* name;  // what it computes with

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
  void (*narrow)(const double* values, float* out, size_t count);
  void (*widen)(const float* values, double* out, size_t count);
};

// Those of a SIMD target.
using EvaluatorsOfTarget = std::array<Evaluators, 3>;

inline constexpr size_t kEvaluatedAtATime = 64;

}  // namespace openaclnn
