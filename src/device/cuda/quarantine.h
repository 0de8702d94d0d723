// Device memory that was freed in checked mode. It waits before others get it, so that until then
// late uses harm nobody, and are told.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>

#include "device/device.h"

namespace openaclnn::cuda {

class Quarantine {
 public:
  static constexpr size_t kMost = size_t{1} << 30;  // bytes that wait

  void Add(const Allocation& freed);
  // Takes out what has waited longest if more than `most` bytes wait.
  bool TakeOldest(size_t most, Allocation& oldest);
  size_t bytes() const;

 private:
  mutable std::mutex mutex_;  // guards the rest
  std::deque<Allocation> waiting_;
  size_t bytes_ = 0;
};

}  // namespace openaclnn::cuda
