#include "device/devices.h"

#include <vector>

#include "base/settings.h"
#include "device/cuda/device.h"
#include "device/host_device.h"

namespace openaclnn {
namespace {

// All that may be counted, now or by a test with other settings.
std::vector<Device*> MakeDevices() {
  std::vector<Device*> devices;
  if (GetSettings().device_kind == DeviceKind::kCuda) {
    uint32_t count = 0;
    if (!CountDevices(count).ok()) return devices;
    for (uint32_t i = 0; i < count; ++i) {
      devices.push_back(&cuda::CudaDeviceOfNumber(static_cast<int32_t>(i)));
    }
    return devices;
  }
  for (int32_t i = 0; i < kMostDevices; ++i) devices.push_back(new HostDevice(i));
  return devices;
}

Status Refuse() {
  const Status& settings = SettingsStatus();
  return Error(settings.kind(), settings.code(), "{}", settings.message());
}

}  // namespace

Status CheckDevices() {
  if (!SettingsStatus().ok()) return Refuse();
  const cuda::Driver* driver = nullptr;
  return GetSettings().device_kind == DeviceKind::kCuda ? cuda::FindDriver(driver) : Status();
}

Status CountDevices(uint32_t& count) {
  const DeviceKind kind = GetSettings().device_kind;
  if (kind == DeviceKind::kNone) return Refuse();
  if (kind == DeviceKind::kCuda) return cuda::CountCudaDevices(count);
  count = GetSettings().device_count;
  return {};
}

Device& DeviceOfNumber(int32_t number) {
  static const auto* const devices = new std::vector<Device*>(MakeDevices());
  return *devices->at(static_cast<size_t>(number));
}

}  // namespace openaclnn
