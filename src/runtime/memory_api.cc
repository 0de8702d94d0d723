// Device and host memory: acl_rt.h, "Memory". Enums become numbers before anything is done with
// them, as C programs may pass any.

#include <array>
#include <limits>
#include <optional>

#include "acl/acl_rt.h"
#include "base/api.h"
#include "device/devices.h"
#include "runtime/allocations.h"
#include "runtime/arguments.h"
#include "runtime/capture.h"
#include "runtime/check_copy.h"
#include "runtime/context.h"
#include "runtime/order.h"
#include "runtime/refusals.h"
#include "runtime/stream.h"

namespace {

using openaclnn::AllocateMemory;
using openaclnn::AnyChecks;
using openaclnn::AnyRefusals;
using openaclnn::CallApi;
using openaclnn::Check;
using openaclnn::CheckCopy;
using openaclnn::CheckFill;
using openaclnn::CheckNotNull;
using openaclnn::CheckRefusals;
using openaclnn::Checks;
using openaclnn::Copy;
using openaclnn::CurrentContext;
using openaclnn::Device;
using openaclnn::DeviceOfNumber;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::FindCurrentContext;
using openaclnn::FindStream;
using openaclnn::FreeMemory;
using openaclnn::IsAllocated;
using openaclnn::IsCaptured;
using openaclnn::kAclCodes;
using openaclnn::KindOf;
using openaclnn::LaunchTask;
using openaclnn::MemoryKind;
using openaclnn::MemorySize;
using openaclnn::Moment;
using openaclnn::NoteOnHost;
using openaclnn::NoteSource;
using openaclnn::NoteTarget;
using openaclnn::NoteTask;
using openaclnn::Pages;
using openaclnn::ReadOf;
using openaclnn::RefuseUnsafe;
using openaclnn::RefuseUnsafeOn;
using openaclnn::Status;
using openaclnn::Stream;
using openaclnn::Synchronised;
using openaclnn::Task;
using openaclnn::TaskOf;
using openaclnn::TheOrder;
using openaclnn::ThreadContext;
using openaclnn::UsesOfCopy;
using openaclnn::UsesOfFill;
using openaclnn::UsesOfTask;
using openaclnn::Weight;
using openaclnn::WriteTo;

// Copies and fills up to this many bytes take less time than handing them to another thread.
constexpr size_t kSmallBytes = 32 << 10;

Weight WeightOf(size_t bytes) { return bytes <= kSmallBytes ? Weight::kSmall : Weight::kLarge; }

Status FindCurrentDevice(Device*& device) {
  CurrentContext context;
  OPENACLNN_RETURN_IF_ERROR(FindCurrentContext(context));
  device = &DeviceOfNumber(context.device);
  return {};
}

Status Allocate(void** pointer, const char* name, size_t size, MemoryKind kind, Pages pages) {
  constexpr size_t kPadding = 64;  // what an NPU's runtime may add
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(pointer, name));
  if (size == 0) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                 "size: is 0, expected a number of bytes above 0");
  }
  if (size > std::numeric_limits<size_t>::max() - kPadding) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                 "size: is {}, which leaves no room for padding", size);
  }
  CurrentContext context;
  OPENACLNN_RETURN_IF_ERROR(FindCurrentContext(context));
  void* memory = nullptr;
  OPENACLNN_RETURN_IF_ERROR(AllocateMemory(size, kind, pages, context.device, memory));
  *pointer = memory;
  return {};
}

Status AllocateDevice(void** pointer, size_t size, int policy) {
  const bool normal =
      policy == ACL_MEM_MALLOC_NORMAL_ONLY || policy == ACL_MEM_MALLOC_NORMAL_ONLY_P2P;
  return Allocate(pointer, "devPtr", size, MemoryKind::kDevice,
                  normal ? Pages::kNormal : Pages::kHuge);
}

bool IsHostToHost(const Copy& copy) { return copy.kind == ACL_MEMCPY_HOST_TO_HOST; }

// The checks that come before those of count, in the order of acl_rt.h; count is not 0.
Status CheckPointersAndKind(const Copy& copy) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(copy.dst, "dst"));
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(copy.src, "src"));
  constexpr int kLastKind = ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE;
  if (copy.kind >= 0 && copy.kind <= kLastKind) return {};
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM, "kind: is {}, expected 0 to {}",
               copy.kind, kLastKind);
}

Status CheckCount(size_t count, size_t most, const char* most_name) {
  if (count <= most) return {};
  return Error(ErrorKind::kCopySize, ACL_ERROR_RT_PARAM_INVALID, "count: is {}, more than {}, {}",
               count, most_name, most);
}

