#include "aclnnop/aclnn_cast.h"

#include "ops/c_functions.h"
#include "ops/moves/family.h"

namespace openaclnn {

constexpr OpSpec kCastSpec = Resolved({
    .name = "aclnnCast",
    .formula = "out = self, converted to dtype",
    .arguments = {Input("self"), DtypeInput("dtype"), Output("out")},
    .rules = {DtypeIn("self", kMovedDtypes), IsDtypeIn("dtype", kMovedDtypes), MaxRank(8),
              SameShape("out", "self"), HasDtype("out", "dtype")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Move(),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Cast, const aclTensor*, aclDataType, aclTensor*);
