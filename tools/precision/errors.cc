#include "tools/precision/errors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/dtype.h"

namespace openaclnn::precision {
namespace {

double Mean(double sum, uint64_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

template <class Number>
bool IsClose(Number actual, Number golden, const Tolerance& tolerance) {
  if (std::isnan(actual) || std::isnan(golden)) {
    return tolerance.equal_nan && std::isnan(actual) && std::isnan(golden);
  }
  if (std::isinf(actual) || std::isinf(golden)) return actual == golden;
  return std::fabs(actual - golden) <=
         static_cast<Number>(tolerance.absolute) +
             static_cast<Number>(tolerance.relative) * std::fabs(golden);
}

bool Worse(const Element& a, const Element& b) {
  return a.ulp != b.ulp ? a.ulp > b.ulp : a.index < b.index;
}

}  // namespace

double Counts::mean_ulp() const { return Mean(sum_ulp, compared()); }
double Counts::mere() const { return Mean(sum_relative, compared()); }
double Counts::normal_mere() const { return Mean(normal_sum_relative, normals); }
double Counts::normal_rmse() const { return std::sqrt(Mean(normal_sum_squares, normals)); }

Errors::Errors(aclDataType dtype, size_t worst, std::optional<Tolerance> tolerance)
    : dtype_(dtype),
      format_(FindFormat(dtype)),
      standards_(FindStandards(dtype)),
      kept_(worst),
      tolerance_(tolerance) {
  const bool is_unknown = format_ == nullptr && ClassOf(dtype) == DtypeClass::kFloat;
  if (is_unknown || !IsReal(dtype)) throw std::invalid_argument("errors of a dtype without a ULP");
}

void Errors::Add(int64_t first, std::span<const double> actual, std::span<const double> golden) {
  if (actual.size() != golden.size()) throw std::invalid_argument("spans of different size");
  for (size_t i = 0; i < actual.size(); ++i) {
    const Element element = {first + static_cast<int64_t>(i), actual[i], golden[i], 0};
    const double rounded = format_->round(golden[i]);
    ++counts_.elements;
    if (tolerance_ && !IsClose(actual[i], golden[i], *tolerance_)) ++counts_.not_close;
    if (!std::isnan(actual[i]) && !std::isnan(rounded)) {
      counts_.rounded += actual[i] == rounded ? 1 : 0;
      counts_.sign_mismatches += std::signbit(actual[i]) != std::signbit(rounded) ? 1 : 0;
    }
    if (std::isfinite(actual[i]) && std::isfinite(rounded)) {
      AddFinite(element, rounded);
    } else {
      AddSpecial(element, rounded);
    }
  }
}

void Errors::AddIntegers(int64_t first, std::span<const long double> actual,
                         std::span<const long double> golden) {
  if (actual.size() != golden.size()) throw std::invalid_argument("spans of different size");
  for (size_t i = 0; i < actual.size(); ++i) {
    const auto error = static_cast<double>(std::fabs(actual[i] - golden[i]));
    ++counts_.elements;
    counts_.rounded += error == 0 ? 1 : 0;
    counts_.sign_mismatches += (actual[i] < 0) != (golden[i] < 0) ? 1 : 0;
    if (tolerance_ && !IsClose(actual[i], golden[i], *tolerance_)) ++counts_.not_close;
    histogram_.Add(error);
    counts_.sum_ulp += error;
    counts_.max_ulp = std::max(counts_.max_ulp, error);
    counts_.max_error = std::max(counts_.max_error, error);
    if (error > 0) {
      Keep({first + static_cast<int64_t>(i), static_cast<double>(actual[i]),
            static_cast<double>(golden[i]), error});
    }
  }
}

void Errors::AddSpecial(const Element& element, double rounded) {
  ++counts_.specials;
  const bool actual_nan = std::isnan(element.actual), golden_nan = std::isnan(rounded);
  if (actual_nan && golden_nan) {
    ++counts_.rounded;
  } else if (element.actual != rounded) {
    ++(actual_nan || golden_nan ? counts_.nan_mismatches : counts_.inf_mismatches);
    Keep({element.index, element.actual, element.golden, std::numeric_limits<double>::infinity()});
    return;
  }
  if (standards_ != nullptr) ++counts_.matched;
}

void Errors::AddFinite(Element element, double rounded) {
  element.ulp = UlpError(element.actual, element.golden, *format_);
  histogram_.Add(element.ulp);
  counts_.sum_ulp += element.ulp;
  counts_.max_ulp = std::max(counts_.max_ulp, element.ulp);
  if (element.ulp > 0) Keep(element);

  const double error = std::fabs(element.actual - element.golden);
  if (error >= counts_.max_error) {
    const double ulp = Ulp(rounded, *format_);
    const bool first = error > counts_.max_error || counts_.ulp_at_max_error == 0;
    counts_.ulp_at_max_error = first ? ulp : std::min(ulp, counts_.ulp_at_max_error);
    counts_.max_error = error;
  }
  if (standards_ != nullptr) AddToStandards(error, std::fabs(element.golden));
}

void Errors::AddToStandards(double error, double golden) {
  if (error <= standards_->atol + standards_->rtol * golden) ++counts_.matched;
  const double relative = error / (golden + kEpsilon);
  counts_.max_relative = std::max(counts_.max_relative, relative);
  counts_.sum_relative += relative;
  if (golden >= standards_->small_value) {
    ++counts_.normals;
    counts_.normal_max_relative = std::max(counts_.normal_max_relative, relative);
    counts_.normal_sum_relative += relative;
    counts_.normal_sum_squares += error * error;
  } else {
    ++counts_.smalls;
    if (error > standards_->small_error) ++counts_.small_errors;
  }
}

void Errors::Keep(const Element& element) {
  if (worst_.size() == kept_) {
    if (kept_ == 0 || !Worse(element, worst_.back())) return;
    worst_.pop_back();
  }
  worst_.insert(std::ranges::upper_bound(worst_, element, Worse), element);
}

void Errors::Merge(const Errors& other) {
  const Counts& more = other.counts_;
  if (counts_.ulp_at_max_error == 0 || more.max_error > counts_.max_error) {
    counts_.ulp_at_max_error = more.ulp_at_max_error;
  } else if (more.max_error == counts_.max_error && more.ulp_at_max_error != 0) {
    counts_.ulp_at_max_error = std::min(counts_.ulp_at_max_error, more.ulp_at_max_error);
  }
  for (const auto sum :
       {&Counts::elements, &Counts::specials, &Counts::nan_mismatches, &Counts::inf_mismatches,
        &Counts::sign_mismatches, &Counts::rounded, &Counts::matched, &Counts::normals,
        &Counts::smalls, &Counts::small_errors, &Counts::not_close}) {
    counts_.*sum += more.*sum;
  }
  for (const auto sum : {&Counts::sum_ulp, &Counts::sum_relative, &Counts::normal_sum_relative,
                         &Counts::normal_sum_squares}) {
    counts_.*sum += more.*sum;
  }
  for (const auto largest : {&Counts::max_ulp, &Counts::max_error, &Counts::max_relative,
                             &Counts::normal_max_relative}) {
    counts_.*largest = std::max(counts_.*largest, more.*largest);
  }
  histogram_.Merge(other.histogram_);
  for (const Element& element : other.worst_) Keep(element);
}

}  // namespace openaclnn::precision
