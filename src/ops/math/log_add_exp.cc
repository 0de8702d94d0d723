#include "aclnnop/aclnn_logaddexp.h"
#include "aclnnop/aclnn_logaddexp2.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* LogAddExpKernel();
const Kernel* LogAddExp2Kernel();

namespace {

constexpr DtypeSet kAddedPowerDtypes = kRealDtypes | DtypeSet(ACL_UINT16, ACL_UINT32, ACL_UINT64);

// The operands are of any dtypes, as each is what it is in double.
constexpr OpSpec LogOfSumSpec(std::string_view name, std::string_view formula,
                              Kernels::Get kernel) {
  return {
      .name = name,
      .formula = formula,
      .arguments = {Input("self"), Input("other"), Output("out")},
      .rules = {DtypeIn("self", kAddedPowerDtypes), DtypeIn("other", kAddedPowerDtypes),
                DtypeIn("out", kFloatDtypes), MaxRank(8), Broadcasts("self", "other"),
                BroadcastShape("out", "self", "other")},
      .chips = kAllChips,
      .operands = {"self", "other"},
      .results = {"out"},
      .work = Elementwise({.kernels = {kernel}, .wide_mixtures = true}),
  };
}

}  // namespace

constexpr OpSpec kLogAddExpSpec =
    Resolved(LogOfSumSpec("aclnnLogAddExp", "out = log(exp(self) + exp(other))", LogAddExpKernel));
constexpr OpSpec kLogAddExp2Spec =
    Resolved(LogOfSumSpec("aclnnLogAddExp2", "out = log2(2^self + 2^other)", LogAddExp2Kernel));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LogAddExp, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(LogAddExp2, const aclTensor*, const aclTensor*, aclTensor*);
