#include "kinds/product/few_rows.h"

#include <algorithm>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/prefetch.h"
#include "cpu/threads.h"
#include "kinds/product/line_loops.h"
#include "kinds/product/row_loops.h"

namespace openaclnn {
namespace {

// Rows that are few; and elements of the second factor from which on it is better not packed for
// several.
constexpr int64_t kFewRows = 8, kManyElements = int64_t{1} << 18;
// Bytes of the second factor from which on it is better not packed for more rows.
constexpr int64_t kManyBytes = int64_t{1} << 22;
// Picoseconds for a term of the second factor, which comes from memory.
constexpr int kCostOfTerm = 60;
// Rows up to which columns are read line by line: the terms of more are not all in the first-level
// cache.
constexpr int64_t kRowsOfLines = 4;
// Indices k that all rows use before the next ones, while these are in the second-level cache.
constexpr int64_t kTogether = 64;
// Columns of integers that become numbers at once, kTermsOfRun of each.
constexpr int64_t kColumnsOfPart = 16;
static_assert(kTogether % kTermsOfBlock == 0 && kTogether % kTermsInFloat == 0);

// Whether each column's terms lie side by side, and the columns do not.
bool LiesAlongK(const Factor& factor) {
  const int64_t item = DtypeBytes(factor.dtype);
  return factor.along_k == item && factor.across != item && factor.across % item == 0;
}
bool LiesAcross(const Factor& factor) {
  const int64_t item = DtypeBytes(factor.dtype);
  return (factor.across == item || factor.extent == 1) && factor.along_k % item == 0;
}

// A strip of columns, for all rows.
class Strip {
 public:
  Strip(const ProductView& view, const ProductRowLoops::Ordered& loops)
      : view_(view),
        loops_(loops),
        unit_(view.AreIntegers() && view.Second(0).integers->bits == 8 ? GetIntegerUnit()
                                                                       : nullptr),
        lines_(GetLineLoops().orders[static_cast<size_t>(view.order)]),
        reads_lines_(lines_.turn != nullptr && view.m <= kRowsOfLines &&
                     IsLong(view.k, TermsOfLanes(view.order))) {}

  // As many columns as `follow` will be multiplied after these.
  void Multiply(int64_t batch, int64_t first, int64_t width, int64_t follow) {
    follow_ = follow;
    pitch_ = CeilDiv(width, kMostColumns) * kMostColumns + kMostColumns;
    sums_.assign(static_cast<size_t>(view_.m * pitch_), 0.0);
    in_float_.assign(static_cast<size_t>((view_.m + 2) * pitch_), 0.0f);
    for (int64_t part = 0; part < view_.summed; ++part) AddProducts(batch + part, first, width);
    for (int64_t i = 0; i < width; i += kMostColumns) {
      view_.Store(batch, 0, view_.m, first + i, std::min(kMostColumns, width - i), pitch_,
                  sums_.data() + i);
    }
  }

 private:
  void Load(int64_t batch) {
    if (batch == batch_) return;
    batch_ = batch;
    rows_.resize(static_cast<size_t>(view_.m * view_.k));
    const Factor first = view_.First(batch);
    for (int64_t r = 0; r < view_.m; ++r) {
      float* const row = rows_.data() + r * view_.k;
      if (first.along_k == DtypeBytes(first.dtype) && first.integers == nullptr) {
        LoadFloats(first, first.data + r * first.across, view_.k, row);
      } else {
        Pack(view_.loops, ProductOrder::kFloat, first, r, 0, view_.k, 1, row);
      }
    }
  }

  void AddProducts(int64_t batch, int64_t first, int64_t width) {
    const Factor factor = view_.Second(batch);
    if (unit_ != nullptr && LiesAlongK(factor)) return AddIntegers(batch, factor, first, width);
    if (view_.m == 1 && view_.n == 1) return AddVectors(view_.First(batch), factor);
    Load(batch);
    if (LiesAcross(factor)) {
      AddRows(factor, first, width);
    } else {
      AddPacked(factor, first, LiesAlongK(factor) ? AddColumns(factor, first, width) : 0, width);
    }
  }

