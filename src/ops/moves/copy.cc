#include "aclnnop/aclnn_copy.h"

#include "ops/c_functions.h"
#include "ops/moves/family.h"

namespace openaclnn {

constexpr OpSpec kInplaceCopySpec = Resolved({
    .name = "aclnnInplaceCopy",
    .formula = "selfRef = src, converted to the dtype of selfRef",
    .arguments = {Output("selfRef"), Input("src")},
    .rules = {DtypeIn("selfRef", kMovedDtypes), DtypeIn("src", kMovedDtypes), MaxRank(8),
              BroadcastsTo("src", "selfRef")},
    .chips = kAllChips,
    .operands = {"src"},
    .results = {"selfRef"},
    .work = Move(),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(InplaceCopy, aclTensor*, const aclTensor*);
