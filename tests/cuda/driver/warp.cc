#include "tests/cuda/driver/warp.h"

#include <cstring>
#include <utility>

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

void Warp::Begin(int place) {
  struct KeepsStack {
    void deallocate(const boost::context::stack_context& /*stack*/) {}
  };
  Fiber& fiber = fibers_[place];
  boost::context::stack_context stack;
  stack.size = Fiber::kStack;
  stack.sp = fiber.stack.get() + Fiber::kStack;
  fiber.context = boost::context::fiber(std::allocator_arg,
                                        boost::context::preallocated(stack.sp, stack.size, stack),
                                        KeepsStack(), [this](boost::context::fiber&& outside) {
                                          outside_ = std::move(outside);
                                          Entered();
                                          (*work_)();
                                          Leaving();
                                          return std::move(outside_);
                                        });
  fiber.meetings = 0;
}

void Warp::Run(int threads, const std::function<void(int)>& enter,
               const std::function<void()>& work) {
  work_ = &work;
  while (fibers_.size() < static_cast<size_t>(threads)) fibers_.emplace_back();
  for (int place = 0; place < threads; ++place) Begin(place);
  for (int left = threads; left > 0;) {
    for (int place = 0; place < threads; ++place) {
      if (!fibers_[place].context) continue;
      enter(place);
      SwitchTo(place);
      if (!fibers_[place].context) --left;
    }
  }
}

bool Warp::Exchange(void* number, size_t bytes, int32_t distance, int32_t size) {
  if (size == 1) return true;
  Fiber& mine = fibers_[running_];
  const uint64_t meeting = ++mine.meetings;
  if (bytes > 0) std::memcpy(&mine.numbers[meeting % 2], number, bytes);
  const int place = running_;
  SwitchBack();
  // If some do not come, the one before them in the group sees it.
  const int next = (place + 1) % size != 0 ? place + 1 : place + 1 - size;
  for (const int other : {next, place ^ distance}) {
    const uint64_t theirs = fibers_[other].meetings;
    if (theirs != meeting && theirs != meeting + 1) return false;
  }
  if (bytes > 0) std::memcpy(number, &fibers_[place ^ distance].numbers[meeting % 2], bytes);
  return true;
}

void Warp::SwitchTo(int place) {
  running_ = place;
  Fiber& fiber = fibers_[place];
#if defined(OPENACLNN_ADDRESS_SANITIZER)
  __sanitizer_start_switch_fiber(&outside_sanitizer_, fiber.stack.get(), Fiber::kStack);
#elif defined(OPENACLNN_THREAD_SANITIZER)
  outside_sanitizer_ = __tsan_get_current_fiber();
  if (fiber.sanitizer == nullptr) fiber.sanitizer = __tsan_create_fiber(0);
  __tsan_switch_to_fiber(fiber.sanitizer, 0);
#endif
  fiber.context = std::move(fiber.context).resume();
#if defined(OPENACLNN_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(outside_sanitizer_, nullptr, nullptr);
#endif
}

void Warp::SwitchBack() {
  [[maybe_unused]] Fiber& fiber = fibers_[running_];
#if defined(OPENACLNN_ADDRESS_SANITIZER)
  __sanitizer_start_switch_fiber(&fiber.sanitizer, outside_stack_, outside_stack_size_);
#elif defined(OPENACLNN_THREAD_SANITIZER)
  __tsan_switch_to_fiber(outside_sanitizer_, 0);
#endif
  outside_ = std::move(outside_).resume();
#if defined(OPENACLNN_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(fiber.sanitizer, nullptr, nullptr);
#endif
}

void Warp::Entered() {
#if defined(OPENACLNN_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(nullptr, &outside_stack_, &outside_stack_size_);
#endif
}

void Warp::Leaving() {
#if defined(OPENACLNN_ADDRESS_SANITIZER)
  __sanitizer_start_switch_fiber(nullptr, outside_stack_, outside_stack_size_);
#elif defined(OPENACLNN_THREAD_SANITIZER)
  __tsan_switch_to_fiber(outside_sanitizer_, 0);
#endif
}

}  // namespace openaclnn::emulator
