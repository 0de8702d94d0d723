// The kernels of kinds/reduction/launch.h. A group of threads, or, along columns, a thread, adds
// the chunks of a part of a sum; then each thread adds partial sums that are neighbours, until one
// is left.
#include <cstdint>
#include <type_traits>

#include "cpu/term_order.h"
#include "cuda/device/elements.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"
#include "cuda/sum_arguments.h"
#include "kinds/reduction/device/sums.h"

namespace openaclnn {
namespace {

OPENACLNN_INLINE int64_t Least(int64_t a, int64_t b) { return a < b ? a : b; }

// The terms of a walk of any layout and dtype.
template <class S>
struct TermsAnywhere {
  static constexpr int kAtOnce = 1;
  const ElementwiseArgument& walk;

  OPENACLNN_INLINE S Load(int64_t i) const {
    uint64_t at[1];
    Locate(walk, i, at);
    return LoadElement<S>(at[0], walk.dtype[0], false);
  }
  OPENACLNN_INLINE S NumberOf(S loaded) const { return loaded; }
};

// Those along one axis, of elements of T, which are loaded without a branch.
template <class T>
struct TermsInLine {
  static constexpr int kAtOnce = sizeof(T) == sizeof(uint16_t) ? 1 : 2;
  uint64_t first;
  int64_t stride;

