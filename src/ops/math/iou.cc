#include "aclnnop/aclnn_iou.h"

#include <array>
#include <string_view>

#include "kinds/elementwise/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/math/box_shape.h"
#include "ops/math/family.h"
#include "ops/moves/parts.h"

namespace openaclnn {

const Kernel* AreaOfBoxKernel();
const Kernel* CommonSideKernel();
const Kernel* ShareOfUnionKernel();
const Kernel* ShareOfSecondKernel();

namespace {

enum IouArgument { kIouBoxes, kIouTruths, kIouMode, kIouEps, kIouAligned, kIouOverlap };

// The numbers x0, y0, x1 and y1 of rectangles, a column or a row for each.
using Boxes = std::array<Value, 4>;
Boxes BoxesOf(StageList& list, const Value& given, bool as_rows) {
  Boxes boxes;
  for (int64_t i = 0; i < 4; ++i) {
    const int64_t count = given->shape[0], stride = given->strides[0];
    const Dims shape = as_rows ? Dims{1, count} : Dims{count, 1};
    const Dims strides = as_rows ? Dims{0, stride} : Dims{stride, 0};
    boxes[static_cast<size_t>(i)] = PartOf(list, given, i * given->strides[1], shape, strides);
  }
  return boxes;
}

void PlanIou(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value overlap = list.Given(kIouOverlap);
  if (overlap->extent.elements == 0) return list.Finish();
  const bool are_aligned = call.FlagAt(kIouAligned);
  const Boxes a = BoxesOf(list, list.Given(kIouBoxes), false),
              b = BoxesOf(list, list.Given(kIouTruths), !are_aligned);
  Params params = {};
  params.d[0] = call.At(kIouEps).number;
  const auto computed = [&](const Kernel* kernel, const std::array<Value, 4>& inputs,
                            const Dims& shape) {
    const Value result = list.Temporary(ACL_DOUBLE, shape);
    list.Add(PlanFormulaInDouble(kernel, inputs, result, params));
    return result;
  };
  const auto area = [&](const Boxes& of) {
    return computed(AreaOfBoxKernel(), {of[0], of[2], of[1], of[3]}, of[0]->shape);
  };
  const auto side = [&](size_t axis) {
    return computed(CommonSideKernel(), {a[axis], a[axis + 2], b[axis], b[axis + 2]},
                    overlap->shape);
  };
  const Value width = side(0), height = side(1), second = area(b);
  if (call.ChoiceAt(kIouMode) == 0) {
    list.Add(PlanFormulaInDouble(ShareOfUnionKernel(), std::array{width, height, area(a), second},
                                 overlap));
  } else {
    list.Add(
        PlanFormulaInDouble(ShareOfSecondKernel(), std::array{width, height, second}, overlap));
  }
  list.Finish();
}

constexpr Kind kIouKind = InStages(PlanIou);
constexpr std::string_view kIouModes[] = {"iou", "iof"};

}  // namespace

constexpr OpSpec kIouSpec = Resolved({
    .name = "aclnnIou",
    .formula = "overlap = area of what bBoxes and gtBoxes have in common / area of both together, "
               "or of gtBoxes",
    .arguments = {Input("bBoxes"), Input("gtBoxes"), TextInput("mode"), FloatInput("eps"),
                  BoolInput("aligned"), Output("overlap")},
    .rules = {DtypeIn("bBoxes", kFloatDtypes), SameDtype("gtBoxes", "bBoxes"),
              SameDtype("overlap", "bBoxes"), TextIn("mode", kIouModes), NotNegative("eps"),
              RankIs("bBoxes", 2), RankIs("gtBoxes", 2), RankIs("overlap", 2),
              ShapeOfOverlaps("overlap", "bBoxes", "gtBoxes", "aligned")},
    .chips = kAllBut910,
    .work = {.kind = &kIouKind},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Iou, const aclTensor*, const aclTensor*, const char*, float, bool,
                      aclTensor*);
