// What every operator header (aclnnop/aclnn_*.h) needs: the objects of aclnn/acl_meta.h, the status
// codes of aclnn/opdev/op_errno.h. It also has the start and end of the operator library.
#ifndef OPENACLNN_ACLNN_ACLNN_BASE_H_
#define OPENACLNN_ACLNN_ACLNN_BASE_H_

#include "acl_meta.h"
#include "opdev/op_errno.h"

#ifdef __cplusplus
extern "C" {
#endif

// Prepares the operator library. Optional; may be called repeatedly, and before or after aclInit.
// Returns 0.
//
// configPath: a JSON file of debug settings. None of them applies here, so null, an empty path, a
//   file that is missing and one that cannot be read are all accepted.
ACL_FUNC_VISIBILITY aclnnStatus aclnnInit(const char* configPath);

// The counterpart of aclnnInit. Optional; operators can be called afterwards. Returns 0.
ACL_FUNC_VISIBILITY aclnnStatus aclnnFinalize();

// On a device, chooses anew among precompiled kernels. There are none here: only returns 0.
ACL_FUNC_VISIBILITY aclnnStatus aclnnReselectStaticKernel();

// The same with the kernels' folder. Returns 0, or 161001 if `path` is null.
ACL_FUNC_VISIBILITY aclnnStatus aclnnReselectStaticKernelWithPath(const char* path);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNN_ACLNN_BASE_H_
