// Diagonals: taken from matrices, filled by vectors, and set to one number.
#include <algorithm>
#include <cstdint>

#include "aclnnop/aclnn_diag.h"
#include "aclnnop/aclnn_diag_flat.h"
#include "aclnnop/aclnn_fill_diagonal.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "ops/c_functions.h"
#include "ops/moves/diagonal_shape.h"
#include "ops/moves/family.h"
#include "ops/moves/parts.h"

namespace openaclnn {
namespace {

enum DiagArgument { kDiagSelf, kDiagonal, kDiagOut };
enum FillDiagonalArgument { kFilled, kFillValue, kFillWraps };

// Elements of memory from the first of a matrix to the first on a diagonal.
int64_t ToDiagonal(const Value& matrix, int64_t diagonal) {
  return diagonal >= 0 ? diagonal * matrix->strides[1] : -diagonal * matrix->strides[0];
}

// Zeros, then the elements in row-major order.
void AddMatrixOf(StageList& list, const Value& elements, int64_t diagonal, const Value& out) {
  list.Add(PlanFill(0, out));
  if (elements->extent.elements == 0) return;
  int64_t step = out->strides[0] + out->strides[1];
  Dims strides(elements->shape.size());
  for (size_t axis = strides.size(); axis-- > 0; step *= elements->shape[axis]) {
    strides[axis] = step;
  }
  list.Add(
      PlanMove(elements, PartOf(list, out, ToDiagonal(out, diagonal), elements->shape, strides)));
}

void PlanDiag(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kDiagSelf), out = list.Given(kDiagOut);
  if (out->extent.elements == 0) return list.Finish();
  const int64_t diagonal = call.At(kDiagonal).integer;
  if (self->shape.size() < 2) {
    AddMatrixOf(list, self, diagonal, out);
  } else {
    list.Add(PlanMove(PartOf(list, self, ToDiagonal(self, diagonal), out->shape,
                             {self->strides[0] + self->strides[1]}),
                      out));
  }
  list.Finish();
}

void PlanDiagFlat(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value out = list.Given(kDiagOut);
  if (out->extent.elements > 0) {
    AddMatrixOf(list, list.Given(kDiagSelf), call.At(kDiagonal).integer, out);
  }
  list.Finish();
}

// In a matrix that wraps each square and the row below it repeat, and the last may be cut off.
void PlanFillDiagonal(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(kFilled);
  if (self->extent.elements == 0) return list.Finish();
  const Element value = ElementOf(*call.At(kFillValue).scalar, self->dtype);
  int64_t step = 0;
  for (const int64_t stride : self->strides) step += stride;
  const int64_t rows = self->shape[0], columns = self->shape[1];
  const auto fill = [&](int64_t row, const Dims& shape, const Dims& strides) {
    list.Add(PlanFill(value, PartOf(list, self, row * self->strides[0], shape, strides)));
  };
  const bool wraps = call.At(kFillWraps).flag && self->shape.size() == 2 && rows > columns;
  if (!wraps) {
    fill(0, {std::min(rows, columns)}, {step});
    return list.Finish();
  }
  const int64_t whole = (rows + 1) / (columns + 1), next = whole * (columns + 1);
  fill(0, {whole, columns}, {(columns + 1) * self->strides[0], step});
  if (next < rows) fill(next, {rows - next}, {step});
  list.Finish();
}

constexpr Kind kDiag = InStages(PlanDiag), kDiagFlat = InStages(PlanDiagFlat),
               kFillDiagonal = InStages(PlanFillDiagonal);
constexpr DtypeSet kFilledDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);
constexpr DtypeSet kDiagDtypes = kFilledDtypes | DtypeSet(ACL_COMPLEX64);
constexpr Chips kWithDiagFlat{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93,
                              Chip::kAscend310P};

}  // namespace

constexpr OpSpec kDiagSpec = Resolved({
    .name = "aclnnDiag",
    .formula = "out = a diagonal of self, or a matrix with self on a diagonal",
    .arguments = {Input("self"), IntInput("diagonal"), Output("out")},
    .rules = {DtypeIn("self", kDiagDtypes), SameDtype("out", "self"), MaxRank(2),
              DiagonalShape("out", "self", "diagonal")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kDiag},
});

constexpr OpSpec kDiagFlatSpec = Resolved({
    .name = "aclnnDiagFlat",
    .formula = "out = a matrix with the elements of self on a diagonal",
    .arguments = {Input("self"), IntInput("diagonal"), Output("out")},
    .rules = {DtypeIn("self", kDiagDtypes), SameDtype("out", "self"), MaxRank(8),
              DiagonalOfAll("out", "self", "diagonal")},
    .chips = kWithDiagFlat,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kDiagFlat},
});

constexpr OpSpec kInplaceFillDiagonalSpec = Resolved({
    .name = "aclnnInplaceFillDiagonal",
    .formula = "selfRef[i, ..., i] = fillValue",
    .arguments = {InOut("selfRef"), ScalarInput("fillValue"), BoolInput("wrap")},
    .rules = {DtypeIn("selfRef", kFilledDtypes), MaxRank(8), MinRank("selfRef", 2),
              OneSizeBeyondMatrices("selfRef"), NumberForIntegers("fillValue", "selfRef"),
              FitsIntegers("fillValue", "selfRef")},
    .chips = kAllBut910,
    .operands = {"selfRef"},
    .results = {"selfRef"},
    .work = {.kind = &kFillDiagonal},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Diag, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(DiagFlat, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceFillDiagonal, aclTensor*, const aclScalar*, bool);
