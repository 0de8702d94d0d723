// The inputs of a sweep: what self and gradOutput are, in chunks that are calls of the operator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tests/formulas/inputs.h"
#include "tools/sweep/kernel_call.h"
#include "tools/sweep/sweep.h"

namespace openaclnn::sweep {

// The inputs of a job, by their index, in the order of self except for double. They depend on the
// job alone.
class Inputs {
 public:
  static constexpr uint64_t kChunk = 1 << 16;  // elements of a call

  explicit Inputs(const Job& job);

  uint64_t Count() const;
  uint64_t Chunks() const { return (Count() + kChunk - 1) / kChunk; }

  // Sets the operands of a call, of kChunk elements; returns how many of them the chunk has.
  size_t Draw(uint64_t chunk, KernelCall& call) const;

 private:
  uint64_t Self(uint64_t index, Random* random) const;
  uint64_t Grad(Random* random) const;
  uint64_t RandomSelf(Random* random) const;

  const Job& job_;
  const Dtype& dtype_;
  const uint64_t one_ = dtype_.WithExponentOfOne(0);
  uint64_t first_ = 0, last_;  // keys
  uint64_t step_ = 1;
  int log_draws_ = 0;
};

}  // namespace openaclnn::sweep