Status CopyNow(const Copy& copy) {
  if (copy.count == 0) return {};
  OPENACLNN_RETURN_IF_ERROR(CheckPointersAndKind(copy));
  OPENACLNN_RETURN_IF_ERROR(CheckCount(copy.count, copy.dst_max, "destMax"));
  if (copy.dst == copy.src) return {};
  OPENACLNN_RETURN_IF_ERROR(RefuseUnsafe("aclrtMemcpy"));
  Device* device = nullptr;
  OPENACLNN_RETURN_IF_ERROR(FindCurrentDevice(device));
  if (!IsHostToHost(copy)) OPENACLNN_RETURN_IF_ERROR(CheckRefusals(ThreadContext().handle));
  if (AnyChecks()) OPENACLNN_RETURN_IF_ERROR(CheckCopy("aclrtMemcpy", copy, nullptr));
  if (Checks(Check::kOrder)) {
    NoteOnHost("aclrtMemcpy",
               {ReadOf(copy.src, copy.count, "src"), WriteTo(copy.dst, copy.count, "dst")});
  }
  return device->Copy(copy.dst, copy.src, copy.count);
}

// Runs a task whose memory the caller may take back when this returns.
Status LaunchAndWait(aclrtStream handle, Task& task) {
  if (!Stream::RunAtOnce(handle, task)) {
    std::shared_ptr<Stream> stream;
    OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
    if (stream->WaitsForThisThread()) {
      return Error(ErrorKind::kWaitsForItself, ACL_ERROR_RT_STREAM_NOT_COMPLETE,
                   "stream {}: waits for the function that tries to copy pageable memory on it",
                   stream->id());
    }
    OPENACLNN_RETURN_IF_ERROR(RefuseUnsafeOn(*stream, "a copy of pageable memory"));
    uint64_t ticket = 0;
    OPENACLNN_RETURN_IF_ERROR(stream->Launch(Weight::kSmall, task, &ticket));
    if (IsCaptured(handle)) return {};
    stream->WaitFor(ticket, std::nullopt);
    stream->queue().Wait(std::nullopt);
    OPENACLNN_RETURN_IF_ERROR(stream->queue().Failure());
  }
  Synchronised();
  return {};
}

constexpr const char* kCopyAsync = "aclrtMemcpyAsync";

Moment NoteCopy(const Copy& copy, int32_t stream) {
  return NoteTask(
      stream, kCopyAsync,
      std::array{ReadOf(copy.src, copy.count, "src"), WriteTo(copy.dst, copy.count, "dst")});
}

Status CopyOnStream(const Copy& copy, aclrtStream handle) {
  if (copy.count == 0) return {};
  OPENACLNN_RETURN_IF_ERROR(CheckPointersAndKind(copy));
  if (IsHostToHost(copy)) {
    return Error(ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                 "kind: is {} (host to host), which streams do not do; use aclrtMemcpy", copy.kind);
  }
  OPENACLNN_RETURN_IF_ERROR(CheckCount(copy.count, copy.dst_max, "destMax"));
  if (copy.dst == copy.src) return {};
  std::shared_ptr<Stream> stream;
  if (AnyChecks() || AnyRefusals()) {
    OPENACLNN_RETURN_IF_ERROR(FindStream(handle, stream));
    OPENACLNN_RETURN_IF_ERROR(CheckRefusals(stream->context().handle));
  }
  if (AnyChecks()) OPENACLNN_RETURN_IF_ERROR(CheckCopy(kCopyAsync, copy, stream.get()));
  // What a graph uses may be freed after its last execution.
  const bool captured = IsCaptured(handle);
  TaskOf task([copy, uses = captured ? UsesOfTask() : UsesOfCopy(copy)](Stream& on) noexcept {
    return on.CodeOf(on.queue().Copy(copy.dst, copy.src, copy.count));
  });
  const std::optional<MemoryKind> source = KindOf(copy.src, copy.count);
  const bool pageable = !IsAllocated(copy.dst, copy.count) || !source.has_value();
  Moment moment;
  if (Checks(Check::kOrder) && !captured) moment = NoteCopy(copy, stream->id());
  if (pageable) {
    OPENACLNN_RETURN_IF_ERROR(LaunchAndWait(handle, task));
    if (moment != nullptr) TheOrder().HostWaits(moment);
    return {};
  }
  if (moment != nullptr && source == MemoryKind::kHost) {
    NoteSource(stream->id(), kCopyAsync, moment, ReadOf(copy.src, copy.count, "src"));
  }
  if (moment != nullptr && KindOf(copy.dst, copy.count) == MemoryKind::kHost) {
    NoteTarget(stream->id(), kCopyAsync, moment, WriteTo(copy.dst, copy.count, "dst"));
  }
  return LaunchTask(handle, WeightOf(copy.count), task);
}

