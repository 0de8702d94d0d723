// The kernels of formulas whose terms are summed for each channel: loops of CPUs, and the names of
// their device code, or that code.
//
// Include after ops/loops-inl.h.

#if defined(OPENACLNN_KINDS_CHANNELS_KERNEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_CHANNELS_KERNEL_INL_H_
#undef OPENACLNN_KINDS_CHANNELS_KERNEL_INL_H_
#else
#define OPENACLNN_KINDS_CHANNELS_KERNEL_INL_H_
#endif

#ifndef OPENACLNN_ONE_LANE

#include <cstddef>
#include <typeinfo>

#include "cpu/sum_loops-inl.h"
#include "kinds/channels/kernel.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The kernel of a GPU for values of T in memory, by its name there (cuda/kernel_name.h).
template <class T, class Form>
struct ChannelSums {};

template <class T, class Form>
void DescribeChannelSums(const Params&, DeviceFormula& out) {
  out.kernel = typeid(ChannelSums<T, Form>).name();
  out.size = 0;
}

template <class T, class Formula>
constexpr void SetSums(ChannelSumLoops& kernel) {
  SetLoop<T>(kernel, SumLoops<T>{SumRowsLoop<T, Formula>, SumColumnsLoop<T, Formula>},
             DescribeChannelSums<T, Formula>);
}

// The kernel of a formula that also has a Term to sum.
template <template <class> class Formula>
const Kernel* ChannelSumKernel() {
  static constexpr ChannelSumLoops kKernel = [] {
    using F = Formula<float>;
    ChannelSumLoops kernel{};
    SetSums<float, F>(kernel);
    SetSums<Bfloat16Bits, F>(kernel);
    SetSums<Float16Bits, F>(kernel);
    kernel.cost = F::kCost;
    return kernel;
  }();
  return &kKernel;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else

#include "kinds/channels/device/channel_sums.h"

namespace openaclnn::one_lane {

template <template <class> class Formula>
const Kernel* ChannelSumKernel() {
  OfferChannelSums<float, Formula<float> >();
  OfferChannelSums<Bfloat16Bits, Formula<float> >();
  OfferChannelSums<Float16Bits, Formula<float> >();
  return nullptr;
}

}  // namespace openaclnn::one_lane

#endif  // OPENACLNN_ONE_LANE

#endif  // include guard
