#include "tests/oracle/whole.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace openaclnn::oracle {
namespace {

// What a result may be off by besides its rounding, for each unit of its absolute terms.
constexpr double kShareOfTerms = 0x1p-40;

RowValue With(Real exact, const Real& absolute_terms) {
  return {std::move(exact), absolute_terms.ToDouble() * kShareOfTerms};
}

// A tensor as rows of its last axes.
struct RowsOfLast {
  RowsOfLast(const std::vector<int64_t>& shape, size_t last) {
    for (size_t a = 0; a < shape.size(); ++a)
      (a + last < shape.size() ? rows : columns) *= shape[a];
  }
  int64_t rows = 1, columns = 1;
};

// An element of a tensor that may be null.
Real ElementOr(const WholeArgument& argument, int64_t element, double by_default) {
  return argument.tensors.empty() ? by_default : argument.tensors[0].at(element);
}

class Forward {
 public:
  enum Argument { kInput, kNormalizedShape, kWeight, kBias, kEps, kOut, kMean, kRstd };

  explicit Forward(WholeCall call)
      : call_(std::move(call)),
        shape_(call_[kInput].tensors[0].shape, call_[kNormalizedShape].integers.size()) {
    for (int64_t row = 0; row < shape_.rows; ++row) rows_.push_back(RowOf(row));
  }

  RowValue At(size_t output, int64_t element) const {
    if (output == kMean) return rows_[static_cast<size_t>(element)].mean;
    if (output == kRstd) return rows_[static_cast<size_t>(element)].rstd;
    const Statistics& row = rows_[static_cast<size_t>(element / shape_.columns)];
    const int64_t column = element % shape_.columns;
    const Real& mean = row.mean.exact;
    const Real& rstd = row.rstd.exact;
    const Real x = InputAt(element), weight = ElementOr(call_[kWeight], column, 1);
    const Real bias = ElementOr(call_[kBias], column, 0);
    return With((x - mean) * rstd * weight + bias,
                (Abs(x) + Abs(mean)) * rstd * Abs(weight) + Abs(bias));
  }

 private:
  struct Statistics {
    RowValue mean, rstd;
  };

  Real InputAt(int64_t element) const { return call_[kInput].tensors[0].at(element); }

  Statistics RowOf(int64_t row) const {
    const int64_t begin = row * shape_.columns, end = begin + shape_.columns;
    const Real count(static_cast<double>(shape_.columns));
    Real sum = 0.0, absolute = 0.0, squares = 0.0;
    for (int64_t i = begin; i < end; ++i) {
      sum = sum + InputAt(i);
      absolute = absolute + Abs(InputAt(i));
    }
    const Real mean = sum / count;
    for (int64_t i = begin; i < end; ++i) {
      const Real distance = InputAt(i) - mean;
      squares = squares + distance * distance;
    }
    const Real rstd = Real(1) / Sqrt(squares / count + Real(call_[kEps].number));
    return {With(mean, absolute / count), With(rstd, rstd)};
  }

  const WholeCall call_;
  const RowsOfLast shape_;
  std::vector<Statistics> rows_;
};

class Backward {
 public:
  enum Argument {
    kGradOut,
    kInput,
    kNormalizedShape,
    kMean,
    kRstd,
    kWeight,
    kBias,
    kOutputMask,
    kGradInput,
    kGradWeight,
    kGradBias
  };

  explicit Backward(WholeCall call)
      : call_(std::move(call)),
        shape_(call_[kInput].tensors[0].shape, call_[kNormalizedShape].integers.size()) {
    for (int64_t row = 0; row < shape_.rows; ++row) rows_.push_back(RowOf(row));
  }

  RowValue At(size_t output, int64_t element) const {
    return output == kGradInput ? GradInputAt(element) : ColumnAt(output, element);
  }

 private:
  // A number and the sum of the absolute terms that it is made of.
  struct Sum {
    void Add(const Real& term, const Real& absolute) {
      value = value + term;
      size = size + absolute;
    }
    Real value = 0.0, size = 0.0;
  };
  // Sums of g and of g x', where g = gradOut weight.
  struct Sums {
    Sum grads, products;
  };

  Real At(Argument argument, int64_t element) const {
    return call_[argument].tensors[0].at(element);
  }

  // x' = (x - mean) rstd.
  Sum Normalised(int64_t element) const {
    const int64_t row = element / shape_.columns;
    const Real x = At(kInput, element), mean = At(kMean, row), rstd = At(kRstd, row);
    return {(x - mean) * rstd, (Abs(x) + Abs(mean)) * Abs(rstd)};
  }

  Real Weighted(int64_t element) const {
    return At(kGradOut, element) * ElementOr(call_[kWeight], element % shape_.columns, 1);
  }

  Sums RowOf(int64_t row) const {
    Sums sums;
    for (int64_t i = row * shape_.columns; i < (row + 1) * shape_.columns; ++i) {
      const Real grad = Weighted(i);
      const Sum x = Normalised(i);
      sums.grads.Add(grad, Abs(grad));
      sums.products.Add(grad * x.value, Abs(grad) * x.size);
    }
    return sums;
  }

