#include "kinds/product/numbers.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/threads.h"
#include "kinds/product/view.h"

namespace openaclnn {
namespace {

// Terms that are converted at a time, and results that are stored at a time.
constexpr int64_t kTerms = 512, kColumns = 64;

// Numbers as they are computed with, whose conversion is found once.
template <class T>
class Loader {
 public:
  explicit Loader(aclDataType dtype)
      : convert_(LoadConversion(dtype, LoopTraits<T>::kType)), item_(DtypeBytes(dtype)) {}

  void Load(const std::byte* from, int64_t stride, int64_t count, T* to) const {
    if (stride == item_) return convert_(from, to, count);
    for (int64_t i = 0; i < count; ++i) convert_(from + i * stride, to + i, 1);
  }

 private:
  ConvertLoop convert_;
  int64_t item_;
};

template <class T>
T SumWithProduct(T sum, T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<uint64_t>(sum) +
                          static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  } else {
    return sum + a * b;
  }
}

void Wrap(int64_t* numbers, int64_t count, aclDataType dtype) {
  const ConvertLoop wrap = WrapIntegers(LoopType::kInt64, dtype);
  if (wrap == nullptr) return;
  int64_t wrapped[kColumns];
  wrap(numbers, wrapped, count);
  std::copy_n(wrapped, count, numbers);
}
void Wrap(double*, int64_t, aclDataType) {}

// Products are added as numbers of Sum; what their sums come to is computed with as Result.
template <class Sum, class Result>
class Numbers {
 public:
  explicit Numbers(const ProductRun& run)
      : run_(run),
        view_(run),
        first_(run.plan->dtype[0]),
        second_(run.plan->dtype[1]),
        row_(static_cast<size_t>(view_.k)) {}

  int64_t CountUnits() const { return view_.batches * view_.m * Blocks(); }
  int64_t TermsOfUnit() const {
    return std::max<int64_t>(1, view_.summed * view_.k) * std::min(view_.n, kColumns);
  }

  // Some columns of a row.
  void Multiply(int64_t unit) {
    const int64_t column = unit % Blocks() * kColumns, row = unit / Blocks() % view_.m,
                  batch = unit / Blocks() / view_.m, columns = std::min(kColumns, view_.n - column);
    Sum sums[kColumns] = {};
    for (int64_t part = 0; part < view_.summed; ++part) {
      const Factor a = view_.First(batch + part), b = view_.Second(batch + part);
      const std::byte* const from = a.data + row * a.across;
      if (from != loaded_) first_.Load(from, a.along_k, view_.k, row_.data());
      loaded_ = from;
      for (int64_t i = 0; i < columns; ++i) {
        sums[i] = Add(sums[i], b.data + (column + i) * b.across, b.along_k);
      }
    }
    Wrap(sums, columns, run_.numbers->sum);
    Store(batch, row, column, columns, sums);
  }

 private:
  int64_t Blocks() const { return CeilDiv(view_.n, kColumns); }

  Sum Add(Sum sum, const std::byte* column, int64_t stride) const {
    Sum terms[kTerms];
    for (int64_t k = 0; k < view_.k; k += kTerms) {
      const int64_t count = std::min(kTerms, view_.k - k);
      second_.Load(column + k * stride, stride, count, terms);
      const Sum* const row = row_.data() + k;
      for (int64_t i = 0; i < count; ++i) sum = SumWithProduct(sum, row[i], terms[i]);
    }
    return sum;
  }

  void Store(int64_t batch, int64_t row, int64_t column, int64_t columns, const Sum* sums) const {
    const auto factor = [](double number, int64_t integer) {
      if constexpr (std::is_integral_v<Result>) {
        (void)number;
        return integer;
      } else {
        (void)integer;
        return number;
      }
    };
    const Result alpha = factor(run_.alpha, run_.numbers->alpha),
                 beta = factor(run_.beta, run_.numbers->beta);
    Result results[kColumns];
    for (int64_t i = 0; i < columns; ++i) {
      results[i] = SumWithProduct(Result{0}, alpha, static_cast<Result>(sums[i]));
    }
    const Plan& plan = *run_.plan;
    const int result = plan.num_operands - 1;
    if (result == 3 && beta != 0) {
      Result added[kColumns];
      Loader<Result>(plan.dtype[2])
          .Load(view_.At(2, batch, row, column), plan.axes[ProductView::kN].stride[2], columns,
                added);
      for (int64_t i = 0; i < columns; ++i) {
        results[i] = SumWithProduct(results[i], beta, added[i]);
      }
    }
    Wrap(results, columns, run_.numbers->result);
    const ConvertLoop convert = StoreConversion(LoopTraits<Result>::kType, plan.dtype[result]);
    std::byte* const to = view_.At(result, batch, row, column);
    const int64_t stride = plan.axes[ProductView::kN].stride[result];
    if (stride == DtypeBytes(plan.dtype[result])) return convert(results, to, columns);
    for (int64_t i = 0; i < columns; ++i) convert(results + i, to + i * stride, 1);
  }

  const ProductRun& run_;
  const ProductView view_;
  const Loader<Sum> first_, second_;
  std::vector<Sum> row_;               // of the first factor
  const std::byte* loaded_ = nullptr;  // what it is
};

template <class Sum, class Result>
void MultiplyAs(const ProductRun& run) {
  constexpr int kCostOfTerm = 1000;
  const Numbers<Sum, Result> whole(run);
  ParallelFor(whole.CountUnits(), std::max<int64_t>(1, GrainFor(kCostOfTerm) / whole.TermsOfUnit()),
              [&run](int64_t begin, int64_t end) {
                Numbers<Sum, Result> part(run);
                for (int64_t unit = begin; unit < end; ++unit) part.Multiply(unit);
              });
}

}  // namespace

void MultiplyNumbers(const ProductRun& run) {
  const NumbersOfProduct& numbers = *run.numbers;
  if (!numbers.AddsIntegers()) return MultiplyAs<double, double>(run);
  numbers.GivesIntegers() ? MultiplyAs<int64_t, int64_t>(run) : MultiplyAs<int64_t, double>(run);
}

}  // namespace openaclnn
