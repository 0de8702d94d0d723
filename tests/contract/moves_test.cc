// aclnnCast and aclnnInplaceCopy: the order of their checks, products, and empty tensors.
#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

using test::HasAll;
using test::Planned;
using test::Shape;
using test::TestCall;

// Expects that the call is refused for the reason that the parts of the message say.
void ExpectRefused(TestCall& call, const std::vector<std::string>& parts) {
  const Planned planned = call.Plan();
  EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_INVALID);
  EXPECT_TRUE(HasAll(planned.message, parts));
}

TEST(CastTest, ChecksInTheOrderOfTheContract) {
  for (const Shape& shape : {Shape{2, 3, 4}, Shape{2, 0, 4}}) {  // empty tensors are checked, too
    TestCall call(*FindOperator("aclnnCast"));
    const int self = call.IndexOf("self"), out = call.IndexOf("out");
    // All that can be wrong is, and is mended from the first to the last.
    call.SetShapes(shape);
    call.tensor(self).dtype = ACL_COMPLEX32;
    call.SetDtypeArguments(ACL_STRING);
    call.tensor(self).shape.resize(9, 1);
    call.tensor(out).shape = {5};
    call.tensor(out).dtype = ACL_INT32;
    call.tensor(out).data = call.tensor(self).data + 2;
    ExpectRefused(call, {"self: dtype is COMPLEX32, expected FLOAT, FLOAT16"});
    call.tensor(self).dtype = ACL_FLOAT;
    ExpectRefused(call, {"dtype: is STRING, expected FLOAT, FLOAT16"});
    call.SetDtypeArguments(ACL_BF16);
    ExpectRefused(call, {"self: rank is 9"});
    call.tensor(self).shape = shape;
    ExpectRefused(call, {"out: shape is [5]"});
    call.tensor(out).shape = shape;
    ExpectRefused(call, {"out: dtype is INT32, expected BFLOAT16, which is dtype"});
    call.tensor(out).dtype = ACL_BF16;
    if (test::CountOf(shape) > 0) ExpectRefused(call, {"out: shares memory with self"});
    call.tensor(out).data = call.tensor(self).data + 2000;
    const Planned planned = call.Plan();
    EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    EXPECT_EQ(planned.workspace_size, 0u);
  }
}

TEST(CopyTest, ChecksInTheOrderOfTheContract) {
  for (const Shape& shape : {Shape{2, 3, 4}, Shape{2, 0, 4}}) {
    TestCall call(*FindOperator("aclnnInplaceCopy"));
    const int self = call.IndexOf("selfRef"), source = call.IndexOf("src");
    call.SetShapes(shape);
    call.tensor(self).dtype = ACL_INT4;
    call.tensor(source).dtype = ACL_HIFLOAT8;
    call.tensor(self).shape.resize(9, 1);
    call.tensor(source).shape = {5};
    call.tensor(source).data = call.tensor(self).data + 2;
    ExpectRefused(call, {"selfRef: dtype is INT4"});
    call.tensor(self).dtype = ACL_FLOAT16;
    ExpectRefused(call, {"src: dtype is HIFLOAT8"});
    call.tensor(source).dtype = ACL_INT64;
    ExpectRefused(call, {"selfRef: rank is 9"});
    call.tensor(self).shape = shape;
    ExpectRefused(call, {"src: shape [5] does not broadcast"});
    call.tensor(source).shape = {1, 1};
    if (test::CountOf(shape) > 0) ExpectRefused(call, {"selfRef: shares memory with src"});
    call.tensor(source).data = call.tensor(self).data + 2000;
    const Planned planned = call.Plan();
    EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    EXPECT_EQ(planned.workspace_size, 0u);
  }
}

TEST(CastTest, Bfloat16AsDtypeNeedsTheProduct) {
  const test::ScopedSettings settings([](Settings& s) {
    s.product = Product::kAscend310P;
    s.soc_name = "Ascend310P3";
  });
  TestCall call(*FindOperator("aclnnCast"));
  call.SetDtypeArguments(ACL_BF16);
  ExpectRefused(call, {"dtype: is BFLOAT16, which is not supported on Ascend310P"});
}

}  // namespace
}  // namespace openaclnn
