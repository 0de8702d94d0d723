#include "aclnnop/aclnn_max_unpool2d.h"
#include "aclnnop/aclnn_max_unpool2d_backward.h"
#include "aclnnop/aclnn_max_unpool3d.h"
#include "aclnnop/aclnn_max_unpool3d_backward.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/dense_stages.h"
#include "ops/index/indexed_shape.h"
#include "ops/pooling/family.h"
#include "ops/pooling/plane_places.h"
#include "ops/pooling/spread_shape.h"

namespace openaclnn {
namespace {

enum MaxUnpoolArgument { kUnpoolSelf, kUnpoolIndices };

template <size_t axes, int result>
void PlanMaxUnpool(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value indices = list.Given(kUnpoolIndices), out = list.Given(result);
  if (out->extent.elements > 0) {
    list.Add(CheckOfPlaces(call, kUnpoolIndices, indices, CountPlaces(out, axes)));
    ReduceIntoPlaces(list, list.Given(kUnpoolSelf), indices, axes, out, Reduce::kLast);
  }
  list.Finish();
}

enum MaxUnpoolBackwardArgument { kUnpoolGrad, kUnpooledSelf, kUnpooledIndices };

template <size_t axes, int result>
void PlanMaxUnpoolBackward(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value indices = list.Given(kUnpooledIndices), out = list.Given(result);
  if (out->extent.elements > 0) {
    const Value grad = list.Given(kUnpoolGrad);
    list.Add(CheckOfPlaces(call, kUnpooledIndices, indices, CountPlaces(grad, axes)));
    const Value table = AreOneAxis(grad, axes) ? grad : Dense(list, grad);
    const bool converts = out->dtype != grad->dtype;
    const Value read = converts ? list.Temporary(grad->dtype, out->shape) : out;
    list.Add(PlanReadIndexed(PlacesInPlanes(read, indices, table, axes)));
    if (converts) list.Add(PlanMove(read, out));
  }
  list.Finish();
}

constexpr Kind kUnpool2d = OnCpusAlone(InStages(PlanMaxUnpool<2, 3>)),
               kUnpool3d = OnCpusAlone(InStages(PlanMaxUnpool<3, 5>)),
               kUnpoolBackward2d = OnCpusAlone(InStages(PlanMaxUnpoolBackward<2, 4>)),
               kUnpoolBackward3d = OnCpusAlone(InStages(PlanMaxUnpoolBackward<3, 6>));

constexpr DtypeSet kUnpooledIntegers{ACL_FLOAT, ACL_FLOAT16, ACL_INT8, ACL_UINT8,
                                     ACL_INT16, ACL_INT32,   ACL_INT64};
constexpr DtypeSet kUnpooled = kUnpooledIntegers | DtypeSet(ACL_DOUBLE);
constexpr DtypeSet kUnpooledWithBool = kUnpooledIntegers | DtypeSet(ACL_BOOL);
constexpr Chips kUnpoolBackwardChips{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93,
                                     Chip::kAscend950};

}  // namespace

constexpr OpSpec kMaxUnpool2dSpec = Resolved({
    .name = "aclnnMaxUnpool2d",
    .formula = "out = self where indices name the element, 0 elsewhere",
    .arguments = {Input("self"), Input("indices"), IntsInput("outputSize"), Output("out")},
    .rules = {DtypeIn("self", kUnpooled), SameDtype("out", "self"),
              DtypeIn("indices", kPlaceDtypes), SameShape("indices", "self"),
              SpreadShape("out", "self", "outputSize", 2, Spread::kHasRoom),
              PlacesOf("indices", "out")},
    .chips = kPoolingSinceA2,
    .operands = {"self", "indices"},
    .results = {"out"},
    .work = {.kind = &kUnpool2d},
});

constexpr OpSpec kMaxUnpool3dSpec = Resolved({
    .name = "aclnnMaxUnpool3d",
    .formula = "outRef = self where indices name the element, 0 elsewhere",
    .arguments = {Input("self"), Input("indices"), IntsInput("outputSize"), IntsInput("stride"),
                  IntsInput("padding"), Output("outRef")},
    .rules = {DtypeIn("self", kUnpooled), SameDtype("outRef", "self"),
              DtypeIn("indices", kPlaceDtypes), SameShape("indices", "self"),
              NumbersFrom("stride", 3, 1), HasCount("padding", 3),
              SpreadShape("outRef", "self", "outputSize", 3, Spread::kHasRoom),
              PlacesOf("indices", "outRef")},
    .chips = kPoolingSinceA2,
    .operands = {"self", "indices"},
    .results = {"outRef"},
    .work = {.kind = &kUnpool3d},
});

constexpr OpSpec kMaxUnpool2dBackwardSpec = Resolved({
    .name = "aclnnMaxUnpool2dBackward",
    .formula = "out = the element of gradOutput that indices name",
    .arguments = {Input("gradOutput"), Input("self"), Input("indices"), IntsInput("outputSize"),
                  Output("out")},
    .rules = {DtypeIn("gradOutput", kUnpooledWithBool), DtypeIn("out", kUnpooledWithBool),
              Castable("gradOutput", "out"), SameDtype("self", "gradOutput"),
              DtypeIn("indices", kPlaceDtypes), SameShape("indices", "self"),
              SameShape("out", "self"),
              SpreadShape("gradOutput", "self", "outputSize", 2, Spread::kAny),
              PlacesOf("indices", "gradOutput")},
    .chips = kUnpoolBackwardChips,
    .operands = {"gradOutput", "indices"},
    .results = {"out"},
    .work = {.kind = &kUnpoolBackward2d},
});

constexpr OpSpec kMaxUnpool3dBackwardSpec = Resolved({
    .name = "aclnnMaxUnpool3dBackward",
    .formula = "out = the element of gradOutput that indices name",
    .arguments = {Input("gradOutput"), Input("self"), Input("indices"), IntsInput("outputSize"),
                  IntsInput("stride"), IntsInput("padding"), Output("out")},
    .rules = {DtypeIn("gradOutput", kUnpooled), SameDtype("self", "gradOutput"),
              SameDtype("out", "gradOutput"), DtypeIn("indices", DtypeSet(ACL_INT64)),
              SameShape("indices", "self"), SameShape("out", "self"), NumbersFrom("stride", 3, 1),
              HasCount("padding", 3),
              SpreadShape("gradOutput", "self", "outputSize", 3, Spread::kHasRoom),
              PlacesOf("indices", "gradOutput")},
    .chips = kUnpoolBackwardChips,
    .operands = {"gradOutput", "indices"},
    .results = {"out"},
    .work = {.kind = &kUnpoolBackward3d},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(MaxUnpool2d, const aclTensor*, const aclTensor*, const aclIntArray*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(MaxUnpool3d, const aclTensor*, const aclTensor*, const aclIntArray*,
                      const aclIntArray*, const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(MaxUnpool2dBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclIntArray*, aclTensor*);
OPENACLNN_C_FUNCTIONS(MaxUnpool3dBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      const aclIntArray*, const aclIntArray*, const aclIntArray*, aclTensor*);
