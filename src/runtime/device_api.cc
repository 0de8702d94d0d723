// Devices, contexts and options: acl_rt.h, "Devices", "Contexts", "Options".

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>

#include "acl/acl_rt.h"
#include "base/api.h"
#include "base/deadline.h"
#include "checked/uses.h"
#include "device/devices.h"
#include "runtime/arguments.h"
#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/peers.h"

namespace {

using openaclnn::After;
using openaclnn::AskForCurrentContext;
using openaclnn::CallApi;
using openaclnn::CheckDevice;
using openaclnn::CheckNotNull;
using openaclnn::CheckTimeout;
using openaclnn::Context;
using openaclnn::CreateContext;
using openaclnn::CurrentContext;
using openaclnn::Deadline;
using openaclnn::DestroyContext;
using openaclnn::DeviceOfNumber;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::FindCurrentContext;
using openaclnn::GetContextOption;
using openaclnn::HasDefaultContext;
using openaclnn::kAclCodes;
using openaclnn::RefuseUnsafe;
using openaclnn::ResetDevice;
using openaclnn::ResetMode;
using openaclnn::SetContextOption;
using openaclnn::SetDevice;
using openaclnn::SetPeerAccess;
using openaclnn::StartDevices;
using openaclnn::Status;
using openaclnn::Stream;
using openaclnn::StreamsOf;
using openaclnn::Synchronised;
using openaclnn::UseContext;

Status CurrentDevice(int32_t& device) {
  CurrentContext context;
  OPENACLNN_RETURN_IF_ERROR(FindCurrentContext(context));
  device = context.device;
  return {};
}

// Waits for all streams, then returns the first failure of any.
Status SynchronizeCurrentDevice(Deadline deadline) {
  int32_t device = 0;
  OPENACLNN_RETURN_IF_ERROR(CurrentDevice(device));
  OPENACLNN_RETURN_IF_ERROR(RefuseUnsafe("aclrtSynchronizeDevice"));
  Status first;
  for (const std::shared_ptr<Stream>& stream : StreamsOf(device)) {
    Status status = stream->Synchronize(deadline);
    if (first.ok()) first = std::move(status);
  }
  Synchronised();
  return first;
}

Status CheckPeer(int32_t device, int32_t peer) {
  OPENACLNN_RETURN_IF_ERROR(CheckDevice(device, "deviceId"));
  OPENACLNN_RETURN_IF_ERROR(CheckDevice(peer, "peerDeviceId"));
  if (device != peer) return {};
  return Error(ErrorKind::kDevice, ACL_ERROR_INVALID_PARAM,
               "peerDeviceId: is {}, the device itself", peer);
}

Status SetPeerOfCurrent(int32_t peer, bool enabled) {
  int32_t device = 0;
  OPENACLNN_RETURN_IF_ERROR(CurrentDevice(device));
  OPENACLNN_RETURN_IF_ERROR(CheckPeer(device, peer));
  OPENACLNN_RETURN_IF_ERROR(DeviceOfNumber(device).SetPeer(peer, enabled));
  SetPeerAccess(device, peer, enabled);
  return {};
}

// `option`: aclSysParamOpt, or any other number that a C program may pass.
Status CheckOption(int option) {
  if (option >= 0 && option < Context::kOptions) return {};
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID, "opt: is {}, expected 0 to {}",
               option, Context::kOptions - 1);
}

struct ProcessOptions {
  std::mutex mutex;
  std::array<int64_t, Context::kOptions> values =
      {};  // guarded by mutex; 0 is what CANN begins with
};

ProcessOptions& TheProcessOptions() {
  static auto* const options = new ProcessOptions;
  return *options;
}

}  // namespace

extern "C" {

aclError aclrtSetDevice(int32_t deviceId) {
  return CallApi(OPENACLNN_CALL(deviceId), kAclCodes, [&] { return SetDevice(deviceId); });
}

aclError aclrtResetDevice(int32_t deviceId) {
  return CallApi(OPENACLNN_CALL(deviceId), kAclCodes,
                 [&] { return ResetDevice(deviceId, ResetMode::kCounted); });
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
  return CallApi(OPENACLNN_CALL(deviceId), kAclCodes,
                 [&] { return ResetDevice(deviceId, ResetMode::kForced); });
}

aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags, int32_t* active) {
  return CallApi(OPENACLNN_CALL(deviceId, flags, active), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(active, "active"));
    bool has = false;
    OPENACLNN_RETURN_IF_ERROR(HasDefaultContext(deviceId, has));
    if (flags != nullptr) *flags = 0;
    *active = has ? 1 : 0;
    return {};
  });
}

aclError aclrtGetDevice(int32_t* deviceId) {
  return CallApi(OPENACLNN_CALL(deviceId), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(deviceId, "deviceId"));
    CurrentContext current;
    OPENACLNN_RETURN_IF_ERROR(AskForCurrentContext(current));
    *deviceId = current.device;
    return {};
  });
}

aclError aclrtGetDeviceCount(uint32_t* count) {
  return CallApi(OPENACLNN_CALL(count), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(count, "count"));
    return StartDevices(*count);
  });
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
  return CallApi(OPENACLNN_CALL(runMode), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(runMode, "runMode"));
    *runMode = ACL_HOST;
    return {};
  });
}

aclError aclrtSynchronizeDevice(void) {
  return CallApi(OPENACLNN_CALL(), kAclCodes,
                 [&] { return SynchronizeCurrentDevice(std::nullopt); });
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
  return CallApi(OPENACLNN_CALL(timeout), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckTimeout(timeout, ACL_ERROR_RT_PARAM_INVALID));
    return SynchronizeCurrentDevice(After(timeout));
  });
}

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
  return CallApi(OPENACLNN_CALL(canAccessPeer, deviceId, peerDeviceId), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(canAccessPeer, "canAccessPeer"));
    OPENACLNN_RETURN_IF_ERROR(CheckPeer(deviceId, peerDeviceId));
    *canAccessPeer = DeviceOfNumber(deviceId).Reaches(peerDeviceId) ? 1 : 0;
    return {};
  });
}

aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags) {
  return CallApi(OPENACLNN_CALL(peerDeviceId, flags), kAclCodes, [&]() -> Status {
    if (flags != 0) {
      return Error(ErrorKind::kNotSupported, ACL_ERROR_FEATURE_UNSUPPORTED,
                   "flags: is {}, expected 0", flags);
    }
    return SetPeerOfCurrent(peerDeviceId, true);
  });
}

aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId) {
  return CallApi(OPENACLNN_CALL(peerDeviceId), kAclCodes,
                 [&] { return SetPeerOfCurrent(peerDeviceId, false); });
}

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t* value) {
  const auto call = OPENACLNN_CALL(deviceId, deviceInfo, value);
  return CallApi(call, kAclCodes, [&, info = static_cast<int>(deviceInfo)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(value, "value"));
    constexpr uint32_t kMost = std::numeric_limits<int32_t>::max();
    OPENACLNN_RETURN_IF_ERROR(
        CheckDevice(static_cast<int32_t>(std::min(deviceId, kMost)), "deviceId"));
    switch (info) {
      case ACL_DEVICE_INFO_AI_CORE_NUM:
      case ACL_DEVICE_INFO_VECTOR_CORE_NUM:
        *value = DeviceOfNumber(static_cast<int32_t>(deviceId)).Cores();
        return {};
      case ACL_DEVICE_INFO_L2_SIZE:
        *value = DeviceOfNumber(static_cast<int32_t>(deviceId)).CacheSize();
        return {};
      default:
        return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                     "deviceInfo: is {}, expected 0 to {}", info,
                     static_cast<int>(ACL_DEVICE_INFO_L2_SIZE));
    }
  });
}

aclError aclrtDeviceGetBareTgid(int32_t* pid) {
  return CallApi(OPENACLNN_CALL(pid), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(pid, "pid"));
    *pid = getpid();
    return {};
  });
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) {
  const auto call = OPENACLNN_CALL(mode);
  return CallApi(call, kAclCodes, [&, number = static_cast<int>(mode)]() -> Status {
    CurrentContext context;
    OPENACLNN_RETURN_IF_ERROR(FindCurrentContext(context));
    if (number >= 0 && number <= ACL_RT_OVERFLOW_MODE_UNDEF) return {};
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                 "mode: is {}, expected 0 to {}", number,
                 static_cast<int>(ACL_RT_OVERFLOW_MODE_UNDEF));
  });
}

aclError aclrtSetOpExecuteTimeOut(uint32_t timeout) {
  return CallApi(OPENACLNN_CALL(timeout), kAclCodes, [] { return Status(); });
}

aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout) {
  return CallApi(OPENACLNN_CALL(timeout, actualTimeout), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(actualTimeout, "actualTimeout"));
    *actualTimeout = timeout;
    return {};
  });
}

aclError aclrtSetOpWaitTimeout(uint32_t timeout) {
  return CallApi(OPENACLNN_CALL(timeout), kAclCodes, [] { return Status(); });
}

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
  return CallApi(OPENACLNN_CALL(context, deviceId), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(context, "context"));
    return CreateContext(deviceId, *context);
  });
}

aclError aclrtDestroyContext(aclrtContext context) {
  return CallApi(OPENACLNN_CALL(context), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(context, "context"));
    return DestroyContext(context);
  });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
  return CallApi(OPENACLNN_CALL(context), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(context, "context"));
    return UseContext(context);
  });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
  return CallApi(OPENACLNN_CALL(context), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(context, "context"));
    CurrentContext current;
    OPENACLNN_RETURN_IF_ERROR(AskForCurrentContext(current));
    *context = current.handle;
    return {};
  });
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
  const auto call = OPENACLNN_CALL(opt, value);
  return CallApi(call, kAclCodes, [&, option = static_cast<int>(opt)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckOption(option));
    return SetContextOption(option, value);
  });
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
  const auto call = OPENACLNN_CALL(opt, value);
  return CallApi(call, kAclCodes, [&, option = static_cast<int>(opt)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(value, "value"));
    OPENACLNN_RETURN_IF_ERROR(CheckOption(option));
    std::optional<int64_t> found;
    OPENACLNN_RETURN_IF_ERROR(GetContextOption(option, found));
    if (!found) {
      return Error(ErrorKind::kOptionNotSet, ACL_ERROR_RT_SYSPARAMOPT_NOT_SET,
                   "opt: option {} was never set, and has no value until then", option);
    }
    *value = *found;
    return {};
  });
}

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
  const auto call = OPENACLNN_CALL(opt, value);
  return CallApi(call, kAclCodes, [&, option = static_cast<int>(opt)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckOption(option));
    ProcessOptions& options = TheProcessOptions();
    const std::lock_guard lock(options.mutex);
    options.values[static_cast<size_t>(option)] = value;
    return {};
  });
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
  const auto call = OPENACLNN_CALL(opt, value);
  return CallApi(call, kAclCodes, [&, option = static_cast<int>(opt)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(value, "value"));
    OPENACLNN_RETURN_IF_ERROR(CheckOption(option));
    ProcessOptions& options = TheProcessOptions();
    const std::lock_guard lock(options.mutex);
    *value = options.values[static_cast<size_t>(option)];
    return {};
  });
}

}  // extern "C"
