// Every kind of error is provoked through the public API, with every status that the table lists
// for it: whole messages are compared.
#include "base/error_rows.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ostream>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "acl/acl_op_compiler.h"
#include "aclnnop/aclnn_fast_gelu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"
#include "aclnnop/aclnn_logit_grad.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "aclnnop/aclnn_sum.h"
#include "aclnnop/aclnn_threshold.h"
#include "gtest/gtest.h"
#include "hccl/hccl_types.h"

namespace openaclnn {
namespace {

using Dims = std::vector<int64_t>;

// An environment variable that a process gets before it uses the library.
struct Variable {
  const char* name;
  const char* value;
};
constexpr Variable kChecked = {"OPENACLNN_CHECK", "memory"};

struct Provocation {
  ErrorKind kind;
  int32_t status;
  const char* message;  // without the kind; an extended regular expression
  int32_t (*provoke)();
  Variable variable = {};
};

// How GoogleTest names a provocation among a test's parameters.
void PrintTo(const Provocation& provocation, std::ostream* out) { *out << provocation.message; }

void* const kNoHandle = reinterpret_cast<void*>(uintptr_t{0x12345678});

aclrtStream NewStream() {
  aclrtStream stream = nullptr;
  aclrtCreateStream(&stream);
  return stream;
}

aclrtStream CapturedStream() {
  const aclrtStream stream = NewStream();
  aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL);
  return stream;
}
aclmdlRI GraphOf(aclrtStream stream) {
  aclmdlRICaptureStatus status;
  aclmdlRI graph = nullptr;
  aclmdlRICaptureGetInfo(stream, &status, &graph);
  return graph;
}
aclError EndCapture(aclrtStream stream) {
  aclmdlRI graph = nullptr;
  return aclmdlRICaptureEnd(stream, &graph);
}

aclrtEvent NewEvent() {
  aclrtEvent event = nullptr;
  aclrtCreateEvent(&event);
  return event;
}

void* NewMemory() {
  void* memory = nullptr;
  aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST);
  return memory;
}

aclTensor* TensorAt(void* memory, const Dims& shape = {8}, aclDataType dtype = ACL_FLOAT,
                    const Dims& strides = {}) {
  return aclCreateTensor(shape.data(), shape.size(), dtype,
                         strides.empty() ? nullptr : strides.data(), 0, ACL_FORMAT_ND, shape.data(),
                         shape.size(), memory);
}
aclTensor* NewTensor(const Dims& shape = {8}, aclDataType dtype = ACL_FLOAT,
                     const Dims& strides = {}) {
  return TensorAt(NewMemory(), shape, dtype, strides);
}
aclTensor* DeadTensor() {
  aclTensor* const tensor = NewTensor();
  aclDestroyTensor(tensor);
  return tensor;
}

aclScalar* NewScalar(aclDataType dtype = ACL_FLOAT) {
  float value[4] = {1, 1, 1, 1};
  return aclCreateScalar(value, dtype);
}

// Phase 1 of operators.
uint64_t workspace_size = 0;
aclOpExecutor* executor = nullptr;

int32_t PlanLogit(aclTensor* x, aclTensor* dy, aclTensor* out) {
  return aclnnLogitGradGetWorkspaceSize(x, dy, 0, out, &workspace_size, &executor);
}
int32_t PlanLogit() { return PlanLogit(NewTensor(), NewTensor(), NewTensor()); }

int32_t PlanGelu(aclTensor* gradient, aclTensor* self, aclTensor* out,
                 const char* approximate = "none") {
  std::string text = approximate;
  return aclnnGeluBackwardV2GetWorkspaceSize(gradient, self, text.data(), out, &workspace_size,
                                             &executor);
}

int32_t PlanHardtanh(aclScalar* min, aclTensor* self = NewTensor()) {
  return aclnnHardtanhBackwardGetWorkspaceSize(NewTensor(), self, min, NewScalar(), NewTensor(),
                                               &workspace_size, &executor);
}

// One weight for several elements, so that there is a workspace.
int32_t PlanPrelu(const Dims& weights = {1}) {
  const Dims shape = {64, 4, 3};
  return aclnnPreluBackwardGetWorkspaceSize(NewTensor(shape), NewTensor(shape), NewTensor(weights),
                                            NewTensor(shape), NewTensor(weights), &workspace_size,
                                            &executor);
}

int32_t RunLogit(aclrtStream stream = nullptr) {
  return aclnnLogitGrad(nullptr, workspace_size, executor, stream);
}

// aclInit with a file of this text.
int32_t InitWith(const char* text) {
  char path[] = "/tmp/openaclnn_error_kinds_XXXXXX";
  const int file = mkstemp(path);
  if (file < 0 || write(file, text, std::strlen(text)) < 0) std::abort();
  close(file);
  const int32_t status = aclInit(path);
  unlink(path);
  return status;
}

