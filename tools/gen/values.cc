#include "tools/gen/values.h"

#include <cmath>
#include <limits>
#include <utility>

#include "base/dtype.h"
#include "tests/formulas/inputs.h"
#include "tests/ops/harness/array.h"
#include "tools/precision/ulp.h"

namespace openaclnn::gen {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// True with the probability exp(-t), by comparisons alone (von Neumann): the first n for which a
// uniform number exceeds t / n is odd so often.
bool HappensByExp(double t, Random* random) {
  for (; t > 1; t -= 1) {
    if (!HappensByExp(1, random)) return false;
  }
  int n = 1;
  while (random->Uniform(0, 1) < t / n) ++n;
  return n % 2 == 1;
}

// Karney's way to exactly normal numbers (arXiv:1303.6257): an integer part n with a probability of
// exp(-n^2/2), a uniform fraction x that is kept with exp(-x (2n + x) / 2), and a sign.
double StandardNormal(Random* random) {
  for (;;) {
    double n = 0;
    while (HappensByExp(0.5, random)) n += 1;
    if (!HappensByExp(n * (n - 1) / 2, random)) continue;
    const double x = random->Uniform(0, 1);
    if (!HappensByExp(x * (2 * n + x) / 2, random)) continue;
    return random->Bits() % 2 == 0 ? n + x : -(n + x);
  }
}

uint64_t KeyOf(uint64_t seed, std::string_view name) {
  uint64_t key = Random(seed).Bits();
  for (const char c : name) key = Random(key ^ static_cast<unsigned char>(c)).Bits();
  return key;
}

}  // namespace

std::vector<double> SpecialValues(aclDataType dtype, const std::vector<double>& kinks) {
  const precision::Format* const format = precision::FindFormat(dtype);
  if (format == nullptr) {  // test::BitsOf saturates
    return {0, test::ValueOf(dtype, test::BitsOf(dtype, -kInfinity)),
            test::ValueOf(dtype, test::BitsOf(dtype, kInfinity))};
  }
  const double tiny = precision::Ulp(0, *format);
  const double normal = std::ldexp(1.0, format->min_exponent);
  const double largest =
      std::ldexp(2 - std::ldexp(1.0, -format->fraction_bits), format->max_exponent);
  std::vector<double> values = {std::numeric_limits<double>::quiet_NaN()};
  for (const double value : {0.0, tiny, normal - tiny, normal, largest, kInfinity}) {
    values.push_back(value);
    values.push_back(-value);
  }
  for (const double kink : kinks) {
    const double nearest = format->round(kink);
    if (!std::isfinite(nearest)) continue;
    const double step = precision::Ulp(nearest, *format);
    values.insert(values.end(),
                  {format->round(nearest - step), nearest, format->round(nearest + step)});
  }
  return values;
}

Values::Values(aclDataType dtype, const Distribution& distribution, std::vector<double> specials,
               uint64_t seed, std::string_view name)
    : dtype_(dtype),
      distribution_(distribution),
      specials_(std::move(specials)),
      key_(KeyOf(seed, name)) {}

uint64_t Values::Bits(int64_t index) const {
  Random random(key_ ^ Random(static_cast<uint64_t>(index)).Bits());
  double value = 0;
  if (random.Uniform(0, 1) < distribution_.special_share) {
    value = specials_[random.Bits() % specials_.size()];
  } else if (random.Bits() % 2 == 0) {
    value = random.Uniform(distribution_.uniform.low, distribution_.uniform.high);
  } else {
    value = distribution_.normal.mean + distribution_.normal.deviation * StandardNormal(&random);
  }
  if (dtype_ == ACL_BOOL) value = value > 0 ? 1 : 0;
  return test::BitsOf(dtype_, value);
}

double Values::Value(int64_t index) const { return test::ValueOf(dtype_, Bits(index)); }

}  // namespace openaclnn::gen
