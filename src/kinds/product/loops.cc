#include "kinds/product/loops.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/product/loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "kinds/product/squares-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A tile of sums fills the registers: 24 of 32 vectors, or 12 of 16.
inline constexpr size_t kTileRows = kHasManyRegisters ? 8 : 4;

// Elements of the rows of a tile, for one index k after the other: packed ones, and those of lines.
template <size_t kRows>
struct PackedRows {
  HWY_INLINE float At(size_t row) const { return at[row]; }
  HWY_INLINE void Skip(int64_t k) { at += k * int64_t{kRows}; }

  const float* at;
};
template <size_t kRows>
struct RowsOfLines {
  HWY_INLINE float At(size_t row) const { return lines[row][*offsets]; }
  HWY_INLINE void Skip(int64_t k) { offsets += k; }

  const float* lines[kRows];
  const int64_t* offsets;
};

// Adds the terms of `k` indices, one after the other, and goes on behind them. Vector v of row r is
// number r * kVectors + v.
template <size_t kRows, size_t kVectors, class Rows, size_t... s, size_t... v>
HWY_INLINE void AddTerms(Rows& a, const float*& b, int64_t k, Floats (&sums)[kRows * kVectors],
                         std::index_sequence<s...>, std::index_sequence<v...>) {
  for (; k > 0; --k, a.Skip(1), b += kVectors * kFloatLanes) {
    const Floats row[] = {Floats::Load(b + v * kFloatLanes)...};
    ((sums[s] = Fma(Floats(a.At(s / kVectors)), row[s % kVectors], sums[s])), ...);
  }
}

// The same from sums of 0 on.
template <size_t kRows, size_t kVectors, class Rows, size_t... s, size_t... v>
HWY_INLINE void AddChain(Rows a, const float* b, int64_t k, Floats (&sums)[kRows * kVectors],
                         std::index_sequence<s...> all, std::index_sequence<v...> each) {
  ((sums[s] = Floats(0.0f)), ...);
  AddTerms<kRows, kVectors>(a, b, k, sums, all, each);
}

// Adds a vector of floats to doubles.
HWY_INLINE void AddToDoubles(const float* from, double* sums) {
  StoreWide(LoadWide(sums) + LoadTerms(from), sums);
}

// A whole chain. Meanwhile the vectors of the chain before it, which wait in memory, are added to
// doubles: units that have no products to add do that.
template <size_t kRows, size_t kVectors, class Rows, size_t... s>
HWY_INLINE void AddChainAfter(const float* waiting, Rows a, const float* b,
                              Floats (&sums)[kRows * kVectors], double* doubles,
                              std::index_sequence<s...> all) {
  constexpr auto kEach = std::make_index_sequence<kVectors>();
  constexpr int64_t kCount = kRows * kVectors, kTerms = kTermsInFloat / kCount;
  ((sums[s] = Floats(0.0f)), ...);
  for (int64_t i = 0; i < kCount; ++i, waiting += kFloatLanes, doubles += kFloatLanes) {
    AddTerms<kRows, kVectors>(a, b, kTerms, sums, all, kEach);
    AddToDoubles(waiting, doubles);
  }
  AddTerms<kRows, kVectors>(a, b, kTermsInFloat - kCount * kTerms, sums, all, kEach);
}

template <size_t kRows, size_t kVectors, class Rows, size_t... s>
HWY_INLINE void AddInOrderOfFloat(Rows a, const float* b, int64_t k, float* in_float, double* sums,
                                  std::index_sequence<s...> all) {
  constexpr auto kEach = std::make_index_sequence<kVectors>();
  Floats chain[kRows * kVectors];
  if (in_float != nullptr) {
    AddChain<kRows, kVectors>(a, b, k, chain, all, kEach);
    ((Floats(0.0f) + chain[s]).Store(in_float + s * kFloatLanes), ...);  // not -0
    return;
  }
  if (k <= 0) return;
  HWY_ALIGN float waiting[kRows * kVectors * kFloatLanes];
  AddChain<kRows, kVectors>(a, b, std::min(kTermsInFloat, k), chain, all, kEach);
  for (; k > kTermsInFloat; k -= kTermsInFloat) {
    (chain[s].Store(waiting + s * kFloatLanes), ...);
    a.Skip(kTermsInFloat);
    b += kTermsInFloat * int64_t{kVectors} * kFloatLanes;
    if (kHasManyRegisters && k >= 2 * kTermsInFloat) {
      AddChainAfter<kRows, kVectors>(waiting, a, b, chain, sums, all);
    } else {
      (AddToDoubles(waiting + s * kFloatLanes, sums + s * kFloatLanes), ...);
      AddChain<kRows, kVectors>(a, b, std::min(kTermsInFloat, k - kTermsInFloat), chain, all,
                                kEach);
    }
  }
  (StoreWide(LoadWide(sums + s * kFloatLanes) + Widen(chain[s]), sums + s * kFloatLanes), ...);
}

