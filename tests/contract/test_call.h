// A valid call of any operator, made from its spec, that tests change in one place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/usual_dtype.h"
#include "kinds/roles.h"
#include "ops/attention/rotary_shape.h"
#include "ops/index/unique_shape.h"
#include "ops/lists/given_with.h"
#include "ops/recurrent/cell_shape.h"
#include "ops/registry.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/reached_memory.h"

namespace openaclnn {

// How GoogleTest names an operator among a test's parameters.
inline void PrintTo(const Operator* entry, std::ostream* out) { *out << entry->spec->name; }

}  // namespace openaclnn

namespace openaclnn::test {

// One tensor argument. Tensors may share memory.
struct TensorRecipe {
  aclDataType dtype = ACL_FLOAT;
  Shape shape;
  Strides strides;     // empty: row-major
  int64_t offset = 0;  // elements
  std::byte* data = nullptr;
};

// What phase 1 gave.
struct Planned {
  aclnnStatus status;
  std::string message;  // empty on success
  uint64_t workspace_size;
  aclOpExecutor* executor;
};

// By default all tensors but those with a dtype of their own are FLOAT, of shape [2, 3, 4] or what
// a channel weight, or a tensor next to one that is cut in two, needs next to it; axes are the last
// one; in memory of their own that is filled with Usual(); scalars are FLOAT.
class TestCall {
 public:
  explicit TestCall(const Operator& entry);
  ~TestCall();  // destroys the executors that are left

  const OpSpec& spec() const { return *operator_.spec; }
  int size() const { return spec().NumArguments(); }
  std::string name(int i) const { return std::string(spec().arguments[i].name); }
  ArgumentKind kind(int i) const { return spec().arguments[i].kind; }
  // A list has members as the recipe says, each behind the one before it in memory.
  bool IsList(int i) const { return spec().arguments[i].IsTensorList(); }
  // Tensors that are null in ordinary calls do not count.
  bool IsTensor(int i) const {
    return (spec().arguments[i].IsTensor() || IsList(i)) && !IsUsuallyNull(spec(), i);
  }
  // 0.5, or a number that the operator is for.
  float Usual() const { return spec().name.ends_with("Acosh") ? 1.5f : 0.5f; }
  int IndexOf(std::string_view argument) const { return spec().IndexOf(argument); }
  std::vector<int> Tensors() const;
  std::vector<int> Inputs() const;
  std::vector<int> Outputs() const;
  std::vector<int> Scalars() const;
  // Whether it has a tensor that is read and written.
  bool IsInPlace() const;
  bool KeepsElements() const;  // a run changes no ordinary ones
  // Whether elements of a tensor are read or written; a spec has no room for all names of some, and
  // some are written if a flag says so.
  bool Uses(int i) const {
    for (const Rule& rule : spec().rules) {
      const bool is_asked_for = rule.Is(rules::kPlacesOfRuns) || rule.Is(rules::kCountsOfRuns) ||
                                (rule.Is(rules::kGateBias) && rule.at[2] >= 0);
      if (is_asked_for && rule.at[0] == i) return false;
    }
    const std::string_view op = spec().name;
    const std::string of = name(i);
    const bool is_shape_alone =
        (op == "aclnnConvTbcBackward" && of == "bias") ||
        (op == "aclnnBatchNormGatherStatsWithCounts" && of == "input") ||
        (op == "aclnnBatchNormReduceBackward" && (of == "invstd" || of == "weight")) ||
        (op == "aclnnGroupNormSwishGrad" && (of == "dgammaOut" || of == "dbetaOut"));
    return spec().Uses(i) && !is_shape_alone;
  }
  // Whether a tensor that is replaced is a flag, or optional, or rotated, and may stay as it is; or
  // a flag says whether it is written.
  bool MayStay(int i) const {
    for (const Rule& rule : spec().rules) {
      if (rule.Is(rules::kGivenWith) && rule.at[0] == i) return true;
      if (rule.Is(rules::kGateBias) && rule.at[0] == i && rule.at[2] >= 0) return true;
    }
    // Members that a mask leaves out, and sums that flags do not ask for.
    if (spec().name == "aclnnScatterList") return name(i) == "varRef";
    if (spec().name == "aclnnGroupNormSwishGrad") return !Uses(i);
    const bool is_rotated = std::ranges::any_of(
        spec().rules, [](const Rule& rule) { return rule.Is(rules::kSameButHeads); });
    // At places, on a diagonal, or all except the first along an axis.
    const bool is_in_parts = spec().name.starts_with("aclnnInplaceIndexFill") ||
                             spec().name == "aclnnInplaceFillDiagonal" ||
                             spec().name == "aclnnInplaceCumprod";
    return kind(i) == ArgumentKind::kInOut && (is_in_parts || IsOneElement(spec(), i) ||
                                               spec().arguments[i].is_optional || is_rotated);
  }
  // Whether a tensor is BOOL, whatever the others are.
  bool HasOwnDtype(int i) const { return openaclnn::HasOwnDtype(spec(), i); }
  // Whether elements are computed of integers alone, of as many bytes as floats.
  bool IsOfBits() const;
  // The channel weight or its gradient, or a tensor of one element.
  bool HasOwnShape(int i) const;
  // Whether the operator takes tensors of one rank only, for which few tests have shapes.
  bool HasFixedRank() const { return HasFixedRank(spec()); }
  static bool HasFixedRank(const OpSpec& spec);

