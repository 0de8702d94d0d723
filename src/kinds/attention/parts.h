// What attention and its gradients have in common on a CPU: elements of heads, masks and memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/term_order.h"
#include "cpu/transpose.h"
#include "kinds/attention/loops.h"
#include "kinds/attention/run.h"
#include "kinds/product/loops.h"

namespace openaclnn {

// Converts elements that lie `step` bytes apart, or side by side.
class Loader {
 public:
  explicit Loader(const HeadsView& view)
      : item_(DtypeBytes(view.dtype)),
        step_(view.element),
        convert_(view.dtype == ACL_FLOAT ? nullptr : LoadConversion(view.dtype, LoopType::kFloat)) {
  }

  void Load(const std::byte* from, int64_t count, float* to) const {
    if (step_ != item_ && count > 1) {
      for (int64_t i = 0; i < count; ++i) Convert(from + i * step_, 1, to + i);
    } else if (count > 0) {
      Convert(from, count, to);
    }
  }

 private:
  void Convert(const std::byte* from, int64_t count, float* to) const {
    if (convert_ != nullptr) return convert_(from, to, count);
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(float));
  }

  const int64_t item_, step_;
  const ConvertLoop convert_;
};

// A thread's memory, in aligned parts, which stays for the next run of this kind.
class Memory {
 public:
  // Where a part of so many elements begins.
  template <class T>
  int64_t Add(int64_t count) {
    const int64_t at = bytes_;
    bytes_ += CeilDiv(count * static_cast<int64_t>(sizeof(T)), kAlignment) * kAlignment;
    return at;
  }
  // After all parts are added.
  std::byte* Place() const {
    static thread_local std::vector<std::byte> memory;
    if (std::ssize(memory) < bytes_ + kAlignment) {
      memory = {};
      memory.resize(static_cast<size_t>(bytes_ + kAlignment));
    }
    const auto address = reinterpret_cast<uintptr_t>(memory.data());
    return memory.data() + (kAlignment - address % kAlignment) % kAlignment;
  }

 private:
  static constexpr int64_t kAlignment = 64;

  int64_t bytes_ = 0;
};

// Rounds doubles to the elements of a head.
class Storer {
 public:
  explicit Storer(const HeadsView& view)
      : item_(DtypeBytes(view.dtype)),
        step_(view.element),
        store_(StoreLoopOf(GetProductLoops(), view.dtype)) {}

  // The numbers times `factor`; up to a vector more of them is read.
  void Store(const double* numbers, int64_t count, double factor, std::byte* to) {
    const Finish finish = {factor, 0, nullptr};
    if (step_ == item_ || count <= 1) return store_(finish, numbers, count, to);
    dense_.resize(static_cast<size_t>(count * item_));
    store_(finish, numbers, count, dense_.data());
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(to + i * step_, dense_.data() + i * item_, static_cast<size_t>(item_));
    }
  }

 private:
  const int64_t item_, step_;
  const StoreLoop store_;
  std::vector<std::byte> dense_;
};

// Turns rows of sums, so that what lay below one another lies side by side.
inline void TurnDoubles(const double* sums, int64_t rows, int64_t columns, double* to) {
  if (rows == 0 || columns == 0) return;
  constexpr int64_t kItem = sizeof(double);
  Transpose({reinterpret_cast<const std::byte*>(sums), columns * kItem,
             reinterpret_cast<std::byte*>(to), rows * kItem, rows, columns},
            kItem);
}

// What a row of weights tells of itself, where it is asked for: its maximum, -infinity if it is
// empty, and its sum.
inline void StoreNumbers(const AttentionRun& run, int64_t batch, int64_t head, int64_t query,
                         float maximum, double sum) {
  constexpr int64_t kNumbersOfRow = 8;
  const auto store = [&](const HeadsView& view, float number, int64_t count) {
    if (view.data == nullptr) return;
    std::byte* const to = view.At(batch, head, query);
    for (int64_t k = 0; k < count; ++k) {
      std::memcpy(to + k * view.element, &number, sizeof(number));
    }
  };
  store(run.maxima, maximum, kNumbersOfRow);
  store(run.sums, static_cast<float>(sum), kNumbersOfRow);
  if (run.logarithms.data == nullptr) return;
  store(run.logarithms, GetAttentionLoops().logarithm(maximum, sum), 1);
}

// Whether products of so many terms, times `scale`, are what floats make of them: one chain, and a
// factor that is a float, so that the product of both is rounded once.
inline bool AreInFloat(int64_t terms, double scale) {
  return terms <= kTermsInFloat && double{static_cast<float>(scale)} == scale;
}

struct KeyRange {
  int64_t begin, end;
};

// The keys that a query sees.
inline KeyRange KeysSeen(const AttentionRun& run, int64_t batch, int64_t query) {
  const AttentionBand& band = *run.band;
  const int64_t keys = run.sizes.keys;
  KeyRange seen = {std::clamp<int64_t>(query + band.first, 0, keys),
                   std::clamp<int64_t>(query + band.last + 1, 0, keys)};
  if (!band.prefixes.empty()) {
    const int64_t prefix = band.prefixes[static_cast<size_t>(batch)];
    seen.end = std::clamp<int64_t>(prefix, seen.end, keys);
  }
  return seen;
}

// Bytes of the mask of a row, from a key on.
inline void LoadMask(const AttentionRun& run, int64_t batch, int64_t head, int64_t query,
                     int64_t key, int64_t keys, uint8_t* to) {
  const std::byte* const from = run.mask.At(batch, head, query) + key * run.mask.element;
  for (int64_t k = 0; k < keys; ++k) to[k] = static_cast<uint8_t>(from[k * run.mask.element]);
}

// The bias of a row, from a key on.
inline void LoadBias(const AttentionRun& run, const Loader& load, int64_t batch, int64_t head,
                     int64_t query, int64_t key, int64_t keys, float* to) {
  const std::byte* const from = run.bias.At(batch, head, query);
  if (run.slopes == nullptr) return load.Load(from + key * run.bias.element, keys, to);
  float slope;
  std::memcpy(&slope, from, sizeof(slope));
  const double shift = run.slopes->shift + static_cast<double>(key - query);
  for (int64_t k = 0; k < keys; ++k) {
    const double distance = std::fabs(shift + static_cast<double>(k));
    to[k] = static_cast<float>(-double{slope} *
                               (run.slopes->of_roots ? std::sqrt(distance) : distance));
  }
}

// A byte, 0 or 1, for each of the bits that keep weights.
inline void LoadKept(const AttentionRun& run, int64_t batch, int64_t head, int64_t query,
                     int64_t key, int64_t keys, uint8_t* to) {
  const AttentionSizes& sizes = run.sizes;
  const int64_t row = (batch * sizes.heads + head) * sizes.queries + query;
  for (int64_t k = 0; k < keys; ++k) {
    const int64_t bit = run.first_kept + row * sizes.keys + key + k;
    const auto byte = static_cast<uint8_t>(run.kept[bit / 8 * run.kept_step]);
    to[k] = byte >> (bit % 8) & 1;
  }
}

// Rows of a tile that begins where `rest` are left: of the last ones, a power of 2.
inline int64_t RowsOfTile(const ProductLoops& loops, int64_t rest) {
  int64_t rows = loops.rows;
  while (rows / 2 >= rest) rows /= 2;
  return rows;
}

}  // namespace openaclnn
