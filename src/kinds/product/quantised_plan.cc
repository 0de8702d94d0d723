#include "kinds/product/quantised_plan.h"

#include <algorithm>
#include <span>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "tensor/broadcast.h"
#include "tensor/derived_shape.h"
#include "tensor/integer_matrix.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

constexpr size_t kOperands = 4;

// The strides of an operand along the axes of a plan: k, n, m, then those of batches, innermost
// first.
struct AlongAxes {
  int64_t k, n, m;
  Dims batches;

  int64_t At(size_t axis) const {
    return axis == 0 ? k : axis == 1 ? n : axis == 2 ? m : batches[batches.size() - axis + 2];
  }
};

// The strides of a factor along the axes before the last two.
Dims OfBatches(const Dims& shape, const Dims& strides, const Dims& batches) {
  return BroadcastStrides(Dims(shape.begin(), shape.end() - 2),
                          Dims(strides.begin(), strides.end() - 2), batches);
}

AlongAxes OfFirst(const IntegerMatrix& a, const Dims& batches) {
  const size_t rank = a.shape.size();
  return {a.strides[rank - 1], 0, a.strides[rank - 2], OfBatches(a.shape, a.strides, batches)};
}
AlongAxes OfSecond(const IntegerMatrix& b, const Dims& batches) {
  const size_t rank = b.shape.size();
  return {b.strides[rank - 2], b.strides[rank - 1], 0, OfBatches(b.shape, b.strides, batches)};
}
// That of what broadcasts to the result, of such a shape.
AlongAxes OfResult(const Dims& shape, const Dims& strides, const Dims& result) {
  const Dims all = BroadcastStrides(shape, strides, result);
  return {0, all[all.size() - 1], all[all.size() - 2], Dims(all.begin(), all.end() - 2)};
}
AlongAxes OfNone(const Dims& batches) { return {0, 0, 0, Dims(batches.size(), 0)}; }

// A factor as its elements are counted, of floats, too.
IntegerMatrix MatrixOf(const Tensor& tensor, bool turns, int64_t k) {
  IntegerMatrix matrix = IntegersOf(tensor, turns, k);
  if (ClassOf(tensor.dtype) == DtypeClass::kFloat) matrix.bits = 0;
  return matrix;
}

// The axes of all plans, from the strides of each operand in bytes.
void PlanAxes(const ProductShape& product, std::span<const AlongAxes> operands, Plan& plan) {
  Dims extents{product.k, product.n, product.m};
  extents.insert(extents.end(), product.batches.rbegin(), product.batches.rend());
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    Axis& along = plan.axes.emplace_back();
    along.extent = extents[axis];
    for (size_t k = 0; k < operands.size(); ++k) along.stride[k] = operands[k].At(axis);
  }
  plan.elements = 1;
  for (const Axis& axis : plan.axes) {
    if (__builtin_mul_overflow(plan.elements, axis.extent, &plan.elements)) {
      plan.elements = INT64_MAX;  // unless another axis has none
    }
  }
}

void Multiply(AlongAxes& strides, int64_t bytes) {
  strides.k *= bytes;
  strides.n *= bytes;
  strides.m *= bytes;
  for (int64_t& stride : strides.batches) stride *= bytes;
}

// [groups of k, n], [n] or one element.
AlongAxes OfGroups(const Tensor& tensor, const Dims& batches) {
  const size_t rank = tensor.shape.size();
  AlongAxes along = OfNone(batches);
  if (tensor.shape[rank - 1] > 1) along.n = tensor.strides[rank - 1];
  if (rank > 1 && tensor.shape[rank - 2] > 1) along.k = tensor.strides[rank - 2];
  return along;
}

AlongAxes OfNumbers(QuantisedNumbers role, const Tensor& tensor, const Dims& result,
                    const Dims& batches) {
  switch (role) {
    case kFactorScales:
    case kFactorOffsets:
      return OfGroups(tensor, batches);
    case kRowScales:
      return OfResult({tensor.shape[0], 1}, {tensor.strides[0], 1}, result);
    default:
      return OfResult(tensor.shape, tensor.strides, result);
  }
}

