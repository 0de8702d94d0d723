#include "kinds/lists/computation.h"

#include <algorithm>
#include <cstring>

#include "base/dtype.h"
#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/elementwise/run.h"
#include "tensor/scalar.h"

namespace openaclnn {

Params NumberInTensor::ParamsAt(const Places& places) const {
  Scalar number{.dtype = plan.dtype[0]};
  std::memcpy(number.bytes.data(), places.First(slot) + plan.origin[0],
              static_cast<size_t>(DtypeBytes(number.dtype)));
  Params params = {};
  SetParam(number, loop, 0, params);
  if (set_more_params != nullptr) set_more_params({}, params);
  return params;
}

// Walks over several axes may be taken in blocks, or by periods, which is for a whole member.
void ListsComputation::Arrange() {
  int64_t elements = 0;
  for (const ElementwiseComputation& member : members) {
    if (member.plan.axes.size() > 1) {
      alone_.push_back(&member);
    } else if (member.HasWork()) {
      elements += member.plan.elements;
      together_.push_back({&member, elements});
    }
  }
}

int64_t ListsComputation::Elements() const {
  int64_t elements = 0;
  for (const ElementwiseComputation& member : members) elements += member.plan.elements;
  return elements;
}

void ListsComputation::Run(const Places& places) const {
  Params of_number = {};
  if (number && HasWork()) of_number = number->ParamsAt(places);
  const auto run_of = [&](const ElementwiseComputation& member) {
    return ElementwiseRun{.plan = &member.plan,
                          .data = member.DataAt(places),
                          .kernel = member.kernel,
                          .params = number ? of_number : member.params};
  };
  if (!together_.empty()) {
    const int64_t grain = GrainFor(members.front().kernel->cost);
    ParallelFor(together_.back().end, grain, [&](int64_t begin, int64_t end) {
      auto part = std::ranges::upper_bound(together_, begin, {}, &Part::end);
      for (; begin < end; ++part) {
        const ElementwiseComputation& member = *part->member;
        const int64_t before = part->end - member.plan.elements;
        const int64_t to = std::min(end, part->end);
        RunElements(run_of(member), member.loop, begin - before, to - before);
        begin = to;
      }
    });
  }
  for (const ElementwiseComputation* const member : alone_) {
    RunElementwise(run_of(*member), member->loop);
  }
}

bool ListsComputation::HasDeviceCode() const {
  return !number && std::ranges::all_of(members, &ElementwiseComputation::HasDeviceCode);
}

Status ListsComputation::FindCode(const Places& places, Queue& queue, DeviceCodes& codes) const {
  codes.parts.resize(members.size());
  for (size_t i = 0; i < members.size(); ++i) {
    if (!members[i].HasWork()) continue;
    OPENACLNN_RETURN_IF_ERROR(members[i].FindCode(places, queue, codes.parts[i]));
  }
  return {};
}

Status ListsComputation::Launch(const Places& places, const DeviceCodes& codes,
                                Queue& queue) const {
  for (size_t i = 0; i < members.size(); ++i) {
    if (!members[i].HasWork()) continue;
    OPENACLNN_RETURN_IF_ERROR(members[i].Launch(places, codes.parts[i], queue));
  }
  return {};
}

void ListsComputation::ForEachAccess(const AccessVisitor& visit) const {
  if (number && HasWork()) visit({number->plan, 0, number->slot, false});
  for (const bool writes : {false, true}) {
    for (const ElementwiseComputation& member : members) {
      member.ForEachAccess([&](const PlanAccess& access) {
        if (access.writes == writes) visit(access);
      });
    }
  }
}

void ListsComputation::AddDetails(Details& details) const {
  if (!members.empty()) details.AddWords("loop", NameOf(members.front().loop));
  details.AddWords("simd", ChosenSimdName());
  details.Add("tensors", static_cast<int64_t>(members.size()));
  details.Add("elements", Elements());
}

}  // namespace openaclnn
