#include "kinds/stages/computation.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "acl/acl_base.h"
#include "base/details.h"
#include "boost/container/small_vector.hpp"

namespace openaclnn {
namespace {

// Only whether a slot has a handle counts for those who run a stage: without, it is the library's.
const aclTensor* const kHandleOfTemporary = reinterpret_cast<const aclTensor*>(uintptr_t{1});

// The places of each stage in a run.
class StagePlaces {
 public:
  StagePlaces(const StagesComputation& all, const Places& places)
      : slots_(places.slots, places.slots + all.num_given),
        workspace_(places.workspace == nullptr ? nullptr : places.AlignedWorkspace()) {
    for (const uint64_t offset : all.temporaries) {
      slots_.push_back(
          {.handle = kHandleOfTemporary, .data = At(offset), .offset = 0, .begin = 0, .end = 0});
    }
  }

  Places Of(const StagesComputation::One& stage) const {
    return {slots_.data(), At(stage.workspace)};
  }

 private:
  std::byte* At(uint64_t offset) const {
    return workspace_ == nullptr ? nullptr : workspace_ + offset;
  }

  boost::container::small_vector<TensorSlot, 16> slots_;
  std::byte* const workspace_;
};

}  // namespace

bool StagesComputation::Skips(const One& stage, const Places& places) const {
  if (stage.runs == Runs::kAlways) return false;
  const bool in_place = places.First(input) == places.First(output);
  return in_place != (stage.runs == Runs::kInPlace);
}

void StagesComputation::Run(const Places& places) const {
  const StagePlaces of(*this, places);
  for (const One& stage : stages) {
    if (!Skips(stage, places)) stage.computation->Run(of.Of(stage));
  }
}

bool StagesComputation::HasDeviceCode() const {
  return std::ranges::all_of(stages,
                             [](const One& one) { return one.computation->HasDeviceCode(); });
}

bool StagesComputation::HasWork() const {
  return std::ranges::any_of(stages, [](const One& one) { return one.computation->HasWork(); });
}

Status StagesComputation::FindCode(const Places& places, Queue& queue, DeviceCodes& codes) const {
  const StagePlaces of(*this, places);
  codes.parts.resize(stages.size());
  for (size_t i = 0; i < stages.size(); ++i) {
    const Computation& computation = *stages[i].computation;
    if (!computation.HasWork() || Skips(stages[i], places)) continue;
    OPENACLNN_RETURN_IF_ERROR(computation.FindCode(of.Of(stages[i]), queue, codes.parts[i]));
  }
  return {};
}

Status StagesComputation::Launch(const Places& places, const DeviceCodes& codes,
                                 Queue& queue) const {
  const StagePlaces of(*this, places);
  for (size_t i = 0; i < stages.size(); ++i) {
    const Computation& computation = *stages[i].computation;
    if (!computation.HasWork() || Skips(stages[i], places)) continue;
    OPENACLNN_RETURN_IF_ERROR(computation.Launch(of.Of(stages[i]), codes.parts[i], queue));
  }
  return {};
}

void StagesComputation::ForEachAccess(const AccessVisitor& visit) const {
  for (const bool writes : {false, true}) {
    boost::container::small_vector<int, 8> written;
    for (const One& stage : stages) {
      boost::container::small_vector<int, 8> by_this;
      stage.computation->ForEachAccess([&](const PlanAccess& access) {
        if (access.writes) by_this.push_back(access.slot);
        if (access.writes != writes || access.slot >= num_given) return;
        if (!writes && std::ranges::find(written, access.slot) != written.end()) return;
        visit(access);
      });
      written.insert(written.end(), by_this.begin(), by_this.end());
    }
  }
}

void StagesComputation::AddDetails(Details& details) const {
  details.AddWords("loop", "stages");
  for (size_t i = 0; i < stages.size(); ++i) {
    Details of_stage;
    stages[i].computation->AddDetails(of_stage);
    details.Add("stage" + std::to_string(i), of_stage.Text());
  }
}

}  // namespace openaclnn
