#include "kinds/product/integer_loops.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/ceil_div.h"
#include "base/int4.h"
#include "cpu/prefetch.h"
#include "cpu/product_order.h"
#include "kinds/product/reading_order.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/product/integer_loops.cc"
#include "hwy/foreach_target.h"

#include "cpu/sum_loops-inl.h"
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
void MakeGroups(const int8_t* from, int64_t count, int64_t rest, int64_t group, const float* scales,
                const float* offsets, void* to) {
  T* results = static_cast<T*>(to);
  while (count > 0) {
    const int64_t some = std::min(rest, count);
    const Floats factor(*scales++), added(*offsets++);
    MakeNumbers<T>(from, some, results, [&](Floats integers, int64_t, int64_t) HWY_ATTR {
      return (integers + added) * factor;
    });
    from += some;
    results += some;
    count -= some;
    rest = group;
  }
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

  // The numbers i of each word.
  template <size_t... i>
  HWY_INLINE void Make(Words words, Group (&to)[sizeof...(i)], std::index_sequence<i...>) const {
    size_t n = 0;
    ((to[n++] = Number<static_cast<int>(i)>(words)), ...);
  }

 private:
  template <int i>
  HWY_INLINE Group Number(Words words) const {
    constexpr int kUnused = 32 - kBits;
    const auto signed_words = hn::BitCast(hn::RebindToSigned<GroupTag>(), words);
    const auto integers = hn::ShiftRight<kUnused>(hn::ShiftLeft<kUnused - kBits * i>(signed_words));
    Group number = hn::ConvertTo(GroupTag(), integers);
    if constexpr (kHasOffset) number = hn::Add(number, offset_);
    return Rounded<T>(hn::Mul(number, scale_));
  }

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

  // The numbers i of each word, step by step for all, so that no step waits for the one before it.
  template <size_t... i>
  HWY_INLINE void Make(Words words, Group (&to)[sizeof...(i)], std::index_sequence<i...>) const {
    const Group integers[] = {Top<static_cast<int>(i)>(words)...};
    Group large[sizeof...(i)];
    for (size_t n = 0; n < sizeof...(i); ++n) large[n] = hn::Mul(integers[n], split_);
    for (size_t n = 0; n < sizeof...(i); ++n) to[n] = hn::MulSub(integers[n], scale_, large[n]);
    for (size_t n = 0; n < sizeof...(i); ++n) to[n] = hn::Add(large[n], to[n]);
  }

 private:
  // Integer i of each word, at its top.
  template <int i>
  static HWY_INLINE Group Top(Words words) {
    const GroupTag d;
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    if constexpr (kBits == 4) {  // which of 16 numbers the last four bits say: one operation
      constexpr float kTop = float{1u << 28};
      alignas(64) static constexpr float kNumbers[] = {
          0,         kTop,      2 * kTop,  3 * kTop,  4 * kTop,  5 * kTop,  6 * kTop,  7 * kTop,
          -8 * kTop, -7 * kTop, -6 * kTop, -5 * kTop, -4 * kTop, -3 * kTop, -2 * kTop, -1 * kTop};
      const Words shifted = hn::ShiftRight<4 * (i % 4)>(words);
      if constexpr (i < 4) {
        return hn::TableLookupLanes(hn::Load(d, kNumbers), hn::Indices512<float>{shifted.raw});
      } else {  // those of the upper half of a word are there without a shift further
        static constexpr auto kHalves = [] {
          std::array<uint16_t, 32> halves{};  // twice, as the fifth bit may be any
          for (size_t n = 0; n < halves.size(); ++n) {
            halves[n] = static_cast<uint16_t>(std::bit_cast<uint32_t>(kNumbers[n % 16]) >> 16);
          }
          return halves;
        }();
        constexpr __mmask32 kUpper = 0xaaaaaaaa;
        return Group{_mm512_castsi512_ps(_mm512_maskz_permutexvar_epi16(
            kUpper, shifted.raw, _mm512_loadu_si512(kHalves.data())))};
      }
    }
#endif
    return hn::ConvertTo(d, hn::BitCast(hn::RebindToSigned<GroupTag>(), AtTop<i>(words)));
  }

  // The same with zeros below it.
  template <int i>
  static HWY_INLINE Words AtTop(Words words) {
    const hn::RebindToUnsigned<GroupTag> w;
    if constexpr (kBits == 8) {
      return ByteAtTop<i>(words);
    } else {  // four of them at the tops of bytes
      const Words bytes = i % 2 == 0 ? hn::ShiftLeft<4>(words) : words;
      return ByteAtTop<i / 2>(hn::And(bytes, hn::Set(w, 0xf0f0f0f0u)));
    }
  }

  template <int i>
  static HWY_INLINE Words ByteAtTop(Words words) {
    const hn::RebindToUnsigned<GroupTag> w;
    if constexpr (i == 3) {
      return hn::And(words, hn::Set(w, 0xff000000u));
    } else {  // one operation instead of two
      const hn::Repartition<uint8_t, decltype(w)> bytes;
      constexpr uint8_t kZero = 0x80;
      alignas(16) static constexpr uint8_t kFrom[] = {kZero, kZero, kZero, i,     kZero, kZero,
                                                      kZero, 4 + i, kZero, kZero, kZero, 8 + i,
                                                      kZero, kZero, kZero, 12 + i};
      return hn::BitCast(
          w, hn::TableLookupBytesOr0(hn::BitCast(bytes, words), hn::LoadDup128(bytes, kFrom)));
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

// A chunk of a column: as many blocks as a vector has lanes, each in a lane. 16 bytes of each block
// make squares whose columns are words of all blocks.
inline constexpr int64_t kLoads = 16 / int64_t{sizeof(float)}, kBlocksOfLoad = kGroup / kLoads;
inline constexpr int64_t kTermsOfChunk = kGroup * kTermsOfBlock;
static_assert(kTermsOfRun % kTermsOfChunk == 0 && kTermsOfChunk <= kMostTermsOfChunk);

// The lane in which the squares have a block.
constexpr int64_t LaneOf(int64_t block) {
  return block % kBlocksOfLoad * kLoads + block / kBlocksOfLoad;
}

// v[c]: column c of 16 bytes of each block of a chunk; blocks are `step` bytes apart.
template <class D>
HWY_INLINE void LoadBlocks(D d, const std::byte* from, int64_t step, hn::Vec<D> (&v)[kLoads]) {
  for (int64_t r = 0; r < kLoads; ++r) {
    const std::byte* const rows = from + r * kBlocksOfLoad * step;
    v[r] = step == 16 ? hn::LoadU(d, reinterpret_cast<const hn::TFromD<D>*>(rows))
                      : LoadRows(d, rows, step);
  }
  TurnSquares(d, v);
}

// The words of a chunk's blocks of integers of kBits bits.
template <int kBits>
inline constexpr int64_t kWords = kTermsOfBlock* kBits / 32;

template <int kBits>
HWY_INLINE void LoadWords(const uint8_t* from, Words (&words)[kWords<kBits>]) {
  const hn::RebindToUnsigned<GroupTag> w;
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  if constexpr (kBits == 8 && kGroup == 16) {  // whole vectors have two blocks each
    Words even[kLoads], odd[kLoads];
    const auto* const rows = reinterpret_cast<const uint32_t*>(from);
    for (int64_t r = 0; r < kLoads; ++r) {
      even[r] = hn::LoadU(w, rows + 2 * r * kGroup);
      odd[r] = hn::LoadU(w, rows + (2 * r + 1) * kGroup);
    }
    TurnSquares(w, even);
    TurnSquares(w, odd);
    for (int64_t r = 0; r < kLoads; ++r) {
      constexpr int kFirstHalves = 0x88, kSecondHalves = 0xdd;
      words[r] = Words{_mm512_shuffle_i32x4(even[r].raw, odd[r].raw, kFirstHalves)};
      words[kLoads + r] = Words{_mm512_shuffle_i32x4(even[r].raw, odd[r].raw, kSecondHalves)};
    }
    return;
  }
#endif
  for (int64_t part = 0; part < kWords<kBits>; part += kLoads) {
    Words some[kLoads];
    LoadBlocks(w, reinterpret_cast<const std::byte*>(from) + part * int64_t{sizeof(uint32_t)},
               kWords<kBits> * int64_t{sizeof(uint32_t)}, some);
    std::copy_n(some, kLoads, words + part);
  }
}

// Numbers of a chunk's blocks in their lanes.
HWY_INLINE Group InLanes(Group numbers) {
  if constexpr (kBlocksOfLoad == 1) return numbers;
  struct Blocks {
    int32_t of_lane[kGroup];
  };
  static constexpr Blocks kBlocks = [] {
    Blocks blocks{};
    for (int64_t b = 0; b < kGroup; ++b) blocks.of_lane[LaneOf(b)] = static_cast<int32_t>(b);
    return blocks;
  }();
  return hn::TableLookupLanes(numbers, hn::SetTableIndices(GroupTag(), kBlocks.of_lane));
}

// The rows of a chunk by chunk, index k by index k, in the lanes of its blocks; zeros past k.
void TurnRows(const float* a, int64_t a_pitch, int64_t rows, int64_t k, float* turned) {
  const GroupTag d;
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t done = 0; done < k; done += kTermsOfChunk, turned += kTermsOfChunk) {
      const float* chunk = a + r * a_pitch + done;
      float last[kTermsOfChunk];
      if (k - done < kTermsOfChunk) {
        std::fill(std::copy_n(chunk, k - done, last), last + kTermsOfChunk, 0.0f);
        chunk = last;
      }
      for (int64_t i = 0; i < kTermsOfBlock; i += kLoads) {
        Group terms[kLoads];
        LoadBlocks(d, reinterpret_cast<const std::byte*>(chunk + i),
                   kTermsOfBlock * int64_t{sizeof(float)}, terms);
        for (int64_t n = 0; n < kLoads; ++n) hn::Store(terms[n], d, turned + (i + n) * kGroup);
      }
    }
  }
}

// The sums of some rows in one chain, of each block in its lane.
template <size_t kRows>
using Chain = Group[kRows];

// Adds the terms of one index k.
template <size_t... r>
HWY_INLINE void AddNumber(const float* a, int64_t a_pitch, Group number, Chain<sizeof...(r)>& chain,
                          std::index_sequence<r...>) {
  ((chain[r] = hn::MulAdd(hn::Load(GroupTag(), a + int64_t{r} * a_pitch), number, chain[r])), ...);
}

// The integers i of words, to even and odd chains.
template <size_t kRows, class Numbers, size_t... i>
HWY_INLINE void AddSome(const float* a, int64_t a_pitch, Words words, Chain<kRows>& even,
                        Chain<kRows>& odd, const Numbers& numbers, std::index_sequence<i...> some) {
  Group made[sizeof...(i)];
  numbers.Make(words, made, some);
  size_t n = 0;
  (AddNumber(a + int64_t{i} * kGroup, a_pitch, made[n++], i % 2 == 0 ? even : odd,
             std::make_index_sequence<kRows>()),
   ...);
}

// All of them: at once where there are registers enough.
template <size_t kRows, class Numbers, size_t... i>
HWY_INLINE void AddWords(const float* a, int64_t a_pitch, Words words, Chain<kRows>& even,
                         Chain<kRows>& odd, const Numbers& numbers, std::index_sequence<i...> all) {
  if constexpr (kRows <= 4 && kHasManyRegisters) {
    AddSome<kRows>(a, a_pitch, words, even, odd, numbers, all);
  } else {
    (AddSome<kRows>(a, a_pitch, words, even, odd, numbers, std::index_sequence<i>()), ...);
  }
}

// Where bytes lie that the caches are asked for: those that follow soon, and later ones, which the
// second-level cache is asked for.
struct Asked {
  uintptr_t soon, later;
};

// The sums of the blocks of a chunk of some columns, for some rows. Meanwhile as many bytes are
// asked for.
template <int kBits, size_t kRows, class Numbers, size_t kColumns>
HWY_INLINE void AddChunk(const float* a, int64_t a_pitch, const uint8_t* const (&b)[kColumns],
                         const Asked (&asked)[kColumns], const Numbers (&numbers)[kColumns],
                         Chain<kRows> (&sums)[kColumns]) {
  const GroupTag d;
  constexpr int64_t kInWord = 32 / kBits;
  constexpr auto kAll = std::make_index_sequence<kInWord>();
  Chain<kRows> even[kColumns], odd[kColumns];
  for (size_t c = 0; c < kColumns; ++c) {
    for (size_t r = 0; r < kRows; ++r) even[c][r] = odd[c][r] = hn::Zero(d);
  }
  Words words[kColumns][kWords<kBits>];
  for (size_t c = 0; c < kColumns; ++c) LoadWords<kBits>(b[c], words[c]);
  const auto add = [&](size_t n) HWY_ATTR __attribute__((always_inline)) {
    const int64_t word = static_cast<int64_t>(n), at = word * kGroup * int64_t{sizeof(float)};
    for (size_t c = 0; c < kColumns; ++c) {
      if (at % kCacheLine == 0) {
        AskForLines(asked[c].soon + static_cast<uintptr_t>(at), kCacheLine);
        AskForLines<false, CacheLevel::kSecond>(asked[c].later + static_cast<uintptr_t>(at),
                                                kCacheLine);
      }
      AddWords<kRows>(a + word * kInWord * kGroup, a_pitch, words[c][n], even[c], odd[c],
                      numbers[c], kAll);
    }
  };
  if constexpr (kRows == 1) {  // not a loop, so that words stay in registers
    [&]<size_t... n>(std::index_sequence<n...>) HWY_ATTR { (add(n), ...); }
    (std::make_index_sequence<kWords<kBits>>());
  } else {
    for (size_t n = 0; n < kWords<kBits>; ++n) add(n);
  }
  for (size_t c = 0; c < kColumns; ++c) {
    for (size_t r = 0; r < kRows; ++r) sums[c][r] = hn::Add(even[c][r], odd[c][r]);
  }
}

// Bytes from what is read to what is asked for.
inline constexpr int64_t kSoon = 2048, kLater = 16384;

// The products of some rows with up to kGroup columns.
template <class T, int kBits, size_t kRows>
class ColumnsOfGroup {
 public:
  ColumnsOfGroup(const float* a, int64_t a_pitch, const IntegerColumns& columns, int64_t first,
                 int64_t count)
      : a_(a),
        a_pitch_(a_pitch),
        columns_(columns),
        first_(first),
        count_(count),
        soon_(columns.k, kStepsToSoon),
        later_(columns.k, kStepsToLater) {
    if (count < kGroup) std::memset(of_blocks_, 0, sizeof(of_blocks_));
  }

  HWY_INLINE void AddTo(double* sums, int64_t sums_pitch) {
    const GroupTag d;
    const int64_t blocks = columns_.k / kTermsOfBlock;
    Group in_float[kRows];
    for (Group& sum : in_float) sum = hn::Zero(d);
    for (int64_t part = 0; part < blocks; part += kBlocksOfPart) {
      const int64_t end = std::min(part + kBlocksOfPart, blocks);
      SumBlocks(part, end);
      for (int64_t block = part; block < end; block += kGroup) {
        const int64_t some = std::min(end - block, kGroup);
        for (size_t r = 0; r < kRows; ++r) {
          in_float[r] = Sum(of_blocks_[r][(block - part) / kGroup], some, in_float[r]);
        }
        if (block + some != blocks && (block + some) * kTermsOfBlock % kTermsOfRun != 0) continue;
        for (size_t r = 0; r < kRows; ++r) {
          float terms[kGroup];
          hn::StoreU(in_float[r], d, terms);
          double* const to = sums + static_cast<int64_t>(r) * sums_pitch;
          for (int64_t c = 0; c < count_; ++c) to[c] += double{terms[c]};
          in_float[r] = hn::Zero(d);
        }
      }
    }
  }

 private:
  static constexpr int64_t kBytes = kTermsOfBlock * kBits / 8;
  // Columns at once, so that their chains do not wait for each other.
  static constexpr int64_t kTogether = kRows == 1 && kHasManyRegisters ? 2 : 1;

  // A column's indices k that are used before the next one's: they lie side by side in memory, and
  // their terms of the rows stay in the first-level cache.
  static constexpr int64_t kTermsOfPart = 4 * kTermsOfRun / int64_t{kRows},
                           kBlocksOfPart = kTermsOfPart / kTermsOfBlock;
  static_assert(kBlocksOfPart % kGroup == 0);

  using ChunkOfThese = ChunkOfColumns<kTermsOfPart, kTermsOfChunk, kTogether, kGroup>;
  // How far ahead the caches are asked for bytes.
  static constexpr int64_t kBytesOfStep = kTogether * kGroup * kBytes,
                           kStepsToSoon = std::max<int64_t>(1, kSoon / kBytesOfStep),
                           kStepsToLater = kLater / kBytesOfStep;

  // Sums the blocks from `part` to `end`, column by column.
  HWY_INLINE void SumBlocks(int64_t part, int64_t end) {
    int64_t c = 0;
    for (; c + kTogether <= count_; c += kTogether) SumBlocksOf<kTogether>(c, part, end);
    if constexpr (kTogether > 1) {
      for (; c < count_; ++c) SumBlocksOf<1>(c, part, end);
    }
  }

  template <size_t kColumns>
  HWY_INLINE void SumBlocksOf(int64_t column, int64_t part, int64_t end) {
    for (int64_t block = part; block < end; block += kGroup) {
      SumChunk<kColumns>(column, block, part, end);
    }
  }

  template <size_t kColumns>
  HWY_INLINE void SumChunk(int64_t column, int64_t block, int64_t part, int64_t end) {
    const int64_t some = std::min(end - block, kGroup);
    const GroupTag d;
    const uint8_t* b[kColumns];
    Asked asked[kColumns];
    uint8_t last[kColumns][kGroup * kBytes];
    Group scales[kColumns];
    bool are_normal = columns_.offsets == nullptr;
    for (size_t c = 0; c < kColumns; ++c) {
      const int64_t of_these = static_cast<int64_t>(c), at = column + of_these;
      b[c] = columns_.data + (first_ + at) * columns_.pitch + block * kBytes;
      asked[c] = {Address(soon_, of_these), Address(later_, of_these)};
      if (columns_.halves != nullptr) AskForLines(AddressOfHalves(later_, of_these), kCacheLine);
      if (some < kGroup) {
        std::fill(std::copy_n(b[c], some * kBytes, last[c]), last[c] + kGroup * kBytes, uint8_t{0});
        b[c] = last[c];
      }
      scales[c] = ScalesOfBlocks(at, block, some);
      are_normal = are_normal && AreNormal<T>(scales[c]);
    }
    soon_.Step();
    later_.Step();
    Chain<kRows> sums[kColumns];
    const float* const a = a_ + block * kTermsOfBlock;
    if (are_normal) {
      using Numbers = NormalNumbers<T, kBits>;
      if constexpr (kColumns == 2) {
        const Numbers numbers[] = {Numbers(scales[0]), Numbers(scales[1])};
        AddChunk<kBits, kRows>(a, a_pitch_, b, asked, numbers, sums);
      } else {
        const Numbers numbers[] = {Numbers(scales[0])};
        AddChunk<kBits, kRows>(a, a_pitch_, b, asked, numbers, sums);
      }
    } else {
      for (size_t c = 0; c < kColumns; ++c)
        AddAny(a, b[c], asked[c], scales[c], column + static_cast<int64_t>(c), block, sums[c]);
    }
    for (size_t c = 0; c < kColumns; ++c) {
      for (size_t r = 0; r < kRows; ++r) {
        hn::Store(sums[c][r], d,
                  of_blocks_[r][(block - part) / kGroup][column + static_cast<int64_t>(c)]);
      }
    }
  }

  HWY_NOINLINE void AddAny(const float* a, const uint8_t* b, const Asked& ask, Group scale,
                           int64_t column, int64_t block, Chain<kRows>& sums) {
    const uint8_t* const from[] = {b};
    const Asked asked[] = {ask};
    Chain<kRows> of_column[1];
    if (columns_.offsets != nullptr) {
      using Numbers = AnyNumbers<T, kBits, true>;
      const Numbers numbers[] = {
          Numbers(scale, NumbersOfBlocks(columns_.offsets, first_ + column, block))};
      AddChunk<kBits, kRows>(a, a_pitch_, from, asked, numbers, of_column);
    } else {
      using Numbers = AnyNumbers<T, kBits, false>;
      const Numbers numbers[] = {Numbers(scale, hn::Zero(GroupTag()))};
      AddChunk<kBits, kRows>(a, a_pitch_, from, asked, numbers, of_column);
    }
    std::copy_n(of_column[0], kRows, sums);
  }

  uintptr_t Address(const ChunkOfThese& place, int64_t column) const {
    return reinterpret_cast<uintptr_t>(columns_.data) +
           static_cast<uintptr_t>((first_ + place.Column() + column) * columns_.pitch +
                                  place.K() / kTermsOfBlock * kBytes);
  }

  uintptr_t AddressOfHalves(const ChunkOfThese& place, int64_t column) const {
    return reinterpret_cast<uintptr_t>(columns_.halves) +
           static_cast<uintptr_t>((first_ + place.Column() + column) * columns_.groups +
                                  place.K() / kTermsOfBlock) *
               sizeof(uint16_t);
  }

  // Scales of a chunk of a column, of which `some` are there.
  HWY_INLINE Group ScalesOfBlocks(int64_t column, int64_t block, int64_t some) const {
    if (columns_.halves == nullptr) {
      return NumbersOfBlocks(columns_.scales, first_ + column, block);
    }
    const uint16_t* halves = columns_.halves + (first_ + column) * columns_.groups + block;
    uint16_t last[kGroup] = {};
    if (some < kGroup) halves = std::copy_n(halves, some, last) - some;
    return InLanes(FromFloat16<false>(GroupTag(), hn::LoadU(HalfBits<GroupTag>(), halves)));
  }

  // Scales or offsets of a chunk of a column, in the lanes of the blocks.
  HWY_INLINE Group NumbersOfBlocks(const float* numbers, int64_t column, int64_t block) const {
    const GroupTag d;
    const float* const of_column = numbers + column * columns_.groups;
    if (columns_.group == kTermsOfBlock) return InLanes(hn::LoadU(d, of_column + block));
    if (columns_.groups == 1) return hn::Set(d, of_column[0]);
    float of_blocks[kGroup];
    for (int64_t b = 0; b < kGroup; ++b) {
      const int64_t group = (block + b) * kTermsOfBlock / columns_.group;
      of_blocks[b] = of_column[std::min(group, columns_.groups - 1)];
    }
    return InLanes(hn::LoadU(d, of_blocks));
  }

  // Adds the sums of `some` blocks, one after the other, each column in a lane.
  static HWY_INLINE Group Sum(const float (&of_blocks)[kGroup][kGroup], int64_t some, Group sum) {
    const GroupTag d;
    Group of_lanes[kGroup];
    for (int64_t lane = 0; lane < kGroup; lane += kLoads) {
      Group squares[kLoads];
      LoadSquares(d, reinterpret_cast<const std::byte*>(&of_blocks[0][lane]),
                  kGroup * int64_t{sizeof(float)}, squares);
      std::copy_n(squares, kLoads, of_lanes + lane);
    }
    if (some == kGroup) {
      for (int64_t b = 0; b < kGroup; ++b) sum = hn::Add(sum, of_lanes[LaneOf(b)]);
    } else {
      for (int64_t b = 0; b < some; ++b) sum = hn::Add(sum, of_lanes[LaneOf(b)]);
    }
    return sum;
  }

  const float* const a_;
  const int64_t a_pitch_;
  const IntegerColumns& columns_;
  const int64_t first_, count_;
  ChunkOfThese soon_, later_;
  // The sums of each column's blocks, in their lanes.
  alignas(kCacheLine) float of_blocks_[kRows][kBlocksOfPart / kGroup][kGroup][kGroup];
};

template <class T, int kBits>
int64_t MultiplyColumns(const float* a, int64_t a_pitch, int64_t rows,
                        const IntegerColumns& columns, int64_t width, double* sums,
                        int64_t sums_pitch, float* turned) {
  const int64_t pitch = CeilDiv(columns.k, kTermsOfChunk) * kTermsOfChunk;
  TurnRows(a, a_pitch, rows, columns.k, turned);
  for (int64_t first = 0; first < width; first += kGroup) {
    int64_t row = 0;
    const auto add = [&](auto count) HWY_ATTR {
      for (; row + int64_t{count()} <= rows; row += int64_t{count()}) {
        ColumnsOfGroup<T, kBits, count()>(turned + row * pitch, pitch, columns, first,
                                          std::min(kGroup, width - first))
            .AddTo(sums + row * sums_pitch + first, sums_pitch);
      }
    };
    add(std::integral_constant<size_t, 8>());
    add(std::integral_constant<size_t, 4>());
    add(std::integral_constant<size_t, 2>());
    add(std::integral_constant<size_t, 1>());
  }
  return width;
}

#else

template <class T, int kBits>
int64_t MultiplyColumns(const float*, int64_t, int64_t, const IntegerColumns&, int64_t, double*,
                        int64_t, float*) {
  return 0;
}

#endif

template <class T>
constexpr NumberLoops LoopsTo() {
  return {.groups = MakeGroups<T>,
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
