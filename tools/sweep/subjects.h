// What is swept, and what is promised of it.
#pragma once

#include <string>
#include <vector>

#include "tests/oracle/definitions.h"
#include "tools/sweep/dtype.h"

namespace openaclnn::sweep {

// An operator with its scalars.
struct Subject {
  std::string name;          // on the command line and in tables
  std::string variant = {};  // in tables
  const char* operation;
  const oracle::Definition* definition;
  oracle::Scalars scalars = {};  // floats, so that they are the same in every compute type
  const char* text = nullptr;
  // The promise for float and double results, in ULP; 16-bit results are rounded from such floats.
  double float_ulp = 1;
  double half_ulp = 1;     // of a float, by which results are off before they round to 16 bits
  double double_ulp = 0;   // 0: no such dtype
  bool same_bits = false;  // results are elements of gradOutput, NaNs with all their bits
  double cost;             // nanoseconds to judge a result in float, about; for progress

  bool Takes(const Dtype& dtype) const { return dtype.type != ACL_DOUBLE || double_ulp > 0; }
};

const std::vector<Subject>& AllSubjects();

enum class Gradients { kOne, kRandom };
inline const char* NameOf(Gradients gradients) {
  return gradients == Gradients::kOne ? "one" : "random";
}

struct Promise {
  double ulp;            // largest error
  double rounded_share;  // least share of correctly rounded results
};
Promise PromiseOf(const Subject& subject, const Dtype& dtype, Gradients gradients);

}  // namespace openaclnn::sweep
