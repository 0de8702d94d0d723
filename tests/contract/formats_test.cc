// Format tags and storage shapes say nothing to these operators.
#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"

namespace openaclnn {
namespace {

using test::Planned;
using test::Shape;
using test::TestCall;

class FormatsTest : public test::EveryOperator {
 protected:
  static std::vector<float> RunAndRead(TestCall& call, const Planned& planned) {
    EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    EXPECT_EQ(call.Run(planned), ACLNN_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
    std::vector<float> results;
    for (const int i : call.Outputs()) {
      results.insert(results.end(), call.Floats(i), call.Floats(i) + 24);
    }
    return results;
  }
};

TEST_P(FormatsTest, AnyFormatAndStorageShape) {
  TestCall plain = MakeCall();
  const std::vector<float> expected = RunAndRead(plain, plain.Plan());
  for (const aclFormat format :
       {ACL_FORMAT_ND, ACL_FORMAT_NCHW, ACL_FORMAT_NHWC, ACL_FORMAT_HWCN, ACL_FORMAT_NCDHW,
        ACL_FORMAT_NDHWC, ACL_FORMAT_NC1HWC0, ACL_FORMAT_NCL, ACL_FORMAT_FRACTAL_NZ}) {
    for (const Shape& storage : {Shape{}, Shape{24}, Shape{1000}, Shape{4, 3, 2}, Shape{0},
                                 Shape{1, 1, 16, 16}, Shape{2, 3}}) {
      SCOPED_TRACE("format " + std::to_string(format) + ", storage " + test::TextOf(storage));
      TestCall call = MakeCall();
      call.SetFormat(format, storage);
      EXPECT_EQ(RunAndRead(call, call.Plan()), expected);
    }
  }
}

INSTANTIATE_FOR_EVERY_OPERATOR(FormatsTest);

}  // namespace
}  // namespace openaclnn