template <size_t kRows, size_t kVectors, class Rows, size_t... s>
HWY_INLINE void AddInOrderOfHalves(Rows a, const float* b, int64_t k, float* sums,
                                   std::index_sequence<s...> all) {
  constexpr auto kEach = std::make_index_sequence<kVectors>();
  constexpr int64_t kNextB = kTermsOfChain * int64_t{kVectors} * kFloatLanes;
  alignas(kWidestVector) float even[kRows * kVectors * kFloatLanes];
  for (; k > 0; k -= kTermsOfBlock, b += 2 * kNextB) {
    const int64_t terms = std::min(k, kTermsOfBlock);
    Floats chain[kRows * kVectors];
    AddChain<kRows, kVectors>(a, b, (terms + 1) / 2, chain, all, kEach);
    (chain[s].Store(even + s * kFloatLanes), ...);
    a.Skip(kTermsOfChain);
    AddChain<kRows, kVectors>(a, b + kNextB, terms / 2, chain, all, kEach);
    a.Skip(kTermsOfChain);
    const auto add = [&](int64_t i, Floats odd) HWY_ATTR {
      (Floats::Load(sums + i) + (Floats::Load(even + i) + odd)).Store(sums + i);
    };
    (add(s * kFloatLanes, chain[s]), ...);
  }
}

template <ProductOrder order, size_t kRows, size_t kVectors, class Rows>
void MultiplyTile(const Rows& a, const float* b, int64_t k, float* in_float, double* sums) {
  constexpr auto kAll = std::make_index_sequence<kRows * kVectors>();
  if constexpr (order == ProductOrder::kFloat) {
    AddInOrderOfFloat<kRows, kVectors>(a, b, k, in_float, sums, kAll);
  } else {
    AddInOrderOfHalves<kRows, kVectors>(a, b, k, in_float, kAll);
  }
}

template <ProductOrder order, size_t kRows, class Rows>
void MultiplyVectors(const Rows& a, const float* b, int64_t k, int64_t vectors, float* in_float,
                     double* sums) {
  switch (vectors) {
    case 1:
      return MultiplyTile<order, kRows, 1>(a, b, k, in_float, sums);
    case 2:
      return MultiplyTile<order, kRows, 2>(a, b, k, in_float, sums);
    default:
      return MultiplyTile<order, kRows, 3>(a, b, k, in_float, sums);
  }
}

template <ProductOrder order, size_t kRows>
void MultiplyRows(const float* a, const float* b, int64_t k, int64_t rows, int64_t vectors,
                  float* in_float, double* sums) {
  if constexpr (kRows > 1) {
    if (rows < int64_t{kRows}) {
      return MultiplyRows<order, kRows / 2>(a, b, k, rows, vectors, in_float, sums);
    }
  }
  MultiplyVectors<order, kRows>(PackedRows<kRows>{a}, b, k, vectors, in_float, sums);
}

template <ProductOrder order, size_t kRows>
void MultiplyLines(const float* const* lines, const int64_t* offsets, const float* b, int64_t k,
                   int64_t rows, int64_t vectors, float* in_float, double* sums) {
  if constexpr (kRows > 1) {
    if (rows < int64_t{kRows}) {
      return MultiplyLines<order, kRows / 2>(lines, offsets, b, k, rows, vectors, in_float, sums);
    }
  }
  RowsOfLines<kRows> a;
  std::copy_n(lines, kRows, a.lines);
  a.offsets = offsets;
  MultiplyVectors<order, kRows>(a, b, k, vectors, in_float, sums);
}