// Runs `provoke` in a host function of a stream, given the stream, and returns what it returned.
// The message is left for any thread.
int32_t InHostFunction(int32_t (*provoke)(aclrtStream)) {
  struct Call {
    int32_t (*provoke)(aclrtStream);
    aclrtStream stream;
    int32_t status;
  } call = {provoke, NewStream(), 0};
  InitWith("{\"err_msg_mode\": \"1\"}");
  const auto run = [](void* argument) {
    Call& given = *static_cast<Call*>(argument);
    given.status = given.provoke(given.stream);
  };
  aclrtLaunchHostFunc(call.stream, run, &call);
  aclrtSynchronizeStream(call.stream);
  return call.status;
}

// A host function that never returns.
void Sleep(void*) {
  while (true) pause();
}

aclrtStream BusyStream() {
  const aclrtStream stream = NewStream();
  aclrtLaunchHostFunc(stream, Sleep, nullptr);
  return stream;
}

// Memory is freed while the operator that reads it waits behind a host function.
int32_t FreeWhileQueued() {
  static std::atomic<bool> open{false};
  const aclrtStream stream = NewStream();
  void* const memory = NewMemory();
  PlanLogit(TensorAt(memory), NewTensor(), NewTensor());
  const auto wait = [](void*) {
    while (!open) usleep(100);
  };
  aclrtLaunchHostFunc(stream, wait, nullptr);
  RunLogit(stream);
  aclrtFree(memory);
  open = true;
  return aclrtSynchronizeStream(stream);
}

// A graph is aborted while its first task waits.
int32_t AbortWhileItRuns() {
  static std::atomic<bool> runs{false}, open{false};
  const aclrtStream stream = CapturedStream();
  const auto wait = [](void*) {
    runs = true;
    while (!open) usleep(100);
  };
  aclrtLaunchHostFunc(stream, wait, nullptr);
  aclrtLaunchHostFunc(stream, Sleep, nullptr);
  aclmdlRI graph = nullptr;
  aclmdlRICaptureEnd(stream, &graph);
  aclmdlRIExecuteAsync(graph, stream);
  while (!runs) usleep(100);
  aclmdlRIAbort(graph);
  open = true;
  return aclrtSynchronizeStream(stream);
}

// Goes on in a child of this process, as which this process then ends.
void ContinueInChild() {
  const pid_t child = fork();
  if (child == 0) return;
  int ended = 0;
  waitpid(child, &ended, 0);
  _exit(WIFEXITED(ended) ? WEXITSTATUS(ended) : 1);
}

uint64_t ThisThread() { return static_cast<uint64_t>(pthread_self()); }

