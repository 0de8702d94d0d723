// Elements of a tensor as doubles, row by row, whatever its dtype and its steps are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "engine/computation.h"
#include "kinds/operands.h"
#include "kinds/stage.h"
#include "tensor/shape.h"

namespace openaclnn {

// A tensor of floats whose elements are read and written as doubles, with steps in bytes.
class StridedNumbers {
 public:
  StridedNumbers() = default;
  explicit StridedNumbers(const Value& value)
      : slot_(value.slot), origin_(value.origin), dtype_(value->dtype) {
    steps = ViewIn(*value.tensor, value->shape).byte_strides;
    bytes_ = static_cast<size_t>(DtypeBytes(dtype_));
    if (dtype_ == ACL_DOUBLE) return;
    load_ = LoadConversion(dtype_, LoopType::kDouble);
    store_ = StoreConversion(LoopType::kDouble, dtype_);
  }

  Dims steps;

  std::byte* First(const Places& places) const { return places.First(slot_) + origin_; }

  double At(const std::byte* at) const {
    double number;
    Convert(at, 1, &number);
    return number;
  }
  void Put(double number, std::byte* at) const {
    if (store_ == nullptr) {
      std::memcpy(at, &number, sizeof(number));
    } else {
      store_(&number, at, 1);
    }
  }

  // The elements at `place(i)` bytes from `from`; an element whose place is negative is NaN.
  // `items` has room for `count` doubles.
  template <class Place>
  void Load(const std::byte* from, int64_t count, const Place& place, double* items,
            double* to) const {
    auto* item = reinterpret_cast<std::byte*>(items);
    bool has_nan = false;
    for (int64_t i = 0; i < count; ++i, item += bytes_) {
      const int64_t offset = place(i);
      has_nan = has_nan || offset == kNoPlace;
      std::memcpy(item, from + (offset == kNoPlace ? 0 : offset), bytes_);
    }
    Convert(reinterpret_cast<const std::byte*>(items), count, to);
    for (int64_t i = 0; has_nan && i < count; ++i) {
      if (place(i) == kNoPlace) to[i] = std::numeric_limits<double>::quiet_NaN();
    }
  }
  void LoadRow(const std::byte* from, int64_t step, int64_t count, double* items,
               double* to) const {
    if (step == static_cast<int64_t>(bytes_)) return Convert(from, count, to);
    Load(
        from, count, [step](int64_t i) { return i * step; }, items, to);
  }
  void StoreRow(const double* numbers, int64_t step, int64_t count, double* items,
                std::byte* to) const {
    const bool is_dense = step == static_cast<int64_t>(bytes_);
    if (is_dense && store_ != nullptr) return store_(numbers, to, count);
    auto* item = reinterpret_cast<std::byte*>(items);
    if (store_ == nullptr) {
      std::copy_n(numbers, count, items);
    } else {
      store_(numbers, item, count);
    }
    for (int64_t i = 0; i < count; ++i, item += bytes_) std::memcpy(to + i * step, item, bytes_);
  }

  static constexpr int64_t kNoPlace = std::numeric_limits<int64_t>::min();

 private:
  void Convert(const std::byte* from, int64_t count, double* to) const {
    if (load_ == nullptr) {
      std::memcpy(to, from, static_cast<size_t>(count) * bytes_);
    } else {
      load_(from, to, count);
    }
  }

  int32_t slot_ = -1;
  int64_t origin_ = 0;
  aclDataType dtype_ = ACL_FLOAT;
  size_t bytes_ = 0;
  ConvertLoop load_ = nullptr, store_ = nullptr;
};

}  // namespace openaclnn
