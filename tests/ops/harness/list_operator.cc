#include "tests/ops/harness/list_operator.h"

#include <vector>

#include "engine/call.h"
#include "engine/executor.h"
#include "engine/kind.h"
#include "engine/operator.h"
#include "engine/resolved.h"

namespace openaclnn::test {
namespace {

class SumsOfMembers final : public Computation {
 public:
  struct Pair {
    int from, to;  // slots
    double alpha;
  };
  std::vector<Pair> pairs;
  Plan plan;  // of one element
  int total = -1;

  void Run(const Places& places) const override {
    float sum = 0;
    for (const Pair& pair : pairs) {
      const float result = At(places, pair.from) + static_cast<float>(pair.alpha);
      At(places, pair.to) = result;
      sum += result;
    }
    if (total >= 0) At(places, total) = sum;
  }
  bool HasWork() const override { return true; }
  Status FindCode(const Places&, Queue&, DeviceCodes&) const override { return {}; }
  Status Launch(const Places&, const DeviceCodes&, Queue&) const override { return {}; }
  void ForEachAccess(const AccessVisitor& visit) const override {
    for (const Pair& pair : pairs) visit({plan, 0, pair.from, false});
    for (const Pair& pair : pairs) visit({plan, 0, pair.to, true});
    if (total >= 0) visit({plan, 0, total, true});
  }
  void AddDetails(Details& /*details*/) const override {}

 private:
  static float& At(const Places& places, int slot) {
    return *reinterpret_cast<float*>(places.First(slot));
  }
};

enum Role { kTensors, kAlphas, kMask, kOuts, kTotal };

void PlanSums(const Call& call, Executor& executor) {
  auto& made = executor.Make<SumsOfMembers>();
  made.plan.dtype[0] = ACL_FLOAT;
  made.plan.origin[0] = 0;
  made.plan.num_operands = made.plan.num_outputs = 1;
  made.plan.elements = 1;
  for (size_t k = 0; k < call.TensorsAt(kTensors).size(); ++k) {
    if (!call.BoolsAt(kMask)[k]) continue;
    made.pairs.push_back({call.SlotOf(kTensors) + static_cast<int>(k),
                          call.SlotOf(kOuts) + static_cast<int>(k),
                          ScalarTo<double>(*call.ScalarsAt(kAlphas)[k])});
  }
  if (call.IsGiven(kTotal)) made.total = call.SlotOf(kTotal);
  executor.SetWeight(1, 1);
}

constinit const Kind kSums = {.name = "sums", .cuts = Cuts::kNone, .plan = PlanSums};

constexpr OpSpec kSpec =
    Resolved({.name = "aclnnSumsOfMembers",
              .formula = "",
              .arguments = {Inputs("tensors"), ScalarsInput("alphas"), BoolsInput("mask"),
                            Outputs("outs"), Optional(Output("total"))},
              .rules = {SameCount("outs", "tensors"), SameCount("alphas", "tensors"),
                        SameCount("mask", "tensors"), DtypeIn("tensors", kFloatDtypes),
                        SameDtype("outs", "tensors"), SameShape("outs", "tensors"),
                        DtypeIn("total", DtypeSet(ACL_FLOAT)), MaxRank(8)},
              .chips = kAllChips,
              .work = {.kind = &kSums}});
static_assert(kSpec.tensor_lists == 0b01001 && kSpec.written == 0b11000 && kSpec.used == 0b11001);

aclnnStatus PlanSumsOfMembers(std::span<const AnyArgument> arguments, uint64_t* workspace_size,
                              aclOpExecutor** executor) {
  return PlanOperator(kSpec,
                      {arguments[kTensors].tensors, arguments[kAlphas].scalars,
                       arguments[kMask].bools, arguments[kOuts].tensors, arguments[kTotal].tensor},
                      workspace_size, executor);
}

aclnnStatus RunSumsOfMembers(void* workspace, uint64_t workspace_size, aclOpExecutor* executor,
                             aclrtStream stream) {
  return RunOperator(kSpec, workspace, workspace_size, executor, stream);
}

}  // namespace

const OpSpec& kSumsOfMembersSpec = kSpec;
const Operator kSumsOfMembers = {&kSpec, PlanSumsOfMembers, RunSumsOfMembers};

}  // namespace openaclnn::test
