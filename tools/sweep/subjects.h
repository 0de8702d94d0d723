// What is swept, and what is promised of it.
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "tests/oracle/definitions.h"
#include "tools/sweep/dtype.h"

namespace openaclnn::sweep {

// Where the swept numbers, self, lie in the operator's tensors. Next to them are `grad` where a
// forward operator takes another number, and else ones (in halves) or zeros (in rows).
enum class Place {
  kAnywhere,
  kFirstHalf,  // of rows of numbers
  kSecondHalf,
  kRowOfTwo,  // the first of each two, which are a row
};

inline bool AreHalves(Place place) {
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

// An operator with its scalars.
struct Subject {
  std::string name;          // on the command line and in tables
  std::string variant = {};  // in tables
  const char* operation;
  const oracle::Definition* definition;
  oracle::Scalars scalars = {};     // floats, so that they are the same in every compute type
  std::vector<double> others = {};  // operands of one element, after gradOutput and self
  const char* text = nullptr;
  Place place = Place::kAnywhere;
  // The promise for float and double results, in ULP; 16-bit results are rounded from such floats.
  double float_ulp = 1;
  double half_ulp = 1;    // of a float, by which results are off before they round to 16 bits
  double double_ulp = 0;  // 0: no such dtype
  // The least share of 16-bit results that are correctly rounded; 0: that of results which meet
  // few near-ties. Sums meet many, where one term is too small to count but breaks a tie.
  double half_rounded_share = 0;
  bool same_bits = false;  // results are elements of gradOutput, NaNs with all their bits

  bool Takes(const Dtype& dtype) const;
  // Whether the definition's first operand is `grad`.
  bool TakesGradient() const { return AreHalves(place) || HasGradient(); }
  // A tensor next to that of self in whose place `grad` is.
  bool HasGradient() const;
  std::span<const Gradients> AllGradients() const;
};

const std::vector<Subject>& AllSubjects();

struct Promise {
  double ulp;            // largest error
  double rounded_share;  // least share of correctly rounded results
};
Promise PromiseOf(const Subject& subject, const Dtype& dtype, Gradients gradients);

}  // namespace openaclnn::sweep
