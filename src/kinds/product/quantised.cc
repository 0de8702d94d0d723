#include <algorithm>
#include <array>
#include <span>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/targets.h"
#include "cuda/launch.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/operands.h"
#include "kinds/product/launch.h"
#include "kinds/product/quantised_argument.h"
#include "kinds/product/quantised_run.h"
#include "kinds/product/run.h"
#include "kinds/product/spec.h"
#include "kinds/stepped_axes.h"
#include "tensor/broadcast.h"
#include "tensor/derived_shape.h"
#include "tensor/integer_matrix.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

constexpr int kFactors = 2;

class QuantisedComputation final : public SteppedComputation {
 public:
  Plan numbers;                                        // in the order of QuantisedNumbers
  std::array<int32_t, kCountNumbers> slot_of_numbers;  // -1: there are none
  std::array<Plan, kFactors> bytes;                    // that factors of integers take
  std::array<int, kFactors> bits;
  int64_t group;
  bool adds;  // the third operand, before the scales

  void Run(const Places& places) const override {
    const QuantisedRun quantised{
        .numbers = &numbers, .data = NumbersAt(places), .bits = bits, .group = group};
    RunProduct({.plan = &plan,
                .data = DataAt(places),
                .alpha = 1,
                .beta = adds ? 1.0 : 0.0,
                .quantised = &quantised});
  }

  bool HasDeviceCode() const override { return true; }
  bool HasWork() const override { return HasElements(plan.num_operands - 1); }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return queue.FindCode("openaclnn_multiply_quantised", codes.Make<const DeviceCode*>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    OperandData data;
    OPENACLNN_RETURN_IF_ERROR(DataOn(queue, places, data));
    const OperandData of_numbers = NumbersAt(places);
    QuantisedProductArgument argument{};
    argument.plan = WalkOf(plan, data);
    argument.numbers = WalkOf(numbers, of_numbers);
    argument.batches = CountBatches(plan);
    argument.group = group;
    argument.bits_of_first = static_cast<uint8_t>(bits[0]);
    argument.bits_of_second = static_cast<uint8_t>(bits[1]);
    for (size_t role = 0; role < kCountNumbers; ++role) {
      argument.has[role] = of_numbers[role] != nullptr;
    }
    argument.adds = adds;
    const aclDataType result = plan.dtype[plan.num_operands - 1];
    argument.is_scaled = IsScaled(of_numbers) && result != ACL_INT32;
    argument.has_offsets_in_scales = HasOffsetsInScales(result, numbers, of_numbers);
    return queue.Run(codes.Get<const DeviceCode*>(), argument,
                     argument.batches * plan.axes[1].extent * plan.axes[2].extent);
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    for (int k = 0; k < plan.num_operands; ++k) {
      const auto factor = static_cast<size_t>(k);
      const bool is_of_integers = k < kFactors && bits[factor] != 0;
      if (HasElements(k))
        visit({is_of_integers ? bytes[factor] : plan, k, slot_of[k], IsOutput(k)});
    }
    for (int role = 0; role < static_cast<int>(kCountNumbers); ++role) {
      const int32_t slot = slot_of_numbers[static_cast<size_t>(role)];
      if (slot >= 0) visit({numbers, role, slot, false});
    }
  }

  void AddDetails(Details& details) const override { AddPlan("quantised product", details); }

 private:
  OperandData NumbersAt(const Places& places) const {
    OperandData data{};
    for (size_t role = 0; role < kCountNumbers; ++role) {
      if (slot_of_numbers[role] >= 0) data[role] = places.First(slot_of_numbers[role]);
    }
    return data;
  }
};

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

// A factor as its elements are counted, of floats, too.
IntegerMatrix MatrixOf(const Call& call, int factor, int64_t k) {
  const Tensor& tensor = call.TensorAt(call.spec.operands_at[static_cast<size_t>(factor)]);
  const int8_t turns = call.spec.work.at[factor == 0 ? kTurnsFirst : kTurnsSecond];
  IntegerMatrix matrix = IntegersOf(tensor, turns >= 0 && call.FlagAt(turns), k);
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
}

void Multiply(AlongAxes& strides, int64_t bytes) {
  strides.k *= bytes;
  strides.n *= bytes;
  strides.m *= bytes;
  for (int64_t& stride : strides.batches) stride *= bytes;
}

// What is read of a factor of integers: all from its first byte to its last.
void PlanBytes(const Tensor& factor, int operand, Plan& plan) {
  Axis& along = plan.axes.emplace_back();
  along.extent = static_cast<int64_t>(factor.extent.end - factor.extent.begin);
  along.stride[static_cast<size_t>(operand)] = 1;
  plan.dtype[static_cast<size_t>(operand)] = ACL_INT8;
  plan.origin[static_cast<size_t>(operand)] =
      static_cast<int64_t>(factor.extent.begin) - BytesOfElements(factor.dtype, factor.offset);
  plan.num_operands = kFactors;
  plan.elements = along.extent;
}

