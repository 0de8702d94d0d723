#include "cpu/reduction.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/ceil_div.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/reduction.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "hwy/cache_control.h"

#ifndef OPENACLNN_REDUCTION_LOOPS
#define OPENACLNN_REDUCTION_LOOPS
namespace openaclnn {

// The dense loops over terms of T, with sums of S.
template <class T, class S>
struct TermLoops {
  // sums[r] = that of row r of up to kChunk terms.
  void (*rows)(const T* terms, int64_t rows, int64_t count, S* sums);
  // Adds `rows` rows of terms, one after the other, to sums, behind which are kSlack more.
  void (*columns)(const T* terms, int64_t rows, int64_t pitch, int64_t width, S* sums);
};

struct AllTermLoops {
  TermLoops<float, double> in_float;
  TermLoops<double, double> in_double;
  TermLoops<Bfloat16Bits, double> in_bfloat16;
  TermLoops<Float16Bits, double> in_float16;
  TermLoops<int64_t, int64_t> in_int64;  // modulo 2^64, in any order
};

}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class T>
HWY_INLINE Wide LoadTerms(const T* from) {
  if constexpr (std::is_same_v<T, double>) {
    return LoadWide(from);
  } else if constexpr (std::is_same_v<T, float>) {
    return WideOf(from, Floats(0.0f));
  } else {
    return Widen(LoadFrom<Floats>(from));
  }
}

// How a vector of floats has its terms as doubles: in their order.
template <class T>
struct InOrder {
  static HWY_INLINE Wide Load(const T* from) { return LoadTerms(from); }
  static HWY_INLINE double FoldLanes(Wide sum) { return Fold(sum); }
  // How many of the first `count` are in either half.
  static HWY_INLINE int64_t InFirst(int64_t count) { return count; }
  static HWY_INLINE int64_t InSecond(int64_t count) { return count - kFloatLanes / 2; }
};

// Those of even places in the first half, of odd ones in the second: pairs in words, of which one
// operation makes floats, and which need not be taken apart. Lanes half of all lanes apart lie in
// one half down to the last two.
#if HWY_TARGET != HWY_SCALAR
struct EvenAndOdd {
  static HWY_INLINE Wide Load(const Bfloat16Bits* from) {
    const Doubles::FloatTag f;
    const hn::RebindToUnsigned<Doubles::FloatTag> words;
    const hn::Repartition<uint16_t, decltype(words)> halves;
    const auto pairs = hn::BitCast(words, hn::LoadU(halves, &from->value));
    const auto odd = hn::And(pairs, hn::Set(words, 0xffff0000));
    return {Doubles::FromFloats(hn::BitCast(f, hn::ShiftLeft<16>(pairs))),
            Doubles::FromFloats(hn::BitCast(f, odd))};
  }
  static HWY_INLINE double FoldLanes(Wide sum) {
    return FoldHalves(Doubles::D(), sum.a.raw) + FoldHalves(Doubles::D(), sum.b.raw);
  }
  static HWY_INLINE int64_t InFirst(int64_t count) { return (count + 1) / 2; }
  static HWY_INLINE int64_t InSecond(int64_t count) { return count / 2; }
};

template <class T>
using OrderInRow = std::conditional_t<std::is_same_v<T, Bfloat16Bits>, EvenAndOdd, InOrder<T>>;

// The lanes before lane `count`, which there may not be, and 0 in the others.
HWY_INLINE Doubles FirstLanes(Doubles lanes, int64_t count) {
  const Doubles::D d;
  const int64_t some = std::clamp<int64_t>(count, 0, kDoubleLanes);
  return Doubles(hn::IfThenElseZero(hn::FirstN(d, static_cast<size_t>(some)), lanes.raw));
}
#else
template <class T>
using OrderInRow = InOrder<T>;
#endif

