#include "cpu/look_ahead.h"

#include <algorithm>
#include <cstdlib>

#include "base/dtype.h"
#include "cpu/gather.h"
#include "cpu/prefetch.h"

namespace openaclnn {
namespace {

// How far ahead of what is computed: as much as memory brings in the time that it takes to answer.
constexpr int64_t kBytesAhead = 4096;

}  // namespace

void LookAhead::Add(const Runs& runs) {
  inputs_[num_inputs_++] = {
      .runs = runs, .ahead = (kBytesAhead + runs.bytes - 1) / runs.bytes, .asked_for = 0};
}

void LookAhead::AddBlock(const Plan& plan, const OperandData& data, int operand, int64_t first) {
  const int64_t inner = plan.axes[0].stride[operand], outer = plan.axes[1].stride[operand];
  const bool in_rows = std::abs(inner) <= std::abs(outer);
  const Axis& run = plan.axes[in_rows ? 0 : 1];
  const Axis& across = plan.axes[in_rows ? 1 : 0];
  // A single run stays in the caches; one that jumps from line to line is not worth asking for.
  if (across.stride[operand] == 0 || std::abs(run.stride[operand]) >= kCacheLine) return;
  const int64_t span = (run.extent - 1) * run.stride[operand];
  const int64_t offset =
      plan.origin[operand] + OffsetOf(plan, operand, first) + std::min(span, int64_t{0});
  Add({.first = reinterpret_cast<uintptr_t>(data[operand]) + static_cast<uintptr_t>(offset),
       .step = across.stride[operand],
       .bytes = std::abs(span) + DtypeBytes(plan.dtype[operand]),
       .count = across.extent});
}

void LookAhead::AskForShare(int64_t done, int64_t all) {
  for (int k = 0; k < num_inputs_; ++k) {
    auto& [runs, ahead, asked_for] = inputs_[k];
    for (; asked_for * all < done * runs.count; ++asked_for) {
      AskForLines<false, CacheLevel::kSecond>(
          runs.first + static_cast<uintptr_t>(asked_for * runs.step), runs.bytes);
    }
  }
}

void LookAhead::AskForRunsAfter(int64_t r) const {
  for (int k = 0; k < num_inputs_; ++k) {
    const auto& [runs, ahead, asked_for] = inputs_[k];
    if (r + ahead >= runs.count) continue;
    AskForLines(runs.first + static_cast<uintptr_t>((r + ahead) * runs.step), runs.bytes);
  }
}

}  // namespace openaclnn
