#include "kinds/product/run.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/prefetch.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"
#include "cpu/transpose.h"
#include "kinds/product/loops.h"

namespace openaclnn {
namespace {

// Axes of the plan.
constexpr size_t kK = 0, kN = 1, kM = 2, kBatches = 3;

constexpr uint64_t kAlignment = 64;
// Bytes of the first factor that a thread packs at once: half of a second-level cache.
constexpr int64_t kPackedBytes = int64_t{1} << 19;
// Terms from which a product of a batch is shared by threads, rather than the batch.
constexpr int64_t kTermsToShare = int64_t{1} << 22;

struct Factor {
  const std::byte* data;
  aclDataType dtype;
  int64_t along_k, across;  // bytes
  int64_t k, extent;
};

// Makes floats of dense elements; null if they are.
ConvertLoop ToFloats(const Factor& factor) {
  return factor.dtype == ACL_FLOAT ? nullptr : LoadConversion(factor.dtype, LoopType::kFloat);
}

// Dense elements as floats; of none, the addresses may be null.
void LoadFloats(ConvertLoop convert, const std::byte* from, int64_t count, float* to) {
  if (convert != nullptr) {
    convert(from, to, count);
  } else if (count > 0) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(float));
  }
}

// Packs `width` rows from `first` on: packed[k][i], i < step, is element k of row first + i, or 0.
void Pack(const Factor& factor, int64_t first, int64_t width, int64_t step, float* packed) {
  constexpr int64_t kSide = 16;
  const int64_t item = DtypeBytes(factor.dtype), rows = std::min(width, factor.extent - first);
  const ConvertLoop convert = ToFloats(factor);
  const std::byte* const base = factor.data + first * factor.across;
  alignas(kAlignment) float gathered[kSide * kMostColumns];
  for (int64_t k = 0; k < factor.k; k += kSide) {
    const int64_t depth = std::min(kSide, factor.k - k);
    float* const to = packed + k * step;
    if (rows < step) std::fill_n(to, depth * step, 0.0f);
    const std::byte* const from = base + k * factor.along_k;
    if (factor.across == item || rows == 1) {  // rows lie side by side
      for (int64_t d = 0; d < depth; ++d) {
        LoadFloats(convert, from + d * factor.along_k, rows, to + d * step);
      }
    } else if (factor.along_k == item) {
      const std::byte* source = from;
      int64_t source_step = factor.across;
      if (convert != nullptr) {
        for (int64_t r = 0; r < rows; ++r)
          convert(from + r * factor.across, gathered + r * kSide, depth);
        source = reinterpret_cast<const std::byte*>(gathered);
        source_step = kSide * int64_t{sizeof(float)};
      }
      Transpose({source, source_step, reinterpret_cast<std::byte*>(to),
                 step * int64_t{sizeof(float)}, rows, depth},
                sizeof(float));
    } else {
      for (int64_t d = 0; d < depth; ++d) {
        for (int64_t r = 0; r < rows; ++r) {
          LoadFloats(convert, from + d * factor.along_k + r * factor.across, 1, to + d * step + r);
        }
      }
    }
  }
}

// The same for up to a vector of rows that are dense, each of which is read in one burst; what
// follows in it is asked for.
void PackInBursts(const Factor& factor, int64_t first, int64_t width, int64_t step, float* packed) {
  constexpr int64_t kGap = kWidestVector / int64_t{sizeof(float)};
  const int64_t pitch = factor.k + kGap, bytes = pitch * int64_t{sizeof(float)};
  thread_local std::vector<float> rows;
  rows.resize(static_cast<size_t>(step * pitch));
  const ConvertLoop convert = ToFloats(factor);
  const int64_t read = factor.k * DtypeBytes(factor.dtype);
  for (int64_t r = 0; r < width; ++r) {
    const std::byte* const row = factor.data + (first + r) * factor.across;
    AskForLines(reinterpret_cast<uintptr_t>(row) + static_cast<uintptr_t>(read), read);
    LoadFloats(convert, row, factor.k, rows.data() + r * pitch);
  }
  if (width < step) std::fill_n(packed, factor.k * step, 0.0f);
  Transpose({reinterpret_cast<const std::byte*>(rows.data()), bytes,
             reinterpret_cast<std::byte*>(packed), step * int64_t{sizeof(float)}, width, factor.k},
            sizeof(float));
}

