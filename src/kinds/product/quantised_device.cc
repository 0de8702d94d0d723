// The kernel of quantised products: a thread has a result at a time.
#include <cstdint>

#include "base/int4.h"
#include "cpu/product_order.h"
#include "cuda/device/elements.h"
#include "cuda/device/words.h"
#include "formulas/scalar.h"
#include "kinds/product/quantised_argument.h"

namespace openaclnn {
namespace {

constexpr int kK = 0, kN = 1, kM = 2, kBatches = 3;      // axes
enum { kOut, kFirst, kSecond, kAdded, kCountOperands };  // results come first

// Where a result's row and column begin in each operand, in bytes; of integers in the bytes of
// numbers of 16 bits.
struct Place {
  int64_t of_plan[kCountOperands], of_numbers[kCountNumbers];
};

OPENACLNN_INLINE Place PlaceOf(const QuantisedProductArgument& run, int64_t result) {
  const ElementwiseArgument& plan = run.plan;
  int64_t rest = result / plan.extent[kN];
  const int64_t column = result - rest * plan.extent[kN];
  int64_t batch = rest / plan.extent[kM];
  const int64_t row = rest - batch * plan.extent[kM];
  Place place;
  for (int k = 0; k < kCountOperands; ++k) {
    place.of_plan[k] = row * plan.stride[kM][k] + column * plan.stride[kN][k];
  }
  for (size_t k = 0; k < kCountNumbers; ++k) {
    place.of_numbers[k] = row * run.numbers.stride[kM][k] + column * run.numbers.stride[kN][k];
  }
  for (int axis = kBatches; axis < plan.axes; ++axis) {
    rest = batch / plan.extent[axis];
    const int64_t along = batch - rest * plan.extent[axis];
    batch = rest;
    for (int k = 0; k < kCountOperands; ++k) place.of_plan[k] += along * plan.stride[axis][k];
    for (size_t k = 0; k < kCountNumbers; ++k)
      place.of_numbers[k] += along * run.numbers.stride[axis][k];
  }
  return place;
}

OPENACLNN_INLINE float NumberAt(uint64_t address, int dtype) {
  return IsOfWords(dtype) ? LoadAt<float>(address) : LoadElement<float>(address, dtype, false);
}

// One of the numbers of a result, of a group of k.
template <QuantisedNumbers kNumber>
OPENACLNN_INLINE float NumberOf(const QuantisedProductArgument& run, const Place& place,
                                int64_t group) {
  const ElementwiseArgument& numbers = run.numbers;
  const int64_t offset = place.of_numbers[kNumber] + group * numbers.stride[kK][kNumber];
  return NumberAt(numbers.address[kNumber] + static_cast<uint64_t>(offset), numbers.dtype[kNumber]);
}

OPENACLNN_INLINE float RoundedTo(int dtype, float value) {
  return dtype == ACL_BF16 ? FromHalf<float>(ToHalf<Bfloat16Bits>(value))
                           : FromHalf<float>(ToHalf<Float16Bits>(value));
}

// Element k of a factor, as a float.
template <int kFactor>
OPENACLNN_INLINE float FactorAt(const QuantisedProductArgument& run, const Place& place,
                                int64_t k) {
  const ElementwiseArgument& plan = run.plan;
  const int64_t offset = place.of_plan[kFactor] + k * plan.stride[kK][kFactor];
  const int bits = kFactor == kFirst ? run.bits_of_first : run.bits_of_second;
  if (bits == 0) {
    return NumberAt(plan.address[kFactor] + static_cast<uint64_t>(offset), plan.dtype[kFactor]);
  }
  const int64_t element = offset / 2;
  const auto byte = LoadAt<uint8_t>(plan.address[kFactor] +
                                    static_cast<uint64_t>(bits == 8 ? element : element / 2));
  float number = bits == 8 ? static_cast<float>(static_cast<int8_t>(byte))
                           : static_cast<float>(Int4(byte >> (element % 2 * 4)));
  if (kFactor == kFirst || !run.has[kFactorScales]) return number;
  const int64_t group = k / run.group;
  if (run.has[kFactorOffsets]) number = number + NumberOf<kFactorOffsets>(run, place, group);
  return RoundedTo(plan.dtype[kFactor], number * NumberOf<kFactorScales>(run, place, group));
}

OPENACLNN_INLINE double SumOf(const QuantisedProductArgument& run, const Place& place) {
  const int64_t count = run.plan.extent[kK];
  double sum = 0;
  for (int64_t k = 0; k < count;) {
    const int64_t end_of_run = count - k < kTermsOfRun ? count : k + kTermsOfRun;
    float in_float = 0;
    while (k < end_of_run) {
      const int64_t end = end_of_run - k < kTermsOfBlock ? end_of_run : k + kTermsOfBlock;
      float even = 0, odd = 0;
      while (k < end) {
        const float a = FactorAt<kFirst>(run, place, k);
        even = scalar_internal::Fma(a, FactorAt<kSecond>(run, place, k), even);
        if (++k == end) break;
        const float b = FactorAt<kFirst>(run, place, k);
        odd = scalar_internal::Fma(b, FactorAt<kSecond>(run, place, k), odd);
        ++k;
      }
      in_float = in_float + (even + odd);
    }
    sum = sum + double{in_float};
  }
  return sum;
}

OPENACLNN_INLINE float OffsetInScale(const QuantisedProductArgument& run, const Place& place) {
  const uint64_t address =
      run.numbers.address[kColumnScales] + static_cast<uint64_t>(place.of_numbers[kColumnScales]);
  return static_cast<float>(OffsetOfWord(LoadAt<uint64_t>(address)));
}

OPENACLNN_INLINE void Multiply(const QuantisedProductArgument& run) {
  const ElementwiseArgument& plan = run.plan;
  const int64_t results = run.batches * plan.extent[kM] * plan.extent[kN];
  for (int64_t result = ThisThread(); result < results; result += CountThreads()) {
    const Place place = PlaceOf(run, result);
    double sum = SumOf(run, place);
    if (run.adds) {
      const uint64_t added = plan.address[kAdded] + static_cast<uint64_t>(place.of_plan[kAdded]);
      sum = sum + LoadElement<double>(added, plan.dtype[kAdded], false);
    }
    const uint64_t out = plan.address[kOut] + static_cast<uint64_t>(place.of_plan[kOut]);
    if (!run.is_scaled) {
      StoreElement(out, plan.dtype[kOut], sum, true);
      continue;
    }
    auto value = static_cast<float>(sum);
    if (run.has[kColumnScales]) value = value * NumberOf<kColumnScales>(run, place, 0);
    if (run.has[kRowScales]) value = value * NumberOf<kRowScales>(run, place, 0);
    if (run.has[kColumnOffsets]) value = value + NumberOf<kColumnOffsets>(run, place, 0);
    if (run.has_offsets_in_scales) value = value + OffsetInScale(run, place);
    if (run.has[kAddedLast]) value = value + NumberOf<kAddedLast>(run, place, 0);
    StoreElement(out, plan.dtype[kOut], value, true);
  }
}

}  // namespace

OPENACLNN_NAMED_KERNEL(openaclnn_multiply_quantised, Multiply, QuantisedProductArgument)

}  // namespace openaclnn
