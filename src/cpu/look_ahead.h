// Asks the caches for what follows in a walk by blocks (Plan::block), whose jumps machines do not
// foresee.
#pragma once

#include <array>
#include <cstdint>

#include "cpu/tile_io.h"
#include "tensor/plan.h"

namespace openaclnn {

// Stretches of memory, of some inputs, that lie side by side.
class LookAhead {
 public:
  struct Runs {
    uintptr_t first;
    int64_t step;   // bytes from a run to the next
    int64_t bytes;  // of each
    int64_t count;
  };
  void Add(const Runs& runs);

  // Adds input `operand` in the block at element `first`: its rows, or its columns where it is
  // transposed.
  void AddBlock(const Plan& plan, const OperandData& data, int operand, int64_t first);

  // Asks for the runs that are due, and were not asked for, when `done` of `all` is done; into the
  // second-level cache.
  void AskForShare(int64_t done, int64_t all);

  // Asks for what is some way after run r of each input, into the first-level cache.
  void AskForRunsAfter(int64_t r) const;

 private:
  struct Input {
    Runs runs;
    int64_t ahead;  // runs
    int64_t asked_for;
  };

  std::array<Input, kMaxOperands> inputs_;
  int num_inputs_ = 0;
};

}  // namespace openaclnn