const Provocation kProvocations[] = {
    {ErrorKind::kNullArgument, 161001,
     R"(aclnnLogitGradGetWorkspaceSize: dy: is null, expected an aclTensor)",
     [] { return PlanLogit(NewTensor(), nullptr, NewTensor()); }},
    {ErrorKind::kNullArgument, 561103, R"(aclDestroyAclOpExecutor: executor: is null)",
     [] { return aclDestroyAclOpExecutor(nullptr); }},
    {ErrorKind::kNullArgument, 100000, R"(aclrtFree: devPtr: is null)",
     [] { return aclrtFree(nullptr); }},
    {ErrorKind::kNotLive, 161002,
     R"(aclnnLogitGradGetWorkspaceSize: x: 0x[0-9a-f]+ is not a live aclTensor; it was destroyed or never created)",
     [] { return PlanLogit(DeadTensor(), NewTensor(), NewTensor()); }},
    {ErrorKind::kNotLive, 561000,
     R"(aclDestroyTensor: tensor: 0x[0-9a-f]+ is not a live aclTensor; it was destroyed or never created)",
     [] { return aclDestroyTensor(DeadTensor()); }},
    {ErrorKind::kNotLive, 107000,
     R"(aclrtSetCurrentContext: context: 0x12345678 is not a live context; it was destroyed or never created)",
     [] { return aclrtSetCurrentContext(kNoHandle); }},
    {ErrorKind::kNotLive, 107017,
     R"(aclrtSynchronizeEvent: event: 0x12345678 is not a live event; it was destroyed or never created)",
     [] { return aclrtSynchronizeEvent(kNoHandle); }},
    {ErrorKind::kNotLive, 361001,
     R"(aclnnLogitGrad: stream: 0x12345678 is not a live stream; it was destroyed or never created; the executor is destroyed)",
     [] {
       PlanLogit();
       return RunLogit(kNoHandle);
     }},
    {ErrorKind::kInvalidValue, 100000,
     R"(aclrtMalloc: size: is 0, expected a number of bytes above 0)",
     [] {
       void* memory = nullptr;
       return aclrtMalloc(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST);
     }},
    {ErrorKind::kInvalidValue, 107000,
     R"(aclrtSynchronizeStreamWithTimeout: timeout: is 0, expected -1 \(forever\) or a positive number of milliseconds)",
     [] { return aclrtSynchronizeStreamWithTimeout(nullptr, 0); }},
    {ErrorKind::kInvalidValue, 107016, R"(aclrtGetMemInfo: attr: is 77, expected 0 to [0-9]+)",
     [] {
       size_t free = 0, total = 0;
       return aclrtGetMemInfo(std::bit_cast<aclrtMemAttr>(77), &free, &total);
     }},
    {ErrorKind::kNotSupported, 200001,
     R"(aclopCompileAndExecute: opType: Add cannot be run by its name: openaclnn has the aclnn API only \(`openaclnn list`\), and no operator there that serves; see docs/porting.md, "What runs in PyTorch")",
     [] {
       return aclopCompileAndExecute("Add", 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr,
                                     ACL_ENGINE_SYS, ACL_COMPILE_SYS, nullptr, nullptr);
     }},
    {ErrorKind::kNotSupported, 200006, R"(aclrtDeviceEnablePeerAccess: flags: is 5, expected 0)",
     [] { return aclrtDeviceEnablePeerAccess(1, 5); }},
    {ErrorKind::kNotSupported, 207000,
     R"(aclrtBinaryLoadFromData: kernels compiled for an NPU cannot run on a CPU; call operators of aclnn)",
     [] { return aclrtBinaryLoadFromData("", 1, nullptr, nullptr); }},
    {ErrorKind::kNotSupported, 561112,
     R"(aclnnSumGetWorkspaceSize: is not available; use aclnnAdd and aclnnInplaceAdd)",
     [] { return aclnnSumGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr); }},
    {ErrorKind::kInvalidValue, 161002,
     "aclInitTensor: viewDimsNum: is 1152921504606846976, expected at most 1152921504606846975",
     [] {
       const int64_t dims[] = {8};
       return aclInitTensor(NewTensor(), dims, uint64_t{1} << 60, ACL_FLOAT, nullptr, 0,
                            ACL_FORMAT_ND, dims, 1, nullptr);
     }},
    {ErrorKind::kChip,
     161002,
     R"(aclnnGeluBackwardV2GetWorkspaceSize: gradOutput: dtype is BFLOAT16, which is not supported on Ascend910 \(OPENACLNN_SOC=Ascend910A\), only on Ascend910B, Ascend910_93 and Ascend950)",
     [] {
       aclTensor* const t = NewTensor({8}, ACL_BF16);
       return PlanGelu(t, t, t);
     },
     {"OPENACLNN_SOC", "Ascend910A"}},
    {ErrorKind::kChip,
     561003,
     R"(aclnnLogitGradGetWorkspaceSize: aclnnLogitGrad is not available on Ascend310P \(OPENACLNN_SOC=Ascend310P3\), only on Ascend910B, Ascend910_93 and Ascend950)",
     [] { return PlanLogit(); },
     {"OPENACLNN_SOC", "Ascend310P"}},
    {ErrorKind::kDtype, 161002,
     R"(aclnnLogitGradGetWorkspaceSize: dy: dtype is FLOAT16, expected FLOAT, the dtype of x)",
     [] { return PlanLogit(NewTensor(), NewTensor({8}, ACL_FLOAT16), NewTensor()); }},
    {ErrorKind::kPromotion, 161002,
     R"(aclnnGeluBackwardV2GetWorkspaceSize: gradOutput and self: INT32 and INT64 promote to INT64, expected FLOAT, FLOAT16 or BFLOAT16)",
     [] { return PlanGelu(NewTensor({8}, ACL_INT32), NewTensor({8}, ACL_INT64), NewTensor()); }},
    {ErrorKind::kScalarDtype, 161002,
     R"(aclnnHardtanhBackwardGetWorkspaceSize: min: dtype is COMPLEX64, expected a real dtype)",
     [] { return PlanHardtanh(NewScalar(ACL_COMPLEX64)); }},
    {ErrorKind::kRank, 161002,
     R"(aclnnLogitGradGetWorkspaceSize: x: rank is 9 \(shape \[1, 1, 1, 1, 1, 1, 1, 1, 8\]\), expected at most 8)",
     [] {
       return PlanLogit(NewTensor({1, 1, 1, 1, 1, 1, 1, 1, 8}), NewTensor(), NewTensor());
     }},
    {ErrorKind::kShape, 161002,
     R"(aclnnLogitGradGetWorkspaceSize: out: shape is \[4\], expected \[8\], the shape of x)",
     [] { return PlanLogit(NewTensor(), NewTensor(), NewTensor({4})); }},
    {ErrorKind::kBroadcast, 161002,
     R"(aclnnGeluBackwardV2GetWorkspaceSize: gradOutput and self: shapes \[2, 3\] and \[2\] do not broadcast; aligned at their last axes, sizes must be equal or 1)",
     [] {
       return PlanGelu(NewTensor({2, 3}), NewTensor({2}), NewTensor());
     }},
    {ErrorKind::kChannels, 161002,
     R"(aclnnPreluBackwardGetWorkspaceSize: weight: has 3 elements \(shape \[3\]\), expected 1 or 4, the channels of self \(shape \[64, 4, 3\]\))",
     [] { return PlanPrelu({3}); }},
    {ErrorKind::kText, 161002,
     R"(aclnnGeluBackwardV2GetWorkspaceSize: approximate: is "Tanh", expected "none" or "tanh")",
     [] {
       aclTensor* const t = NewTensor();
       return PlanGelu(t, t, t, "Tanh");
     }},
    {ErrorKind::kValue, 161002,
     R"(aclnnLeakyReluBackwardGetWorkspaceSize: negativeSlope: is -1, expected a number that is not negative, as selfIsResult is true)",
     [] {
       aclTensor* const t = NewTensor();
       float slope = -1;
       aclScalar* const scalar = aclCreateScalar(&slope, ACL_FLOAT);
       return aclnnLeakyReluBackwardGetWorkspaceSize(t, t, scalar, true, NewTensor(),
                                                     &workspace_size, &executor);
     }},
    {ErrorKind::kCast, 161002,
     R"(aclnnThresholdGetWorkspaceSize: out: dtype is INT8, to which FLOAT, the dtype of self, is not cast)",
     [] {
       return aclnnThresholdGetWorkspaceSize(NewTensor(), NewScalar(), NewScalar(),
                                             NewTensor({8}, ACL_INT8), &workspace_size, &executor);
     }},
    {ErrorKind::kFormat, 161002,
     R"(aclnnFastGeluBackwardGetWorkspaceSize: self: format is NCHW, expected ND, the format of gradOutput)",
     [] {
       const Dims shape = {1, 2, 2, 2};
       aclTensor* const self = aclCreateTensor(shape.data(), 4, ACL_FLOAT, nullptr, 0,
                                               ACL_FORMAT_NCHW, shape.data(), 4, NewMemory());
       return aclnnFastGeluBackwardGetWorkspaceSize(NewTensor(shape), self, NewTensor(shape),
                                                    &workspace_size, &executor);
     }},
    {ErrorKind::kLayout, 161002,
     R"(aclnnLogitGradGetWorkspaceSize: x: shape \[2, -3\] has a negative size at axis 1)",
     [] {
       return PlanLogit(NewTensor({2, -3}), NewTensor(), NewTensor());
     }},
    {ErrorKind::kSelfOverlap, 161002,
     R"(aclnnLogitGradGetWorkspaceSize: out: shape \[8\] with strides \[0\] puts several elements at one address)",
     [] { return PlanLogit(NewTensor(), NewTensor(), NewTensor({8}, ACL_FLOAT, {0})); }},
    {ErrorKind::kOverlap, 161002,
     R"(aclnnLogitGradGetWorkspaceSize: out: shares memory with x without being the same view of it; use exactly the same view \(in place\) or other memory)",
     [] {
       void* const memory = NewMemory();
       return PlanLogit(TensorAt(memory), NewTensor(), TensorAt(static_cast<char*>(memory) + 4));
     }},
    {ErrorKind::kMemoryRange, 161002,
     R"(aclnnLogitGradGetWorkspaceSize: x: bytes 0x[0-9a-f]+ to 0x[0-9a-f]+ .*)",
     [] {
       static float host[8];
       return PlanLogit(TensorAt(host), NewTensor(), NewTensor());
     },
     kChecked},
    {ErrorKind::kMemoryRange, 107000, R"(aclrtMemcpy: src: bytes 0x[0-9a-f]+ to 0x[0-9a-f]+ .*)",
     [] {
       void* const memory = NewMemory();
       aclrtFree(memory);
       char host[8];
       return aclrtMemcpy(host, 8, memory, 8, ACL_MEMCPY_DEVICE_TO_HOST);
     },
     kChecked},
    {ErrorKind::kExecutorNotLive, 161002,
     R"(aclnnLogitGrad: executor: 0x[0-9a-f]+ is not a live executor; each is used once unless aclSetAclOpExecutorRepeatable was called, so call aclnnLogitGradGetWorkspaceSize again)",
     [] {
       PlanLogit();
       RunLogit();
       return RunLogit();
     }},
    {ErrorKind::kExecutorNotLive, 561000,
     R"(aclDestroyAclOpExecutor: executor: 0x[0-9a-f]+ is not a live executor; it was run, destroyed or never made)",
     [] {
       PlanLogit();
       aclDestroyAclOpExecutor(executor);
       return aclDestroyAclOpExecutor(executor);
     }},
    {ErrorKind::kForeignExecutor, 161002,
     R"(aclnnHardtanhBackward: executor: was made by aclnnLogitGradGetWorkspaceSize, not by aclnnHardtanhBackwardGetWorkspaceSize)",
     [] {
       PlanLogit();
       return aclnnHardtanhBackward(nullptr, 0, executor, nullptr);
     }},
    {ErrorKind::kNullWorkspace, 161001,
     R"(aclnnPreluBackward: workspace: is null, but workspaceSize is [1-9][0-9]*; the executor is destroyed)",
     [] {
       PlanPrelu();
       return aclnnPreluBackward(nullptr, workspace_size, executor, nullptr);
     }},
    {ErrorKind::kSmallWorkspace, 161002,
     R"(aclnnPreluBackward: workspaceSize: is 1, expected at least [1-9][0-9]*, as aclnnPreluBackwardGetWorkspaceSize said)",
     [] {
       PlanPrelu();
       return aclnnPreluBackward(NewMemory(), 1, executor, nullptr);
     }},
    {ErrorKind::kNoAddress, 161002,
     R"(aclnnLogitGrad: x: has no device address; pass tensorData to aclCreateTensor or call aclSetTensorAddr before running)",
     [] {
       PlanLogit(TensorAt(nullptr), NewTensor(), NewTensor());
       return RunLogit();
     }},
    {ErrorKind::kTensorDestroyed, 161002,
     R"(aclnnLogitGrad: x: was destroyed; the tensors of a repeatable executor must outlive its runs)",
     [] {
       aclTensor* const x = NewTensor();
       PlanLogit(x, NewTensor(), NewTensor());
       aclSetAclOpExecutorRepeatable(executor);
       aclDestroyTensor(x);
       return RunLogit();
     }},
    {ErrorKind::kIndex, 161002,
     R"(aclSetInputTensorAddr: index: is 2, expected 0 to 1, which count tensors of aclnnLogitGrad)",
     [] {
       PlanLogit();
       return aclSetInputTensorAddr(executor, 2, NewTensor(), NewMemory());
     }},
    {ErrorKind::kSetting,
     100000,
     R"(aclInit: environment variable OPENACLNN_TILE: is "7", expected 64 to 65536, a multiple of 64)",
     [] { return aclInit(nullptr); },
     {"OPENACLNN_TILE", "7"}},
    {ErrorKind::kConfigFile, 100003, R"(aclInit: configPath: cannot read /nowhere/acl.json)",
     [] { return aclInit("/nowhere/acl.json"); }},
    {ErrorKind::kConfigFile, 100006,
     R"(aclInit: configPath: /tmp/[a-zA-Z0-9_]+: line 2: expected ':')",
     [] { return InitWith("{\n\"dump\"}"); }},
    {ErrorKind::kConfigDiffers, 100000,
     R"(aclInit: configPath: /tmp/[a-zA-Z0-9_]+ differs from the configuration in force since the first aclInit; call aclFinalize before another one)",
     [] {
       InitWith("{\"err_msg_mode\": \"0\"}");
       return InitWith("{\"err_msg_mode\": \"1\"}");
     }},
    {ErrorKind::kNotInitialised, 100037,
     R"(aclFinalizeReference: there is no aclInit left to take back)",
     [] { return aclFinalizeReference(nullptr); }},
    {ErrorKind::kForked, 100001,
     R"(aclrtSynchronizeStream: this process was forked from one that uses the device, which a child cannot share; fork before the first aclrtSetDevice, or start a new program \(exec, spawn\))",
     [] {
       ContinueInChild();
       return aclrtSynchronizeStream(nullptr);
     }},
    {ErrorKind::kForked, 361001, R"(aclnnLogitGrad: this process was forked .*)",
     [] {
       PlanLogit();
       ContinueInChild();
       return RunLogit();
     }},
    {ErrorKind::kDevice,
     107001,
     R"(aclrtSetDevice: deviceId: is 2, expected 0 to 1)",
     [] { return aclrtSetDevice(2); },
     {"OPENACLNN_DEVICE_COUNT", "2"}},
    {ErrorKind::kDevice, 100000,
     R"(aclrtDeviceEnablePeerAccess: peerDeviceId: is 0, the device itself)",
     [] { return aclrtDeviceEnablePeerAccess(0, 0); }},
    {ErrorKind::kDeviceNotSet, 507007,
     R"(aclrtResetDevice: deviceId: device 0 is not set, or was reset as often as it was set)",
     [] {
       aclrtResetDevice(0);
       return aclrtResetDevice(0);
     }},
    {ErrorKind::kNoContext, 107002,
     R"(aclrtSynchronizeStream: stream: is null, but this thread has no current context; call aclrtSetDevice first)",
     [] {
       aclrtResetDevice(0);
       return aclrtSynchronizeStream(nullptr);
     }},
    {ErrorKind::kNoContext, 361001,
     R"(aclnnLogitGrad: stream: is null, but this thread has no current context; call aclrtSetDevice first; the executor is destroyed)",
     [] {
       PlanLogit();
       aclrtResetDevice(0);
       return RunLogit();
     }},
    {ErrorKind::kDefaultContext, 107000,
     R"(aclrtDestroyContext: context: 0x[0-9a-f]+ is the default context of device 0, which aclrtResetDevice ends)",
     [] {
       aclrtContext context = nullptr;
       aclrtGetCurrentContext(&context);
       return aclrtDestroyContext(context);
     }},
    {ErrorKind::kForeignContext, 107003,
     R"(aclrtDestroyStream: stream: 0x[0-9a-f]+ belongs to context 0x[0-9a-f]+, not to the current context 0x[0-9a-f]+; make its context current first)",
     [] {
       const aclrtStream stream = NewStream();
       aclrtContext context = nullptr;
       aclrtCreateContext(&context, 0);
       return aclrtDestroyStream(stream);
     }},
    {ErrorKind::kOptionNotSet, 107021,
     R"(aclrtCtxGetSysParamOpt: opt: option 1 was never set, and has no value until then)",
     [] {
       int64_t value = 0;
       return aclrtCtxGetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, &value);
     }},
    {ErrorKind::kWaitsForItself, 507004,
     R"(aclrtSynchronizeStream: stream [0-9]+: waits for the function that tries to synchronise it)",
     [] { return InHostFunction(aclrtSynchronizeStream); }},
    {ErrorKind::kWaitsForItself, 507006,
     R"(aclrtSynchronizeEvent: event: its record on stream [0-9]+ waits for the function that tries to synchronise it)",
     [] {
       return InHostFunction([](aclrtStream stream) {
         const aclrtEvent event = NewEvent();
         aclrtRecordEvent(event, stream);
         return aclrtSynchronizeEvent(event);
       });
     }},
    {ErrorKind::kTimeout, 507046,
     R"(aclrtSynchronizeStreamWithTimeout: stream [0-9]+: has tasks left after the timeout)",
     [] { return aclrtSynchronizeStreamWithTimeout(BusyStream(), 1); }},
    {ErrorKind::kTimeout, 507047,
     R"(aclrtSynchronizeEventWithTimeout: event: is not complete after the timeout)",
     [] {
       const aclrtEvent event = NewEvent();
       aclrtRecordEvent(event, BusyStream());
       return aclrtSynchronizeEventWithTimeout(event, 1);
     }},
    {ErrorKind::kTimeout, 507012, R"(aclrtProcessReport: timeout: no callback came due in time)",
     [] {
       aclrtSubscribeReport(ThisThread(), NewStream());
       return aclrtProcessReport(1);
     }},
    {ErrorKind::kNotRecorded, 107006,
     R"(aclrtEventElapsedTime: startEvent: was never recorded; call aclrtRecordEvent first)",
     [] {
       float ms = 0;
       return aclrtEventElapsedTime(&ms, NewEvent(), NewEvent());
     }},
    {ErrorKind::kEventOrder, 107007,
     R"(aclrtEventElapsedTime: endEvent: was recorded [0-9]+ ns before startEvent)",
     [] {
       const aclrtEvent first = NewEvent(), second = NewEvent();
       for (const aclrtEvent event : {first, second}) {
         aclrtRecordEvent(event, nullptr);
         aclrtSynchronizeStream(nullptr);
       }
       float ms = 0;
       return aclrtEventElapsedTime(&ms, second, first);
     }},
    {ErrorKind::kTaskFailed, 507015,
     R"(aclrtSynchronizeStream: stream [0-9]+: a task failed with status 507015, as its memory is not what it needs; see the report of checked mode)",
     [] { return FreeWhileQueued(); }, kChecked},
    {ErrorKind::kTaskFailed, 107035,
     R"(aclrtSynchronizeStream: stream [0-9]+: graph [0-9]+ was ended by aclmdlRIAbort)",
     [] { return AbortWhileItRuns(); }},
    {ErrorKind::kSubscription, 107011,
     R"(aclrtSubscribeReport: stream [0-9]+: thread [0-9]+ has subscribed to it already)",
     [] {
       const aclrtStream stream = NewStream();
       aclrtSubscribeReport(ThisThread(), stream);
       return aclrtSubscribeReport(ThisThread(), stream);
     }},
    {ErrorKind::kSubscription, 107012,
     R"(aclrtProcessReport: this thread \([0-9]+\) has no subscriptions; call aclrtSubscribeReport first)",
     [] { return aclrtProcessReport(1); }},
    {ErrorKind::kSubscription, 107015,
     R"(aclrtLaunchCallback: stream [0-9]+: no thread has subscribed to it; call aclrtSubscribeReport first)",
     [] { return aclrtLaunchCallback(Sleep, nullptr, ACL_CALLBACK_BLOCK, NewStream()); }},
    {ErrorKind::kCallbackThrew, 507000,
     R"(aclrtSynchronizeStream: stream [0-9]+: a function of the program threw: broken)",
     [] {
       const aclrtStream stream = NewStream();
       aclrtLaunchHostFunc(
           stream, [](void*) { throw std::runtime_error("broken"); }, nullptr);
       return aclrtSynchronizeStream(stream);
     }},
    {ErrorKind::kCaptured, 107026,
     R"(aclmdlRIDestroy: modelRI: graph [0-9]+ is still being captured; call aclmdlRICaptureEnd first)",
     [] { return aclmdlRIDestroy(GraphOf(CapturedStream())); }},
    {ErrorKind::kCaptured, 107027,
     R"(aclrtSynchronizeStream: stream [0-9]+: is captured, and cannot be synchronised; call aclmdlRICaptureEnd first)",
     [] { return aclrtSynchronizeStream(CapturedStream()); }},
    {ErrorKind::kCaptured, 107028,
     R"(aclrtSynchronizeEvent: event: was recorded on stream [0-9]+, which is captured; the host cannot wait for it)",
     [] {
       const aclrtEvent event = NewEvent();
       aclrtRecordEvent(event, CapturedStream());
       return aclrtSynchronizeEvent(event);
     }},
    {ErrorKind::kCaptured, 107030,
     R"(aclrtMemset: aclrtMemset cannot be captured, and is refused while a stream is, unless the mode is ACL_MODEL_RI_CAPTURE_MODE_RELAXED)",
     [] {
       void* const memory = NewMemory();
       CapturedStream();
       return aclrtMemset(memory, 1, 0, 1);
     }},
    {ErrorKind::kCaptured, 107031,
     R"(aclmdlRICaptureBegin: stream: is the default stream, which cannot be captured; make one with aclrtCreateStream)",
     [] { return aclmdlRICaptureBegin(nullptr, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL); }},
    {ErrorKind::kCaptureOrder, 107024,
     R"(aclrtStreamWaitEvent: stream [0-9]+: is captured, and cannot wait for an event that was recorded outside; wait before the capture begins, or make the event with ACL_EVENT_EXTERNAL)",
     [] {
       const aclrtEvent event = NewEvent();
       aclrtRecordEvent(event, nullptr);
       return aclrtStreamWaitEvent(CapturedStream(), event);
     }},
    {ErrorKind::kCaptureOrder, 107025,
     R"(aclmdlRICaptureEnd: stream [0-9]+: was captured too, but stream [0-9]+ does not wait for its last tasks; record an event there and wait for it)",
     [] {
       const aclrtStream stream = CapturedStream(), joined = NewStream();
       const aclrtEvent event = NewEvent();
       aclrtRecordEvent(event, stream);
       aclrtStreamWaitEvent(joined, event);
       aclrtLaunchHostFunc(joined, Sleep, nullptr);
       return EndCapture(stream);
     }},
    {ErrorKind::kCaptureOrder, 107029,
     R"(aclmdlRICaptureEnd: stream [0-9]+: is not captured; call aclmdlRICaptureBegin first)",
     [] { return EndCapture(NewStream()); }},
    {ErrorKind::kCaptureOrder, 107032,
     R"(aclrtStreamWaitEvent: stream [0-9]+: is captured, and cannot wait for an event of another capture)",
     [] {
       const aclrtEvent event = NewEvent();
       aclrtRecordEvent(event, CapturedStream());
       return aclrtStreamWaitEvent(CapturedStream(), event);
     }},
    {ErrorKind::kCaptureOrder, 107033,
     R"(aclmdlRICaptureEnd: stream [0-9]+: has an open task group; call aclmdlRICaptureTaskGrpEnd first)",
     [] {
       const aclrtStream stream = CapturedStream();
       aclmdlRICaptureTaskGrpBegin(stream);
       return EndCapture(stream);
     }},
    {ErrorKind::kCaptureOrder, 107036,
     R"(aclmdlRICaptureEnd: stream [0-9]+: only joined the capture that stream [0-9]+ began; end it there)",
     [] {
       const aclrtStream joined = NewStream();
       const aclrtEvent event = NewEvent();
       aclrtRecordEvent(event, CapturedStream());
       aclrtStreamWaitEvent(joined, event);
       return EndCapture(joined);
     }},
    {ErrorKind::kCaptureOrder, 107038,
     R"(aclmdlRICaptureEnd: stream [0-9]+: another thread began its capture; end it there, or begin it in relaxed mode)",
     [] {
       aclrtStream stream = nullptr;
       std::thread([&] {
         aclrtSetDevice(0);
         stream = CapturedStream();
       }).join();
       return EndCapture(stream);
     }},
    {ErrorKind::kCaptureOrder, 507903,
     R"(aclmdlRICaptureEnd: stream [0-9]+: its capture was spoilt by a call that was refused)",
     [] {
       const aclrtStream stream = CapturedStream();
       aclrtSynchronizeStream(stream);
       aclGetRecentErrMsg();
       return EndCapture(stream);
     }},
    {ErrorKind::kNotAllocated, 107000,
     R"(aclrtFree: devPtr: 0x12345678 is not the address of live memory from aclrtMalloc; freed already\?)",
     [] { return aclrtFree(kNoHandle); }},
    {ErrorKind::kWrongFree, 107000,
     R"(aclrtFreeHost: hostPtr: 0x[0-9a-f]+ was allocated by aclrtMalloc; free it with aclrtFree)",
     [] { return aclrtFreeHost(NewMemory()); }},
    {ErrorKind::kOutOfDeviceMemory, 207001,
     R"(aclrtMalloc: size: cannot allocate 1152921504606846976 bytes; [0-9]+ of [0-9]+ bytes are allocated)",
     [] {
       void* memory = nullptr;
       return aclrtMalloc(&memory, size_t{1} << 60, ACL_MEM_MALLOC_HUGE_FIRST);
     }},
    {ErrorKind::kCopySize, 107000, R"(aclrtMemcpy: count: is 8, more than destMax, 4)",
     [] {
       char from[8] = {}, to[8];
       return aclrtMemcpy(to, 4, from, 8, ACL_MEMCPY_HOST_TO_HOST);
     }},
};

