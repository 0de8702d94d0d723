// Numbers at equal distances. Compilers of CPUs and GPUs both read this: a constant expression may
// be one of device code.
#pragma once

#include <cstdint>

namespace openaclnn {

// Number i is start + i step; from `half` on it is counted back from the end, as `end` minus so
// many steps. Integers are computed in 64 bits, of which an element has the low ones, others in
// double.
struct Ramp {
  bool of_integers;
  int64_t first, by;  // of integers, which have no end
  double start, step;
  double end = 0;  // number `last`
  int64_t half = INT64_MAX, last = 0;

  constexpr int64_t IntegerAt(int64_t i) const {
    return static_cast<int64_t>(static_cast<uint64_t>(first) +
                                static_cast<uint64_t>(i) * static_cast<uint64_t>(by));
  }
  constexpr double NumberAt(int64_t i) const {
    return i < half ? start + static_cast<double>(i) * step
                    : end - static_cast<double>(last - i) * step;
  }
};

}  // namespace openaclnn
