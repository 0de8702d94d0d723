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

// The terms of a tile, one index k after the other: of packed factors, and of lines.
template <ProductOrder order, size_t kRows, size_t kVectors>
class PackedTerms {
 public:
  PackedTerms(const float* a, const float* b, int64_t k) : a_(a), b_(b), k_(k) {}

  int64_t CountChains() const { return ChainsOf(order, k_); }
  // Goes to the first term of a chain, and says how many it has. They are begun in order.
  HWY_INLINE int64_t Begin(int64_t chain) {
    const int64_t rest = k_ - chain * TermsOfChain(order);
    if constexpr (order == ProductOrder::kFloat) {
      return std::min(kTermsInFloat, rest);
    } else {
      // Where the one before is not full, places are left out.
      const int64_t terms = std::min(kTermsOfBlock, k_ - chain / 2 * kTermsOfBlock);
      const int64_t before = chain % 2 == 1 ? (terms + 1) / 2 : kTermsOfChain;
      a_ += (kTermsOfChain - before) * int64_t{kRows};
      b_ += (kTermsOfChain - before) * kWidth;
      return (terms + 1 - chain % 2) / 2;
    }
  }
  HWY_INLINE float Row(size_t row) const { return a_[row]; }
  HWY_INLINE Floats Column(size_t vector) const { return Floats::Load(b_ + vector * kFloatLanes); }
  HWY_INLINE void Next() {
    a_ += kRows;
    b_ += kWidth;
  }

 private:
  static constexpr int64_t kWidth = int64_t{kVectors} * kFloatLanes;

  const float *a_, *b_;
  const int64_t k_;
};
template <size_t kRows, size_t kVectors>
class TermsOfLines {
 public:
  TermsOfLines(const float* const* lines, const LineTerms& terms, const float* b)
      : of_(terms), b_(b) {
    std::copy_n(lines, kRows, lines_);
  }

  int64_t CountChains() const { return of_.chains; }
  HWY_INLINE int64_t Begin(int64_t chain) {
    term_ = of_.terms + of_.begins[chain];
    return of_.begins[chain + 1] - of_.begins[chain];
  }
  HWY_INLINE float Row(size_t row) const { return lines_[row][term_->offset]; }
  HWY_INLINE Floats Column(size_t vector) const {
    return Floats::Load(b_ + term_->place * int64_t{kVectors} +
                        static_cast<int64_t>(vector) * kFloatLanes);
  }
  HWY_INLINE void Next() { ++term_; }

 private:
  const LineTerms& of_;
  const float* const b_;
  const float* lines_[kRows];
  const LineTerm* term_ = nullptr;
};

// Adds `count` terms, one after the other, and goes on behind them. Vector v of row r is number
// r * kVectors + v.
template <size_t kRows, size_t kVectors, class Terms, size_t... s, size_t... v>
HWY_INLINE void AddTerms(Terms& terms, int64_t count, Floats (&sums)[kRows * kVectors],
                         std::index_sequence<s...>, std::index_sequence<v...>) {
  for (; count > 0; --count, terms.Next()) {
    const Floats row[] = {terms.Column(v)...};
    ((sums[s] = Fma(Floats(terms.Row(s / kVectors)), row[s % kVectors], sums[s])), ...);
  }
}

// A chain from sums of 0 on.
template <size_t kRows, size_t kVectors, class Terms, size_t... s, size_t... v>
HWY_INLINE void AddChain(Terms& terms, int64_t chain, Floats (&sums)[kRows * kVectors],
                         std::index_sequence<s...> all, std::index_sequence<v...> each) {
  ((sums[s] = Floats(0.0f)), ...);
  AddTerms<kRows, kVectors>(terms, terms.Begin(chain), sums, all, each);
}

// Adds a vector of floats to doubles.
HWY_INLINE void AddToDoubles(const float* from, double* sums) {
  StoreWide(LoadWide(sums) + LoadTerms(from), sums);
}

// Adds vectors that wait in memory to doubles, and each time some terms more: units that have no
// products to add do that.
template <int64_t kTerms, size_t kRows, size_t kVectors, class Terms, size_t... s>
HWY_INLINE void AddMeanwhile(const float* waiting, Terms& terms, Floats (&sums)[kRows * kVectors],
                             double* doubles, std::index_sequence<s...> all) {
  constexpr auto kEach = std::make_index_sequence<kVectors>();
  for (size_t i = 0; i < kRows * kVectors; ++i, waiting += kFloatLanes, doubles += kFloatLanes) {
    AddTerms<kRows, kVectors>(terms, kTerms, sums, all, kEach);
    AddToDoubles(waiting, doubles);
  }
}

// A chain, and meanwhile the sums of the one before it, which wait in memory.
template <size_t kRows, size_t kVectors, class Terms, size_t... s>
HWY_INLINE void AddChainAfter(const float* waiting, Terms& terms, int64_t chain,
                              Floats (&sums)[kRows * kVectors], double* doubles,
                              std::index_sequence<s...> all) {
  constexpr int64_t kCount = kRows * kVectors, kMost = kTermsInFloat / kCount;
  ((sums[s] = Floats(0.0f)), ...);
  int64_t count = terms.Begin(chain);
  if (count >= kMost * kCount) {
    AddMeanwhile<kMost, kRows, kVectors>(waiting, terms, sums, doubles, all);
    count -= kMost * kCount;
  } else if (count >= kCount) {
    AddMeanwhile<1, kRows, kVectors>(waiting, terms, sums, doubles, all);
    count -= kCount;
  } else {
    AddMeanwhile<0, kRows, kVectors>(waiting, terms, sums, doubles, all);
  }
  AddTerms<kRows, kVectors>(terms, count, sums, all, std::make_index_sequence<kVectors>());
}

