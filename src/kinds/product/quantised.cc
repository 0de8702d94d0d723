#include <array>
#include <iterator>
#include <utility>

#include "base/dtype.h"
#include "cpu/targets.h"
#include "cuda/launch.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/operands.h"
#include "kinds/product/launch.h"
#include "kinds/product/quantised_argument.h"
#include "kinds/product/quantised_plan.h"
#include "kinds/product/quantised_run.h"
#include "kinds/product/run.h"
#include "kinds/product/spec.h"
#include "kinds/stepped_axes.h"

namespace openaclnn {
namespace {

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

void PlanComputation(const Call& call, Executor& executor) {
  ApplySimdSetting();
  auto& made = executor.Make<QuantisedComputation>();
  const Operands operands = OperandsOf(call, LoopType::kFloat, executor.slots);
  const auto& at = call.spec.work.at;
  const auto flag = [&](QuantisedProductRole role) {
    return at[role] >= 0 && call.FlagAt(at[role]);
  };
  ProductTensors tensors{.first = &operands[0],
                         .second = &operands[1],
                         .result = &call.FirstResult(),
                         .turns_first = flag(kTurnsFirst),
                         .turns_second = flag(kTurnsSecond),
                         .group = call.IntegerAt(at[kGroupOfK], 0),
                         .adds_floats_first = call.spec.work.options[kAddsFloatsFirst] != 0};
  made.slot_of_numbers.fill(-1);
  const auto slot_if_given = [&](int8_t argument) {
    return argument >= 0 && call.IsGiven(argument) ? int32_t{argument} : -1;
  };
  constexpr QuantisedProductRole kRoles[] = {kScaleOfFactor, kOffsetOfFactor, kScaleOfColumns,
                                             kScaleOfRows, kOffsetOfColumns};
  static_assert(std::size(kRoles) == kAddedLast);
  for (size_t role = 0; role < kAddedLast; ++role) {
    const int32_t slot = slot_if_given(at[kRoles[role]]);
    made.slot_of_numbers[role] = slot;
    if (slot >= 0) tensors.numbers[role] = &call.TensorAt(slot);
  }
  const int32_t added = slot_if_given(call.spec.operands_at[2]);
  if (added >= 0) tensors.added = &call.TensorAt(added);
  QuantisedPlan planned;
  PlanQuantised(tensors, planned);
  if (planned.adds_last) made.slot_of_numbers[kAddedLast] = added;
  made.plan = std::move(planned.plan);
  made.numbers = std::move(planned.numbers);
  made.bits = planned.bits;
  made.group = planned.group;
  made.adds = planned.adds;
  const auto dtypes = made.plan.dtype;
  made.FinishAxes(operands);
  made.plan.dtype = dtypes;
  for (const int k : {0, 1}) PlanBytes(operands[k], k, made.bytes[static_cast<size_t>(k)]);
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
