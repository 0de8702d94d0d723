// A GPU of NVIDIA's as a device.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "device/cuda/driver.h"
#include "device/cuda/quarantine.h"
#include "device/device.h"

namespace openaclnn::cuda {

// Everything runs in the GPU's primary context, which other users of CUDA in this process share.
// Streams do not wait for its legacy default stream.
class CudaDevice final : public Device {
 public:
  // `number`: for programs; `ordinal`: for the driver, which has started.
  CudaDevice(int32_t number, int ordinal);

  Status Allocate(size_t size, MemoryKind kind, Pages pages, Allocation& allocation) override;
  void Free(const Allocation& allocation, bool in_use) override;
  MemorySize Memory() override;
  bool IsHost() const override { return false; }
  Status Copy(void* dst, const void* src, size_t count) override;
  Status Fill(void* memory, int32_t value, size_t count) override;
  Status MakeQueue(std::unique_ptr<Queue>& queue) override;
  int64_t Cores() override;
  int64_t CacheSize() override;
  bool Reaches(int32_t peer) override;
  Status SetPeer(int32_t peer, bool enabled) override;

  // For queues and marks:

  const Driver& driver() const { return TheDriver(); }
  Context context() const { return context_; }
  // What a result means; `what` was tried, for the message.
  Status Check(Result result, const char* what) const;

  // Loaded with the text that has it. Errors: see Queue.
  Status FindFunction(std::string_view name, Function& function);
  // See Queue.
  Status Place(const void* constant, size_t size, const void*& placed);
  // As many blocks of threads as run at once, or fewer if that is a thread for each element.
  unsigned BlocksFor(int64_t elements) const;
  bool ReachesPageableMemory() const { return reaches_pageable_; }

  // Events are used again, as making one takes longer than recording it.
  Status TakeEvent(Event& event);
  void GiveBackEvent(Event event) noexcept;
  // When an event was reached, in nanoseconds of a steady clock.
  Status TimeOf(Event event, int64_t& nanoseconds);
  // From one of this device to another.
  Status TimeBetween(Event begin, Event end, int64_t& nanoseconds) const;

 private:
  // Makes the context, once. All but Cores, CacheSize and Reaches come after a success of this.
  Status Open();
  Status TryToOpen();
  int64_t Get(Attribute attribute) const;
  Status OutOfMemory(size_t size, MemoryKind kind);
  Status LoadCode(const char* text, Module& module);

  // As Allocate, of the library's own: checked mode knows nothing of it.
  Status AllocateUnchecked(size_t size, MemoryKind kind, Allocation& allocation);

  // What device memory is allocated by, as the setting says and the driver can.
  Status OpenMemory();
  Result OpenPool();
  Result AllocateBytes(size_t size, Address& given);
  Result AllocateAligned(Allocation& allocation);
  void FreeBytes(Address given, size_t size);
  void GiveBack(const Allocation& allocation);
  // Gives back what has waited longest, so many bytes or more; whether there was anything.
  bool GiveBackWaiting(size_t bytes);

  const int32_t number_;
  const int ordinal_;
  GpuId gpu_ = -1;
  std::mutex opening_;
  std::atomic<bool> open_{false};
  // Guarded by opening_ until open_:
  std::string name_;
  Context context_ = nullptr;
  Stream now_ = nullptr;  // for what is done at once
  bool reaches_pageable_ = false;
  int64_t multiprocessors_ = 1;
  bool managed_ = false;
  MemPool pool_ = nullptr;  // null: there is none
  // Streams of the pool: allocations wait for nothing, least of all for what is yet to be freed.
  Stream allocating_ = nullptr, freeing_ = nullptr;
  std::atomic<uint64_t> used_{0};  // bytes of device memory; not those that wait to be freed
  Quarantine quarantine_;          // of them; others may have what waits there if they need it

  std::mutex code_mutex_;                  // guards the next three
  std::map<const char*, Module> modules_;  // by their texts
  std::map<std::string, Function, std::less<>> functions_;
  std::map<const void*, const void*> constants_;
  std::mutex events_mutex_;
  std::vector<Event> events_;  // to be used again; guarded by events_mutex_
  std::mutex base_mutex_;      // guards the rest
  Event base_ = nullptr;       // reached at base_time_
  int64_t base_time_ = 0;
};

// Makes the context of a device current in the calling thread, and at its end that of another user
// of CUDA, if there was one.
class Here {
 public:
  explicit Here(const CudaDevice& device);
  ~Here();
  Here(const Here&) = delete;
  Here& operator=(const Here&) = delete;

 private:
  const Driver& driver_;
  Context outer_ = nullptr;  // to be made current again
};

// The devices that the setting chooses. Errors: 100000 there is none; the reason.
Status CountCudaDevices(uint32_t& count);
// After CountCudaDevices succeeded; below the count.
CudaDevice& CudaDeviceOfNumber(int32_t number);

}  // namespace openaclnn::cuda