// What cannot be provoked from outside, or not at will.
struct Unprovoked {
  ErrorKind kind;
  int32_t status;
  const char* reason;
};
constexpr const char* kNeedsFailures =
    "needs allocations that fail, as tests/out_of_memory makes them";
constexpr const char* kUnknown = "nothing that a program can do is known to lead to it";
constexpr const char* kNeedsMany = "needs gigabytes; see HandleTableTest and StatusTest";
constexpr const char* kNeedsLimit = "needs a limit of threads; see tests/no_threads";
constexpr Unprovoked kUnprovoked[] = {
    {ErrorKind::kOutOfHostMemory, 200000, kNeedsFailures},
    {ErrorKind::kOutOfHostMemory, 561103, kNeedsFailures},
    {ErrorKind::kInternal, 500000, kUnknown},
    {ErrorKind::kInternal, 561000, kUnknown},
    {ErrorKind::kTooManyObjects, 207005, kNeedsMany},
    {ErrorKind::kTooManyObjects, 561101, kNeedsMany},
    {ErrorKind::kExecutorInUse, 161002, "is a race of two threads"},
    {ErrorKind::kNotSupported, 361001, "is of GPUs: tests/cuda"},
    {ErrorKind::kNoThread, 207008, kNeedsLimit},
    {ErrorKind::kNoThread, 361001, kNeedsLimit},
    {ErrorKind::kTaskFailed, 507000, kUnknown},
    {ErrorKind::kTaskFailed, 207001, kNeedsFailures},
    {ErrorKind::kTaskFailed, 200000, kNeedsFailures},
};

