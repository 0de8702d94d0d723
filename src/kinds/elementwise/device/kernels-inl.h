// What a file of operators is given as device code in place of the loops of CPUs: kernels of a GPU,
// for each formula and type in memory.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/half.h"
#include "formulas/formula-inl.h"
#include "formulas/pair-inl.h"
#include "kinds/elementwise/device/elementwise.h"
#include "kinds/elementwise/device/packs.h"
#include "kinds/elementwise/device/tiles.h"

namespace openaclnn {

struct Kernel;  // the loops of CPUs, of which there are none here

namespace one_lane {

// Names the kernels of every form that a formula may be computed in, by which they are compiled.
// Never called: hosts make formulas and choose their forms.
template <class T, class Formula>
void OfferForms(const Formula& formula) {
  WithForm(formula, [](const auto& form) {
    using Form = std::remove_cvref_t<decltype(form)>;
    OfferElementwise<T, Form>();
    if constexpr (kGoesInPacks<T>) OfferPacks<T, Form>();
    if constexpr (kGoesInTiles<T>) OfferTiles<T, Form>();
  });
}
template <class T, class Formula>
void OfferKernels() {
  if constexpr (!std::is_void_v<Formula>) {
    (void)&OfferForms<T, typename OnDeviceOf<Formula>::Type>;
  }
}

// As those of cpu/loops-inl.h and pair_loops-inl.h; a kernel is found by its name.
template <class InFloat, class InHalf = InFloat, class InDouble = void, class InIntegers = void,
          class InFloat16 = InHalf, class InInt32 = void>
const Kernel* ElementwiseKernel() {
  OfferKernels<float, InFloat>();
  OfferKernels<Bfloat16Bits, InHalf>();
  OfferKernels<Float16Bits, InFloat16>();
  OfferKernels<double, InDouble>();
  OfferKernels<int64_t, InIntegers>();
  OfferKernels<int32_t, InInt32>();
  return nullptr;
}

template <class InFloat, class InHalf = InFloat, class InDouble = void>
const Kernel* PairKernel() {
  return ElementwiseKernel<InFloat, InHalf, InDouble>();
}
template <class Formula>
const Kernel* ComplexKernel() {
  OfferKernels<double, Formula>();
  return nullptr;
}

}  // namespace one_lane
}  // namespace openaclnn
