#include "tools/sweep/inputs.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace openaclnn::sweep {
namespace {

constexpr int kLogDrawsOfHalf = 6;  // of gradients for each number of 16 bits
constexpr size_t kBlock = 512;      // elements that are drawn together

}  // namespace

Inputs::Inputs(const Job& job) : job_(job), dtype_(*job.dtype), last_(dtype_.AllBits()) {
  const Range& range = job.range;
  if (!std::isnan(range.low)) first_ = dtype_.KeyOf(range.low);
  if (!std::isnan(range.high)) last_ = dtype_.KeyOf(range.high);
  if (dtype_.bits == 32) step_ = range.step;
  if (dtype_.bits == 16 && job.gradients == Gradients::kRandom) log_draws_ = kLogDrawsOfHalf;
}

uint64_t Inputs::Count() const {
  return dtype_.bits == 64 ? job_.range.samples : ((last_ - first_) / step_ + 1) << log_draws_;
}

size_t Inputs::Draw(uint64_t chunk, KernelCall& call) const {
  Random random(job_.range.seed ^ Random(chunk).Bits());
  const uint64_t first = chunk * kChunk;
  const size_t count = std::min(kChunk, Count() - first);
  std::array<uint64_t, kBlock> self, grad;
  for (size_t done = 0; done < count; done += kBlock) {
    const size_t size = std::min(kBlock, count - done);
    for (size_t i = 0; i < size; ++i) {
      self[i] = Self(first + done + i, &random);
      grad[i] = Grad(&random);
    }
    call.self.Set(done, std::span(self).first(size));
    call.grad.Set(done, std::span(grad).first(size));
  }
  return count;
}

uint64_t Inputs::Self(uint64_t index, Random* random) const {
  if (dtype_.bits == 64) return RandomSelf(random);
  return dtype_.PatternOfKey(first_ + (index >> log_draws_) * step_);
}

// As many patterns of all kinds as ordinary numbers, +-[1, 2).
uint64_t Inputs::Grad(Random* random) const {
  if (job_.gradients != Gradients::kRandom) return one_;
  const uint64_t bits = random->Bits();
  const uint64_t pattern = random->Bits() & dtype_.AllBits();
  return bits % 2 == 0 ? pattern : dtype_.WithExponentOfOne(pattern);
}

// Double: as many patterns of the whole range as where beta self makes a difference.
uint64_t Inputs::RandomSelf(Random* random) const {
  const uint64_t bits = random->Bits();
  if (bits % 2 == 0) {
    return dtype_.PatternOfKey(first_ + random->Bits() % std::max<uint64_t>(last_ - first_, 1));
  }
  const double beta = job_.subject->scalars.first;
  const double magnitude = std::exp2(random->Uniform(-60, 11)) / (beta == 0 ? 1 : beta);
  const double x = (bits & 2) != 0 ? magnitude : -magnitude;
  return dtype_.PatternOfKey(std::clamp(dtype_.KeyOf(x), first_, last_));
}

}  // namespace openaclnn::sweep