// In a process of its own: prints the status, and the newest message.
[[noreturn]] void Provoke(const Provocation& provocation) {
  if (provocation.variable.name != nullptr) {
    setenv(provocation.variable.name, provocation.variable.value, 1);
    setenv("OPENACLNN_CHECK_LOG", "/dev/null", 1);
  }
  aclrtSetDevice(0);
  const int32_t status = provocation.provoke();
  const char* const messages = aclGetRecentErrMsg();
  const std::string message = messages != nullptr ? messages : "none";
  std::fprintf(stderr, "status %d: %s\n", status, message.substr(0, message.find('\n')).c_str());
  std::_Exit(0);  // streams may be busy for ever
}

class ErrorKindsTest : public testing::TestWithParam<Provocation> {};

TEST_P(ErrorKindsTest, HasStatusAndMessage) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Provocation& provocation = GetParam();
  const ErrorRow& row = RowOf(provocation.kind);
  const std::string expected = "^status " + std::to_string(provocation.status) + ": " +
                               provocation.message + " \\[" + row.code + " " + row.name + "\\]\n$";
  EXPECT_EXIT(Provoke(provocation), testing::ExitedWithCode(0), expected);
}

std::string TestName(const testing::TestParamInfo<Provocation>& info) {
  std::string name = RowOf(info.param.kind).name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(info.param.status);
}
INSTANTIATE_TEST_SUITE_P(Errors, ErrorKindsTest, testing::ValuesIn(kProvocations), TestName);

