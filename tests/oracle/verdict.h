// What there is to say about one result compared with the exact value.
#pragma once

#include <optional>
#include <span>

#include "tests/oracle/format.h"

namespace openaclnn::oracle {

struct Verdict {
  double ulp = 0;         // the error; 0 for a mismatch
  bool rounded = true;    // correctly, with the sign of zero
  bool mismatch = false;  // NaN, an infinity or the sign of zero where the exact value has another
};

Verdict Judge(double actual, const Real& exact, const Format& format);

// The same for a format within float from a value of tests/oracle/fast.h; nothing if that leaves
// open what is the nearest number of the format.
std::optional<Verdict> JudgeFast(float actual, long double exact, const Format& format);

// Twice what errors may be off by that are measured with values in double.
inline constexpr double kDoubtInDouble = 0x1p-16;

// The errors of many results compared with values in double of tests/oracle/fast.h, in ULP. An
// error below 1/2 is right within kDoubtInDouble, and the result is no mismatch; others are at
// least as large as that, or NaN.
void ErrorsInDouble(std::span<const float> actual, std::span<const double> exact,
                    const Format& format, std::span<double> errors);

}  // namespace openaclnn::oracle
