// What a kernel asks of the machine that runs it: a thread of a GPU, or, with OPENACLNN_EMULATED,
// the tests' emulator (tests/cuda/driver/emulator.h).
#pragma once

#include <cstdint>

#include "cuda/argument.h"
#include "formulas/target.h"

#ifdef OPENACLNN_EMULATED
#include "tests/cuda/driver/emulator.h"
#endif

namespace openaclnn {

#ifdef OPENACLNN_EMULATED

inline int64_t ThisThread() { return emulator::This().number; }
inline int64_t CountThreads() { return emulator::This().count; }

// Threads of a group, side by side, exchange numbers. Here each has a group to itself.
inline constexpr int kThreadsOfGroup = 1;
template <class T>
T FromThread(T number, int /*distance*/) {
  return number;
}

// Elements of device memory, at their own addresses.
template <class T>
T LoadAt(uint64_t address) {
  T value;
  emulator::Read(address, &value, sizeof(T));
  return value;
}
template <class T>
void StoreAt(uint64_t address, T value) {
  emulator::Write(address, &value, sizeof(T));
}

// A kernel that the host finds by this name: it does `work` for an argument of a type.
#define OPENACLNN_NAMED_KERNEL(name, work, Type)                      \
  [[maybe_unused]] static const bool name##_is_known = emulator::Add( \
      #name, [](const void* given) { work(*static_cast<const Type*>(given)); }, sizeof(Type));

#else

#define OPENACLNN_NAMED_KERNEL(name, work, Type) \
  extern "C" OPENACLNN_GLOBAL void name(const Type argument) { work(argument); }

OPENACLNN_INLINE int64_t ThisThread() {
  return int64_t{__nvvm_read_ptx_sreg_ctaid_x()} * __nvvm_read_ptx_sreg_ntid_x() +
         __nvvm_read_ptx_sreg_tid_x();
}
OPENACLNN_INLINE int64_t CountThreads() {
  return int64_t{__nvvm_read_ptx_sreg_nctaid_x()} * __nvvm_read_ptx_sreg_ntid_x();
}

inline constexpr int kThreadsOfGroup = kThreadsOfChunk;

// The number of 8 bytes that the thread `distance` further on in the group has; the last ones get
// something. All threads of the group call it.
template <class T>
OPENACLNN_INLINE T FromThread(T number, int distance) {
  constexpr uint32_t kWarp = 32, kGroup = kThreadsOfGroup, kAll = (1u << kGroup) - 1;
  constexpr int kSegment = (kWarp - kGroup) << 8 | (kWarp - 1);
  const auto group = __nvvm_read_ptx_sreg_tid_x() % kWarp / kGroup;
  const auto mask = static_cast<int>(kAll << (group * kGroup));
  const auto bits = __builtin_bit_cast(uint64_t, number);
  const auto of = [=](uint64_t half) {
    const int there = __nvvm_shfl_sync_down_i32(mask, static_cast<int>(half), distance, kSegment);
    return uint64_t{static_cast<uint32_t>(there)};
  };
  return __builtin_bit_cast(T, of(bits) | of(bits >> 32) << 32);
}

// Elements of device memory, by their bits.
template <size_t kSize>
struct BitsOf;
template <>
struct BitsOf<1> {
  using Type = uint8_t;
};
template <>
struct BitsOf<2> {
  using Type = uint16_t;
};
template <>
struct BitsOf<4> {
  using Type = uint32_t;
};
template <>
struct BitsOf<8> {
  using Type = uint64_t;
};
template <class T>
using InDeviceMemory = __attribute__((address_space(1))) typename BitsOf<sizeof(T)>::Type;

template <class T>
OPENACLNN_INLINE T LoadAt(uint64_t address) {
  using Bits = typename BitsOf<sizeof(T)>::Type;
  const Bits bits = *reinterpret_cast<const InDeviceMemory<T>*>(address);
  return __builtin_bit_cast(T, bits);
}
template <class T>
OPENACLNN_INLINE void StoreAt(uint64_t address, T value) {
  using Bits = typename BitsOf<sizeof(T)>::Type;
  *reinterpret_cast<InDeviceMemory<T>*>(address) = __builtin_bit_cast(Bits, value);
}

#endif

OPENACLNN_INLINE int64_t ThisGroup() { return ThisThread() / kThreadsOfGroup; }
OPENACLNN_INLINE int64_t CountGroups() { return CountThreads() / kThreadsOfGroup; }
OPENACLNN_INLINE int PlaceInGroup() { return static_cast<int>(ThisThread() % kThreadsOfGroup); }

}  // namespace openaclnn
