// Triangles of matrices: aclnnTriu and aclnnTril.
#include <cstdlib>

#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_triu.h"
#include "kinds/moves/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/moves/family.h"

namespace openaclnn {
namespace {

constexpr int kTriangleDiagonal = 1;  // argument

// Whether the columns of matrices, not their rows, lie side by side.
bool HasColumnsSideBySide(const Tensor& tensor) {
  const size_t last = tensor.strides.size() - 1;
  return std::abs(tensor.strides[last - 1]) < std::abs(tensor.strides[last]);
}

// What is transposed is moved by blocks first.
void PlanTriangleOf(bool is_upper, const Call& call, Executor& executor) {
  StageList list(call, executor);
  Value from = list.Given(call.spec.operands_at[0]);
  const Value to = list.Given(call.spec.results_at[0]);
  const bool has_elements = to->extent.elements > 0;
  if (has_elements && HasColumnsSideBySide(*from.tensor) != HasColumnsSideBySide(*to.tensor)) {
    list.Add(PlanMove(from, to));
    from = to;
  }
  if (has_elements) {
    list.Add(PlanTriangle({is_upper, call.At(kTriangleDiagonal).integer}, from, to));
  }
  list.Finish();
}
void PlanTriu(const Call& call, Executor& executor) { PlanTriangleOf(true, call, executor); }
void PlanTril(const Call& call, Executor& executor) { PlanTriangleOf(false, call, executor); }

// One stage reads the input, and may do so in place.
bool MayBeOneTriangle(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return true; }

constexpr Kind kTriu = InStages(PlanTriu, MayBeOneTriangle);
constexpr Kind kTril = InStages(PlanTril, MayBeOneTriangle);

constexpr DtypeSet kTriangleComplexDtypes{ACL_COMPLEX32, ACL_COMPLEX64};
constexpr DtypeSet kTriangleDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | kUnsignedDtypes |
                                     DtypeSet(ACL_BOOL) | kTriangleComplexDtypes;
constexpr Chips kWithComplexTriangles{Chip::kAscend950};

}  // namespace

constexpr OpSpec kTriuSpec = Resolved({
    .name = "aclnnTriu",
    .formula = "out[..., i, j] = self[..., i, j] where j - i >= diagonal, else 0",
    .arguments = {Input("self"), IntInput("diagonal"), Output("out")},
    .rules = {DtypeIn("self", kTriangleDtypes),
              DtypeOnlyOn("self", kTriangleComplexDtypes, kWithComplexTriangles),
              SameDtype("out", "self"), SameFormat("out", "self"), MaxRank(8), MinRank("self", 2),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kTriu},
});

constexpr OpSpec kInplaceTriuSpec = InPlace(kTriuSpec, "aclnnInplaceTriu");

constexpr OpSpec kTrilSpec = Resolved({
    .name = "aclnnTril",
    .formula = "out[..., i, j] = self[..., i, j] where j - i <= diagonal, else 0",
    .arguments = {Input("self"), IntInput("diagonal"), Output("out")},
    .rules = {DtypeIn("self", kTriangleDtypes),
              DtypeOnlyOn("self", kTriangleComplexDtypes, kWithComplexTriangles),
              SameDtype("out", "self"), SameFormat("out", "self"), MinRank("self", 2), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kTril},
});

constexpr OpSpec kInplaceTrilSpec = InPlace(kTrilSpec, "aclnnInplaceTril");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Triu, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceTriu, aclTensor*, int64_t);
OPENACLNN_C_FUNCTIONS(Tril, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceTril, const aclTensor*, int64_t);
