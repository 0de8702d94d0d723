#include "aclnnop/aclnn_erfc.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* ErfcKernel();

constexpr OpSpec kErfcSpec =
    Resolved(FunctionSpec("aclnnErfc", "out = 1 - erf(self)",
                          kFloatAndDoubleDtypes | DtypeSet(ACL_BOOL, ACL_INT64), ErfcKernel));

constexpr OpSpec kInplaceErfcSpec = InPlace(kErfcSpec, "aclnnInplaceErfc");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Erfc, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceErfc, const aclTensor*);
