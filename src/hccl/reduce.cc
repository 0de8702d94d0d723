#include "hccl/reduce.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "hccl/reduce.cc"
#include "hwy/foreach_target.h"

#include "hwy/highway.h"

// What the compiler makes of these loops differs from target to target, the bits do not: no
// operation is fused or reordered (-ffp-contract=off).
HWY_BEFORE_NAMESPACE();
namespace openaclnn::hccl {
namespace HWY_NAMESPACE {

// Elements that go through the whole tree at a time, so that its levels stay in the first-level
// cache.
constexpr size_t kBlock = 512;
// The levels of a tree over 2^14 ranks, and the pair that is being taken.
constexpr size_t kMostLevels = 16;

// How elements lie in memory and what is computed with: Value.
template <class T>
struct Plain {
  using Stored = T;
  using Value = T;
  static Value Load(Stored value) { return value; }
  static Stored Store(Value value) {
    if constexpr (std::is_floating_point_v<T>) {
      return value == value ? value : std::numeric_limits<T>::quiet_NaN();
    } else {
      return value;
    }
  }
};

struct Bfloat16 {
  using Stored = uint16_t;
  using Value = float;
  static Value Load(Stored bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }
  static Stored Store(Value value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
    return static_cast<uint16_t>(value == value ? rounded : 0x7fc0u);
  }
};

// Without branches, so that loops become vectors.
struct Float16 {
  using Stored = uint16_t;
  using Value = float;
  static Value Load(Stored bits) {
    const uint32_t magnitude = (bits & 0x7fffu) << 13;
    // The exponent's bias grows from 15 to 127; subnormals are normalised by the multiplication.
    const uint32_t scaled = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112f);
    const uint32_t value = magnitude >= 0x0f800000u ? magnitude | 0x7f800000u : scaled;
    return std::bit_cast<float>(value | (bits & 0x8000u) << 16);
  }
  static Stored Store(Value value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t magnitude = bits & 0x7fffffffu;
    // Above the smallest normal: to nearest even by adding; a carry steps the exponent, up to
    // infinity.
    const uint32_t normal = (magnitude - (112u << 23) + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    // Below: 0.5 has its last place where the smallest subnormal is.
    const uint32_t subnormal =
        std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000u;
    uint32_t result = magnitude < 0x38800000u ? subnormal : normal;
    result = magnitude >= 0x47800000u ? 0x7c00u : result;
    result |= bits >> 16 & 0x8000u;
    return static_cast<uint16_t>(magnitude > 0x7f800000u ? 0x7e00u : result);
  }
};

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

struct Sum {
  template <class T>
  static T Of(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) +
                            static_cast<std::make_unsigned_t<T>>(b));
    } else {
      return a + b;
    }
  }
};

struct Product {
  template <class T>
  static T Of(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      // In 64 bits, as uint16_t would be promoted to int, which may overflow.
      return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    } else {
      return a * b;
    }
  }
};

// Equal floats that differ are zeros. The maximum has the sign bit that both have, the minimum that
// of either. An ordered comparison is false for a NaN, which wins.
struct Maximum {
  template <class T>
  static T Of(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      return a > b ? a : b;
    } else {
      using Bits = BitsOf<T>;
      const T equal =
          std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(a) & std::bit_cast<Bits>(b)));
      T result = a > b ? a : b;
      result = a == b ? equal : result;
      return a == a ? (b == b ? result : b) : a;
    }
  }
};

struct Minimum {
  template <class T>
  static T Of(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      return a < b ? a : b;
    } else {
      using Bits = BitsOf<T>;
      const T equal =
          std::bit_cast<T>(static_cast<Bits>(std::bit_cast<Bits>(a) | std::bit_cast<Bits>(b)));
      T result = a < b ? a : b;
      result = a == b ? equal : result;
      return a == a ? (b == b ? result : b) : a;
    }
  }
};

template <class Type, class Function>
struct Tree {
  using Stored = typename Type::Stored;
  using Value = typename Type::Value;

