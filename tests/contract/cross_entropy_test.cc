// aclnnSoftmaxCrossEntropyWithLogits, whose tensors have two axes, and loss one.
#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"

namespace openaclnn {
namespace {

using test::HasAll;
using test::Planned;
using test::Shape;
using test::TestCall;
using test::TextOf;

class CrossEntropyTest : public testing::Test {
 protected:
  CrossEntropyTest() : call_(*FindOperator("aclnnSoftmaxCrossEntropyWithLogits")) {}

  test::TensorRecipe& tensor(const char* name) { return call_.tensor(call_.IndexOf(name)); }
  void ExpectRefused(const std::vector<std::string>& parts) {
    const Planned planned = call_.Plan();
    EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(planned.message, parts));
  }

  TestCall call_;
};

TEST_F(CrossEntropyTest, OneShapeAndItsRows) {
  EXPECT_EQ(call_.Plan().status, ACLNN_SUCCESS);
  for (const char* const name : {"features", "labels", "backprop", "loss"}) {
    for (const Shape& shape : {Shape{}, Shape{4}, Shape{24}, Shape{4, 6}, Shape{6, 1}, Shape{1, 4},
                               Shape{6, 4, 1}, Shape{2, 3, 4}, Shape{0, 4}, Shape{6, 0}}) {
      const Shape valid = std::exchange(tensor(name).shape, shape);
      SCOPED_TRACE(name + TextOf(shape));
      ExpectRefused({TextOf(shape), "expected"});
      tensor(name).shape = valid;
    }
  }
  tensor("loss").shape = {5};
  ExpectRefused({"loss", "[5]", "[6]", "[6, 4]", "features"});
}

TEST_F(CrossEntropyTest, BackpropMayBeAnInput) {
  for (const char* const name : {"features", "labels"}) {
    tensor("backprop") = tensor(name);
    EXPECT_EQ(call_.Plan().status, ACLNN_SUCCESS) << name;
    tensor("backprop").offset = 1;
    ExpectRefused({"backprop", name, "in place"});
  }
}

TEST_F(CrossEntropyTest, LossSharesNothing) {
  for (const char* const name : {"features", "labels", "backprop"}) {
    const test::TensorRecipe valid = tensor("loss");
    tensor("loss").data = tensor(name).data;
    tensor("loss").offset = 23;
    ExpectRefused({"loss", name, "shares memory"});
    tensor("loss").offset = 24;
    EXPECT_EQ(call_.Plan().status, ACLNN_SUCCESS) << name;
    tensor("loss") = valid;
  }
  tensor("loss").strides = {0};
  ExpectRefused({"loss", "[0]", "one address"});
}

TEST_F(CrossEntropyTest, SumsOverNothing) {
  call_.SetShapes({6, 0});
  const Planned planned = call_.Plan();
  ASSERT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
  EXPECT_EQ(planned.workspace_size, 0u);
  ASSERT_EQ(call_.Run(planned), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  const int loss = call_.IndexOf("loss");
  for (int i = 0; i < 6; ++i) EXPECT_EQ(call_.Floats(loss)[i], 0) << i;
  EXPECT_EQ(call_.Floats(loss)[6], 0.5f);  // as it was

  tensor("loss").data = nullptr;
  const Planned without = call_.Plan();
  ASSERT_EQ(without.status, ACLNN_SUCCESS);
  EXPECT_EQ(call_.Run(without), ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(HasAll(test::TakeMessage(), {"loss", "address"}));

  call_.SetShapes({0, 4});
  const Planned nothing = call_.Plan();
  ASSERT_EQ(nothing.status, ACLNN_SUCCESS);
  EXPECT_EQ(call_.Run(nothing), ACLNN_SUCCESS);
}

}  // namespace
}  // namespace openaclnn