  RowValue GradInputAt(int64_t element) const {
    const int64_t row = element / shape_.columns;
    const Sums& sums = rows_[static_cast<size_t>(row)];
    const Real count(static_cast<double>(shape_.columns));
    const Real grad = Weighted(element), rstd = At(kRstd, row);
    const Sum x = Normalised(element);
    const Real mean = (sums.grads.value + x.value * sums.products.value) / count;
    const Real mean_size = (sums.grads.size + x.size * sums.products.size) / count;
    return With((grad - mean) * rstd, (Abs(grad) + mean_size) * Abs(rstd));
  }

  RowValue ColumnAt(size_t output, int64_t column) const {
    Sum sum;
    for (int64_t row = 0; row < shape_.rows; ++row) {
      const int64_t element = row * shape_.columns + column;
      const Real grad = At(kGradOut, element);
      const Sum x = output == kGradWeight ? Normalised(element) : Sum{1.0, 1.0};
      sum.Add(grad * x.value, Abs(grad) * x.size);
    }
    return With(sum.value, sum.size);
  }

  const WholeCall call_;
  const RowsOfLast shape_;
  std::vector<Sums> rows_;
};

class Members {
 public:
  enum Argument { kTensors, kDim };

  explicit Members(WholeCall call) : tensors_(std::move(call[kTensors].tensors)) {
    const auto rank = static_cast<int64_t>(tensors_[0].shape.size());
    const auto dim = static_cast<int64_t>(call[kDim].number);
    const auto axis = static_cast<size_t>(dim < 0 ? dim + rank : dim);
    for (size_t a = axis + 1; a < tensors_[0].shape.size(); ++a) inner_ *= tensors_[0].shape[a];
    for (const WholeTensor& tensor : tensors_) sizes_.push_back(tensor.shape[axis]);
    for (const int64_t size : sizes_) whole_ += size;
  }

  RowValue At(size_t /*output*/, int64_t element) const {
    const int64_t inner = element % inner_, outer = element / inner_ / whole_;
    int64_t at = element / inner_ % whole_;
    size_t member = 0;
    while (at >= sizes_[member]) at -= sizes_[member++];
    return {tensors_[member].at((outer * sizes_[member] + at) * inner_ + inner)};
  }

 private:
  const std::vector<WholeTensor> tensors_;
  std::vector<int64_t> sizes_;  // along the axis
  int64_t whole_ = 0, inner_ = 1;
};

// A function of the members of one index of several lists.
class Together {
 public:
  Together(const Definition& function, WholeCall call) : function_(function) {
    for (WholeArgument& argument : call) {
      if (!argument.is_list) {
        scalars_.push_back(std::move(argument));
      } else if (!argument.tensors.empty()) {
        lists_.push_back(std::move(argument.tensors));
      }
    }
    int64_t end = 0;
    for (const WholeTensor& tensor : lists_[0]) {
      int64_t size = 1;
      for (const int64_t extent : tensor.shape) size *= extent;
      ends_.push_back(end += size);
    }
  }

  RowValue At(int64_t element) const {
    const auto end = std::ranges::upper_bound(ends_, element);
    const auto member = static_cast<size_t>(end - ends_.begin());
    const int64_t before = member == 0 ? 0 : ends_[member - 1];
    std::vector<double> operands;
    for (const auto& list : lists_) operands.push_back(list[member].at(element - before));
    return {function_.exact(operands, ScalarsOf(member))};
  }

 private:
  Scalars ScalarsOf(size_t member) const {
    Scalars scalars;
    double* const places[] = {&scalars.first, &scalars.second, &scalars.third};
    for (size_t k = 0; k < scalars_.size(); ++k) {
      *places[k] = static_cast<float>(NumberOf(scalars_[k], member));
    }
    return scalars;
  }
  static double NumberOf(const WholeArgument& scalar, size_t member) {
    if (!scalar.tensors.empty()) {
      const WholeTensor& numbers = scalar.tensors[0];
      const bool is_of_all =
          std::ranges::all_of(numbers.shape, [](int64_t extent) { return extent == 1; });
      return numbers.at(is_of_all ? 0 : static_cast<int64_t>(member));
    }
    return scalar.numbers.empty() ? scalar.number : scalar.numbers[member];
  }

  const Definition& function_;
  std::vector<std::vector<WholeTensor>> lists_;
  std::vector<WholeArgument> scalars_;
  std::vector<int64_t> ends_;  // of the members, one after the other
};

template <class Made>
WholeResults ResultsOf(WholeCall call) {
  const auto made = std::make_shared<const Made>(std::move(call));
  return [made](size_t output, int64_t element) { return made->At(output, element); };
}

}  // namespace

WholeResults LayerNorm(WholeCall call) { return ResultsOf<Forward>(std::move(call)); }
WholeResults LayerNormBackward(WholeCall call) { return ResultsOf<Backward>(std::move(call)); }
WholeResults Cat(WholeCall call) { return ResultsOf<Members>(std::move(call)); }

WholeResults OfMembers(const Definition& function, WholeCall call) {
  const auto made = std::make_shared<const Together>(function, std::move(call));
  return [made](size_t /*output*/, int64_t element) { return made->At(element); };
}

}  // namespace openaclnn::oracle
