#include "aclnnop/aclnn_gcd.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* GcdKernel();

namespace {

// BOOL next to an integer becomes 0 or 1.
constexpr DtypeSet kDividedDtypes = kIntegerDtypes | DtypeSet(ACL_BOOL);
constexpr DtypeSet kDivisorDtypes = kIntegerDtypes | DtypeSet(ACL_UINT16, ACL_UINT32, ACL_UINT64);
constexpr DtypeSet kDividedBytes{ACL_INT8, ACL_UINT8};
constexpr Chips kDividesBytes{Chip::kAscend310P, Chip::kAscend910, Chip::kAscend910B,
                              Chip::kAscend950};

}  // namespace

constexpr OpSpec kGcdSpec = Resolved({
    .name = "aclnnGcd",
    .formula = "out = the greatest number that divides self and other",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kDividedDtypes), DtypeIn("other", kDividedDtypes),
              DtypeIn("out", kDivisorDtypes), DtypeOnlyOn("self", kDividedBytes, kDividesBytes),
              DtypeOnlyOn("other", kDividedBytes, kDividesBytes),
              DtypeOnlyOn("out", kDividedBytes, kDividesBytes),
              PromotesInto("self", "other", kIntegerDtypes),
              PromotedCastable("out", "self", "other"), MaxRank(8), Broadcasts("self", "other"),
              BroadcastShape("out", "self", "other")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {GcdKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Gcd, const aclTensor*, const aclTensor*, aclTensor*);
