#include "tools/sweep/sweep.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <future>
#include <numeric>
#include <span>

#include "fmt/format.h"
#include "tests/oracle/fast.h"
#include "tools/sweep/inputs.h"
#include "tools/sweep/kernel_call.h"

namespace openaclnn::sweep {
namespace {

constexpr size_t kListedMismatches = 10;  // of a job

// Elements that are judged together.
struct Block {
  static constexpr size_t kMost = 512;

  template <class T>
  using Array = std::array<T, kMost>;

  Array<uint64_t> self, grad, result;  // patterns
  Array<float> x, g, actual;           // their values, of dtypes within float
  Array<double> exact, errors;         // in double
};

// Hands out all chunks, in an order in which every part of the range comes early, so that the time
// until now tells of the time to come.
class Chunks {
 public:
  explicit Chunks(uint64_t count) : count_(count), stride_(count * 5 / 8 | 1) {
    while (std::gcd(stride_, count_) != 1) stride_ += 2;
  }
  // False when there are no more.
  bool Next(uint64_t* chunk) {
    const uint64_t turn = turn_++;
    *chunk = turn * stride_ % count_;
    return turn < count_;
  }

 private:
  const uint64_t count_;
  uint64_t stride_;
  std::atomic<uint64_t> turn_ = 0;
};

class Worker {
 public:
  Worker(const Job& job, const Inputs& inputs)
      : job_(job),
        dtype_(*job.dtype),
        inputs_(inputs),
        bound_(BoundsOf(*job.subject, dtype_, job.gradients).ulp),
        others_(OthersOf(*job.subject)),
        call_(*job.subject, dtype_, Inputs::kChunk) {
    outcome_.intervals.resize(dtype_.Intervals());
  }

  // Returns how many elements it had.
  size_t RunChunk(uint64_t chunk) {
    const size_t count = inputs_.Draw(chunk, call_);
    call_.Run();
    for (size_t first = 0; first < count; first += Block::kMost) {
      const size_t size = std::min(Block::kMost, count - first);
      call_.self.Get(first, std::span(block_.self).first(size));
      call_.grad.Get(first, std::span(block_.grad).first(size));
      call_.result.Get(first, std::span(block_.result).first(size));
      const uint64_t index = chunk * Inputs::kChunk + first;
      if (dtype_.type == ACL_DOUBLE) {
        for (size_t i = 0; i < size; ++i) JudgeElement(i, index + i);
      } else {
        JudgeBlock(size, index);
      }
    }
    return count;
  }

  const Outcome& outcome() const { return outcome_; }

 private:
  static std::vector<std::vector<float>> OthersOf(const Subject& subject) {
    std::vector<std::vector<float>> others;
    for (const double other : subject.others) {
      others.emplace_back(Block::kMost, static_cast<float>(other));
    }
    return others;
  }

  // The block's elements are in the order of self, so that those of an interval are next to each
  // other. `index` is that of its first one.
  void JudgeBlock(size_t size, uint64_t index) {
    const auto x = std::span(block_.x).first(size), g = std::span(block_.g).first(size);
    const auto actual = std::span(block_.actual).first(size);
    const auto exact = std::span(block_.exact).first(size);
    dtype_.Values(std::span(block_.self).first(size), x);
    dtype_.Values(std::span(block_.grad).first(size), g);
    dtype_.Values(std::span(block_.result).first(size), actual);
    std::vector<std::span<const float>> operands;
    if (job_.subject->TakesGradient()) operands.push_back(g);
    operands.push_back(x);
    for (const auto& other : others_) operands.push_back(std::span(other).first(size));
    job_.subject->definition->InDouble(operands, job_.subject->scalars, exact);
    oracle::ErrorsInDouble(actual, exact, dtype_.format, std::span(block_.errors).first(size));
    const int last = dtype_.IntervalOf(block_.self[size - 1]);
    for (size_t first = 0, end; first < size; first = end) {
      const int interval = dtype_.IntervalOf(block_.self[first]);
      end = size;
      if (interval != last) {
        end = first + 1;
        while (dtype_.IntervalOf(block_.self[end]) == interval) ++end;
      }
      JudgeRun(first, end, index, &outcome_.intervals[interval]);
    }
  }

  // Elements of an interval. Among those that double tells to be correctly rounded only the one
  // with the largest error is judged by itself, if that may be the largest of the interval; the
  // others are counted.
  void JudgeRun(size_t begin, size_t end, uint64_t index, Tally* tally) {
    constexpr double kDoubt = oracle::kDoubtInDouble;
    double sum = 0, largest = -1;
    size_t rounded = 0, at = begin;
    for (size_t i = begin; i < end; ++i) {
      const double error = IsSurelyNan(i) ? 0 : block_.errors[i];
      if (!(error < 0.5 - kDoubt)) {
        JudgeElement(i, index + i);
        continue;
      }
      ++rounded;
      sum += error;
      if (error > largest) {
        largest = error;
        at = i;
      }
    }
    if (rounded > 0 && largest > tally->max_ulp() - kDoubt) {
      JudgeElement(at, index + at);
      --rounded;
      sum -= largest;
    }
    tally->AddRounded(rounded, sum);
  }

