#include "aclnnop/aclnn_signbit.h"

#include <cstdint>
#include <limits>
#include <span>

#include "cpu/params.h"
#include "engine/argument.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* SignbitKernel();

namespace {

constexpr DtypeSet kSignedDtypes = kRealDtypes | DtypeSet(ACL_UINT16, ACL_UINT32, ACL_UINT64);

// Where 0 is among the integers of the loop, which counts UINT64 from the middle of its range.
void SetZero(std::span<const Argument> arguments, Params& params) {
  const bool is_wide = arguments[0].tensor->dtype == ACL_UINT64;
  params.i[0] = is_wide ? std::numeric_limits<int64_t>::min() : 0;
}

}  // namespace

constexpr OpSpec kSignbitSpec = Resolved({
    .name = "aclnnSignbit",
    .formula = "out = 1 if self has its sign bit, else 0",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kSignedDtypes), DtypeIn("out", kSignedDtypes), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise(
        {.kernels = {SignbitKernel}, .set_more_params = SetZero, .comparison = Comparison::kTells}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Signbit, const aclTensor*, aclTensor*);
