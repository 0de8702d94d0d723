// What a kernel asks of the machine that runs it: a thread of a GPU, or, with OPENACLNN_EMULATED,
// the tests' emulator (tests/cuda/driver/emulator.h).
#pragma once

#include <cstdint>

#include "cuda/argument.h"
#include "formulas/target.h"

#ifdef OPENACLNN_EMULATED
#include "tests/cuda/driver/emulator.h"
#elif defined(__NVCC__)
#include "cuda/device/nvcc.h"
#endif

namespace openaclnn {

// The unsigned integer of so many bytes.
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

// What is loaded and stored at once: kPackBytes, the first of them in `low`.
struct Pack {
  uint64_t low, high;
};

#ifdef OPENACLNN_EMULATED

inline int64_t ThisThread() { return emulator::This().number; }
inline int64_t CountThreads() { return emulator::This().count; }

// All threads of a group of `size` neighbours, a power of two, call these together (group.h).
// FromThread gives `mine` of the thread whose index differs from this one's in the bit `distance`.
// Meet makes what they have stored visible to all of them.
template <class Number>
Number FromThread(Number mine, int32_t distance, int32_t size) {
  emulator::Exchange(&mine, sizeof(mine), distance, size);
  return mine;
}
inline void Meet(int32_t size) { emulator::Exchange(nullptr, 0, 0, size); }

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

inline Pack LoadPack(uint64_t address) {
  Pack pack;
  emulator::Read(address, &pack, sizeof(pack));
  return pack;
}
inline void StorePack(uint64_t address, Pack pack) {
  emulator::Write(address, &pack, sizeof(pack));
}

// A kernel that the host finds by this name: it does `work` for an argument of a type.
#define OPENACLNN_NAMED_KERNEL(name, work, Type)                      \
  [[maybe_unused]] static const bool name##_is_known = emulator::Add( \
      #name, [](const void* given) { work(*static_cast<const Type*>(given)); }, sizeof(Type));
// One whose threads meet.
#define OPENACLNN_MEETING_KERNEL(name, work, Type)                                            \
  [[maybe_unused]] static const bool name##_is_known = emulator::Add(                         \
      #name, [](const void* given) { work(*static_cast<const Type*>(given)); }, sizeof(Type), \
      emulator::Threads::kMeet);

#else

#define OPENACLNN_NAMED_KERNEL(name, work, Type) \
  extern "C" OPENACLNN_GLOBAL void name(const Type argument) { work(argument); }
#define OPENACLNN_MEETING_KERNEL OPENACLNN_NAMED_KERNEL

OPENACLNN_INLINE int64_t ThisThread() {
  return int64_t{__nvvm_read_ptx_sreg_ctaid_x()} * __nvvm_read_ptx_sreg_ntid_x() +
         __nvvm_read_ptx_sreg_tid_x();
}
OPENACLNN_INLINE int64_t CountThreads() {
  return int64_t{__nvvm_read_ptx_sreg_nctaid_x()} * __nvvm_read_ptx_sreg_ntid_x();
}

// The threads of this thread's group, as bits of its warp.
OPENACLNN_INLINE uint32_t ThreadsOfGroup(int32_t size) {
  const uint32_t first = __nvvm_read_ptx_sreg_tid_x() & static_cast<uint32_t>(32 - size);
  return (0xffffffffu >> (32 - size)) << first;
}
template <class Number>
OPENACLNN_INLINE Number FromThread(Number mine, int32_t distance, int32_t size) {
  constexpr int kSegment = 0x1f;  // the whole warp
  const uint32_t threads = ThreadsOfGroup(size);
  if constexpr (sizeof(Number) == sizeof(int32_t)) {
    const auto bits = __builtin_bit_cast(int32_t, mine);
    return __builtin_bit_cast(Number, __nvvm_shfl_sync_bfly_i32(threads, bits, distance, kSegment));
  } else {
    static_assert(sizeof(Number) == sizeof(uint64_t));
    const auto bits = __builtin_bit_cast(uint64_t, mine);
    const auto low = static_cast<int32_t>(bits), high = static_cast<int32_t>(bits >> 32);
    const int32_t other_low = __nvvm_shfl_sync_bfly_i32(threads, low, distance, kSegment);
    const int32_t other_high = __nvvm_shfl_sync_bfly_i32(threads, high, distance, kSegment);
    return __builtin_bit_cast(Number, uint64_t{static_cast<uint32_t>(other_high)} << 32 |
                                          static_cast<uint32_t>(other_low));
  }
}
OPENACLNN_INLINE void Meet(int32_t size) { __nvvm_bar_warp_sync(ThreadsOfGroup(size)); }

#ifndef __NVCC__

// What lies in device memory, where loads are faster than those from anywhere.
template <class Bits>
using InDeviceMemory = __attribute__((address_space(1))) Bits;
template <class Bits>
OPENACLNN_INLINE InDeviceMemory<Bits>* PointTo(uint64_t address) {
  return reinterpret_cast<InDeviceMemory<Bits>*>(address);
}

using TwoWords = uint64_t __attribute__((ext_vector_type(2)));

#endif

// Elements of device memory, by their bits.
template <class T>
OPENACLNN_INLINE T LoadAt(uint64_t address) {
  using Bits = typename BitsOf<sizeof(T)>::Type;
  const Bits bits = *PointTo<const Bits>(address);
  return __builtin_bit_cast(T, bits);
}
template <class T>
OPENACLNN_INLINE void StoreAt(uint64_t address, T value) {
  using Bits = typename BitsOf<sizeof(T)>::Type;
  *PointTo<Bits>(address) = __builtin_bit_cast(Bits, value);
}

OPENACLNN_INLINE Pack LoadPack(uint64_t address) {
  const TwoWords words = *PointTo<const TwoWords>(address);
  return {words.x, words.y};
}
OPENACLNN_INLINE void StorePack(uint64_t address, Pack pack) {
  *PointTo<TwoWords>(address) = TwoWords{pack.low, pack.high};
}

#endif

}  // namespace openaclnn
