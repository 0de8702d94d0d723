// Memory that both the program and the device reach, for tests that look at it as they please.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "acl/acl_rt.h"
#include "base/settings.h"

namespace openaclnn::test {

// On CPUs of the heap, of which sanitizers know the end; on GPUs pinned.
template <class T>
struct ReachedAllocator {
  using value_type = T;

  ReachedAllocator() = default;
  template <class Other>
  ReachedAllocator(const ReachedAllocator<Other>&) {}  // NOLINT: as containers ask for it

  T* allocate(size_t count) {
    if (!IsPinned()) return std::allocator<T>().allocate(count);
    void* memory = nullptr;
    if (aclrtMallocHost(&memory, count * sizeof(T)) != ACL_SUCCESS) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t count) noexcept {
    if (!IsPinned()) return std::allocator<T>().deallocate(memory, count);
    aclrtFreeHost(memory);
  }

  bool operator==(const ReachedAllocator&) const = default;

 private:
  static bool IsPinned() { return GetSettings().device_kind == DeviceKind::kCuda; }
};

template <class T>
using ReachedVector = std::vector<T, ReachedAllocator<T>>;

}  // namespace openaclnn::test
