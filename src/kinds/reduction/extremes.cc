#include "kinds/reduction/extremes.h"

#include <limits>
#include <optional>
#include <type_traits>

#include "base/dtype.h"
#include "base/infinity.h"
#include "cpu/tile_io.h"

namespace openaclnn {
namespace {

// The type by which tiles have words.
template <class W>
using InTiles = std::conditional_t<sizeof(W) == sizeof(Float16Bits), Float16Bits, W>;

template <class W>
WordOrder<W> OrderOf(const WordWay& way) {
  return {static_cast<W>(way.flip), static_cast<W>(way.infinity), static_cast<W>(way.magnitude)};
}

template <class W>
const W* WordsOf(const InTiles<W>* terms) {
  return reinterpret_cast<const W*>(terms);
}

template <class W>
InTiles<W> TermOf(W word) {
  if constexpr (std::is_same_v<W, InTiles<W>>) {
    return word;
  } else {
    return {static_cast<uint16_t>(word)};
  }
}

// Ways of kinds/reduction/walk.h.

template <class W>
class Values {
 public:
  using Term = InTiles<W>;
  using Part = W;
  static constexpr int64_t kSlack = kSlackOfWords<W>;

  explicit Values(const ExtremesRun& run)
      : way_(run.way),
        order_(OrderOf<W>(run.way)),
        loops_(GetExtremeLoops().Of<W>().taking[static_cast<size_t>(run.way.taking)]) {
    if (way_.is_truth) {
      truths_.emplace(*run.values, OperandData{run.value_data}, false);
    } else {
      words_.emplace(*run.values, OperandData{run.value_data}, false);
    }
  }

  W None() const {
    if (way_.taking == Taking::kLargestInteger) return std::numeric_limits<W>::min();
    if (way_.taking != Taking::kLargestFloat) return 0;
    return static_cast<W>(std::numeric_limits<W>::min() | order_.infinity);
  }
  void Rows(const Term* terms, int64_t rows, int64_t count, W* parts) const {
    loops_.rows(WordsOf<W>(terms), rows, count, order_, parts);
  }
  void Columns(const Term* terms, int64_t rows, int64_t pitch, int64_t width, int64_t /*row*/,
               W* parts) const {
    loops_.columns(WordsOf<W>(terms), rows, pitch, width, order_, parts);
  }
  static W At(W part, int64_t /*first*/) { return part; }
  void Join(W* left, const W* right, int64_t width) const {
    loops_.join(right, width, order_, left);
  }
  W All(const W* parts, int64_t count) const { return loops_.all(parts, count, order_); }
  void Store(int64_t first, const W* parts, int64_t count) const {
    if (truths_) {
      return StoreResults(*truths_, first, count, [&](int64_t i) { return TruthOf(parts[i]); });
    }
    StoreResults(*words_, first, count,
                 [&](int64_t i) { return TermOf(static_cast<W>(parts[i] ^ order_.flip)); });
  }

 private:
  int8_t TruthOf(W part) const {
    if (way_.taking == Taking::kAnyZero) return part == 0 ? 1 : 0;
    return (part & order_.magnitude) != 0 ? 1 : 0;
  }

  const WordWay way_;
  const WordOrder<W> order_;
  const TakingLoops<W> loops_;
  std::optional<TileIo<InTiles<W>>> words_;
  std::optional<TileIo<int8_t>> truths_;
};

template <class W>
class Positions {
 public:
  using Term = InTiles<W>;
  using Part = Best<W>;
  static constexpr int64_t kSlack = 0;

  explicit Positions(const ExtremesRun& run)
      : way_(run.way),
        order_(OrderOf<W>(run.way)),
        loops_(GetExtremeLoops().Of<W>().positions[static_cast<size_t>(run.way.comparing)]),
        indices_(*run.indices, {run.index_data}, false) {
    if (run.values != nullptr) values_.emplace(*run.values, OperandData{run.value_data}, false);
  }