class Product {
 public:
  explicit Product(const ProductRun& run)
      : run_(run),
        plan_(*run.plan),
        loops_(GetProductLoops()),
        k_(plan_.axes[kK].extent),
        n_(plan_.axes[kN].extent),
        m_(plan_.axes[kM].extent),
        panel_(kMostVectors * loops_.lanes),
        result_(plan_.num_operands - 1) {
    for (size_t axis = kBatches; axis < plan_.axes.size(); ++axis) {
      batches_ *= plan_.axes[axis].extent;
      one_second_ =
          one_second_ && (plan_.axes[axis].stride[1] == 0 || plan_.axes[axis].extent == 1);
    }
  }

  void Run() const {
    if (m_ == 1) return MultiplyRowVectors();
    float* const shared = Aligned(run_.workspace);
    if (one_second_) {
      PackSecond(0, shared);
      return MultiplyBatches(0, batches_, shared);
    }
    int64_t terms;
    const bool many = __builtin_mul_overflow(m_ * n_, k_, &terms) || terms >= kTermsToShare;
    if (many) {
      for (int64_t batch = 0; batch < batches_; ++batch) {
        PackSecond(batch, shared);
        MultiplyBatches(batch, batch + 1, shared);
      }
      return;
    }
    ParallelFor(batches_,
                std::max<int64_t>(1, GrainFor(kProductCost) / std::max<int64_t>(1, terms)),
                [this](int64_t begin, int64_t end) {
                  thread_local std::vector<float> packed;
                  packed.resize(static_cast<size_t>(PackedSecond() + kAlignment / sizeof(float)));
                  float* const second = Aligned(packed.data());
                  for (int64_t batch = begin; batch < end; ++batch) {
                    for (int64_t p = 0; p < Panels(); ++p) PackPanel(batch, p, second);
                    for (int64_t row = 0; row < m_; row += RowsAtOnce()) {
                      MultiplyRows(batch, row, second);
                    }
                  }
                });
  }

 private:
  static float* Aligned(void* memory) {
    const auto address = reinterpret_cast<uintptr_t>(memory);
    return reinterpret_cast<float*>(static_cast<std::byte*>(memory) +
                                    (kAlignment - address % kAlignment) % kAlignment);
  }

  int64_t Panels() const { return CeilDiv(n_, panel_); }
  // Columns of panel p, rounded up to whole vectors.
  int64_t WidthOf(int64_t p) const {
    return CeilDiv(std::min(panel_, n_ - p * panel_), loops_.lanes) * loops_.lanes;
  }
  int64_t PackedSecond() const { return (n_ + kMostColumns) * k_; }
  // Rows of the first factor that are packed at once, whole tiles.
  int64_t RowsAtOnce() const {
    const int64_t tiles = kPackedBytes / (loops_.rows * std::max<int64_t>(1, k_) * 4);
    const int64_t for_threads = CeilDiv(CeilDiv(m_, loops_.rows), 8);
    return loops_.rows * std::clamp<int64_t>(std::min(tiles, for_threads), 1, 64);
  }

  // Where an operand's elements of a batch begin.
  std::byte* Batch(int operand, int64_t batch) const {
    int64_t offset = plan_.origin[operand];
    for (size_t axis = kBatches; axis < plan_.axes.size(); ++axis) {
      const Axis& along = plan_.axes[axis];
      offset += batch % along.extent * along.stride[operand];
      batch /= along.extent;
    }
    return run_.data[static_cast<size_t>(operand)] + offset;
  }
  Factor FactorOf(int operand, int64_t batch, size_t axis) const {
    return {Batch(operand, batch),          plan_.dtype[operand],
            plan_.axes[kK].stride[operand], plan_.axes[axis].stride[operand],
            plan_.axes[kK].extent,          plan_.axes[axis].extent};
  }

