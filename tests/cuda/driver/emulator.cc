#include "tests/cuda/driver/emulator.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <set>
#include <utility>

#include "tests/cuda/driver/block.h"
#include "tests/cuda/driver/warp.h"

namespace openaclnn::emulator {
namespace {

constexpr int kIllegalAddress = 700, kMisaligned = 716, kLaunchFailed = 719;

std::map<std::string, Kernel, std::less<>>& All() {
  static auto* const kernels = new std::map<std::string, Kernel, std::less<>>;
  return *kernels;
}

// What kernels of whole blocks run.
std::set<void (*)(const void*)>& OfBlocks() {
  static auto* const kernels = new std::set<void (*)(const void*)>;
  return *kernels;
}

thread_local std::array<uint32_t, kWordsOfBlock> words_of_block;

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
  const bool of_blocks = OfBlocks().contains(kernel.run);
  const int together = of_blocks ? kThreadsOfBlock : Warp::kThreads;
  for (int64_t first = 0; first < threads && machine.failure == 0; first += together) {
    if (of_blocks) words_of_block.fill(0xdeadbeef);  // what blocks before left is not to be used
    Warp::This().Run(
        together, [&](int place) { thread = first + place; }, [&] { kernel.run(argument); });
  }
  return machine.failure;
}

uint32_t& WordOfBlock(uint32_t index) {
  if (index < kWordsOfBlock) return words_of_block[index];
  Fail("beyond the memory of a block");
  return words_of_block[0];
}

void MeetInBlock() {
  if (!Warp::This().Exchange(nullptr, 0, 0, kThreadsOfBlock)) Fail("not all of a block meet");
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

bool AddOfBlocks(std::string name, void (*run)(const void*), size_t argument_size) {
  OfBlocks().insert(run);
  return Add(std::move(name), run, argument_size, Threads::kMeet);
}

}  // namespace openaclnn::emulator
