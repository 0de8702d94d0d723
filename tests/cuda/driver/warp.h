// The threads of a warp, or of a block, as fibers of one thread, which take turns wherever they
// meet.
#pragma once

#include <array>
#include <boost/context/fiber.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>

namespace openaclnn::emulator {

class Warp {
 public:
  static constexpr int kThreads = 32;

  // The warp of this thread.
  static Warp& This();

  // Calls work() in each of so many fibers; enter(place) before one goes on.
  void Run(int threads, const std::function<void(int place)>& enter,
           const std::function<void()>& work);

  // As emulator::Exchange; of a block, all threads may be a group. False, at once, for one thread
  // at least, if some of the group will not come.
  bool Exchange(void* number, size_t bytes, int32_t distance, int32_t size);

 private:
  struct Fiber {
    Fiber();

    static constexpr size_t kStack = size_t{256} << 10;
    std::unique_ptr<std::byte[]> stack;
    boost::context::fiber context;    // false once it has ended
    uint64_t meetings;                // so far
    std::array<uint64_t, 2> numbers;  // of the last two: others may not have seen the one before
    void* sanitizer = nullptr;        // its name for a fiber, or what it remembers of it
  };

  void Begin(int place);
  void SwitchTo(int place);
  void SwitchBack();
  void Entered();  // by a new fiber
  void Leaving();  // by one that ends

  std::deque<Fiber> fibers_;  // as many as were ever needed
  int running_ = 0;
  boost::context::fiber outside_;
  void* outside_sanitizer_ = nullptr;
  [[maybe_unused]] const void* outside_stack_ = nullptr;  // for the address sanitizer
  [[maybe_unused]] size_t outside_stack_size_ = 0;
  const std::function<void()>* work_ = nullptr;
};

}  // namespace openaclnn::emulator
