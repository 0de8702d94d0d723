#include "kinds/reduction/extreme_loops.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kinds/reduction/extreme_loops.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class W>
using Words = hn::ScalableTag<W>;
template <class W>
inline constexpr int64_t kLanes = hn::MaxLanes(Words<W>());
template <class W>
inline constexpr W kSign = std::numeric_limits<W>::min();
template <class W>
inline constexpr W kLast = std::numeric_limits<W>::max();

// The first `count` words, and then others of these. `end` is behind the last word that can be
// read.
template <class W>
HWY_INLINE hn::Vec<Words<W>> LoadSomeWords(const W* from, int64_t count,
                                           [[maybe_unused]] const W* end) {
  const Words<W> d;
  if (count >= kLanes<W>) return hn::LoadU(d, from);
#if HWY_TARGET != HWY_SCALAR
  if (end - from >= kLanes<W>) {
    return hn::IfThenElse(hn::FirstN(d, static_cast<size_t>(count)), hn::LoadU(d, from),
                          hn::Set(d, *from));
  }
#endif
  HWY_ALIGN W words[kLanes<W>];
  std::fill(std::copy_n(from, count, words), words + kLanes<W>, *from);
  return hn::Load(d, words);
}

// How words are taken. Parts are words after Prepare. What Finish gives stands for all words that
// its state has seen, so that From(part) goes on from there, and a part can be taken again.

