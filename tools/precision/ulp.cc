#include "tools/precision/ulp.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/half.h"

namespace openaclnn::precision {
namespace {

constexpr Format kFormats[] = {
    {ACL_FLOAT16, 10, -14, 15, [](double x) { return DoubleFromFloat16(Float16FromDouble(x)); }},
    {ACL_BF16, 7, -126, 127, [](double x) { return DoubleFromBfloat16(Bfloat16FromDouble(x)); }},
    {ACL_FLOAT, 23, -126, 127, [](double x) { return static_cast<double>(static_cast<float>(x)); }},
    {ACL_DOUBLE, 52, -1022, 1023, [](double x) { return x; }},
};

int UnitExponent(double value, const Format& format) {
  const int exponent = value == 0 ? format.min_exponent : std::ilogb(value);
  return std::clamp(exponent, format.min_exponent, format.max_exponent) - format.fraction_bits;
}

}  // namespace

const Format* FindFormat(aclDataType dtype) {
  const auto* const format = std::ranges::find(kFormats, dtype, &Format::dtype);
  return format != std::end(kFormats) ? format : nullptr;
}

double Ulp(double value, const Format& format) {
  return std::ldexp(1.0, UnitExponent(value, format));
}

double UlpError(double actual, double golden, const Format& format) {
  const double error = std::ldexp(std::fabs(actual - golden), -UnitExponent(golden, format));
  return std::min(error, std::numeric_limits<double>::max());
}

}  // namespace openaclnn::precision
