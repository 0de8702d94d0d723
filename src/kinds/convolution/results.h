// Parts of operands that all ways of a convolution read and write alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/tile.h"
#include "cpu/transpose.h"
#include "kinds/convolution/run.h"
#include "kinds/product/loops.h"

namespace openaclnn {

// For the few bytes of a short row, for which a call takes longer than copying.
inline void CopyBytes(const std::byte* from, int64_t bytes, std::byte* to) {
  constexpr int64_t kAtOnce = 16, kMost = 256;
  if (bytes < kAtOnce || bytes > kMost) {
    std::memcpy(to, from, static_cast<size_t>(bytes));
    return;
  }
  for (int64_t i = 0; i + kAtOnce <= bytes; i += kAtOnce) std::memcpy(to + i, from + i, kAtOnce);
  std::memcpy(to + bytes - kAtOnce, from + bytes - kAtOnce, kAtOnce);
}

inline void CopyItem(const std::byte* from, int64_t item, std::byte* to) {
  item == 4 ? std::memcpy(to, from, 4) : std::memcpy(to, from, 2);
}

// Stores dense items `step` items apart.
inline void StoreItems(const std::byte* from, int64_t item, int64_t count, int64_t step,
                       std::byte* to) {
  const auto store = [&]<class T>(T) {
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(to + i * step * int64_t{sizeof(T)}, from + i * int64_t{sizeof(T)}, sizeof(T));
    }
  };
  if (step == 1) {
    CopyBytes(from, count * item, to);
  } else {
    item == 4 ? store(uint32_t{}) : store(uint16_t{});
  }
}

// Elements `step` apart become dense.
template <class T>
void CopyApart(const T* from, int64_t step, int64_t count, T* to) {
  if (step == 1) {
    CopyBytes(reinterpret_cast<const std::byte*>(from), count * int64_t{sizeof(T)},
              reinterpret_cast<std::byte*>(to));
  } else if (step == 2) {
    for (int64_t i = 0; i < count; ++i) to[i] = from[2 * i];
  } else {
    for (int64_t i = 0; i < count; ++i) to[i] = from[i * step];
  }
}

// Where the rows of a tile of results go: runs of rows that lie `step` items apart.
class RunsOfResults {
 public:
  struct Run {
    int64_t count, to;
  };

  explicit RunsOfResults(int64_t step) : step_(step) {}

  // The next rows, which go on where the last ones end, perhaps.
  void Add(int64_t count, int64_t to) {
    if (num_runs_ > 0 && runs_[num_runs_ - 1].to + runs_[num_runs_ - 1].count * step_ == to) {
      runs_[num_runs_ - 1].count += count;
    } else {
      runs_[num_runs_++] = {count, to};
    }
  }
  int64_t Step() const { return step_; }
  std::span<const Run> Get() const { return {runs_.data(), num_runs_}; }

 private:
  const int64_t step_;
  std::array<Run, kMostRows> runs_;
  size_t num_runs_ = 0;
};

// Where the columns of a tile of results go, `apart` items from one to the next.
struct ColumnsOfResults {
  std::byte* first;
  int64_t item, columns, apart;

  // store_row(r, to) makes dense results of a row.
  template <class StoreRow>
  void Store(int64_t rows, const RunsOfResults& runs, const StoreRow& store_row) const {
    const int64_t step = runs.Step();
    if (apart == 1) {
      int64_t row = 0;
      for (const auto& [count, to] : runs.Get()) {
        for (int64_t r = 0; r < count; ++r) store_row(row++, first + (to + r * step) * item);
      }
      return;
    }
    constexpr int64_t kBytes = kMostRows * kMostColumns * int64_t{sizeof(float)};
    alignas(kWidestVector) std::byte dense[kBytes], turned[kBytes];
    for (int64_t r = 0; r < rows; ++r) store_row(r, dense + r * columns * item);
    Transpose({dense, columns * item, turned, rows * item, rows, columns}, static_cast<int>(item));
    const std::byte* of_run = turned;
    for (const auto& [count, to] : runs.Get()) {
      for (int64_t c = 0; c < columns; ++c) {
        StoreItems(of_run + c * rows * item, item, count, step, first + (to + c * apart) * item);
      }
      of_run += count * item;
    }
  }
};

// What is added to a row of results; 0 if there is nothing.
inline double BiasAt(const KernelProductPlan& plan, const ConvolutionData& data, int64_t row) {
  if (data.bias == nullptr) return 0;
  double value;
  const int64_t item = DtypeBytes(plan.bias.dtype);
  LoadConversion(plan.bias.dtype, LoopType::kDouble)(data.bias + row * plan.bias.stride * item,
                                                     &value, 1);
  return value;
}

}  // namespace openaclnn
