// What operators of windows, of sizes in space and of grids refuse beside dtypes, ranks and nulls.
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_apply_top_k_top_p.h"
#include "aclnnop/aclnn_pdist.h"
#include "aclnnop/aclnn_unfold_grad.h"
#include "base/dtype.h"
#include "tests/contract/test_call.h"
#include "tests/ops/harness/values.h"

namespace openaclnn {
namespace {

using test::Shape;
using test::TestCall;
using Integers = std::vector<int64_t>;

// Refuses a call with these arrays and shapes, by their arguments.
void ExpectRefusedWith(const char* name, const std::vector<std::pair<int, Integers>>& arrays,
                       const std::vector<std::pair<int, Shape>>& shapes,
                       const std::string& message) {
  TestCall call(*FindOperator(name));
  std::vector<test::IntArrayHandle> handles;
  for (const auto& [argument, numbers] : arrays) {
    handles.emplace_back(aclCreateIntArray(numbers.data(), numbers.size()));
    call.SetHandle(argument, handles.back().get());
  }
  for (const auto& [argument, shape] : shapes) call.tensor(argument).shape = shape;
  test::ExpectRefused(call, {message});
}

TEST(PoolingRefusalTest, Windows) {
  const auto refuses = [](const Integers& kernel, const Integers& stride, const Integers& padding,
                          const Integers& dilation, const Shape& out, const std::string& message) {
    ExpectRefusedWith("aclnnMaxPool2dWithIndices",
                      {{1, kernel}, {2, stride}, {3, padding}, {4, dilation}},
                      {{0, {1, 2, 6, 8}}, {6, out}, {7, out}}, message);
  };
  const Shape out = {1, 2, 3, 4};
  refuses({1, 2, 3}, {2}, {0}, {1}, out, "kernelSize: has 3 numbers, expected 1 or 2");
  refuses({2}, {1, 2, 3}, {0}, {1}, out, "stride: has 3 numbers, expected 0, 1 or 2");
  refuses({2}, {2}, {}, {1}, out, "padding: has 0 numbers, expected 1 or 2");
  refuses({2, 0}, {2}, {0}, {1}, out, "kernelSize: has 0, expected numbers of at least 1");
  refuses({2}, {0}, {0}, {1}, out, "stride: has 0, expected numbers of at least 1");
  refuses({2}, {2}, {-1}, {1}, out, "padding: has -1, expected numbers of at least 0");
  refuses({2}, {2}, {0}, {0}, out, "dilation: has 0, expected numbers of at least 1");
  refuses({3}, {2}, {2}, {1}, out,
          "padding: has 2 for windows of 3 elements, expected at most half of them");
  refuses({7}, {2}, {0}, {1}, out,
          "self: shape is [1, 2, 6, 8], expected room for a window of 7 elements along axis 2");
  refuses({2}, {2}, {0}, {1}, {1, 2, 3, 5},
          "out: shape is [1, 2, 3, 5], expected [1, 2, 3, 4], that of the windows of self (shape "
          "[1, 2, 6, 8])");
  ExpectRefusedWith("aclnnMaxPool2dWithMask", {{4, {2}}}, {}, "dilation: has 2, expected 1");
  ExpectRefusedWith("aclnnAvgPool2d", {}, {{0, {6, 8}}},
                    "self: rank is 2 (shape [6, 8]), expected 3 or 4");
  ExpectRefusedWith("aclnnAvgPool2d", {}, {{0, {2, 0, 6, 8}}},
                    "self: shape is [2, 0, 6, 8], expected elements along the last 3 axes");
  ExpectRefusedWith("aclnnAdaptiveAvgPool2d", {{1, {3}}}, {},
                    "outputSize: has 1 numbers, expected 2");
}

aclTensor* TensorOf(const Shape& shape) {
  return aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                         shape.data(), shape.size(), nullptr);
}

// What the last call that was refused said.
std::string RefusalOf(aclnnStatus status, aclnnStatus expected = ACLNN_ERR_PARAM_INVALID) {
  EXPECT_EQ(status, expected);
  const std::string message = aclGetRecentErrMsg();
  const size_t begin = message.find(": ") + 2;
  return message.substr(begin, message.find(" [EZ") - begin);
}

struct Unfolded {
  Integers sizes = {7, 5};
  int64_t dim = 0, size = 2, step = 2;
  Shape grad = {3, 5, 2};

