// aclnnConstantPadNd: a tensor with elements more, or fewer, at the ends of its axes.
//
//   out = self, with elements that are value before and after, as pad says
//
// The general rules are in aclnnop/conventions.h.
#ifndef OPENACLNN_ACLNNOP_ACLNN_CONSTANT_PAD_ND_H_
#define OPENACLNN_ACLNNOP_ACLNN_CONSTANT_PAD_ND_H_

#include "aclnnop/conventions.h"

#ifdef __cplusplus
extern "C" {
#endif

// Checks the arguments and prepares a run. None may be null (161001).
//
// self: the tensor. FLOAT16, BFLOAT16, FLOAT, DOUBLE, an integer of 8 to 64 bits, BOOL, COMPLEX64
//   or COMPLEX128; rank at most 8.
// pad: pairs of numbers of elements: how many are before and after the last axis, then the axis
//   before it, and so on. Axes beyond the pairs stay as they are. A negative number cuts elements
//   off, as many as there are at most, and a size does not fall below 0.
// value: what the elements are that come to self. For a real self: a real dtype with which that of
//   self promotes (rule 6); no float where self is UINT16, UINT32 or UINT64, and none of these
//   where it is BOOL. For a complex self: any real dtype, COMPLEX64 or COMPLEX128.
// out: receives the elements. Same dtype and format as self, in the shape that follows from pad. If
//   an axis of pad has no elements there, no number of pad is positive. It shares no memory with
//   self.
// workspaceSize: receives the bytes of workspace to pass to aclnnConstantPadNd; currently 0.
// executor: receives the executor.
//
// Special values. Elements are copied with all their bits, those of NaNs too; value is converted
// once, as by aclnnInplaceFillScalar.
// Accuracy: exact, but that value is rounded. Products: all.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConstantPadNdGetWorkspaceSize(const aclTensor* self,
                                                                   const aclIntArray* pad,
                                                                   const aclScalar* value,
                                                                   aclTensor* out,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);

// Queues the run.
//
// workspace: at least workspaceSize bytes, alive until the run is done; may be null if
//   workspaceSize is 0.
// workspaceSize: what the first phase gave, or more.
// executor: from the first phase; consumed (rule 1).
// stream: null means the default stream of the current context.
ACL_FUNC_VISIBILITY aclnnStatus aclnnConstantPadNd(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNNOP_ACLNN_CONSTANT_PAD_ND_H_
