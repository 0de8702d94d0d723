// The geometry of one elementwise computation: all operands walked together over as few axes as
// their layouts allow. Independent of the operator and of the device that runs it.
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <span>

#include "acl/acl_base.h"
#include "tensor/max_operands.h"
#include "tensor/shape.h"

namespace openaclnn {

// Before planning: one operand as it is seen under the common shape.
struct OperandView {
  aclDataType dtype;
  Dims byte_strides;  // one for each axis of the common shape; 0 where the operand is broadcast
};

struct Axis {
  int64_t extent;
  std::array<int64_t, kMaxOperands> stride;  // bytes from one element to the next, for each operand
};

struct Plan {
  boost::container::small_vector<Axis, 3> axes;  // innermost first; empty for a single element
  std::array<aclDataType, kMaxOperands> dtype;
  std::array<int64_t, kMaxOperands> origin;  // bytes from the first element to the walk's first
  int num_operands = 0;
  int num_outputs = 0;   // the last ones of the operands
  int64_t elements = 0;  // 0: nothing to do
  // A double loop that stands for one of float: DOUBLE outputs get results rounded to float.
  bool float_results = false;
  // A dtype of which results of integer loops are elements before they become those of the outputs,
  // narrower than INT64; else ACL_DT_UNDEFINED.
  aclDataType wraps_to = ACL_DT_UNDEFINED;
  // Results become integers by rounding to nearest even, not toward zero.
  bool nearest_integers = false;
  // INT64 becomes double by rounding to odd (cpu/number_casts.h), as results are rounded again.
  bool odd_doubles = false;
  // Not 0: the two innermost axes are a block of this many elements, best taken whole.
  int64_t block = 0;
};

// Merges axes that are contiguous in every operand, and drops axes of one element. The order of an
// elementwise walk is free. So it turns axes that the first output walks backwards, and sorts axes
// such that this output is written in memory order. `operands`: inputs, then outputs. An axis of 0
// elements gives a plan of 0 elements.
Plan PlanElementwise(const Dims& shape, std::span<const OperandView> operands, int num_outputs);

// The same without turning or sorting: element i of the walk is element i of `shape` in row-major
// order.
Plan PlanInOrder(const Dims& shape, std::span<const OperandView> operands, int num_outputs);

// A walk along rows: the axis `dim` of `shape` is the innermost one, whatever it has of elements;
// the others are those of PlanElementwise. Rank 0 is a row of one element. An operand whose strides
// along `dim` are 0 may have one element for each row.
Plan PlanRows(const Dims& shape, std::span<const OperandView> operands, int num_outputs,
              size_t dim);

// How many rows there are in a plan of PlanRows, of no elements too.
int64_t CountRows(const Plan& plan);

// Whether the walk of an operand is contiguous, or stays on one element.
bool IsDense(const Plan& plan, int operand);
bool IsUniform(const Plan& plan, int operand);

// The axis along which an operand has the smallest steps where that is not the innermost one. Along
// the innermost it jumps from cache line to cache line. -1 if no operand does.
int CompetingAxis(const Plan& plan);

// An input that is transposed against the output jumps from cache line to cache line as the walk
// goes along the innermost axis. It comes back to each line only after the whole axis. Divides
// such a walk into blocks of up to `tile` elements, so that every line that a block touches is used
// up in it. Blocks are square in the two axes that compete, except that a short axis leaves its
// part to the other. Gives several plans, as edges need blocks of their own; together they visit
// each element once. Blocks follow each other in the direction in which most operands go in small
// steps. Gives the plan itself where no input gains.
boost::container::small_vector<Plan, 1> BlockTransposed(const Plan& plan, int64_t tile);

}  // namespace openaclnn
