// Copies, fills and selections: the order of their checks, chips, and empty tensors.
#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

using test::Shape;
using test::TestCall;

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
    EXPECT_EQ(ExpectAccepted(call).workspace_size, 0u);
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
    EXPECT_EQ(ExpectAccepted(call).workspace_size, 0u);
  }
}

TEST(FillTest, ChecksInTheOrderOfTheContract) {
  for (const Shape& shape : {Shape{2, 3, 4}, Shape{2, 0, 4}}) {
    TestCall call(*FindOperator("aclnnInplaceFillScalar"));
    const int self = call.IndexOf("selfRef"), value = call.IndexOf("value");
    call.SetShapes(shape);
    call.tensor(self).dtype = ACL_COMPLEX32;
    call.tensor(self).shape.resize(9, 1);
    call.SetScalar(value, 1, ACL_FLOAT);
    ExpectRefused(call, {"selfRef: dtype is COMPLEX32"});
    call.tensor(self).dtype = ACL_UINT16;
    ExpectRefused(call, {"selfRef and value: UINT16 and FLOAT cannot promote"});
    call.SetScalar(value, 1, ACL_INT8);
    ExpectRefused(call, {"selfRef: rank is 9"});
    call.tensor(self).shape = shape;
    EXPECT_EQ(ExpectAccepted(call).workspace_size, 0u);
  }
}

TEST(FillTest, UnsignedIntegersNeedTheChip) {
  for (const Chip chip : kChips) {
    const test::ScopedSettings settings([chip](Settings& s) {
      s.chip = chip;
      s.soc_name = ChipName(chip);
    });
    const bool has_unsigned = chip != Chip::kAscend910 && chip != Chip::kAscend310P;
    for (const aclDataType dtype : {ACL_UINT16, ACL_UINT32, ACL_UINT64}) {
      TestCall call(*FindOperator("aclnnInplaceFillScalar"));
      call.SetDtypes(dtype);
      if (has_unsigned) {
        EXPECT_EQ(call.Plan().status, ACLNN_SUCCESS);
      } else {
        ExpectRefused(call, {"selfRef: dtype is UINT", "which is not supported on Ascend"});
      }
    }
  }
}

TEST(SWhereTest, ChecksInTheOrderOfTheContract) {
  for (const Shape& shape : {Shape{2, 3, 4}, Shape{2, 0, 4}}) {
    TestCall call(*FindOperator("aclnnSWhere"));
    const int condition = call.IndexOf("condition"), self = call.IndexOf("self"),
              other = call.IndexOf("other"), out = call.IndexOf("out");
    call.SetShapes(shape);
    call.tensor(condition).dtype = ACL_INT8;
    call.tensor(self).dtype = ACL_INT4;
    call.tensor(other).dtype = ACL_COMPLEX32;
    call.tensor(out).dtype = ACL_STRING;
    call.tensor(self).shape.resize(9, 1);
    call.tensor(condition).shape = {5};
    call.tensor(out).data = call.tensor(other).data + 1;
    ExpectRefused(call, {"self: dtype is INT4"});
    call.tensor(self).dtype = ACL_FLOAT;
    ExpectRefused(call, {"other: dtype is COMPLEX32"});
    call.tensor(other).dtype = ACL_UINT16;
    ExpectRefused(call, {"out: dtype is STRING"});
    call.tensor(out).dtype = ACL_INT32;
    ExpectRefused(call, {"condition: dtype is INT8, expected UINT8 or BOOL"});
    call.tensor(condition).dtype = ACL_UINT8;
    ExpectRefused(call, {"self and other: FLOAT and UINT16 cannot promote"});
    call.tensor(other).dtype = ACL_INT64;
    ExpectRefused(call, {"out: dtype is INT32, to which FLOAT"});
    call.tensor(out).dtype = ACL_COMPLEX64;
    ExpectRefused(call, {"self: rank is 9"});
    call.tensor(self).shape = shape;
    ExpectRefused(call, {"condition, self and other: shapes [5], "});
    call.tensor(condition).shape = {1, 1, 1, 1};
    ExpectRefused(call, {"out: shape is ", "the broadcast shape of condition, self and other"});
    call.tensor(condition).shape = {4};
    if (test::CountOf(shape) > 0) ExpectRefused(call, {"out: shares memory with other"});
    call.tensor(out).data = call.tensor(other).data + 2000;
    EXPECT_EQ(ExpectAccepted(call).workspace_size, 0u);
  }
}

// A view of another dtype is refused, even if its elements have the same size.
TEST(SWhereTest, InPlaceOfAnInputOfTheSameDtypeOnly) {
  TestCall call(*FindOperator("aclnnSWhere"));
  const int self = call.IndexOf("self"), out = call.IndexOf("out");
  call.tensor(out).data = call.tensor(self).data;
  EXPECT_EQ(call.Plan().status, ACLNN_SUCCESS);
  call.tensor(self).dtype = ACL_INT32;
  ExpectRefused(call, {"out: shares memory with self", "INT32", "FLOAT", "same dtype"});
}

TEST(CastTest, Bfloat16AsDtypeNeedsTheChip) {
  const test::ScopedSettings settings([](Settings& s) {
    s.chip = Chip::kAscend310P;
    s.soc_name = "Ascend310P3";
  });
  TestCall call(*FindOperator("aclnnCast"));
  call.SetDtypeArguments(ACL_BF16);
  ExpectRefused(call, {"dtype: is BFLOAT16, which is not supported on Ascend310P"});
}

}  // namespace
}  // namespace openaclnn
