// Errors in units of the last place.
#pragma once

#include "acl/acl_base.h"

namespace openaclnn::precision {

// The formats that results are judged in: FLOAT16, BFLOAT16, FLOAT, DOUBLE. Null for others.
struct Format {
  aclDataType dtype;
  int fraction_bits;
  int min_exponent;  // of normal numbers
  int max_exponent;
  double (*round)(double value);  // to the nearest number of the format, ties to even
};
const Format* FindFormat(aclDataType dtype);

// The distance of neighbouring numbers at a finite `value`: the one above a power of two, the
// smallest subnormal number at 0, and that below infinity beyond the format's range.
double Ulp(double value, const Format& format);

// |actual - golden| / Ulp(golden) for finite numbers; at most the largest double.
double UlpError(double actual, double golden, const Format& format);

}  // namespace openaclnn::precision