// What only libhccl gives, tests/hccl provokes: it is not built everywhere.
bool IsOfHccl(const ErrorRow& row, int32_t status) {
  return (0 < status && status < HCCL_E_RESERVED) || std::string(row.code).starts_with("EZ17");
}

// A kind, or a status of one, that nobody provokes needs a reason.
TEST(ErrorTableTest, EveryKindIsProvokedWithEveryStatus) {
  using Pair = std::pair<std::string, int32_t>;
  std::set<Pair> in_table, in_tests;
  for (const ErrorRow& row : kErrorKinds) {
    for (const int32_t status : row.statuses) {
      if (status != 0 && !IsOfHccl(row, status)) in_table.emplace(row.name, status);
    }
  }
  for (const Provocation& p : kProvocations) in_tests.emplace(RowOf(p.kind).name, p.status);
  for (const Unprovoked& u : kUnprovoked) {
    EXPECT_TRUE(in_tests.emplace(RowOf(u.kind).name, u.status).second) << RowOf(u.kind).name;
    EXPECT_STRNE(u.reason, "");
  }
  EXPECT_EQ(in_table, in_tests);
}

TEST(ErrorTableTest, CodesAndNamesAreUnique) {
  std::set<std::string> codes, names;
  for (const ErrorRow& row : kErrorKinds) {
    EXPECT_TRUE(codes.insert(row.code).second) << row.code;
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
  }
}

}  // namespace
}  // namespace openaclnn
