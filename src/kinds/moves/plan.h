// What stages of other kinds move, fill and make.
#pragma once

#include <cstdint>

#include "base/shared.h"
#include "kinds/moves/element.h"
#include "kinds/moves/ramp.h"
#include "kinds/stage.h"

namespace openaclnn {

// The elements of `from`, which broadcast to the shape of `to`, converted to its dtype.
OPENACLNN_SHARED Stage PlanMove(const Value& from, const Value& to);

// All elements of `to` become one number.
OPENACLNN_SHARED Stage PlanFill(double number, const Value& to);
// The same with an element of the dtype of `to`.
OPENACLNN_SHARED Stage PlanFill(const Element& element, const Value& to);

// Element i of `to`, in row-major order, becomes number i of the ramp.
OPENACLNN_SHARED Stage PlanRamp(const Ramp& ramp, const Value& to);

// Where, in matrices of the last two axes, column - row is at least `diagonal`, or at most that.
struct Triangle {
  bool is_upper;
  int64_t diagonal;
};

// The elements of `from` in the triangle, 0 elsewhere. `from` and `to` are of
// one dtype and one shape of at least two axes; they may be one tensor. It is walked along rows or
// columns as `to` lies in memory.
OPENACLNN_SHARED Stage PlanTriangle(const Triangle& kept, const Value& from, const Value& to);

// What lies at each of `count` places of `from` comes as often as `repeats` says, which has an
// integer for each place, or one for all: `from` is [outer, count, inner], and `to` is
// [outer, size, inner], both dense. A negative number counts as 0. What `to` has no room for is left
// out; places of `to` that are left over become 0.
struct RepeatEachInputs {
  Value from, repeats, to;
  int64_t outer, count, size, inner;
};
OPENACLNN_SHARED Stage PlanRepeatEach(const RepeatEachInputs& inputs);

}  // namespace openaclnn
