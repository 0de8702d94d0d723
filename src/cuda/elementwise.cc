#include "cuda/elementwise.h"

#include <span>

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

}  // namespace

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
