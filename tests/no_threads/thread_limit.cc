#include "tests/no_threads/thread_limit.h"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <limits>

namespace openaclnn::test {
namespace {

constexpr int kNoLimit = std::numeric_limits<int>::max();
std::atomic<int> threads_left{kNoLimit};

bool MayStart() {
  int left = threads_left;
  while (left != kNoLimit && left > 0 && !threads_left.compare_exchange_weak(left, left - 1)) {
  }
  return left > 0;
}

}  // namespace

ThreadLimit::ThreadLimit(int threads) { threads_left = threads; }
ThreadLimit::~ThreadLimit() { threads_left = kNoLimit; }

}  // namespace openaclnn::test

// Found before the C library's by everything in the process.
extern "C" __attribute__((visibility("default"))) int pthread_create(
    pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
    void* argument) noexcept {
  static const auto next =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  if (!openaclnn::test::MayStart()) return EAGAIN;
  return next(thread, attributes, start, argument);
}