  TensorRecipe& tensor(int i) { return recipes_[static_cast<size_t>(i)]; }
  // Sets the dtype of all tensors except those with one of their own, and of arguments that are
  // dtypes.
  void SetDtypes(aclDataType dtype);
  // What the arguments say that are dtypes; by default FLOAT.
  void SetDtypeArguments(aclDataType dtype) { dtype_ = dtype; }
  // Whether a tensor has half of another's elements along the last axis.
  bool IsHalf(int i) const { return openaclnn::IsHalf(spec(), i); }
  // Whether the operator cuts tensors in two.
  bool HasSplit() const { return openaclnn::HasSplit(spec()); }
  // The shape that a tensor has in a call where whole ones have the shape `whole`.
  Shape ShapeBeside(int i, Shape whole) const;
  // The shape of all tensors but those with one of their own; halves of it for halves. Where there
  // is one rank only, which is 2, all axes but the last one are merged.
  void SetShapes(const Shape& shape);
  // The format and storage shape of all tensors; by default ND and the view's shape.
  void SetFormat(aclFormat format, const Shape& storage) { format_ = format, storage_ = storage; }
  void SetScalar(int i, double value, aclDataType dtype);
  void SetText(const std::string& text) { std::ranges::fill(texts_, text); }
  // Passes this instead of a handle made from the recipe.
  void SetHandle(int i, const void* handle);

  // Makes new tensors from the recipes and calls phase 1. Fails the test if a failing phase 1 wrote
  // its results or left no message, or if a succeeding one did not write them.
  Planned Plan();
  Planned PlanWith(bool workspace_size_null, bool executor_null);
  // Phase 2 with a workspace of the right size.
  aclnnStatus Run(const Planned& planned, aclrtStream stream = nullptr);
  // The workspace of a run in a thread that has no device; it lives as long as this.
  void* MakeWorkspace(const Planned& planned);
  aclnnStatus Run(void* workspace, uint64_t size, aclOpExecutor* executor,
                  aclrtStream stream = nullptr) {
    return operator_.run(workspace, size, executor, stream);
  }

  // The handles of the last Plan.
  aclTensor* handle(int i) const { return tensors_[static_cast<size_t>(i)].get(); }  // or a member
  aclTensorList* list(int i) const { return lists_[static_cast<size_t>(i)].get(); }
  void DestroyTensors() {
    lists_.clear(), lists_.resize(recipes_.size());
    tensors_.clear(), tensors_.resize(recipes_.size());
  }
  void DestroyScalars() {
    scalars_.clear(), scalars_.resize(recipes_.size());
    scalar_lists_.clear(), scalar_lists_.resize(recipes_.size());
    arrays_.clear(), arrays_.resize(recipes_.size());
  }

