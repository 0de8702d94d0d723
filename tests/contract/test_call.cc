#include "tests/contract/test_call.h"
#include "kinds/elementwise/spec.h"
#include "kinds/moves/spec.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "ops/lists/copied_dtype.h"
#include "tests/alike.h"
#include "tests/ops/harness/device.h"
#include "tests/sample_shapes.h"
#include "tests/sample_texts.h"

namespace openaclnn::test {
namespace {

constexpr uint64_t kUnwrittenSize = 0x5a5a5a5a5a5a5a5a;
aclOpExecutor* const kUnwrittenExecutor = reinterpret_cast<aclOpExecutor*>(0x7b7b7b7b7b7b7b7b);

const Rule* ChannelRule(const OpSpec& spec) {
  const auto found = std::find_if(spec.rules.begin(), spec.rules.end(),
                                  [](const Rule& rule) { return rule.Is(rules::kChannelWeight); });
  return found != spec.rules.end() ? &*found : nullptr;
}

}  // namespace

TestCall::TestCall(const Operator& entry) : operator_(entry) {
  EnsureDevice();
  const size_t count = static_cast<size_t>(size());
  recipes_.resize(count);
  memory_.resize(count);
  tensors_.resize(count);
  lists_.resize(count);
  scalars_.resize(count);
  scalar_lists_.resize(count);
  arrays_.resize(count);
  scalar_dtypes_.resize(count, ACL_FLOAT);
  replaced_.resize(count);
  is_replaced_.resize(count);
  for (size_t i = 0; i < count; ++i) {
    numbers_.push_back(0.125 * static_cast<double>(i));
    const ArgumentKind of = kind(static_cast<int>(i));
    scalar_dtypes_[i] = UsualDtype(spec(), static_cast<int>(i), ACL_FLOAT);
    if (of == ArgumentKind::kScalar && scalar_dtypes_[i] != ACL_FLOAT) numbers_.back() = 1;
    if (of == ArgumentKind::kBool || of == ArgumentKind::kInt) numbers_.back() = 0;
    if (of == ArgumentKind::kFloat) numbers_.back() /= 2;  // no share of 1
    texts_.emplace_back(SampleText(spec(), static_cast<int>(i)));
    if (kind(static_cast<int>(i)) == ArgumentKind::kUnread) recipes_[i].shape = {5};
    if (IsUsuallyNull(spec(), static_cast<int>(i))) SetHandle(static_cast<int>(i), nullptr);
    if (!IsTensor(static_cast<int>(i))) continue;
    recipes_[i].data = memory_[i].emplace(kMemory).bytes().data();
    const bool of_indices = IsOfIndices(spec(), static_cast<int>(i));  // all 0
    if (!of_indices) std::fill_n(Floats(static_cast<int>(i)), kMemory / sizeof(float), Usual());
    recipes_[i].dtype = UsualDtype(spec(), static_cast<int>(i), ACL_FLOAT);
    // Elements in place change where a mask is true.
    const bool is_mask = IsInPlace() && recipes_[i].dtype == ACL_BOOL;
    if (is_mask) std::memset(recipes_[i].data, 1, kMemory);
    recipes_[i].shape = ShapeBeside(static_cast<int>(i), {2, 3, 4});
    if (HasOwnShape(static_cast<int>(i)) && !HasShapesOfItsOwn(spec()))
      recipes_[i].shape = {IsOneElement(spec(), static_cast<int>(i)) ? 1 : 3};
  }
  if (HasFixedRank()) SetShapes({2, 3, 4});
  // An upper bound alone, in place, is below what tests fill tensors with, and so seen.
  if (spec().name == "aclnnInplaceClampMax") numbers_[1] = -1000;
  if (spec().name == "aclnnInplaceClampMaxTensor") std::fill_n(Floats(1), 24, -1000.0f);
  // Nothing of a tensor is left where its triangle is beyond a corner.
  if (spec().name == "aclnnInplaceTriu") numbers_[1] = 100;
  if (spec().name == "aclnnInplaceTril") numbers_[1] = -100;
  // In training every output is written; nearly all is dropped, as bits of 1 would make NaNs of
  // floats.
  if (spec().name == "aclnnDropout") numbers_[1] = 1 - 0x1p-30, numbers_[2] = 1;
  if (spec().name == "aclnnRReluWithNoise") numbers_[4] = 1;
  if (spec().name == "aclnnSvd") numbers_[2] = 1;  // with vectors
  if (spec().name == "aclnnInplaceRReluWithNoise") numbers_[4] = 1;
  if (spec().name == "aclnnApplyFusedEmaAdam") {
    constexpr int64_t kThird = 3;
    std::memcpy(recipes_[5].data, &kThird, sizeof(kThird));
    numbers_[12] = 1;  // the number of the step counts
  }
  const bool has_shares =
      spec().name == "aclnnFusedAdamw" || spec().name == "aclnnApplyFusedEmaAdam";
  for (size_t i = 0; i < count && has_shares; ++i) {
    if (kind(static_cast<int>(i)) == ArgumentKind::kDouble) numbers_[i] /= 2;  // no share of 1
  }
  for (const Rule& rule : spec().rules) {
    const bool draws_bits = rule.Is(rules::kBitsFor) && kind(rule.at[1]) == ArgumentKind::kInts;
    if (draws_bits) numbers_[size_t(rule.at[1]) + 1] = 1;
    const bool limits = rule.Is(rules::kIntIn) || rule.Is(rules::kIntBetween);
    if (limits) numbers_[size_t(rule.at[0])] = double(rule.numbers[0]);
    if (rule.Is(rules::kRowsOfCount)) numbers_[size_t(rule.at[1])] = kSampleRows;
    if (rule.Is(rules::kIntOnlyOn)) numbers_[size_t(rule.at[0])] = 1;  // on all
    if (rule.Is(rules::kKeepScale)) numbers_[size_t(rule.at[0])] = 2;
    if (rule.Is(rules::kKeepProbability)) numbers_[size_t(rule.at[0])] = 1;
    if (rule.Is(rules::kNoShareOfClasses)) numbers_[size_t(rule.at[0])] = 0;
    if (rule.Is(rules::kAttentionHeads)) numbers_[size_t(spec().work.at[kHeadsOf])] = 1;
    if (rule.Is(rules::kPackedHeads)) numbers_[size_t(spec().work.at[kPackedHeadsOf])] = 1;
    if (rule.Is(rules::kInferenceHeads)) {
      const InferenceArguments at = InferenceArgumentsIn(spec());
      numbers_[size_t(at.heads)] = 1;
      numbers_[size_t(at.kv_heads)] = 1;
    }
    if (rule.Is(rules::kSizeWithin)) numbers_[size_t(rule.at[0])] = kSampleSize;
  }
  if (spec().axis_at >= 0) numbers_[size_t(spec().axis_at)] = kSampleAxis;
  for (int i = 0; i < size(); ++i) {
    const int64_t integer = kind(i) == ArgumentKind::kInt ? SampleInteger(spec(), i, {}) : 0;
    if (integer != 0) numbers_[size_t(i)] = static_cast<double>(integer);
  }
  for (const int i : Scalars()) numbers_[size_t(i)] = SampleNumber(spec(), i, numbers_[size_t(i)]);
}

TestCall::~TestCall() {
  // What has run when phase 2 returns on CPUs may yet be under way on a GPU, in this memory.
  if (OnGpu()) {
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  }
  for (aclOpExecutor* const executor : executors_) aclDestroyAclOpExecutor(executor);
  TakeMessage();
}

std::vector<int> TestCall::Tensors() const {
  std::vector<int> found;
  for (int i = 0; i < size(); ++i) {
    if (IsTensor(i)) found.push_back(i);
  }
  return found;
}

std::vector<int> TestCall::Inputs() const {
  std::vector<int> found;
  for (int i = 0; i < size(); ++i) {
    const ArgumentSpec& argument = spec().arguments[i];
    const bool is_input = argument.IsRead() && !argument.IsWritten();
    if (is_input && IsTensor(i)) found.push_back(i);
  }
  return found;
}

std::vector<int> TestCall::Outputs() const {
  std::vector<int> found;
  for (int i = 0; i < size(); ++i) {
    if (spec().arguments[i].IsWritten() && IsTensor(i)) found.push_back(i);
  }
  return found;
}

std::vector<int> TestCall::Scalars() const {
  std::vector<int> found;
  for (int i = 0; i < size(); ++i) {
    if (kind(i) == ArgumentKind::kScalar) found.push_back(i);
  }
  return found;
}

bool TestCall::IsInPlace() const {
  return std::ranges::any_of(spec().arguments, [](const ArgumentSpec& argument) {
    return argument.IsRead() && argument.IsWritten();
  });
}

bool TestCall::IsOfBits() const {
  const int8_t first = spec().operands_at[0];
  return spec().work.kind == &kElementwiseKind && OwnDtype(spec(), first) == ACL_INT32;
}

bool TestCall::KeepsElements() const {
  return spec().work.kind == &kKeepKind || spec().name == "aclnnInplaceNanToNum";
}

bool TestCall::HasOwnShape(int i) const {
  if (IsOneElement(spec(), i)) return true;
  const Rule* const rule = ChannelRule(spec());
  return rule != nullptr && (rule->names[0] == name(i) || rule->names[2] == name(i));
}

bool TestCall::HasFixedRank(const OpSpec& spec) {
  if (HasShapesOfItsOwn(spec)) return true;
  return std::ranges::any_of(spec.rules, [](const Rule& rule) { return rule.Is(rules::kRankIs); });
}

Shape TestCall::ShapeBeside(int i, Shape whole) const {
  if (HasShapesOfItsOwn(spec())) return SampleShape(spec(), i, std::move(whole));
  if (IsHalf(i) && !whole.empty()) whole.back() /= 2;
  return whole;
}

// Whether the dtype of a scalar is limited by that of a tensor.
static bool GoesBeside(const OpSpec& spec, int scalar) {
  return std::ranges::any_of(spec.rules, [scalar](const Rule& rule) {
    return rule.Is(rules::kScalarBeside) && rule.at[0] == scalar;
  });
}

// Whether a scalar is a base of powers, which is INT64 beside integers.
static bool IsBase(const OpSpec& spec, int scalar) {
  return std::ranges::any_of(spec.rules, [scalar](const Rule& rule) {
    return rule.Is(rules::kBaseBeside) && rule.at[0] == scalar;
  });
}

// Whether a rule keeps a scalar from a dtype.
static bool IsKeptFrom(const OpSpec& spec, int scalar, aclDataType dtype) {
  return std::ranges::any_of(spec.rules, [scalar, dtype](const Rule& rule) {
    return rule.Is(rules::kDtypeIn) && rule.at[0] == scalar && !rule.dtypes.Has(dtype);
  });
}

void TestCall::SetDtypes(aclDataType dtype) {
  for (const int i : Tensors()) tensor(i).dtype = UsualDtype(spec(), i, dtype);
  // A float is no factor of integers.
  const bool is_of_integers =
      ClassOf(dtype) == DtypeClass::kSigned || ClassOf(dtype) == DtypeClass::kUnsigned;
  for (const int i : Scalars()) {
    const bool is_half = dtype == ACL_FLOAT16 && GoesBeside(spec(), i);
    const bool is_wide = is_of_integers && IsBase(spec(), i);
    const aclDataType usual = dtype == ACL_BOOL ? ACL_BOOL
                              : is_wide         ? ACL_INT64
                              : is_of_integers  ? ACL_INT32
                              : is_half         ? ACL_FLOAT16
                                                : ACL_FLOAT;
    scalar_dtypes_[static_cast<size_t>(i)] =
        UsualDtype(spec(), i, IsKeptFrom(spec(), i, usual) ? ACL_FLOAT : usual);
  }
  dtype_ = dtype;
}

void TestCall::SetShapes(const Shape& shape) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  const int64_t rows = CountOf(Shape(shape.begin(), shape.end() - (shape.empty() ? 0 : 1)));
  for (const int i : Tensors()) {
    if (HasShapesOfItsOwn(spec())) {
      tensor(i).shape = ShapeBeside(i, shape);
      continue;
    }
    if (HasOwnShape(i)) continue;
    tensor(i).shape = HasFixedRank() ? Shape{rows, columns} : ShapeBeside(i, shape);
  }
  for (const Rule& rule : spec().rules) {
    if (rule.Is(rules::kShapeOfRows) && !HasShapesOfItsOwn(spec()))
      tensor(rule.at[0]).shape = {rows};
  }
}