  // Products with one row, for which nothing is packed that is not used at once: strips of the
  // second factor's columns.
  void MultiplyRowVectors() const {
    // Whole panels on every target, whose sums stay in the first-level cache; of columns that lie
    // apart few, as no row is longer for more of them.
    constexpr int64_t kStrip = 40 * kMostColumns, kStripOfLines = 4 * kMostColumns;
    const int64_t strip = LiesAlongK(FactorOf(1, 0, kN)) ? kStripOfLines : kStrip;
    const int64_t strips = CeilDiv(n_, strip),
                  terms = std::min(n_, strip) * std::max(k_, int64_t{1});
    ParallelFor(batches_ * strips, std::max<int64_t>(1, GrainFor(kProductCost) / terms),
                [&](int64_t begin, int64_t end) {
                  std::vector<float> row(static_cast<size_t>(k_));
                  for (int64_t unit = begin; unit < end; ++unit) {
                    const int64_t batch = unit / strips, first = unit % strips * strip;
                    LoadRow(FactorOf(0, batch, kM), row.data());
                    MultiplyStrip(batch, row.data(), first, std::min(strip, n_ - first));
                  }
                });
  }

  static void LoadRow(const Factor& factor, float* row) {
    if (factor.along_k != DtypeBytes(factor.dtype)) return Pack(factor, 0, 1, 1, row);
    LoadFloats(ToFloats(factor), factor.data, factor.k, row);
  }

  void MultiplyStrip(int64_t batch, const float* row, int64_t first, int64_t width) const {
    thread_local std::vector<double> sums;
    thread_local std::vector<float> in_float, packed;
    sums.assign(static_cast<size_t>(width + kMostColumns), 0.0);
    in_float.resize(static_cast<size_t>(width + kMostColumns));
    const Factor factor = FactorOf(1, batch, kN);
    if (factor.across == DtypeBytes(factor.dtype) || width == 1) {
      WithTypeOf(factor, [&](const auto* b, auto add, const auto&) {
        const int64_t pitch = factor.along_k / int64_t{sizeof(*b)};
        const auto* const columns = b + first * factor.across / int64_t{sizeof(*b)};
        for (int64_t k = 0; k < k_; k += kTermsInFloat) {
          add(row + k, columns + k * pitch, std::min(kTermsInFloat, k_ - k), pitch, width,
              in_float.data(), sums.data());
        }
      });
    } else {
      int64_t done = 0;
      if (LiesAlongK(factor)) {
        WithTypeOf(factor, [&](const auto* b, const auto&, auto add) {
          const int64_t pitch = factor.across / int64_t{sizeof(*b)};
          done = add(row, b + first * pitch, k_, pitch, width, sums.data());
        });
      }
      AddPacked(factor, row, first, done, width, packed, in_float, sums);
    }
    for (int64_t i = 0; i < width; i += panel_) StoreRow(batch, 0, first + i, sums.data() + i);
  }

  // Whether each column's terms lie side by side, and the columns do not.
  static bool LiesAlongK(const Factor& factor) {
    const int64_t item = DtypeBytes(factor.dtype);
    return factor.along_k == item && factor.across != item && factor.across % item == 0;
  }

  // Calls what takes the factor's elements and the loops over rows and over columns of them.
  template <class Function>
  void WithTypeOf(const Factor& factor, const Function& function) const {
    switch (factor.dtype) {
      case ACL_FLOAT:
        return function(reinterpret_cast<const float*>(factor.data), loops_.row_of_floats,
                        loops_.columns_of_floats);
      case ACL_BF16:
        return function(reinterpret_cast<const Bfloat16Bits*>(factor.data), loops_.row_of_bfloat16,
                        loops_.columns_of_bfloat16);
      default:
        return function(reinterpret_cast<const Float16Bits*>(factor.data), loops_.row_of_float16,
                        loops_.columns_of_float16);
    }
  }

