// What a kind makes when it plans a part of a call, for computations that consist of several
// (kinds/stages). The plan.h of a kind declares functions that give such a stage.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/computation.h"
#include "tensor/tensor.h"

namespace openaclnn {

// A tensor that a stage reads or writes, and the slot where a run finds it.
struct Value {
  const Tensor* tensor;
  int32_t slot;
  // Bytes from the first element that the slot has to that of the tensor; for moves and formulas.
  int64_t origin = 0;

  const Tensor* operator->() const { return tensor; }
};

struct Stage {
  std::unique_ptr<Computation> computation;
  uint64_t workspace = 0;  // bytes that its run needs, from a cache line on
  int64_t elements = 0;
  int64_t cost = 0;  // of an element on one core, about, in picoseconds
  // Whether its output may be exactly the view of what it reads by element or by row: each is read
  // before it is written, whatever threads do.
  bool in_place = false;
};

}  // namespace openaclnn