void TestCall::SetScalar(int i, double value, aclDataType dtype) {
  numbers_[static_cast<size_t>(i)] = value;
  scalar_dtypes_[static_cast<size_t>(i)] = dtype;
}

void TestCall::SetHandle(int i, const void* handle) {
  replaced_[static_cast<size_t>(i)] = handle;
  is_replaced_[static_cast<size_t>(i)] = true;
}

void TestCall::MakeObjects() {
  for (int i = 0; i < size(); ++i) {
    const size_t at = static_cast<size_t>(i);
    if (IsTensor(i) || kind(i) == ArgumentKind::kUnread) {
      tensors_[at].reset(MakeTensor(i, 0));
      if (IsList(i)) MakeList(i);
    } else if (kind(i) == ArgumentKind::kScalar) {
      scalars_[at] = MakeScalar(numbers_[at], scalar_dtypes_[at]);
    } else if (kind(i) == ArgumentKind::kScalars) {  // one for each member
      const aclScalar* const numbers[kSampleMembers] = {
          MakeScalar(numbers_[at], ACL_FLOAT).release(), MakeScalar(2, ACL_FLOAT).release()};
      scalar_lists_[at].reset(aclCreateScalarList(numbers, kSampleMembers));
    } else if (kind(i) == ArgumentKind::kInts) {
      arrays_[at] = MakeIntegers(i);
    } else if (kind(i) == ArgumentKind::kBools) {  // all true, as a mask of outputs
      const bool flags[] = {true, true, true};
      flags_.emplace_back(aclCreateBoolArray(flags, SampleFlags(spec(), i)));
    }
  }
}

