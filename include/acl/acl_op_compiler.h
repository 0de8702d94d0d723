// Operators by their names, the API before aclnn. Nothing is compiled: a few of these names are
// served by aclnn operators, which are ready to call, and all others are refused. In
// libacl_op_compiler.
#ifndef OPENACLNN_ACL_ACL_OP_COMPILER_H_
#define OPENACLNN_ACL_ACL_OP_COMPILER_H_

#include "acl_base.h"
#include "acl_op.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum aclCompileType { ACL_COMPILE_SYS, ACL_COMPILE_UNREGISTERED } aclopCompileType;

typedef enum {
  ACL_PRECISION_MODE,
  ACL_AICORE_NUM,
  ACL_AUTO_TUNE_MODE,
  ACL_OP_SELECT_IMPL_MODE,
  ACL_OPTYPELIST_FOR_IMPLMODE,
  ACL_OP_DEBUG_LEVEL,
  ACL_DEBUG_DIR,
  ACL_OP_COMPILER_CACHE_MODE,
  ACL_OP_COMPILER_CACHE_DIR,
  ACL_OP_PERFORMANCE_MODE,
  ACL_OP_JIT_COMPILE,
  ACL_OP_DETERMINISTIC,
  ACL_CUSTOMIZE_DTYPES,
  ACL_OP_PRECISION_MODE,
  ACL_ALLOW_HF32
} aclCompileOpt;

typedef enum aclCompileFlag { ACL_OP_COMPILE_DEFAULT, ACL_OP_COMPILE_FUZZ } aclOpCompileFlag;

// Compile an operator, or compile it and queue a run after all that `stream` has. A null stream is
// the default one of the current context. Served are the recurrent networks that
// frameworks call so: DynamicRNN, DynamicRNNV2 and DynamicGRUV2, and their gradients
// DynamicRNNGrad, DynamicRNNV2Grad and DynamicGRUV2Grad. They compute what aclnnLSTM, aclnnGRU and
// their gradients do for one layer and one direction. Every other operator is refused with 200001
// and a message that names it, and what PyTorch means by it where that is known.
//
// opType: the name; 100000 if it is null. aclopCompile looks at nothing else.
// inputDesc, outputDesc: what the tensors are, in the order of the operator's prototype. They are
//   FLOAT, FLOAT16 or BFLOAT16, in any mixture. An input that the operator can do without may be
//   ACL_DT_UNDEFINED, or have no axis. Formats and shapes in memory count for nothing: tensors are
//   dense in their logical shape. Where a framework keeps gates in FRACTAL_NZ from a network for
//   its gradient, it gives them back as it got them.
// inputs, outputs: their memory. It has to live until the run is done; all else may end at once.
// attr: attributes; null: none. Only those of the operator may be there, and their values have to
//   be served: one layer, no peepholes, no projection, no clipping, steps first. gate_order: how
//   gates stand in weights and biases. direction REDIRECTIONAL begins at the last step, for LSTM
//   alone. Names that begin with '_' count for nothing.
//
// seq_length of an LSTM is a mask: 1 where a step has a row of the batch, and 0 where it has not.
// In each step the first rows have to be those that it has. Others keep their states, and their y
// is 0. output_h and output_c are those of all steps, except in DynamicRNNV2, which gives the last
// ones. Sums are those of aclnnLSTM and aclnnGRU in FLOAT, and results are rounded once.
//
// Return 100000 for what is missing or does not fit, and 200001 for what is not served. Without
// memory they return 207001, without a context 107002, and 107017 for what is no stream. Then
// outputs stay as they were.
//
// Outputs of an operator that was not run are not what the program takes them for, and a framework
// that launches operators from a thread of its own may end that thread and say nothing: later
// results would be wrong. So the other threads get 200001 and the message again after
// aclopCompileAndExecute and aclopCompileAndExecuteV2 have failed. That holds in the context of
// `stream` (null: the current one). It concerns synchronisation of streams, devices and events, the
// creation of events, and copies except those from host to host. It ends when the thread that was
// refused, and thus knows, calls one of these functions itself, or with the context
// (aclrtResetDevice, aclrtDestroyContext). The same follows from any operator or collective that is
// refused to a thread named "acl_thread", which is that of PyTorch's adapter.
ACL_FUNC_VISIBILITY aclError aclopCompile(const char* opType, int numInputs,
                                          const aclTensorDesc* const inputDesc[], int numOutputs,
                                          const aclTensorDesc* const outputDesc[],
                                          const aclopAttr* attr, aclopEngineType engineType,
                                          aclopCompileType compileFlag, const char* opPath);
ACL_FUNC_VISIBILITY aclError aclopCompileAndExecute(
    const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
    const aclDataBuffer* const inputs[], int numOutputs, const aclTensorDesc* const outputDesc[],
    aclDataBuffer* const outputs[], const aclopAttr* attr, aclopEngineType engineType,
    aclopCompileType compileFlag, const char* opPath, aclrtStream stream);
ACL_FUNC_VISIBILITY aclError
aclopCompileAndExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                         aclDataBuffer* inputs[], int numOutputs, aclTensorDesc* outputDesc[],
                         aclDataBuffer* outputs[], aclopAttr* attr, aclopEngineType engineType,
                         aclopCompileType compileFlag, const char* opPath, aclrtStream stream);

// Options of the compiler: kept for the process and returned, and without effect, as nothing is
// compiled. value: not null, copied. Return 100000 for an unknown option, a null pointer, or a
// buffer of `length` bytes that the text and its end do not fit. An option that was not set is an
// empty text; only ACL_OP_JIT_COMPILE is "disable". aclGetCompileoptSize: bytes with the end, 0 for
// an unknown option.
ACL_FUNC_VISIBILITY aclError aclSetCompileopt(aclCompileOpt opt, const char* value);
ACL_FUNC_VISIBILITY size_t aclGetCompileoptSize(aclCompileOpt opt);
ACL_FUNC_VISIBILITY aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length);

// Chooses between static and dynamic shapes when compiling; without effect. 100000 for an unknown
// flag.
ACL_FUNC_VISIBILITY aclError aclopSetCompileFlag(aclOpCompileFlag flag);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACL_ACL_OP_COMPILER_H_
