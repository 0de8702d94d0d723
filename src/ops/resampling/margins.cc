#include "aclnnop/aclnn_circular_pad2d.h"
#include "aclnnop/aclnn_circular_pad2d_backward.h"
#include "aclnnop/aclnn_circular_pad3d.h"
#include "aclnnop/aclnn_circular_pad3d_backward.h"
#include "aclnnop/aclnn_pad2d_backward.h"
#include "aclnnop/aclnn_reflection_pad1d.h"
#include "aclnnop/aclnn_reflection_pad1d_backward.h"
#include "aclnnop/aclnn_reflection_pad2d.h"
#include "aclnnop/aclnn_reflection_pad3d.h"
#include "aclnnop/aclnn_reflection_pad3d_backward.h"
#include "aclnnop/aclnn_replication_pad1d.h"
#include "aclnnop/aclnn_replication_pad1d_backward.h"
#include "aclnnop/aclnn_replication_pad2d.h"
#include "aclnnop/aclnn_replication_pad3d.h"
#include "aclnnop/aclnn_replication_pad3d_backward.h"
#include "ops/c_functions.h"
#include "ops/resampling/family.h"
#include "ops/spatial_stages.h"

namespace openaclnn {
namespace {

// The taps of a tensor whose last axes have margins.
std::array<AxisTaps, 3> MarginsOf(const Value& whole, const std::vector<int64_t>& padding,
                                  size_t axes, Margin margin) {
  const auto shape = InSpace(whole->shape, axes, 1);
  std::array<AxisTaps, 3> taps;
  for (size_t i = 0; i < 3; ++i) {
    const size_t pair = 2 * (2 - i);  // the last axis comes first
    taps[i] = i < 3 - axes
                  ? SameTaps(1)
                  : MarginTaps(margin, shape[kDepth + i], padding[pair], padding[pair + 1]);
  }
  return taps;
}

enum MarginArgument { kMarginSelf, kMarginPadding, kMarginOut };

template <size_t axes, Margin margin>
void PlanMargins(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kMarginSelf), out = list.Given(kMarginOut);
  if (out->extent.elements > 0) {
    AddResampled(list, self, out, axes,
                 MarginsOf(self, call.IntegersAt(kMarginPadding), axes, margin), PlanPick);
  }
  list.Finish();
}

enum MarginBackwardArgument { kMarginGrad, kMarginWhole, kMarginBackwardPadding, kMarginGradInput };

template <size_t axes, Margin margin>
void PlanMarginsBackward(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value grad = list.Given(kMarginGrad), result = list.Given(kMarginGradInput);
  if (result->extent.elements > 0) {
    auto taps = MarginsOf(result, call.IntegersAt(kMarginBackwardPadding), axes, margin);
    const auto shape = InSpace(result->shape, axes, 1);
    for (size_t i = 0; i < 3; ++i) taps[i] = Transposed(taps[i], shape[kDepth + i]);
    AddResampled(list, grad, result, axes, std::move(taps));
  }
  list.Finish();
}

template <size_t axes, Margin margin>
constexpr Kind kMargins = OnCpusAlone(InStages(PlanMargins<axes, margin>));
template <size_t axes, Margin margin>
constexpr Kind kMarginsBackward = OnCpusAlone(InStages(PlanMarginsBackward<axes, margin>));

constexpr DtypeSet kPaddedDtypes = kFloatAndComplexDtypes | kIntegerDtypes |
                                   DtypeSet(ACL_UINT16, ACL_UINT32, ACL_UINT64, ACL_BOOL);
constexpr DtypeSet kRepeatedDtypes = kFloatDtypes | DtypeSet(ACL_INT8, ACL_INT32);
constexpr Chips kMarginA2AndA3{Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace

constexpr OpSpec kReflectionPad1dSpec = Resolved({
    .name = "aclnnReflectionPad1d",
    .formula = "out = self, mirrored beyond its ends",
    .arguments = {Input("self"), IntsInput("padding"), Output("out")},
    .rules = {DtypeIn("self", kPaddedDtypes), SameDtype("out", "self"),
              MarginShape("out", "self", "padding", 1, Margin::kReflects)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMargins<1, Margin::kReflects>},
});

constexpr OpSpec kReflectionPad2dSpec = Resolved({
    .name = "aclnnReflectionPad2d",
    .formula = "out = self, mirrored beyond its ends",
    .arguments = {Input("self"), IntsInput("padding"), Output("out")},
    .rules = {DtypeIn("self", kPaddedDtypes), SameDtype("out", "self"),
              MarginShape("out", "self", "padding", 2, Margin::kReflects)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMargins<2, Margin::kReflects>},
});

constexpr OpSpec kReflectionPad3dSpec = Resolved({
    .name = "aclnnReflectionPad3d",
    .formula = "out = self, mirrored beyond its ends",
    .arguments = {Input("self"), IntsInput("padding"), Output("out")},
    .rules = {DtypeIn("self", kPaddedDtypes), SameDtype("out", "self"),
              MarginShape("out", "self", "padding", 3, Margin::kReflects)},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMargins<3, Margin::kReflects>},
});

constexpr OpSpec kReplicationPad1dSpec = Resolved({
    .name = "aclnnReplicationPad1d",
    .formula = "out = self, with copies of the elements at its ends",
    .arguments = {Input("self"), IntsInput("padding"), Output("out")},
    .rules = {DtypeIn("self", kPaddedDtypes), SameDtype("out", "self"),
              MarginShape("out", "self", "padding", 1, Margin::kReplicates)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMargins<1, Margin::kReplicates>},
});

constexpr OpSpec kReplicationPad2dSpec = Resolved({
    .name = "aclnnReplicationPad2d",
    .formula = "out = self, with copies of the elements at its ends",
    .arguments = {Input("self"), IntsInput("padding"), Output("out")},
    .rules = {DtypeIn("self", kPaddedDtypes), SameDtype("out", "self"),
              MarginShape("out", "self", "padding", 2, Margin::kReplicates)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMargins<2, Margin::kReplicates>},
});

constexpr OpSpec kReplicationPad3dSpec = Resolved({
    .name = "aclnnReplicationPad3d",
    .formula = "out = self, with copies of the elements at its ends",
    .arguments = {Input("self"), IntsInput("padding"), Output("out")},
    .rules = {DtypeIn("self", kPaddedDtypes), SameDtype("out", "self"),
              MarginShape("out", "self", "padding", 3, Margin::kReplicates)},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMargins<3, Margin::kReplicates>},
});

