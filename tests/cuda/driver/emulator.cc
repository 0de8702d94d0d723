#include "tests/cuda/driver/emulator.h"

#include <cstdio>
#include <cstring>
#include <utility>

#include "tests/cuda/driver/warp.h"

namespace openaclnn::emulator {
namespace {

constexpr int kIllegalAddress = 700, kMisaligned = 716, kLaunchFailed = 719;

std::map<std::string, Kernel, std::less<>>& All() {
  static auto* const kernels = new std::map<std::string, Kernel, std::less<>>;
  return *kernels;
}

struct Machine {
  Thread thread;
  Translate translate;
  int failure;
};
thread_local Machine machine;

// Null after a failure.
void* BytesAt(uint64_t address, size_t size) {
  if (address % size != 0) {
    machine.failure = kMisaligned;
    return nullptr;
  }
  void* const bytes = machine.translate(address, size);
  if (bytes == nullptr) machine.failure = kIllegalAddress;
  return bytes;
}

}  // namespace

const std::map<std::string, Kernel, std::less<>>& Kernels() { return All(); }

int RunGrid(const Kernel& kernel, const void* argument, int64_t threads, Translate translate) {
  machine = {{0, threads}, translate, 0};
  int64_t& thread = machine.thread.number;
  if (kernel.threads == Threads::kAreAlone) {
    for (; thread < threads && machine.failure == 0; ++thread) kernel.run(argument);
    return machine.failure;
  }
  for (int64_t first = 0; first < threads && machine.failure == 0; first += Warp::kThreads) {
    Warp::This().Run([&](int place) { thread = first + place; }, [&] { kernel.run(argument); });
  }
  return machine.failure;
}

void Exchange(void* number, size_t bytes, int32_t distance, int32_t size) {
  if (!Warp::This().Exchange(number, bytes, distance, size)) Fail("not all of a group meet");
}

const Thread& This() { return machine.thread; }

void Read(uint64_t address, void* value, size_t size) {
  const void* const bytes = BytesAt(address, size);
  if (bytes == nullptr) {
    std::memset(value, 0, size);
  } else {
    std::memcpy(value, bytes, size);
  }
}

void Write(uint64_t address, const void* value, size_t size) {
  void* const bytes = BytesAt(address, size);
  if (bytes != nullptr) std::memcpy(bytes, value, size);
}

void Fail(const char* why) {
  std::fprintf(stderr, "emulated kernel: %s\n", why);
  machine.failure = kLaunchFailed;
}

bool Add(std::string name, void (*run)(const void*), size_t argument_size, Threads threads) {
  return All().emplace(std::move(name), Kernel{run, argument_size, threads}).second;
}

}  // namespace openaclnn::emulator