  // As it should be.
  bool IsSurelyNan(size_t i) const {
    return std::isnan(block_.actual[i]) && std::isnan(block_.exact[i]) &&
           !oracle::IsUndecided(block_.exact[i]) && !job_.subject->promise.same_bits;
  }

  void JudgeElement(size_t i, uint64_t index) {
    const uint64_t self = block_.self[i], grad = block_.grad[i], bits = block_.result[i];
    const double x = dtype_.Value(self), g = dtype_.Value(grad), actual = dtype_.Value(bits);
    oracle::Verdict verdict = Judge(actual, g, x);
    if (job_.subject->promise.same_bits && std::isnan(actual) && bits != grad)
      verdict.mismatch = true;
    outcome_.intervals[dtype_.IntervalOf(self)].Add(verdict, index, x, g);
    if (verdict.mismatch && outcome_.mismatches.size() < kListedMismatches) {
      outcome_.mismatches.push_back({x, g, actual});
    }
  }

  // In long double where that decides, else exactly.
  oracle::Verdict Judge(double actual, double grad, double x) const {
    const oracle::Definition& definition = *job_.subject->definition;
    const oracle::Scalars& scalars = job_.subject->scalars;
    const bool beside_root = std::fabs(x - definition.root) < oracle::kRootRadius;
    std::vector<double> operands;
    if (job_.subject->TakesGradient()) operands.push_back(grad);
    operands.push_back(x);
    operands.insert(operands.end(), job_.subject->others.begin(), job_.subject->others.end());
    if (dtype_.type != ACL_DOUBLE && !beside_root) {
      const long double value = definition.fast(operands, scalars);
      const auto verdict = oracle::JudgeFast(static_cast<float>(actual), value, dtype_.format);
      const bool close_call = verdict && verdict->ulp > bound_ && verdict->ulp < bound_ + 0x1p-20;
      if (verdict && !close_call) return *verdict;
    }
    return oracle::Judge(actual, definition.exact(operands, scalars), dtype_.format);
  }

  const Job& job_;
  const Dtype& dtype_;
  const Inputs& inputs_;
  const double bound_;
  const std::vector<std::vector<float>> others_;
  KernelCall call_;
  Block block_;
  Outcome outcome_;
};

void Merge(const Outcome& part, Outcome* whole) {
  whole->intervals.resize(part.intervals.size());
  for (size_t i = 0; i < part.intervals.size(); ++i) whole->intervals[i].Add(part.intervals[i]);
  whole->mismatches.insert(whole->mismatches.end(), part.mismatches.begin(), part.mismatches.end());
}

}  // namespace

std::string Job::Title() const {
  const char* const space = subject->variant.empty() ? "" : " ";
  return fmt::format("{}{}{} {} {}", subject->name, space, subject->variant, dtype->name,
                     NameOf(gradients));
}

uint64_t Job::Count() const { return Inputs(*this).Count(); }

double Job::Work() const {
  constexpr double kOfDouble = 3000, kOfOthers = 20;  // nanoseconds to judge a result, about
  return static_cast<double>(Count()) * (dtype->type == ACL_DOUBLE ? kOfDouble : kOfOthers);
}

bool Outcome::Keeps(const Bounds& promise) const {
  return total.max_ulp() <= promise.ulp && total.RoundedShare() >= promise.rounded_share &&
         total.mismatches() == 0;
}

Outcome RunJob(const Job& job, int threads, tools::Progress* progress) {
  const Inputs inputs(job);
  const auto count = static_cast<double>(inputs.Count());
  Chunks chunks(inputs.Chunks());
  const auto work = [&] {
    aclrtSetDevice(0);
    Worker worker(job, inputs);
    for (uint64_t chunk; chunks.Next(&chunk);) {
      progress->Advance(job.Work() * static_cast<double>(worker.RunChunk(chunk)) / count);
    }
    return worker.outcome();
  };
  std::vector<std::future<Outcome>> parts(threads);
  for (std::future<Outcome>& part : parts) part = std::async(std::launch::async, work);
  Outcome outcome;
  for (std::future<Outcome>& part : parts) Merge(part.get(), &outcome);
  for (const Tally& tally : outcome.intervals) outcome.total.Add(tally);
  outcome.mismatches.resize(std::min(outcome.mismatches.size(), kListedMismatches));
  return outcome;
}

}  // namespace openaclnn::sweep
