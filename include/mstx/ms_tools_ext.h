// Marks and ranges of programs, as tools of CANN take them. OPENACLNN_TRACE shows them in the row
// of the calling thread; otherwise they do nothing. None of these functions fails: null texts and
// numbers of ranges that are not begun are passed over. Streams are not waited for.
#ifndef OPENACLNN_MSTX_MS_TOOLS_EXT_H_
#define OPENACLNN_MSTX_MS_TOOLS_EXT_H_

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MSTX_INVALID_ID 0

// The number of a range. MSTX_INVALID_ID is none.
typedef uint64_t mstxRangeId;

// A name that marks and ranges are grouped by. Opaque; null is the group without a name.
typedef struct mstxDomainRegistration_st mstxDomainRegistration_t;
typedef mstxDomainRegistration_t* mstxDomainHandle_t;

// stream: null, or where the program marks the same moment.
ACL_FUNC_VISIBILITY void mstxMarkA(const char* message, aclrtStream stream);
ACL_FUNC_VISIBILITY mstxRangeId mstxRangeStartA(const char* message, aclrtStream stream);
// Also in another thread than the one that began it.
ACL_FUNC_VISIBILITY void mstxRangeEnd(mstxRangeId id);

// Null if name is null.
ACL_FUNC_VISIBILITY mstxDomainHandle_t mstxDomainCreateA(const char* name);
ACL_FUNC_VISIBILITY void mstxDomainDestroy(mstxDomainHandle_t handle);
ACL_FUNC_VISIBILITY void mstxDomainMarkA(mstxDomainHandle_t handle, const char* message,
                                         aclrtStream stream);
ACL_FUNC_VISIBILITY mstxRangeId mstxDomainRangeStartA(mstxDomainHandle_t handle,
                                                      const char* message, aclrtStream stream);
ACL_FUNC_VISIBILITY void mstxDomainRangeEnd(mstxDomainHandle_t handle, mstxRangeId id);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_MSTX_MS_TOOLS_EXT_H_
