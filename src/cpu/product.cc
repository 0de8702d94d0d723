#include "cpu/product.h"

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

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/product.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "cpu/transpose-inl.h"
#include "hwy/cache_control.h"

#ifndef OPENACLNN_PRODUCT_LOOPS
#define OPENACLNN_PRODUCT_LOOPS
namespace openaclnn {

// What is done with a row of sums: alpha times each, and beta times what is to be added, if it is
// not null.
struct Finish {
  double alpha, beta;
  const double* added;
};

// The loops of one instruction set.
struct ProductLoops {
  int64_t rows;   // of a tile
  int64_t lanes;  // of a vector; a tile has up to kMostVectors of them in a row
  // sums[r][c] = the sum over k of a[k][r] * b[k][c], for a tile of `vectors`; a and b are dense.
  void (*tile)(const float* a, const float* b, int64_t k, int64_t vectors, double* sums);
  // The terms of up to kTermsInFloat rows of b, `pitch` elements apart, for a row of a: added to
  // `sums`. `in_float` has room for as many, and a vector.
  template <class T>
  using Row = void (*)(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                       float* in_float, double* sums);
  Row<float> row_of_floats;
  Row<Bfloat16Bits> row_of_bfloat16;
  Row<Float16Bits> row_of_float16;
  // sums[c] = the sum over k of a[k] * b[c * pitch + k], for as many of the first columns as it
  // gives: all but a few, or none where there are no such loops.
  template <class T>
  using Columns = int64_t (*)(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                              double* sums);
  Columns<float> columns_of_floats;
  Columns<Bfloat16Bits> columns_of_bfloat16;
  Columns<Float16Bits> columns_of_float16;
  // A row of results; up to a vector more is read and written.
  void (*to_float)(const Finish& finish, const double* sums, int64_t count, void* to);
  void (*to_bfloat16)(const Finish& finish, const double* sums, int64_t count, void* to);
  void (*to_float16)(const Finish& finish, const double* sums, int64_t count, void* to);
};
inline constexpr int64_t kMostVectors = 3;
inline constexpr int64_t kMostColumns = kMostVectors * kWidestVector / int64_t{sizeof(float)};
inline constexpr int64_t kMostRows = 8;

}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A tile of sums fills the registers: 24 of 32 vectors, or 12 of 16.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
inline constexpr size_t kTileRows = 8;
#else
inline constexpr size_t kTileRows = 4;
#endif

// Adds the terms of up to kTermsInFloat indices k, one after the other, to sums of 0, and these to
// `sums`. Vector v of row r is number r * kVectors + v.
template <size_t kVectors, size_t... s, size_t... v>
HWY_INLINE void AddTerms(const float* a, const float* b, int64_t k, double* sums,
                         std::index_sequence<s...>, std::index_sequence<v...>) {
  Floats in_float[] = {(static_cast<void>(s), Floats(0.0f))...};
  for (; k > 0; --k, a += kTileRows, b += kVectors * kFloatLanes) {
    const Floats row[] = {Floats::Load(b + v * kFloatLanes)...};
    ((in_float[s] = Fma(Floats(a[s / kVectors]), row[s % kVectors], in_float[s])), ...);
  }
  (StoreWide(LoadWide(sums + s * kFloatLanes) + Widen(in_float[s]), sums + s * kFloatLanes), ...);
}

template <size_t kVectors>
void MultiplyTile(const float* a, const float* b, int64_t k, double* sums) {
  std::fill_n(sums, kTileRows * kVectors * kFloatLanes, 0.0);
  for (int64_t first = 0; first < k; first += kTermsInFloat) {
    AddTerms<kVectors>(a + first * kTileRows, b + first * int64_t{kVectors} * kFloatLanes,
                       std::min(kTermsInFloat, k - first), sums,
                       std::make_index_sequence<kTileRows * kVectors>(),
                       std::make_index_sequence<kVectors>());
  }
}

void Multiply(const float* a, const float* b, int64_t k, int64_t vectors, double* sums) {
  switch (vectors) {
    case 1:
      return MultiplyTile<1>(a, b, k, sums);
    case 2:
      return MultiplyTile<2>(a, b, k, sums);
    default:
      return MultiplyTile<3>(a, b, k, sums);
  }
}

