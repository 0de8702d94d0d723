#include "tests/out_of_memory/allocations.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

#define EXPORTED __attribute__((visibility("default")))

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* block);
}

namespace openaclnn::test {
namespace {

constinit std::atomic<bool> counting{false};
constinit std::atomic<int64_t> allocations{0}, first_failing{0}, last_failing{0}, live_blocks{0};

template <class Allocate>
void* Count(Allocate allocate) {
  if (counting.load()) {
    const int64_t number = allocations.fetch_add(1);
    if (first_failing <= number && number <= last_failing) {
      errno = ENOMEM;
      return nullptr;
    }
  }
  void* const block = allocate();
  if (block != nullptr) live_blocks.fetch_add(1);
  return block;
}

}  // namespace

FailingAllocations::FailingAllocations(int64_t first, int64_t last) {
  first_failing = first;
  last_failing = last;
  allocations = 0;
  counting = true;
}

FailingAllocations::~FailingAllocations() { counting = false; }

int64_t FailingAllocations::count() const { return allocations; }

int64_t LiveBlocks() { return live_blocks; }

}  // namespace openaclnn::test

using openaclnn::test::Count;

extern "C" {

EXPORTED void* malloc(size_t size) {
  return Count([&] { return __libc_malloc(size); });
}
EXPORTED void* calloc(size_t count, size_t size) {
  return Count([&] { return __libc_calloc(count, size); });
}
EXPORTED void* realloc(void* block, size_t size) {
  void* const moved = Count([&] { return __libc_realloc(block, size); });
  const bool frees = block != nullptr && (moved != nullptr || size == 0);
  if (frees) openaclnn::test::live_blocks.fetch_sub(1);
  return moved;
}
EXPORTED void* memalign(size_t alignment, size_t size) {
  return Count([&] { return __libc_memalign(alignment, size); });
}
EXPORTED void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
EXPORTED int posix_memalign(void** block, size_t alignment, size_t size) {
  void* const made = memalign(alignment, size);
  if (made == nullptr) return ENOMEM;
  *block = made;
  return 0;
}
EXPORTED void free(void* block) {
  if (block != nullptr) openaclnn::test::live_blocks.fetch_sub(1);
  __libc_free(block);
}

}  // extern "C"
