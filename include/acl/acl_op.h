// Operators from offline models, which this project does not have, apart from the one call that
// frameworks make unconditionally.
#ifndef OPENACLNN_ACL_ACL_OP_H_
#define OPENACLNN_ACL_ACL_OP_H_

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

// Names the folder of compiled single-operator models. Accepted and not used: every operator is
// built in. modelDir: not null, else 100000; not read and not kept.
ACL_FUNC_VISIBILITY aclError aclopSetModelDir(const char* modelDir);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACL_ACL_OP_H_
