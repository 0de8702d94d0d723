#include "ops/recurrent/recurrent_shape.h"

#include <algorithm>

#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/rules/rule_call.h"
#include "fmt/format.h"
#include "kinds/recurrent/run.h"
#include "tensor/lists.h"

namespace openaclnn {
namespace {

constexpr size_t kFlagOfKept = 3;

const Argument& InRole(const OpSpec& spec, std::span<const Argument> arguments,
                       RecurrentRole role) {
  return arguments[static_cast<size_t>(spec.work.at[role])];
}
RecurrentShape ShapeOf(const RuleCall& call) {
  return RecurrentShapeOf(call.spec(), call.arguments());
}
std::string_view NameInRole(const RuleCall& call, RecurrentRole role) {
  return call.spec().work.names[role];
}

// The tensors of an argument: itself, or the members of a list.
std::span<Tensor* const> TensorsOf(const RuleCall& call, const Rule& rule, int k) {
  const Argument& argument = call.Given(rule, k);
  if (call.spec().arguments[rule.at[k]].IsTensorList()) return argument.Tensors();
  return {&argument.tensor, argument.tensor == nullptr ? size_t{0} : size_t{1}};
}
std::string NameOf(const RuleCall& call, const Rule& rule, int k, size_t member) {
  const bool is_list = call.spec().arguments[rule.at[k]].IsTensorList();
  return is_list ? MemberName(rule.names[k], member) : std::string(rule.names[k]);
}

Status CheckShapeIs(std::string_view name, const Tensor& tensor, const Dims& expected,
                    std::string_view reason) {
  if (tensor.shape == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, {}", name,
                 ShapeText(tensor.shape), ShapeText(expected), reason);
}
Status CheckRankIs(std::string_view name, const Tensor& tensor, size_t rank,
                   std::string_view reason) {
  if (tensor.shape.size() == rank) return {};
  return Invalid(ErrorKind::kRank, "{}: shape is {}, expected {} axes{}", name,
                 ShapeText(tensor.shape), rank, reason);
}
Status CheckCountIs(std::string_view name, size_t given, int64_t expected,
                    std::string_view reason) {
  if (static_cast<int64_t>(given) == expected) return {};
  return Invalid(ErrorKind::kValue, "{}: has {} tensors, expected {}, {}", name, given, expected,
                 reason);
}

std::string ReasonOf(const RuleCall& call) {
  const RecurrentShape shape = ShapeOf(call);
  return fmt::format("as {} has {} steps of a batch of {}, and {} makes hidden states of {}",
                     NameInRole(call, kSequenceOf), shape.sizes.steps, shape.sizes.batch,
                     NameInRole(call, kParamsOf), shape.sizes.hidden);
}

// SameDtypes

Status CheckSameDtypes(const RuleCall& call, const Rule& rule) {
  const aclDataType expected = call.At(rule, 0).dtype;
  for (int k = 1; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
    const std::span<Tensor* const> tensors = TensorsOf(call, rule, k);
    for (size_t i = 0; i < tensors.size(); ++i) {
      if (tensors[i]->dtype == expected) continue;
      return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}",
                     NameOf(call, rule, k, i), DtypeName(tensors[i]->dtype), DtypeName(expected),
                     rule.names[0]);
    }
  }
  return {};
}

void NarrowSameDtypes(const Rule& rule, PossibleDtypes& possible) {
  for (size_t k = 1; k < rule.at.size() && rule.at[k] >= 0; ++k) {
    possible.Keep(rule.at[0], possible.Of(rule.at[k]));
    possible.Keep(rule.at[k], possible.Of(rule.at[0]));
  }
}

// NoBatchSizes

Status CheckNoBatchSizes(const RuleCall& call, const Rule& rule) {
  const Argument& given = call.Given(rule, 0);
  if (given.is_null) return {};
  return Invalid(ErrorKind::kValue,
                 "{}: is a tensor, expected null; packed sequences are not known", rule.names[0]);
}

// RecurrentParams

