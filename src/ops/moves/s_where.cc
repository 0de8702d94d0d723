#include "aclnnop/aclnn_s_where.h"

#include "ops/c_functions.h"
#include "ops/moves/family.h"

namespace openaclnn {

constexpr OpSpec kSWhereSpec = Resolved({
    .name = "aclnnSWhere",
    .formula = "out = self where condition is not 0, else other, converted to the dtype of out",
    .arguments = {Input("condition"), Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kMovedDtypes), DtypeIn("other", kMovedDtypes),
              DtypeIn("out", kMovedDtypes), DtypeIn("condition", DtypeSet(ACL_BOOL, ACL_UINT8)),
              PromotesInto("self", "other", kMovedDtypes), PromotedCastable("out", "self", "other"),
              MaxRank(8), Broadcasts("condition", "self", "other"),
              BroadcastShape("out", "condition", "self", "other")},
    .chips = kAllChips,
    .operands = {"condition", "self", "other"},
    .results = {"out"},
    .work = Select(),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(SWhere, const aclTensor*, const aclTensor*, const aclTensor*, aclTensor*);
