#include "kinds/product/run.h"

#include <algorithm>
#include <array>
#include <optional>

#include "cpu/targets.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/formula_loop.h"
#include "kinds/operands.h"
#include "kinds/product/launch.h"
#include "kinds/product/spec.h"
#include "kinds/stepped_axes.h"
#include "tensor/broadcast.h"
#include "tensor/derived_shape.h"
#include "tensor/promote.h"
#include "tensor/scalar.h"

namespace openaclnn {
namespace {

class ProductComputation final : public SteppedComputation {
 public:
  double alpha, beta;
  bool sums_batches;
  std::optional<NumbersOfProduct> numbers;

  void Run(const Places& places) const override { RunProduct(RunOf(DataAt(places))); }

  bool HasDeviceCode() const override { return true; }
  bool HasWork() const override { return HasElements(plan.num_operands - 1); }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return FindProduct(RunOf({}), queue, codes.Make<const DeviceCode*>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    OperandData data;
    OPENACLNN_RETURN_IF_ERROR(DataOn(queue, places, data));
    return LaunchProduct(RunOf(data), codes.Get<const DeviceCode*>(), queue);
  }

  void AddDetails(Details& details) const override { AddPlan("product", details); }

 private:
  ProductRun RunOf(const OperandData& data) const {
    return {.plan = &plan,
            .data = data,
            .alpha = alpha,
            .beta = beta,
            .sums_batches = sums_batches,
            .numbers = numbers ? &*numbers : nullptr};
  }
};

// The strides of a factor along the axes of batches of a product.
Dims BatchStrides(const Tensor& factor, bool is_matrix, const Dims& batches) {
  const long count = std::ssize(factor.shape) - (is_matrix ? 2 : 1);
  const auto first = [count](const Dims& dims) { return Dims(dims.begin(), dims.begin() + count); };
  return BroadcastStrides(first(factor.shape), first(factor.strides), batches);
}

// Axes k, n, m, and those of batches, innermost first. `has_terms`: else as if k was 0.
void PlanAxes(const Call& call, const Operands& operands, bool has_terms, Plan& plan) {
  const Tensor &a = operands[0], &b = operands[1], &out = call.FirstResult();
  ProductShape product = *ProductOf(a.shape, b.shape);
  const bool sums_batches = call.spec.work.options[kSumsBatches] != 0;
  if (sums_batches) {  // where there are none, the sum is one of no terms
    for (int64_t& extent : product.batches) {
      has_terms = has_terms && extent > 0;
      extent = std::max<int64_t>(extent, 1);
    }
  }
  if (!has_terms) product.k = 0;
  const size_t rank = out.shape.size(), row_a = a.shape.size() - 1, column_b = b.shape.size() - 1;
  const bool adds = call.spec.operands_at[2] >= 0;
  Dims added(rank, 0);
  if (adds) added = BroadcastStrides(operands[2].shape, operands[2].strides, out.shape);
  const auto along = [&](int64_t extent, int64_t of_a, int64_t of_b, std::optional<size_t> axis) {
    const int64_t of_added = axis ? added[*axis] : 0, of_out = axis ? out.strides[*axis] : 0;
    return adds ? AxisAlong(operands, extent, {of_a, of_b, of_added, of_out})
                : AxisAlong(operands, extent, {of_a, of_b, of_out});
  };
  const auto if_there = [](bool is, size_t axis) {
    return is ? std::optional(axis) : std::nullopt;
  };
  plan.axes.push_back(along(product.k, a.strides[row_a],
                            b.strides[product.has_column ? column_b - 1 : column_b], std::nullopt));
  plan.axes.push_back(along(product.n, 0, product.has_column ? b.strides[column_b] : 0,
                            if_there(product.has_column, rank - 1)));
  const size_t row = rank - (product.has_column ? 2 : 1);
  plan.axes.push_back(along(product.m, product.has_row ? a.strides[row_a - 1] : 0, 0,
                            if_there(product.has_row, row)));
  const Dims of_a = BatchStrides(a, product.has_row, product.batches);
  const Dims of_b = BatchStrides(b, product.has_column, product.batches);
  for (size_t axis = product.batches.size(); axis-- > 0;) {
    plan.axes.push_back(
        along(product.batches[axis], of_a[axis], of_b[axis], if_there(!sums_batches, axis)));
  }
}

const Scalar* ScalarOf(const Call& call, ProductRole role) {
  const int8_t at = call.spec.work.at[role];
  return at < 0 ? nullptr : call.At(at).scalar;
}

// How numbers are computed with that are not all FLOAT, FLOAT16 or BFLOAT16.
std::optional<NumbersOfProduct> NumbersOf(const Call& call, const Operands& operands) {
  const auto is_float = [&](int k) { return kFloatDtypes.Has(operands[k].dtype); };
  if (is_float(0) && is_float(1) && is_float(operands.count - 1)) return std::nullopt;
  NumbersOfProduct numbers;
  numbers.sum = *Promote(operands[0].dtype, operands[1].dtype);
  numbers.result = numbers.sum;
  const auto meets = [&numbers](aclDataType dtype) {
    numbers.result = Promote(numbers.result, dtype).value_or(numbers.result);
  };
  if (call.spec.operands_at[2] >= 0) meets(operands[2].dtype);
  for (const ProductRole role : {kProductAlpha, kProductBeta}) {
    const Scalar* const scalar = ScalarOf(call, role);
    if (scalar != nullptr && ScalarTo<double>(*scalar) != 1) meets(scalar->dtype);
  }
  if (!numbers.GivesIntegers()) return numbers;
  const auto integer = [&](ProductRole role) {
    const Scalar* const scalar = ScalarOf(call, role);
    return scalar != nullptr ? IntegerOf(*scalar, numbers.result) : 1;
  };
  numbers.alpha = integer(kProductAlpha);
  numbers.beta = integer(kProductBeta);
  return numbers;
}

// The scalar of a role, as a float except where there are doubles, or 1 if there is none.
double FactorOf(const Call& call, ProductRole role, bool is_double) {
  const Scalar* const scalar = ScalarOf(call, role);
  if (scalar == nullptr) return 1;
  return is_double ? ScalarTo<double>(*scalar) : double{ScalarTo<float>(*scalar)};
}

void PlanComputation(const Call& call, Executor& executor) {
  ApplySimdSetting();
  auto& made = executor.Make<ProductComputation>();
  const Operands operands = OperandsOf(call, LoopType::kFloat, executor.slots);
  made.numbers = NumbersOf(call, operands);
  made.alpha = FactorOf(call, kProductAlpha, made.numbers.has_value());
  made.beta = FactorOf(call, kProductBeta, made.numbers.has_value());
  made.sums_batches = call.spec.work.options[kSumsBatches] != 0;
  const bool ends = call.spec.work.options[kEndsAtZero] != 0 && made.alpha == 0;
  PlanAxes(call, operands, !ends, made.plan);
  made.FinishAxes(operands);
  executor.SetWeight(made.plan.elements, kProductCost);
}

// Only what is added may be the result.
bool MayBeOne(const OpSpec& spec, int /*output*/, int input) {
  return spec.operands_at[2] == input;
}

}  // namespace

constinit const Kind kProductKind = {
    .name = "product", .cuts = Cuts::kNone, .plan = PlanComputation, .may_be_one = MayBeOne};

}  // namespace openaclnn
