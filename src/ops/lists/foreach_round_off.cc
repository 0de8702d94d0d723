#include "aclnnop/aclnn_foreach_round_off_number.h"
#include "aclnnop/aclnn_foreach_round_off_number_v2.h"

#include "ops/c_functions.h"
#include "ops/lists/family.h"

namespace openaclnn {

const Kernel* RoundOffKernel();

constexpr OpSpec kForeachRoundOffNumberSpec = Resolved(Foreach({
    .name = "aclnnForeachRoundOffNumber",
    .formula = "out[i] = x[i] rounded as roundMode says",
    .lists = {"x"},
    .number = Input("roundMode"),
    .of_number = DtypeIn("roundMode", DtypeSet(ACL_INT8)),
    .dtypes = kFloatDtypes | DtypeSet(ACL_INT16),
    .before_950 = DtypeSet(ACL_INT16),
    .work = Lists({.kernels = {RoundOffKernel}, .number = "roundMode"}),
}));

constexpr OpSpec kForeachRoundOffNumberV2Spec = Resolved(Foreach({
    .name = "aclnnForeachRoundOffNumberV2",
    .formula = "out[i] = x[i] rounded as roundMode says",
    .lists = {"x"},
    .number = ScalarInput("roundMode"),
    .of_number = DtypeIn("roundMode", DtypeSet(ACL_INT8, ACL_INT64)),
    .dtypes = kFloatAndInt32Dtypes | DtypeSet(ACL_INT16),
    .work = Lists({.kernels = {RoundOffKernel}}),
}));

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ForeachRoundOffNumberV2, const aclTensorList*, const aclScalar*,
                      aclTensorList*);
OPENACLNN_C_FUNCTIONS(ForeachRoundOffNumber, const aclTensorList*, const aclTensor*,
                      const aclTensorList*);
