#include "kinds/index/fold_indexed.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/threads.h"
#include "kinds/index/points.h"

namespace openaclnn {
namespace {

constexpr int64_t kTile = 256;  // elements that are converted at once

// What is folded, and how.
struct DoubleSums {
  using Number = double;
  static constexpr LoopType kLoop = LoopType::kDouble;
  static constexpr int kParts = 1;
  static void Fold(double& all, double one) { all += one; }
  static void Divide(double& all, int64_t count) { all /= static_cast<double>(count); }
};
struct DoubleProducts : DoubleSums {
  static void Fold(double& all, double one) { all *= one; }
};
struct IntegerSums {
  using Number = uint64_t;
  static constexpr LoopType kLoop = LoopType::kInt64;
  static constexpr int kParts = 1;
  static void Fold(uint64_t& all, uint64_t one) { all += one; }
  static void Divide(uint64_t& /*all*/, int64_t /*count*/) {}  // means are of floats
};
struct IntegerProducts : IntegerSums {
  static void Fold(uint64_t& all, uint64_t one) { all *= one; }
};
struct TruthSums : IntegerSums {
  static void Fold(uint64_t& all, uint64_t one) { all |= one; }
};
struct ComplexNumber {
  double real, imaginary;
};
struct ComplexSums {
  using Number = ComplexNumber;
  static constexpr LoopType kLoop = LoopType::kDouble;
  static constexpr int kParts = 2;
  static void Fold(ComplexNumber& all, ComplexNumber one) {
    all.real += one.real;
    all.imaginary += one.imaginary;
  }
  static void Divide(ComplexNumber& /*all*/, int64_t /*count*/) {}
};
struct ComplexProducts : ComplexSums {
  static void Fold(ComplexNumber& all, ComplexNumber one) {
    const ComplexNumber a = all;
    all.real = a.real * one.real - a.imaginary * one.imaginary;
    all.imaginary = a.real * one.imaginary + a.imaginary * one.real;
  }
};

// The dtype of the parts of a number.
aclDataType PartOf(aclDataType dtype) {
  if (dtype == ACL_COMPLEX64) return ACL_FLOAT;
  return dtype == ACL_COMPLEX128 ? ACL_DOUBLE : dtype;
}

// Converts elements of the table and of what is folded into it.
template <class F>
class Elements {
 public:
  using Number = typename F::Number;

  explicit Elements(aclDataType dtype)
      : item_(DtypeBytes(dtype)),
        load_(LoadConversion(PartOf(dtype), F::kLoop)),
        store_(StoreConversion(F::kLoop, PartOf(dtype))) {}

  void Load(const std::byte* from, int64_t step, int64_t count, Number* numbers) const {
    if (step == item_) return load_(from, numbers, count * F::kParts);
    for (int64_t i = 0; i < count; ++i) load_(from + i * step, numbers + i, F::kParts);
  }
  void Store(const Number* numbers, std::byte* to, int64_t step, int64_t count) const {
    if (step == item_) return store_(numbers, to, count * F::kParts);
    for (int64_t i = 0; i < count; ++i) store_(numbers + i, to + i * step, F::kParts);
  }
  // Those for which there is a flag: others keep the bits that they have.
  void StoreMet(const Number* numbers, const uint8_t* met, std::byte* to, int64_t step,
                int64_t count) const {
    const bool all = std::all_of(met, met + count, [](uint8_t flag) { return flag != 0; });
    if (all) return Store(numbers, to, step, count);
    for (int64_t i = 0; i < count; ++i) {
      if (met[i] != 0) store_(numbers + i, to + i * step, F::kParts);
    }
  }

 private:
  const int64_t item_;
  const ConvertLoop load_, store_;
};

// The axes along which the table has places of its own, and those along which only indices say the
// place. Different steps along the former never meet in one place.
struct Division {
  explicit Division(const IndexedWalk& walk) {
    for (const IndexedAxis& axis : walk.axes) (axis.table != 0 ? own : shared).push_back(axis);
    for (const IndexedAxis& axis : own) own_points *= axis.extent;
    for (const IndexedAxis& axis : shared) shared_points *= axis.extent;
    for (const IndexedBy& by : walk.by) targets *= by.extent;
  }

