// Kernels of device code, compiled for the host (src/cuda/device/words.h), and a machine that runs
// them: the threads of a grid one after the other, or those of a warp in turns if they meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace openaclnn::emulator {

// Whether threads of a kernel call Exchange.
enum class Threads { kAreAlone, kMeet };

struct Kernel {
  void (*run)(const void* argument);  // a thread
  size_t argument_size;
  Threads threads;
};

// By mangled name.
const std::map<std::string, Kernel, std::less<>>& Kernels();

// What makes addresses of the device those of bytes; null where no live memory has all of `size`.
using Translate = void* (*)(uint64_t address, size_t size);

// Runs the threads of a grid, to the first that fails. Returns 0, or the driver's code for that.
int RunGrid(const Kernel& kernel, const void* argument, int64_t threads, Translate translate);

// For kernels:

struct Thread {
  int64_t number, count;
};
const Thread& This();

// Fail where an address is not a multiple of the size, or is of no memory.
void Read(uint64_t address, void* value, size_t size);
void Write(uint64_t address, const void* value, size_t size);

// Returns when all threads of a group, `size` neighbours in a warp, have called it, with the number
// of the thread whose place in the group is this one's except for the bit `distance`.
void Exchange(void* number, size_t bytes, int32_t distance, int32_t size);

// This thread goes on, no other warp begins.
void Fail(const char* why);

// Before main.
bool Add(std::string name, void (*run)(const void* argument), size_t argument_size,
         Threads threads = Threads::kAreAlone);

}  // namespace openaclnn::emulator