template <class W>
struct LargestInteger {
  template <class D>
  using State = hn::Vec<D>;
  template <class D>
  HWY_INLINE hn::Vec<D> Prepare(D d, hn::Vec<D> word) const {
    return hn::Xor(word, hn::Set(d, order.flip));
  }
  template <class D>
  HWY_INLINE State<D> From(D, hn::Vec<D> part) const {
    return part;
  }
  template <class D>
  HWY_INLINE State<D> Take(D, State<D> state, hn::Vec<D> part) const {
    return hn::Max(state, part);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> Finish(D, State<D> state) const {
    return state;
  }
  template <class D>
  HWY_INLINE hn::Vec<D> ToLanes(D, hn::Vec<D> part) const {
    return part;
  }
  template <class V>
  HWY_INLINE V JoinLanes(V a, V b) const {
    return hn::Max(a, b);
  }
  HWY_INLINE W FromLane(W lane) const { return lane; }
  WordOrder<W> order;
};

// As integers, words of numbers above 0 are in their order, and those of others after them the
// other way round. Positive NaNs are the largest signed ones, negative NaNs the largest of all.
template <class W>
struct LargestFloat {
  template <class D>
  struct State {
    hn::Vec<D> largest;
    hn::Vec<hn::RebindToUnsigned<D>> least, most;  // without a sign
  };
  template <class D>
  HWY_INLINE hn::Vec<D> Prepare(D d, hn::Vec<D> word) const {
    return hn::Xor(word, hn::Set(d, order.flip));
  }
  template <class D>
  HWY_INLINE State<D> From(D, hn::Vec<D> part) const {
    const auto bits = hn::BitCast(hn::RebindToUnsigned<D>(), part);
    return {part, bits, bits};
  }
  template <class D>
  HWY_INLINE State<D> Take(D, State<D> state, hn::Vec<D> part) const {
    const auto bits = hn::BitCast(hn::RebindToUnsigned<D>(), part);
    return {hn::Max(state.largest, part), hn::Min(state.least, bits), hn::Max(state.most, bits)};
  }
  template <class D>
  HWY_INLINE hn::Vec<D> Finish(D d, State<D> state) const {
    const hn::RebindToUnsigned<D> u;
    using U = hn::TFromD<hn::RebindToUnsigned<D>>;
    const U sign = static_cast<U>(kSign<W>), infinity = static_cast<U>(order.infinity);
    const auto first_nan = hn::Set(u, static_cast<U>(sign + infinity + 1));
    const auto below_zero = hn::Lt(state.largest, hn::Zero(d));
    const auto value = hn::IfThenElse(below_zero, hn::BitCast(d, state.least), state.largest);
    const auto is_nan =
        hn::Or(hn::Gt(state.largest, hn::Set(d, order.infinity)),
               hn::RebindMask(d, hn::Eq(hn::Max(state.most, first_nan), state.most)));
    const W nan = static_cast<W>(order.infinity | (order.infinity >> 1));
    return hn::IfThenElse(is_nan, hn::Set(d, nan), value);
  }
  // As integers in the order of numbers.
  template <class D>
  HWY_INLINE hn::Vec<D> ToLanes(D d, hn::Vec<D> part) const {
    const auto turned = hn::Xor(part, hn::Set(d, kLast<W>));
    return hn::IfThenElse(hn::Lt(part, hn::Zero(d)), turned, part);
  }
  template <class V>
  HWY_INLINE V JoinLanes(V a, V b) const {
    return hn::Max(a, b);
  }
  HWY_INLINE W FromLane(W lane) const { return lane < 0 ? static_cast<W>(lane ^ kLast<W>) : lane; }
  WordOrder<W> order;
};

template <class W>
struct AnyBits {
  template <class D>
  using State = hn::Vec<D>;
  template <class D>
  HWY_INLINE hn::Vec<D> Prepare(D, hn::Vec<D> word) const {
    return word;
  }
  template <class D>
  HWY_INLINE State<D> From(D, hn::Vec<D> part) const {
    return part;
  }
  template <class D>
  HWY_INLINE State<D> Take(D, State<D> state, hn::Vec<D> part) const {
    return hn::Or(state, part);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> Finish(D, State<D> state) const {
    return state;
  }
  template <class D>
  HWY_INLINE hn::Vec<D> ToLanes(D, hn::Vec<D> part) const {
    return part;
  }
  template <class V>
  HWY_INLINE V JoinLanes(V a, V b) const {
    return hn::Or(a, b);
  }
  HWY_INLINE W FromLane(W lane) const { return lane; }
  WordOrder<W> order;
};

template <class W>
struct AnyZero : AnyBits<W> {
  template <class D>
  HWY_INLINE hn::Vec<D> Prepare(D d, hn::Vec<D> word) const {
    const auto bits = hn::And(word, hn::Set(d, this->order.magnitude));
    return hn::VecFromMask(d, hn::Eq(bits, hn::Zero(d)));
  }
};

// That of all lanes. Lanes are joined in a form that one instruction joins.
template <class Way, class D>
HWY_INLINE hn::TFromD<D> JoinHalves([[maybe_unused]] const Way& way, [[maybe_unused]] D d,
                                    hn::Vec<D> lanes) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(D()) > 1) {
    const hn::Half<D> half;
    const auto joined = way.JoinLanes(hn::LowerHalf(half, lanes), hn::UpperHalf(half, lanes));
    return JoinHalves(way, half, joined);
  }
#endif
  return hn::GetLane(lanes);
}
template <class Way, class D>
HWY_INLINE hn::TFromD<D> JoinLanes(const Way& way, D d, hn::Vec<D> part) {
  return way.FromLane(JoinHalves(way, d, way.ToLanes(d, part)));
}

template <class Way, class W>
HWY_INLINE W TakeRow(const Way& way, const W* words, int64_t count, const W* end) {
  const Words<W> d;
  constexpr int64_t kStep = kLanes<W>;
  const auto part_at = [&](int64_t i) HWY_ATTR { return way.Prepare(d, hn::LoadU(d, words + i)); };
  if (count < kStep) {
    const auto part = way.Prepare(d, LoadSomeWords(words, count, end));
    return JoinLanes(way, d, way.Finish(d, way.From(d, part)));
  }
  auto a = way.From(d, part_at(0));
  int64_t i = kStep;
  if (i + 4 * kStep <= count) {
    auto b = way.From(d, part_at(i)), c = way.From(d, part_at(i + kStep));
    for (i += 2 * kStep; i + 3 * kStep <= count; i += 3 * kStep) {
      a = way.Take(d, a, part_at(i));
      b = way.Take(d, b, part_at(i + kStep));
      c = way.Take(d, c, part_at(i + 2 * kStep));
    }
    a = way.Take(d, way.Take(d, a, way.Finish(d, b)), way.Finish(d, c));
  }
  for (; i + kStep <= count; i += kStep) a = way.Take(d, a, part_at(i));
  if (i < count) a = way.Take(d, a, part_at(count - kStep));  // some of them again
  return JoinLanes(way, d, way.Finish(d, a));
}