  // Columns of bytes that lie side by side along k.
  void AddIntegers(int64_t batch, const Factor& factor, int64_t first, int64_t width) {
    LoadBytes(batch);
    of_integers_.resize(static_cast<size_t>(view_.m * width));
    const int64_t pitch = factor.integers->across;
    const auto* const columns = reinterpret_cast<const int8_t*>(factor.data) + first * pitch;
    for (int64_t k = 0; k < view_.k; k += kTermsOfIntegers) {
      unit_->multiply_lines({.first = bytes_.data() + k,
                             .second = columns + k,
                             .first_pitch = bytes_pitch_,
                             .second_pitch = pitch,
                             .k = std::min(kTermsOfIntegers, view_.k - k),
                             .rows = view_.m,
                             .columns = width},
                            of_integers_.data());
      for (int64_t i = 0; i < view_.m * width; ++i) {
        sums_[static_cast<size_t>(i / width * pitch_ + i % width)] +=
            static_cast<double>(of_integers_[static_cast<size_t>(i)]);
      }
    }
  }

  void LoadBytes(int64_t batch) {
    if (batch == batch_) return;
    batch_ = batch;
    // Rows that do not all begin in one set of the first-level cache.
    bytes_pitch_ = CeilDiv(view_.k, kCacheLine) * kCacheLine + kCacheLine;
    bytes_.resize(static_cast<size_t>(view_.m * bytes_pitch_));
    for (int64_t r = 0; r < view_.m; ++r) {
      auto to = bytes_.begin() + r * bytes_pitch_;
      const Factor row = IntegersOf(view_.First(batch), r, 1, 0, view_.k, 1);
      const auto* const from = reinterpret_cast<const int8_t*>(row.data);
      for (int64_t k = 0; k < view_.k; ++k) *to++ = from[k * row.along_k];
    }
  }

  const auto& LoopsFor(const float*) const { return loops_.of_floats; }
  const auto& LoopsFor(const Bfloat16Bits*) const { return loops_.of_bfloat16; }
  const auto& LoopsFor(const Float16Bits*) const { return loops_.of_float16; }

  // The one result of two vectors, a run of terms at a time.
  void AddVectors(const Factor& a, const Factor& b) {
    packed_.resize(static_cast<size_t>(2 * kTermsOfRun));
    for (int64_t k = 0; k < view_.k; k += kTermsOfRun) {
      const int64_t depth = std::min(kTermsOfRun, view_.k - k);
      AddRun(FloatsOf(a, k, depth, packed_.data()),
             FloatsOf(b, k, depth, packed_.data() + kTermsOfRun), depth);
    }
  }

  // Terms of a vector: where they lie, or packed.
  const float* FloatsOf(const Factor& vector, int64_t k, int64_t depth, float* packed) const {
    const std::byte* const from = vector.data + k * vector.along_k;
    if (vector.along_k != DtypeBytes(vector.dtype) || vector.integers != nullptr) {
      Pack(view_.loops, ProductOrder::kFloat, vector, 0, k, depth, 1, packed);
      return packed;
    }
    if (vector.dtype == ACL_FLOAT) return reinterpret_cast<const float*>(from);
    LoadFloats(vector, from, depth, packed);
    return packed;
  }

  void AddRun(const float* a, const float* b, int64_t depth) {
    const int64_t terms = TermsOfSum(view_.order);
    float of_blocks[kTermsOfRun / kTermsOfBlock];
    const int64_t blocks = loops_.vectors(a, b, depth / terms, of_blocks);
    for (int64_t i = 0; i < blocks; ++i) {
      in_float_[0] += of_blocks[i];
      if (view_.order == ProductOrder::kFloat) AddToDoubles(0, 0, 1);
    }
    for (int64_t k = blocks * terms; k < depth; k += terms) {
      loops_.of_floats.row(a + k, b + k, std::min(terms, depth - k), 1, 1, in_float_.data(),
                           in_float_.data() + pitch_);
      if (view_.order == ProductOrder::kFloat) AddToDoubles(0, 0, 1);
    }
    AddToDoubles(0, 0, 1);
  }

