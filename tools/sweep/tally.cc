#include "tools/sweep/tally.h"

#include "fmt/format.h"
#include "fmt/ranges.h"

namespace openaclnn::sweep {

void Tally::Add(const oracle::Verdict& verdict, uint64_t index, double x, double grad) {
  KeepWorse({verdict.ulp, index, x, grad});
  ++count_;
  sum_ulp_ += verdict.ulp;
  not_rounded_ += verdict.rounded ? 0 : 1;
  mismatches_ += verdict.mismatch ? 1 : 0;
  size_t i = 0;
  while (i < kClasses.size() && verdict.ulp > kClasses[i]) ++i;
  ++histogram_[i];
}

void Tally::AddRounded(uint64_t count, double sum_ulp) {
  count_ += count;
  sum_ulp_ += sum_ulp;
  histogram_[0] += count;
}

void Tally::Add(const Tally& other) {
  if (other.count_ == 0) return;
  KeepWorse(other.worst_);
  count_ += other.count_;
  sum_ulp_ += other.sum_ulp_;
  not_rounded_ += other.not_rounded_;
  mismatches_ += other.mismatches_;
  for (size_t i = 0; i < histogram_.size(); ++i) histogram_[i] += other.histogram_[i];
}

void Tally::KeepWorse(const Result& result) {
  const bool earlier = result.ulp == worst_.ulp && result.index < worst_.index;
  if (count_ == 0 || result.ulp > worst_.ulp || earlier) worst_ = result;
}

double Tally::RoundedShare() const {
  return 1 - static_cast<double>(not_rounded_) / static_cast<double>(count_);
}

std::string Tally::CsvColumns() {
  std::string columns = "count,max_ulp,at_x,at_grad,mean_ulp,not_correctly_rounded,mismatches";
  for (const double end : kClasses) columns += fmt::format(",to_{}", end);
  return columns + ",above";
}

std::string Tally::CsvFields() const {
  return fmt::format("{},{},{},{},{:.4g},{},{},{}", count_, worst_.ulp, worst_.x, worst_.grad,
                     sum_ulp_ / static_cast<double>(count_), not_rounded_, mismatches_,
                     fmt::join(histogram_, ","));
}

}  // namespace openaclnn::sweep