aclTensor* TestCall::MakeTensor(int i, int64_t member) const {
  const TensorRecipe& recipe = recipes_[static_cast<size_t>(i)];
  const Shape& storage = storage_ ? *storage_ : recipe.shape;
  const int64_t before = member == 0 ? 0 : member * CountOf(recipe.shape);
  return aclCreateTensor(recipe.shape.data(), recipe.shape.size(), recipe.dtype,
                         recipe.strides.empty() ? nullptr : recipe.strides.data(),
                         recipe.offset + before, format_, storage.data(), storage.size(),
                         recipe.data);
}

// The first member is that of the call, and destroyed after the list that owns it, too.
void TestCall::MakeList(int i) {
  const size_t at = static_cast<size_t>(i);
  std::vector<const aclTensor*> members = {tensors_[at].get()};
  while (std::ssize(members) < SampleMembers(spec(), i)) {
    members.push_back(MakeTensor(i, std::ssize(members)));
  }
  lists_[at].reset(aclCreateTensorList(members.data(), members.size()));
}

// The sizes of the last axes of a tensor as the recipe has it, or its positions, or those of a
// sample call.
IntArrayHandle TestCall::MakeIntegers(int i) const {
  std::vector<int64_t> integers;
  for (const Rule& rule : spec().rules) {
    if (!rule.Is(rules::kLastSizesOf) || rule.at[0] != i) continue;
    const Shape& shape = recipes_[static_cast<size_t>(rule.at[1])].shape;
    integers = {shape.empty() ? kSampleAxis : shape.back()};
  }
  for (const Rule& rule : RulesOf(spec())) {
    if (!IsOfSequenceLengths(rule, i)) continue;
    const Shape& shape = recipes_[static_cast<size_t>(rule.at[2])].shape;
    const std::vector<int64_t> ones(shape.size() < 2 ? 1 : static_cast<size_t>(shape[1]), 1);
    return IntArrayHandle(aclCreateIntArray(ones.data(), ones.size()));
  }
  for (const Rule& rule : RulesOf(spec())) {
    const bool is_packed = rule.Is(rules::kPackedLengths);
    const int positions = PositionsFor(rule, spec(), i);
    int tensor = -1;
    if (is_packed && rule.at[0] == i) tensor = spec().work.at[kPackedQueryOf];
    if (is_packed && rule.at[1] == i) tensor = spec().work.at[kPackedKeyOf];
    if (positions >= 0) tensor = positions;
    if (tensor < 0) continue;
    const Shape& shape = recipes_[static_cast<size_t>(tensor)].shape;
    integers = {shape.size() < 2 ? 0 : shape[is_packed ? 0 : 1]};
  }
  for (const Rule& rule : RulesOf(spec())) {
    const bool is_resized = rule.Is(rules::kResizedFrom);
    const bool is_shape = is_resized || rule.Is(rules::kShapeOfSizes);
    if (rule.at[2] != i && !(is_shape && rule.at[1] == i)) continue;
    const Shape& shape = recipes_[static_cast<size_t>(rule.at[0])].shape;
    const bool is_folded = rule.Is(rules::kFoldedShape);
    const bool is_in_space = is_resized || is_folded || rule.Is(rules::kAdaptiveShape) ||
                             rule.Is(rules::kResizedShape) || rule.Is(rules::kSpreadShape);
    if (is_in_space) {
      const auto axes = std::min(is_folded ? size_t{2} : size_t(rule.numbers[0]), shape.size());
      integers = shape;
      if (rule.at[2] == i) integers.assign(shape.end() - int64_t(axes), shape.end());
    }
    if (rule.Is(rules::kAffineShape) && shape.size() == 4) {
      integers = {shape[0], 1, shape[1], shape[2]};
    }
    if (rule.Is(rules::kExpandedShape) || rule.Is(rules::kShapeOfSizes)) integers = shape;
    if (!rule.Is(rules::kSplitBySizes)) continue;
    integers.assign(kSampleMembers, shape.empty() ? 1 : shape.back());
  }
  if (integers.empty()) integers = SampleIntegers(spec(), i, {});
  return IntArrayHandle(aclCreateIntArray(integers.data(), integers.size()));
}

