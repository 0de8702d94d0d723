// Blocks that are not square.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "tensor/plan.h"

namespace openaclnn {

// The most elements of a block, and how many times as many lie along the innermost axis as along
// the other one.
struct BlockShape {
  int64_t elements;
  int64_t aspect;
};

// BlockTransposed (tensor/plan.h) into blocks of a shape.
boost::container::small_vector<Plan, 1> BlockTransposed(const Plan& plan, BlockShape shape);

}  // namespace openaclnn
