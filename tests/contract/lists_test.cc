// Lists of tensors and scalars, arrays, and optional outputs: what phase 1 refuses, and what runs
// read and write.
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "base/details.h"
#include "checked/report.h"
#include "engine/observed_operator.h"
#include "engine/operator.h"
#include "tests/contract/test_call.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/list_operator.h"

namespace openaclnn::lists_test {
namespace {

// The newest message without its code.
std::string TakeMessage() {
  const std::string message = test::TakeMessage();
  return message.substr(0, message.rfind(" ["));
}

// A call with two tensors in each list.
class ListsTest : public testing::Test {
 protected:
  ListsTest() { test::EnsureDevice(); }
  void SetUp() override {
    if (test::OnGpu()) GTEST_SKIP() << "the operator of this test has no device code";
  }
  ~ListsTest() override {
    for (const aclTensorList* const list : lists_) aclDestroyTensorList(list);
    aclDestroyScalarList(alphas_);
    aclDestroyBoolArray(mask_);
    if (total_ != nullptr) aclDestroyTensor(total_);
    TakeMessage();
  }

  aclTensor* NewTensor(int at, aclDataType dtype = ACL_FLOAT) {
    const int64_t shape[] = {1};
    return aclCreateTensor(shape, 1, dtype, nullptr, 0, ACL_FORMAT_ND, shape, 1, &memory_[at]);
  }
  const aclTensorList* List(std::vector<const aclTensor*> members) {
    lists_.push_back(aclCreateTensorList(members.data(), members.size()));
    return lists_.back();
  }
  const aclScalarList* Alphas() {
    if (alphas_ == nullptr) {
      float values[] = {10, 20};
      const aclScalar* members[] = {aclCreateScalar(&values[0], ACL_FLOAT),
                                    aclCreateScalar(&values[1], ACL_FLOAT)};
      alphas_ = aclCreateScalarList(members, 2);
    }
    return alphas_;
  }
  const aclBoolArray* Mask(bool second = true) {
    const bool values[] = {true, second};
    if (mask_ == nullptr) mask_ = aclCreateBoolArray(values, 2);
    return mask_;
  }

  aclnnStatus Plan(const aclTensorList* tensors, const aclTensorList* outs) {
    return PlanOperator(test::kSumsOfMembersSpec, {tensors, Alphas(), Mask(), outs, total_}, &size_,
                        &executor_);
  }
  std::string Refused(const aclTensorList* tensors, const aclTensorList* outs,
                      aclnnStatus expected = ACLNN_ERR_PARAM_INVALID) {
    EXPECT_EQ(Plan(tensors, outs), expected);
    std::string message = TakeMessage();
    const std::string prefix = "aclnnSumsOfMembersGetWorkspaceSize: ";
    const size_t at = message.find(prefix);
    return at == std::string::npos ? message : message.substr(at + prefix.size());
  }
  void Run() {
    ASSERT_EQ(RunOperator(test::kSumsOfMembersSpec, nullptr, 0, executor_, nullptr), ACLNN_SUCCESS)
        << TakeMessage();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  }

  float memory_[16] = {1, 2, 0, 0, 0, 5, 6};
  aclTensor* total_ = nullptr;
  uint64_t size_ = 0;
  aclOpExecutor* executor_ = nullptr;

