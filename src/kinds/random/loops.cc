#include "kinds/random/loops.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/random/loops.cc"
#include "hwy/foreach_target.h"

#include "formulas/lanes-inl.h"
#include "formulas/log-inl.h"
#include "formulas/quarters-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = Lanes<double>;
using Words = hn::ScalableTag<uint64_t>;  // one, or two, in a lane
using WordVector = hn::Vec<Words>;

#if HWY_TARGET == HWY_SCALAR  // which has no products of the lower halves of lanes

int64_t FillBlocks(const WordStream& /*stream*/, uint64_t /*first*/, int64_t /*blocks*/,
                   uint32_t* /*words*/) {
  return 0;
}

#else

// Words in the lower halves of lanes; what is in the upper ones does not count.
OPENACLNN_INLINE WordVector TimesWord(WordVector words, WordVector multiplier) {
  const hn::Repartition<uint32_t, Words> halves;
  return hn::MulEven(hn::BitCast(halves, words), hn::BitCast(halves, multiplier));
}

// Two vectors of blocks, whose products do not wait for each other.
struct Counters {
  WordVector c0, c1, c2, c3;

  OPENACLNN_INLINE void Round(WordVector multiplier0, WordVector multiplier1, WordVector key0,
                              WordVector key1) {
    const auto product0 = TimesWord(c0, multiplier0), product1 = TimesWord(c2, multiplier1);
    c0 = hn::Xor(hn::Xor(hn::ShiftRight<32>(product1), c1), key0);
    c2 = hn::Xor(hn::Xor(hn::ShiftRight<32>(product0), c3), key1);
    c1 = product1;
    c3 = product0;
  }
  OPENACLNN_INLINE void Store(uint32_t* words) const {
    const Words d;
    const auto lower = hn::Set(d, 0xffffffff);
    const auto first = hn::Or(hn::And(c0, lower), hn::ShiftLeft<32>(c1));
    const auto second = hn::Or(hn::And(c2, lower), hn::ShiftLeft<32>(c3));
    hn::StoreInterleaved2(first, second, d, reinterpret_cast<uint64_t*>(words));
  }
};

// As many of the blocks as fill vectors; gives their number.
int64_t FillBlocks(const WordStream& stream, uint64_t first, int64_t blocks, uint32_t* words) {
  const Words d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto multiplier0 = hn::Set(d, philox::kMultiplier0);
  const auto multiplier1 = hn::Set(d, philox::kMultiplier1);
  const auto offset0 = hn::Set(d, stream.offset), offset1 = hn::Set(d, stream.offset >> 32);
  const auto next = hn::Set(d, static_cast<uint64_t>(lanes));
  auto block = hn::Add(hn::Set(d, first), hn::Iota(d, 0));
  int64_t b = 0;
  for (; b + 2 * lanes <= blocks; b += 2 * lanes) {
    const auto block2 = hn::Add(block, next);
    Counters one{block, hn::ShiftRight<32>(block), offset0, offset1};
    Counters two{block2, hn::ShiftRight<32>(block2), offset0, offset1};
    auto key0 = static_cast<uint32_t>(stream.seed), key1 = static_cast<uint32_t>(stream.seed >> 32);
    for (int round = 0; round < philox::kRounds; ++round) {
      const auto k0 = hn::Set(d, key0), k1 = hn::Set(d, key1);
      one.Round(multiplier0, multiplier1, k0, k1);
      two.Round(multiplier0, multiplier1, k0, k1);
      key0 += philox::kWeyl0;
      key1 += philox::kWeyl1;
    }
    one.Store(words + kWordsOfBlock * b);
    two.Store(words + kWordsOfBlock * (b + lanes));
    block = hn::Add(block2, next);
  }
  return b;
}

#endif

// Whole numbers below 2^52 as doubles.
OPENACLNN_INLINE Doubles NumbersOf(WordVector integers) {
  constexpr double kShift = 0x1p52;
  const Words d;
  const auto bits = hn::Or(integers, hn::BitCast(d, Doubles(kShift).raw));
  return Doubles(hn::BitCast(Doubles::D(), bits)) - Doubles(kShift);
}

// u in [0, 1) of the uppermost 24 bits of words.
OPENACLNN_INLINE Doubles UniformOf(WordVector words) {
  return NumbersOf(hn::ShiftRight<8>(words)) * Doubles(0x1p-24);
}

// The lower and the upper words of lanes make the numbers at even and at odd places.
struct Uniform {
  Doubles low, span, most;

  explicit Uniform(const Draw& draw) : low(draw.low), span(draw.high - draw.low), most(draw.most) {}

  OPENACLNN_INLINE Doubles Of(WordVector words) const {
    return Min(low + span * UniformOf(words), most);
  }
  OPENACLNN_INLINE void operator()(WordVector even, WordVector odd, Doubles& at_even,
                                   Doubles& at_odd) const {
    at_even = Of(even);
    at_odd = Of(odd);
  }
};