Status CheckFillArguments(void* memory, size_t most, size_t count) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(memory, "devPtr"));
  return CheckCount(count, most, "maxCount");
}

}  // namespace

extern "C" {

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return CallApi(
      OPENACLNN_CALL(devPtr, size, policy), kAclCodes,
      [&, number = static_cast<int>(policy)] { return AllocateDevice(devPtr, size, number); });
}

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return CallApi(
      OPENACLNN_CALL(devPtr, size, policy), kAclCodes,
      [&, number = static_cast<int>(policy)] { return AllocateDevice(devPtr, size, number); });
}

aclError aclrtFree(void* devPtr) {
  return CallApi(OPENACLNN_CALL(devPtr), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(devPtr, "devPtr"));
    return FreeMemory(devPtr, MemoryKind::kDevice);
  });
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
  return CallApi(OPENACLNN_CALL(hostPtr, size), kAclCodes, [&] {
    return Allocate(hostPtr, "hostPtr", size, MemoryKind::kHost, Pages::kNormal);
  });
}

aclError aclrtFreeHost(void* hostPtr) {
  return CallApi(OPENACLNN_CALL(hostPtr), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(hostPtr, "hostPtr"));
    return FreeMemory(hostPtr, MemoryKind::kHost);
  });
}

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) {
  const auto call = OPENACLNN_CALL(dst, destMax, src, count, kind);
  return CallApi(call, kAclCodes, [&, number = static_cast<int>(kind)] {
    return CopyNow({dst, destMax, src, count, number});
  });
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream) {
  const auto call = OPENACLNN_CALL(dst, destMax, src, count, kind, stream);
  return CallApi(call, kAclCodes, [&, number = static_cast<int>(kind)] {
    return CopyOnStream({dst, destMax, src, count, number}, stream);
  });
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
  return CallApi(OPENACLNN_CALL(devPtr, maxCount, value, count), kAclCodes, [&]() -> Status {
    if (count == 0) return {};
    OPENACLNN_RETURN_IF_ERROR(CheckFillArguments(devPtr, maxCount, count));
    OPENACLNN_RETURN_IF_ERROR(RefuseUnsafe("aclrtMemset"));
    Device* device = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindCurrentDevice(device));
    if (AnyChecks()) OPENACLNN_RETURN_IF_ERROR(CheckFill("aclrtMemset", devPtr, count, nullptr));
    if (Checks(Check::kOrder)) NoteOnHost("aclrtMemset", {WriteTo(devPtr, count, "devPtr")});
    return device->Fill(devPtr, value, count);
  });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                          aclrtStream stream) {
  const auto call = OPENACLNN_CALL(devPtr, maxCount, value, count, stream);
  return CallApi(call, kAclCodes, [&]() -> Status {
    if (count == 0) return {};
    OPENACLNN_RETURN_IF_ERROR(CheckFillArguments(devPtr, maxCount, count));
    const bool captured = IsCaptured(stream);
    if (AnyChecks()) {
      std::shared_ptr<Stream> found;
      OPENACLNN_RETURN_IF_ERROR(FindStream(stream, found));
      OPENACLNN_RETURN_IF_ERROR(CheckFill("aclrtMemsetAsync", devPtr, count, found.get()));
      if (Checks(Check::kOrder) && !captured) {
        NoteTask(found->id(), "aclrtMemsetAsync", std::array{WriteTo(devPtr, count, "devPtr")});
      }
    }
    TaskOf task([devPtr, value, count,
                 uses = captured ? UsesOfTask() : UsesOfFill(devPtr, count)](Stream& on) noexcept {
      return on.CodeOf(on.queue().Fill(devPtr, value, count));
    });
    return LaunchTask(stream, WeightOf(count), task);
  });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
  const auto call = OPENACLNN_CALL(attr, free, total);
  return CallApi(call, kAclCodes, [&, number = static_cast<int>(attr)]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(free, "free"));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(total, "total"));
    Device* device = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindCurrentDevice(device));
    constexpr int kLastAttribute = ACL_HBM_MEM_P2P_HUGE1G;
    if (number < 0 || number > kLastAttribute) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_INVALID_MEMORY_TYPE,
                   "attr: is {}, expected 0 to {}", number, kLastAttribute);
    }
    const bool pooled = number <= ACL_HBM_MEM_NORMAL;
    const MemorySize memory = pooled ? device->Memory() : MemorySize{0, 0};
    *free = memory.free;
    *total = memory.total;
    return {};
  });
}

}  // extern "C"
