#include "tests/hccl/reference.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

#include "base/half.h"
#include "hccl/data_type.h"

namespace openaclnn::hccl {
namespace {

template <class T>
T Combine(HcclReduceOp reduce, T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<T>::quiet_NaN();
    const bool a_first = a > b || (a == b && !std::signbit(a));  // +0 above -0
    switch (reduce) {
      case HCCL_REDUCE_SUM:
        return a + b;
      case HCCL_REDUCE_PROD:
        return a * b;
      case HCCL_REDUCE_MAX:
        return a_first ? a : b;
      default:
        return a_first ? b : a;
    }
  } else {
    using Wide = std::make_unsigned_t<T>;
    switch (reduce) {
      case HCCL_REDUCE_SUM:
        return static_cast<T>(static_cast<Wide>(a) + static_cast<Wide>(b));
      case HCCL_REDUCE_PROD:
        return static_cast<T>(uint64_t{static_cast<Wide>(a)} * uint64_t{static_cast<Wide>(b)});
      case HCCL_REDUCE_MAX:
        return std::max(a, b);
      default:
        return std::min(a, b);
    }
  }
}

template <class T>
T OverTree(HcclReduceOp reduce, std::vector<T> level) {
  while (level.size() > 1) {
    std::vector<T> next;
    for (size_t i = 0; i < level.size(); i += 2) {
      next.push_back(i + 1 < level.size() ? Combine(reduce, level[i], level[i + 1]) : level[i]);
    }
    level = next;
  }
  return level[0];
}

// Stored: how elements lie in memory; load and store convert.
template <class Stored, class Load, class Store>
Bytes ReducedAs(HcclReduceOp reduce, const std::vector<Bytes>& inputs, Load load, Store store) {
  Bytes result(inputs[0].size());
  for (size_t i = 0; i < result.size(); i += sizeof(Stored)) {
    std::vector<decltype(load(Stored{}))> values;
    for (const Bytes& input : inputs) {
      Stored stored;
      std::memcpy(&stored, &input[i], sizeof(stored));
      values.push_back(load(stored));
    }
    const Stored stored = store(OverTree(reduce, values));
    std::memcpy(&result[i], &stored, sizeof(stored));
  }
  return result;
}

template <class T>
Bytes ReducedPlain(HcclReduceOp reduce, const std::vector<Bytes>& inputs) {
  return ReducedAs<T>(
      reduce, inputs, [](T value) { return value; },
      [](T value) {
        if constexpr (std::is_floating_point_v<T>) {
          if (std::isnan(value)) return std::numeric_limits<T>::quiet_NaN();
        }
        return value;
      });
}

}  // namespace

Bytes Values(HcclDataType dtype, uint64_t count, uint32_t rank, uint64_t seed) {
  std::mt19937_64 random(seed * 1000 + rank);
  const size_t element = BytesOf(dtype);
  Bytes values(count * element);
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t bits = random();
    const bool any = random() % 16 == 0;  // any bits at all
    const double number = std::ldexp(static_cast<double>(static_cast<int64_t>(random()) >> 20),
                                     static_cast<int>(random() % 12) - 44);
    if (!any) {
      if (dtype == HCCL_DATA_TYPE_FP32) bits = std::bit_cast<uint32_t>(static_cast<float>(number));
      if (dtype == HCCL_DATA_TYPE_FP64) bits = std::bit_cast<uint64_t>(number);
      if (dtype == HCCL_DATA_TYPE_FP16) bits = Float16FromDouble(number);
      if (dtype == HCCL_DATA_TYPE_BFP16) bits = Bfloat16FromDouble(number);
    } else if (random() % 4 == 0) {
      bits = random() % 2 == 0 ? 0 : uint64_t{1} << (8 * element - 1);  // a zero
    }
    std::memcpy(&values[i * element], &bits, element);
  }
  return values;
}

Bytes Reduced(HcclDataType dtype, HcclReduceOp reduce, const std::vector<Bytes>& inputs) {
  const auto nan_or = [](auto convert, uint16_t nan) {
    return [convert, nan](float value) { return std::isnan(value) ? nan : convert(value); };
  };
  switch (dtype) {
    case HCCL_DATA_TYPE_INT8:
      return ReducedPlain<int8_t>(reduce, inputs);
    case HCCL_DATA_TYPE_INT16:
      return ReducedPlain<int16_t>(reduce, inputs);
    case HCCL_DATA_TYPE_INT32:
      return ReducedPlain<int32_t>(reduce, inputs);
    case HCCL_DATA_TYPE_INT64:
      return ReducedPlain<int64_t>(reduce, inputs);
    case HCCL_DATA_TYPE_UINT64:
      return ReducedPlain<uint64_t>(reduce, inputs);
    case HCCL_DATA_TYPE_FP64:
      return ReducedPlain<double>(reduce, inputs);
    case HCCL_DATA_TYPE_FP16:
      return ReducedAs<uint16_t>(reduce, inputs, FloatFromFloat16,
                                 nan_or(Float16FromFloat, 0x7e00));
    case HCCL_DATA_TYPE_BFP16:
      return ReducedAs<uint16_t>(reduce, inputs, FloatFromBfloat16,
                                 nan_or(Bfloat16FromFloat, 0x7fc0));
    default:
      return ReducedPlain<float>(reduce, inputs);
  }
}

}  // namespace openaclnn::hccl