  OPENACLNN_INLINE T Load(int64_t i) const {
    return LoadAt<T>(first + static_cast<uint64_t>(i * stride));
  }
  OPENACLNN_INLINE double NumberOf(T loaded) const {
    if constexpr (sizeof(T) == sizeof(uint16_t)) {
      return FromHalf<double>(loaded);
    } else {
      return loaded;
    }
  }
};

// Calls `use` with the terms of a walk.
template <class S, class Use>
OPENACLNN_INLINE void WithTerms(const ElementwiseArgument& walk, const Use& use) {
  if constexpr (std::is_same_v<S, double>) {
    const uint64_t first = walk.address[0];
    const int64_t stride = walk.stride[0][0];
    switch (walk.axes == 1 ? int{walk.dtype[0]} : int{ACL_DT_UNDEFINED}) {
      case ACL_FLOAT:
        return use(TermsInLine<float>{first, stride});
      case ACL_DOUBLE:
        return use(TermsInLine<double>{first, stride});
      case ACL_BF16:
        return use(TermsInLine<Bfloat16Bits>{first, stride});
      case ACL_FLOAT16:
        return use(TermsInLine<Float16Bits>{first, stride});
      default:
        break;
    }
  }
  use(TermsAnywhere<S>{walk});
}

OPENACLNN_INLINE double Average(double sum, int64_t count) {
  return count == 0 ? __builtin_nan("") : sum / static_cast<double>(count);
}
OPENACLNN_INLINE int64_t Average(int64_t sum, int64_t count) {
  return count == 0 ? 0 : sum / count;
}

// Sum `i` as an element.
template <class S>
OPENACLNN_INLINE void StoreSum(const ReductionArgument& run, int64_t i, S sum) {
  uint64_t at[1];
  Locate(run.results, i, at);
  if (run.averages) sum = Average(sum, run.count);
  if (run.results.wraps_to != kNoWrap) sum = Wrapped(sum, run.results.wraps_to);
  StoreElement(at[0], run.results.dtype[0], sum);
}

// That of a part of the sum in a column.
template <class S>
OPENACLNN_INLINE void StorePart(const ReductionArgument& run, int64_t outer, int64_t part,
                                int64_t column, S sum) {
  if (run.partials == 0) return StoreSum(run, outer * run.columns + column, sum);
  const int64_t place = (outer * run.parts + part) * run.columns + column;
  StoreAt(run.partials + static_cast<uint64_t>(place) * sizeof(S), sum);
}

template <class S, class Terms>
OPENACLNN_INLINE S ChunkOfRow(const ReductionArgument& run, const Terms& terms, int64_t outer,
                              int64_t chunk) {
  const int64_t row = chunk / run.chunks_of_row;
  const int64_t column = (chunk - row * run.chunks_of_row) * kTermsOfChunk;
  const int64_t first = (outer * run.reduced + row) * run.inner + column;
  const auto count = static_cast<int>(Least(kTermsOfChunk, run.inner - column));
  return SumInLanes<S>(terms, first, count);
}

template <class S, class Terms>
OPENACLNN_INLINE void SumRowsOf(const ReductionArgument& run, const Terms& terms) {
  const int64_t units = run.outer * run.parts;
  for (int64_t unit = ThisGroup(); unit < units; unit += CountGroups()) {
    const int64_t outer = unit / run.parts, part = unit - outer * run.parts;
    const int64_t first = part * run.chunks_of_part;
    const int64_t last = Least(run.chunks, first + run.chunks_of_part);
    Tree<S, kLevelsOfPart> tree;
    for (int64_t chunk = first; chunk < last; ++chunk) {
      tree.Add(ChunkOfRow<S>(run, terms, outer, chunk));
    }
    if (PlaceInGroup() == 0) StorePart(run, outer, part, 0, tree.Sum());
  }
}

template <class S>
OPENACLNN_INLINE void SumRows(const ReductionArgument& run) {
  WithTerms<S>(run.terms, [&](const auto& terms) { SumRowsOf<S>(run, terms); });
}

template <class S, class Terms>
OPENACLNN_INLINE void SumColumnsOf(const ReductionArgument& run, const Terms& terms) {
  const int64_t units = run.outer * run.parts * run.inner;
  for (int64_t unit = ThisThread(); unit < units; unit += CountThreads()) {
    const int64_t part_of_all = unit / run.inner, column = unit - part_of_all * run.inner;
    const int64_t outer = part_of_all / run.parts, part = part_of_all - outer * run.parts;
    const int64_t top = part * run.chunks_of_part * kRowsOfBlock;
    const int64_t last = Least(run.reduced, top + run.chunks_of_part * kRowsOfBlock);
    Tree<S, kLevelsOfPart> tree;
    for (int64_t row = top; row < last;) {
      const int64_t end = Least(last, row + kRowsOfBlock);
      S sum = 0;
      OPENACLNN_AT_ONCE(Terms::kAtOnce)
      for (; row < end; ++row) {
        const int64_t first = (outer * run.reduced + row) * run.inner;
        sum = Plus(sum, terms.NumberOf(terms.Load(first + column)));
      }
      tree.Add(sum);
    }
    StorePart(run, outer, part, column, tree.Sum());
  }
}

template <class S>
OPENACLNN_INLINE void SumColumns(const ReductionArgument& run) {
  WithTerms<S>(run.terms, [&](const auto& terms) { SumColumnsOf<S>(run, terms); });
}

// Adds neighbours in the place of the first one; of all that are left makes results.
template <class S>
OPENACLNN_INLINE void AddParts(const ReductionArgument& run) {
  constexpr int64_t kAtOnce = int64_t{1} << kLevelsAtOnce;
  const int64_t reach = kAtOnce * run.together;
  const int64_t places = run.parts == 0 ? 1 : (run.parts - 1) / reach + 1;
  const int64_t units = run.outer * places * run.columns;
  for (int64_t unit = ThisThread(); unit < units; unit += CountThreads()) {
    const int64_t place_of_all = unit / run.columns, column = unit - place_of_all * run.columns;
    const int64_t outer = place_of_all / places, first = (place_of_all - outer * places) * reach;
    const int64_t last = Least(run.parts, first + reach);
    const auto address = [&](int64_t part) {
      const int64_t place = (outer * run.parts + part) * run.columns + column;
      return run.partials + static_cast<uint64_t>(place) * sizeof(S);
    };
    Tree<S, kLevelsAtOnce> tree;
    for (int64_t part = first; part < last; part += run.together) {
      tree.Add(LoadAt<S>(address(part)));
    }
    if (places == 1) {
      StoreSum(run, outer * run.columns + column, tree.Sum());
    } else {
      StoreAt(address(first), tree.Sum());
    }
  }
}

}  // namespace

OPENACLNN_MEETING_KERNEL(openaclnn_sum_rows, SumRows<double>, ReductionArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_sum_columns, SumColumns<double>, ReductionArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_add_parts, AddParts<double>, ReductionArgument)
OPENACLNN_MEETING_KERNEL(openaclnn_sum_rows_of_integers, SumRows<int64_t>, ReductionArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_sum_columns_of_integers, SumColumns<int64_t>, ReductionArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_add_parts_of_integers, AddParts<int64_t>, ReductionArgument)

}  // namespace openaclnn
