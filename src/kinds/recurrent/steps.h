// What runs of recurrent layers share: the order of steps, rows, products and memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/computation.h"
#include "engine/run_failure.h"
#include "kinds/product/run.h"
#include "kinds/recurrent/run.h"

namespace openaclnn {

// Whether there is anything to compute: else states stay, and gradients by weights are 0.
inline bool HasSteps(const RecurrentSizes& sizes) {
  return sizes.steps > 0 && sizes.batch > 0 && sizes.hidden > 0;
}

// The steps of a run in the order of its time, and which rows each has.
class RecurrentSteps {
 public:
  explicit RecurrentSteps(const RecurrentRun& run)
      : sizes_(run.sizes), backwards_(run.backwards), batch_sizes_(run.batch_sizes) {}

  int64_t count() const { return sizes_.steps; }
  // The time of step number i, which may be -1 or count(): there is none.
  int64_t TimeOf(int64_t i) const { return backwards_ ? sizes_.steps - 1 - i : i; }
  // How many of the first rows of the batch a time has.
  int64_t RowsAt(int64_t time) const {
    return batch_sizes_ == nullptr ? sizes_.batch : batch_sizes_[time];
  }
  // The row of tensors whose rows are in the order of the input.
  int64_t RowOf(int64_t time, int64_t batch) const {
    return sizes_.batch_first ? batch * sizes_.steps + time : time * sizes_.batch + batch;
  }
  // The same where the time comes first.
  int64_t KeptRowOf(int64_t time, int64_t batch) const { return time * sizes_.batch + batch; }

  // Refuses sizes that no batch has.
  void Check() const {
    if (batch_sizes_ == nullptr) return;
    for (int64_t time = 0; time < sizes_.steps; ++time) {
      if (batch_sizes_[time] >= 0 && batch_sizes_[time] <= sizes_.batch) continue;
      FailRun("batchSizes: the element at {} is {}, expected from 0 to {}, the size of the batch",
              time, batch_sizes_[time], sizes_.batch);
    }
  }

 private:
  const RecurrentSizes& sizes_;
  const bool backwards_;
  const int64_t* const batch_sizes_;
};

// A matrix of floats with any strides, in elements.
struct FloatMatrix {
  const float* data;
  int64_t row, column;

  FloatMatrix Transposed() const { return {data, column, row}; }
};

// result = a b, or result + a b, where a is [m, k] and the result has rows of n, `pitch` apart.
inline void Multiply(const FloatMatrix& a, const FloatMatrix& b, int64_t m, int64_t k, int64_t n,
                     float* result, int64_t pitch, bool adds = false) {
  constexpr int64_t kItem = sizeof(float);
  const auto along = [](int64_t extent, int64_t of_a, int64_t of_b, int64_t of_result) {
    Axis axis{.extent = extent, .stride = {}};
    axis.stride = {of_a * kItem, of_b * kItem, of_result * kItem, of_result * kItem};
    return axis;
  };
  Plan plan;
  plan.axes = {along(k, a.column, b.row, 0), along(n, 0, b.column, 1), along(m, a.row, 0, pitch)};
  plan.num_operands = adds ? 4 : 3;
  plan.num_outputs = 1;
  plan.dtype.fill(ACL_FLOAT);
  plan.origin.fill(0);
  plan.elements = m * n;
  ProductRun run{.plan = &plan, .data = {}, .beta = adds ? 1.0 : 0.0};
  const auto bytes = [](const float* data) {
    return reinterpret_cast<std::byte*>(const_cast<float*>(data));  // factors are read alone
  };
  run.data[0] = bytes(a.data);
  run.data[1] = bytes(b.data);
  run.data[2] = run.data[3] = bytes(result);
  RunProduct(run);
}

// Gives out parts of the workspace; without one, counts their bytes.
class Parts {
 public:
  explicit Parts(std::byte* workspace) : workspace_(workspace) {}

  template <class T>
  T* Next(int64_t count) {
    const uint64_t at = bytes_;
    bytes_ += InLines(static_cast<uint64_t>(count) * sizeof(T));
    return workspace_ == nullptr ? nullptr : reinterpret_cast<T*>(workspace_ + at);
  }
  uint64_t bytes() const { return bytes_; }

 private:
  std::byte* const workspace_;
  uint64_t bytes_ = 0;
};

// Copies a state to the memory where it changes, or 0.
inline void CopyOrZero(const float* from, int64_t count, float* to) {
  from == nullptr ? static_cast<void>(std::fill_n(to, count, 0.0f))
                  : static_cast<void>(std::copy_n(from, count, to));
}

}  // namespace openaclnn
