// acl_op_compiler.h.

#include "acl/acl_op_compiler.h"

#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include "base/api.h"
#include "op_compiler/aclnn_calls.h"
#include "op_compiler/op_call.h"
#include "op_compiler/pytorch_calls.h"
#include "op_compiler/recurrent.h"
#include "runtime/launch.h"
#include "runtime/refusals.h"

namespace {

using openaclnn::AclnnCalls;
using openaclnn::CallApi;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::FindServedOp;
using openaclnn::kAclCodes;
using openaclnn::LaunchTask;
using openaclnn::NoteRefusal;
using openaclnn::OpCall;
using openaclnn::PyTorchCallsOf;
using openaclnn::RawOpCall;
using openaclnn::ServedOp;
using openaclnn::Status;
using openaclnn::TaskMemory;
using openaclnn::TaskOf;
using openaclnn::Weight;

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

const ServedOp* FindServed(const char* op_type) {
  return op_type == nullptr ? nullptr : FindServedOp(op_type);
}

// An operator that is served is compiled already.
Status Compile(const char* op_type) {
  return FindServed(op_type) != nullptr ? Status() : Refusal(op_type);
}

Status Run(const ServedOp& op, const RawOpCall& raw, aclrtStream stream) {
  TaskOf nothing([]() -> int32_t { return 0; });
  OPENACLNN_RETURN_IF_ERROR(LaunchTask(stream, Weight::kSmall, nothing));  // there is a stream
  OpCall call;
  OPENACLNN_RETURN_IF_ERROR(call.Read(op.type, raw));
  AclnnCalls counted;
  op.plan(call, counted);
  const auto memory = std::make_shared<TaskMemory>();
  OPENACLNN_RETURN_IF_ERROR(memory->Allocate(counted.bytes()));
  AclnnCalls calls(memory->data());
  op.plan(call, calls);
  return calls.Launch(stream, memory);
}

Status Execute(const char* op_type, const RawOpCall& raw, aclrtStream stream) {
  const ServedOp* const op = FindServed(op_type);
  if (op == nullptr) return Refusal(op_type);
  const Status status = Run(*op, raw, stream);
  if (status.ok()) return {};
  return Error(status.kind(), status.code(), "{}: {}", op_type, status.message());
}

// `call`: what the log and the trace show.
template <class Call>
aclError Execute(const Call& call, const char* op_type, const RawOpCall& raw, aclrtStream stream) {
  return CallApi(call, kAclCodes, [&] {
    Status status = Execute(op_type, raw, stream);
    if (!status.ok() && op_type != nullptr) NoteRefusal(stream, call.name, status);
    return status;
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
  return CallApi(OPENACLNN_CALL(opType), kAclCodes, [&] { return Compile(opType); });
}

aclError aclopCompileAndExecute(const char* opType, int numInputs,
                                const aclTensorDesc* const inputDesc[],
                                const aclDataBuffer* const inputs[], int numOutputs,
                                const aclTensorDesc* const outputDesc[],
                                aclDataBuffer* const outputs[], const aclopAttr* attr,
                                aclopEngineType, aclopCompileType, const char*,
                                aclrtStream stream) {
  return Execute(OPENACLNN_CALL(opType), opType,
                 RawOpCall{numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr},
                 stream);
}

aclError aclopCompileAndExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                                  aclDataBuffer* inputs[], int numOutputs,
                                  aclTensorDesc* outputDesc[], aclDataBuffer* outputs[],
                                  aclopAttr* attr, aclopEngineType, aclopCompileType, const char*,
                                  aclrtStream stream) {
  return Execute(OPENACLNN_CALL(opType), opType,
                 RawOpCall{numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr},
                 stream);
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
