#include "ops/quant/packed.h"

#include <array>

#include "base/dtype.h"
#include "kinds/elementwise/plan.h"

namespace openaclnn {

const Kernel* PackPairKernel();
const Kernel* LowHalfKernel();
const Kernel* HighHalfKernel();

namespace {

constexpr int64_t kBytesOfInt32 = 4;

// Dims of a tensor of at least one axis; rank 0 counts as one element.
Dims WithAnAxis(const Dims& dims) { return dims.empty() ? Dims{1} : dims; }

// The bytes of a packed tensor: the last axis is that of bytes, in INT32 those of an element.
Value BytesOf(StageList& list, const Value& packed) {
  Dims shape = WithAnAxis(packed->shape), strides = WithAnAxis(packed->strides);
  if (packed->dtype == ACL_INT32) {
    for (int64_t& stride : strides) stride *= kBytesOfInt32;
    shape.push_back(kBytesOfInt32);
    strides.push_back(1);
  } else {
    shape.back() /= 2;
    for (int64_t& stride : strides) stride /= 2;
    strides.back() = 1;
  }
  return list.SeenAs(ACL_INT8, packed, shape, strides);
}

// Every second one of unpacked integers, from the first or the second on, in the shape of bytes.
Value HalfOf(StageList& list, const Value& integers, const Value& bytes, bool second) {
  Dims strides = integers->strides;
  const int64_t step = strides.back();
  strides.back() = 2 * step;
  if (bytes->shape.size() > strides.size()) {
    strides.back() = 2 * kBytesOfInt32 * step;
    strides.push_back(2 * step);
  }
  Value half = list.Seen(integers, bytes->shape, strides);
  if (second) half.origin += step * DtypeBytes(integers->dtype);
  return half;
}

}  // namespace

void AddPacking(StageList& list, const Value& from, const Value& to) {
  if (to->extent.elements == 0) return;
  const Value bytes = BytesOf(list, to);
  const std::array halves = {HalfOf(list, from, bytes, false), HalfOf(list, from, bytes, true)};
  list.Add(PlanFormulaInDouble(PackPairKernel(), halves, bytes));
}

Value AddUnpacking(StageList& list, const Value& from, const Dims& shape) {
  const Value integers = list.Temporary(ACL_INT8, shape);
  if (from->extent.elements == 0) return integers;
  const Value bytes = BytesOf(list, from);
  for (const bool second : {false, true}) {
    list.Add(PlanFormulaInDouble(second ? HighHalfKernel() : LowHalfKernel(), std::array{bytes},
                                 HalfOf(list, integers, bytes, second)));
  }
  return integers;
}

}  // namespace openaclnn
