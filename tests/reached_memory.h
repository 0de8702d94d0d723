// Memory that both the program and the device reach, for tests that look at it as they please.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
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

// Bytes of it, all 0: a vector makes and ends each of them by calls, where nothing is optimised.
class ReachedBlock {
 public:
  explicit ReachedBlock(size_t size) : memory_(nullptr, {size}) {
    if (size == 0) return;  // null, as nothing is reached there, and no pinned memory is had of it
    memory_.reset(ReachedAllocator<std::byte>().allocate(size));
    std::memset(memory_.get(), 0, size);
  }
  std::span<std::byte> bytes() const { return {memory_.get(), memory_.get_deleter().size}; }

 private:
  struct Free {
    size_t size;
    void operator()(std::byte* memory) const {
      ReachedAllocator<std::byte>().deallocate(memory, size);
    }
  };
  std::unique_ptr<std::byte[], Free> memory_;
};

}  // namespace openaclnn::test