  // Columns from `done` on that are not side by side, some at a time.
  void AddPacked(const Factor& factor, const float* row, int64_t first, int64_t done, int64_t width,
                 std::vector<float>& packed, std::vector<float>& in_float,
                 std::vector<double>& sums) const {
    constexpr int64_t kDepth = 4 * kTermsInFloat;
    packed.resize(static_cast<size_t>(kDepth * kMostColumns));
    for (int64_t i = done; i < width; i += loops_.lanes) {
      const int64_t columns = std::min(loops_.lanes, width - i);
      for (int64_t k = 0; k < k_; k += kDepth) {
        Factor part = factor;
        part.data += k * factor.along_k;
        part.k = std::min(kDepth, k_ - k);
        if (factor.along_k == DtypeBytes(factor.dtype)) {
          PackInBursts(part, first + i, columns, loops_.lanes, packed.data());
        } else {
          Pack(part, first + i, columns, loops_.lanes, packed.data());
        }
        for (int64_t next = 0; next < part.k; next += kTermsInFloat) {
          loops_.row_of_floats(row + k + next, packed.data() + next * loops_.lanes,
                               std::min(kTermsInFloat, part.k - next), loops_.lanes, loops_.lanes,
                               in_float.data(), sums.data() + i);
        }
      }
    }
  }

  void PackPanel(int64_t batch, int64_t p, float* second) const {
    Pack(FactorOf(1, batch, kN), p * panel_, panel_, WidthOf(p), second + p * panel_ * k_);
  }
  void PackSecond(int64_t batch, float* second) const {
    const int64_t grain =
        std::max<int64_t>(1, (int64_t{1} << 15) / std::max<int64_t>(1, panel_ * k_));
    ParallelFor(Panels(), grain, [&](int64_t begin, int64_t end) {
      for (int64_t p = begin; p < end; ++p) PackPanel(batch, p, second);
    });
  }

  void MultiplyBatches(int64_t first, int64_t last, const float* second) const {
    const int64_t rows = RowsAtOnce(), blocks = CeilDiv(m_, rows);
    int64_t terms;
    if (__builtin_mul_overflow(rows * n_, std::max<int64_t>(1, k_), &terms)) terms = INT64_MAX;
    const int64_t grain =
        std::max<int64_t>(1, GrainFor(kProductCost) / std::max<int64_t>(1, terms));
    ParallelFor((last - first) * blocks, grain, [&](int64_t begin, int64_t end) {
      for (int64_t unit = begin; unit < end; ++unit) {
        MultiplyRows(first + unit / blocks, unit % blocks * rows, second);
      }
    });
  }

  // RowsAtOnce() rows of a batch from `row` on, panel by panel of the second factor.
  void MultiplyRows(int64_t batch, int64_t row, const float* second) const {
    thread_local std::vector<float> memory;
    const int64_t rows = std::min(RowsAtOnce(), m_ - row), tiles = CeilDiv(rows, loops_.rows);
    memory.resize(static_cast<size_t>(tiles * loops_.rows * k_) + kAlignment / sizeof(float));
    float* const first = Aligned(memory.data());
    const Factor factor = FactorOf(0, batch, kM);
    for (int64_t t = 0; t < tiles; ++t) {
      Pack(factor, row + t * loops_.rows, loops_.rows, loops_.rows, first + t * loops_.rows * k_);
    }
    alignas(kAlignment) double sums[kMostRows * kMostColumns];
    for (int64_t p = 0; p < Panels(); ++p) {
      const int64_t width = WidthOf(p);
      for (int64_t t = 0; t < tiles; ++t) {
        loops_.tile(first + t * loops_.rows * k_, second + p * panel_ * k_, k_,
                    width / loops_.lanes, sums);
        const int64_t count = std::min(loops_.rows, rows - t * loops_.rows);
        for (int64_t r = 0; r < count; ++r) {
          StoreRow(batch, row + t * loops_.rows + r, p * panel_, sums + r * width);
        }
      }
    }
  }

