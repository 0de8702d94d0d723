// Results judged by the standards.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/precision/errors.h"
#include "tools/precision/standards.h"

namespace openaclnn::precision {

struct Criterion {
  enum class Relation { kAtLeast, kAtMost, kBelow };

  const char* name;
  double found;
  Relation relation;
  double limit;

  bool passed() const;
  std::string Text() const;  // "MERE 0.00012 < 0.00098"
};

struct Verdict {
  std::string standard;
  std::vector<Criterion> criteria;

  bool passed() const;
};

// Judges results of a dtype that has standards; others throw std::invalid_argument. Results without
// elements pass. Every NaN and every infinity must be where the golden values have it.
Verdict JudgeMixed(const Errors& errors);
Verdict JudgeMere(const Errors& errors);
// A candidate against another, which are of the same golden values. A ratio is 0 if the candidate
// has no error, and infinite if only the other has none; counts of small values are divided by at
// least 1.
Verdict JudgeDouble(const Errors& candidate, const Errors& other, const Level& level);

// By limits of one's own, for results of any dtype.
Verdict JudgeUlp(const Errors& errors, double max_ulp);
// By the tolerance that the errors were counted with.
Verdict JudgeClose(const Errors& errors, const Tolerance& tolerance);

}  // namespace openaclnn::precision