  std::vector<IndexedAxis> own, shared;  // innermost first
  int64_t own_points = 1, shared_points = 1;
  int64_t targets = 1;  // numbers that the indices can name
};

// Goes to a point along axes, innermost first.
void Step(IndexedData& data, const std::vector<IndexedAxis>& axes, int64_t point, size_t indices) {
  for (const IndexedAxis& axis : axes) {
    Advance(data, axis, point % axis.extent, indices);
    point /= axis.extent;
  }
}

int64_t IndexAt(const IndexedBy& by, const std::byte* at) {
  int64_t index;
  if (by.is_wide) {
    std::memcpy(&index, at, sizeof(index));
  } else {
    int32_t narrow;
    std::memcpy(&narrow, at, sizeof(narrow));
    index = narrow;
  }
  return index < 0 ? index + by.extent : index;
}

// Where indices lead: a number for each combination of them, and bytes along the table.
struct Target {
  int64_t number, offset;
};
Target TargetAt(const IndexedWalk& walk, const IndexedData& data) {
  Target target{0, 0};
  for (size_t k = 0; k < walk.by.size(); ++k) {
    const int64_t index = IndexAt(walk.by[k], data.indices[k]);
    target.number = target.number * walk.by[k].extent + index;
    target.offset += index * walk.by[k].stride;
  }
  return target;
}

// ---- Rows: all own axes have the same targets.

// The elements of each target, in their order.
class Groups {
 public:
  Groups(const IndexedWalk& walk, const IndexedData& data, const Division& axes) {
    const int64_t points = axes.shared_points;
    std::vector<int64_t> numbers(static_cast<size_t>(points));
    elements_.resize(numbers.size());
    table_.resize(numbers.size());
    ForEachPoint(data, axes.shared, walk.by.size(),
                 [&, p = size_t{0}](const IndexedData& at) mutable {
                   const Target target = TargetAt(walk, at);
                   numbers[p] = target.number;
                   table_[p] = target.offset;
                   elements_[p] = at.elements - data.elements;
                   ++p;
                 });
    axes.targets <= kDense* points ? Count(numbers, axes.targets) : Sort(numbers);
    for (size_t i = 0; i < order_.size(); ++i) {
      if (i == 0 || NumberAt(numbers, i) != NumberAt(numbers, i - 1)) begins_.push_back(i);
    }
    groups_ = static_cast<int64_t>(begins_.size());
    begins_.push_back(order_.size());
  }

  int64_t count() const { return groups_; }
  size_t begin(int64_t group) const { return begins_[static_cast<size_t>(group)]; }
  int64_t TableOffset(size_t i) const { return table_[order_[i]]; }
  int64_t ElementsOffset(size_t i) const { return elements_[order_[i]]; }

 private:
  static constexpr int64_t kDense = 8;  // targets for a point, up to which all are counted

  size_t NumberAt(const std::vector<int64_t>& numbers, size_t i) const {
    return static_cast<size_t>(numbers[order_[i]]);
  }
  void Count(const std::vector<int64_t>& numbers, int64_t targets) {
    std::vector<size_t> next(static_cast<size_t>(targets) + 1);
    for (const int64_t number : numbers) ++next[static_cast<size_t>(number) + 1];
    for (size_t t = 1; t < next.size(); ++t) next[t] += next[t - 1];
    order_.resize(numbers.size());
    for (size_t p = 0; p < numbers.size(); ++p) {
      order_[next[static_cast<size_t>(numbers[p])]++] = p;
    }
  }
  void Sort(const std::vector<int64_t>& numbers) {
    order_.resize(numbers.size());
    for (size_t p = 0; p < order_.size(); ++p) order_[p] = p;
    std::ranges::sort(order_, [&](size_t a, size_t b) {
      return std::pair(numbers[a], a) < std::pair(numbers[b], b);
    });
  }

