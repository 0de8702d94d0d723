// The kernels of formulas whose terms are summed for each channel: loops of CPUs, and the names of
// their device code, or that code.
//
// Include after ops/loops-inl.h.

#if defined(OPENACLNN_OPS_CHANNEL_SUMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_CHANNEL_SUMS_INL_H_
#undef OPENACLNN_OPS_CHANNEL_SUMS_INL_H_
#else
#define OPENACLNN_OPS_CHANNEL_SUMS_INL_H_
#endif

#ifndef OPENACLNN_ONE_LANE

#include <cstddef>
#include <typeinfo>

#include "cpu/kernel.h"
#include "cpu/sum_loops-inl.h"

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

template <template <class> class Formula>
const Kernel* ChannelSumKernel() {
  static const Kernel kKernel = [] {
    Kernel kernel = *SumKernel<Formula>();
    const auto set = [&](LoopType type, DescribeFormula describe) {
      kernel.on_device[static_cast<size_t>(type)] = describe;
    };
    set(LoopType::kFloat, DescribeChannelSums<float, Formula<float>>);
    set(LoopType::kBfloat16, DescribeChannelSums<Bfloat16Bits, Formula<float>>);
    set(LoopType::kFloat16, DescribeChannelSums<Float16Bits, Formula<float>>);
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
  OfferChannelSums<float, Formula<float>>();
  OfferChannelSums<Bfloat16Bits, Formula<float>>();
  OfferChannelSums<Float16Bits, Formula<float>>();
  return nullptr;
}

}  // namespace openaclnn::one_lane

#endif  // OPENACLNN_ONE_LANE

#endif  // include guard
