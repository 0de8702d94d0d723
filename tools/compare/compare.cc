#include "tools/compare/compare.h"

#include <algorithm>
#include <cstring>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "fmt/format.h"
#include "tensor/broadcast.h"
#include "tools/files/error.h"
#include "tools/npy/array_reader.h"
#include "tools/npy/strided_index.h"
#include "tools/precision/ulp.h"

namespace openaclnn::compare {
namespace {

using npy::ArrayReader;
using precision::Errors;
using precision::Format;
using tools::FileError;

constexpr int64_t kPart = int64_t{1} << 18;  // elements that a thread takes at once

ArrayReader Open(const std::string& file, bool bfloat16) {
  ArrayReader array(file);
  if (bfloat16 && array.dtype() == ACL_UINT16) array.TakeAsBfloat16();
  return array;
}

void CheckShape(const ArrayReader& array, const ArrayReader& wanted) {
  if (array.shape() == wanted.shape()) return;
  throw FileError(array.name(),
                  fmt::format("has the shape {}, but {} has {}", npy::ShapeText(array.shape()),
                              wanted.name(), npy::ShapeText(wanted.shape())));
}

// Integers and BOOL.
bool IsWhole(const ArrayReader& array) {
  return IsReal(array.dtype()) && ClassOf(array.dtype()) != DtypeClass::kFloat;
}

void CheckPair(const ArrayReader& candidate, const ArrayReader& golden) {
  CheckShape(candidate, golden);
  if (IsWhole(candidate) && IsWhole(golden)) return;
  const Format* const format = precision::FindFormat(candidate.dtype());
  const Format* const better = precision::FindFormat(golden.dtype());
  if (format != nullptr && better != nullptr && better->fraction_bits >= format->fraction_bits &&
      better->max_exponent >= format->max_exponent) {
    return;
  }
  const bool may_be_bfloat16 = candidate.dtype() == ACL_UINT16 || golden.dtype() == ACL_UINT16;
  throw FileError(
      golden.name(),
      fmt::format("holds {}, which cannot be golden for {} of {}{}", DtypeName(golden.dtype()),
                  DtypeName(candidate.dtype()), candidate.name(),
                  may_be_bfloat16 ? "; UINT16 may be BFLOAT16 if you say so" : ""));
}

Dims DimsOf(const ArrayReader& array) { return {array.shape().begin(), array.shape().end()}; }

void CheckInput(const ArrayReader& input, const ArrayReader& golden) {
  if (LoadConversion(input.dtype(), LoopType::kDouble) == nullptr) {
    throw FileError(input.name(), fmt::format("holds {}", DtypeName(input.dtype())));
  }
  if (BroadcastsTo(DimsOf(input), DimsOf(golden))) return;
  throw FileError(
      input.name(),
      fmt::format("has the shape {}, which does not broadcast to {} of {}",
                  npy::ShapeText(input.shape()), npy::ShapeText(golden.shape()), golden.name()));
}

// Reads elements as doubles; one for each thread.
class Doubles {
 public:
  explicit Doubles(const ArrayReader& array)
      : array_(array), convert_(LoadConversion(array.dtype(), LoopType::kDouble)) {}

  std::span<const double> Read(int64_t first, int64_t count) {
    bytes_.resize(static_cast<size_t>(count * DtypeBytes(array_.dtype())));
    values_.resize(static_cast<size_t>(count));
    array_.Read(first, bytes_);
    convert_(bytes_.data(), values_.data(), count);
    return values_;
  }

 private:
  const ArrayReader& array_;
  ConvertLoop convert_;
  std::vector<std::byte> bytes_;
  std::vector<double> values_;
};

// Reads integers; one for each thread.
class Integers {
 public:
  explicit Integers(const ArrayReader& array) : array_(array) {}

  std::span<const long double> Read(int64_t first, int64_t count) {
    const auto width = static_cast<size_t>(DtypeBytes(array_.dtype()));
    bytes_.resize(static_cast<size_t>(count) * width);
    array_.Read(first, bytes_);
    values_.clear();
    for (size_t i = 0; i < bytes_.size(); i += width) values_.push_back(At(&bytes_[i], width));
    return values_;
  }

 private:
  long double At(const std::byte* bytes, size_t width) const {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes, width);  // little endian
    const int unused = 64 - static_cast<int>(8 * width);
    if (ClassOf(array_.dtype()) != DtypeClass::kSigned) return static_cast<long double>(bits);
    return static_cast<long double>(static_cast<int64_t>(bits << unused) >> unused);
  }

  const ArrayReader& array_;
  std::vector<std::byte> bytes_;
  std::vector<long double> values_;
};

// Parts of the arrays, taken by threads, and merged in order, so that sums do not depend on who was
// faster.
class Parts {
 public:
  Parts(int64_t size, Errors& total) : size_(size), total_(total) {}

  std::optional<int64_t> Take() {
    const std::lock_guard lock(mutex_);
    if (next_ >= size_) return std::nullopt;
    return std::exchange(next_, next_ + kPart);
  }

  void Finish(int64_t first, Errors errors) {
    const std::lock_guard lock(mutex_);
    done_.emplace(first, std::move(errors));
    for (; !done_.empty() && done_.begin()->first == merged_; merged_ += kPart) {
      total_.Merge(done_.begin()->second);
      done_.erase(done_.begin());
    }
  }