// The first `count` terms, of which there may be none, or more than a vector of floats, and +0
// after them. `end` is behind the last term that can be read: what follows is read, too, where it
// can be.
template <class Order, class T>
HWY_INLINE Wide LoadSomeTerms(const T* from, int64_t count, const T* end) {
  if (count <= 0) return Wide(0.0);
  if (count >= kFloatLanes) return Order::Load(from);
  T terms[kFloatLanes] = {};
  if (end - from < kFloatLanes) {
    std::copy_n(from, count, terms);
    from = terms;
  }
#if HWY_TARGET == HWY_SCALAR
  return Order::Load(from);
#else
  const Wide wide = Order::Load(from);
  return {FirstLanes(wide.a, Order::InFirst(count)), FirstLanes(wide.b, Order::InSecond(count))};
#endif
}

// Term i is added to lane i mod kSumLanes; those that are missing in the end are +0, which changes
// no lane, as none is -0.
template <class T, size_t... v>
HWY_INLINE double SumTerms(const T* terms, int64_t count, const T* end,
                           std::index_sequence<v...> vectors) {
  static_assert(kSumLanes == kLanesOfChunk);
  using Order = OrderInRow<T>;
  Wide sums[] = {(static_cast<void>(v), Wide(0.0))...};
  int64_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    ((sums[v] = sums[v] + Order::Load(terms + i + v * kFloatLanes)), ...);
  }
  if (i < count) {
    ((sums[v] = sums[v] + LoadSomeTerms<Order>(terms + i + v * kFloatLanes,
                                               count - i - int64_t{v} * kFloatLanes, end)),
     ...);
  }
  return Order::FoldLanes(FoldVectors(sums, std::make_index_sequence<vectors.size() / 2>()));
}

// Machines do not foresee loads that overlap, of rows shorter than a cache line or little longer:
// 2^20 rows of 10 floats came at 4 GB/s, 2^20 of 16 at 22.
template <class T>
HWY_INLINE void AskForShortRow(const T* row, int64_t count) {
  constexpr int64_t kAhead = 2048, kShort = 128;  // bytes
  if (count * int64_t{sizeof(T)} < kShort) {
    hwy::Prefetch(reinterpret_cast<const std::byte*>(row) + kAhead);
  }
}

template <class T>
void SumRows(const T* terms, int64_t rows, int64_t count, double* sums) {
  const T* const end = terms + rows * count;
  for (int64_t r = 0; r < rows; ++r) {
    AskForShortRow(terms + r * count, count);
    sums[r] = SumTerms(terms + r * count, count, end,
                       std::make_index_sequence<kSumLanes / kFloatLanes>());
  }
}

template <class T, size_t... r>
HWY_INLINE void AddTermRows(const T* terms, int64_t pitch, int64_t width, const T* end,
                            double* sums, std::index_sequence<r...>) {
  int64_t i = 0;
  for (; i + kFloatLanes <= width; i += kFloatLanes) {
    Wide sum = LoadWide(sums + i);
    ((sum = sum + LoadTerms(terms + static_cast<int64_t>(r) * pitch + i)), ...);
    StoreWide(sum, sums + i);
  }
  if (i == width) return;
  Wide sum = LoadWide(sums + i);
  ((sum = sum +
          LoadSomeTerms<InOrder<T>>(terms + static_cast<int64_t>(r) * pitch + i, width - i, end)),
   ...);
  StoreWide(sum, sums + i);
}

template <class T>
void AddColumns(const T* terms, int64_t rows, int64_t pitch, int64_t width, double* sums) {
  constexpr int64_t kAtOnce = 4;
  const T* const end = terms + (rows - 1) * pitch + width;
  int64_t r = 0;
  for (; r + kAtOnce <= rows; r += kAtOnce) {
    for (int64_t k = r; k < r + kAtOnce; ++k) AskForShortRow(terms + k * pitch, pitch);
    AddTermRows(terms + r * pitch, pitch, width, end, sums, std::make_index_sequence<kAtOnce>());
  }
  for (; r < rows; ++r) {
    AddTermRows(terms + r * pitch, pitch, width, end, sums, std::make_index_sequence<1>());
  }
}

