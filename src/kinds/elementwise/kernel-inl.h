// The kernel of a formula of elements for each SIMD target: its loops, and what GPUs call it.
// Include after foreach_target.h.

#if defined(OPENACLNN_KINDS_ELEMENTWISE_KERNEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_ELEMENTWISE_KERNEL_INL_H_
#undef OPENACLNN_KINDS_ELEMENTWISE_KERNEL_INL_H_
#else
#define OPENACLNN_KINDS_ELEMENTWISE_KERNEL_INL_H_
#endif

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <typeinfo>

#include "cpu/loops-inl.h"
#include "kinds/elementwise/kernel.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The kernel of a GPU for values of T in memory, by its name there (cuda/kernel_name.h).
template <class T, class Form>
struct Strided {};

// The formula as such a kernel gets it.
template <class T, class Formula>
void DescribeForDevice(const Params& params, DeviceFormula& out) {
  using OnDevice = typename OnDeviceOf<Formula>::Type;
  const auto made = MakeFormula<OnDevice>(ParamsOf<OnDevice, T>(params));
  WithForm(made, [&out](const auto& formula) HWY_ATTR {
    using Form = std::remove_cvref_t<decltype(formula)>;
    static_assert(std::is_trivially_copyable_v<Form> && sizeof(Form) <= DeviceFormula::kMaxBytes);
    out.kernel = typeid(Strided<T, Form>).name();
    out.size = sizeof(Form);
    if constexpr (!std::is_empty_v<Form>) std::memcpy(out.bytes.data(), &formula, sizeof(Form));
  });
}

// GPUs have bytes become wider numbers.
template <class T>
using NumberOnDevice = std::conditional_t<std::is_same_v<T, int8_t>, int32_t, T>;

template <class T, class Formula>
constexpr void SetElementwiseLoop(ElementLoops& kernel) {
  if constexpr (!std::is_void_v<Formula>) {
    SetLoop<T>(kernel, ElementwiseLoop<T, Formula>, DescribeForDevice<NumberOnDevice<T>, Formula>);
  }
}

// The kernel of formulas over floats, over the 16-bit types, over doubles and integers if there is
// one, and over FLOAT16 if it has its own. There may be formulas over integers modulo 2^32, or 2^8,
// where the low bits of results follow from those of the operands.
template <class InFloat, class InHalf = InFloat, class InDouble = void, class InIntegers = void,
          class InFloat16 = InHalf, class InInt32 = void>
const Kernel* ElementwiseKernel() {
  static constexpr ElementLoops kKernel = [] {
    ElementLoops kernel{};
    SetElementwiseLoop<float, InFloat>(kernel);
    SetElementwiseLoop<Bfloat16Bits, InHalf>(kernel);
    SetElementwiseLoop<Float16Bits, InFloat16>(kernel);
    SetElementwiseLoop<double, InDouble>(kernel);
    SetElementwiseLoop<int64_t, InIntegers>(kernel);
    SetElementwiseLoop<int32_t, InInt32>(kernel);
    SetElementwiseLoop<int8_t, InInt32>(kernel);
    kernel.cost = InFloat::kCost;
    return kernel;
  }();
  return &kKernel;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
