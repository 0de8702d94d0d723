#include "kinds/product/word_loops.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

#include "cpu/product_order.h"
#include "kinds/product/matrix_unit.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/product/word_loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

Exponents ExponentsOf(const Bfloat16Bits* values, int64_t count) {
  const hn::ScalableTag<uint16_t> d;
  constexpr uint16_t kField = Exponents::kInfinity << 7, kSize = 0x7fff;
  auto least = hn::Set(d, kField), most = hn::Zero(d);
  for (int64_t i = 0; i < count; i += static_cast<int64_t>(hn::Lanes(d))) {
    const auto size = hn::And(hn::LoadU(d, &values[i].value), hn::Set(d, kSize));
    const auto field = hn::And(size, hn::Set(d, kField));
    const auto is_zero = hn::Eq(size, hn::Zero(d));
    least = hn::Min(least, hn::IfThenElse(is_zero, hn::Set(d, kField), field));
    most = hn::Max(most, field);
  }
  constexpr size_t kLanes = hn::MaxLanes(d);
  uint16_t leasts[kLanes], mosts[kLanes];
  hn::StoreU(least, d, leasts);
  hn::StoreU(most, d, mosts);
  Exponents found;
  for (size_t i = 0; i < kLanes; ++i) {
    found.least = std::min(found.least, leasts[i] >> 7);
    found.most = std::max(found.most, mosts[i] >> 7);
  }
  return found;
}

// A pair of elements as one word, the first one in the lower half.
HWY_INLINE uint32_t PairAt(const Bfloat16Bits* from) {
  uint32_t pair;
  std::memcpy(&pair, from, sizeof(pair));
  return pair;
}

// A word as FLOAT: the element in its lower half, or in its upper half.
HWY_INLINE float LowerOf(uint32_t word) { return std::bit_cast<float>(word << 16); }
HWY_INLINE float UpperOf(uint32_t word) { return std::bit_cast<float>(word & 0xffff0000); }

// Adds the blocks to a vector of each of the rows r, kSideOfUnit sums apart.
template <WordOrder order, size_t... r>
HWY_INLINE void AddWords(const Bfloat16Bits* first, const Bfloat16Bits* second, int64_t blocks,
                         float* sums, std::index_sequence<r...>) {
  constexpr int64_t kOfBlock = kSideOfUnit * kTermsOfBlock, kPairs = kTermsOfBlock / 2;
  const Floats::D d;
  const Pairs<Floats::D> words;
  for (; blocks > 0; --blocks, first += kOfBlock, second += kOfBlock) {
    Floats even[] = {(static_cast<void>(r), Floats(0.0f))...};
    Floats odd[] = {(static_cast<void>(r), Floats(0.0f))...};
    for (int64_t pair = 0; pair < kPairs; ++pair) {
      const auto* const columns = second + pair * kTermsOfBlock;
      const auto both = hn::LoadU(words, reinterpret_cast<const uint32_t*>(columns));
      const Floats lower(FirstOfPairs(d, both)), upper(SecondOfPairs(d, both));
      const uint32_t a[] = {PairAt(first + int64_t{r} * kTermsOfBlock + 2 * pair)...};
      if constexpr (order == WordOrder::kNeighbours) {
        ((even[r] = Fma(Floats(LowerOf(a[r])), lower, even[r])), ...);
        ((odd[r] = Fma(Floats(UpperOf(a[r])), upper, odd[r])), ...);
      } else {
        auto& chain = pair < kPairs / 2 ? even : odd;
        ((chain[r] = Fma(Floats(UpperOf(a[r])), upper, chain[r])), ...);
        ((chain[r] = Fma(Floats(LowerOf(a[r])), lower, chain[r])), ...);
      }
    }
    const auto add = [sums](size_t row, Floats e, Floats o) HWY_ATTR {
      float* const to = sums + row * kSideOfUnit;
      (Floats::Load(to) + (e + o)).Store(to);
    };
    (add(r, even[r], odd[r]), ...);
  }
}

template <WordOrder order>
void MultiplyWords(const Bfloat16Bits* first, const Bfloat16Bits* second, int64_t blocks,
                   int64_t rows_wanted, float* sums) {
  constexpr int64_t kRows = 4, kTile = kSideOfUnitTile * kTermsOfBlock;
  static_assert(kSideOfUnitTile % kFloatLanes == 0);
  for (int64_t row = 0; row < rows_wanted; row += kRows) {
    const Bfloat16Bits* const rows =
        first + row / kSideOfUnitTile * kTile + row % kSideOfUnitTile * kTermsOfBlock;
    for (int64_t column = 0; column < kSideOfUnit; column += kFloatLanes) {
      const Bfloat16Bits* const columns =
          second + column / kSideOfUnitTile * kTile + column % kSideOfUnitTile * 2;
      AddWords<order>(rows, columns, blocks, sums + row * kSideOfUnit + column,
                      std::make_index_sequence<kRows>());
    }
  }
}

void Interleave(const Bfloat16Bits* one, const Bfloat16Bits* next, Bfloat16Bits* to) {
#if HWY_TARGET == HWY_SCALAR
  for (int64_t i = 0; i < kSideOfUnitTile; ++i) {
    to[2 * i] = one[i];
    to[2 * i + 1] = next[i];
  }
#else
  const hn::CappedTag<uint16_t, kSideOfUnitTile> d;
  for (int64_t i = 0; i < kSideOfUnitTile; i += static_cast<int64_t>(hn::Lanes(d))) {
    hn::StoreInterleaved2(hn::LoadU(d, &one[i].value), hn::LoadU(d, &next[i].value), d,
                          &to[2 * i].value);
  }
#endif
}

const WordLoops* WordLoopsOfTarget() {
  static constexpr WordLoops kLoops = {
      .exponents = ExponentsOf,
      .multiply = {MultiplyWords<WordOrder::kNeighbours>, MultiplyWords<WordOrder::kChains>},
      .interleave = Interleave};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(WordLoopsOfTarget);

const WordLoops& GetWordLoops() { return *HWY_DYNAMIC_DISPATCH(WordLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