template <template <class> class Way, class W>
void TakeRows(const W* words, int64_t rows, int64_t count, WordOrder<W> order, W* parts) {
  const Way<W> way{order};
  const W* const end = words + rows * count;
  for (int64_t r = 0; r < rows; ++r) parts[r] = TakeRow(way, words + r * count, count, end);
}

// Vectors of as many rows as there are r, one below the other.
template <class Way, class W, size_t... r>
HWY_INLINE void TakeBelow(const Way& way, const W* words, int64_t pitch, W* parts,
                          std::index_sequence<r...>) {
  const Words<W> d;
  auto state = way.From(d, hn::LoadU(d, parts));
  ((state =
        way.Take(d, state, way.Prepare(d, hn::LoadU(d, words + static_cast<int64_t>(r) * pitch)))),
   ...);
  hn::StoreU(way.Finish(d, state), d, parts);
}

template <class Way, class W, size_t... r>
HWY_INLINE void TakeRowsBelow(const Way& way, const W* words, int64_t pitch, int64_t width,
                              const W* end, W* parts, std::index_sequence<r...> rows) {
  constexpr int64_t kStep = kLanes<W>;
  const Words<W> d;
  int64_t i = 0;
  for (; i + kStep <= width; i += kStep) TakeBelow(way, words + i, pitch, parts + i, rows);
  if (i == width) return;
  if (width >= kStep) {  // some of them again
    return TakeBelow(way, words + width - kStep, pitch, parts + width - kStep, rows);
  }
  auto state = way.From(d, hn::LoadU(d, parts));
  ((state = way.Take(
        d, state,
        way.Prepare(d, LoadSomeWords(words + static_cast<int64_t>(r) * pitch, width, end)))),
   ...);
  hn::StoreU(way.Finish(d, state), d, parts);
}

template <template <class> class Way, class W>
void TakeColumns(const W* words, int64_t rows, int64_t pitch, int64_t width, WordOrder<W> order,
                 W* parts) {
  constexpr int64_t kAtOnce = 8;
  const Way<W> way{order};
  const W* const end = words + (rows - 1) * pitch + width;
  int64_t r = 0;
  for (; r + kAtOnce <= rows; r += kAtOnce) {
    TakeRowsBelow(way, words + r * pitch, pitch, width, end, parts,
                  std::make_index_sequence<kAtOnce>());
  }
  for (; r < rows; ++r) {
    TakeRowsBelow(way, words + r * pitch, pitch, width, end, parts, std::make_index_sequence<1>());
  }
}

// Parts are words after Prepare already.
template <template <class> class Way, class W>
void JoinWords(const W* others, int64_t width, WordOrder<W> order, W* parts) {
  order.flip = 0;
  TakeColumns<Way>(others, 1, width, width, order, parts);
}

template <template <class> class Way, class W>
W TakeParts(const W* parts, int64_t count, WordOrder<W> order) {
  order.flip = 0;
  return TakeRow(Way<W>{order}, parts, count, parts + count);
}

// What words are compared by, as signed integers.

template <class W>
struct KeyOfInteger {
  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d, hn::Vec<D> word) const {
    return hn::Xor(word, hn::Set(d, order.flip));
  }
  HWY_INLINE W Of(W word) const { return static_cast<W>(word ^ order.flip); }
  WordOrder<W> order;
};