  // Columns that lie side by side, for kTogether indices k after the other.
  void AddRows(const Factor& factor, int64_t first, int64_t width) {
    for (int64_t k = 0; k < view_.k; k += kTogether) {
      const int64_t depth = std::min(kTogether, view_.k - k);
      const bool ends = k + depth == view_.k || (k + depth) % TermsOf(view_.order) == 0;
      const Factor part = PartOf(factor, first, width, k, depth);
      WithTypeOf(part, [&](const auto* b) {
        const int64_t pitch = part.along_k / int64_t{sizeof(*b)};
        for (int64_t r = 0; r < view_.m; ++r) {
          LoopsFor(b).row(rows_.data() + r * view_.k + k, b, depth, pitch, width,
                          in_float_.data() + r * pitch_, in_float_.data() + view_.m * pitch_);
          if (ends) AddToDoubles(r, 0, width);
        }
      });
    }
  }

  // Longer columns of FLOAT, of several streams of memory, come faster.
  bool ReadsLines(aclDataType dtype) const {
    return reads_lines_ && (dtype != ACL_FLOAT || view_.k <= TermsOfLanes(view_.order));
  }

  // Columns of which most chunks are whole.
  static bool IsLong(int64_t k, int64_t chunk) { return CeilDiv(k, chunk) * chunk <= k + k / 4; }

  // The rows in the order of lines' loops.
  const float* TurnedRows() {
    if (turned_batch_ == batch_) return turned_rows_;
    turned_batch_ = batch_;
    const int64_t terms = TermsOfLanes(view_.order), places = CeilDiv(view_.k, terms) * terms;
    constexpr size_t kLine = kCacheLine / sizeof(float);
    turned_.resize(static_cast<size_t>(view_.m * places) + kLine);
    const size_t begin = reinterpret_cast<uintptr_t>(turned_.data()) / sizeof(float) % kLine;
    turned_rows_ = turned_.data() + (kLine - begin) % kLine;
    for (int64_t r = 0; r < view_.m; ++r) {
      lines_.turn(rows_.data() + r * view_.k, view_.k, turned_rows_ + r * places);
    }
    return turned_rows_;
  }

  int64_t AddLines(const Factor& factor, int64_t first, int64_t width) {
    const auto add = [&](auto* multiply, const auto* b) {
      multiply(TurnedRows(), view_.m, b, view_.k, factor.across / int64_t{sizeof(*b)}, width,
               sums_.data(), pitch_);
    };
    const std::byte* const b = factor.data + first * factor.across;
    if (factor.dtype == ACL_FLOAT) {
      add(lines_.of_floats, reinterpret_cast<const float*>(b));
    } else if (factor.dtype == ACL_FLOAT16) {
      add(lines_.of_float16, reinterpret_cast<const Float16Bits*>(b));
    } else {
      add(lines_.of_bfloat16, reinterpret_cast<const Bfloat16Bits*>(b));
    }
    return width;
  }

  // Columns whose terms lie side by side: as many of the first ones as it gives. Integers
  // that have no loops of their own become numbers in parts that stay in a cache.
  int64_t AddColumns(const Factor& factor, int64_t first, int64_t width) {
    const bool in_parts = factor.integers != nullptr;
    if (!in_parts && ReadsLines(factor.dtype)) {
      return AddLines(factor, first, width);
    }
    if (in_parts) {
      const int64_t done =
          MultiplyIntegers(rows_.data(), view_.m, factor, first, width, sums_.data(), pitch_);
      if (done > 0) return done;
    }
    const int64_t columns = in_parts ? kColumnsOfPart : width,
                  terms = in_parts ? kTermsOfRun : std::max(view_.k, int64_t{1});
    int64_t done = 0, added = columns;
    for (; done < width && added == columns; done += added) {
      const int64_t some = std::min(columns, width - done);
      for (int64_t k = 0; k < view_.k; k += terms) {
        const int64_t depth = std::min(terms, view_.k - k);
        const Factor part = PartOf(factor, first + done, some, k, depth);
        WithTypeOf(part, [&](const auto* b) {
          added = LoopsFor(b).columns(rows_.data() + k, view_.k, view_.m, b, depth,
                                      part.across / int64_t{sizeof(*b)}, some,
                                      width + follow_ - done - some, sums_.data() + done, pitch_);
        });
      }
    }
    return done;
  }

  // Columns of the second factor from `first` on, and indices k from `k` on; integers as numbers.
  static Factor PartOf(const Factor& factor, int64_t first, int64_t width, int64_t k,
                       int64_t depth) {
    if (factor.integers != nullptr) return NumbersOf(factor, first, width, k, depth);
    Factor part = factor;
    part.data += first * factor.across + k * factor.along_k;
    return part;
  }

