// The objects that aclnn operators take: tensors, scalars, arrays and lists; and the executor that
// joins the two phases of an operator call.
//
// Conventions of all functions here:
// 1. Objects are handles, not addresses. A handle that is null, foreign or already destroyed is
//    recognised and refused with a status and a message; it never crashes. Handles are not reused:
//    a stale one stays stale.
// 2. A create function copies all it is given (dims, strides, values, lists of handles) before it
//    returns, so its arguments may live on the stack. The exception is tensorData: an aclTensor
//    only refers to the memory of its elements, and never frees it. On failure a create function
//    returns null.
// 3. Destroying null is success. Destroying a handle that is not live returns 561000 and does
//    nothing else.
// 4. Operators copy what they need in their first phase. Objects passed to it may be destroyed
//    right after it, unless the executor is made repeatable. The memory of tensors must live until
//    the stream has run the operator.
// 5. Functions may be called from any thread. Two threads must not use one object at the same time
//    if one of them changes or destroys it.
// 6. Every failure leaves a message for aclGetRecentErrMsg (acl/acl_rt.h) that names the function,
//    the argument and its value. Codes: aclnn/opdev/op_errno.h. Every function can also return
//    561103 when host memory is exhausted; those that make objects, 561101 when 16,777,216 of the
//    kind are live.
#ifndef OPENACLNN_ACLNN_ACL_META_H_
#define OPENACLNN_ACLNN_ACL_META_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

// Some programs bring this block themselves under the same guard.
#ifndef ACLNN_META
#define ACLNN_META
typedef int32_t aclnnStatus;
constexpr aclnnStatus OK = 0;
#endif

typedef struct aclOpExecutor aclOpExecutor;
typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclIntArray aclIntArray;
typedef struct aclFloatArray aclFloatArray;
typedef struct aclBoolArray aclBoolArray;
typedef struct aclTensorList aclTensorList;
typedef struct aclScalarList aclScalarList;

// -------------------------------------------------------------------------------------------------
// Tensors

// Makes a tensor: a view of elements in memory that the caller provides. The address of the element
// at index (i0, i1, ...) is
//   tensorData + (offset + i0 * stride[0] + i1 * stride[1] + ...) * bytes of one element.
//
// viewDims: the view's extents, outermost first, viewDimsNum of them. May be null if viewDimsNum is
//   0, which makes a tensor of one element (rank 0). An extent of 0 makes an empty tensor.
// dataType: the dtype of the elements.
// stride: in elements, viewDimsNum of them, of any sign, 0 to repeat elements. Null: row-major
//   without gaps.
// offset: in elements, from tensorData to the element at index 0.
// format: what the axes mean, to operators that care; elementwise operators ignore it.
// storageDims: the extents of the memory behind the view, storageDimsNum of them. May be null if
//   storageDimsNum is 0. They need not agree with viewDims, and elementwise operators ignore them.
// tensorData: may be null for empty tensors, and for tensors whose address is set later.
//
// Nothing is checked beyond the pointers: an operator that cannot work with the tensor refuses it
// in its first phase. Returns null if viewDims or storageDims is null while its number is not 0.
ACL_FUNC_VISIBILITY aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum,
                                               aclDataType dataType, const int64_t* stride,
                                               int64_t offset, aclFormat format,
                                               const int64_t* storageDims, uint64_t storageDimsNum,
                                               void* tensorData);

// Gives an existing tensor new contents; the arguments after the first are those of
// aclCreateTensor. Returns 161001 if `tensor` is null or aclCreateTensor would refuse a pointer,
// 161002 if `tensor` is not live. On failure the tensor keeps its contents.
ACL_FUNC_VISIBILITY aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims,
                                              uint64_t viewDimsNum, aclDataType dataType,
                                              const int64_t* stride, int64_t offset,
                                              aclFormat format, const int64_t* storageDims,
                                              uint64_t storageDimsNum, void* tensorDataAddr);

// Ends the tensor; its elements' memory stays. A tensor in a list belongs to the list: destroy the
// list instead.
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyTensor(const aclTensor* tensor);

// The extents of the view, the extents of the storage and the strides of the view. The array that
// is handed out is made with new int64_t[] and belongs to the caller, who frees it with delete[];
// it is not null for rank 0 either. Return 161001 if an argument is null, 161002 if `tensor` is not
// live; then nothing is written.
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims,
                                                uint64_t* viewDimsNum);
ACL_FUNC_VISIBILITY aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                                                   uint64_t* storageDimsNum);
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                                                  uint64_t* stridesNum);

// The offset in elements, the format and the dtype, as they were given. Return the same.
ACL_FUNC_VISIBILITY aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset);
ACL_FUNC_VISIBILITY aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format);
ACL_FUNC_VISIBILITY aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType);

// The address tensorData: where the storage begins, before the offset. The new one may be null.
// Setting it has no effect on executors that are already made, unless they are repeatable. Return
// the same.
ACL_FUNC_VISIBILITY aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr);

// -------------------------------------------------------------------------------------------------
// Scalars

