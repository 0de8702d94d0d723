// Each allocation of a call fails once, and from each one on all of them do: there is a code,
// nothing is leaked and the next call works.
#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "engine/usual_dtype.h"
#include "gtest/gtest.h"
#include "kinds/roles.h"
#include "ops/registry.h"
#include "tests/alike.h"
#include "tests/out_of_memory/allocations.h"
#include "tests/sample_shapes.h"
#include "tests/sample_texts.h"

namespace openaclnn {
namespace {

using test::FailingAllocations;
using test::LiveBlocks;

// Which memory the tensors of a call have.
struct Variant {
  const char* name;
  aclDataType dtype;
  bool transposed;
  int64_t side;  // the tensors are of shape [side, 3, side]
};
constexpr Variant kVariants[] = {{"Dense", ACL_FLOAT, false, 4},
                                 {"Strided", ACL_FLOAT, true, 4},
                                 {"Halves", ACL_FLOAT16, true, 4}};

constexpr uint64_t kWorkspaceBytes = uint64_t{4} << 20;

// That of all calls, as they are made one after the other.
void* Workspace() {
  static std::vector<std::byte> workspace(kWorkspaceBytes);
  return workspace.data();
}

// Objects and memory of one operator's call, ready before allocations fail.
class ReadyCall {
 public:
  ReadyCall(const Operator& entry, const Variant& variant) : operator_(entry) {
    const OpSpec& spec = *entry.spec;
    for (int i = 0; i < spec.NumArguments(); ++i) {
      AnyArgument argument;
      if (IsUsuallyNull(spec, i)) {
        argument.tensor = nullptr;
      } else if (spec.arguments[i].IsTensorList()) {
        std::vector<const aclTensor*> members;
        while (std::ssize(members) < SampleMembers(spec, i)) members.push_back(MakeOwn(variant, i));
        argument.tensors = aclCreateTensorList(members.data(), members.size());
      } else if (spec.arguments[i].IsTensor() || spec.arguments[i].kind == ArgumentKind::kUnread) {
        const bool of_channels = i == ChannelOperandOf(spec) || i == ChannelSumsOf(spec);
        std::vector<int64_t> shape = {variant.side, 3, variant.side};
        if (of_channels) shape = {3};
        if (IsHalf(spec, i)) shape.back() /= 2;
        if (IsOneElement(spec, i)) shape = {1};
        argument.tensor = HasShapesOfItsOwn(spec) ? MakeOwn(variant, i)
                          : RowResultOf(spec) < 0
                              ? MakeTensor(variant, UsualDtype(spec, i, variant.dtype), shape)
                              : MakeRows(variant, i == RowResultOf(spec));
      } else if (spec.arguments[i].kind == ArgumentKind::kScalar) {
        // A double goes with any float.
        double value = SampleNumber(spec, i, 0.25);
        uint64_t truth = 1;
        argument.scalar = HasOwnDtype(spec, i) ? aclCreateScalar(&truth, OwnDtype(spec, i))
                                               : aclCreateScalar(&value, ACL_DOUBLE);
      } else if (spec.arguments[i].kind == ArgumentKind::kScalars) {
        float value = 0.25f;
        const aclScalar* const members[kSampleMembers] = {aclCreateScalar(&value, ACL_FLOAT),
                                                          aclCreateScalar(&value, ACL_FLOAT)};
        argument.scalars = aclCreateScalarList(members, kSampleMembers);
      } else if (spec.arguments[i].kind == ArgumentKind::kInts) {
        const std::vector<int64_t> integers =
            SampleIntegers(spec, i, {variant.side, 3, 3 * variant.side});
        argument.integers = aclCreateIntArray(integers.data(), integers.size());
      } else if (spec.arguments[i].kind == ArgumentKind::kBools) {  // a mask of outputs
        const bool flags[] = {true, true, true};
        argument.bools = aclCreateBoolArray(flags, SampleFlags(spec, i));
      }
      if (spec.arguments[i].kind == ArgumentKind::kInt) {
        argument.integer = SampleInteger(spec, i, {variant.side, 3, 3 * variant.side});
      }
      argument.number = SampleNumber(spec, i, 0.25);
      argument.text = SampleText(spec, i);
      argument.dtype = variant.dtype;
      arguments_.push_back(argument);
    }
  }
  ~ReadyCall() {
    for (const AnyArgument& argument : arguments_) {
      aclDestroyTensor(argument.tensor);
      aclDestroyTensorList(argument.tensors);
      aclDestroyScalar(argument.scalar);
      aclDestroyScalarList(argument.scalars);
      aclDestroyIntArray(argument.integers);
      aclDestroyBoolArray(argument.bools);
    }
  }
  ReadyCall(const ReadyCall&) = delete;
  ReadyCall& operator=(const ReadyCall&) = delete;

