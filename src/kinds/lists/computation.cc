#include "kinds/lists/computation.h"

#include <algorithm>

#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/elementwise/run.h"

namespace openaclnn {

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
  if (!together_.empty()) {
    const int64_t grain = GrainFor(members.front().kernel->cost);
    ParallelFor(together_.back().end, grain, [&](int64_t begin, int64_t end) {
      auto part = std::ranges::upper_bound(together_, begin, {}, &Part::end);
      for (; begin < end; ++part) {
        const ElementwiseComputation& member = *part->member;
        const int64_t before = part->end - member.plan.elements;
        const int64_t to = std::min(end, part->end);
        RunElements({.plan = &member.plan,
                     .data = member.DataAt(places),
                     .kernel = member.kernel,
                     .params = member.params},
                    member.loop, begin - before, to - before);
        begin = to;
      }
    });
  }
  for (const ElementwiseComputation* const member : alone_) member->Run(places);
}

bool ListsComputation::HasDeviceCode() const {
  return std::ranges::all_of(members, &ElementwiseComputation::HasDeviceCode);
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
