#include "cuda/elementwise.h"

#include <algorithm>
#include <span>

#include "base/dtype.h"
#include "cuda/argument.h"
#include "cuda/kernel_name.h"
#include "cuda/launch.h"

namespace openaclnn {
namespace {

static_assert(ElementwiseArgument::kMaxFormula == DeviceFormula::kMaxBytes);

DeviceFormula Describe(const Kernel& kernel, const Params& params, LoopType loop) {
  DeviceFormula formula{};
  kernel.on_device[static_cast<size_t>(loop)](params, formula);
  return formula;
}

uintptr_t AddressOf(const Plan& plan, const OperandData& data, int k) {
  return reinterpret_cast<uintptr_t>(data[k]) + static_cast<uintptr_t>(plan.origin[k]);
}

bool IsOfPacks(const Plan& plan, const OperandData& data, int k) {
  return IsDense(plan, k) && AddressOf(plan, data, k) % kPackBytes == 0;
}

}  // namespace

bool GoesInPacks(const Plan& plan, const OperandData& data, LoopType loop) {
  if (IsOfIntegers(loop) || plan.float_results) return false;
  for (int k = 0; k < plan.num_operands; ++k) {
    const bool is_result = k >= plan.num_operands - plan.num_outputs;
    if (plan.dtype[k] != DtypeOf(loop)) return false;
    if (!IsOfPacks(plan, data, k) && (is_result || !IsUniform(plan, k))) return false;
  }
  return true;
}

Status LaunchInPacks(const ElementwiseRun& run, LoopType loop, const DeviceCode* code,
                     Queue& queue) {
  const Plan& plan = *run.plan;
  if (plan.elements == 0) return {};
  const DeviceFormula formula = Describe(*run.kernel, run.params, loop);
  PacksArgument argument{};
  std::copy_n(formula.bytes.begin(), formula.size, reinterpret_cast<std::byte*>(argument.formula));
  argument.formula_size = static_cast<int32_t>(formula.size);
  argument.elements = plan.elements;
  for (int k = 0; k < plan.num_operands; ++k) {
    const int place = PlaceOf(plan, k);
    argument.address[place] = AddressOf(plan, run.data, k);
    argument.stays[place] = !IsOfPacks(plan, run.data, k);
  }
  const int64_t elements_of_pack = kPackBytes / DtypeBytes(DtypeOf(loop));
  return queue.Run(code, argument, (plan.elements - 1) / elements_of_pack + 1);
}

Status FindFormula(const Kernel& kernel, const Params& params, LoopType loop, Queue& queue,
                   const DeviceCode*& code, std::string_view argument) {
  return queue.FindCode(KernelName(Describe(kernel, params, loop).kernel, argument), code);
}

Status LaunchElementwise(const ElementwiseRun& run, LoopType loop, const DeviceCode* code,
                         Queue& queue) {
  const DeviceFormula formula = Describe(*run.kernel, run.params, loop);
  const auto bytes = std::as_bytes(std::span(formula.bytes.data(), formula.size));
  return LaunchPlan({code, bytes}, *run.plan, run.data, queue);
}

}  // namespace openaclnn