  std::vector<int64_t> table_, elements_;  // bytes, by point
  std::vector<size_t> order_, begins_;
  int64_t groups_ = 0;
};

template <class F>
void FoldRows(const IndexedFold& fold, const Division& axes) {
  using Number = typename F::Number;
  const IndexedWalk& walk = *fold.walk;
  const Groups groups(walk, fold.data, axes);
  const Elements<F> elements(fold.dtype);
  const IndexedAxis one{1, 0, 0, {}};
  const IndexedAxis inner = axes.own.empty() ? one : axes.own[0];
  const std::vector<IndexedAxis> outer(axes.own.begin() + (axes.own.empty() ? 0 : 1),
                                       axes.own.end());
  const int64_t tiles = (inner.extent + kTile - 1) / kTile,
                outer_points = axes.own_points / inner.extent;
  const int64_t tile_points = std::min(kTile, inner.extent) * axes.shared_points / groups.count();
  const int64_t grain =
      std::max<int64_t>(1, GrainFor(kFoldCost) / std::max<int64_t>(1, tile_points));
  ParallelFor(groups.count() * outer_points * tiles, grain, [&](int64_t begin, int64_t end) {
    Number all[kTile], some[kTile];
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t first = unit % tiles * kTile, count = std::min(kTile, inner.extent - first);
      const int64_t group = unit / tiles / outer_points;
      IndexedData at = fold.data;
      Step(at, outer, unit / tiles % outer_points, 0);
      const size_t from = groups.begin(group), to = groups.begin(group + 1);
      std::byte* const table = at.table + first * inner.table + groups.TableOffset(from);
      const std::byte* const terms = at.elements + first * inner.elements;
      elements.Load(table, inner.table, count, all);
      for (size_t i = from; i < to; ++i) {
        elements.Load(terms + groups.ElementsOffset(i), inner.elements, count, some);
        for (int64_t k = 0; k < count; ++k) F::Fold(all[k], some[k]);
      }
      if (fold.is_mean) {
        for (int64_t k = 0; k < count; ++k) F::Divide(all[k], static_cast<int64_t>(to - from));
      }
      elements.Store(all, table, inner.table, count);
    }
  });
}

// ---- Lines: each point of the own axes has targets of its own.

// Numbers of all targets of some neighbouring lines, made when they are first met.
template <class F>
class Lines {
 public:
  using Number = typename F::Number;

  Lines(const IndexedFold& fold, const Division& axes, int64_t abreast)
      : walk_(*fold.walk),
        axes_(axes),
        abreast_(abreast),
        elements_(fold.dtype),
        numbers_(new Number[Size()]),
        met_(static_cast<uint8_t*>(std::calloc(Size(), 1))) {
    if (met_ == nullptr) throw std::bad_alloc();
  }

  // Lines side by side from `data` on, no more than `abreast`.
  void Fold(const IndexedData& data, int64_t lines) {
    ForEach(data, lines,
            [&](Number& number, uint8_t& is_met, std::byte* place, const std::byte* term) {
              Number one;
              if (is_met == 0) elements_.Load(place, 0, 1, &number);
              is_met = 1;
              elements_.Load(term, 0, 1, &one);
              F::Fold(number, one);
            });
    ForEach(data, lines,
            [&](Number& number, uint8_t& is_met, std::byte* place, const std::byte* /*term*/) {
              if (is_met != 0) elements_.Store(&number, place, 0, 1);
              is_met = 0;
            });
  }

 private:
  struct Free {
    void operator()(uint8_t* memory) const { std::free(memory); }
  };

  size_t Size() const { return static_cast<size_t>(axes_.targets * abreast_); }

