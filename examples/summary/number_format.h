// The floating-point formats of tensors: how to write and read them, and how to measure an error.
#pragma once

#include <cstddef>

#include "acl/acl.h"

struct NumberFormat {
  const char* name;
  aclDataType dtype;
  size_t bytes;
  int precision;     // significant bits
  int min_exponent;  // of the smallest normal number
  int max_exponent;  // of the largest number
};

extern const NumberFormat kFloat16, kBfloat16, kFloat, kDouble;

// Rounds `value` to the format and writes it to `element`.
void Write(const NumberFormat& format, double value, void* element);

double Read(const NumberFormat& format, const void* element);

// The distance of `actual` from `exact` in units of the last place that the format has at `exact`.
// 0 if both are NaN, or if `actual` is the infinity to which `exact` rounds; infinite if only one
// of them is NaN or infinite.
double UlpError(const NumberFormat& format, double actual, long double exact);