// Adds the terms of the rows r to sums in float, of which `first` are none yet.
template <class T, size_t... r>
HWY_INLINE void AddRowsInFloat(const float* a, const T* b, int64_t pitch, int64_t width, bool first,
                               float* in_float, std::index_sequence<r...>) {
  const auto add = [a](Floats sum, auto... rows) HWY_ATTR {
    ((sum = Fma(Floats(a[r]), rows, sum)), ...);
    return sum;
  };
  int64_t i = 0;
  for (; i + kFloatLanes <= width; i += kFloatLanes) {
    const Floats sum = first ? Floats(0.0f) : Floats::Load(in_float + i);
    add(sum, LoadFrom<Floats>(b + int64_t{r} * pitch + i)...).Store(in_float + i);
  }
  if (i == width) return;
  const Floats sum = first ? Floats(0.0f) : Floats::Load(in_float + i);
  add(sum, LoadSome<Floats>(b + int64_t{r} * pitch + i, width - i)...).Store(in_float + i);
}

template <class T>
void MultiplyRow(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                 float* in_float, double* sums) {
  constexpr int64_t kAtOnce = 8;
  int64_t next = 0;
  for (; next + kAtOnce <= k; next += kAtOnce) {
    AddRowsInFloat(a + next, b + next * pitch, pitch, width, next == 0, in_float,
                   std::make_index_sequence<kAtOnce>());
  }
  for (; next < k; ++next) {
    AddRowsInFloat(a + next, b + next * pitch, pitch, width, next == 0, in_float,
                   std::make_index_sequence<1>());
  }
  for (int64_t i = 0; i < width; i += kFloatLanes) {
    StoreWide(LoadWide(sums + i) + WideOf(in_float + i, Floats::Load(in_float + i)), sums + i);
  }
}

#if HWY_NATIVE_FMA && HWY_TARGET != HWY_SCALAR

// A group of columns whose terms lie side by side is transposed in registers as it is used.
using GroupTag = SquaresTag<float>;
using Group = hn::Vec<GroupTag>;
inline constexpr int64_t kGroup = hn::MaxLanes(GroupTag());
// That many groups in turn, so that no sum waits for the one before it.
inline constexpr size_t kGroups = 4;

template <class T>
inline constexpr int64_t kSquare = 16 / int64_t{sizeof(T)};

// Adds the next kSquare<T> terms, one after the other.
HWY_INLINE Group AddSquare(const float* a, const float* b, int64_t pitch, Group sum) {
  const GroupTag d;
  Group terms[kSquare<float>];
  LoadSquares(d, reinterpret_cast<const std::byte*>(b), pitch * int64_t{sizeof(float)}, terms);
  for (int64_t k = 0; k < kSquare<float>; ++k) sum = hn::MulAdd(hn::Set(d, a[k]), terms[k], sum);
  return sum;
}
// Terms of 16 bits two by two, in words.
template <class T>
HWY_INLINE Group AddSquare(const float* a, const T* b, int64_t pitch, Group sum) {
  const GroupTag d;
  const hn::RebindToUnsigned<GroupTag> words;
  hn::Vec<decltype(words)> pairs[kSquare<T> / 2];
  LoadSquares(words, reinterpret_cast<const std::byte*>(b), pitch * int64_t{sizeof(T)}, pairs);
  for (int64_t k = 0; k < kSquare<T> / 2; ++k) {
    Group even, odd;
    if constexpr (std::is_same_v<T, Bfloat16Bits>) {
      even = hn::BitCast(d, hn::ShiftLeft<16>(pairs[k]));
      odd = hn::BitCast(d, hn::And(pairs[k], hn::Set(words, 0xffff0000)));
    } else {
      const HalfBits<GroupTag> halves;
      even = FromFloat16<false>(d, hn::TruncateTo(halves, pairs[k]));
      odd = FromFloat16<false>(d, hn::TruncateTo(halves, hn::ShiftRight<16>(pairs[k])));
    }
    sum = hn::MulAdd(hn::Set(d, a[2 * k]), even, sum);
    sum = hn::MulAdd(hn::Set(d, a[2 * k + 1]), odd, sum);
  }
  return sum;
}

// The terms of a line of each column; those that follow in it are asked for.
template <class T>
HWY_INLINE Group AddLines(const float* a, const T* b, int64_t pitch, Group sum) {
  constexpr int64_t kAhead = 512;  // bytes
  for (int64_t c = 0; c < kGroup; ++c) {
    hwy::Prefetch(reinterpret_cast<const std::byte*>(b + c * pitch) + kAhead);
  }
  for (int64_t k = 0; k < kCacheLine / int64_t{sizeof(T)}; k += kSquare<T>) {
    sum = AddSquare(a + k, b + k, pitch, sum);
  }
  return sum;
}

