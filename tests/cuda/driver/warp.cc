#include "tests/cuda/driver/warp.h"

#include <cstring>

#if defined(OPENACLNN_ADDRESS_SANITIZER)
#include <sanitizer/common_interface_defs.h>
#elif defined(OPENACLNN_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
#endif

namespace openaclnn::emulator {

Warp& Warp::This() {
  thread_local const auto warp = std::make_unique<Warp>();
  return *warp;
}

Warp::Fiber::Fiber() : stack(new std::byte[kStack]) {}

void Warp::Run(const std::function<void(int)>& enter, const std::function<void()>& work) {
  work_ = &work;
  for (Fiber& fiber : fibers_) {
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = Fiber::kStack;
    fiber.context.uc_link = nullptr;
    makecontext(&fiber.context, Begin, 0);
    fiber.ended = false;
    fiber.meetings = 0;
  }
  for (int left = kThreads; left > 0;) {
    for (int place = 0; place < kThreads; ++place) {
      if (fibers_[place].ended) continue;
      enter(place);
      SwitchTo(place);
      if (fibers_[place].ended) --left;
    }
  }
}

bool Warp::Exchange(void* number, size_t bytes, int32_t distance, int32_t size) {
  if (size == 1) return true;
  Fiber& mine = fibers_[running_];
  const uint64_t meeting = ++mine.meetings;
  if (bytes > 0) std::memcpy(&mine.numbers[meeting % 2], number, bytes);
  const int place = running_;
  SwitchBack(false);
  for (int other = place / size * size; other < (place / size + 1) * size; ++other) {
    const uint64_t theirs = fibers_[other].meetings;
    if (theirs != meeting && theirs != meeting + 1) return false;
  }
  if (bytes > 0) std::memcpy(number, &fibers_[place ^ distance].numbers[meeting % 2], bytes);
  return true;
}

#if defined(OPENACLNN_ADDRESS_SANITIZER)

void Warp::SwitchTo(int place) {
  running_ = place;
  Fiber& fiber = fibers_[place];
  __sanitizer_start_switch_fiber(&outside_sanitizer_, fiber.stack.get(), Fiber::kStack);
  swapcontext(&outside_, &fiber.context);
  __sanitizer_finish_switch_fiber(outside_sanitizer_, nullptr, nullptr);
}
void Warp::SwitchBack(bool for_good) {
  Fiber& fiber = fibers_[running_];
  __sanitizer_start_switch_fiber(for_good ? nullptr : &fiber.sanitizer, outside_stack_,
                                 outside_stack_size_);
  swapcontext(&fiber.context, &outside_);
  __sanitizer_finish_switch_fiber(fiber.sanitizer, nullptr, nullptr);
}
void Warp::Begin() {
  Warp& warp = This();
  __sanitizer_finish_switch_fiber(nullptr, &warp.outside_stack_, &warp.outside_stack_size_);
  (*warp.work_)();
  warp.fibers_[warp.running_].ended = true;
  warp.SwitchBack(true);
}

#else

void Warp::SwitchTo(int place) {
  running_ = place;
  Fiber& fiber = fibers_[place];
#if defined(OPENACLNN_THREAD_SANITIZER)
  outside_sanitizer_ = __tsan_get_current_fiber();
  if (fiber.sanitizer == nullptr) fiber.sanitizer = __tsan_create_fiber(0);
  __tsan_switch_to_fiber(fiber.sanitizer, 0);
#endif
  swapcontext(&outside_, &fiber.context);
}
void Warp::SwitchBack(bool /*for_good*/) {
#if defined(OPENACLNN_THREAD_SANITIZER)
  __tsan_switch_to_fiber(outside_sanitizer_, 0);
#endif
  swapcontext(&fibers_[running_].context, &outside_);
}
void Warp::Begin() {
  Warp& warp = This();
  (*warp.work_)();
  warp.fibers_[warp.running_].ended = true;
  warp.SwitchBack(true);
}

#endif

}  // namespace openaclnn::emulator
