#include "aclnnop/aclnn_erf.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* ErfKernel();

constexpr OpSpec kErfSpec =
    Resolved(FunctionSpec("aclnnErf", "out = erf(self)",
                          kFloatAndDoubleDtypes | DtypeSet(ACL_BOOL, ACL_INT64), ErfKernel));

constexpr OpSpec kInplaceErfSpec = InPlace(kErfSpec, "aclnnInplaceErf");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Erf, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceErf, aclTensor*);
