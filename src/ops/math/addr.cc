#include "aclnnop/aclnn_addr.h"
#include "aclnnop/aclnn_ger.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* AddrKernel();
const Kernel* MulKernel();

constexpr OpSpec kGerSpec = Resolved({
    .name = "aclnnGer",
    .formula = "out[i][j] = self[i] * vec2[j]",
    .arguments = {Input("self"), Input("vec2"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("vec2", kRealDtypes),
              DtypeOnlyOn("self", DtypeSet(ACL_BF16), Chips(Chip::kAscend950)),
              DtypeOnlyOn("vec2", DtypeSet(ACL_BF16), Chips(Chip::kAscend950)),
              PromotesInto("self", "vec2", kRealDtypes), PromotedCastable("out", "self", "vec2"),
              DtypeIn("out", kRealDtypes), RankIs("self", 1), RankIs("vec2", 1),
              ShapeOfOuter("out", "self", "vec2")},
    .chips = kAllBut310P,
    .operands = {"self", "vec2"},
    .results = {"out"},
    .work = OuterProduct("self", {.kernels = {MulKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kAddrSpec = Resolved({
    .name = "aclnnAddr",
    .formula = "out[i][j] = betaOptional * self[i][j] + alphaOptional * vec1[i] * vec2[j]",
    .arguments = {Input("self"), Input("vec1"), Input("vec2"), OptionalScalar("betaOptional", 1),
                  OptionalScalar("alphaOptional", 1), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("vec1", kRealDtypes),
              DtypeIn("vec2", kRealDtypes), PromotesInto("self", "vec1", "vec2", kRealDtypes),
              BoolOnlyForBool("betaOptional", "self", "vec1", "vec2"),
              BoolOnlyForBool("alphaOptional", "self", "vec1", "vec2"),
              CastableToPromoted("betaOptional", "self", "vec1", "vec2"),
              CastableToPromoted("alphaOptional", "self", "vec1", "vec2"),
              PromotedCastable("out", "self", "vec1", "vec2"), DtypeIn("out", kRealDtypes),
              RankIs("vec1", 1), RankIs("vec2", 1), ShapeOfOuter("out", "vec1", "vec2"),
              BroadcastsTo("self", "out")},
    .chips = kAllBut310P,
    .operands = {"self", "vec1", "vec2"},
    .results = {"out"},
    .work = OuterProduct("vec1", {.kernels = {AddrKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kInplaceAddrSpec = InPlace(kAddrSpec, "aclnnInplaceAddr");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Ger, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Addr, const aclTensor*, const aclTensor*, const aclTensor*, const aclScalar*,
                      const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAddr, aclTensor*, const aclTensor*, const aclTensor*, const aclScalar*,
                      const aclScalar*);
