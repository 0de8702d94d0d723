// What operators refuse that make elements, or put them elsewhere, by numbers of theirs.
#include <string>
#include <vector>

#include "base/dtype.h"
#include "tests/contract/test_call.h"
#include "tests/ops/harness/values.h"

namespace openaclnn {
namespace {

using test::ExpectRefused;
using test::kInfinity;
using test::kNan;
using test::Shape;
using test::TestCall;

TEST(ArangeRefusalTest, Messages) {
  const auto refuses = [](double start, double end, double step, aclDataType dtype, Shape shape,
                          const std::string& message) {
    TestCall call(*FindOperator("aclnnArange"));
    call.SetScalar(0, start, ACL_DOUBLE);
    call.SetScalar(1, end, ACL_DOUBLE);
    call.SetScalar(2, step, ACL_DOUBLE);
    call.tensor(3).dtype = dtype;
    call.tensor(3).shape = std::move(shape);
    ExpectRefused(call, {message});
  };
  refuses(0, 4, 1, ACL_INT8, {4}, "out: dtype is INT8");
  refuses(0, 4, 1, ACL_FLOAT, {2, 2}, "out: shape is [2, 2], expected [4]");
  refuses(0, kNan, 1, ACL_FLOAT, {4}, "end: is nan, expected a finite number");
  refuses(0, 4, kInfinity, ACL_FLOAT, {1}, "step: is inf, expected a finite number");
  refuses(0, 4, 0, ACL_FLOAT, {4}, "step: is 0, which is 0 as FLOAT, expected another number");
  refuses(0, 4, 0.5, ACL_INT32, {8}, "step: is 0.5, which is 0 as INT32");
  refuses(0, 4, -1, ACL_FLOAT, {0}, "end: is 4, expected at most 0, which is start, as step is -1");
  refuses(1, 0.5, 1, ACL_FLOAT, {0}, "end: is 0.5, expected at least 1, which is start");
  refuses(0, 4, 1, ACL_FLOAT, {5}, "out: shape is [5], expected [4], the numbers from 0 to 4 by 1");
  refuses(0, 1e300, 1e-300, ACL_FLOAT, {5}, "out: shape is [5], expected one that cannot be");
}

TEST(ConstantPadRefusalTest, Messages) {
  const auto refuses = [](const std::vector<int64_t>& pad, Shape out, const std::string& message) {
    TestCall call(*FindOperator("aclnnConstantPadNd"));
    const test::IntArrayHandle integers(aclCreateIntArray(pad.data(), pad.size()));
    call.SetHandle(1, integers.get());
    call.tensor(0).shape = {2, 3};
    call.tensor(3).shape = std::move(out);
    ExpectRefused(call, {message});
  };
  refuses({1}, {2, 4}, "pad: has 1 numbers, expected an even count up to 4, as the rank");
  refuses({0, 0, 0, 0, 0, 0}, {2, 3}, "pad: has 6 numbers");
  refuses({1, 1}, {2, 4},
          "out: shape is [2, 4], expected [2, 5], the shape [2, 3] of self with pad");
  refuses({-4, 4}, {2, 3}, "pad: has -4 and 4 for axis 1 of self (shape [2, 3]), expected a size");
  refuses({-2, -2}, {2, 0}, "pad: has -2 and -2 for axis 1");
  refuses({INT64_MAX, INT64_MAX}, {2, 3}, "pad: has 9223372036854775807");
  refuses({-3, 0, 1, 0}, {3, 0}, "pad: has 1, which is not below 1, though out would have no");
}

TEST(TriangleRefusalTest, Messages) {
  for (const char* const name : {"aclnnTriu", "aclnnTril"}) {
    TestCall call(*FindOperator(name));
    call.tensor(0).dtype = ACL_COMPLEX64;
    ExpectRefused(call, {"self: dtype is COMPLEX64, which is not supported on Ascend910B"});
    call.tensor(0).dtype = ACL_COMPLEX128;
    ExpectRefused(call, {"self: dtype is COMPLEX128"});
    call.tensor(0).dtype = ACL_INT8;
    ExpectRefused(call, {"out: dtype is FLOAT"});
    call.SetDtypes(ACL_INT8);
    call.tensor(0).shape = call.tensor(2).shape = {5};
    ExpectRefused(call, {"self: rank is 1 (shape [5]), expected at least 2"});
    call.tensor(0).shape = {2, 2};
    ExpectRefused(call, {"out: shape is [5]"});
  }
}

TEST(StackRefusalTest, Messages) {
  TestCall call(*FindOperator("aclnnStack"));
  const int tensors = call.IndexOf("tensors"), out = call.IndexOf("out");
  call.tensor(tensors).shape = {2, 3};
  call.tensor(out).shape = {2, 3, 3};
  ExpectRefused(call, {"out: shape is [2, 3, 3], expected [2, 3, 2], the shape of tensors[0]"});
  call.tensor(tensors).dtype = ACL_INT4;
  ExpectRefused(call, {"tensors[0]: dtype is INT4"});
  call.tensor(tensors).dtype = ACL_COMPLEX64;
  ExpectRefused(call, {"out: dtype is FLOAT, to which COMPLEX64"});
}

TEST(ChunkCatRefusalTest, Messages) {
  TestCall call(*FindOperator("aclnnChunkCat"));
  const int tensors = call.IndexOf("tensors"), out = call.IndexOf("out");
  call.tensor(tensors).shape = {2, 3};
  call.tensor(out).shape = {2, 6};
  ExpectRefused(call, {"out: shape is [2, 6], expected [1, 12], a row for each chunk with that of "
                       "all of tensors"});
  call.tensor(tensors).shape = {};
  ExpectRefused(call, {"tensors[0]: rank is 0 (shape []), expected at least 1"});
  call.tensor(tensors).shape = {2, 3};
  call.tensor(out).shape = {1, 12};
  call.tensor(out).dtype = ACL_FLOAT16;
  ExpectRefused(call, {"out: dtype is FLOAT16, expected FLOAT, the dtype of tensors"});
  call.tensor(out).dtype = ACL_DOUBLE;
  ExpectRefused(call, {"out: dtype is DOUBLE"});
}

TEST(RepeatRefusalTest, Messages) {
  const auto refuses = [](const std::vector<int64_t>& repeats, Shape out, const char* message) {
    TestCall call(*FindOperator("aclnnRepeat"));
    const test::IntArrayHandle integers(aclCreateIntArray(repeats.data(), repeats.size()));
    call.SetHandle(1, integers.get());
    call.tensor(0).shape = {2, 3};
    call.tensor(2).shape = std::move(out);
    ExpectRefused(call, {message});
  };
  refuses({2}, {2, 6}, "repeats: has 1 numbers, expected from 2, the rank of self (shape [2, 3])");
  refuses({1, 1, 1, 1, 1, 1, 1, 2, 2}, {4, 6}, "repeats: has 9 numbers");
  refuses({1, -2}, {2, 6}, "repeats: has -2, expected at least 0");
  refuses({2, 2}, {4, 7}, "out: shape is [4, 7], expected [4, 6], the shape [2, 3] of self times");
  refuses({1, INT64_MAX}, {4, 7}, "out: its size would be 9223372036854775807 times 3");
}

TEST(RepeatInterleaveRefusalTest, Messages) {
  TestCall call(*FindOperator("aclnnRepeatInterleaveIntWithDim"));
  call.tensor(0).shape = {2, 3};
  call.tensor(4).shape = {2, 5};
  ExpectRefused(call, {"out: shape is [2, 5], expected [2, 6], as each element of self (shape [2, "
                       "3]) comes 2 times"});
  call.tensor(0).shape = call.tensor(4).shape = {};
  ExpectRefused(call, {"dim: is -1, expected an axis of self (shape [])"});
  TestCall row(*FindOperator("aclnnRepeatInterleaveInt"));
  row.tensor(0).shape = {2, 3};
  row.tensor(3).shape = {11};
  ExpectRefused(row, {"out: shape is [11], expected [12]"});
}

TEST(RangeRefusalTest, Messages) {
  TestCall call(*FindOperator("aclnnRange"));
  call.tensor(3).shape = {4};
  ExpectRefused(call, {"out: shape is [4], expected [3], the numbers from 1 to 3 by 1"});
  call.SetScalar(2, -1, ACL_FLOAT);
  ExpectRefused(call, {"end: is 3, expected at most 1, which is start, as step is -1"});
  TestCall linspace(*FindOperator("aclnnLinspace"));
  linspace.tensor(3).shape = {2, 2};
  ExpectRefused(linspace, {"out: shape is [2, 2], expected 3 elements, which is steps"});
}

TEST(PermuteRefusalTest, Messages) {
  TestCall call(*FindOperator("aclnnPermute"));
  call.tensor(0).shape = {2, 3, 4};
  ExpectRefused(call, {"dims: has 2 numbers, expected 3, the rank of self (shape [2, 3, 4])"});
  call.tensor(0).shape = {2, 3};
  ExpectRefused(call, {"out: shape is [4, 6], expected [3, 2], the shape [2, 3] of self in the"});
  const std::vector<int64_t> twice = {1, -1};
  const test::IntArrayHandle dims(aclCreateIntArray(twice.data(), twice.size()));
  call.SetHandle(1, dims.get());
  ExpectRefused(call, {"dims: has -1, the axis 1 of self (shape [2, 3]), twice"});
}

TEST(ExpandRefusalTest, Messages) {
  TestCall call(*FindOperator("aclnnExpand"));
  call.tensor(0).shape = {5, 4};
  ExpectRefused(call, {"size: is [6, 4], to which self (shape [5, 4]) does not broadcast"});
  call.tensor(0).shape = {1, 1, 4};
  ExpectRefused(call, {"size: is [6, 4], to which self (shape [1, 1, 4]) does not broadcast"});
}

TEST(RepeatInterleaveByRefusalTest, Messages) {
  TestCall call(*FindOperator("aclnnRepeatInterleaveWithDim"));
  call.tensor(0).shape = {2, 3};
  call.tensor(4).shape = {2, 7};
  call.tensor(1).shape = {2};
  ExpectRefused(call, {"repeats: shape is [2], expected [3], [1] or []"});
  call.tensor(1).shape = {1, 1};
  ExpectRefused(call, {"repeats: shape is [1, 1], expected [3], [1] or []"});
  call.tensor(1).shape = {3};
  call.tensor(4).shape = {3, 7};
  ExpectRefused(call, {"out: shape is [3, 7], expected [2, 7], the shape of self except"});
  TestCall row(*FindOperator("aclnnRepeatInterleave"));
  row.tensor(1).dtype = ACL_INT8;
  ExpectRefused(row, {"repeats: dtype is INT8"});
  row.tensor(1).dtype = ACL_INT32;
  row.tensor(3).shape = {2, 2};
  ExpectRefused(row, {"out: rank is 2 (shape [2, 2]), expected 1"});
}

TEST(SplitRefusalTest, Messages) {
  TestCall call(*FindOperator("aclnnSplitTensor"));
  call.tensor(0).shape = {2, 9};
  ExpectRefused(call, {"out: has 2 tensors, expected 3, the parts of self (shape [2, 9])"});
  call.tensor(0).shape = {6, 7};
  ExpectRefused(call, {"out[1]: shape is [6, 4], expected [6, 3], a part of self (shape [6, 7])"});
  call.tensor(0).shape = {6, 0};
  ExpectRefused(call, {"splitSections: is 4, expected 0, as the size of self along dim is 0"});
  call.tensor(0).shape = {};
  ExpectRefused(call, {"dim: is -1, expected an axis of self (shape [])"});
  TestCall sizes(*FindOperator("aclnnSplitWithSize"));
  sizes.tensor(0).shape = {6, 7};
  ExpectRefused(sizes, {"splitSize: has [4, 4], expected the sum 7, the size of self along dim"});
}

TEST(EyeRefusalTest, Messages) {
  TestCall call(*FindOperator("aclnnEye"));
  call.tensor(2).shape = {3, 4};
  ExpectRefused(call, {"out: shape is [3, 4], expected [3, 3], n and m"});
  call.tensor(2).shape = {3};
  ExpectRefused(call, {"out: rank is 1"});
  call.tensor(2).dtype = ACL_DOUBLE;
  ExpectRefused(call, {"out: dtype is DOUBLE"});
}

TEST(RollRefusalTest, Messages) {
  const auto refuses = [](const std::vector<int64_t>& shifts, const std::vector<int64_t>& dims,
                          const Shape& shape, const char* message) {
    TestCall call(*FindOperator("aclnnRoll"));
    const test::IntArrayHandle by(aclCreateIntArray(shifts.data(), shifts.size()));
    const test::IntArrayHandle along(aclCreateIntArray(dims.data(), dims.size()));
    call.SetHandle(1, by.get());
    call.SetHandle(2, along.get());
    call.tensor(0).shape = call.tensor(3).shape = shape;
    ExpectRefused(call, {message});
  };
  refuses({1, 2}, {0}, {2, 3}, "shifts: has 2 numbers, expected 1, as dims has 1");
  refuses({1, 2}, {}, {2, 3}, "shifts: has 2 numbers, expected 1, as dims has 0");
  refuses({1}, {2}, {2, 3}, "dims: has 2, expected -2 to 1, the axes of x (shape [2, 3])");
  refuses({1}, {0}, {}, "dims: has 0, expected none, as x has no axes (shape [])");
}

}  // namespace
}  // namespace openaclnn
