#include "kinds/product/integer_loops.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/int4.h"
#include "cpu/prefetch.h"
#include "cpu/product_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/product/integer_loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
#include "hwy/cache_control.h"
#include "kinds/product/squares-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

HWY_INLINE Floats LoadIntegers(const int8_t* from) {
  const Floats::D d;
  const hn::Rebind<int8_t, Floats::D> bytes;
  return Floats(
      hn::ConvertTo(d, hn::PromoteTo(hn::RebindToSigned<Floats::D>(), hn::LoadU(bytes, from))));
}

// Calls `number_of(integers, i)` for vectors of elements from i on, and for the last ones.
template <class T, class NumberOf>
HWY_INLINE void MakeNumbers(const int8_t* from, int64_t count, void* to,
                            const NumberOf& number_of) {
  T* const results = static_cast<T*>(to);
  int64_t i = 0;
  for (; i + kFloatLanes <= count; i += kFloatLanes) {
    StoreTo(number_of(LoadIntegers(from + i), i, kFloatLanes), results + i);
  }
  if (i == count) return;
  int8_t last[kFloatLanes] = {};
  for (int64_t k = i; k < count; ++k) last[k - i] = from[k];
  StoreSome(number_of(LoadIntegers(last), i, count - i), results + i, count - i);
}

template <class T>
void MakeAlike(const int8_t* from, int64_t count, float scale, float offset, void* to) {
  const Floats factor(scale), added(offset);
  MakeNumbers<T>(from, count, to, [&](Floats integers, int64_t, int64_t) HWY_ATTR {
    return (integers + added) * factor;
  });
}

template <class T>
void MakeEach(const int8_t* from, int64_t count, const float* scales, const float* offsets,
              void* to) {
  MakeNumbers<T>(from, count, to, [&](Floats integers, int64_t i, int64_t some) HWY_ATTR {
    const Floats added =
        some == kFloatLanes ? Floats::Load(offsets + i) : LoadSome<Floats>(offsets + i, some);
    const Floats factor =
        some == kFloatLanes ? Floats::Load(scales + i) : LoadSome<Floats>(scales + i, some);
    return (integers + added) * factor;
  });
}

void Unpack(const uint8_t* from, int64_t count, int8_t* to) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::CappedTag<uint8_t, 32> d;
  const hn::RebindToSigned<decltype(d)> signed_bytes;
  constexpr int64_t kLanes = hn::MaxLanes(d);
  const auto sign = hn::Set(d, 8);
  // A nibble with its sign: the bits of (nibble ^ 8) - 8.
  const auto number = [&](hn::Vec<decltype(d)> nibbles) HWY_ATTR {
    return hn::BitCast(signed_bytes, hn::Sub(hn::Xor(nibbles, sign), sign));
  };
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    const auto bytes = hn::LoadU(d, from + i / 2);
    const auto low = number(hn::And(bytes, hn::Set(d, 0xf)));
    const auto high = number(hn::And(hn::ShiftRightSame(bytes, 4), hn::Set(d, 0xf)));
    hn::StoreInterleaved2(low, high, signed_bytes, to + i);
  }
#endif
  for (; i < count; ++i) {
    to[i] = static_cast<int8_t>(Int4(from[i / 2] >> (i % 2 * 4)));
  }
}

#if HWY_NATIVE_FMA && HWY_TARGET != HWY_SCALAR

using GroupTag = hn::CappedTag<float, 16>;
using Group = hn::Vec<GroupTag>;
inline constexpr int64_t kGroup = hn::MaxLanes(GroupTag());
static_assert(kColumnsOfScales % kGroup == 0);

using Words = hn::Vec<hn::RebindToUnsigned<GroupTag>>;

// Bits of a FLOAT's fraction that T has not.
template <class T>
inline constexpr int kDroppedBits = std::is_same_v<T, Float16Bits> ? 13 : 16;