 private:
  std::vector<const aclTensorList*> lists_;
  const aclScalarList* alphas_ = nullptr;
  const aclBoolArray* mask_ = nullptr;
};

TEST_F(ListsTest, EachMemberIsReadAndWritten) {
  total_ = NewTensor(4);
  ASSERT_EQ(Plan(List({NewTensor(0), NewTensor(1)}), List({NewTensor(2), NewTensor(3)})), 0)
      << TakeMessage();
  Run();
  EXPECT_EQ(memory_[2], 11);
  EXPECT_EQ(memory_[3], 22);
  EXPECT_EQ(memory_[4], 33);
}

TEST_F(ListsTest, WhatIsNullOrMaskedIsNotComputed) {
  Mask(false);
  ASSERT_EQ(Plan(List({NewTensor(0), NewTensor(1)}), List({NewTensor(2), NewTensor(3)})), 0)
      << TakeMessage();
  Run();
  EXPECT_EQ(memory_[2], 11);
  EXPECT_EQ(memory_[3], 0);
  EXPECT_EQ(memory_[4], 0);
}

TEST_F(ListsTest, NullsAreNamed) {
  const aclTensorList* const outs = List({NewTensor(2), NewTensor(3)});
  EXPECT_EQ(Refused(nullptr, outs, ACLNN_ERR_PARAM_NULLPTR),
            "tensors: is null, expected an aclTensorList");
  EXPECT_EQ(Refused(List({NewTensor(0), nullptr}), nullptr, ACLNN_ERR_PARAM_NULLPTR),
            "tensors[1]: is null, expected an aclTensor");
}

TEST_F(ListsTest, DeadMembersAndListsAreNamed) {
  const aclTensorList* const outs = List({NewTensor(2), NewTensor(3)});
  aclTensor* const dead = NewTensor(1);
  const aclTensorList* const tensors = List({NewTensor(0), dead});
  aclDestroyTensor(dead);
  EXPECT_TRUE(test::HasAll(Refused(tensors, outs), {"tensors[1]: ", " is not a live aclTensor;"}));
  EXPECT_TRUE(test::HasAll(Refused(reinterpret_cast<const aclTensorList*>(Alphas()), outs),
                           {"tensors: ", " is not a live aclTensorList;"}));
}

TEST_F(ListsTest, RulesAreOfEachMember) {
  EXPECT_EQ(
      Refused(List({NewTensor(0), NewTensor(1, ACL_INT8)}), List({NewTensor(2), NewTensor(3)})),
      "tensors[1]: dtype is INT8, expected FLOAT, FLOAT16 or BFLOAT16");
  EXPECT_EQ(
      Refused(List({NewTensor(0), NewTensor(1)}), List({NewTensor(2), NewTensor(3, ACL_FLOAT16)})),
      "outs[1]: dtype is FLOAT16, expected FLOAT, the dtype of tensors[1]");
}

TEST_F(ListsTest, ListsHaveAsManyMembers) {
  EXPECT_EQ(Refused(List({NewTensor(0), NewTensor(1)}), List({NewTensor(2)})),
            "outs: has 1 items, expected 2, as many as tensors");
  EXPECT_EQ(Refused(List({NewTensor(0)}), List({NewTensor(2)})),
            "alphas: has 2 items, expected 1, as many as tensors");
}

TEST_F(ListsTest, OverlapIsOfEachMember) {
  EXPECT_EQ(Refused(List({NewTensor(0), NewTensor(1)}), List({NewTensor(2), NewTensor(2)})),
            "outs[0]: shares memory with outs[1], also an output; each needs its own");
  total_ = NewTensor(3);
  EXPECT_EQ(Refused(List({NewTensor(0), NewTensor(1)}), List({NewTensor(2), NewTensor(3)})),
            "outs[1]: shares memory with total, also an output; each needs its own");
  aclDestroyTensor(total_);
  total_ = nullptr;
  // In place, and inputs that are one.
  EXPECT_EQ(Plan(List({NewTensor(0), NewTensor(0)}), List({NewTensor(0), NewTensor(1)})), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

TEST_F(ListsTest, AddressesOfMembersAreSet) {
  aclTensorList* const tensors = const_cast<aclTensorList*>(List({NewTensor(0), NewTensor(1)}));
  aclTensorList* const outs = const_cast<aclTensorList*>(List({NewTensor(2), NewTensor(3)}));
  ASSERT_EQ(Plan(tensors, outs), 0) << TakeMessage();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor_), 0);
  Run();
  EXPECT_EQ(aclSetDynamicInputTensorAddr(executor_, 0, 1, tensors, &memory_[5]), 0);
  EXPECT_EQ(aclSetDynamicOutputTensorAddr(executor_, 0, 0, outs, &memory_[8]), 0);
  EXPECT_EQ(aclSetDynamicTensorAddr(executor_, 1, 1, outs, &memory_[9]), 0);
  Run();
  EXPECT_EQ(memory_[8], 11);
  EXPECT_EQ(memory_[9], 25);
  EXPECT_EQ(aclSetDynamicTensorAddr(executor_, 0, 2, tensors, &memory_[5]),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(TakeMessage(),
            "aclSetDynamicTensorAddr: relativeIndex: is 2, expected less than 2, how "
            "many tensors tensors has");
  EXPECT_EQ(aclSetDynamicTensorAddr(executor_, 2, 0, tensors, &memory_[5]),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(TakeMessage(),
            "aclSetDynamicTensorAddr: irIndex: is 2, which means total of "
            "aclnnSumsOfMembers, which is no list; call aclSetTensorAddr");
  aclTensor* const other = NewTensor(5);
  EXPECT_EQ(aclSetInputTensorAddr(executor_, 0, other, &memory_[5]), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(TakeMessage(),
            "aclSetInputTensorAddr: index: is 0, which means tensors of "
            "aclnnSumsOfMembers, which is a list; call aclSetDynamicTensorAddr");
  EXPECT_EQ(aclSetOutputTensorAddr(executor_, 1, other, &memory_[5]), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(TakeMessage(),
            "aclSetOutputTensorAddr: index: is 1, which means total of "
            "aclnnSumsOfMembers, which was null in the first phase");
  aclDestroyTensor(other);
  // As phase 1 would have refused it.
  EXPECT_EQ(aclSetDynamicTensorAddr(executor_, 1, 1, outs, &memory_[8]), 0);
  EXPECT_EQ(RunOperator(test::kSumsOfMembersSpec, nullptr, 0, executor_, nullptr),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(TakeMessage(),
            "aclnnSumsOfMembers: outs[0]: shares memory with outs[1], also an "
            "output; each needs its own");
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

TEST_F(ListsTest, TheLogShowsMembers) {
  const int64_t shape[] = {1};
  const auto nowhere = [&shape] {
    return aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr);
  };
  const Argument arguments[] = {List({nowhere(), nullptr}), Alphas(), Mask(false),
                                List({nowhere(), nowhere()}), total_};
  const PlanCall call{"", &test::kSumsOfMembersSpec, arguments, &size_, &executor_};
  Details details;
  call.AddArguments(details);
  EXPECT_EQ(details.Text(),
            "tensors=[FLOAT [1] at 0x0, null], alphas=[FLOAT 10, FLOAT 20], mask=[true, false], "
            "outs=[FLOAT [1] at 0x0, FLOAT [1] at 0x0], total=null");

  ASSERT_EQ(Plan(List({nowhere(), nowhere()}), List({nowhere(), nowhere()})), 0);
  Details of_run;
  RunCall{"", nullptr, 0, executor_, nullptr}.AddArguments(of_run);
  const std::string text = of_run.Text();
  EXPECT_TRUE(test::HasAll(text, {", total=null, tensors[0]=FLOAT [1] at 0x0, tensors[1]=FLOAT",
                                  ", outs[1]=FLOAT [1] at 0x0"}))
      << text;
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

// Runs in checked mode on device memory, of which one member's is freed in the end.
TEST_F(ListsTest, CheckedModeLooksAtEachMember) {
  OverrideChecks(CheckBit(Check::kMemory));
  const std::unique_ptr<void, void (*)(void*)> restore(&size_, [](void*) { OverrideChecks(0); });
  const aclTensorList* const host = List({NewTensor(0), NewTensor(1)});
  EXPECT_TRUE(Refused(host, List({NewTensor(2), NewTensor(3)})).starts_with("tensors[0]: bytes "));

  const auto on_device = [](float value, void** memory) {
    EXPECT_EQ(aclrtMalloc(memory, 32, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    EXPECT_EQ(aclrtMemcpy(*memory, 32, &value, sizeof(value), ACL_MEMCPY_HOST_TO_DEVICE), 0);
    const int64_t shape[] = {1};
    return aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, *memory);
  };
  void* memory[4];
  const aclTensorList* const tensors = List({on_device(1, &memory[0]), on_device(2, &memory[1])});
  const aclTensorList* const outs = List({on_device(0, &memory[2]), on_device(0, &memory[3])});
  ASSERT_EQ(Plan(tensors, outs), 0) << TakeMessage();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor_), 0);
  Run();
  float result = 0;
  EXPECT_EQ(aclrtMemcpy(&result, sizeof(result), memory[3], 4, ACL_MEMCPY_DEVICE_TO_HOST), 0);
  EXPECT_EQ(result, 22);
  EXPECT_EQ(aclrtFree(memory[1]), 0);
  EXPECT_EQ(RunOperator(test::kSumsOfMembersSpec, nullptr, 0, executor_, nullptr),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(TakeMessage().starts_with("aclnnSumsOfMembers: tensors[1]: bytes "));
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
  for (const int i : {0, 2, 3}) EXPECT_EQ(aclrtFree(memory[i]), 0);
}

TEST_F(ListsTest, MembersNeedAddresses) {
  const int64_t shape[] = {1};
  aclTensor* const nowhere =
      aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, nullptr);
  ASSERT_EQ(Plan(List({NewTensor(0), nowhere}), List({NewTensor(2), NewTensor(3)})), 0);
  EXPECT_EQ(RunOperator(test::kSumsOfMembersSpec, nullptr, 0, executor_, nullptr),
            ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(TakeMessage(),
            "aclnnSumsOfMembers: tensors[1]: has no device address; pass tensorData to "
            "aclCreateTensor or call aclSetTensorAddr before running");
  EXPECT_EQ(aclDestroyAclOpExecutor(executor_), 0);
}

}  // namespace
}  // namespace openaclnn::lists_test
