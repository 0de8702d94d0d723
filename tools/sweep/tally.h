// What is counted of the results for an interval of self.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tests/oracle/verdict.h"

namespace openaclnn::sweep {

class Tally {
 public:
  // Upper ends of the histogram's classes; the last has none.
  static constexpr std::array<double, 6> kClasses = {0.5, 0.55, 0.6, 0.75, 1, 2};

  // `index` is the element's place in the sweep; of equal errors the first is kept.
  void Add(const oracle::Verdict& verdict, uint64_t index, double x, double grad);
  // As many correctly rounded results, of which none has the largest error.
  void AddRounded(uint64_t count, double sum_ulp);
  void Add(const Tally& other);

  uint64_t count() const { return count_; }
  double max_ulp() const { return worst_.ulp; }
  double at_x() const { return worst_.x; }
  uint64_t not_rounded() const { return not_rounded_; }
  uint64_t mismatches() const { return mismatches_; }
  double RoundedShare() const;

  static std::string CsvColumns();
  std::string CsvFields() const;

 private:
  struct Result {
    double ulp;
    uint64_t index;
    double x, grad;
  };

  void KeepWorse(const Result& result);

  uint64_t count_ = 0;
  Result worst_ = {};
  double sum_ulp_ = 0;
  uint64_t not_rounded_ = 0;
  uint64_t mismatches_ = 0;
  std::array<uint64_t, kClasses.size() + 1> histogram_ = {};
};

}  // namespace openaclnn::sweep
