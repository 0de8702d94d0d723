#include "aclnnop/aclnn_transform_bias_rescale_qkv.h"

#include <array>
#include <cmath>

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "kinds/elementwise/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/attention/family.h"
#include "ops/attention/projected_shape.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* BiasRescaleKernel();

namespace {

enum TransformArgument { kQkv, kQkvBias, kHeadsOfQkv, kQOut, kKOut, kVOut };
constexpr int kProjections = 3;

// Each result is a third of the last axis, as [batch, head, position, element].
void PlanTransform(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value qkv = list.Given(kQkv), bias = list.Given(kQkvBias);
  const int64_t heads = call.At(kHeadsOfQkv).integer, width = qkv->shape[2] / kProjections,
                size = width / heads;
  const Dims &strides = qkv->strides, shape = {qkv->shape[0], heads, qkv->shape[1], size};
  for (int k = 0; k < kProjections; ++k) {
    Value part = list.Seen(qkv, shape, {strides[0], size * strides[2], strides[1], strides[2]});
    part.origin += k * width * strides[2] * DtypeBytes(qkv->dtype);
    Value added =
        list.Seen(bias, {1, heads, 1, size}, {0, size * bias->strides[0], 0, bias->strides[0]});
    added.origin += k * width * bias->strides[0] * DtypeBytes(bias->dtype);
    Params params = {};
    params.d = {k == 0 ? std::sqrt(static_cast<double>(size)) : 1.0};
    list.Add(PlanFormulaInDouble(BiasRescaleKernel(), std::array{part, added},
                                 list.Given(kQOut + k), params));
  }
  list.Finish();
}

constexpr Kind kTransform = InStages(PlanTransform);

}  // namespace

constexpr OpSpec kTransformBiasRescaleQkvSpec = Resolved({
    .name = "aclnnTransformBiasRescaleQkv",
    .formula = "q, k, v = the thirds of qkv + qkvBias, each split into heads; q is divided by the "
               "root of the elements of a head",
    .arguments = {Input("qkv"), Input("qkvBias"), IntInput("numHeads"), Output("qOut"),
                  Output("kOut"), Output("vOut")},
    .rules = {DtypeIn("qkv", kFloatDtypes), SameDtype("qkvBias", "qkv"), SameDtype("qOut", "qkv"),
              SameDtype("kOut", "qkv"), SameDtype("vOut", "qkv"),
              ProjectedShapes("qkv", "qkvBias", "numHeads"),
              ShapeOfProjection("qOut", "qkv", "numHeads"),
              ShapeOfProjection("kOut", "qkv", "numHeads"),
              ShapeOfProjection("vOut", "qkv", "numHeads")},
    .chips = Chips(Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950),
    .work = {.kind = &kTransform},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(TransformBiasRescaleQkv, const aclTensor*, const aclTensor*, int64_t,
                      const aclTensor*, const aclTensor*, const aclTensor*);