Status CheckInput(const RuleCall& call, const Rule& rule) {
  const Tensor& input = call.At(rule, 1);
  const Tensor* const sizes = InRole(call.spec(), call.arguments(), kBatchSizesOf).tensor;
  if (sizes == nullptr) return CheckRankIs(rule.names[1], input, 3, "");
  const std::string_view name = NameInRole(call, kBatchSizesOf);
  OPENACLNN_RETURN_IF_ERROR(CheckRankIs(name, *sizes, 1, ""));
  OPENACLNN_RETURN_IF_ERROR(
      CheckRankIs(rule.names[1], input, 2, fmt::format(", as {} is given", name)));
  const int64_t steps = sizes->shape[0], rows = input.shape[0];
  if (steps > 0 && rows % steps == 0) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected a number that divides the {} rows of {}", name,
                 ShapeText(sizes->shape), rows, rule.names[1]);
}

// The first states: a tensor, or a list of two or none.
Status CheckStates(const RuleCall& call) {
  const auto at = static_cast<size_t>(call.spec().work.at[kStatesOf]);
  const std::string_view name = NameInRole(call, kStatesOf);
  const Argument& states = call.arguments()[at];
  if (states.is_null) return {};
  const Dims expected = ShapeOf(call).State();
  const std::string reason = ReasonOf(call);
  if (!call.spec().arguments[at].IsTensorList()) {
    return CheckShapeIs(name, *states.tensor, expected, reason);
  }
  if (states.count == 0 && call.spec().arguments[at].is_optional) return {};
  OPENACLNN_RETURN_IF_ERROR(CheckCountIs(name, states.count, 2, "hidden states and cells"));
  for (size_t i = 0; i < states.count; ++i) {
    OPENACLNN_RETURN_IF_ERROR(
        CheckShapeIs(MemberName(name, i), *states.Tensors()[i], expected, reason));
  }
  return {};
}

Status CheckParams(const RuleCall& call, const Rule& rule) {
  const std::span<Tensor* const> params = call.Given(rule, 0).Tensors();
  const RecurrentShape counts = ShapeOf(call);
  OPENACLNN_RETURN_IF_ERROR(
      CheckCountIs(rule.names[0], params.size(), counts.Cells() * counts.ParamsOfCell(),
                   fmt::format("{} for each of {} layers and {} directions", counts.ParamsOfCell(),
                               counts.layers, counts.directions)));
  OPENACLNN_RETURN_IF_ERROR(CheckInput(call, rule));
  for (size_t i = 0; i < params.size(); ++i) {
    const bool is_bias = counts.has_bias && i % 4 >= 2;
    OPENACLNN_RETURN_IF_ERROR(
        CheckRankIs(MemberName(rule.names[0], i), *params[i], is_bias ? 1 : 2, ""));
  }
  const RecurrentShape shape = ShapeOf(call);
  const int64_t gates = GatesOf(shape.cell);
  for (size_t i = 0; i < params.size(); ++i) {
    OPENACLNN_RETURN_IF_ERROR(CheckShapeIs(
        MemberName(rule.names[0], i), *params[i], shape.Param(static_cast<int64_t>(i)),
        fmt::format("as {} has {} elements for each step and {} has {} gates of {}", rule.names[1],
                    shape.sizes.inputs, MemberName(rule.names[0], 0), gates, shape.sizes.hidden)));
  }
  return CheckStates(call);
}

// An ordinary call is one for inference, of steps that have the whole batch.
aclDataType UsualInRecurrent(const OpSpec& spec, int argument) {
  if (argument == spec.work.at[kBatchSizesOf]) return ACL_DT_UNDEFINED;
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.Is(rules::kKeptShape) && rule.at[0] == argument) return ACL_DT_UNDEFINED;
  }
  return ACL_FLOAT;
}

// The shapes

Status RequireInputs(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  return RequireKnown(call, rule, 2);
}

Dims SequenceOf(const RecurrentShape& shape) {
  return shape.Sequence(shape.directions * shape.sizes.hidden);
}
Dims RowsOf(const RecurrentShape& shape) {
  return shape.Rows(shape.directions * shape.sizes.hidden);
}
Dims StateOf(const RecurrentShape& shape) { return shape.State(); }

