#include "kinds/elementwise/launch.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "base/dtype.h"
#include "cuda/argument.h"
#include "cuda/kernel_name.h"
#include "cuda/launch.h"
#include "cuda/shared_tile.h"
#include "device/cuda/code.h"
#include "kinds/elementwise/transposed_argument.h"

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

// Whether an operand has its neighbours along another axis than the innermost.
bool IsTransposed(const Plan& plan, int k, int along) {
  const int64_t step = std::abs(plan.axes[static_cast<size_t>(along)].stride[k]);
  return step > 0 && step < std::abs(plan.axes[0].stride[k]);
}

// Those of a block's walk that are staged. A tile that is very high would be too long with a word
// more in each row.
void ChooseStaged(const Plan& block, TransposedArgument& argument) {
  std::ranges::fill(argument.tile, kNotStaged);
  const int64_t words = (block.axes[0].extent + 1) * block.axes[1].extent;
  if (words > kWordsOfTile) return;
  uint8_t tiles = 0;
  for (int k = 0; k < block.num_operands - block.num_outputs; ++k) {
    if (tiles == kTilesOfBlock || !IsTransposed(block, k, 1)) continue;
    argument.tile[PlaceOf(block, k)] = tiles++;
  }
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

bool GoesInTiles(const Plan& plan, LoopType loop) {
  const bool has_kernel =
      loop == LoopType::kFloat || loop == LoopType::kFloat16 || loop == LoopType::kBfloat16;
  const int along = CompetingAxis(plan);
  if (!has_kernel || along < 0 || plan.axes.size() + 2 > ElementwiseArgument::kMaxAxes)
    return false;
  const int inputs = plan.num_operands - plan.num_outputs;
  bool gains = false;
  for (int k = 0; k < plan.num_operands; ++k) {
    if (plan.dtype[k] != DtypeOf(loop)) return false;
    if (k >= inputs && plan.axes[0].stride[k] != DtypeBytes(plan.dtype[k])) return false;
    gains = gains || (k < inputs && IsTransposed(plan, k, along));
  }
  return gains;
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

Status LaunchInTiles(const ElementwiseRun& run, LoopType loop, const DeviceCode* code,
                     Queue& queue) {
  const DeviceFormula formula = Describe(*run.kernel, run.params, loop);
  const auto bytes = std::as_bytes(std::span(formula.bytes.data(), formula.size));
  for (const Plan& block : BlockTransposed(*run.plan, kElementsOfTile)) {
    TransposedArgument argument{};
    argument.walk = WalkOf(block, run.data, bytes);
    ChooseStaged(block, argument);
    const int64_t tiles = block.elements / block.block;
    OPENACLNN_RETURN_IF_ERROR(queue.Run(code, argument, tiles * cuda::kThreadsOfBlock));
  }
  return {};
}

Status LaunchElementwise(const ElementwiseRun& run, LoopType loop, const DeviceCode* code,
                         Queue& queue) {
  const DeviceFormula formula = Describe(*run.kernel, run.params, loop);
  const auto bytes = std::as_bytes(std::span(formula.bytes.data(), formula.size));
  return LaunchPlan({code, bytes}, *run.plan, run.data, queue);
}

}  // namespace openaclnn
