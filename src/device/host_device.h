// The CPU as a device. There may be several of them, which share the machine.
#pragma once

#include "device/device.h"

namespace openaclnn {

// Device memory is memory of the host, which in checked mode is out of the program's reach.
class HostDevice final : public Device {
 public:
  explicit HostDevice(int32_t number) : number_(number) {}

  Status Allocate(size_t size, MemoryKind kind, Pages pages, Allocation& allocation) override;
  void Free(const Allocation& allocation, bool in_use) override;
  MemorySize Memory() override;
  bool IsHost() const override { return true; }
  Status Copy(void* dst, const void* src, size_t count) override;
  Status Fill(void* memory, int32_t value, size_t count) override;
  Status MakeQueue(std::unique_ptr<Queue>& queue) override;
  int64_t Cores() override;
  int64_t CacheSize() override;
  bool Reaches(int32_t peer) override;
  Status SetPeer(int32_t peer, bool enabled) override;

 private:
  const int32_t number_;
};

}  // namespace openaclnn