  template <class Use>
  void ForEach(const IndexedData& data, int64_t lines, const Use& use) {
    const IndexedAxis side = abreast_ > 1 ? axes_.own[0] : IndexedAxis{1, 0, 0, {}};
    ForEachPoint(data, axes_.shared, walk_.by.size(), [&](IndexedData at) {
      for (int64_t line = 0; line < lines; ++line) {
        const Target target = TargetAt(walk_, at);
        const auto slot = static_cast<size_t>(target.number * abreast_ + line);
        use(numbers_[slot], met_.get()[slot], at.table + target.offset, at.elements);
        Advance(at, side, 1, walk_.by.size());
      }
    });
  }

  const IndexedWalk& walk_;
  const Division& axes_;
  const int64_t abreast_;
  const Elements<F> elements_;
  const std::unique_ptr<Number[]> numbers_;
  const std::unique_ptr<uint8_t, Free> met_;
};

// Numbers of all places of some neighbouring lines, made before anything is folded. One index says
// the place.
template <class F>
class WholeLines {
 public:
  using Number = typename F::Number;

  WholeLines(const IndexedFold& fold, const Division& axes, int64_t abreast)
      : axes_(axes),
        by_(fold.walk->by[0]),
        abreast_(abreast),
        side_(abreast > 1 ? axes.own[0] : IndexedAxis{1, 0, 0, {}}),
        elements_(fold.dtype),
        numbers_(new Number[static_cast<size_t>(axes.targets * abreast)]),
        met_(static_cast<size_t>(axes.targets * abreast)) {}

  void Fold(const IndexedData& data, int64_t lines) {
    Move(data, lines, [this](int64_t first, std::byte* table, int64_t step, int64_t count) {
      elements_.Load(table, step, count, numbers_.get() + first);
    });
    by_.is_wide ? FoldAll<int64_t>(data, lines) : FoldAll<int32_t>(data, lines);
    Move(data, lines, [this](int64_t first, std::byte* table, int64_t step, int64_t count) {
      elements_.StoreMet(numbers_.get() + first, met_.data() + first, table, step, count);
    });
    std::ranges::fill(met_, uint8_t{0});
  }

 private:
  // All numbers from the table, or to it.
  template <class Use>
  void Move(const IndexedData& data, int64_t lines, const Use& use) {
    if (abreast_ == 1) return use(int64_t{0}, data.table, by_.stride, axes_.targets);
    for (int64_t target = 0; target < axes_.targets; ++target) {
      use(target * abreast_, data.table + target * by_.stride, side_.table, lines);
    }
  }

  // Term by term along the innermost shared axis, or line by line at each point.
  template <class Index>
  void FoldAll(const IndexedData& data, int64_t lines) {
    if (abreast_ > 1) {
      return ForEachPoint(data, axes_.shared, 1,
                          [&](const IndexedData& at) { FoldSome<Index>(at, side_, lines, 1); });
    }
    const IndexedAxis& inner = axes_.shared[0];
    const std::vector<IndexedAxis> outer(axes_.shared.begin() + 1, axes_.shared.end());
    ForEachPoint(data, outer, 1, [&](IndexedData at) {
      for (int64_t first = 0; first < inner.extent; first += kTile) {
        const int64_t count = std::min(kTile, inner.extent - first);
        FoldSome<Index>(at, inner, count, 0);
        Advance(at, inner, count, 1);
      }
    });
  }

  // Up to kTile terms along an axis, each of which is `apart` numbers behind the one before.
  template <class Index>
  void FoldSome(const IndexedData& at, const IndexedAxis& axis, int64_t count, int64_t apart) {
    Number terms[kTile];
    elements_.Load(at.elements, axis.elements, count, terms);
    const std::byte* indices = at.indices[0];
    for (int64_t i = 0; i < count; ++i) {
      Index narrow;
      std::memcpy(&narrow, indices, sizeof(narrow));
      const auto index = static_cast<int64_t>(narrow);
      const auto slot =
          static_cast<size_t>((index + ((index >> 63) & by_.extent)) * abreast_ + i * apart);
      F::Fold(numbers_[slot], terms[i]);
      met_[slot] = 1;
      indices += axis.indices[0];
    }
  }