  static void Pair(const Stored* HWY_RESTRICT a, const Stored* HWY_RESTRICT b,
                   Value* HWY_RESTRICT to, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i] = Function::Of(Type::Load(a[i]), Type::Load(b[i]));
  }
  static void One(const Stored* HWY_RESTRICT a, Value* HWY_RESTRICT to, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i] = Type::Load(a[i]);
  }
  static void Merge(Value* HWY_RESTRICT to, const Value* HWY_RESTRICT other, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i] = Function::Of(to[i], other[i]);
  }
  static void Finish(const Value* HWY_RESTRICT from, Stored* HWY_RESTRICT to, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i] = Type::Store(from[i]);
  }

  static void Run(std::span<const std::byte* const> inputs, std::span<std::byte* const> outputs,
                  uint64_t begin, uint64_t total) {
    alignas(64) std::array<std::array<Value, kBlock>, kMostLevels> levels;
    const uint64_t end = begin + total;
    for (uint64_t first = begin; first < end; first += kBlock) {
      const size_t count = static_cast<size_t>(std::min<uint64_t>(kBlock, end - first));
      const auto input = [&](size_t rank) {
        return reinterpret_cast<const Stored*>(inputs[rank]) + first;
      };
      // Levels hold the results that wait for a neighbour, the largest first: as the bits of the
      // number of pairs taken do.
      size_t depth = 0;
      for (size_t rank = 0; rank < inputs.size(); rank += 2) {
        if (rank + 1 < inputs.size()) {
          Pair(input(rank), input(rank + 1), levels[depth].data(), count);
        } else {
          One(input(rank), levels[depth].data(), count);
        }
        ++depth;
        for (size_t pairs = rank / 2 + 1; pairs % 2 == 0; pairs /= 2) {
          Merge(levels[depth - 2].data(), levels[depth - 1].data(), count);
          --depth;
        }
      }
      for (; depth > 1; --depth) {
        Merge(levels[depth - 2].data(), levels[depth - 1].data(), count);
      }
      if (outputs.empty()) continue;
      Stored* const result = reinterpret_cast<Stored*>(outputs[0]) + first;
      Finish(levels[0].data(), result, count);
      for (std::byte* const output : outputs.subspan(1)) {
        std::memcpy(reinterpret_cast<Stored*>(output) + first, result, count * sizeof(Stored));
      }
    }
  }
};

using Kernel = void (*)(std::span<const std::byte* const>, std::span<std::byte* const>, uint64_t,
                        uint64_t);

template <class Type>
Kernel KernelOf(HcclReduceOp reduce) {
  switch (reduce) {
    case HCCL_REDUCE_PROD:
      return &Tree<Type, Product>::Run;
    case HCCL_REDUCE_MAX:
      return &Tree<Type, Maximum>::Run;
    case HCCL_REDUCE_MIN:
      return &Tree<Type, Minimum>::Run;
    default:
      return &Tree<Type, Sum>::Run;
  }
}

void ReduceHere(HcclDataType dtype, HcclReduceOp reduce, std::span<const std::byte* const> inputs,
                std::span<std::byte* const> outputs, uint64_t first, uint64_t count) {
  const Kernel kernel = [&]() -> Kernel {
    switch (dtype) {
      case HCCL_DATA_TYPE_INT8:
        return KernelOf<Plain<int8_t>>(reduce);
      case HCCL_DATA_TYPE_INT16:
        return KernelOf<Plain<int16_t>>(reduce);
      case HCCL_DATA_TYPE_INT32:
        return KernelOf<Plain<int32_t>>(reduce);
      case HCCL_DATA_TYPE_INT64:
        return KernelOf<Plain<int64_t>>(reduce);
      case HCCL_DATA_TYPE_UINT64:
        return KernelOf<Plain<uint64_t>>(reduce);
      case HCCL_DATA_TYPE_FP16:
        return KernelOf<Float16>(reduce);
      case HCCL_DATA_TYPE_BFP16:
        return KernelOf<Bfloat16>(reduce);
      case HCCL_DATA_TYPE_FP64:
        return KernelOf<Plain<double>>(reduce);
      default:
        return KernelOf<Plain<float>>(reduce);
    }
  }();
  kernel(inputs, outputs, first, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace openaclnn::hccl
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn::hccl {
namespace {

HWY_EXPORT(ReduceHere);

}  // namespace

void Reduce(HcclDataType dtype, HcclReduceOp reduce, std::span<const std::byte* const> inputs,
            std::span<std::byte* const> outputs, uint64_t first, uint64_t count) noexcept {
  HWY_DYNAMIC_DISPATCH(ReduceHere)(dtype, reduce, inputs, outputs, first, count);
}

}  // namespace openaclnn::hccl
#endif  // HWY_ONCE