  // Elements of the memory that a tensor's recipe points to.
  float* Floats(int i) const {
    return reinterpret_cast<float*>(recipes_[static_cast<size_t>(i)].data);
  }
  // The bytes of every tensor's memory as they are now; strings, which are compared fast.
  std::vector<std::string> Snapshot() const;

  static constexpr size_t kMemory = 4096;  // bytes of each tensor's memory

 private:
  aclTensor* MakeTensor(int i, int64_t member) const;
  void MakeList(int i);
  IntArrayHandle MakeIntegers(int i) const;
  int64_t IntegerAt(int i) const;
  void MakeObjects();
  AnyArgument ArgumentAt(int i) const;

  const Operator& operator_;
  std::vector<TensorRecipe> recipes_;                // by argument
  std::vector<std::optional<ReachedBlock>> memory_;  // of tensors
  std::vector<double> numbers_;
  std::vector<aclDataType> scalar_dtypes_;
  std::vector<const void*> replaced_;
  std::vector<bool> is_replaced_;
  std::vector<std::string> texts_;
  aclDataType dtype_ = ACL_FLOAT;
  aclFormat format_ = ACL_FORMAT_ND;
  std::optional<Shape> storage_;
  std::vector<TensorHandle> tensors_;  // of a list the first member
  std::vector<TensorListHandle> lists_;
  std::vector<ScalarHandle> scalars_;
  struct FreeScalarList {
    void operator()(aclScalarList* list) const { aclDestroyScalarList(list); }
  };
  std::vector<std::unique_ptr<aclScalarList, FreeScalarList>> scalar_lists_;
  std::vector<IntArrayHandle> arrays_;
  std::vector<BoolArrayHandle> flags_;
  std::vector<aclOpExecutor*> executors_;
  std::vector<ReachedBlock> workspaces_;
};

// The newest message of this thread, "" if there is none.
std::string TakeMessage();

// Whether every part is in the text.
testing::AssertionResult HasAll(const std::string& text, const std::vector<std::string>& parts);

// Expects that phase 1 takes the call, or refuses it as ACLNN_ERR_PARAM_INVALID for the reason that
// the parts of the message say.
Planned ExpectAccepted(TestCall& call);
void ExpectRefused(TestCall& call, const std::vector<std::string>& parts);

// A test for each operator.
class EveryOperator : public testing::TestWithParam<const Operator*> {
 protected:
  EveryOperator();
  TestCall MakeCall() const { return TestCall(*GetParam()); }
  std::string PlanName() const { return GetParam()->spec->plan_name.data(); }
  std::string RunName() const { return std::string(GetParam()->spec->name); }
};
std::vector<const Operator*> OperatorsWithCode();  // where the tests run
std::vector<const Operator*> OperatorPointers();   // of these all, or the first of alike
std::vector<const Operator*> OperatorsOfAnyRank();
std::vector<const Operator*> FirstOfEachKind();
std::string OperatorTestName(const testing::TestParamInfo<const Operator*>& info);

#define INSTANTIATE_FOR_EVERY_OPERATOR(fixture)                                             \
  INSTANTIATE_TEST_SUITE_P(Operators, fixture, testing::ValuesIn(test::OperatorPointers()), \
                           test::OperatorTestName)
#define INSTANTIATE_FOR_AN_OPERATOR_OF_EACH_KIND(fixture)                                  \
  INSTANTIATE_TEST_SUITE_P(Operators, fixture, testing::ValuesIn(test::FirstOfEachKind()), \
                           test::OperatorTestName)
#define INSTANTIATE_FOR_OPERATORS_OF_ANY_RANK(fixture)                                        \
  INSTANTIATE_TEST_SUITE_P(Operators, fixture, testing::ValuesIn(test::OperatorsOfAnyRank()), \
                           test::OperatorTestName)

}  // namespace openaclnn::test