void PlanNumbers(const ProductTensors& tensors, const ProductShape& product, QuantisedPlan& made) {
  std::array<AlongAxes, kCountNumbers> strides;
  strides.fill(OfNone(product.batches));
  made.numbers.dtype.fill(ACL_FLOAT);
  for (size_t role = 0; role < kCountNumbers; ++role) {
    const Tensor* const tensor = role < kAddedLast ? tensors.numbers[role]
                                 : made.adds_last  ? tensors.added
                                                   : nullptr;
    if (tensor == nullptr) continue;
    made.numbers.dtype[role] = tensor->dtype;
    strides[role] = OfNumbers(static_cast<QuantisedNumbers>(role), *tensor, tensors.result->shape,
                              product.batches);
    Multiply(strides[role], DtypeBytes(tensor->dtype));
  }
  PlanAxes(product, strides, made.numbers);
  made.numbers.axes[0].extent = CeilDiv(product.k, made.group);
  made.numbers.num_operands = static_cast<int>(kCountNumbers);
  made.numbers.origin = {};
}

}  // namespace

void PlanQuantised(const ProductTensors& tensors, QuantisedPlan& made) {
  const IntegerMatrix a = MatrixOf(*tensors.first, tensors.turns_first, -1),
                      b = MatrixOf(*tensors.second, tensors.turns_second, a.shape.back());
  const Tensor& out = *tensors.result;
  const ProductShape product = *ProductOf(a.shape, b.shape);
  made.bits = {a.bits, b.bits};
  const bool has_added = tensors.added != nullptr;
  made.adds = has_added && (tensors.adds_floats_first || tensors.added->dtype == ACL_INT32);
  made.adds_last = has_added && !made.adds;
  made.group = tensors.group > 0 ? tensors.group : std::max<int64_t>(1, product.k);

  // Integers become BFLOAT16, which holds them, unless they are scaled: then the other factor's.
  const aclDataType of_integers = a.bits == 0 ? tensors.first->dtype : ACL_BF16;
  const aclDataType dtypes[] = {of_integers, b.bits == 0 ? tensors.second->dtype : of_integers,
                                has_added ? tensors.added->dtype : ACL_FLOAT, out.dtype};
  std::array<AlongAxes, kOperands> strides = {OfFirst(a, product.batches),
                                              OfSecond(b, product.batches), OfNone(product.batches),
                                              OfResult(out.shape, out.strides, out.shape)};
  if (has_added) {
    strides[2] = OfResult(tensors.added->shape, tensors.added->strides, out.shape);
  }
  for (size_t k = 0; k < kOperands; ++k) Multiply(strides[k], DtypeBytes(dtypes[k]));
  PlanAxes(product, strides, made.plan);
  made.plan.num_operands = static_cast<int>(kOperands);
  made.plan.num_outputs = 1;
  for (size_t k = 0; k < kOperands; ++k) {
    made.plan.dtype[k] = dtypes[k];
    made.plan.origin[k] = 0;
  }
  PlanNumbers(tensors, product, made);
}

void PlanBytes(const Tensor& tensor, int operand, Plan& plan) {
  Axis& along = plan.axes.emplace_back();
  along.extent = static_cast<int64_t>(tensor.extent.end - tensor.extent.begin);
  along.stride[static_cast<size_t>(operand)] = 1;
  plan.dtype[static_cast<size_t>(operand)] = ACL_INT8;
  plan.origin[static_cast<size_t>(operand)] =
      static_cast<int64_t>(tensor.extent.begin) - BytesOfElements(tensor.dtype, tensor.offset);
  plan.num_operands = kFactors;
  plan.elements = along.extent;
}

}  // namespace openaclnn