template <class W>
struct KeyOfFloat {
  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d, hn::Vec<D> word) const {
    const auto number = hn::Xor(word, hn::Set(d, order.flip));
    const auto size = hn::And(number, hn::Set(d, kLast<W>));
    const auto key = hn::IfThenElse(hn::Lt(number, hn::Zero(d)), hn::Neg(size), size);
    return hn::IfThenElse(hn::Gt(size, hn::Set(d, order.infinity)), hn::Set(d, kLast<W>), key);
  }
  HWY_INLINE W Of(W word) const {
    const W number = static_cast<W>(word ^ order.flip), size = static_cast<W>(number & kLast<W>);
    if (size > order.infinity) return kLast<W>;
    return number < 0 ? static_cast<W>(-size) : size;
  }
  WordOrder<W> order;
};

template <class W>
struct KeyOfTruth {
  template <class D>
  HWY_INLINE hn::Vec<D> Of(D d, hn::Vec<D> word) const {
    const auto is_zero = hn::VecFromMask(d, hn::Eq(word, hn::Zero(d)));
    return hn::Xor(is_zero, hn::Set(d, order.flip));
  }
  HWY_INLINE W Of(W word) const { return static_cast<W>((word == 0 ? -1 : 0) ^ order.flip); }
  WordOrder<W> order;
};

template <class Key, class W>
HWY_INLINE Best<W> BestOfRow(const Key& key, const W* words, int64_t count, const W* end) {
  const Words<W> d;
  constexpr int64_t kStep = kLanes<W>;
  const auto key_at = [&](int64_t i)
                          HWY_ATTR { return key.Of(d, LoadSomeWords(words + i, count - i, end)); };
  // The last words together with some before them.
  const int64_t last = std::max<int64_t>(0, count - kStep);
  auto largest = key_at(last), other = largest;
  int64_t i = 0;
  for (; i + 2 * kStep <= count; i += 2 * kStep) {
    largest = hn::Max(largest, key.Of(d, hn::LoadU(d, words + i)));
    other = hn::Max(other, key.Of(d, hn::LoadU(d, words + i + kStep)));
  }
  if (i < last) largest = hn::Max(largest, key_at(i));
  const LargestInteger<W> way{};
  const auto wanted = hn::Set(d, JoinLanes(way, d, hn::Max(largest, other)));
  for (i = 0; i < last; i += kStep) {
    const auto found = hn::FindFirstTrue(d, hn::Eq(key_at(i), wanted));
    if (found >= 0) return {words[i + found], i + found};
  }
  const auto found = hn::FindFirstTrue(d, hn::Eq(key_at(last), wanted));
  return {words[last + found], last + found};
}

template <template <class> class KeyOf, class W>
void BestOfRows(const W* words, int64_t rows, int64_t count, WordOrder<W> order, Best<W>* parts) {
  const KeyOf<W> key{order};
  const W* const end = words + rows * count;
  for (int64_t r = 0; r < rows; ++r) {
    parts[r] = BestOfRow(key, words + r * count, count, end);
  }
}

// The largest keys of columns, and the rows they are in.
template <class W>
struct BestKeys {
  HWY_ALIGN W key[kMostColumns + kLanes<W>];
  HWY_ALIGN W row[kMostColumns + kLanes<W>];
};

template <class Key, class W, size_t... r>
HWY_INLINE void CompareBelow(const Key& key, const W* words, int64_t pitch, int64_t width,
                             const W* end, int64_t row, int64_t column, BestKeys<W>& best,
                             std::index_sequence<r...>) {
  const Words<W> d;
  auto largest = hn::Load(d, best.key + column), at = hn::Load(d, best.row + column);
  const auto compare = [&](int64_t below) HWY_ATTR {
    const auto next = key.Of(d, LoadSomeWords(words + below * pitch + column, width - column, end));
    at = hn::IfThenElse(hn::Gt(next, largest), hn::Set(d, static_cast<W>(row + below)), at);
    largest = hn::Max(largest, next);
  };
  (compare(static_cast<int64_t>(r)), ...);
  hn::Store(largest, d, best.key + column);
  hn::Store(at, d, best.row + column);
}