  aclnnStatus Plan() { return operator_.plan(arguments_, &workspace_size_, &executor_); }
  // What the second phase or, if it succeeded, the synchronisation returns.
  aclnnStatus Run(aclrtStream stream) {
    const aclnnStatus status = operator_.run(Workspace(), workspace_size_, executor_, stream);
    const aclError synchronised = aclrtSynchronizeStream(stream);
    return status != 0 ? status : synchronised;
  }
  void DestroyExecutor() { aclDestroyAclOpExecutor(executor_); }
  uint64_t workspace_size() const { return workspace_size_; }
  // The bits of all tensors' memory; as numbers some would be NaN.
  std::vector<std::vector<uint32_t>> Bits() const {
    std::vector<std::vector<uint32_t>> all;
    for (const std::vector<float>& memory : memory_) {
      std::ranges::transform(memory, std::back_inserter(all.emplace_back()),
                             [](float word) { return std::bit_cast<uint32_t>(word); });
    }
    return all;
  }

 private:
  aclTensor* MakeTensor(const Variant& variant, aclDataType dtype,
                        const std::vector<int64_t>& shape) {
    const int64_t side = variant.side;
    const bool has_one_axis = shape.size() == 1;
    // Inputs and outputs alternate between layouts, so that plans have several axes.
    const bool transposed = variant.transposed && memory_.size() % 2 == 0 && !has_one_axis;
    const std::vector<int64_t> strides = has_one_axis ? std::vector<int64_t>{1}
                                         : transposed ? std::vector<int64_t>{1, side, 3 * side}
                                                      : std::vector<int64_t>{3 * side, side, 1};
    memory_.emplace_back(static_cast<size_t>(3 * side * side), 0.5f);
    return aclCreateTensor(shape.data(), shape.size(), dtype, strides.data(), 0, ACL_FORMAT_ND,
                           shape.data(), shape.size(), memory_.back().data());
  }

  aclTensor* MakeOwn(const Variant& variant, int i) {
    const OpSpec& spec = *operator_.spec;
    const std::vector<int64_t> shape = SampleShape(spec, i, {variant.side, 3, 3 * variant.side});
    const bool transposed = variant.transposed && memory_.size() % 2 == 0 && shape.size() == 2;
    const int64_t strides[] = {1, shape.empty() ? 1 : shape[0]};
    // Weights are above 0 also where they are of 16 bits.
    const float weight = std::bit_cast<float>(uint32_t{0x3F003F00});
    memory_.emplace_back(static_cast<size_t>(72 * variant.side * variant.side),
                         IsOfIndices(spec, i)  ? 0.0f
                         : HasWeights(spec, i) ? weight
                                               : 0.5f);
    return aclCreateTensor(shape.data(), shape.size(), SampleDtype(spec, i, variant.dtype),
                           transposed ? strides : nullptr, 0, ACL_FORMAT_ND, shape.data(),
                           shape.size(), memory_.back().data());
  }

  // A matrix, or a number for each of its rows.
  aclTensor* MakeRows(const Variant& variant, bool of_rows) {
    const int64_t side = variant.side;
    const std::vector<int64_t> shape =
        of_rows ? std::vector{3 * side} : std::vector{3 * side, side};
    const bool transposed = variant.transposed && memory_.size() % 2 == 0 && !of_rows;
    const int64_t strides[] = {transposed || of_rows ? 1 : side, transposed ? 3 * side : 1};
    memory_.emplace_back(static_cast<size_t>(3 * side * side), 0.5f);
    return aclCreateTensor(shape.data(), shape.size(), variant.dtype, strides, 0, ACL_FORMAT_ND,
                           shape.data(), shape.size(), memory_.back().data());
  }