  const Division& axes_;
  const IndexedBy by_;
  const int64_t abreast_;
  const IndexedAxis side_;
  const Elements<F> elements_;
  const std::unique_ptr<Number[]> numbers_;
  std::vector<uint8_t> met_;
};

template <class F, class SomeLines>
void FoldBundles(const IndexedFold& fold, const Division& axes, int64_t abreast) {
  const int64_t side = axes.own.empty() ? 1 : axes.own[0].extent;
  const int64_t bundles = (side + abreast - 1) / abreast;
  const int64_t bundle_points = axes.shared_points * abreast;
  const int64_t grain = std::max<int64_t>(1, GrainFor(kFoldCost) / bundle_points);
  ParallelFor(axes.own_points / side * bundles, grain, [&](int64_t begin, int64_t end) {
    SomeLines lines(fold, axes, abreast);
    for (int64_t bundle = begin; bundle < end; ++bundle) {
      const int64_t first = bundle % bundles * abreast;
      IndexedData at = fold.data;
      Step(at, axes.own, bundle / bundles * side + first, fold.walk->by.size());
      lines.Fold(at, std::min(abreast, side - first));
    }
  });
}

template <class F>
void FoldLines(const IndexedFold& fold, const Division& axes) {
  // As many abreast as share a cache line, if their numbers stay in the second-level cache.
  constexpr int64_t kMostAbreast = 16, kMostNumbers = 1 << 16, kMostWhole = 1 << 20;
  const int64_t side = axes.own.empty() ? 1 : axes.own[0].extent;
  const int64_t room = std::max<int64_t>(1, kMostNumbers / std::max<int64_t>(1, axes.targets));
  // Lines side by side help where the table, or what is folded, goes on from one to the next.
  const int64_t item = DtypeBytes(fold.dtype);
  const bool go_on =
      !axes.own.empty() && axes.own[0].table == item && fold.walk->axes[0].table != 0;
  const int64_t abreast = go_on ? std::min({kMostAbreast, side, room}) : 1;
  const bool is_whole = fold.walk->by.size() == 1 && !axes.shared.empty() &&
                        axes.targets <= 4 * axes.shared_points &&
                        axes.targets * abreast <= kMostWhole;
  is_whole ? FoldBundles<F, WholeLines<F>>(fold, axes, abreast)
           : FoldBundles<F, Lines<F>>(fold, axes, abreast);
}

// Whether the targets are the same for all points of the own axes.
bool HaveRows(const IndexedWalk& walk, const Division& axes) {
  return std::ranges::none_of(axes.own, [&walk](const IndexedAxis& axis) {
    return std::any_of(axis.indices.begin(),
                       axis.indices.begin() + static_cast<long>(walk.by.size()),
                       [](int64_t step) { return step != 0; });
  });
}

template <class F>
void FoldAs(const IndexedFold& fold) {
  if (fold.walk->points == 0) return;
  const Division axes(*fold.walk);
  HaveRows(*fold.walk, axes) ? FoldRows<F>(fold, axes) : FoldLines<F>(fold, axes);
}

}  // namespace

void FoldIndexed(const IndexedFold& fold) {
  const bool adds = fold.fold == Fold::kAdd;
  switch (fold.dtype) {
    case ACL_FLOAT:
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_DOUBLE:
      return adds ? FoldAs<DoubleSums>(fold) : FoldAs<DoubleProducts>(fold);
    case ACL_COMPLEX64:
    case ACL_COMPLEX128:
      return adds ? FoldAs<ComplexSums>(fold) : FoldAs<ComplexProducts>(fold);
    case ACL_BOOL:
      return adds ? FoldAs<TruthSums>(fold) : FoldAs<IntegerProducts>(fold);
    default:
      return adds ? FoldAs<IntegerSums>(fold) : FoldAs<IntegerProducts>(fold);
  }
}

}  // namespace openaclnn