// The size of a tensor as the recipe has it, or the number.
int64_t TestCall::IntegerAt(int i) const {
  for (const Rule& rule : spec().rules) {
    const Shape* const whole = rule.Is(rules::kBatchSizes) || rule.Is(rules::kCountOfBatch)
                                   ? &recipes_[static_cast<size_t>(rule.at[0])].shape
                                   : nullptr;
    if (whole != nullptr && whole->size() >= 2) {
      if (rule.at[1] == i) return (*whole)[0];
      if (rule.at[2] == i) return (*whole)[1];
      if (rule.at[3] == i) return CountOf(Shape(whole->begin() + 2, whole->end()));
    }
    if (rule.Is(rules::kRegionShape) && (rule.at[3] == i || rule.at[3] + 1 == i)) {
      const Shape& regions = recipes_[static_cast<size_t>(rule.at[0])].shape;
      return regions.size() < 4 ? 0 : regions[rule.at[3] == i ? 2 : 3];
    }
    const bool is_size = rule.Is(rules::kSizeOf) && rule.at[0] == i;
    const bool is_section = rule.Is(rules::kSplitEvenly) && rule.at[2] == i;
    if (!is_size && !is_section) continue;
    const int8_t tensor = is_size ? rule.at[1] : rule.at[0];
    const Shape& shape = recipes_[static_cast<size_t>(tensor)].shape;
    return shape.empty() ? 0 : shape.back();
  }
  return static_cast<int64_t>(numbers_[static_cast<size_t>(i)]);
}

