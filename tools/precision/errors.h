// Everything that is counted of a result compared with its golden values, in one pass.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "acl/acl_base.h"
#include "tools/precision/standards.h"
#include "tools/precision/ulp.h"
#include "tools/precision/ulp_histogram.h"

namespace openaclnn::precision {

// One element. Infinite `ulp`: NaN or an infinity where only one of the two is.
struct Element {
  int64_t index;  // in row-major order
  double actual;
  double golden;
  double ulp;
};

// The numbers of one result. An element is *special* if the result, or the golden value rounded to
// the result's dtype, is NaN or infinite; specials agree if both are NaN or the same infinity, and
// have no error otherwise. All errors are those of the other elements.
struct Counts {
  uint64_t elements = 0;
  uint64_t specials = 0;
  uint64_t nan_mismatches = 0;   // only one is NaN
  uint64_t inf_mismatches = 0;   // neither is NaN, and one is an infinity that the other is not
  uint64_t sign_mismatches = 0;  // other sign than the rounded golden value, zeros included
  uint64_t rounded = 0;          // elements that are the golden value rounded, specials included

  double max_ulp = 0;
  double sum_ulp = 0;
  double max_error = 0;    // |a-g|
  uint64_t not_close = 0;  // where there is a tolerance
  // For mixed; 0 where there are no standards.
  uint64_t matched = 0;         // |a-g| <= atol + rtol |g|, or specials that agree
  double ulp_at_max_error = 0;  // of the rounded golden value; of equal errors the smallest
  // For mere.
  double max_relative = 0;
  double sum_relative = 0;
  // For double: the elements of |g| >= small_value, and those below.
  uint64_t normals = 0;
  double normal_max_relative = 0;
  double normal_sum_relative = 0;
  double normal_sum_squares = 0;
  uint64_t smalls = 0;
  uint64_t small_errors = 0;

  uint64_t special_mismatches() const { return nan_mismatches + inf_mismatches; }
  uint64_t compared() const { return elements - specials; }
  // 0 of no elements.
  double mean_ulp() const;
  double mere() const;
  double normal_mere() const;
  double normal_rmse() const;
};

class Errors {
 public:
  // For results of `dtype`, one that FindFormat knows, an integer or BOOL. Keeps the `worst`
  // elements.
  explicit Errors(aclDataType dtype, size_t worst = 10,
                  std::optional<Tolerance> tolerance = std::nullopt);

  // Elements from `first` on: values of the dtype, and golden values, which may be more precise.
  void Add(int64_t first, std::span<const double> actual, std::span<const double> golden);
  // Adds integers and BOOL, whose ULP is 1. A long double holds each of 64 bits.
  void AddIntegers(int64_t first, std::span<const long double> actual,
                   std::span<const long double> golden);
  // Adds the errors of other elements. Sums are the same for any threads if the order of merging
  // is.
  void Merge(const Errors& other);

  aclDataType dtype() const { return dtype_; }
  const Counts& counts() const { return counts_; }
  const UlpHistogram& histogram() const { return histogram_; }
  // By error, then index. Elements without error are never among them.
  const std::vector<Element>& worst() const { return worst_; }

 private:
  void AddSpecial(const Element& element, double rounded);
  void AddFinite(Element element, double rounded);
  void AddToStandards(double error, double golden);
  void Keep(const Element& element);

  aclDataType dtype_;
  const Format* format_;  // of a floating dtype
  const Standards* standards_;
  size_t kept_;
  std::optional<Tolerance> tolerance_;
  Counts counts_;
  UlpHistogram histogram_;
  std::vector<Element> worst_;
};

}  // namespace openaclnn::precision
