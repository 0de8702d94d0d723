// The sum of a diagonal, whether two tensors are equal, and whether a number is in one.
#include "aclnnop/aclnn_trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>

#include "aclnnop/aclnn_equal.h"
#include "aclnnop/aclnn_isin.h"
#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/export_kernel.h"
#include "ops/sums/family.h"
#include "ops/sums/trace_dtype.h"

namespace openaclnn {

const Kernel* EqTensorKernel();
const Kernel* EqualityKernel();
const Kernel* NeTensorKernel();

namespace {

// The real and the imaginary parts of complex numbers are summed by themselves.
void PlanTrace(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value self = list.Given(0), out = list.Given(1);
  const int64_t length = std::min(self->shape[0], self->shape[1]);
  const int64_t step = self->strides[0] + self->strides[1];
  if (ClassOf(self->dtype) != DtypeClass::kComplex) {
    const bool is_float = ClassOf(self->dtype) == DtypeClass::kFloat;
    list.Add(PlanSums({.terms = list.Seen(self, {length}, {step}),
                       .axes = {},
                       .dtype = is_float ? ACL_DOUBLE : ACL_INT64,
                       .sums = out}));
    return list.Finish();
  }
  const aclDataType part = self->dtype == ACL_COMPLEX64 ? ACL_FLOAT : ACL_DOUBLE;
  for (const int64_t which : {0, 1}) {
    Value from = list.SeenAs(part, self, {length}, {2 * step}), to = list.SeenAs(part, out, {}, {});
    from.origin += which * DtypeBytes(part);
    to.origin += which * DtypeBytes(part);
    const Value terms = list.Temporary(part, {length}), sum = list.Temporary(ACL_DOUBLE, {});
    list.Add(PlanMove(from, terms));
    list.Add(PlanSums({.terms = terms, .axes = {}, .dtype = ACL_DOUBLE, .sums = sum}));
    list.Add(PlanMove(sum, to));
  }
  list.Finish();
}

void PlanEqual(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const std::array both = {list.Given(0), list.Given(1)};
  const Value out = list.Given(2);
  if (both[0]->shape != both[1]->shape) {
    list.Add(PlanFill(0, out));
    return list.Finish();
  }
  const auto is_float = [](const Value& value) {
    return ClassOf(value->dtype) == DtypeClass::kFloat;
  };
  const bool in_double = is_float(both[0]) || is_float(both[1]);
  const Value same = list.Temporary(in_double ? ACL_BOOL : ACL_INT64, both[0]->shape);
  list.Add(in_double ? PlanFormulaInDouble(EqualityKernel(), both, same)
                     : PlanFormulaInIntegers(EqualityKernel(), both, same));
  list.Add(PlanExtremes({.extreme = Extreme::kAll, .elements = same, .axes = {}, .values = out}));
  list.Finish();
}

enum IsInArgument { kSought, kSearched, kAssumesUnique, kInverts, kIsInOut };

// A number that the elements can be, or none.
std::optional<Element> SoughtAmong(aclDataType dtype, const Scalar& sought) {
  if (ClassOf(dtype) == DtypeClass::kFloat) return ElementOf(sought, dtype);
  const ExactNumber number = ExactOf(sought);
  const bool is_one = std::trunc(number.nearest) == number.nearest &&
                      number >= ExactNumber{-0x1p63} && ExactNumber{0x1p63} > number;
  if (!is_one) return std::nullopt;
  Element element = {};
  const int64_t integer = Truncated(number);
  std::memcpy(element.data(), &integer, sizeof(integer));
  return element;
}

// Whether any element is equal to the number, or all differ from it.
void PlanIsIn(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value searched = list.Given(kSearched), out = list.Given(kIsInOut);
  const bool inverts = call.At(kInverts).flag;
  const auto sought = SoughtAmong(searched->dtype, *call.At(kSought).scalar);
  if (!sought || searched->extent.elements == 0) {
    list.Add(PlanFill(inverts ? 1 : 0, out));
    return list.Finish();
  }
  const bool is_float = ClassOf(searched->dtype) == DtypeClass::kFloat;
  const Value number = list.Temporary(is_float ? searched->dtype : ACL_INT64, {});
  list.Add(PlanFill(*sought, number));
  const std::array both = {searched, number};
  const Kernel* const kernel = inverts ? NeTensorKernel() : EqTensorKernel();
  const Value truths = list.Temporary(is_float ? ACL_BOOL : ACL_INT64, searched->shape);
  list.Add(is_float ? PlanFormulaInDouble(kernel, both, truths)
                    : PlanFormulaInIntegers(kernel, both, truths));
  list.Add(PlanExtremes({.extreme = inverts ? Extreme::kAll : Extreme::kAny,
                         .elements = truths,
                         .axes = {},
                         .values = out}));
  list.Finish();
}

constexpr Kind kIsIn = OnCpusAlone(InStages(PlanIsIn));
constexpr Kind kTrace = InStages(PlanTrace), kEqual = OnCpusAlone(InStages(PlanEqual));
constexpr DtypeSet kSummedAsIntegers = kIntegerDtypes | DtypeSet(ACL_BOOL);
constexpr DtypeSet kSearchedDtypes = kFloatAndDoubleDtypes | kSummedAsIntegers;
constexpr Chips kWithScalarsThatAreIn{Chip::kAscend910, Chip::kAscend910B, Chip::kAscend910_93};
constexpr DtypeSet kEqualDtypes =
    kFloatAndDoubleDtypes | kSummedAsIntegers | DtypeSet{ACL_UINT16, ACL_UINT32, ACL_UINT64};

}  // namespace

constexpr OpSpec kTraceSpec = Resolved({
    .name = "aclnnTrace",
    .formula = "out = the sum of the elements of self on its diagonal",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndComplexDtypes | kSummedAsIntegers),
              DtypeIn("out", kFloatAndComplexDtypes | DtypeSet(ACL_INT64)), RankIs("self", 2),
              RankIs("out", 0), DtypeOfSum("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = {.kind = &kTrace},
});

constexpr OpSpec kEqualSpec = Resolved({
    .name = "aclnnEqual",
    .formula = "out = whether self and other have one shape and equal elements",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {PromotesInto("self", "other", kEqualDtypes), DtypeIn("out", DtypeSet(ACL_BOOL)),
              MaxRank(8), RankIs("out", 1), OneElement("out")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = {.kind = &kEqual},
});

constexpr OpSpec kIsInScalarTensorSpec = Resolved({
    .name = "aclnnIsInScalarTensor",
    .formula = "out = (any of testElements == element) != invert ? 1 : 0",
    .arguments = {ScalarInput("element"), Input("testElements"), BoolInput("assumeUnique"),
                  BoolInput("invert"), Output("out")},
    .rules = {DtypeIn("element", kSearchedDtypes), DtypeIn("testElements", kSearchedDtypes),
              DtypeIn("out", DtypeSet(ACL_BOOL)), MaxRank(8), RankIs("out", 0)},
    .chips = kWithScalarsThatAreIn,
    .operands = {"testElements"},
    .results = {"out"},
    .work = {.kind = &kIsIn},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Trace, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Equal, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(IsInScalarTensor, const aclScalar*, const aclTensor*, bool, bool, aclTensor*);