// These are left to the compiler.
void SumIntegers(const int64_t* terms, int64_t rows, int64_t count, int64_t* sums) {
  for (int64_t r = 0; r < rows; ++r) {
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; ++i) sum += static_cast<uint64_t>(terms[r * count + i]);
    sums[r] = static_cast<int64_t>(sum);
  }
}
void AddIntegers(const int64_t* terms, int64_t rows, int64_t pitch, int64_t width, int64_t* sums) {
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t i = 0; i < width; ++i) {
      const auto term = static_cast<uint64_t>(terms[r * pitch + i]);
      sums[i] = static_cast<int64_t>(static_cast<uint64_t>(sums[i]) + term);
    }
  }
}

const AllTermLoops* GetTermLoops() {
  static constexpr AllTermLoops kLoops = {
      .in_float = {SumRows<float>, AddColumns<float>},
      .in_double = {SumRows<double>, AddColumns<double>},
      .in_bfloat16 = {SumRows<Bfloat16Bits>, AddColumns<Bfloat16Bits>},
      .in_float16 = {SumRows<Float16Bits>, AddColumns<Float16Bits>},
      .in_int64 = {SumIntegers, AddIntegers}};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(GetTermLoops);

template <class T>
auto LoopsOf() {
  const AllTermLoops& loops = *HWY_DYNAMIC_DISPATCH(GetTermLoops)();
  if constexpr (std::is_same_v<T, float>) return loops.in_float;
  if constexpr (std::is_same_v<T, double>) return loops.in_double;
  if constexpr (std::is_same_v<T, Bfloat16Bits>) return loops.in_bfloat16;
  if constexpr (std::is_same_v<T, Float16Bits>) return loops.in_float16;
  if constexpr (std::is_same_v<T, int64_t>) return loops.in_int64;
}

constexpr int64_t kChunk = kTermsOfChunk, kBlock = kRowsOfBlock;
constexpr int64_t kSlack = 2 * kWidestVector / int64_t{sizeof(double)};
constexpr int64_t kWidth = 1024;  // columns that are taken at once
constexpr int64_t kTile = 4096;   // elements that are loaded at once
// Elements of the part of a sum that one thread makes, at least, where several share it.
constexpr int64_t kShare = int64_t{1} << 16;

// How sums are cut. A *chunk* is up to kChunk terms along a row, or kBlock rows of up to kWidth
// columns; chunks are added as a tree, and `chunks_of_part` of them, a power of 2, are a subtree.
struct Parts {
  explicit Parts(const ReductionShape& shape)
      : width(shape.along_rows ? 1 : std::min(kWidth, shape.inner)),
        strips(shape.along_rows ? 1 : CeilDiv(shape.inner, kWidth)),
        chunks_of_row(shape.along_rows ? CeilDiv(shape.inner, kChunk) : 1),
        chunks(shape.along_rows ? shape.reduced * chunks_of_row : CeilDiv(shape.reduced, kBlock)) {
    const int64_t elements = shape.along_rows ? std::min(kChunk, shape.inner) : kBlock * width;
    while (chunks_of_part * elements < kShare) chunks_of_part *= 2;
    parts = CeilDiv(chunks, chunks_of_part);
  }

  int64_t width;
  int64_t strips;
  int64_t chunks_of_row;
  int64_t chunks;  // of a sum
  int64_t chunks_of_part = 1;
  int64_t parts;  // of a sum
};

// Adds numbers as a tree: neighbours first, the last one waiting where it has none. Each is `width`
// numbers side by side.
template <class S>
class Tree {
 public:
  explicit Tree(int64_t width) : width_(width) {}

  // Where the next number is to be written.
  S* Next() {
    if (levels_.size() <= depth_) levels_.emplace_back(static_cast<size_t>(width_ + kSlack));
    return levels_[depth_].data();
  }
  // Takes it.
  void Add() {
    ++depth_;
    for (int64_t i = ++count_; i % 2 == 0; i /= 2) Join();
  }
  const S* Sum() {
    while (depth_ > 1) Join();
    depth_ = 0;
    count_ = 0;
    return levels_[0].data();
  }

 private:
  void Join() {
    --depth_;
    S* const left = levels_[depth_ - 1].data();
    const S* const right = levels_[depth_].data();
    for (int64_t i = 0; i < width_; ++i) left[i] = Plus(left[i], right[i]);
  }
  static double Plus(double a, double b) { return a + b; }
  static int64_t Plus(int64_t a, int64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  }

  const int64_t width_;
  std::vector<std::vector<S>> levels_;
  size_t depth_ = 0;
  int64_t count_ = 0;
};

template <class T>
class Reduction {
 public:
  using S = std::conditional_t<std::is_same_v<T, int64_t>, int64_t, double>;

  explicit Reduction(const ReductionRun& run)
      : run_(run),
        shape_(run.shape),
        parts_(run.shape),
        loops_(LoopsOf<T>()),
        io_(*run.plan, {run.elements}, false),
        store_(*run.store, {run.sums}, false),
        partials_(static_cast<S*>(run.partials)) {}

  void Run() const {
    const int64_t units = shape_.outer * parts_.strips * parts_.parts;
    const int64_t elements = std::max<int64_t>(1, run_.plan->elements / units);
    ParallelFor(units, std::max<int64_t>(1, GrainFor(kReductionCost) / elements),
                [this](int64_t begin, int64_t end) {
                  if (!shape_.along_rows) return SumColumns(begin, end);
                  parts_.chunks == 1 ? SumShortRows(begin, end) : SumRows(begin, end);
                });
    if (parts_.parts > 1) AddParts();
  }

 private:
  // `count` elements from `first` on, which buffers hold.
  const T* Load(int64_t first, int64_t count, const TileBuffers& buffers) const {
    Tile<T> tile{};
    tile.rows = 1;
    tile.columns = count;
    io_.Begin(first, buffers, tile);
    if (tile.inputs[0].mask != 0) return tile.inputs[0].values;
    const T value = *tile.inputs[0].values;
    T* const values = reinterpret_cast<T*>(buffers.Values(0));
    std::fill_n(values, count, value);
    return values;
  }

  // Rows, or chunks, of so many elements that are loaded at once where they lie; one element that
  // repeats has to fit a buffer.
  int64_t MostOf(int64_t elements) const {
    const Plan& plan = *run_.plan;
    const bool repeats = plan.axes.empty() || plan.axes[0].stride[0] == 0;
    return repeats ? kTile / elements : kTile;
  }

  // Quotients of averages, in their dtype.
  void Store(int64_t first, const S* sums, int64_t count) const {
    const TileBuffers buffers(kTile);
    for (int64_t done = 0; done < count;) {
      Tile<S> tile{};
      tile.rows = 1;
      tile.columns = store_.TileAt(first + done, count - done, kTile);
      store_.Begin(first + done, buffers, tile);
      for (int64_t i = 0; i < tile.columns; ++i) tile.outputs[0][i] = Result(sums[done + i]);
      store_.End(first + done, buffers, tile);
      done += tile.columns;
    }
  }
  S Result(S sum) const {
    if (!run_.averages) return sum;
    if constexpr (std::is_same_v<S, int64_t>) {
      return sum / shape_.Terms();
    } else {
      return sum / static_cast<double>(shape_.Terms());
    }
  }

  // Rows of one chunk, each a sum.
  void SumShortRows(int64_t begin, int64_t end) const {
    const TileBuffers buffers(kTile);
    const int64_t most = MostOf(shape_.inner);
    std::array<S, kTile> sums;
    for (int64_t row = begin; row < end;) {
      const int64_t first = row * shape_.inner, wanted = std::min(most, end - row);
      const int64_t rows =
          std::max<int64_t>(1, io_.TileAt(first, wanted * shape_.inner, kTile) / shape_.inner);
      loops_.rows(Load(first, rows * shape_.inner, buffers), rows, shape_.inner, sums.data());
      Store(row, sums.data(), rows);
      row += rows;
    }
  }

  // A unit is a part of a sum. Those of a range follow each other, and so do their chunks, of which
  // as many are loaded at once as buffers hold, or more where they lie.
  void SumRows(int64_t begin, int64_t end) const {
    const TileBuffers buffers(kTile);
    Tree<S> tree(1);
    std::vector<S> sums;
    const int64_t most = MostOf(std::min(kChunk, shape_.inner));
    std::array<S, kTile> loaded;  // the sums of chunks
    int64_t first_loaded = 0, num_loaded = 0;
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t sum = unit / parts_.parts, part = unit % parts_.parts;
      const int64_t first = part * parts_.chunks_of_part;
      const int64_t last = std::min(parts_.chunks, first + parts_.chunks_of_part);
      for (int64_t chunk = sum * parts_.chunks + first; chunk < sum * parts_.chunks + last;
           ++chunk) {
        const int64_t row = chunk / parts_.chunks_of_row, place = chunk % parts_.chunks_of_row;
        const int64_t columns = std::min(kChunk, shape_.inner - place * kChunk);
        const int64_t element = row * shape_.inner + place * kChunk;
        if (chunk >= first_loaded + num_loaded) {
          first_loaded = chunk;
          // Whole rows, or whole chunks of this one.
          const int64_t alike = parts_.chunks_of_row == 1 ? most
                                : columns < kChunk        ? 1
                                                          : shape_.inner / kChunk - place;
          const int64_t wanted = std::min({LastChunk(end) - chunk, alike, most}) * columns;
          num_loaded = std::max<int64_t>(1, io_.TileAt(element, wanted, kTile) / columns);
          loops_.rows(Load(element, num_loaded * columns, buffers), num_loaded, columns,
                      loaded.data());
        }
        *tree.Next() = loaded[static_cast<size_t>(chunk - first_loaded)];
        tree.Add();
      }
      if (parts_.parts > 1) {
        partials_[unit] = *tree.Sum();
      } else {
        sums.push_back(*tree.Sum());
      }
    }
    if (!sums.empty()) Store(begin, sums.data(), end - begin);
  }
  // Behind the last chunk of the unit before `end`.
  int64_t LastChunk(int64_t end) const {
    const int64_t in_sum = std::min(parts_.chunks, end % parts_.parts * parts_.chunks_of_part);
    return end / parts_.parts * parts_.chunks + in_sum;
  }

  // A unit is a part of the sums of a strip.
  void SumColumns(int64_t begin, int64_t end) const {
    const TileBuffers buffers(std::max(kTile, parts_.width));
    Tree<S> tree(parts_.width);
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t part = unit % parts_.parts, strip = unit / parts_.parts % parts_.strips;
      const int64_t outer = unit / parts_.parts / parts_.strips;
      const int64_t column = strip * parts_.width;
      const int64_t width = std::min(parts_.width, shape_.inner - column);
      const int64_t first = part * parts_.chunks_of_part * kBlock;
      const int64_t last = std::min(shape_.reduced, first + parts_.chunks_of_part * kBlock);
      for (int64_t row = first; row < last; row += kBlock) {
        S* const sums = tree.Next();
        std::fill_n(sums, width, S{0});
        AddBlock((outer * shape_.reduced + row) * shape_.inner + column,
                 std::min(kBlock, last - row), width, buffers, sums);
        tree.Add();
      }
      const S* const sums = tree.Sum();
      if (parts_.parts > 1) {
        std::copy_n(sums, width, partials_ + (outer * parts_.parts + part) * shape_.inner + column);
      } else {
        Store(outer * shape_.inner + column, sums, width);
      }
    }
  }

  // Adds rows of `width` elements from element `first` on.
  void AddBlock(int64_t first, int64_t rows, int64_t width, const TileBuffers& buffers,
                S* sums) const {
    const int64_t all = (rows - 1) * shape_.inner + width;
    if (io_.TileAt(first, all, 0) == all) {  // where they lie
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = all;
      io_.Begin(first, buffers, tile);
      if (tile.inputs[0].mask != 0) {
        return loops_.columns(tile.inputs[0].values, rows, shape_.inner, width, sums);
      }
    }
    // Whole rows follow each other.
    const int64_t most = width == shape_.inner ? std::max<int64_t>(1, kTile / width) : 1;
    for (int64_t row = 0; row < rows;) {
      const int64_t element = first + row * shape_.inner;
      const int64_t wanted = std::min(most, rows - row);
      const int64_t here = std::max<int64_t>(1, io_.TileAt(element, wanted * width, kTile) / width);
      loops_.columns(Load(element, here * width, buffers), here, width, width, sums);
      row += here;
    }
  }

  // The trees above the parts.
  void AddParts() const {
    const int64_t inner = shape_.along_rows ? 1 : shape_.inner;
    const int64_t strips = CeilDiv(inner, kWidth);
    ParallelFor(shape_.outer * strips, 1, [&](int64_t begin, int64_t end) {
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t outer = unit / strips, column = unit % strips * kWidth;
        const int64_t width = std::min(kWidth, inner - column);
        Tree<S> tree(width);
        for (int64_t part = 0; part < parts_.parts; ++part) {
          std::copy_n(partials_ + (outer * parts_.parts + part) * inner + column, width,
                      tree.Next());
          tree.Add();
        }
        Store(outer * inner + column, tree.Sum(), width);
      }
    });
  }

  const ReductionRun& run_;
  const ReductionShape& shape_;
  const Parts parts_;
  const TermLoops<T, S> loops_;
  const TileIo<T> io_;
  const TileIo<S> store_;
  S* const partials_;
};