  static Part None() { return {0, -1}; }
  void Rows(const Term* terms, int64_t rows, int64_t count, Part* parts) const {
    loops_.rows(WordsOf<W>(terms), rows, count, order_, parts);
  }
  void Columns(const Term* terms, int64_t rows, int64_t pitch, int64_t width, int64_t row,
               Part* parts) const {
    loops_.columns(WordsOf<W>(terms), rows, pitch, width, row, order_, parts);
  }
  static Part At(Part part, int64_t first) { return {part.value, part.index + first}; }
  void Join(Part* left, const Part* right, int64_t width) const {
    loops_.join(right, width, order_, left);
  }
  void Store(int64_t first, const Part* parts, int64_t count) const {
    if (values_) {
      StoreResults(*values_, first, count, [&](int64_t i) { return ValueOf(parts[i].value); });
    }
    StoreResults(indices_, first, count, [&](int64_t i) { return parts[i].index; });
  }

 private:
  InTiles<W> ValueOf(W word) const {
    if (way_.comparing == Comparing::kTruths) word = word != 0 ? 1 : 0;
    return TermOf(word);
  }

  const WordWay way_;
  const WordOrder<W> order_;
  const PositionLoops<W> loops_;
  const TileIo<int64_t> indices_;
  std::optional<TileIo<InTiles<W>>> values_;
};

template <class Use>
void ForWordsOf(int bytes, const Use& use) {
  switch (bytes) {
    case 1:
      return use.template operator()<int8_t>();
    case 2:
      return use.template operator()<int16_t>();
    case 4:
      return use.template operator()<int32_t>();
    default:
      return use.template operator()<int64_t>();
  }
}

}  // namespace

WordWay WordWayOf(aclDataType dtype, Extreme extreme) {
  const int bytes = static_cast<int>(DtypeBytes(dtype));
  const int64_t sign = static_cast<int64_t>(~uint64_t{0} << (8 * bytes - 1));
  const bool is_float = ClassOf(dtype) == DtypeClass::kFloat;
  const bool wants_least = extreme == Extreme::kMin || extreme == Extreme::kAll;
  WordWay way{.bytes = bytes,
              .taking = is_float ? Taking::kLargestFloat : Taking::kLargestInteger,
              .comparing = is_float ? Comparing::kFloats : Comparing::kIntegers,
              .is_truth = false,
              .flip = is_float ? sign : ~int64_t{0},
              .infinity = is_float ? static_cast<int64_t>(InfinityOf(dtype)) : 0,
              .magnitude = is_float ? ~sign : ~int64_t{0}};
  if (!wants_least) way.flip = 0;
  if (dtype == ACL_UINT8) way.flip ^= sign;
  if (dtype == ACL_BOOL) way.comparing = Comparing::kTruths;
  if (dtype == ACL_BOOL || extreme == Extreme::kAny || extreme == Extreme::kAll) {
    way.is_truth = true;
    way.taking = wants_least ? Taking::kAnyZero : Taking::kAnyBits;
  }
  return way;
}

aclDataType DtypeOfWords(int bytes) {
  switch (bytes) {
    case 1:
      return ACL_INT8;
    case 2:
      return ACL_FLOAT16;
    case 4:
      return ACL_INT32;
    default:
      return ACL_INT64;
  }
}

int64_t BytesOfExtreme(const WordWay& way, bool has_indices) {
  int64_t bytes = way.bytes;
  if (has_indices) {
    ForWordsOf(way.bytes, [&]<class W>() { bytes = int64_t{sizeof(Best<W>)}; });
  }
  return bytes;
}

void RunExtremes(const ExtremesRun& run) {
  ForWordsOf(run.way.bytes, [&]<class W>() {
    if (run.indices != nullptr) {
      const Positions<W> way(run);
      ReductionWalk(way, run.terms).Run();
    } else {
      const Values<W> way(run);
      ReductionWalk(way, run.terms).Run();
    }
  });
}

void RunTruthsOfNothing(const ExtremesRun& run) {
  const TileIo<int8_t> io(*run.values, {run.value_data}, false);
  const int8_t truth = run.way.taking == Taking::kAnyZero ? 1 : 0;
  StoreResults(io, 0, run.values->elements, [truth](int64_t) { return truth; });
}

}  // namespace openaclnn
