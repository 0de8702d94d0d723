// acl_op_compiler.h.

#include <array>
#include <cstring>
#include <mutex>
#include <string>

#include "acl/acl_op_compiler.h"
#include "base/api.h"
#include "op_compiler/pytorch_calls.h"
#include "runtime/refusals.h"

namespace {

using openaclnn::CallApi;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::kAclCodes;
using openaclnn::MakeCall;
using openaclnn::NoteRefusal;
using openaclnn::PyTorchCallsOf;
using openaclnn::Status;

Status Refusal(const char* op_type) {
  if (op_type == nullptr) {
    return Error(ErrorKind::kNullArgument, ACL_ERROR_INVALID_PARAM, "opType: is null");
  }
  const char* const calls = PyTorchCallsOf(op_type);
  const std::string remedy =
      calls == nullptr
          ? ""
          : fmt::format(
                ". In PyTorch it stands for {}: run that on the CPU, with .cpu() of its "
                "tensors and .npu() of the result",
                calls);
  return Error(
      ErrorKind::kNotSupported, ACL_ERROR_API_NOT_SUPPORT,
      "opType: {} cannot be run by its name: openaclnn has the aclnn API only (`openaclnn list`), "
      "and no operator there that serves{}; see docs/porting.md, \"What runs in PyTorch\"",
      op_type, remedy);
}

aclError RefuseToCompile(const char* api, const char* op_type) {
  return CallApi(MakeCall(api, "opType", op_type), kAclCodes, [&] { return Refusal(op_type); });
}

aclError RefuseToExecute(const char* api, const char* op_type, aclrtStream stream) {
  return CallApi(MakeCall(api, "opType", op_type), kAclCodes, [&] {
    Status refusal = Refusal(op_type);
    if (op_type != nullptr) NoteRefusal(stream, api, refusal);
    return refusal;
  });
}

constexpr size_t kOptions = ACL_ALLOW_HF32 + 1;

struct Options {
  std::mutex mutex;
  std::array<std::string, kOptions> values;  // guarded by mutex

  // Nothing is compiled when it is called: operators are ready, which "disable" means.
  Options() { values[ACL_OP_JIT_COMPILE] = "disable"; }
};

Options& TheOptions() {
  static auto* const options = new Options;
  return *options;
}

Status CheckOption(int option) {
  if (option >= 0 && option < static_cast<int>(kOptions)) return {};
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM, "opt: is {}, expected 0 to {}",
               option, kOptions - 1);
}

Status CheckText(const char* value) {
  if (value != nullptr) return {};
  return Error(ErrorKind::kNullArgument, ACL_ERROR_INVALID_PARAM, "value: is null");
}

}  // namespace

extern "C" {

aclError aclopCompile(const char* opType, int, const aclTensorDesc* const[], int,
                      const aclTensorDesc* const[], const aclopAttr*, aclopEngineType,
                      aclopCompileType, const char*) {
  return RefuseToCompile(__func__, opType);
}

aclError aclopCompileAndExecute(const char* opType, int, const aclTensorDesc* const[],
                                const aclDataBuffer* const[], int, const aclTensorDesc* const[],
                                aclDataBuffer* const[], const aclopAttr*, aclopEngineType,
                                aclopCompileType, const char*, aclrtStream stream) {
  return RefuseToExecute(__func__, opType, stream);
}

aclError aclopCompileAndExecuteV2(const char* opType, int, aclTensorDesc*[], aclDataBuffer*[], int,
                                  aclTensorDesc*[], aclDataBuffer*[], aclopAttr*, aclopEngineType,
                                  aclopCompileType, const char*, aclrtStream stream) {
  return RefuseToExecute(__func__, opType, stream);
}

aclError aclSetCompileopt(aclCompileOpt opt, const char* value) {
  const auto call = OPENACLNN_CALL(opt, value);
  return CallApi(call, kAclCodes, [&, option = static_cast<int>(opt)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckOption(option));
    OPENACLNN_RETURN_IF_ERROR(CheckText(value));
    Options& options = TheOptions();
    const std::lock_guard lock(options.mutex);
    options.values[static_cast<size_t>(option)] = value;
    return {};
  });
}

size_t aclGetCompileoptSize(aclCompileOpt opt) {
  size_t size = 0;
  const auto call = OPENACLNN_CALL(opt);
  CallApi(call, kAclCodes, [&, option = static_cast<int>(opt)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckOption(option));
    Options& options = TheOptions();
    const std::lock_guard lock(options.mutex);
    size = options.values[static_cast<size_t>(option)].size() + 1;
    return {};
  });
  return size;
}

aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length) {
  const auto call = OPENACLNN_CALL(opt, length);
  return CallApi(call, kAclCodes, [&, option = static_cast<int>(opt)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckOption(option));
    OPENACLNN_RETURN_IF_ERROR(CheckText(value));
    Options& options = TheOptions();
    const std::lock_guard lock(options.mutex);
    const std::string& text = options.values[static_cast<size_t>(option)];
    if (length <= text.size()) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                   "length: is {}, but the option takes {} bytes", length, text.size() + 1);
    }
    std::memcpy(value, text.c_str(), text.size() + 1);
    return {};
  });
}

aclError aclopSetCompileFlag(aclOpCompileFlag flag) {
  const auto call = OPENACLNN_CALL(flag);
  return CallApi(call, kAclCodes, [&, number = static_cast<int>(flag)]() -> Status {
    if (number == ACL_OP_COMPILE_DEFAULT || number == ACL_OP_COMPILE_FUZZ) return {};
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM, "flag: is {}, expected 0 or 1",
                 number);
  });
}

}  // extern "C"