constexpr OpSpec kCircularPad2dSpec = Resolved({
    .name = "aclnnCircularPad2d",
    .formula = "out = self, repeated beyond its ends",
    .arguments = {Input("self"), IntsInput("padding"), Output("out")},
    .rules = {DtypeIn("self", kRepeatedDtypes), SameDtype("out", "self"),
              MarginShape("out", "self", "padding", 2, Margin::kRepeats)},
    .chips = kMarginA2AndA3,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMargins<2, Margin::kRepeats>},
});

constexpr OpSpec kCircularPad3dSpec = Resolved({
    .name = "aclnnCircularPad3d",
    .formula = "out = self, repeated beyond its ends",
    .arguments = {Input("self"), IntsInput("padding"), Output("out")},
    .rules = {DtypeIn("self", kRepeatedDtypes), SameDtype("out", "self"),
              MarginShape("out", "self", "padding", 3, Margin::kRepeats)},
    .chips = kMarginA2AndA3,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kMargins<3, Margin::kRepeats>},
});

constexpr OpSpec kReflectionPad1dBackwardSpec = Resolved({
    .name = "aclnnReflectionPad1dBackward",
    .formula = "gradInput = the sum of gradOutput where an element has come to be",
    .arguments = {Input("gradOutput"), Input("self"), IntsInput("padding"), Output("gradInput")},
    .rules = {DtypeIn("self", kFloatAndComplexDtypes), SameDtype("gradOutput", "self"),
              SameDtype("gradInput", "self"),
              MarginShape("gradOutput", "self", "padding", 1, Margin::kReflects),
              SameShape("gradInput", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput"},
    .results = {"gradInput"},
    .work = {.kind = &kMarginsBackward<1, Margin::kReflects>},
});

constexpr OpSpec kReflectionPad2dBackwardSpec = Resolved({
    .name = "aclnnReflectionPad2dBackward",
    .formula = "gradInput = the sum of gradOutput where an element has come to be",
    .arguments = {Input("gradOutput"), Input("self"), IntsInput("padding"), Output("gradInput")},
    .rules = {DtypeIn("self", kFloatAndComplexDtypes), SameDtype("gradOutput", "self"),
              SameDtype("gradInput", "self"),
              MarginShape("gradOutput", "self", "padding", 2, Margin::kReflects),
              SameShape("gradInput", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput"},
    .results = {"gradInput"},
    .work = {.kind = &kMarginsBackward<2, Margin::kReflects>},
});

constexpr OpSpec kReflectionPad3dBackwardSpec = Resolved({
    .name = "aclnnReflectionPad3dBackward",
    .formula = "gradInput = the sum of gradOutput where an element has come to be",
    .arguments = {Input("gradOutput"), Input("self"), IntsInput("padding"), Output("gradInput")},
    .rules = {DtypeIn("self", kFloatAndComplexDtypes), SameDtype("gradOutput", "self"),
              SameDtype("gradInput", "self"),
              MarginShape("gradOutput", "self", "padding", 3, Margin::kReflects),
              SameShape("gradInput", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput"},
    .results = {"gradInput"},
    .work = {.kind = &kMarginsBackward<3, Margin::kReflects>},
});

constexpr OpSpec kReplicationPad1dBackwardSpec = Resolved({
    .name = "aclnnReplicationPad1dBackward",
    .formula = "gradInput = the sum of gradOutput where an element has come to be",
    .arguments = {Input("gradOutput"), Input("self"), IntsInput("padding"), Output("gradInput")},
    .rules = {DtypeIn("self", kFloatAndComplexDtypes), SameDtype("gradOutput", "self"),
              SameDtype("gradInput", "self"),
              MarginShape("gradOutput", "self", "padding", 1, Margin::kReplicates),
              SameShape("gradInput", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput"},
    .results = {"gradInput"},
    .work = {.kind = &kMarginsBackward<1, Margin::kReplicates>},
});

constexpr OpSpec kReplicationPad2dBackwardSpec = Resolved({
    .name = "aclnnReplicationPad2dBackward",
    .formula = "gradInput = the sum of gradOutput where an element has come to be",
    .arguments = {Input("gradOutput"), Input("self"), IntsInput("padding"), Output("gradInput")},
    .rules = {DtypeIn("self", kFloatAndComplexDtypes), SameDtype("gradOutput", "self"),
              SameDtype("gradInput", "self"),
              MarginShape("gradOutput", "self", "padding", 2, Margin::kReplicates),
              SameShape("gradInput", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput"},
    .results = {"gradInput"},
    .work = {.kind = &kMarginsBackward<2, Margin::kReplicates>},
});

constexpr OpSpec kReplicationPad3dBackwardSpec = Resolved({
    .name = "aclnnReplicationPad3dBackward",
    .formula = "gradInput = the sum of gradOutput where an element has come to be",
    .arguments = {Input("gradOutput"), Input("self"), IntsInput("padding"), Output("gradInput")},
    .rules = {DtypeIn("self", kFloatAndComplexDtypes), SameDtype("gradOutput", "self"),
              SameDtype("gradInput", "self"),
              MarginShape("gradOutput", "self", "padding", 3, Margin::kReplicates),
              SameShape("gradInput", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput"},
    .results = {"gradInput"},
    .work = {.kind = &kMarginsBackward<3, Margin::kReplicates>},
});

constexpr OpSpec kCircularPad2dBackwardSpec = Resolved({
    .name = "aclnnCircularPad2dBackward",
    .formula = "gradInput = the sum of gradOutput where an element has come to be",
    .arguments = {Input("gradOutput"), Input("self"), IntsInput("padding"), Output("gradInput")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("gradOutput", "self"),
              SameDtype("gradInput", "self"),
              MarginShape("gradOutput", "self", "padding", 2, Margin::kRepeats),
              SameShape("gradInput", "self")},
    .chips = kResamplingSinceA2,
    .operands = {"gradOutput"},
    .results = {"gradInput"},
    .work = {.kind = &kMarginsBackward<2, Margin::kRepeats>},
});

constexpr OpSpec kCircularPad3dBackwardSpec = Resolved({
    .name = "aclnnCircularPad3dBackward",
    .formula = "gradInput = the sum of gradOutput where an element has come to be",
    .arguments = {Input("gradOutput"), Input("self"), IntsInput("padding"), Output("gradInput")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("gradOutput", "self"),
              SameDtype("gradInput", "self"),
              MarginShape("gradOutput", "self", "padding", 3, Margin::kRepeats),
              SameShape("gradInput", "self")},
    .chips = kResamplingSinceA2,
    .operands = {"gradOutput"},
    .results = {"gradInput"},
    .work = {.kind = &kMarginsBackward<3, Margin::kRepeats>},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(ReflectionPad1d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReflectionPad2d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReflectionPad3d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReplicationPad1d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReplicationPad2d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReplicationPad3d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(CircularPad2d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(CircularPad3d, const aclTensor*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReflectionPad1dBackward, const aclTensor*, const aclTensor*,
                      const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReflectionPad2dBackward, const aclTensor*, const aclTensor*,
                      const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReflectionPad3dBackward, const aclTensor*, const aclTensor*,
                      const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReplicationPad1dBackward, const aclTensor*, const aclTensor*,
                      const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReplicationPad2dBackward, const aclTensor*, const aclTensor*,
                      const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(ReplicationPad3dBackward, const aclTensor*, const aclTensor*,
                      const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(CircularPad2dBackward, const aclTensor*, const aclTensor*, const aclIntArray*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(CircularPad3dBackward, const aclTensor*, const aclTensor*, const aclIntArray*,
                      aclTensor*);
