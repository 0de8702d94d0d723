// op::fp16_t: a FLOAT16 number as programs hold it, for those that fill tensors with them. C++
// only.
#ifndef OPENACLNN_ACLNN_OPDEV_FP16_T_H_
#define OPENACLNN_ACLNN_OPDEV_FP16_T_H_

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace op {

// Two bytes, so arrays of them are the memory of FLOAT16 tensors. As operators have them, with
// infinities and NaN; aclFloatToFloat16 (acl/acl_base.h) has none.
struct fp16_t {
  uint16_t val;  // its bits

  constexpr fp16_t() : val(0) {}
  // The nearest number, by way of float; of two as near, the one with an even last bit.
  template <class Number, class = typename std::enable_if<std::is_arithmetic<Number>::value>::type>
  fp16_t(Number number) : val(BitsOf(static_cast<float>(number))) {}  // NOLINT

  // The same number. Other arithmetic, comparisons and conversions go by way of it.
  operator float() const {  // NOLINT
    const int exponent = val >> 10 & 31, fraction = val & 1023;
    float number = 0;
    if (exponent == 31) {
      number = fraction == 0 ? std::numeric_limits<float>::infinity()
                             : std::numeric_limits<float>::quiet_NaN();
    } else if (exponent == 0) {
      number = std::ldexp(static_cast<float>(fraction), -24);
    } else {
      number = std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
    }
    return std::copysign(number, val >> 15 == 0 ? 1.0f : -1.0f);
  }

 private:
  static uint16_t BitsOf(float number) {
    const float size = std::fabs(number);
    int bits = 0x7e00;  // NaN
    if (size >= 65520) {
      bits = 0x7c00;
    } else if (size < std::ldexp(1.0f, -14)) {
      bits = static_cast<int>(std::nearbyint(std::ldexp(size, 24)));
    } else if (!std::isnan(size)) {
      int exponent = 0;
      const float part = std::frexp(size, &exponent);  // from 0.5 to 1
      bits = static_cast<int>(std::nearbyint(part * 2048)) + ((exponent + 13) << 10);
    }
    return static_cast<uint16_t>(bits | (std::signbit(number) ? 0x8000 : 0));
  }
};

}  // namespace op

#endif  // OPENACLNN_ACLNN_OPDEV_FP16_T_H_
