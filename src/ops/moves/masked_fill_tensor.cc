#include "aclnnop/aclnn_masked_fill_tensor.h"

#include "ops/c_functions.h"
#include "ops/moves/family.h"

namespace openaclnn {

namespace {

constexpr DtypeSet kMaskedDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_BOOL,
                                 ACL_INT8,  ACL_INT32,   ACL_INT64};

}  // namespace

constexpr OpSpec kInplaceMaskedFillTensorSpec = Resolved({
    .name = "aclnnInplaceMaskedFillTensor",
    .formula = "selfRef = value where mask is true, else selfRef",
    .arguments = {InOut("selfRef"), Input("mask"), Input("value")},
    .rules = {DtypeIn("selfRef", kMaskedDtypes), DtypeIn("value", kMaskedDtypes),
              DtypeIn("mask", DtypeSet(ACL_BOOL)), MaxRank(8), OneElement("value"),
              BroadcastsTo("mask", "selfRef")},
    .chips = kAllBut310P,
    .operands = {"mask", "value", "selfRef"},
    .results = {"selfRef"},
    .work = Select(),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(InplaceMaskedFillTensor, aclTensor*, const aclTensor*, const aclTensor*);
