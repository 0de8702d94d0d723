// The dense loops over the states of a sequence, and over classes. Arrays have room for whole
// vectors, CtcRoom(count) numbers; what is beyond `count` is read and written, and does not count.
#pragma once

#include <cstdint>

namespace openaclnn {

inline constexpr int64_t kCtcVector = 8;  // doubles of the longest vector
constexpr int64_t CtcRoom(int64_t count) {
  return (count + kCtcVector - 1) / kCtcVector * kCtcVector;
}

struct CtcLoops {
  // next[i] = numbers[i] + log(e^before[i] + e^before[i - 1] + e^before[i - 2]), where the last
  // term counts if skips[i] is not 0. There are two numbers in front of `before`.
  void (*step)(const double* before, const double* numbers, const double* skips, int64_t count,
               double* next);
  // log(e^a + e^b).
  double (*log_of_sum)(double a, double b);
  // terms[i] = e^(alpha[i] + beta[i] + loss - numbers[i]).
  void (*posteriors)(const double* alpha, const double* beta, double loss, const double* numbers,
                     int64_t count, double* terms);
  // gradients[i] = (e^numbers[i] - sums[i] - e^(-inf + loss - numbers[i])) grad, in the place of
  // sums.
  void (*gradients)(const double* numbers, double loss, double grad, int64_t count, double* sums);
};

const CtcLoops& GetCtcLoops();

}  // namespace openaclnn