// A vector of floats rounded to T, to nearest even.
template <class T>
HWY_INLINE Group Rounded(Group numbers) {
  const GroupTag d;
  if constexpr (std::is_same_v<T, Float16Bits>) {
    const hn::Rebind<hwy::float16_t, GroupTag> half;
    return hn::PromoteTo(d, hn::DemoteTo(half, numbers));
  } else {  // in whole numbers
    const hn::RebindToUnsigned<GroupTag> words;
    const auto bits = hn::BitCast(words, numbers);
    const auto is_odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(words, 1u));
    const auto up = hn::Add(hn::Add(bits, hn::Set(words, 0x7fffu)), is_odd);
    const auto rounded = hn::BitCast(d, hn::And(up, hn::Set(words, 0xffff0000u)));
    return hn::IfThenElse(hn::IsNaN(numbers), numbers, rounded);
  }
}

// Makes numbers of the integers of kBits bits that words have: number i of each.
template <class T, int kBits, bool kHasOffset>
class AnyNumbers {
 public:
  AnyNumbers(Group scale, Group offset) : scale_(scale), offset_(offset) {}

  template <int i>
  HWY_INLINE Group Number(Words words) const {
    constexpr int kUnused = 32 - kBits;
    const auto signed_words = hn::BitCast(hn::RebindToSigned<GroupTag>(), words);
    const auto integers = hn::ShiftRight<kUnused>(hn::ShiftLeft<kUnused - kBits * i>(signed_words));
    Group number = hn::ConvertTo(GroupTag(), integers);
    if constexpr (kHasOffset) number = hn::Add(number, offset_);
    return Rounded<T>(hn::Mul(number, scale_));
  }

 private:
  Group scale_, offset_;
};

// The same in fewer operations, where AreNormal(scale): all but the sign of 0. The integer w stays
// at the top of a word, as w times a power of 2 that the scale takes back. Its product with the
// scale has fewer bits than a FLOAT, so that Veltkamp's splitting rounds it to T, and halves to
// even: with C = 2^kDroppedBits + 1, the rounded part is p + (w scale - p), where p = w scale C.
template <class T, int kBits>
class NormalNumbers {
 public:
  explicit NormalNumbers(Group scale)
      : scale_(hn::Mul(scale, hn::Set(GroupTag(), 1.0f / float{1u << (32 - kBits)}))),
        split_(hn::Mul(scale_, hn::Set(GroupTag(), float{(1 << kDroppedBits<T>)+1}))) {}

  template <int i>
  HWY_INLINE Group Number(Words words) const {
    const GroupTag d;
    const auto top = hn::BitCast(hn::RebindToSigned<GroupTag>(), AtTop<i>(words));
    const Group integers = hn::ConvertTo(d, top);
    const Group large = hn::Mul(integers, split_);
    return hn::Add(large, hn::MulSub(integers, scale_, large));
  }

 private:
  // Integer i of each word, and zeros below it.
  template <int i>
  static HWY_INLINE Words AtTop(Words words) {
    constexpr int kAbove = 32 - kBits - kBits * i;
    const hn::RebindToUnsigned<GroupTag> w;
    if constexpr (kBits == 8 && kAbove > 0) {  // one operation instead of two
      const hn::Repartition<uint8_t, decltype(w)> bytes;
      constexpr uint8_t kZero = 0x80;
      alignas(16) static constexpr uint8_t kFrom[] = {kZero, kZero, kZero, i,     kZero, kZero,
                                                      kZero, 4 + i, kZero, kZero, kZero, 8 + i,
                                                      kZero, kZero, kZero, 12 + i};
      return hn::BitCast(
          w, hn::TableLookupBytesOr0(hn::BitCast(bytes, words), hn::LoadDup128(bytes, kFrom)));
    } else {
      constexpr uint32_t kTop = ~0u << (32 - kBits);
      return hn::And(hn::ShiftLeft<kAbove>(words), hn::Set(w, kTop));
    }
  }

  Group scale_, split_;
};