AnyArgument TestCall::ArgumentAt(int i) const {
  const size_t at = static_cast<size_t>(i);
  AnyArgument argument;
  argument.tensor = IsList(i) ? nullptr : tensors_[at].get();
  argument.tensors = lists_[at].get();
  argument.scalar = scalars_[at].get();
  argument.scalars = scalar_lists_[at].get();
  argument.integers = arrays_[at].get();
  if (kind(i) == ArgumentKind::kBools) argument.bools = flags_.back().get();
  argument.number = numbers_[at];
  // With a fraction the conversion would raise an exception.
  if (kind(i) == ArgumentKind::kInt) argument.integer = IntegerAt(i);
  if (kind(i) == ArgumentKind::kBool) argument.flag = numbers_[at] != 0;
  argument.text = texts_[at].c_str();
  argument.dtype = dtype_;
  if (is_replaced_[at]) {
    argument.tensor = static_cast<const aclTensor*>(replaced_[at]);
    argument.tensors = static_cast<const aclTensorList*>(replaced_[at]);
    argument.scalar = static_cast<const aclScalar*>(replaced_[at]);
    argument.scalars = static_cast<const aclScalarList*>(replaced_[at]);
    argument.integers = static_cast<const aclIntArray*>(replaced_[at]);
    argument.bools = static_cast<const aclBoolArray*>(replaced_[at]);
    argument.text = static_cast<const char*>(replaced_[at]);
  }
  return argument;
}

