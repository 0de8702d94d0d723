// What operators of three operands and a scalar refuse, in the order of the contract.
#include <initializer_list>
#include <string>

#include "tests/contract/test_call.h"

namespace openaclnn {
namespace {

using test::Shape;
using test::TestCall;

TEST(AddcmulTest, ChecksInTheOrderOfTheContract) {
  for (const Shape& shape : {Shape{2, 3, 4}, Shape{2, 0, 4}}) {
    TestCall call(*FindOperator("aclnnAddcmul"));
    const int self = call.IndexOf("self"), tensor1 = call.IndexOf("tensor1"),
              tensor2 = call.IndexOf("tensor2"), value = call.IndexOf("value"),
              out = call.IndexOf("out");
    call.SetShapes(shape);
    call.tensor(self).dtype = ACL_BOOL;
    call.tensor(tensor1).dtype = ACL_INT16;
    call.tensor(tensor2).dtype = ACL_COMPLEX64;
    call.tensor(out).dtype = ACL_BOOL;
    call.tensor(tensor2).shape = {5};
    ExpectRefused(call, {"self: dtype is BOOL"});
    call.tensor(self).dtype = ACL_INT8;
    ExpectRefused(call, {"tensor1: dtype is INT16"});
    call.tensor(tensor1).dtype = ACL_UINT8;
    ExpectRefused(call, {"tensor2: dtype is COMPLEX64"});
    call.tensor(tensor2).dtype = ACL_INT8;
    ExpectRefused(call, {"self, tensor1 and tensor2: INT8, UINT8 and INT8 promote to INT16"});
    call.tensor(tensor2).dtype = ACL_INT32;
    ExpectRefused(call, {"value: dtype is FLOAT, which is not cast to INT32"});
    call.SetScalar(value, 2, ACL_INT64);
    ExpectRefused(call, {"out: dtype is BOOL, to which INT32"});
    call.tensor(out).dtype = ACL_UINT16;
    ExpectRefused(call, {"out: dtype is UINT16"});
    call.tensor(out).dtype = ACL_INT16;
    call.tensor(self).shape.resize(9, 1);
    ExpectRefused(call, {"self: rank is 9"});
    call.tensor(self).shape = shape;
    ExpectRefused(call, {"self, tensor1 and tensor2: shapes "});
    call.tensor(tensor2).shape = {1, 1, 1, 1};
    ExpectRefused(call, {"the broadcast shape of self, tensor1 and tensor2"});
    call.tensor(tensor2).shape = {4};
    ExpectAccepted(call);
  }
}

TEST(AddcdivTest, TakesNoNarrowIntegers) {
  TestCall call(*FindOperator("aclnnAddcdiv"));
  for (const char* const name : {"self", "tensor1", "tensor2"}) {
    const int i = call.IndexOf(name);
    call.tensor(i).dtype = ACL_INT32;
    ExpectRefused(call, {std::string(name) + ": dtype is INT32"});
    call.tensor(i).dtype = ACL_INT64;
    ExpectAccepted(call);
    call.tensor(i).dtype = ACL_FLOAT;
  }
  call.tensor(call.IndexOf("out")).dtype = ACL_INT64;
  ExpectRefused(call, {"out: dtype is INT64, to which FLOAT"});
}

// Each of the other operands may repeat, the one that is replaced may not.
TEST(InplaceAddcmulTest, BothOperandsBroadcastToTheFirst) {
  for (const char* const name : {"aclnnInplaceAddcmul", "aclnnInplaceAddcdiv"}) {
    TestCall call(*FindOperator(name));
    for (const char* const operand : {"tensor1", "tensor2"}) {
      const int i = call.IndexOf(operand);
      call.tensor(i).shape = {3, 1};
      ExpectAccepted(call);
      call.tensor(i).shape = {2, 2, 3, 4};
      ExpectRefused(call, {std::string(operand) + ": shape [2, 2, 3, 4] does not broadcast to"});
      call.tensor(i).shape = {2, 3, 4};
    }
  }
}

TEST(LerpsTest, EndHasTheDtypeOfSelf) {
  TestCall call(*FindOperator("aclnnLerps"));
  call.tensor(call.IndexOf("end")).dtype = ACL_FLOAT16;
  ExpectRefused(call, {"end: dtype is FLOAT16, expected FLOAT, the dtype of self"});
  call.tensor(call.IndexOf("self")).dtype = ACL_FLOAT16;
  call.tensor(call.IndexOf("out")).dtype = ACL_DOUBLE;
  ExpectAccepted(call);
}

TEST(MaximumTest, IntegersIntoBoolAreRefused) {
  TestCall call(*FindOperator("aclnnMaximum"));
  call.SetDtypes(ACL_INT8);
  call.tensor(call.IndexOf("out")).dtype = ACL_BOOL;
  ExpectRefused(call, {"out: dtype is BOOL, to which INT8"});
  call.SetDtypes(ACL_BOOL);
  ExpectAccepted(call);
}

}  // namespace
}  // namespace openaclnn
