#include "aclnnop/aclnn_constant_pad_nd.h"

#include <algorithm>
#include <vector>

#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"
#include "ops/moves/padded_shape.h"
#include "ops/moves/parts.h"

namespace openaclnn {
namespace {

enum PadArgument { kPadSelf, kPadPad, kPadValue, kPadOut };

// Margins with fewer bytes in a row are filled together with what lies between them.
constexpr int64_t kFewestPaddedBytes = 512;

class Padding {
 public:
  Padding(const Call& call, Executor& executor)
      : list_(call, executor),
        pad_(call.IntegersAt(kPadPad)),
        self_(list_.Given(kPadSelf)),
        out_(list_.Given(kPadOut)),
        value_(ElementOf(*call.At(kPadValue).scalar, out_->dtype)) {}

  void Plan() {
    if (out_->extent.elements > 0) {
      Crop();
      FillMargins();
      if (self_->extent.elements > 0) list_.Add(PlanMove(self_, Middle()));
    }
    list_.Finish();
  }

 private:
  struct Margins {
    int64_t before, after;  // negative where elements are cut off
  };
  Margins At(size_t axis) const {
    const size_t at = 2 * (out_->shape.size() - 1 - axis);
    return at < pad_.size() ? Margins{pad_[at], pad_[at + 1]} : Margins{0, 0};
  }

  // Leaves out of the input what has no place in the result.
  void Crop() {
    for (size_t a = 0; a < self_->shape.size(); ++a) {
      const int64_t before = std::max<int64_t>(0, -At(a).before);
      const int64_t after = std::max<int64_t>(0, -At(a).after);
      if (before + after == 0) continue;
      const int64_t kept = std::max<int64_t>(0, self_->shape[a] - before - after);
      self_ = PartAlong(list_, self_, a, before, kept);
    }
  }

  // From the outermost axis on, the margins of what lies between those that are filled.
  void FillMargins() {
    Value rest = out_;
    int64_t inner = out_->extent.elements;
    for (size_t a = 0; a < out_->shape.size(); ++a) {
      const int64_t before = std::max<int64_t>(0, At(a).before);
      const int64_t after = std::max<int64_t>(0, At(a).after);
      const int64_t size = out_->shape[a], kept = size - before - after;
      inner /= size;
      if (before + after == 0) continue;
      const int64_t row = std::max(before, after) * inner * DtypeBytes(out_->dtype);
      if (self_->extent.elements == 0 || row < kFewestPaddedBytes) {
        return list_.Add(PlanFill(value_, rest));
      }
      if (before > 0) list_.Add(PlanFill(value_, PartAlong(list_, rest, a, 0, before)));
      if (after > 0) list_.Add(PlanFill(value_, PartAlong(list_, rest, a, size - after, after)));
      rest = PartAlong(list_, rest, a, before, kept);
    }
  }

  // Where the input goes.
  Value Middle() {
    Value middle = out_;
    for (size_t a = 0; a < out_->shape.size(); ++a) {
      middle = PartAlong(list_, middle, a, std::max<int64_t>(0, At(a).before), self_->shape[a]);
    }
    return middle;
  }

  StageList list_;
  const std::vector<int64_t>& pad_;
  Value self_;  // what of it is in the result
  const Value out_;
  const Element value_;
};

void PlanPadding(const Call& call, Executor& executor) { Padding(call, executor).Plan(); }

constexpr Kind kPadding = InStages(PlanPadding);

}  // namespace

constexpr OpSpec kConstantPadNdSpec = Resolved({
    .name = "aclnnConstantPadNd",
    .formula = "out = self, with elements that are value before and after, as pad says",
    .arguments = {Input("self"), IntsInput("pad"), AnyScalarInput("value"), Output("out")},
    .rules = {DtypeIn("self", kMovedDtypes), SameDtype("out", "self"), FilledWith("self", "value"),
              SameFormat("out", "self"), MaxRank(8), PaddedShape("out", "self", "pad")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kPadding},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ConstantPadNd, const aclTensor*, const aclIntArray*, const aclScalar*,
                      aclTensor*);