  // Columns from `done` on that are not side by side, some at a time.
  void AddPacked(const Factor& factor, int64_t first, int64_t done, int64_t width) {
    const int64_t lanes = view_.loops.lanes, terms = TermsOf(view_.order);
    packed_.resize(static_cast<size_t>(kTermsOfRun * lanes));
    for (int64_t i = done; i < width; i += lanes) {
      for (int64_t k = 0; k < view_.k; k += kTermsOfRun) {
        const int64_t depth = std::min(kTermsOfRun, view_.k - k);
        // In the order of k, whatever that of sums is.
        Pack(view_.loops, ProductOrder::kFloat, factor, first + i, k, depth, lanes, packed_.data());
        for (int64_t r = 0; r < view_.m; ++r) {
          for (int64_t next = 0; next < depth; next += terms) {
            loops_.of_floats.row(rows_.data() + r * view_.k + k + next,
                                 packed_.data() + next * lanes, std::min(terms, depth - next),
                                 lanes, lanes, in_float_.data() + r * pitch_ + i,
                                 in_float_.data() + view_.m * pitch_);
            AddToDoubles(r, i, lanes);
          }
        }
      }
    }
  }

  // Ends the sums in float of columns of a row.
  void AddToDoubles(int64_t row, int64_t column, int64_t width) {
    double* const sums = sums_.data() + row * pitch_ + column;
    float* const in_float = in_float_.data() + row * pitch_ + column;
    for (int64_t i = 0; i < width; ++i) sums[i] += double{in_float[i]};
    std::fill_n(in_float, width, 0.0f);
  }

  const ProductView& view_;
  const ProductRowLoops::Ordered& loops_;
  const IntegerUnit* const unit_;  // of bytes; null: it is not used
  const LineLoops::Ordered& lines_;
  const bool reads_lines_;
  int64_t batch_ = -1, turned_batch_ = -1;  // that rows_ and turned_ are of
  int64_t pitch_ = 0;                       // of sums, from row to row
  int64_t follow_ = 0;                      // columns after the strip
  std::vector<float> rows_, in_float_, packed_, turned_;
  float* turned_rows_ = nullptr;
  int64_t bytes_pitch_ = 0;
  std::vector<int8_t> bytes_;  // the rows of batch_
  std::vector<int32_t> of_integers_;
  std::vector<double> sums_;
};

}  // namespace

bool HasFewRows(const ProductView& view) {
  if (view.AreIntegers() && GetIntegerUnit() != nullptr) {
    const int64_t most = view.n * view.k < kManyBytes ? kFewRows : kMostRowsOfLines;
    return view.m <= most && LiesAlongK(view.Second(0));
  }
  if (view.m == 1) return true;
  if (view.m > kFewRows || view.batches > 1 || view.n * view.k < kManyElements) return false;
  const Factor second = view.Second(0);
  return LiesAcross(second) || LiesAlongK(second);
}

void MultiplyFewRows(const ProductView& view) {
  // Strips whose sums stay in the first-level cache; of columns that lie apart few, as no row is
  // longer for more of them.
  constexpr int64_t kStrip = 40 * kMostColumns, kStripOfLines = 2 * kMostColumns,
                    kStripOfIntegers = 10 * kMostColumns;
  const Factor second = view.Second(0);
  const int64_t strip = LiesAlongK(second)           ? kStripOfLines
                        : second.integers != nullptr ? kStripOfIntegers
                                                     : kStrip;
  const int64_t strips = CeilDiv(view.n, strip),
                terms = std::min(view.n, strip) * std::max(view.summed * view.k, int64_t{1});
  const auto& loops = GetProductRowLoops().orders[static_cast<size_t>(view.order)];
  ParallelFor(view.batches * strips, std::max<int64_t>(1, GrainFor(kCostOfTerm) / terms),
              [&](int64_t begin, int64_t end) {
                Strip part(view, loops);
                for (int64_t unit = begin; unit < end; ++unit) {
                  const int64_t first = unit % strips * strip;
                  const int64_t last = std::min(first + (end - unit) * strip, view.n),
                                width = std::min(strip, view.n - first);
                  part.Multiply(unit / strips, first, width, last - first - width);
                }
              });
}

}  // namespace openaclnn