  std::string Refusal() const {
    const aclTensor *const of_windows = TensorOf(grad), *const whole = TensorOf({7, 5});
    const aclIntArray* const array = aclCreateIntArray(sizes.data(), sizes.size());
    uint64_t bytes;
    aclOpExecutor* executor;
    const std::string message = RefusalOf(aclnnUnfoldGradGetWorkspaceSize(
        of_windows, array, dim, size, step, whole, &bytes, &executor));
    for (const aclTensor* const tensor : {of_windows, whole}) aclDestroyTensor(tensor);
    aclDestroyIntArray(array);
    return message;
  }
};

TEST(PoolingRefusalTest, Unfolded) {
  using Call = Unfolded;
  EXPECT_EQ(Call{.sizes = {}}.Refusal(), "inputSizes: has 0 numbers, expected 1 to 8");
  EXPECT_EQ((Call{.sizes = {7, -5}}.Refusal()), "inputSizes: has -5, expected sizes");
  EXPECT_EQ(Call{.dim = 2}.Refusal(), "dim: is 2, expected an axis from -2 to 1");
  EXPECT_EQ(Call{.dim = -3}.Refusal(), "dim: is -3, expected an axis from -2 to 1");
  EXPECT_EQ(Call{.size = 8}.Refusal(), "size: is 8, expected 1 to 7, the places along axis 0");
  EXPECT_EQ((Call{.dim = -1, .size = 0}.Refusal()),
            "size: is 0, expected 1 to 5, the places along axis 1");
  EXPECT_EQ(Call{.step = 0}.Refusal(), "step: is 0, expected at least 1");
  EXPECT_EQ((Call{.sizes = {1 << 30, 5}, .size = 1000, .step = 1}.Refusal()),
            "size: is 1000, expected fewer for 1073740825 windows");
  EXPECT_EQ((Call{.grad = {4, 5, 2}}.Refusal()),
            "gradOut: shape is [4, 5, 2], expected [3, 5, 2], the windows and their elements");
  EXPECT_EQ((Call{.sizes = {7, 6}, .grad = {3, 6, 2}}.Refusal()),
            "gradIn: shape is [7, 5], expected [7, 6], as inputSizes says");
}

TEST(DistancesRefusalTest, Pairs) {
  for (const char* const name : {"aclnnPdist", "aclnnPdistForward"}) {
    ExpectRefusedWith(name, {}, {{0, {5, 3}}, {2, {9}}},
                      "out: shape is [9], expected [10], a number for each pair of 5 rows");
    ExpectRefusedWith(name, {}, {{0, {5, 3, 2}}}, "self: rank is 3 (shape [5, 3, 2]), expected 2");
  }
  aclTensor *const self = TensorOf({3, 4}), *const out = TensorOf({3});
  uint64_t bytes;
  aclOpExecutor* executor;
  EXPECT_EQ(RefusalOf(aclnnPdistGetWorkspaceSize(self, -1, out, &bytes, &executor)),
            "p: is -1, expected at least 0");
  EXPECT_EQ(RefusalOf(aclnnPdistGetWorkspaceSize(self, NAN, out, &bytes, &executor)),
            "p: is nan, expected at least 0");
  for (const aclTensor* const tensor : {self, out}) aclDestroyTensor(tensor);
}

TEST(LikelyRefusalTest, Numbers) {
  ExpectRefusedWith("aclnnApplyTopKTopP", {}, {{0, {3, 8}}, {1, {2}}, {2, {3}}, {3, {3, 8}}},
                    "p: shape is [2], expected [3]");
  ExpectRefusedWith("aclnnApplyTopKTopP", {}, {{0, {3, 8}}, {1, {3}}, {2, {8}}, {3, {3, 8}}},
                    "k: shape is [8], expected [3]");
  aclTensor* const logits = TensorOf({3, 4});
  uint64_t bytes;
  aclOpExecutor* executor;
  const std::string refusal = RefusalOf(
      aclnnApplyTopKTopPGetWorkspaceSize(logits, nullptr, nullptr, logits, &bytes, &executor),
      ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(refusal, "p and k: both are null, expected one of them");
  aclDestroyTensor(logits);
}

TEST(ResamplingRefusalTest, Sizes) {
  ExpectRefusedWith("aclnnUpsampleBilinear2d", {{1, {3, 0}}}, {{0, {1, 2, 6, 8}}},
                    "outputSize: has 0, expected sizes above 0");
  ExpectRefusedWith("aclnnUpsampleBilinear2d", {{1, {3}}}, {{0, {1, 2, 6, 8}}},
                    "outputSize: has 1 numbers, expected 2");
  ExpectRefusedWith(
      "aclnnUpsampleBilinear2d", {{1, {3, 4}}}, {{0, {1, 2, 6, 8}}, {5, {1, 2, 3, 5}}},
      "out: shape is [1, 2, 3, 5], expected [1, 2, 3, 4], that of self with outputSize");
  ExpectRefusedWith("aclnnUpsampleBilinear2dBackward", {{1, {3, 4}}, {2, {1, 2, 6, 8}}},
                    {{0, {1, 2, 4, 4}}},
                    "gradOut: shape is [1, 2, 4, 4], expected [1, 2, 3, 4], that of inputSize with "
                    "outputSize");
  ExpectRefusedWith("aclnnUpsampleBilinear2dBackward", {{1, {3, 4}}, {2, {1, 2, 6, 8}}},
                    {{0, {1, 2, 3, 4}}, {6, {1, 2, 3, 4}}},
                    "out: shape is [1, 2, 3, 4], expected [1, 2, 6, 8], as inputSize says");
}

TEST(ResamplingRefusalTest, Margins) {
  ExpectRefusedWith("aclnnReflectionPad1d", {{1, {1}}}, {{0, {2, 3, 4}}},
                    "padding: has 1 numbers, expected 2");
  ExpectRefusedWith(
      "aclnnReflectionPad1d", {{1, {4, 1}}}, {{0, {2, 3, 4}}},
      "padding: has 4 and 1 for axis 2 of self (shape [2, 3, 4]), expected at most 3");
  ExpectRefusedWith("aclnnReplicationPad1d", {{1, {-2, -2}}}, {{0, {2, 3, 4}}},
                    "and an element that is left");
  ExpectRefusedWith(
      "aclnnCircularPad2d", {{1, {0, 0, 4, 0}}}, {{0, {2, 3, 4}}},
      "padding: has 4 and 0 for axis 1 of self (shape [2, 3, 4]), expected at most 3");
  ExpectRefusedWith("aclnnReflectionPad1d", {{1, {1, 2}}}, {{0, {2, 3, 4}}, {2, {2, 3, 6}}},
                    "out: shape is [2, 3, 6], expected [2, 3, 7], that of self with padding");
}

TEST(ResamplingRefusalTest, Grids) {
  ExpectRefusedWith(
      "aclnnGridSampler2D", {}, {{0, {2, 3, 4, 5}}, {1, {2, 4, 5, 3}}},
      "grid: shape is [2, 4, 5, 3], expected 2 along the first axis, as input has, and 2 "
      "along the last one");
  ExpectRefusedWith("aclnnAffineGrid", {{1, {2, 3, 4}}}, {},
                    "size: has 3 numbers, expected 4 or 5");
  ExpectRefusedWith("aclnnAffineGrid", {{1, {2, 3, 4, 5}}}, {{0, {2, 3, 4}}},
                    "theta: shape is [2, 3, 4], expected [2, 2, 3], a matrix for each of size");
}

}  // namespace
}  // namespace openaclnn
