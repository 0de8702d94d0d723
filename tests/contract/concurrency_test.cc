// Whole calls from several threads at once, each with tensors and a stream of its own.
#include <thread>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"
#include "tests/ops/harness/device.h"

namespace openaclnn {
namespace {

using test::TakeMessage;
using test::TestCall;

class ConcurrencyTest : public test::EveryOperator {};

TEST_P(ConcurrencyTest, SeveralThreadsDoNotDisturbEachOther) {
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([this, thread] {
      test::EnsureDevice();
      aclrtStream stream = nullptr;
      ASSERT_EQ(aclrtCreateStream(&stream), 0);
      TestCall call = MakeCall();
      for (const int i : call.Inputs()) {
        if (call.tensor(i).dtype != ACL_FLOAT) continue;  // indices
        std::fill_n(call.Floats(i), 24, call.Usual() + 0.03125f * static_cast<float>(thread));
      }
      std::vector<float> expected;
      for (int round = 0; round < 50; ++round) {
        for (const int i : call.Outputs()) std::fill_n(call.Floats(i), 24, call.Usual() + 0.25f);
        ASSERT_EQ(call.Run(call.Plan(), stream), ACLNN_SUCCESS) << TakeMessage();
        ASSERT_EQ(aclrtSynchronizeStream(stream), 0);
        std::vector<float> results;
        for (const int i : call.Outputs()) {
          results.insert(results.end(), call.Floats(i), call.Floats(i) + 24);
        }
        if (expected.empty()) expected = results;
        ASSERT_EQ(results, expected);
      }
      EXPECT_EQ(aclrtDestroyStream(stream), 0);
    });
  }
}

// Messages belong to the thread whose call failed.
TEST_P(ConcurrencyTest, MessagesOfOtherThreadsAreNotSeen) {
  TakeMessage();
  std::thread([this] {
    TestCall failing = MakeCall();
    failing.tensor(failing.Tensors()[0]).dtype = ACL_STRING;
    EXPECT_EQ(failing.Plan().status, ACLNN_ERR_PARAM_INVALID);
    EXPECT_EQ(failing.Run(nullptr, 0, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  }).join();
  EXPECT_EQ(TakeMessage(), "");
}

INSTANTIATE_FOR_EVERY_OPERATOR(ConcurrencyTest);

}  // namespace
}  // namespace openaclnn
