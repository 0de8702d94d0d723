// What all operators of aclnnop/ have in common. The operators' headers refer to these rules by
// number and state only what is theirs alone.
//
// 1. Two phases. aclnnXxxGetWorkspaceSize checks all arguments, computes nothing, and gives an
//    executor and the bytes of workspace the operator needs. aclnnXxx queues the work on a stream
//    and returns. The outputs are there once the stream is synchronised (aclrtSynchronizeStream),
//    or once an event recorded after it is complete. The second phase consumes the executor, unless
//    aclSetAclOpExecutorRepeatable was called in between.
// 2. Lifetimes. The executor owns copies of shapes, strides, addresses and scalars. So aclTensor,
//    aclScalar and text arguments may be destroyed or changed right after the first phase. With a
//    repeatable executor the aclTensors have to outlive its last run (aclnn/acl_meta.h). The memory
//    that tensors point to and the workspace have to live until the stream has run the operator. An
//    executor whose second phase is never called is ended with aclDestroyAclOpExecutor.
// 3. Tensors. Arguments are views: any strides (0 and negative ones too), any offset, any storage
//    shape; the format tag has no influence. Rank 0 is one element. A strided output is written at
//    its elements only: the bytes between them keep their values. An empty tensor is no error; the
//    workspace is then 0 and, where the operator does not say otherwise, nothing is written.
// 4. Aliasing. An output may be exactly the view of an input (in place). An output that shares
//    memory with an input in any other way is refused. So are two outputs that share memory, and an
//    output that has two elements at one address. Views that interleave without sharing an element
//    are accepted.
// 5. Broadcasting. Shapes are aligned at their last axes; two sizes of an axis are compatible if
//    they are equal or one of them is 1, which then repeats.
// 6. Promotion, where an operator has it. FLOAT16 with BFLOAT16 gives FLOAT, and so does FLOAT with
//    a narrower float. A float with an integer or BOOL gives the float. Integers give the wider
//    one, INT8 with UINT8 gives INT16, and BOOL gives way to all. A tensor with a scalar keeps its
//    dtype, with two exceptions. An integer or BOOL tensor with a float scalar gives FLOAT. A BOOL
//    tensor with an integer scalar gives the scalar's dtype. Complex numbers win over real ones.
// 7. Scalars. An aclScalar may have any real dtype, or a complex one among complex numbers. It is
//    converted once, to float (to double where that is computed in), never to the tensors' dtype.
// 8. Rounding. Inputs are loaded exactly, except that an INT64 beyond 2^53 among floats is the
//    nearest double. The formula gives a float (a double where the operator says so). This is
//    rounded once, to nearest even, to the dtype of the output; results beyond its range become
//    inf. Subnormal numbers are not flushed. Errors are stated in ULP: the distance from the exact
//    result of the formula in units of the last place that the output's dtype has there.
// 9. Determinism. The bits of a result depend on the arguments alone. The number of threads, the
//    tile size, the layout of the tensors and the instruction set do not matter. Nor does the
//    caller's floating-point environment (rounding mode, flushing of subnormals, trapped
//    exceptions). Every call of this library leaves that as it was, flags of exceptions included.
// 10. Products. OPENACLNN_SOC names the Ascend product whose rules apply, by default Ascend910B.
//    An operator that the product lacks returns 561003. BFLOAT16 is refused with 161002 on
//    Ascend910 and Ascend310P.
// 11. Threads. Both phases may be called from any thread, and the second from another one than the
//    first. Two threads must not use one executor at the same time.
// 12. Integers, where operators compute with them. They have the dtype to which the operands
//    promote, in two's complement, modulo 2 to the power of its bits; scalars count by these bits.
//    A BOOL is true where its byte is not 0. Results are then converted to the output as by
//    aclnnCast.
//
// Statuses of the first phase. On failure neither *workspaceSize nor *executor is written.
//   0       success
//   161001  a pointer argument is null
//   161002  a dtype, shape, rank, text or alias is not what the operator's header asks for; a
//           handle is not live, or of another kind
//   561003  the product lacks the operator (rule 10)
//   561101  16,777,216 executors are live, which is as many as there can be
//   561103  out of host memory
// Statuses of the second phase. One that fails keeps the executor, unless it says otherwise; what
// is kept can be run again or ended with aclDestroyAclOpExecutor.
//   0       queued; a failure while running is reported when the stream is synchronised
//   161001  executor is null; or workspace is null while workspaceSize is above 0, and then the
//           executor is destroyed
//   161002  executor is consumed, destroyed, foreign or of another operator; or workspaceSize is
//           less than the first phase asked for, and then the executor stays usable; or a tensor
//           that is not empty has no address
//   361001  the stream is not live, or is null (the default stream) in a thread without a device,
//           or its thread cannot be started; the executor is destroyed, unless it is repeatable
//   561103  out of host memory; the executor may be destroyed (aclDestroyAclOpExecutor then returns
//           561000, which is harmless)
//
// Every failure leaves a sentence for aclGetRecentErrMsg (acl/acl.h) that names the function, the
// argument, what was expected and what was given.
#ifndef OPENACLNN_ACLNNOP_CONVENTIONS_H_
#define OPENACLNN_ACLNNOP_CONVENTIONS_H_

#include "aclnn/aclnn_base.h"

#endif  // OPENACLNN_ACLNNOP_CONVENTIONS_H_
