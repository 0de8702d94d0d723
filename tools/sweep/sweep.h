// Many inputs of one subject in one dtype against the exact values.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/progress/progress.h"
#include "tools/sweep/subjects.h"
#include "tools/sweep/tally.h"

namespace openaclnn::sweep {

struct Range {
  double low = NAN, high = NAN;  // of self; NaN: no limit
  uint64_t step = 1;             // of float: every step-th number
  uint64_t samples = 1000000;    // of double
  uint64_t seed = 1;             // of random numbers
};

struct Job {
  const Subject* subject;
  const Dtype* dtype;
  Gradients gradients;
  Range range;

  std::string Title() const;
  uint64_t Count() const;  // of results
  double Work() const;     // for progress
};

struct Mismatch {
  double x, grad, actual;
};

struct Outcome {
  std::vector<Tally> intervals;  // as Dtype counts them
  Tally total;
  std::vector<Mismatch> mismatches;  // some of them

  bool Keeps(const Bounds& promise) const;
};

// Runs on `threads` threads. What the library refuses is a std::runtime_error.
Outcome RunJob(const Job& job, int threads, tools::Progress* progress);

}  // namespace openaclnn::sweep
