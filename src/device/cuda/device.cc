#include "device/cuda/device.h"

#include <algorithm>
#include <array>
#include <memory>

#include "acl/acl_base.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/settings.h"
#include "device/cuda/copies.h"
#include "device/cuda/errors.h"
#include "device/cuda/live_streams.h"
#include "fmt/format.h"

namespace openaclnn::cuda {
namespace {

constexpr int64_t kOldBase = 10'000'000'000;  // ns

}  // namespace

Here::Here(const CudaDevice& device) : driver_(device.driver()) {
  Context current = nullptr;
  if (driver_.context_get_current(&current) != kSuccess || current == device.context()) return;
  outer_ = current;
  driver_.context_set_current(device.context());
}

Here::~Here() {
  if (outer_ != nullptr) driver_.context_set_current(outer_);
}

CudaDevice::CudaDevice(int32_t number, int ordinal) : number_(number), ordinal_(ordinal) {
  if (driver().device_get(&gpu_, ordinal) != kSuccess) gpu_ = -1;  // calls with it fail
}

Status CudaDevice::Check(Result result, const char* what) const {
  if (result == kSuccess) return {};
  return StatusOf(driver(), result, fmt::format("{} on device {} ({})", what, number_, name_));
}

int64_t CudaDevice::Get(Attribute attribute) const {
  int value = 0;
  return driver().device_get_attribute(&value, attribute, gpu_) == kSuccess ? value : 0;
}

int64_t CudaDevice::Cores() { return Get(kMultiprocessors); }

int64_t CudaDevice::CacheSize() { return Get(kL2CacheSize); }

Status CudaDevice::Open() {
  if (open_) return {};
  const std::lock_guard lock(opening_);
  if (!open_) OPENACLNN_RETURN_IF_ERROR(TryToOpen());
  open_ = true;
  return {};
}

Status CudaDevice::TryToOpen() {
  std::array<char, 256> name{};
  OPENACLNN_RETURN_IF_ERROR(
      Check(driver().device_get_name(name.data(), static_cast<int>(name.size()), gpu_),
            "cuDeviceGetName"));
  name_ = name.data();
  if (Get(kUnifiedAddressing) == 0) {
    return Error(ErrorKind::kSetting, ACL_ERROR_INVALID_PARAM,
                 "environment variable OPENACLNN_DEVICE: asks for device {} ({}), which has no "
                 "unified addresses",
                 number_, name_);
  }
  OPENACLNN_RETURN_IF_ERROR(
      Check(driver().primary_context_retain(&context_, gpu_), "cuDevicePrimaryCtxRetain"));
  const Here here(*this);
  OPENACLNN_RETURN_IF_ERROR(
      Check(driver().stream_create(&now_, kStreamNonBlocking), "cuStreamCreate"));
  OPENACLNN_RETURN_IF_ERROR(OpenMemory());
  AddLiveStream(*this, now_);
  reaches_pageable_ = Get(kPageableMemoryAccess) != 0;
  multiprocessors_ = std::max(Get(kMultiprocessors), int64_t{1});
  if (Logs(LogLevel::kWarn)) {
    int version = 0;
    driver().driver_get_version(&version);
    Log(LogLevel::kWarn,
        fmt::format("device {} is GPU {}, {}, of compute capability {}.{}, CUDA {}.{}; CUDA is "
                    "experimental",
                    number_, ordinal_, name_, Get(kMajor), Get(kMinor), version / 1000,
                    version % 1000 / 10));
  }
  return {};
}

Status CudaDevice::Copy(void* dst, const void* src, size_t count) {
  const Here here(*this);
  OPENACLNN_RETURN_IF_ERROR(Check(PutCopy(driver(), dst, src, count, now_), "copy"));
  return Check(driver().stream_synchronize(now_), "copy");
}

Status CudaDevice::Fill(void* memory, int32_t value, size_t count) {
  const Here here(*this);
  OPENACLNN_RETURN_IF_ERROR(Check(PutFill(driver(), memory, value, count, now_), "fill"));
  return Check(driver().stream_synchronize(now_), "fill");
}

bool CudaDevice::Reaches(int32_t peer) {
  int answer = 0;
  const Result result =
      driver().device_can_access_peer(&answer, gpu_, CudaDeviceOfNumber(peer).gpu_);
  return result == kSuccess && answer != 0;
}

// Copies between devices need none of it.
Status CudaDevice::SetPeer(int32_t peer, bool enabled) {
  CudaDevice& other = CudaDeviceOfNumber(peer);
  OPENACLNN_RETURN_IF_ERROR(other.Open());
  const Here here(*this);
  const Result result = enabled ? driver().context_enable_peer(other.context_, 0)
                                : driver().context_disable_peer(other.context_);
  if (result == kPeerAccessAlreadyEnabled || result == kPeerAccessNotEnabled) return {};
  return Check(result, enabled ? "cuCtxEnablePeerAccess" : "cuCtxDisablePeerAccess");
}

Status CudaDevice::TakeEvent(Event& event) {
  {
    const std::lock_guard lock(events_mutex_);
    if (!events_.empty()) {
      event = events_.back();
      events_.pop_back();
      return {};
    }
  }
  const Here here(*this);
  return Check(driver().event_create(&event, 0), "cuEventCreate");
}

void CudaDevice::GiveBackEvent(Event event) noexcept {
  try {
    const std::lock_guard lock(events_mutex_);
    events_.push_back(event);
  } catch (...) {  // no memory for the list
    driver().event_destroy(event);
  }
}

// The driver tells the milliseconds between two events, as a float. So that it has digits enough,
// the base is never long ago.
Status CudaDevice::TimeOf(Event event, int64_t& nanoseconds) {
  const Here here(*this);
  const std::lock_guard lock(base_mutex_);
  if (base_ == nullptr || SteadyNow() - base_time_ > kOldBase) {
    if (base_ == nullptr) {
      OPENACLNN_RETURN_IF_ERROR(Check(driver().event_create(&base_, 0), "cuEventCreate"));
    }
    const int64_t before = SteadyNow();
    Result result = driver().event_record(base_, now_);
    if (result == kSuccess) result = driver().event_synchronize(base_);
    OPENACLNN_RETURN_IF_ERROR(Check(result, "cuEventRecord"));
    base_time_ = before + (SteadyNow() - before) / 2;
  }
  OPENACLNN_RETURN_IF_ERROR(TimeBetween(base_, event, nanoseconds));
  nanoseconds += base_time_;
  return {};
}

Status CudaDevice::TimeBetween(Event begin, Event end, int64_t& nanoseconds) const {
  const Here here(*this);
  float ms = 0;
  OPENACLNN_RETURN_IF_ERROR(
      Check(driver().event_elapsed_time(&ms, begin, end), "cuEventElapsedTime"));
  nanoseconds = static_cast<int64_t>(static_cast<double>(ms) * 1e6);
  return {};
}

Status CountCudaDevices(uint32_t& count) {
  const Driver* driver = nullptr;
  int devices = 0;
  OPENACLNN_RETURN_IF_ERROR(StartDriver(driver, devices));
  count = GetSettings().cuda_device < 0 ? static_cast<uint32_t>(devices) : 1;
  return {};
}

CudaDevice& CudaDeviceOfNumber(int32_t number) {
  static const auto* const devices = [] {
    auto* const made = new std::vector<std::unique_ptr<CudaDevice>>;
    const int only = GetSettings().cuda_device;
    uint32_t count = 0;
    if (!CountCudaDevices(count).ok()) count = 0;
    for (int i = 0; i < static_cast<int>(count); ++i) {
      made->push_back(std::make_unique<CudaDevice>(i, only < 0 ? i : only));
    }
    return made;
  }();
  return *devices->at(static_cast<size_t>(number));
}

}  // namespace openaclnn::cuda