HWY_INLINE float AsFloat(float value) { return value; }
HWY_INLINE float AsFloat(Bfloat16Bits half) { return FloatFromBfloat16(half.value); }
HWY_INLINE float AsFloat(Float16Bits half) { return FloatFromFloat16(half.value); }

#if HWY_TARGET != HWY_SCALAR

template <class D, class T>
HWY_INLINE hn::Vec<D> LoadFloats(D d, const T* from) {
  if constexpr (std::is_same_v<T, float>) {
    return hn::LoadU(d, from);
  } else {
    const auto half = hn::LoadU(HalfBits<D>(), reinterpret_cast<const uint16_t*>(from));
    if constexpr (std::is_same_v<T, Bfloat16Bits>) {
      return FromBfloat16(d, half);
    } else {
      return FromFloat16<false>(d, half);
    }
  }
}

// As many rows as D has lanes, side by side: a whole tile of rows, where a vector has more lanes.
template <ProductOrder order, class D, class T>
HWY_INLINE void PackTile(D d, const PackedPart<T>& part, float* to) {
  constexpr int64_t kLanes = hn::MaxLanes(D());
  const T* from = part.from;
  for (int64_t k = 0; k < part.k; ++k, from += part.along_k) {
    hn::StoreU(LoadFloats(d, from), d, to + PlaceOf(order, k) * kLanes);
  }
}

#endif

// Rows that lie side by side.
template <ProductOrder order, class T>
void PackSideBySide(const PackedPart<T>& part, int64_t step, float* to) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kFloatLanes > kMostRows) {
    if (step == kMostRows && part.rows == step) {
      return PackTile<order>(hn::CappedTag<float, kMostRows>(), part, to);
    }
  }
#endif
  const T* from = part.from;
  for (int64_t k = 0; k < part.k; ++k, from += part.along_k) {
    float* const target = to + PlaceOf(order, k) * step;
    int64_t i = 0;
    for (; i + kFloatLanes <= part.rows; i += kFloatLanes) {
      LoadFrom<Floats, false>(from + i).Store(target + i);
    }
    if (i < part.rows && i + kFloatLanes <= step) {  // one lane reads what it does without, too
      LoadSome<Floats>(from + i, part.rows - i).Store(target + i);
      i += kFloatLanes;
    } else {
      for (; i < part.rows; ++i) target[i] = AsFloat(from[i]);
    }
    std::fill(target + i, target + step, 0.0f);
  }
}

#if HWY_TARGET != HWY_SCALAR

// The terms of kSquare<T> indices k from `k` on, of as many rows as D has lanes, `pitch` elements
// apart.
template <ProductOrder order, class D, class T>
HWY_INLINE void PackSquare(D d, const T* from, int64_t pitch, int64_t k, int64_t step, float* to) {
  ForSquare(d, from, pitch, [&](int64_t i, hn::Vec<D> terms) HWY_ATTR {
    hn::StoreU(terms, d, to + PlaceOf(order, k + i) * step);
  });
}

// Up to as many rows as D has lanes, of which there is room for all.
template <ProductOrder order, class D, class T>
HWY_INLINE void PackGroup(D d, const PackedPart<T>& part, int64_t first, int64_t step, float* to) {
  constexpr int64_t kLanes = hn::MaxLanes(D());
  const T* const from = part.from + first * part.across;
  const int64_t rows = std::min(kLanes, part.rows - first);
  int64_t k = 0;
  if (rows == kLanes) {
    for (; k + kSquare<T> <= part.k; k += kSquare<T>) {
      PackSquare<order>(d, from + k, part.across, k, step, to + first);
    }
  }
  for (; k < part.k; k += kSquare<T>) {
    T square[kLanes * kSquare<T>] = {};
    const int64_t depth = std::min(kSquare<T>, part.k - k);
    for (int64_t r = 0; r < rows; ++r) {
      std::copy_n(from + r * part.across + k, depth, square + r * kSquare<T>);
    }
    // There is no place behind the last one of order kFloat.
    if (order == ProductOrder::kFloat && depth < kSquare<T>) {
      float packed[kSquare<T> * kLanes];
      PackSquare<ProductOrder::kFloat>(d, square, kSquare<T>, 0, kLanes, packed);
      for (int64_t i = 0; i < depth; ++i) {
        std::copy_n(packed + i * kLanes, kLanes, to + (k + i) * step + first);
      }
    } else {
      PackSquare<order>(d, square, kSquare<T>, k, step, to + first);
    }
  }
}
#endif

