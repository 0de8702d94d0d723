#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/dtype.h"
#include "cpu/targets.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/formula_loop.h"
#include "kinds/lists/computation.h"
#include "kinds/lists/spec.h"
#include "kinds/operands.h"

namespace openaclnn {
namespace {

int ListOfResults(const OpSpec& spec) {
  int list = 0;
  while (!spec.arguments[list].IsTensorList() || !spec.arguments[list].IsWritten()) ++list;
  return list;
}

LoopType LoopFor(const Kernel& kernel, aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
      return LoopType::kFloat;
    case ACL_DOUBLE:
      return LoopType::kDouble;
    case ACL_BF16:
      return LoopType::kBfloat16;
    case ACL_FLOAT16:
      return LoopType::kFloat16;
    default:
      if (dtype == ACL_INT64 || !kernel.types.Has(LoopType::kInt32)) return LoopType::kInt64;
      return DtypeBytes(dtype) == 1 ? LoopType::kInt8 : LoopType::kInt32;
  }
}

// What all tensors have in common is their dtype.
FormulaLoop LoopOf(const Call& call, aclDataType dtype) {
  ApplySimdSetting();
  const Kernel* const kernel = call.spec.work.kernels.choices[0]();
  return {.kernel = kernel,
          .type = LoopFor(*kernel, dtype),
          .promoted = dtype,
          .is_double = dtype == ACL_DOUBLE,
          .is_complex = false};
}

// Bytes from the first element of a tensor to one of those that follow in row-major order.
int64_t OriginOf(const Tensor& tensor, size_t element) {
  auto rest = static_cast<int64_t>(element);
  int64_t steps = 0;
  for (size_t axis = tensor.shape.size(); axis-- > 0 && rest > 0;) {
    steps += rest % tensor.shape[axis] * tensor.strides[axis];
    rest /= tensor.shape[axis];
  }
  return steps * DtypeBytes(tensor.dtype);
}

// The members of one index as operands and result.
class MemberPlanner {
 public:
  MemberPlanner(const Call& call, size_t member) : call_(call), member_(member) {
    const int count = call.spec.NumArguments();
    for (int i = 0; i < count; ++i) {
      if (call.spec.arguments[i].IsRead() && i != call.spec.work.at[kListsNumber]) Add(i);
    }
    for (int i = 0; i < count; ++i) {
      if (call.spec.arguments[i].IsWritten()) Add(i);
    }
    operands_.num_results = 1;
  }

  void Plan(ElementwiseComputation& made) const {
    made.slot_of = operands_.slots;
    const Tensor& result = *call_.TensorsAt(ListOfResults(call_.spec))[member_];
    if (numbers_at_ < 0 &&
        PlanDense(operands_, result.shape, result.extent.elements, false, made.plan)) {
      return;
    }
    std::array<OperandView, kMaxOperands> views;
    for (int k = 0; k < operands_.count; ++k) {
      views[k] = k == numbers_at_ ? ViewBy(operands_[k], Dims(result.shape.size(), 0))
                                  : ViewIn(operands_[k], result.shape);
    }
    made.plan = PlanElementwise(result.shape,
                                std::span(views).first(static_cast<size_t>(operands_.count)), 1);
    if (numbers_at_ < 0 || made.plan.elements == 0) return;
    made.plan.origin[numbers_at_] += OriginOf(operands_[numbers_at_], member_);
  }

 private:
  void Add(int argument) {
    if (call_.spec.arguments[argument].IsTensorList()) {
      operands_.Add(call_.SlotOf(argument) + static_cast<int>(member_),
                    *call_.TensorsAt(argument)[member_]);
      return;
    }
    numbers_at_ = operands_.count;
    operands_.Add(call_.SlotOf(argument), call_.TensorAt(argument));
  }

  const Call& call_;
  const size_t member_;
  Operands operands_ = {};
  int numbers_at_ = -1;  // the operand that is a tensor of a number for each member
};

// The numbers of a list of scalars, or none.
std::span<const Scalar* const> ScalarsOf(const Call& call) {
  for (int i = 0; i < call.spec.NumArguments(); ++i) {
    if (call.spec.arguments[i].kind == ArgumentKind::kScalars) return call.ScalarsAt(i);
  }
  return {};
}

// Integers wrap in their dtype.
void SetConversionsOfMember(const FormulaLoop& loop, Plan& plan) {
  if (!IsOfIntegers(loop.type)) return;
  if (loop.type == LoopType::kInt8) plan.dtype.fill(DtypeOf(loop.type));  // modulo 2^8
  plan.wraps_to = loop.promoted;
}

// The tensor whose element is a parameter, if there is one.
void PlanNumber(const Call& call, const FormulaLoop& loop, std::optional<NumberInTensor>& made) {
  const int argument = call.spec.work.at[kListsNumber];
  if (argument < 0) return;
  NumberInTensor& number = made.emplace();
  PlanAlone(call.TensorAt(argument), 0, number.plan);
  number.slot = call.SlotOf(argument);
  number.loop = loop;
  number.set_more_params = call.spec.work.set_more_params;
}

void PlanLists(const Call& call, Executor& executor) {
  auto& made = executor.Make<ListsComputation>();
  const std::span<Tensor* const> results = call.TensorsAt(ListOfResults(call.spec));
  const FormulaLoop loop = LoopOf(call, results.empty() ? ACL_FLOAT : results[0]->dtype);
  const std::span<const Scalar* const> scalars = ScalarsOf(call);
  PlanNumber(call, loop, made.number);
  for (size_t i = 0; i < results.size(); ++i) {
    ElementwiseComputation& member = made.members.emplace_back();
    member.kernel = loop.kernel;
    member.loop = loop.type;
    SetParams(call, loop, member.params);
    if (!scalars.empty()) SetParam(*scalars[i], loop, 0, member.params);
    MemberPlanner(call, i).Plan(member);
    SetConversionsOfMember(loop, member.plan);
  }
  made.Arrange();
  executor.SetWeight(made.Elements(), loop.kernel->cost);
}

// A number for each member is read by all of them.
bool MayBeOne(const OpSpec& spec, int /*output*/, int input) {
  return spec.arguments[input].IsTensorList();
}

constexpr Kind kLists = {.name = "lists",
                         .cuts = Cuts::kNone,
                         .pairs_members = true,
                         .plan = PlanLists,
                         .may_be_one = MayBeOne};

}  // namespace

constinit const Kind kListsKind = kLists, kListsByNumberKind = OnCpusAlone(kLists);

}  // namespace openaclnn