template <Dims (*kExpected)(const RecurrentShape&)>
Status CheckResult(const RuleCall& call, const Rule& rule) {
  return CheckShapeIs(rule.names[0], call.At(rule, 0), kExpected(ShapeOf(call)), ReasonOf(call));
}
template <Dims (*kExpected)(const RecurrentShape&)>
Status InferResult(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireInputs(call, rule));
  output.shape = kExpected(ShapeOf(call));
  return {};
}

// PyTorch's adapter gives rows of packed steps as the output has them.
Status CheckRows(const RuleCall& call, const Rule& rule) {
  if (call.At(rule, 0).shape == SequenceOf(ShapeOf(call))) return {};
  return CheckResult<RowsOf>(call, rule);
}

Status CheckKeptList(const RuleCall& call, const Rule& rule, int k) {
  const RecurrentShape shape = ShapeOf(call);
  const std::span<Tensor* const> tensors = TensorsOf(call, rule, k);
  OPENACLNN_RETURN_IF_ERROR(CheckCountIs(rule.names[k], tensors.size(), shape.Cells(),
                                         "one for each layer and direction"));
  for (size_t i = 0; i < tensors.size(); ++i) {
    OPENACLNN_RETURN_IF_ERROR(
        CheckShapeIs(NameOf(call, rule, k, i), *tensors[i], shape.Kept(), ReasonOf(call)));
  }
  return {};
}

Status CheckKept(const RuleCall& call, const Rule& rule) {
  if (!call.Given(rule, kFlagOfKept).flag) return {};
  return CheckKeptList(call, rule, 0);
}
Status CheckNullKept(const RuleCall& call, const Rule& rule) {
  if (!call.Given(rule, 0).is_null || !call.Given(rule, kFlagOfKept).flag) return {};
  return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR,
               "{}: is null, expected an aclTensorList, as {} is true", rule.names[0],
               rule.names[kFlagOfKept]);
}
Status InferKept(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireInputs(call, rule));
  output.shape = ShapeOf(call).Kept();
  return {};
}

Status CheckKeptLists(const RuleCall& call, const Rule& rule) {
  for (int k = 0; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
    OPENACLNN_RETURN_IF_ERROR(CheckKeptList(call, rule, k));
  }
  return {};
}

}  // namespace

Dims RecurrentShape::Sequence(int64_t elements) const {
  if (sizes.batch_first) return {sizes.batch, sizes.steps, elements};
  return {sizes.steps, sizes.batch, elements};
}

Dims RecurrentShape::Rows(int64_t elements) const {
  return is_packed ? Dims{sizes.steps * sizes.batch, elements} : Sequence(elements);
}

Dims RecurrentShape::Param(int64_t i) const {
  const int64_t gates = GatesOf(cell) * sizes.hidden, of_cell = i % ParamsOfCell();
  const bool is_first = i < directions * ParamsOfCell();
  if (of_cell == 0) return {gates, is_first ? sizes.inputs : directions * sizes.hidden};
  if (of_cell == 1) return {gates, sizes.hidden};
  return {gates};
}

RecurrentShape RecurrentShapeOf(const OpSpec& spec, std::span<const Argument> arguments) {
  const auto in_role = [&](RecurrentRole role) -> const Argument& {
    return InRole(spec, arguments, role);
  };
  RecurrentShape shape{.cell = static_cast<RecurrentCell>(spec.work.options[kCellOf]),
                       .sizes = {},
                       .layers = in_role(kLayersOf).integer,
                       .directions = in_role(kBothWaysOf).flag ? 2 : 1,
                       .has_bias = in_role(kHasBiasOf).flag,
                       .is_packed = in_role(kBatchSizesOf).tensor != nullptr};
  RecurrentSizes& sizes = shape.sizes;
  // Packed rows are those of one time after the other.
  sizes.batch_first = in_role(kBatchFirstOf).flag && !shape.is_packed;
  const Dims& input = in_role(kSequenceOf).tensor->shape;
  if (!input.empty()) sizes.inputs = input.back();
  if (shape.is_packed) {
    const Dims& steps = in_role(kBatchSizesOf).tensor->shape;
    sizes.steps = steps.empty() ? 0 : steps[0];
    if (sizes.steps > 0 && !input.empty()) sizes.batch = input[0] / sizes.steps;
  } else if (input.size() >= 2) {
    sizes.steps = input[sizes.batch_first ? 1 : 0];
    sizes.batch = input[sizes.batch_first ? 0 : 1];
  }
  const std::span<Tensor* const> params = in_role(kParamsOf).Tensors();
  if (!params.empty() && !params[0]->shape.empty()) {
    sizes.hidden = params[0]->shape[0] / GatesOf(shape.cell);
  }
  return shape;
}