template <size_t kRows, size_t kVectors, class Terms, size_t... s>
HWY_INLINE void AddInOrderOfFloat(Terms terms, float* in_float, double* sums,
                                  std::index_sequence<s...> all) {
  constexpr auto kEach = std::make_index_sequence<kVectors>();
  const int64_t chains = terms.CountChains();
  Floats chain[kRows * kVectors];
  if (in_float != nullptr) {
    AddChain<kRows, kVectors>(terms, 0, chain, all, kEach);
    ((Floats(0.0f) + chain[s]).Store(in_float + s * kFloatLanes), ...);  // not -0
    return;
  }
  if (chains == 0) return;
  HWY_ALIGN float waiting[kRows * kVectors * kFloatLanes];
  AddChain<kRows, kVectors>(terms, 0, chain, all, kEach);
  for (int64_t c = 1; c < chains; ++c) {
    (chain[s].Store(waiting + s * kFloatLanes), ...);
    if (kHasManyRegisters) {
      AddChainAfter<kRows, kVectors>(waiting, terms, c, chain, sums, all);
    } else {
      (AddToDoubles(waiting + s * kFloatLanes, sums + s * kFloatLanes), ...);
      AddChain<kRows, kVectors>(terms, c, chain, all, kEach);
    }
  }
  (StoreWide(LoadWide(sums + s * kFloatLanes) + Widen(chain[s]), sums + s * kFloatLanes), ...);
}

template <size_t kRows, size_t kVectors, class Terms, size_t... s>
HWY_INLINE void AddInOrderOfHalves(Terms terms, float* sums, std::index_sequence<s...> all) {
  constexpr auto kEach = std::make_index_sequence<kVectors>();
  alignas(kWidestVector) float even[kRows * kVectors * kFloatLanes];
  for (int64_t c = 0, chains = terms.CountChains(); c < chains; c += 2) {
    Floats chain[kRows * kVectors];
    AddChain<kRows, kVectors>(terms, c, chain, all, kEach);
    (chain[s].Store(even + s * kFloatLanes), ...);
    AddChain<kRows, kVectors>(terms, c + 1, chain, all, kEach);
    const auto add = [&](int64_t i, Floats odd) HWY_ATTR {
      (Floats::Load(sums + i) + (Floats::Load(even + i) + odd)).Store(sums + i);
    };
    (add(s * kFloatLanes, chain[s]), ...);
  }
}

template <ProductOrder order, size_t kRows, size_t kVectors, class Terms>
void AddTile(const Terms& terms, float* in_float, double* sums) {
  constexpr auto kAll = std::make_index_sequence<kRows * kVectors>();
  if constexpr (order == ProductOrder::kFloat) {
    AddInOrderOfFloat<kRows, kVectors>(terms, in_float, sums, kAll);
  } else {
    AddInOrderOfHalves<kRows, kVectors>(terms, in_float, kAll);
  }
}

// Calls use(count) with the number of vectors in a row as a constant.
template <class Use>
HWY_INLINE void ForVectors(int64_t vectors, const Use& use) {
  switch (vectors) {
    case 1:
      return use(std::integral_constant<size_t, 1>());
    case 2:
      return use(std::integral_constant<size_t, 2>());
    default:
      return use(std::integral_constant<size_t, 3>());
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
  ForVectors(vectors, [&](auto count) {
    AddTile<order, kRows, count()>(PackedTerms<order, kRows, count()>(a, b, k), in_float, sums);
  });
}

template <ProductOrder order, size_t kRows>
void MultiplyLines(const float* const* lines, const LineTerms& terms, const float* b, int64_t rows,
                   int64_t vectors, float* in_float, double* sums) {
  if constexpr (kRows > 1) {
    if (rows < int64_t{kRows}) {
      return MultiplyLines<order, kRows / 2>(lines, terms, b, rows, vectors, in_float, sums);
    }
  }
  ForVectors(vectors, [&](auto count) {
    AddTile<order, kRows, count()>(TermsOfLines<kRows, count()>(lines, terms, b), in_float, sums);
  });
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

// A sum of products with 0 is not a number where a factor is none, or is infinite.
bool AreAllFinite(const float* from, int64_t count) {
  Floats sums[4] = {Floats(0.0f), Floats(0.0f), Floats(0.0f), Floats(0.0f)};
  constexpr int64_t kAtOnce = 4 * kFloatLanes;
  int64_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) {
    for (int64_t v = 0; v < 4; ++v) {
      sums[v] = Fma(Floats::Load(from + i + v * kFloatLanes), Floats(0.0f), sums[v]);
    }
  }
  alignas(kWidestVector) float lanes[kFloatLanes];
  ((sums[0] + sums[1]) + (sums[2] + sums[3])).Store(lanes);
  float all = 0;
  for (const float lane : lanes) all += lane;
  for (; i < count; ++i) all += from[i] * 0.0f;
  return all == 0;
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
      .add = AddSums,
      .are_finite = AreAllFinite};
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