// Of nothing: 0, and the average of no floats NaN.
template <class S>
void StoreEmpty(const ReductionRun& run) {
  S value = 0;
  if constexpr (std::is_same_v<S, double>) {
    if (run.averages) value = std::numeric_limits<double>::quiet_NaN();
  }
  const TileIo<S> store(*run.store, {run.sums}, false);
  const TileBuffers buffers(kTile);
  for (int64_t first = 0; first < run.store->elements;) {
    Tile<S> tile{};
    tile.rows = 1;
    tile.columns = store.TileAt(first, run.store->elements - first, kTile);
    store.Begin(first, buffers, tile);
    std::fill_n(tile.outputs[0], tile.columns, value);
    store.End(first, buffers, tile);
    first += tile.columns;
  }
}

template <class T>
void RunIn(const ReductionRun& run) {
  if (run.store->elements == 0) return;
  if (run.plan->elements == 0) return StoreEmpty<typename Reduction<T>::S>(run);
  Reduction<T>(run).Run();
}

}  // namespace

int64_t ReductionPartials(const ReductionShape& shape) {
  const Parts parts(shape);
  return parts.parts > 1 ? parts.parts * shape.Sums() : 0;
}

void RunReduction(const ReductionRun& run, LoopType loop) {
  switch (loop) {
    case LoopType::kFloat:
      return RunIn<float>(run);
    case LoopType::kDouble:
      return RunIn<double>(run);
    case LoopType::kBfloat16:
      return RunIn<Bfloat16Bits>(run);
    case LoopType::kFloat16:
      return RunIn<Float16Bits>(run);
    case LoopType::kInt32:  // of which there are no sums
    case LoopType::kInt8:
    case LoopType::kInt64:
      return RunIn<int64_t>(run);
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