Dims SampleOfRecurrent(const OpSpec& spec, int argument, int64_t rows, int64_t columns) {
  const std::string_view name = spec.arguments[argument].name;
  const auto cell = static_cast<RecurrentCell>(spec.work.options[kCellOf]);
  if (argument == spec.work.at[kStatesOf]) return {1, 1, columns};
  if (argument == spec.work.at[kParamsOf] || name == "dparamsOut") {
    return {GatesOf(cell) * columns, columns};
  }
  for (const Rule& rule : RulesOf(spec)) {
    if (rule.Is(rules::kStateShape) && rule.at[0] == argument) return {1, 1, columns};
  }
  return {rows, 1, columns};
}

bool HasOneMember(const OpSpec& spec, int list) {
  return std::ranges::any_of(RulesOf(spec), [list](const Rule& rule) {
    if (rule.Is(rules::kKeptShape)) return rule.at[0] == list;
    return rule.Is(rules::kKeptShapes) && std::ranges::count(rule.at, list) > 0;
  });
}

namespace rules {

constinit const RuleType kSameDtypes = {
    .name = "SameDtypes",
    .check = CheckSameDtypes,
    .sentence = {"The dtype of {others} is that of {a}."},
    .narrow = NarrowSameDtypes,
    .takes_lists = true,
};

constinit const RuleType kNoBatchSizes = {
    .name = "NoBatchSizes",
    .check = CheckNoBatchSizes,
    .sentence = {"{a} is null."},
};

constinit const RuleType kRecurrentParams = {
    .name = "RecurrentParams",
    .check = CheckParams,
    .sentence = {"{a} has two weights for each layer and direction, and two biases if hasBias is "
                 "true; {b} has 3 axes, or 2 if it is packed; first states fit."},
    .usual = UsualInRecurrent,
    .takes_lists = true,
};

constinit const RuleType kSequenceShape = {
    .name = "SequenceShape",
    .check = CheckResult<SequenceOf>,
    .sentence = {"{a} has a row for each step and each of the batch of {b}, as long as the hidden "
                 "states of {c} in all directions."},
    .infer = InferResult<SequenceOf>,
    .takes_lists = true,
};

constinit const RuleType kRowsShape = {
    .name = "RowsShape",
    .check = CheckRows,
    .sentence = {"{a} has the rows of {b}, or of the output, as long as the hidden states of {c} "
                 "in all directions."},
    .takes_lists = true,
};

constinit const RuleType kStateShape = {
    .name = "StateShape",
    .check = CheckResult<StateOf>,
    .sentence = {"{a} has a hidden state of {c} for each layer and direction, and each of the "
                 "batch of {b}."},
    .infer = InferResult<StateOf>,
    .takes_lists = true,
};

constinit const RuleType kKeptShape = {
    .name = "KeptShape",
    .check = CheckKept,
    .check_nulls = CheckNullKept,
    .sentence = {"If {d} is true, {a} is given and has a tensor for each layer and direction, "
                 "with a hidden state of {c} for each step and each of the batch of {b}."},
    .infer = InferKept,
    .takes_lists = true,
};

constinit const RuleType kKeptShapes = {
    .name = "KeptShapes",
    .check = CheckKeptLists,
    .sentence = {"{all} have a tensor for each layer and direction, with a hidden state for each "
                 "step and each of the batch."},
    .takes_lists = true,
};

}  // namespace rules
}  // namespace openaclnn
