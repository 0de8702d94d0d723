// What a kernel asks of the machine that runs it: a thread of a GPU, or, with OPENACLNN_EMULATED,
// the tests' emulator (tests/cuda/driver/emulator.h).
#pragma once

#include <cstdint>

#include "formulas/target.h"

#ifdef OPENACLNN_EMULATED
#include "tests/cuda/driver/emulator.h"
#endif

namespace openaclnn {

#ifdef OPENACLNN_EMULATED

inline int64_t ThisThread() { return emulator::This().number; }
inline int64_t CountThreads() { return emulator::This().count; }

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

}  // namespace openaclnn
