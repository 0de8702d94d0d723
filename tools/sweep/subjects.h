// What is swept, and what is promised of it.
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "tests/oracle/subject.h"
#include "tools/sweep/dtype.h"

namespace openaclnn::sweep {

using oracle::Place;

inline bool IsOfSplit(Place place) {
  return place == Place::kFirstHalf || place == Place::kSecondHalf;
}

enum class Gradients {
  kNone,  // of operators that take no numbers except self
  kOne,
  kRandom,
};
inline const char* NameOf(Gradients gradients) {
  constexpr const char* kNames[] = {"none", "one", "random"};
  static_assert(std::size(kNames) == static_cast<size_t>(Gradients::kRandom) + 1);
  return kNames[static_cast<size_t>(gradients)];
}

// A sweep of an operator, with the definition that counts for it.
struct Subject : oracle::Sweep {
  const char* operation;

  bool Takes(const Dtype& dtype) const;
  // Whether the definition's first operand is `grad`.
  bool TakesGradient() const { return IsOfSplit(place) || HasGradient(); }
  // A tensor next to that of self in whose place `grad` is.
  bool HasGradient() const;
  std::span<const Gradients> AllGradients() const;
};

const std::vector<Subject>& AllSubjects();

// What is promised of one dtype.
struct Bounds {
  double ulp;            // largest error
  double rounded_share;  // least share of correctly rounded results
};
Bounds BoundsOf(const Subject& subject, const Dtype& dtype, Gradients gradients);

}  // namespace openaclnn::sweep
