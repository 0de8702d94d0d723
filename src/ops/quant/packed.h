// Integers of four bits: in tensors of INT4, two to a byte, the first in the low half; or in
// tensors of INT32, eight to an element, the first in the lowest bits.
#pragma once

#include "kinds/stage.h"
#include "kinds/stages/stage_list.h"
#include "tensor/shape.h"

namespace openaclnn {

// Adds a stage that puts the low four bits of integers into `to`. Its shape is theirs, except that
// the last size of an INT32 tensor is an eighth of theirs. A tensor of INT4 is contiguous, and
// begins with a byte.
void AddPacking(StageList& list, const Value& from, const Value& to);

// The integers that `from` holds, in the shape `shape`, as a temporary of INT8.
Value AddUnpacking(StageList& list, const Value& from, const Dims& shape);

}  // namespace openaclnn