// Rows whose elements lie side by side.
template <ProductOrder order, class T>
void PackAlongK(const PackedPart<T>& part, int64_t step, float* to) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const SquaresTag<float> d;
  constexpr int64_t kLanes = hn::MaxLanes(d);
  for (; i + kLanes <= step; i += kLanes) {
    if (i < part.rows) {
      PackGroup<order>(d, part, i, step, to);
    } else {
      for (int64_t k = 0; k < part.k; ++k)
        std::fill_n(to + PlaceOf(order, k) * step + i, kLanes, 0.0f);
    }
  }
  if constexpr (kLanes > 4) {
    const hn::CappedTag<float, 4> four;
    if (i + 4 <= step && i < part.rows) {
      PackGroup<order>(four, part, i, step, to);
      i += 4;
    }
  }
#endif
  for (; i < step; ++i) {
    const T* const from = part.from + i * part.across;
    for (int64_t k = 0; k < part.k; ++k) {
      to[PlaceOf(order, k) * step + i] = i < part.rows ? AsFloat(from[k]) : 0;
    }
  }
}

template <ProductOrder order, class T>
void PackPart(const PackedPart<T>& part, int64_t step, float* to) {
  part.across == 1 ? PackSideBySide<order>(part, step, to) : PackAlongK<order>(part, step, to);
}

template <class T>
void FinishRow(const Finish& finish, const double* sums, int64_t count, void* to) {
  T* const results = static_cast<T*>(to);
  const Doubles alpha(finish.alpha), beta(finish.beta);
  const auto result_at = [&](int64_t i) HWY_ATTR {
    const Doubles result = alpha * Doubles::Load(sums + i);
    return finish.added == nullptr ? result : result + beta * Doubles::Load(finish.added + i);
  };
  int64_t i = 0;
  for (; i + kDoubleLanes <= count; i += kDoubleLanes) StoreTo(result_at(i), results + i);
  if (i < count) StoreSome(result_at(i), results + i, count - i);
}

template <class T>
void RoundRow(const float* sums, int64_t count, void* to) {
  T* const results = static_cast<T*>(to);
  int64_t i = 0;
  for (; i + kFloatLanes <= count; i += kFloatLanes) StoreTo(Floats::Load(sums + i), results + i);
  if (i < count) StoreSome(Floats::Load(sums + i), results + i, count - i);
}

void WidenSums(const float* in_float, int64_t count, double* sums) {
  for (int64_t i = 0; i < count; i += kFloatLanes) {
    StoreWide(Widen(Floats::Load(in_float + i)), sums + i);
  }
}

void AddSums(const float* in_float, int64_t count, double* sums) {
  for (int64_t i = 0; i < count; i += kFloatLanes) {
    StoreWide(LoadWide(sums + i) + Widen(Floats::Load(in_float + i)), sums + i);
  }
}

template <ProductOrder order>
constexpr OrderedLoops LoopsOfOrder() {
  return {.tile = MultiplyRows<order, kTileRows>,
          .tile_of_lines = MultiplyLines<order, kTileRows>,
          .pack_floats = PackPart<order, float>,
          .pack_bfloat16 = PackPart<order, Bfloat16Bits>,
          .pack_float16 = PackPart<order, Float16Bits>};
}

const ProductLoops* ProductLoopsOfTarget() {
  static constexpr ProductLoops kLoops = {
      .rows = kTileRows,
      .lanes = kFloatLanes,
      .orders = {LoopsOfOrder<ProductOrder::kFloat>(), LoopsOfOrder<ProductOrder::kHalves>()},
      .to_float = FinishRow<float>,
      .to_bfloat16 = FinishRow<Bfloat16Bits>,
      .to_float16 = FinishRow<Float16Bits>,
      .round_to_float = RoundRow<float>,
      .round_to_bfloat16 = RoundRow<Bfloat16Bits>,
      .round_to_float16 = RoundRow<Float16Bits>,
      .widen = WidenSums,
      .add = AddSums};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(ProductLoopsOfTarget);

const ProductLoops& GetProductLoops() { return *HWY_DYNAMIC_DISPATCH(ProductLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
