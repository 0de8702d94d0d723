#include "aclnnop/aclnn_maximum.h"
#include "aclnnop/aclnn_minimum.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* MaximumKernel();
const Kernel* MinimumKernel();

namespace {

constexpr OpSpec OfTwo(std::string_view name, std::string_view formula, Kernels kernels) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input("other"), Output("out")},
      .rules = {DtypeIn("self", kRealDtypes), DtypeIn("other", kRealDtypes),
                DtypeIn("out", kRealDtypes), PromotesInto("self", "other", kRealDtypes),
                PromotedCastable("out", "self", "other"), MaxRank(8), Broadcasts("self", "other"),
                BroadcastShape("out", "self", "other")},
      .chips = kAllChips,
      .operands = {"self", "other"},
      .results = {"out"},
      .work = Elementwise({.kernels = kernels, .comparison = Comparison::kChooses}),
  };
}

}  // namespace

constexpr OpSpec kMaximumSpec =
    Resolved(OfTwo("aclnnMaximum", "out = max(self, other)", {MaximumKernel}));
constexpr OpSpec kMinimumSpec =
    Resolved(OfTwo("aclnnMinimum", "out = min(self, other)", {MinimumKernel}));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Maximum, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Minimum, const aclTensor*, const aclTensor*, aclTensor*);
