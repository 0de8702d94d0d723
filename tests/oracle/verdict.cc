#include "tests/oracle/verdict.h"

#include <cmath>

namespace openaclnn::oracle {
namespace {

// How wrong an error in ULP may be that is measured with a value of long double, and a margin.
constexpr double kDoubt = 0x1p-28;
constexpr Verdict kMismatch = {.ulp = 0, .rounded = false, .mismatch = true};

}  // namespace

Verdict Judge(double actual, const Real& exact, const Format& format) {
  const double error = UlpError(actual, exact, format);
  const bool wrong_zero = actual == 0 && std::signbit(actual) != exact.IsNegative();
  if (std::isinf(error) || (wrong_zero && !exact.IsNan())) return kMismatch;
  const double rounded = Round(exact, format);
  return {.ulp = error, .rounded = exact.IsNan() || actual == rounded};
}

std::optional<Verdict> JudgeFast(float actual, long double exact, const Format& format) {
  const bool wrong_zero = actual == 0 && std::signbit(actual) != std::signbit(exact);
  if (wrong_zero && !std::isnan(exact)) return kMismatch;
  if (exact == actual) return Verdict{};
  const double error = UlpErrorOfFloat(actual, exact, format);
  if (std::isinf(error)) return kMismatch;
  if (std::fabs(error - 0.5) < kDoubt) return std::nullopt;
  return Verdict{.ulp = error, .rounded = error < 0.5};
}

}  // namespace openaclnn::oracle