// Whether the numbers of all integers of 8 bits are 0 or normal in T, and far from the largest.
template <class T>
HWY_INLINE bool AreNormal(Group scales) {
  const GroupTag d;
  constexpr float kLeast = std::is_same_v<T, Float16Bits> ? 0x1p-14f : 0x1p-98f;
  constexpr float kMost = std::is_same_v<T, Float16Bits> ? 0x1p8f : 0x1p98f;
  const Group sizes = hn::Abs(scales);
  const auto is_normal =
      hn::And(hn::Ge(sizes, hn::Set(d, kLeast)), hn::Lt(sizes, hn::Set(d, kMost)));
  return hn::AllTrue(d, hn::Or(is_normal, hn::Eq(sizes, hn::Zero(d))));
}

// The sums of some rows in one chain.
template <size_t kRows>
using Chain = Group[kRows];

// Adds the terms of number i of each word.
template <int i, class Numbers, size_t... r>
HWY_INLINE void AddNumber(const float* a, int64_t a_pitch, Words words, Chain<sizeof...(r)>& chain,
                          const Numbers& numbers, std::index_sequence<r...>) {
  const Group number = numbers.template Number<i>(words);
  ((chain[r] = hn::MulAdd(hn::Set(GroupTag(), a[int64_t{r} * a_pitch + i]), number, chain[r])),
   ...);
}

// The integers that words have, one after the other, to even and odd chains.
template <size_t kRows, class Numbers, size_t... i>
HWY_INLINE void AddWords(const float* a, int64_t a_pitch, Words words, Chain<kRows>& even,
                         Chain<kRows>& odd, const Numbers& numbers, std::index_sequence<i...>) {
  (AddNumber<static_cast<int>(i)>(a, a_pitch, words, i % 2 == 0 ? even : odd, numbers,
                                  std::make_index_sequence<kRows>()),
   ...);
}

// A block of kTermsOfBlock indices k of a group of columns, for some rows of a.
template <int kBits, size_t kRows, class Numbers>
HWY_INLINE void AddBlock(const float* a, int64_t a_pitch, const uint8_t* b, int64_t pitch,
                         Chain<kRows>& sums, const Numbers& numbers) {
  const GroupTag d;
  const hn::RebindToUnsigned<GroupTag> w;
  constexpr int64_t kInWord = 32 / kBits, kInSquare = 4 * kInWord;
  constexpr auto kAll = std::make_index_sequence<kInWord>();
  Chain<kRows> even, odd;
  for (size_t r = 0; r < kRows; ++r) even[r] = odd[r] = hn::Zero(d);
  for (int64_t k = 0; k < kTermsOfBlock; k += kInSquare) {
    Words words[4];
    LoadSquares(w, reinterpret_cast<const std::byte*>(b + k * kBits / 8), pitch, words);
    AddWords<kRows>(a + k, a_pitch, words[0], even, odd, numbers, kAll);
    AddWords<kRows>(a + k + kInWord, a_pitch, words[1], even, odd, numbers, kAll);
    AddWords<kRows>(a + k + 2 * kInWord, a_pitch, words[2], even, odd, numbers, kAll);
    AddWords<kRows>(a + k + 3 * kInWord, a_pitch, words[3], even, odd, numbers, kAll);
  }
  for (size_t r = 0; r < kRows; ++r) sums[r] = hn::Add(sums[r], hn::Add(even[r], odd[r]));
}

// The bytes of a group of columns that are in one cache line of each: such lines may be all in one
// set of the first-level cache, so that none stays there until its next bytes are wanted.
template <int kBits>
struct Lines {
  static constexpr int64_t kTerms = kCacheLine * 8 / kBits;
  alignas(kCacheLine) uint8_t bytes[kGroup * kCacheLine];

  // Takes the bytes at `from`, and asks for those `ahead`.
  HWY_INLINE void Load(const uint8_t* from, int64_t pitch, int64_t terms, int64_t ahead) {
    const auto count = static_cast<size_t>(std::min(terms, kTerms) * kBits / 8);
    for (int64_t c = 0; c < kGroup; ++c) {
      hwy::Prefetch(from + c * pitch + ahead);
      if (terms >= kTerms) {
        std::memcpy(bytes + c * kCacheLine, from + c * pitch, kCacheLine);
      } else {
        std::memcpy(bytes + c * kCacheLine, from + c * pitch, count);
      }
    }
  }
};