struct Bernoulli {
  Doubles probability;

  explicit Bernoulli(const Draw& draw) : probability(draw.low) {}

  OPENACLNN_INLINE Doubles Of(WordVector words) const {
    return Select(UniformOf(words) < probability, Doubles(1), Doubles(0));
  }
  OPENACLNN_INLINE void operator()(WordVector even, WordVector odd, Doubles& at_even,
                                   Doubles& at_odd) const {
    at_even = Of(even);
    at_odd = Of(odd);
  }
};

// -log((w + 1/2) 2^-32).
struct Exponential {
  Doubles mean;

  explicit Exponential(const Draw& draw) : mean(draw.low) {}

  OPENACLNN_INLINE Doubles Of(WordVector words) const {
    const Doubles u = (NumbersOf(words) + Doubles(0.5)) * Doubles(0x1p-32);
    return mean * -LogForFloat(u);
  }
  OPENACLNN_INLINE void operator()(WordVector even, WordVector odd, Doubles& at_even,
                                   Doubles& at_odd) const {
    at_even = Of(even);
    at_odd = Of(odd);
  }
};

// Box and Muller's two of two words: the radius is that of the first, (w + 1) 2^-32, the angle that
// of the second, w 2^-32 of a turn.
struct Normal {
  Doubles mean, deviation;

  explicit Normal(const Draw& draw) : mean(draw.low), deviation(draw.high) {}

  OPENACLNN_INLINE void operator()(WordVector even, WordVector odd, Doubles& at_even,
                                   Doubles& at_odd) const {
    constexpr double kShift = FloatLayout<double>::kIntegerShift;
    const Doubles u = (NumbersOf(even) + Doubles(1)) * Doubles(0x1p-32);
    const Doubles radius = Sqrt(Doubles(-2) * LogForFloat(u));
    const Doubles quarters = NumbersOf(odd) * Doubles(0x1p-30);
    const Doubles shifted = quarters + Doubles(kShift);
    const Doubles rest = (quarters - (shifted - Doubles(kShift))) * Doubles(0x1.921fb54442d18p+0);
    const Doubles sin = SinOf(Quarters<Doubles>{shifted, rest, Doubles(0)});
    const Doubles cos = SinOf(Quarters<Doubles>{shifted + Doubles(1), rest, Doubles(0)});
    at_even = mean + deviation * (radius * cos);
    at_odd = mean + deviation * (radius * sin);
  }
};

template <class Draws>
OPENACLNN_INLINE void DrawPairs(const Draws& draws, const uint64_t* pairs, double* numbers) {
  const Words d;
  const auto both = hn::LoadU(d, pairs);
  Doubles at_even, at_odd;
  draws(hn::And(both, hn::Set(d, 0xffffffff)), hn::ShiftRight<32>(both), at_even, at_odd);
  hn::StoreInterleaved2(at_even.raw, at_odd.raw, Doubles::D(), numbers);
}

template <class Draws>
void DrawAll(const Draw& draw, const uint32_t* words, int64_t count, double* numbers) {
  const Draws draws(draw);
  const auto at_once = static_cast<int64_t>(2 * Doubles::Size());
  const auto* const pairs = reinterpret_cast<const uint64_t*>(words);
  int64_t i = 0;
  for (; i + at_once <= count; i += at_once) DrawPairs(draws, pairs + i / 2, numbers + i);
  if (i == count) return;
  HWY_ALIGN uint64_t last[Doubles::kMaxSize] = {};
  HWY_ALIGN double drawn[2 * Doubles::kMaxSize];
  std::copy_n(pairs + i / 2, (count - i) / 2, last);
  DrawPairs(draws, last, drawn);
  std::copy_n(drawn, count - i, numbers + i);
}

void DrawNumbersOf(const Draw& draw, const uint32_t* words, int64_t count, double* numbers) {
  switch (draw.distribution) {
    case Distribution::kUniform:
      return DrawAll<Uniform>(draw, words, count, numbers);
    case Distribution::kNormal:
      return DrawAll<Normal>(draw, words, count, numbers);
    case Distribution::kBernoulli:
      return DrawAll<Bernoulli>(draw, words, count, numbers);
    default:
      return DrawAll<Exponential>(draw, words, count, numbers);
  }
}

