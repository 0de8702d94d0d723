#include "kinds/elementwise/run.h"

#include <string_view>

#include "kinds/elementwise/computation.h"
#include "kinds/elementwise/launch.h"

namespace openaclnn {
namespace {

// How a kernel walks the plan.
enum class Walk { kAny, kPacks, kTiles };

struct Codes {
  const DeviceCode* formula;
  Walk walk;
};

std::string_view ArgumentOf(Walk walk) {
  switch (walk) {
    case Walk::kPacks:
      return "PacksArgument";
    case Walk::kTiles:
      return "TransposedArgument";
    default:
      return "ElementwiseArgument";
  }
}

}  // namespace

void ElementwiseComputation::Run(const Places& places) const {
  RunElementwise({.plan = &plan, .data = DataAt(places), .kernel = kernel, .params = params}, loop);
}

Status ElementwiseComputation::FindCode(const Places& places, Queue& queue,
                                        DeviceCodes& codes) const {
  auto& found = codes.Make<Codes>();
  // An operand that is the library's own stays on one element, wherever it will lie.
  if (GoesInPacks(plan, DataAt(places), loop)) {
    found.walk = Walk::kPacks;
  } else if (GoesInTiles(plan, loop)) {
    found.walk = Walk::kTiles;
  }
  return FindFormula(*kernel, params, loop, queue, found.formula, ArgumentOf(found.walk));
}

Status ElementwiseComputation::Launch(const Places& places, const DeviceCodes& codes,
                                      Queue& queue) const {
  ElementwiseRun run{.plan = &plan, .data = {}, .kernel = kernel, .params = params};
  OPENACLNN_RETURN_IF_ERROR(DataOn(queue, places, run.data));
  const auto& found = codes.Get<Codes>();
  switch (found.walk) {
    case Walk::kPacks:
      return LaunchInPacks(run, loop, found.formula, queue);
    case Walk::kTiles:
      return LaunchInTiles(run, loop, found.formula, queue);
    default:
      return LaunchElementwise(run, loop, found.formula, queue);
  }
}

}  // namespace openaclnn
