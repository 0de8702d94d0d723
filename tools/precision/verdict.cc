#include "tools/precision/verdict.h"

#include <algorithm>
#include <stdexcept>

#include "base/dtype.h"
#include "fmt/format.h"

namespace openaclnn::precision {
namespace {

using Relation = Criterion::Relation;

const Standards& StandardsOf(const Errors& errors) {
  const Standards* const standards = FindStandards(errors.dtype());
  if (standards == nullptr) {
    throw std::invalid_argument("the precision standards have no numbers for " +
                                DtypeName(errors.dtype()));
  }
  return *standards;
}

Criterion SpecialsAgree(const Counts& counts) {
  return {"NaN and Inf mismatches", static_cast<double>(counts.special_mismatches()),
          Relation::kAtMost, 0};
}

double Ratio(double candidate, double other) { return candidate == 0 ? 0 : candidate / other; }

}  // namespace

bool Criterion::passed() const {
  switch (relation) {
    case Relation::kAtLeast:
      return found >= limit;
    case Relation::kAtMost:
      return found <= limit;
    case Relation::kBelow:
      return found < limit;
  }
  return false;
}

std::string Criterion::Text() const {
  const char* const sign = relation == Relation::kAtLeast  ? passed() ? ">=" : "is not >="
                           : relation == Relation::kAtMost ? passed() ? "<=" : "is not <="
                           : passed()                      ? "<"
                                                           : "is not <";
  return fmt::format("{} {:.6g} {} {:.6g}", name, found, sign, limit);
}

bool Verdict::passed() const { return std::ranges::all_of(criteria, &Criterion::passed); }

Verdict JudgeMixed(const Errors& errors) {
  const Standards& standards = StandardsOf(errors);
  const Counts& counts = errors.counts();
  const double matched = counts.elements == 0 ? 1
                                              : static_cast<double>(counts.matched) /
                                                    static_cast<double>(counts.elements);
  const double limit = std::max(standards.max_error, kMixedUlps * counts.ulp_at_max_error);
  return {"mixed",
          {{"matched ratio", matched, Relation::kAtLeast, kMatchedRatio},
           {"max absolute error", counts.max_error, Relation::kAtMost, limit},
           SpecialsAgree(counts)}};
}

Verdict JudgeMere(const Errors& errors) {
  const Standards& standards = StandardsOf(errors);
  const Counts& counts = errors.counts();
  return {"mere",
          {{"MERE", counts.mere(), Relation::kBelow, standards.mere},
           {"MARE", counts.max_relative, Relation::kBelow, kMareFactor * standards.mere},
           SpecialsAgree(counts)}};
}

Verdict JudgeDouble(const Errors& candidate, const Errors& other, const Level& level) {
  StandardsOf(candidate);
  const Counts& a = candidate.counts();
  const Counts& b = other.counts();
  if (candidate.dtype() != other.dtype() || a.elements != b.elements) {
    throw std::invalid_argument("candidates of different dtypes or sizes");
  }
  const auto small_errors = static_cast<double>(std::max<uint64_t>(b.small_errors, 1));
  return {fmt::format("double {}", level.name),
          {{"MARE ratio", Ratio(a.normal_max_relative, b.normal_max_relative), Relation::kAtMost,
            level.mare},
           {"MERE ratio", Ratio(a.normal_mere(), b.normal_mere()), Relation::kAtMost, level.mere},
           {"RMSE ratio", Ratio(a.normal_rmse(), b.normal_rmse()), Relation::kAtMost, level.rmse},
           {"small value error count ratio", static_cast<double>(a.small_errors) / small_errors,
            Relation::kAtMost, kSmallRatio},
           SpecialsAgree(a)}};
}

Verdict JudgeUlp(const Errors& errors, double max_ulp) {
  return {"ulp",
          {{"max ULP error", errors.counts().max_ulp, Relation::kAtMost, max_ulp},
           SpecialsAgree(errors.counts())}};
}

Verdict JudgeClose(const Errors& errors, const Tolerance& tolerance) {
  return {fmt::format("close (rtol {}, atol {}{})", tolerance.relative, tolerance.absolute,
                      tolerance.equal_nan ? ", NaN equals NaN" : ""),
          {{"elements not close", static_cast<double>(errors.counts().not_close), Relation::kAtMost,
            0}}};
}

}  // namespace openaclnn::precision