void DrawBitsOf(uint32_t threshold, const uint32_t* words, int64_t count, uint8_t* bits) {
  const hn::ScalableTag<uint32_t> d;
  const hn::RebindToSigned<decltype(d)> numbers;
  const auto limit = hn::Set(numbers, static_cast<int32_t>(threshold));
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto store = [&](int64_t i, uint8_t* to) HWY_ATTR {
    const auto upper = hn::BitCast(numbers, hn::ShiftRight<8>(hn::LoadU(d, words + i)));
    hn::StoreMaskBits(numbers, hn::Lt(upper, limit), to);
  };
  if (lanes >= 8) {
    int64_t i = 0;
    for (; i + lanes <= count; i += lanes) store(i, bits + i / 8);
    for (; i < count; i += 8) {
      unsigned byte = 0;
      for (int k = 0; k < 8; ++k) byte |= (words[i + k] >> 8 < threshold ? 1u : 0u) << k;
      bits[i / 8] = static_cast<uint8_t>(byte);
    }
    return;
  }
  for (int64_t i = 0; i < count; i += 8) {
    unsigned byte = 0;
    for (int64_t k = 0; k < 8; k += lanes) {
      uint8_t part[8];
      store(i + k, part);
      byte |= (part[0] & ((1u << lanes) - 1)) << k;
    }
    bits[i / 8] = static_cast<uint8_t>(byte);
  }
}

template <bool for_halves>
void KeepAll(double scale, uint64_t bits, const float* from, int64_t count, float* to) {
  const Words d;
  const auto lanes = static_cast<int64_t>(Doubles::Size());
  const auto lane_bits = hn::Shl(hn::Set(d, 1), hn::Iota(d, 0));
  const auto keep = [&](uint64_t kept, const float* x) HWY_ATTR {
    const auto raw_mask = hn::TestBit(hn::Set(d, kept), lane_bits);
    const Doubles::Mask is_kept(hn::RebindMask(Doubles::D(), raw_mask));
    const Doubles result = Select(is_kept, Doubles::Load(x) * Doubles(scale), Doubles(0));
    if constexpr (for_halves) {
      return result.ToFloatsForHalves();
    } else {
      return result.ToFloats();
    }
  };
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(keep(bits >> i, from + i), Doubles::FloatTag(), to + i);
  }
  if (i == count) return;
  float last[Doubles::kMaxSize] = {}, kept[Doubles::kMaxSize];
  std::copy_n(from + i, count - i, last);
  hn::StoreU(keep(bits >> i, last), Doubles::FloatTag(), kept);
  std::copy_n(kept, count - i, to + i);
}

void KeepFloatsBy(const Keep& keep, uint64_t bits, const float* from, int64_t count, float* to) {
  const auto all = keep.for_halves ? KeepAll<true> : KeepAll<false>;
  all(keep.scale, bits, from, count, to);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FillBlocks);
HWY_EXPORT(DrawNumbersOf);
HWY_EXPORT(DrawBitsOf);
HWY_EXPORT(KeepFloatsBy);

// From one word of 32 bits, of 2^32 that are shared out.
void DrawIntegersOfWords(const Draw& draw, const uint32_t* words, int64_t count,
                         int64_t* integers) {
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t k = (words[i] * draw.count) >> 32;
    integers[i] = static_cast<int64_t>(draw.first + k);
  }
}

__extension__ using UInt128 = unsigned __int128;

// From two, of 2^64.
void DrawIntegersOfPairs(const Draw& draw, const uint32_t* words, int64_t count,
                         int64_t* integers) {
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t pair = PairAt(words, i);
    const UInt128 product = UInt128{pair} * draw.count;
    const uint64_t k = draw.count == 0 ? pair : static_cast<uint64_t>(product >> 64);
    integers[i] = static_cast<int64_t>(draw.first + k);
  }
}

}  // namespace

void FillWords(const WordStream& stream, uint64_t first, int64_t blocks, uint32_t* words) {
  const int64_t filled = HWY_DYNAMIC_DISPATCH(FillBlocks)(stream, first, blocks, words);
  for (int64_t b = filled; b < blocks; ++b) {
    const PhiloxWords block = WordsOf(stream, first + static_cast<uint64_t>(b));
    std::copy_n(block.word, kWordsOfBlock, words + kWordsOfBlock * b);
  }
}

void DrawNumbers(const Draw& draw, const uint32_t* words, int64_t count, double* numbers) {
  HWY_DYNAMIC_DISPATCH(DrawNumbersOf)(draw, words, count, numbers);
}

void DrawIntegers(const Draw& draw, const uint32_t* words, int64_t count, int64_t* integers) {
  WordsOfInteger(draw) == 1 ? DrawIntegersOfWords(draw, words, count, integers)
                            : DrawIntegersOfPairs(draw, words, count, integers);
}

void DrawBits(uint32_t threshold, const uint32_t* words, int64_t count, uint8_t* bits) {
  HWY_DYNAMIC_DISPATCH(DrawBitsOf)(threshold, words, count, bits);
}

uint32_t ThresholdOf(double probability) {
  return static_cast<uint32_t>(std::ceil(std::clamp(probability, 0.0, 1.0) * 0x1p24));
}

void KeepFloats(const Keep& keep, uint64_t bits, const float* from, int64_t count, float* to) {
  HWY_DYNAMIC_DISPATCH(KeepFloatsBy)(keep, bits, from, count, to);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