// Makes a scalar from the value of type dataType at `value`, which need not be aligned. Operators
// convert it to what they compute in. A value smaller than a byte is in the low bits of one.
// Returns null if `value` is null.
ACL_FUNC_VISIBILITY aclScalar* aclCreateScalar(void* value, aclDataType dataType);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyScalar(const aclScalar* scalar);

// -------------------------------------------------------------------------------------------------
// Arrays

// Make an array of `size` values. With `value` null or `size` 0 the array is empty, and not null.
ACL_FUNC_VISIBILITY aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size);
ACL_FUNC_VISIBILITY aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size);
ACL_FUNC_VISIBILITY aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size);

// The number of values. Return 161001 if an argument is null, 161002 if `array` is not a live array
// of this type.
ACL_FUNC_VISIBILITY aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size);
ACL_FUNC_VISIBILITY aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size);
ACL_FUNC_VISIBILITY aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size);

ACL_FUNC_VISIBILITY aclnnStatus aclDestroyIntArray(const aclIntArray* array);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyFloatArray(const aclFloatArray* array);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyBoolArray(const aclBoolArray* array);

// -------------------------------------------------------------------------------------------------
// Lists

// Make a list of `size` handles, which it owns from then on: destroying the list destroys them, and
// they must not be destroyed otherwise. Elements may be null. An empty list is not null. `value`
// may be null if `size` is 0; otherwise null is returned and the caller keeps the elements.
ACL_FUNC_VISIBILITY aclTensorList* aclCreateTensorList(const aclTensor* const* value,
                                                       uint64_t size);
ACL_FUNC_VISIBILITY aclScalarList* aclCreateScalarList(const aclScalar* const* value,
                                                       uint64_t size);

// The number of handles, null ones too. Return 161001 if an argument is null, 161002 if the list is
// not live.
ACL_FUNC_VISIBILITY aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList,
                                                     uint64_t* size);
ACL_FUNC_VISIBILITY aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList,
                                                     uint64_t* size);

// End the list and its elements. Elements that were destroyed before it, against the rule above,
// are passed over.
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyTensorList(const aclTensorList* array);
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyScalarList(const aclScalarList* array);

// -------------------------------------------------------------------------------------------------
// Executors
//
// The first phase of an operator, aclnnXxxGetWorkspaceSize, checks the arguments and makes an
// executor. The second, aclnnXxx, queues it on a stream. It consumes the executor unless that is
// repeatable, also where the stream is refused.

// Lets the second phase be called any number of times with this executor. To be called right after
// the first phase. Each run reads the addresses of the tensors anew, so the tensors must outlive
// the last run. Ended by aclDestroyAclOpExecutor.
// Returns 561103 if `executor` is null, 561000 if it is not live or its operator cannot be
// repeated.
ACL_FUNC_VISIBILITY aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor);

// Ends an executor that is repeatable or whose second phase was never called.
// Returns 561103 if `executor` is null, 561000 if it is not live, consumed ones included.
ACL_FUNC_VISIBILITY aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor);

// Give a tensor argument of a repeatable executor another address (tensorData of aclCreateTensor;
// the offset stays).
//
// index: among the operator's input tensors, its output tensors, or both, inputs first; in the
//   order of the prototype, counted from 0. Lists of tensors are counted, too, each as one.
// tensor: the tensor passed to the first phase; it keeps the new address.
//
// Return 561103 if `executor` or `tensor` is null; 161002 if one of them is not live or `index` is
// out of range; also if `index` means a list, or an argument that was null in the first phase.
ACL_FUNC_VISIBILITY aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                      aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                       aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index,
                                                 aclTensor* tensor, void* addr);

// The same for one tensor of a tensor list argument: irIndex chooses the list as `index` does
// above, relativeIndex the tensor in it. Return 161002 also if relativeIndex is not less than the
// list's size, and if irIndex means a tensor that is in no list.
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor,
                                                             size_t irIndex,
                                                             const size_t relativeIndex,
                                                             aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor,
                                                              size_t irIndex,
                                                              const size_t relativeIndex,
                                                              aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                                        const size_t relativeIndex,
                                                        aclTensorList* tensors, void* addr);

// Other names of the six functions above.
ACL_FUNC_VISIBILITY aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                      aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                       aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index,
                                                 aclTensor* tensor, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor,
                                                             size_t irIndex,
                                                             const size_t relativeIndex,
                                                             aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor,
                                                              size_t irIndex,
                                                              const size_t relativeIndex,
                                                              aclTensorList* tensors, void* addr);
ACL_FUNC_VISIBILITY aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                                        const size_t relativeIndex,
                                                        aclTensorList* tensors, void* addr);

// On a device with dumping switched on, writes the elements of tensors to files. There is no
// dumping here: only checks its arguments. Returns 0, or 161001 if a pointer is null.
//
// opType, opName: what the files are named after.
// tensors: inputTensorNum inputs, then outputTensorNum outputs.
ACL_FUNC_VISIBILITY aclnnStatus aclDumpOpTensors(const char* opType, const char* opName,
                                                 aclTensor** tensors, size_t inputTensorNum,
                                                 size_t outputTensorNum, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACLNN_ACL_META_H_