template <class T, int kBits, size_t kRows>
HWY_INLINE void MultiplyGroup(const float* a, int64_t a_pitch, const IntegerColumns& columns,
                              int64_t first, double* sums, int64_t sums_pitch) {
  const GroupTag d;
  const uint8_t* const b = columns.data + first * columns.pitch;
  Lines<kBits> lines;
  for (int64_t run = 0; run < columns.k; run += kTermsOfRun) {
    const int64_t end = std::min(run + kTermsOfRun, columns.k);
    Chain<kRows> in_float;
    for (Group& sum : in_float) sum = hn::Zero(d);
    for (int64_t k = run; k < end; k += kTermsOfBlock) {
      const int64_t in_line = k % Lines<kBits>::kTerms;
      if (in_line == 0) {
        const int64_t ahead = BytesAhead((columns.k - k) * kBits / 8, kGroup * columns.pitch);
        lines.Load(b + k * kBits / 8, columns.pitch, end - k, ahead);
      }
      const int64_t at = columns.ScaleAt(first, k / columns.group);
      const Group scale = hn::LoadU(d, columns.scales + at);
      const uint8_t* const block = lines.bytes + in_line * kBits / 8;
      if (columns.offsets != nullptr) {
        const AnyNumbers<T, kBits, true> numbers(scale, hn::LoadU(d, columns.offsets + at));
        AddBlock<kBits, kRows>(a + k, a_pitch, block, kCacheLine, in_float, numbers);
      } else if (AreNormal<T>(scale)) {
        const NormalNumbers<T, kBits> numbers(scale);
        AddBlock<kBits, kRows>(a + k, a_pitch, block, kCacheLine, in_float, numbers);
      } else {
        const AnyNumbers<T, kBits, false> numbers(scale, hn::Zero(d));
        AddBlock<kBits, kRows>(a + k, a_pitch, block, kCacheLine, in_float, numbers);
      }
    }
    for (size_t r = 0; r < kRows; ++r) {
      float terms[kGroup];
      hn::StoreU(in_float[r], d, terms);
      double* const to = sums + static_cast<int64_t>(r) * sums_pitch + first;
      for (int64_t c = 0; c < kGroup; ++c) to[c] += double{terms[c]};
    }
  }
}

template <class T, int kBits>
int64_t MultiplyColumns(const float* a, int64_t a_pitch, int64_t rows,
                        const IntegerColumns& columns, int64_t width, double* sums,
                        int64_t sums_pitch) {
  int64_t done = 0;
  for (; done + kGroup <= width; done += kGroup) {
    int64_t row = 0;
    const auto add = [&](auto count) HWY_ATTR {
      for (; row + int64_t{count()} <= rows; row += int64_t{count()}) {
        MultiplyGroup<T, kBits, count()>(a + row * a_pitch, a_pitch, columns, done,
                                         sums + row * sums_pitch, sums_pitch);
      }
    };
    add(std::integral_constant<size_t, 8>());
    add(std::integral_constant<size_t, 4>());
    add(std::integral_constant<size_t, 2>());
    add(std::integral_constant<size_t, 1>());
  }
  return done;
}

#else

template <class T, int kBits>
int64_t MultiplyColumns(const float*, int64_t, int64_t, const IntegerColumns&, int64_t, double*,
                        int64_t) {
  return 0;
}

#endif

template <class T>
constexpr NumberLoops LoopsTo() {
  return {.alike = MakeAlike<T>,
          .each = MakeEach<T>,
          .multiply_bytes = MultiplyColumns<T, 8>,
          .multiply_halves = MultiplyColumns<T, 4>};
}

const IntegerLoops* IntegerLoopsOfTarget() {
  static constexpr IntegerLoops kLoops = {.unpack = Unpack,
                                          .to_bfloat16 = LoopsTo<Bfloat16Bits>(),
                                          .to_float16 = LoopsTo<Float16Bits>()};
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(IntegerLoopsOfTarget);

const IntegerLoops& GetIntegerLoops() { return *HWY_DYNAMIC_DISPATCH(IntegerLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
