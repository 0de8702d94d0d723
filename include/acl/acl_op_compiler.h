// Compiling operators by their names, which this project does not do: it has the operators of the
// aclnn API, ready to call. In libacl_op_compiler.
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

// Refuse every operator with 200001 and a message that names it, and what PyTorch means by it where
// that is known. Frameworks come here for operators that they did not find under their aclnn name.
// Nothing is read but opType, and nothing written; 100000 if opType is null.
//
// Outputs of an operator that was not run are not what the program takes them for, and a framework
// that launches operators from a thread of its own may end that thread and say nothing: later
// results would be wrong. So the other threads get 200001 and the message again after
// aclopCompileAndExecute and aclopCompileAndExecuteV2. That holds in the context of `stream` (null:
// the current one). It concerns synchronisation of streams, devices and events, the creation of
// events, and copies except those from host to host. It ends when the thread that was refused, and
// thus knows, calls one of these functions itself, or with the context (aclrtResetDevice,
// aclrtDestroyContext). The same follows from any operator or collective that is refused to a
// thread named "acl_thread", which is that of PyTorch's adapter.
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
