#include "device/cuda/quarantine.h"

namespace openaclnn::cuda {

void Quarantine::Add(const Allocation& freed) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(freed);
  bytes_ += freed.extent;
}

bool Quarantine::TakeOldest(size_t most, Allocation& oldest) {
  const std::lock_guard lock(mutex_);
  if (bytes_ <= most || waiting_.empty()) return false;
  oldest = waiting_.front();
  waiting_.pop_front();
  bytes_ -= oldest.extent;
  return true;
}

size_t Quarantine::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace openaclnn::cuda