void PlanNumbers(const Call& call, const ProductShape& product, QuantisedComputation& made) {
  const Dims& result = call.FirstResult().shape;
  std::array<AlongAxes, kCountNumbers> strides{};
  for (AlongAxes& along : strides) along.batches.resize(product.batches.size());
  made.slot_of_numbers.fill(-1);
  const auto add = [&](QuantisedNumbers role, int8_t argument, const auto& strides_of) {
    if (argument < 0 || !call.IsGiven(argument)) return;
    const Tensor& tensor = call.TensorAt(argument);
    made.slot_of_numbers[role] = argument;
    made.numbers.dtype[role] = tensor.dtype;
    strides[role] = strides_of(tensor);
    Multiply(strides[role], DtypeBytes(tensor.dtype));
  };
  const auto of_columns = [&](const Tensor& tensor) {
    return OfResult(tensor.shape, tensor.strides, result);
  };
  const auto of_rows = [&](const Tensor& tensor) {
    return OfResult({tensor.shape[0], 1}, {tensor.strides[0], 1}, result);
  };
  // [groups of k, n], [n] or one element.
  const auto of_second = [&](const Tensor& tensor) {
    const size_t rank = tensor.shape.size();
    AlongAxes along{};
    along.batches.resize(product.batches.size());
    if (tensor.shape[rank - 1] > 1) along.n = tensor.strides[rank - 1];
    if (rank > 1 && tensor.shape[rank - 2] > 1) along.k = tensor.strides[rank - 2];
    return along;
  };
  const auto& at = call.spec.work.at;
  add(kFactorScales, at[kScaleOfFactor], of_second);
  add(kFactorOffsets, at[kOffsetOfFactor], of_second);
  add(kColumnScales, at[kScaleOfColumns], of_columns);
  add(kRowScales, at[kScaleOfRows], of_rows);
  add(kColumnOffsets, at[kOffsetOfColumns], of_columns);
  if (!made.adds) add(kAddedLast, call.spec.operands_at[2], of_columns);
  PlanAxes(product, strides, made.numbers);
  made.numbers.axes[0].extent = CeilDiv(product.k, made.group);
  made.numbers.num_operands = static_cast<int>(kCountNumbers);
  made.numbers.origin = {};
}

void PlanComputation(const Call& call, Executor& executor) {
  ApplySimdSetting();
  auto& made = executor.Make<QuantisedComputation>();
  const Operands operands = OperandsOf(call, LoopType::kFloat, executor.slots);
  const IntegerMatrix a = MatrixOf(call, 0, -1), b = MatrixOf(call, 1, a.shape.back());
  const ProductShape product = *ProductOf(a.shape, b.shape);
  const Tensor &out = call.FirstResult(), &added = operands[2];
  made.bits = {a.bits, b.bits};
  const int8_t added_at = call.spec.operands_at[2];
  made.adds = call.IsGiven(added_at) &&
              (call.spec.work.options[kAddsFloatsFirst] != 0 || added.dtype == ACL_INT32);
  const int64_t group = call.IntegerAt(call.spec.work.at[kGroupOfK], 0);
  made.group = group > 0 ? group : std::max<int64_t>(1, product.k);

  // Integers become BFLOAT16, which holds them, unless they are scaled: then the other factor's.
  const aclDataType dtype = a.bits == 0 ? operands[0].dtype : ACL_BF16;
  constexpr int64_t kItem = sizeof(uint16_t);
  std::array strides = {OfFirst(a, product.batches), OfSecond(b, product.batches),
                        OfResult(added.shape, added.strides, out.shape),
                        OfResult(out.shape, out.strides, out.shape)};
  Multiply(strides[0], kItem);
  Multiply(strides[1], kItem);
  Multiply(strides[2], DtypeBytes(added.dtype));
  Multiply(strides[3], DtypeBytes(out.dtype));
  PlanAxes(product, strides, made.plan);
  made.FinishAxes(operands);
  made.plan.dtype[0] = made.plan.dtype[1] = dtype;
  for (const int k : {0, 1}) PlanBytes(operands[k], k, made.bytes[static_cast<size_t>(k)]);
  PlanNumbers(call, product, made);
  executor.SetWeight(made.plan.elements, kProductCost);
}

// Every result depends on a whole row and column.
bool MayBeOne(const OpSpec&, int, int) { return false; }

}  // namespace

constinit const Kind kQuantisedProductKind = {.name = "quantised product",
                                              .cuts = Cuts::kNone,
                                              .plan = PlanComputation,
                                              .may_be_one = MayBeOne};

}  // namespace openaclnn
