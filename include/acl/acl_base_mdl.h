// Descriptions of tensors and of memory that the older API, by names of operators (acl_op.h),
// passes around. They keep what is set; acl_op_compiler.h says which operators take them.
#ifndef OPENACLNN_ACL_ACL_BASE_MDL_H_
#define OPENACLNN_ACL_ACL_BASE_MDL_H_

#include "acl_base_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

// Opaque; handles like those of acl_base_rt.h. What is null or was destroyed is refused: with
// 100000 by functions that return a code, and otherwise with what stands at the function.
typedef struct aclTensorDesc aclTensorDesc;
typedef struct aclDataBuffer aclDataBuffer;

// -------------------------------------------------------------------------------------------------
// Data buffers

// Describes `size` bytes at `data`, which stay the caller's; null and 0 are allowed. Destroy it
// with aclDestroyDataBuffer. Returns null if there is no memory.
ACL_FUNC_VISIBILITY aclDataBuffer* aclCreateDataBuffer(void* data, size_t size);
ACL_FUNC_VISIBILITY aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer);
// Describes other bytes from now on.
ACL_FUNC_VISIBILITY aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data,
                                                 size_t size);
// Null and 0 if the buffer is not live.
ACL_FUNC_VISIBILITY void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer);
ACL_FUNC_VISIBILITY size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer);

// -------------------------------------------------------------------------------------------------
// Tensor descriptions

// Describes a tensor: its dtype, its shape of numDims axes (0 to 64; dims may be null for 0) and
// its format. dims is copied; an axis of -1 has no size yet. Destroy it with aclDestroyTensorDesc.
// Returns null, and leaves a message, for other numbers of axes and without memory.
ACL_FUNC_VISIBILITY aclTensorDesc* aclCreateTensorDesc(aclDataType dataType, int numDims,
                                                       const int64_t* dims, aclFormat format);
ACL_FUNC_VISIBILITY void aclDestroyTensorDesc(const aclTensorDesc* desc);

// ACL_DT_UNDEFINED and ACL_FORMAT_UNDEFINED if the description is not live.
ACL_FUNC_VISIBILITY aclDataType aclGetTensorDescType(const aclTensorDesc* desc);
ACL_FUNC_VISIBILITY aclFormat aclGetTensorDescFormat(const aclTensorDesc* desc);
// 0 if it is not live.
ACL_FUNC_VISIBILITY size_t aclGetTensorDescNumDims(const aclTensorDesc* desc);
// The size of an axis. Returns 100000 if there is no axis `index`.
ACL_FUNC_VISIBILITY aclError aclGetTensorDescDimV2(const aclTensorDesc* desc, size_t index,
                                                   int64_t* dimSize);
// Elements, and bytes of them packed; 0 if it is not live or an axis has no size yet, or if the
// number does not fit size_t.
ACL_FUNC_VISIBILITY size_t aclGetTensorDescElementCount(const aclTensorDesc* desc);
ACL_FUNC_VISIBILITY size_t aclGetTensorDescSize(const aclTensorDesc* desc);

// The name; empty at first. null: empty. The text is copied, and what is returned lives until the
// next change. A description that is not live has the name "".
ACL_FUNC_VISIBILITY void aclSetTensorDescName(aclTensorDesc* desc, const char* name);
ACL_FUNC_VISIBILITY const char* aclGetTensorDescName(aclTensorDesc* desc);

// Format and shape in memory, where they differ from those that the tensor has logically.
ACL_FUNC_VISIBILITY aclError aclSetTensorFormat(aclTensorDesc* desc, aclFormat format);
ACL_FUNC_VISIBILITY aclError aclSetTensorShape(aclTensorDesc* desc, int numDims,
                                               const int64_t* dims);
// Where the tensor lies. Kept and not used.
ACL_FUNC_VISIBILITY aclError aclSetTensorPlaceMent(aclTensorDesc* desc, aclMemType memType);

// -------------------------------------------------------------------------------------------------
// The program's own log

// Writes a line of the program to the log that OPENACLNN_LOG asks for, at this level. The line is
// `format` with what follows, as printf writes it, and where it comes from. func and file may be
// null.
ACL_FUNC_VISIBILITY void aclAppLog(aclLogLevel logLevel, const char* func, const char* file,
                                   uint32_t line, const char* format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 5, 6)))
#endif
    ;

#define ACL_APP_LOG(level, ...) aclAppLog(level, __func__, __FILE__, __LINE__, __VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACL_ACL_BASE_MDL_H_