std::vector<std::string> TestCall::Snapshot() const {
  std::vector<std::string> memory;
  for (const std::optional<ReachedBlock>& block : memory_) {
    if (block) memory.emplace_back(reinterpret_cast<const char*>(block->bytes().data()), kMemory);
  }
  return memory;
}

Planned TestCall::Plan() { return PlanWith(false, false); }

Planned TestCall::PlanWith(bool workspace_size_null, bool executor_null) {
  MakeObjects();
  std::vector<AnyArgument> arguments;
  for (int i = 0; i < size(); ++i) arguments.push_back(ArgumentAt(i));
  TakeMessage();
  const std::vector<std::string> before = Snapshot();
  Planned planned{0, "", kUnwrittenSize, kUnwrittenExecutor};
  planned.status =
      operator_.plan(arguments, workspace_size_null ? nullptr : &planned.workspace_size,
                     executor_null ? nullptr : &planned.executor);
  planned.message = TakeMessage();
  EXPECT_EQ(Snapshot(), before) << "phase 1 wrote to a tensor";
  if (planned.status == 0) {
    EXPECT_NE(planned.workspace_size, kUnwrittenSize);
    EXPECT_NE(planned.executor, kUnwrittenExecutor);
    EXPECT_EQ(planned.message, "");
    executors_.push_back(planned.executor);
  } else {
    EXPECT_EQ(planned.workspace_size, kUnwrittenSize) << "written although phase 1 failed";
    EXPECT_EQ(planned.executor, kUnwrittenExecutor) << "written although phase 1 failed";
    EXPECT_TRUE(HasAll(planned.message, {spec().plan_name.data()}));
  }
  return planned;
}

void* TestCall::MakeWorkspace(const Planned& planned) {
  return workspaces_.emplace_back(planned.workspace_size).bytes().data();
}

aclnnStatus TestCall::Run(const Planned& planned, aclrtStream stream) {
  return Run(MakeWorkspace(planned), planned.workspace_size, planned.executor, stream);
}

std::string TakeMessage() {
  const char* const message = aclGetRecentErrMsg();
  return message != nullptr ? message : "";
}

testing::AssertionResult HasAll(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    if (text.find(part) != std::string::npos) continue;
    return testing::AssertionFailure() << "\"" << part << "\" is not in the message: " << text;
  }
  return testing::AssertionSuccess();
}

Planned ExpectAccepted(TestCall& call) {
  const Planned planned = call.Plan();
  EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
  return planned;
}

void ExpectRefused(TestCall& call, const std::vector<std::string>& parts) {
  const Planned planned = call.Plan();
  EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(HasAll(planned.message, parts));
}

EveryOperator::EveryOperator() { EnsureDevice(); }

std::vector<const Operator*> OperatorsWithCode() {
  std::vector<const Operator*> pointers;
  for (const Operator& entry : AllOperators()) {
    if (!OnGpu() || !entry.spec->work.kind->runs_on_cpus_alone) pointers.push_back(&entry);
  }
  return pointers;
}

std::vector<const Operator*> OperatorPointers() {
  const std::vector<const Operator*> all = OperatorsWithCode();
  return TakesFirstOfAlike() ? FirstOfAlike(all) : all;
}

std::vector<const Operator*> OperatorsOfAnyRank() {
  std::vector<const Operator*> pointers = OperatorPointers();
  std::erase_if(pointers,
                [](const Operator* entry) { return TestCall::HasFixedRank(*entry->spec); });
  return pointers;
}

std::vector<const Operator*> FirstOfEachKind() {
  std::set<std::string_view> seen;
  std::vector<const Operator*> pointers = OperatorsWithCode();
  std::erase_if(pointers, [&seen](const Operator* entry) {
    return !seen.insert(entry->spec->work.kind->name).second;
  });
  return pointers;
}

std::string OperatorTestName(const testing::TestParamInfo<const Operator*>& info) {
  return std::string(info.param->spec->name);
}

}  // namespace openaclnn::test