  const Operator& operator_;
  std::vector<AnyArgument> arguments_;
  std::vector<std::vector<float>> memory_;
  uint64_t workspace_size_ = 0;
  aclOpExecutor* executor_ = nullptr;
};

using Parameter = std::tuple<const Operator*, Variant>;

class OutOfMemoryTest : public testing::TestWithParam<Parameter> {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), 0);
    ASSERT_EQ(aclrtCreateStream(&stream_), 0);
    aclrtMalloc(nullptr, 0, ACL_MEM_MALLOC_HUGE_FIRST);  // makes this thread's list of messages
    expected_ = Results();
  }
  void TearDown() override { EXPECT_EQ(aclrtDestroyStream(stream_), 0); }

  // What the call gives when nothing fails.
  std::vector<std::vector<uint32_t>> Results() {
    const auto& [entry, variant] = GetParam();
    ReadyCall call(*entry, variant);
    EXPECT_EQ(call.Plan(), 0) << aclGetRecentErrMsg();
    EXPECT_LE(call.workspace_size(), kWorkspaceBytes);
    EXPECT_EQ(call.Run(stream_), 0) << aclGetRecentErrMsg();
    return call.Bits();
  }

  // Both phases with failing allocations; whether all that should fail did exist.
  bool CallWithFailures(int64_t first, int64_t last) {
    const auto& [entry, variant] = GetParam();
    ReadyCall call(*entry, variant);
    int64_t count = 0;
    aclnnStatus planned = 0, run = 0;
    {
      const FailingAllocations failing(first, last);
      planned = call.Plan();
      if (planned == 0) run = call.Run(stream_);
      count = failing.count();
    }
    EXPECT_TRUE(planned == 0 || planned == ACLNN_ERR_INNER_NULLPTR) << planned;
    EXPECT_TRUE(run == 0 || run == ACLNN_ERR_INNER_NULLPTR || run == ACLNN_ERR_RUNTIME_ERROR ||
                run == ACL_ERROR_RT_MEMORY_ALLOCATION || run == ACL_ERROR_BAD_ALLOC)
        << run;
    if (run != 0) call.DestroyExecutor();  // if it still lives
    aclGetRecentErrMsg();
    return count > first;
  }

  void ExpectNoHarm(bool only_first) {
    for (int64_t n = 0;; ++n) {
      const int64_t last = only_first ? n : std::numeric_limits<int64_t>::max();
      bool failed = CallWithFailures(n, last);
      // Threads that share a large call keep blocks of their own, but not more each time.
      bool grows = true;
      for (int attempt = 0; attempt < 10 && grows; ++attempt) {
        const int64_t before = LiveBlocks();
        failed = CallWithFailures(n, last);
        grows = LiveBlocks() > before;
      }
      EXPECT_FALSE(grows) << "leaked when allocation " << n << " failed";
      EXPECT_EQ(Results(), expected_) << "after allocation " << n << " failed";
      if (!failed || HasFailure()) break;
    }
  }

  aclrtStream stream_ = nullptr;
  std::vector<std::vector<uint32_t>> expected_;
};

TEST_P(OutOfMemoryTest, OneFailingAllocationDoesNoHarm) { ExpectNoHarm(true); }

TEST_P(OutOfMemoryTest, AllAllocationsFailingFromOneOnDoesNoHarm) { ExpectNoHarm(false); }

std::vector<Parameter> AllParameters() {
  std::vector<Parameter> parameters;
  for (const Operator& entry : AllOperators()) {
    // The others of alike operators have dense tensors alone.
    const bool is_first = test::IsFirstOfAlike(*entry.spec);
    for (const Variant& variant : kVariants) {
      if (is_first || !variant.transposed) parameters.emplace_back(&entry, variant);
    }
  }
  return parameters;
}

std::string ParameterName(const testing::TestParamInfo<Parameter>& info) {
  return std::string(std::get<0>(info.param)->spec->name) + std::get<1>(info.param).name;
}

INSTANTIATE_TEST_SUITE_P(Calls, OutOfMemoryTest, testing::ValuesIn(AllParameters()), ParameterName);

// What tensors are made of comes from the heap when they have more than a few axes.
TEST(OutOfMemoryTensorTest, CreationGivesNothing) {
  const std::vector<int64_t> shape(40, 1);
  std::array<float, 1> memory{};
  const auto create = [&] {
    return aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                           shape.data(), shape.size(), memory.data());
  };
  EXPECT_EQ(aclDestroyTensor(create()), 0);
  for (int64_t n = 0; n < 100; ++n) {
    aclTensor* tensor = nullptr;
    int64_t count = 0;
    const int64_t before = LiveBlocks();
    {
      const FailingAllocations failing(n, n);
      tensor = create();
      count = failing.count();
    }
    EXPECT_EQ(tensor == nullptr, count > n);
    EXPECT_EQ(aclDestroyTensor(tensor), 0);
    aclGetRecentErrMsg();
    EXPECT_LE(LiveBlocks(), before + (n == 0 ? 8 : 1));  // messages and the text that was taken
    if (count <= n) return;
  }
  FAIL() << "creation never succeeds";
}

}  // namespace
}  // namespace openaclnn
