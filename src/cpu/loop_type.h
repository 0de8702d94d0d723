// The types in memory that loops are for. Operands of another dtype are converted on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <tuple>

#include "acl/acl_base.h"
#include "base/half.h"

namespace openaclnn {

enum class LoopType : uint8_t { kFloat, kDouble, kBfloat16, kFloat16, kInt64, kInt32, kInt8 };
inline constexpr size_t kLoopTypes = static_cast<size_t>(LoopType::kInt8) + 1;

template <LoopType type, aclDataType dtype>
struct LoopTraitsOf {
  static constexpr LoopType kType = type;
  static constexpr aclDataType kDtype = dtype;
};
template <class T>
struct LoopTraits;
template <>
struct LoopTraits<float> : LoopTraitsOf<LoopType::kFloat, ACL_FLOAT> {};
template <>
struct LoopTraits<double> : LoopTraitsOf<LoopType::kDouble, ACL_DOUBLE> {};
template <>
struct LoopTraits<Bfloat16Bits> : LoopTraitsOf<LoopType::kBfloat16, ACL_BF16> {};
template <>
struct LoopTraits<Float16Bits> : LoopTraitsOf<LoopType::kFloat16, ACL_FLOAT16> {};
template <>
struct LoopTraits<int64_t> : LoopTraitsOf<LoopType::kInt64, ACL_INT64> {};
template <>
struct LoopTraits<int32_t> : LoopTraitsOf<LoopType::kInt32, ACL_INT32> {};
template <>
struct LoopTraits<int8_t> : LoopTraitsOf<LoopType::kInt8, ACL_INT8> {};

constexpr bool IsOfIntegers(LoopType type) {
  return type == LoopType::kInt64 || type == LoopType::kInt32 || type == LoopType::kInt8;
}

// Calls use.template operator()<T>() for the type T of a loop, which is one of Types.
template <class... Types, class Use>
void ForLoopType(LoopType type, const Use& use) {
  (void)((type == LoopTraits<Types>::kType && (use.template operator()<Types>(), true)) || ...);
}

constexpr aclDataType DtypeOf(LoopType type) {
  constexpr aclDataType kByType[] = {ACL_FLOAT, ACL_DOUBLE, ACL_BF16, ACL_FLOAT16,
                                     ACL_INT64, ACL_INT32,  ACL_INT8};  // by LoopType
  static_assert(std::size(kByType) == kLoopTypes);
  return kByType[static_cast<size_t>(type)];
}

// A set of types that loops are for.
class LoopTypes {
 public:
  constexpr void Add(LoopType type) { bits_ = static_cast<uint8_t>(bits_ | BitOf(type)); }
  constexpr bool Has(LoopType type) const { return (bits_ & BitOf(type)) != 0; }

 private:
  static constexpr uint8_t BitOf(LoopType type) {
    return static_cast<uint8_t>(1u << static_cast<unsigned>(type));
  }
  uint8_t bits_ = 0;
};

// A Loop<T> for each T of Types.
template <template <class> class Loop, class... Types>
class LoopsByType {
 public:
  // Those that make.template operator()<T>() gives.
  template <class Make>
  static constexpr LoopsByType MadeBy(const Make& make) {
    LoopsByType loops;
    ((loops.template Of<Types>() = make.template operator()<Types>()), ...);
    return loops;
  }

  template <class T>
  constexpr Loop<T>& Of() {
    return std::get<Loop<T>>(loops_);
  }
  template <class T>
  constexpr const Loop<T>& Of() const {
    return std::get<Loop<T>>(loops_);
  }

 private:
  std::tuple<Loop<Types>...> loops_{};
};

}  // namespace openaclnn