  // The results in a row from `column` on, of a panel.
  void StoreRow(int64_t batch, int64_t row, int64_t column, const double* sums) const {
    const int64_t count = std::min(panel_, n_ - column);
    const auto at = [&](int operand) {
      return Batch(operand, batch) + row * plan_.axes[kM].stride[operand] +
             column * plan_.axes[kN].stride[operand];
    };
    alignas(kAlignment) double added[kMostColumns];
    alignas(kAlignment) float results[kMostColumns];
    Finish finish{run_.alpha, run_.beta, nullptr};
    if (result_ == 3 && run_.beta != 0) {
      LoadAdded(at(2), count, added);
      finish.added = added;
    }
    const aclDataType dtype = plan_.dtype[result_];
    const auto to = dtype == ACL_FLOAT  ? loops_.to_float
                    : dtype == ACL_BF16 ? loops_.to_bfloat16
                                        : loops_.to_float16;
    to(finish, sums, count, results);
    const int64_t item = DtypeBytes(dtype), stride = plan_.axes[kN].stride[result_];
    const auto* const bytes = reinterpret_cast<const std::byte*>(results);
    std::byte* const target = at(result_);
    if (stride == item) {
      std::memcpy(target, bytes, static_cast<size_t>(count * item));
      return;
    }
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(target + i * stride, bytes + i * item, static_cast<size_t>(item));
    }
  }

  void LoadAdded(const std::byte* from, int64_t count, double* added) const {
    const aclDataType dtype = plan_.dtype[2];
    const ConvertLoop convert = LoadConversion(dtype, LoopType::kDouble);
    const int64_t stride = plan_.axes[kN].stride[2];
    std::fill(added + count, added + kMostColumns, 0.0);
    if (stride == DtypeBytes(dtype)) return convert(from, added, count);
    for (int64_t i = 0; i < count; ++i) convert(from + i * stride, added + i, 1);
  }

  const ProductRun& run_;
  const Plan& plan_;
  const ProductLoops& loops_;
  const int64_t k_, n_, m_;
  const int64_t panel_;  // columns of a panel of the second factor
  const int result_;     // the operand
  int64_t batches_ = 1;
  bool one_second_ = true;  // all batches have one second factor
};

}  // namespace

uint64_t ProductWorkspace(const Plan& plan) {
  if (plan.axes[kN].extent <= 1 || plan.axes[kM].extent <= 1) return 0;
  const auto columns = static_cast<uint64_t>(plan.axes[kN].extent + kMostColumns);
  const auto depth = static_cast<uint64_t>(plan.axes[kK].extent);
  return depth == 0 ? 0 : kAlignment + columns * depth * sizeof(float);
}

void RunProduct(const ProductRun& run) {
  for (size_t axis = kN; axis < run.plan->axes.size(); ++axis) {
    if (run.plan->axes[axis].extent == 0) return;
  }
  if (run.plan->axes[kN].extent > 1 || run.plan->axes[kM].extent == 1) return Product(run).Run();
  // A product with one column is that with one row of the factors the other way round.
  Plan turned = *run.plan;
  std::swap(turned.axes[kN], turned.axes[kM]);
  for (Axis& axis : turned.axes) std::swap(axis.stride[0], axis.stride[1]);
  std::swap(turned.dtype[0], turned.dtype[1]);
  std::swap(turned.origin[0], turned.origin[1]);
  ProductRun turned_run = run;
  turned_run.plan = &turned;
  std::swap(turned_run.data[0], turned_run.data[1]);
  Product(turned_run).Run();
}

}  // namespace openaclnn