template <template <class> class KeyOf, class W>
void JoinBest(const Best<W>* others, int64_t width, WordOrder<W> order, Best<W>* parts) {
  const KeyOf<W> key{order};
  for (int64_t i = 0; i < width; ++i) {
    const bool is_larger = parts[i].index < 0 || key.Of(others[i].value) > key.Of(parts[i].value);
    if (is_larger) parts[i] = others[i];
  }
}

template <template <class> class KeyOf, class W>
void BestOfColumns(const W* words, int64_t rows, int64_t pitch, int64_t width, int64_t row,
                   WordOrder<W> order, Best<W>* parts) {
  constexpr int64_t kAtOnce = 4, kStep = kLanes<W>;
  const KeyOf<W> key{order};
  const W* const end = words + (rows - 1) * pitch + width;
  const Words<W> d;
  BestKeys<W> best;
  for (int64_t i = 0; i < width; i += kStep) {
    hn::Store(key.Of(d, LoadSomeWords(words + i, width - i, end)), d, best.key + i);
    hn::Store(hn::Zero(d), d, best.row + i);
  }
  int64_t r = 1;
  for (; r + kAtOnce <= rows; r += kAtOnce) {
    for (int64_t i = 0; i < width; i += kStep) {
      CompareBelow(key, words + r * pitch, pitch, width, end, r, i, best,
                   std::make_index_sequence<kAtOnce>());
    }
  }
  for (; r < rows; ++r) {
    for (int64_t i = 0; i < width; i += kStep) {
      CompareBelow(key, words + r * pitch, pitch, width, end, r, i, best,
                   std::make_index_sequence<1>());
    }
  }
  for (int64_t i = 0; i < width; ++i) {
    const Best<W> found = {words[best.row[i] * pitch + i], row + best.row[i]};
    JoinBest<KeyOf>(&found, 1, order, parts + i);
  }
}

template <template <class> class Way, class W>
constexpr TakingLoops<W> LoopsOfTaking() {
  return {TakeRows<Way, W>, TakeColumns<Way, W>, JoinWords<Way, W>, TakeParts<Way, W>};
}
template <template <class> class KeyOf, class W>
constexpr PositionLoops<W> LoopsOfPositions() {
  return {BestOfRows<KeyOf, W>, BestOfColumns<KeyOf, W>, JoinBest<KeyOf, W>};
}
template <class W>
constexpr ExtremeLoops<W> LoopsOfExtremes() {
  ExtremeLoops<W> loops{};
  loops.taking[size_t(Taking::kLargestInteger)] = LoopsOfTaking<LargestInteger, W>();
  loops.taking[size_t(Taking::kAnyBits)] = LoopsOfTaking<AnyBits, W>();
  loops.taking[size_t(Taking::kAnyZero)] = LoopsOfTaking<AnyZero, W>();
  loops.taking[size_t(Taking::kAnyZero)].join = JoinWords<AnyBits, W>;
  loops.taking[size_t(Taking::kAnyZero)].all = TakeParts<AnyBits, W>;
  loops.positions[size_t(Comparing::kIntegers)] = LoopsOfPositions<KeyOfInteger, W>();
  if constexpr (sizeof(W) == 1) {  // there are no floats, but BOOL
    loops.positions[size_t(Comparing::kTruths)] = LoopsOfPositions<KeyOfTruth, W>();
  } else {
    loops.taking[size_t(Taking::kLargestFloat)] = LoopsOfTaking<LargestFloat, W>();
    loops.positions[size_t(Comparing::kFloats)] = LoopsOfPositions<KeyOfFloat, W>();
  }
  return loops;
}

const AllExtremeLoops* ExtremeLoopsOfTarget() {
  static constexpr AllExtremeLoops kLoops =
      AllExtremeLoops::MadeBy([]<class W>() { return LoopsOfExtremes<W>(); });
  return &kLoops;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(ExtremeLoopsOfTarget);

const AllExtremeLoops& GetExtremeLoops() { return *HWY_DYNAMIC_DISPATCH(ExtremeLoopsOfTarget)(); }

}  // namespace openaclnn
#endif  // HWY_ONCE