 private:
  const int64_t size_;
  Errors& total_;
  std::mutex mutex_;
  int64_t next_ = 0, merged_ = 0;
  std::map<int64_t, Errors> done_;
};

Errors ErrorsOf(const ArrayReader& candidate, const ArrayReader& golden, const Options& options) {
  std::optional<precision::Tolerance> tolerance;
  if (options.standard == Standard::kClose) tolerance = options.tolerance;
  Errors total(candidate.dtype(), options.worst, tolerance);
  Parts parts(candidate.size(), total);
  const auto work = [&] {
    Doubles actual(candidate), exact(golden);
    Integers whole_actual(candidate), whole_exact(golden);
    while (const std::optional<int64_t> first = parts.Take()) {
      const int64_t count = std::min(kPart, candidate.size() - *first);
      Errors errors(candidate.dtype(), options.worst, tolerance);
      if (IsWhole(candidate)) {
        errors.AddIntegers(*first, whole_actual.Read(*first, count),
                           whole_exact.Read(*first, count));
      } else {
        errors.Add(*first, actual.Read(*first, count), exact.Read(*first, count));
      }
      parts.Finish(*first, std::move(errors));
      options.advance(count);
    }
  };
  std::vector<std::future<void>> others;
  for (int i = 1; i < options.threads; ++i) {
    others.push_back(std::async(std::launch::async, work));
  }
  work();
  for (std::future<void>& other : others) other.get();
  return total;
}

std::vector<std::vector<double>> InputsOfWorst(const Errors& errors, const ArrayReader& golden,
                                               const std::vector<ArrayReader>& inputs) {
  std::vector<std::vector<double>> rows;
  for (const precision::Element& element : errors.worst()) {
    std::vector<double>& row = rows.emplace_back();
    for (const ArrayReader& input : inputs) {
      const Dims own = DimsOf(input);
      const Dims strides = BroadcastStrides(own, ContiguousStrides(own), DimsOf(golden));
      const int64_t index =
          npy::StridedIndex(element.index, golden.shape(), {strides.data(), strides.size()});
      row.push_back(Doubles(input).Read(index, 1).front());
    }
  }
  return rows;
}

precision::Verdict Judge(const Errors& errors, const Options& options) {
  switch (options.standard) {
    case Standard::kMere:
      return precision::JudgeMere(errors);
    case Standard::kUlp:
      return precision::JudgeUlp(errors, options.max_ulp);
    case Standard::kClose:
      return precision::JudgeClose(errors, options.tolerance);
    default:
      return precision::JudgeMixed(errors);
  }
}

}  // namespace

bool Result::passed() const { return std::ranges::all_of(verdicts, &precision::Verdict::passed); }

Result Compare(const Options& options) {
  const bool is_double = options.standard == Standard::kDouble;
  if (options.candidates.empty() || options.candidates.size() > 2) {
    throw std::invalid_argument("one or two arrays can be compared with a golden one");
  }
  if (is_double && options.candidates.size() != 2) {
    throw std::invalid_argument("the standard double compares two arrays with a golden one");
  }

  // All files are looked at before the long work.
  const ArrayReader golden = Open(options.golden, options.bfloat16);
  std::vector<ArrayReader> candidates, inputs;
  for (const std::string& file : options.candidates) {
    const ArrayReader& candidate = candidates.emplace_back(Open(file, options.bfloat16));
    CheckPair(candidate, golden);
    if (candidate.dtype() != candidates.front().dtype()) {
      throw FileError(
          candidate.name(),
          fmt::format("holds {}, but {} holds {}", DtypeName(candidate.dtype()),
                      candidates.front().name(), DtypeName(candidates.front().dtype())));
    }
    const bool is_published =
        options.standard != Standard::kUlp && options.standard != Standard::kClose;
    if (is_published && !precision::FindStandards(candidate.dtype())) {
      throw FileError(candidate.name(),
                      fmt::format("holds {}, for which the precision standards have no numbers; "
                                  "judge it by the standard close (--rtol, --atol) or ulp",
                                  DtypeName(candidate.dtype())));
    }
  }
  std::vector<std::string> input_names;
  for (const auto& [name, file] : options.inputs) {
    CheckInput(inputs.emplace_back(Open(file, options.bfloat16)), golden);
    input_names.push_back(name);
  }

  Result result = {candidates.front().dtype(), golden.shape(), golden.name(), input_names, {}, {}};
  for (const ArrayReader& candidate : candidates) {
    Errors errors = ErrorsOf(candidate, golden, options);
    std::vector<std::vector<double>> worst_inputs = InputsOfWorst(errors, golden, inputs);
    result.candidates.push_back({candidate.name(), std::move(errors), std::move(worst_inputs)});
    if (!is_double) result.verdicts.push_back(Judge(result.candidates.back().errors, options));
  }
  if (is_double) {
    result.verdicts.push_back(precision::JudgeDouble(result.candidates[0].errors,
                                                     result.candidates[1].errors, options.level));
  }
  return result;
}

}  // namespace openaclnn::compare
