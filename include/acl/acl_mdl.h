// Model inference, which this project does not have. Older programs expect the calls of graph
// capture here; they are in acl_rt.h.
#ifndef OPENACLNN_ACL_ACL_MDL_H_
#define OPENACLNN_ACL_ACL_MDL_H_

#include "acl_base.h"
#include "acl_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

// Dumps of the operands of operators: not available. Every function returns 207000. (What operators
// are called with: OPENACLNN_LOG=debug.)
ACL_FUNC_VISIBILITY aclError aclmdlInitDump(void);
ACL_FUNC_VISIBILITY aclError aclmdlSetDump(const char* dumpCfgPath);
ACL_FUNC_VISIBILITY aclError aclmdlFinalizeDump(void);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACL_ACL_MDL_H_
