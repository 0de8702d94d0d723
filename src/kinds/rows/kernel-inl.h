// The kernel of formulas over rows (row_loops-inl.h, row_pairs-inl.h, rows_abreast-inl.h), for each
// SIMD target. Include after foreach_target.h.

#if defined(OPENACLNN_KINDS_ROWS_KERNEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_ROWS_KERNEL_INL_H_
#undef OPENACLNN_KINDS_ROWS_KERNEL_INL_H_
#else
#define OPENACLNN_KINDS_ROWS_KERNEL_INL_H_
#endif

#include <type_traits>
#include <typeinfo>

#include "formulas/target.h"
#include "kinds/rows/kernel.h"
#include "kinds/rows/row_loops-inl.h"
#include "kinds/rows/row_pairs-inl.h"
#include "kinds/rows/rows_abreast-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace row_internal {

template <class T, class Formula>
constexpr RowLoops<T> LoopsOf() {
  RowLoops<T> loops{};
  loops.whole = WholeRows<T, Formula>;
  loops.reduce = ReduceRow<T, Formula>;
  loops.map = MapRow<T, Formula>;
  loops.fold = [](RowNumbers* chunks, int64_t count) { Formula::Fold(chunks, count); };
  if constexpr (requires(RowTile<T> tile, double* keep, RowNumbers* chunks) {
                  Formula::template ReduceAbreast<T>(tile, keep, chunks);
                }) {
    loops.reduce_abreast = ReduceAbreast<T, Formula>;
    loops.fold_abreast = FoldAbreast<T, Formula>;
    loops.map_abreast = MapAbreast<T, Formula>;
  }
  return loops;
}

template <class T, class Formula>
void DescribeRows(const Params&, DeviceFormula& out) {
  out.kernel = typeid(RowsAlong<T, Formula>).name();
  out.size = 0;
}

template <class T, class Formula>
constexpr void SetRows(AllRowLoops& kernel) {
  SetLoop<T>(kernel, LoopsOf<T, Formula>(), DescribeRows<T, Formula>);
}

}  // namespace row_internal

// The kernel of formulas over rows of floats and of 16-bit numbers, and over doubles if there is
// one.
template <class InFloat, class InDouble = void, class InHalves = InFloat>
const Kernel* RowKernel() {
  static constexpr AllRowLoops kKernel = [] {
    AllRowLoops kernel{};
    row_internal::SetRows<float, InFloat>(kernel);
    row_internal::SetRows<Bfloat16Bits, InHalves>(kernel);
    row_internal::SetRows<Float16Bits, InHalves>(kernel);
    if constexpr (!std::is_void_v<InDouble>) row_internal::SetRows<double, InDouble>(kernel);
    kernel.cost = InFloat::kCost;
    return kernel;
  }();
  return &kKernel;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