// The same for the last terms, fewer than a square's, and zeros after them, which change no sum, as
// none is -0.
template <class T>
HWY_INLINE Group AddLast(const float* a, const T* b, int64_t k, int64_t pitch, Group sum) {
  float factors[kSquare<T>] = {};
  T terms[kGroup * kSquare<T>] = {};
  std::copy_n(a, k, factors);
  for (int64_t c = 0; c < kGroup; ++c) std::copy_n(b + c * pitch, k, terms + c * kSquare<T>);
  return AddSquare(factors, terms, kSquare<T>, sum);
}

// The terms of up to kTermsInFloat indices k for the groups g.
template <class T, size_t... g>
HWY_INLINE void AddGroups(const float* a, const T* b, int64_t k, int64_t pitch, double* sums,
                          std::index_sequence<g...>) {
  constexpr int64_t kLine = kCacheLine / int64_t{sizeof(T)};
  const int64_t group = kGroup * pitch;
  Group in_float[] = {(static_cast<void>(g), hn::Zero(GroupTag()))...};
  int64_t next = 0;
  for (; next + kLine <= k; next += kLine) {
    ((in_float[g] = AddLines(a + next, b + next + int64_t{g} * group, pitch, in_float[g])), ...);
  }
  for (; next + kSquare<T> <= k; next += kSquare<T>) {
    ((in_float[g] = AddSquare(a + next, b + next + int64_t{g} * group, pitch, in_float[g])), ...);
  }
  if (next < k) {
    ((in_float[g] = AddLast(a + next, b + next + int64_t{g} * group, k - next, pitch, in_float[g])),
     ...);
  }
  float terms[sizeof...(g) * kGroup];
  (hn::StoreU(in_float[g], GroupTag(), terms + g * kGroup), ...);
  for (size_t c = 0; c < sizeof...(g) * kGroup; ++c) sums[c] += double{terms[c]};
}

template <class T>
int64_t MultiplyColumns(const float* a, const T* b, int64_t k, int64_t pitch, int64_t width,
                        double* sums) {
  int64_t done = 0;
  const auto multiply = [&](auto groups) HWY_ATTR {
    constexpr int64_t kColumns = int64_t{groups.size()} * kGroup;
    for (; done + kColumns <= width; done += kColumns) {
      for (int64_t next = 0; next < k; next += kTermsInFloat) {
        AddGroups(a + next, b + done * pitch + next, std::min(kTermsInFloat, k - next), pitch,
                  sums + done, groups);
      }
    }
  };
  multiply(std::make_index_sequence<kGroups>());
  multiply(std::make_index_sequence<1>());
  return done;
}

#else

template <class T>
int64_t MultiplyColumns(const float*, const T*, int64_t, int64_t, int64_t, double*) {
  return 0;
}

#endif

template <class T>
void FinishRow(const Finish& finish, const double* sums, int64_t count, void* to) {
  T* const results = static_cast<T*>(to);
  const Doubles alpha(finish.alpha), beta(finish.beta);
  for (int64_t i = 0; i < count; i += kDoubleLanes) {
    Doubles result = alpha * Doubles::Load(sums + i);
    if (finish.added != nullptr) result = result + beta * Doubles::Load(finish.added + i);
    if constexpr (sizeof(T) == 2) {
      StoreTo(result, results + i);
    } else {
      result.Store(results + i);
    }
  }
}

const ProductLoops* GetProductLoops() {
  static constexpr ProductLoops kLoops = {.rows = kTileRows,
                                          .lanes = kFloatLanes,
                                          .tile = Multiply,
                                          .row_of_floats = MultiplyRow<float>,
                                          .row_of_bfloat16 = MultiplyRow<Bfloat16Bits>,
                                          .row_of_float16 = MultiplyRow<Float16Bits>,
                                          .columns_of_floats = MultiplyColumns<float>,
                                          .columns_of_bfloat16 = MultiplyColumns<Bfloat16Bits>,
                                          .columns_of_float16 = MultiplyColumns<Float16Bits>,
                                          .to_float = FinishRow<float>,
                                          .to_bfloat16 = FinishRow<Bfloat16Bits>,
                                          .to_float16 = FinishRow<Float16Bits>};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(GetProductLoops);

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
        loops_(*HWY_DYNAMIC_DISPATCH(GetProductLoops)()),
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
#endif  // HWY_ONCE
