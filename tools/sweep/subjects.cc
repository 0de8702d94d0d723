#include "tools/sweep/subjects.h"

#include <algorithm>
#include <cmath>

#include "kinds/roles.h"
#include "ops/registry.h"

namespace openaclnn::sweep {
bool Subject::HasGradient() const {
  const OpSpec& spec = *FindOperator(operation)->spec;
  return IsFirstOfTwo(spec, spec.operands_at[0]) && !IsOneElement(spec, spec.operands_at[1]);
}

std::span<const Gradients> Subject::AllGradients() const {
  static constexpr Gradients kKinds[] = {Gradients::kOne, Gradients::kRandom, Gradients::kNone};
  return std::span(kKinds).subspan(TakesGradient() ? 0 : 2, TakesGradient() ? 2 : 1);
}

bool Subject::Takes(const Dtype& dtype) const {
  if (dtype.type == ACL_DOUBLE) return promise.double_ulp > 0;
  const OpSpec& spec = *FindOperator(operation)->spec;
  return std::ranges::all_of(RulesOf(spec), [&dtype](const Rule& rule) {
    return !rule.Is(rules::kDtypeIn) || rule.dtypes.Has(dtype.type);
  });
}

const std::vector<Subject>& AllSubjects() {
  static const std::vector<Subject> subjects = [] {
    std::vector<Subject> all;
    for (const oracle::Subject* const subject : oracle::AllSubjects()) {
      for (const oracle::Sweep& sweep : subject->sweeps) {
        all.push_back({sweep, subject->name.data()});
        if (!sweep.definition) all.back().definition = subject->definition;
      }
    }
    return all;
  }();
  return subjects;
}

Bounds BoundsOf(const Subject& subject, const Dtype& dtype, Gradients gradients) {
  const oracle::Promise& promise = subject.promise;
  if (dtype.type == ACL_DOUBLE) return {promise.double_ulp, 0};
  if (promise.float_ulp <= 0.5) return {promise.float_ulp, 1};
  if (dtype.type == ACL_FLOAT) return {promise.float_ulp, 0};
  const double ulp = 0.5 + std::ldexp(promise.half_ulp, dtype.format.fraction_bits - 23);
  if (promise.half_rounded_share > 0) return {ulp, promise.half_rounded_share};
  if (gradients == Gradients::kRandom) return {ulp, 0.999};
  return {ulp, dtype.type == ACL_BF16 ? 1 : 0.9998};
}

}  // namespace openaclnn::sweep
