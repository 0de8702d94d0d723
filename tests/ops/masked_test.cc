// Elements where a mask is true: which, in which layouts, and the views that outputs get.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_nonzero.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "ops/registry.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"
#include "tests/ops/indices.h"

namespace openaclnn::test::masked_test {
namespace {

Array Mask(aclDataType dtype, const Shape& shape, int64_t every) {
  return Array(dtype, shape,
               [every](int64_t i) { return static_cast<uint64_t>(i * 7 % every == 0 ? 2 : 0); });
}

// Runs an operator with a tensor in the host's memory for each array, of which the last is the
// output, and gives the view that this has then.
Shape RunForView(const char* name, std::vector<Array> arrays, std::vector<int64_t>& output) {
  EnsureDevice();
  std::vector<AnyArgument> arguments(arrays.size());
  std::vector<aclTensor*> tensors;
  for (size_t i = 0; i < arrays.size(); ++i) {
    Array& array = arrays[i];
    tensors.push_back(aclCreateTensor(array.shape.data(), array.shape.size(), array.dtype, nullptr,
                                      0, ACL_FORMAT_ND, array.shape.data(), array.shape.size(),
                                      array.bytes.data()));
    arguments[i].tensor = tensors.back();
  }
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const Operator& entry = *FindOperator(name);
  EXPECT_EQ(entry.plan(arguments, &size, &executor), 0);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(entry.run(nullptr, 0, executor, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  int64_t* dims = nullptr;
  uint64_t rank = 0;
  EXPECT_EQ(aclGetViewShape(tensors.back(), &dims, &rank), 0);
  const Shape shape(dims, dims + rank);
  delete[] dims;
  output.resize(static_cast<size_t>(arrays.back().size()));
  if (!output.empty()) std::memcpy(output.data(), arrays.back().bytes.data(), 8 * output.size());
  for (aclTensor* const tensor : tensors) aclDestroyTensor(tensor);
  return shape;
}

// ---- MaskedSelect

TEST(MaskedSelectTest, TakesElementsInOrder) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_DOUBLE}) {
    const Shape shape = {7, 5, 300};
    const Array self = RandomPatterns(dtype, shape, 3), mask = Mask(ACL_BOOL, {5, 300}, 3);
    Array expected(dtype, {7 * 5 * 300}, [&](int64_t) { return UnwrittenBits(dtype); });
    int64_t taken = 0;
    for (int64_t i = 0; i < self.size(); ++i) {
      if (mask.Bits(i % mask.size()) != 0) expected.SetBits(taken++, self.Bits(i));
    }
    const OperatorCall call = {"aclnnMaskedSelect", {self, mask, Array(dtype, {7 * 5 * 300})}};
    const std::vector<Array> results = RunCall(call);
    EXPECT_EQ(results[0].bytes, expected.bytes);
    if (dtype == ACL_FLOAT) ExpectSameBitsInAllLayouts(call);
  }
}

TEST(MaskedSelectTest, OfManyWithAnyThreads) {
  const Array self = RandomArray(ACL_FLOAT, {20000}, 3);
  ExpectSameBitsInAllSettings(
      {"aclnnMaskedSelect", {self, Mask(ACL_UINT8, {20000}, 5), Array(ACL_FLOAT, {20000})}});
}

TEST(MaskedSelectTest, Views) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  std::vector<int64_t> output;
  const Array self(ACL_INT64, {2, 3}, [](int64_t i) { return static_cast<uint64_t>(i + 10); });
  EXPECT_EQ(RunForView("aclnnMaskedSelect",
                       {self, ArrayOf(ACL_BOOL, {1, 0, 1}), Array(ACL_INT64, {6})}, output),
            (Shape{4}));
  EXPECT_EQ(output, (std::vector<int64_t>{10, 12, 13, 15, 0, 0}));
  EXPECT_EQ(RunForView("aclnnMaskedSelect", {self, Array(ACL_BOOL, {2, 1}), Array(ACL_INT64, {6})},
                       output),
            (Shape{0}));
  const Array one(ACL_INT64, {}, [](int64_t) { return uint64_t{5}; });
  EXPECT_EQ(RunForView("aclnnMaskedSelect",
                       {one, ArrayOf(ACL_UINT8, {}, {3}), Array(ACL_INT64, {1})}, output),
            (Shape{1}));
  EXPECT_EQ(output, (std::vector<int64_t>{5}));
}

// ---- InplaceMaskedScatter

TEST(MaskedScatterTest, TakesElementsInOrder) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT64, ACL_BOOL}) {
    const Array self = RandomPatterns(dtype, {4, 5, 60}, 3), mask = Mask(ACL_UINT8, {5, 1}, 2);
    const Array source = RandomPatterns(dtype, {30, 40}, 4);
    Array expected = self;
    int64_t taken = 0;
    for (int64_t i = 0; i < self.size(); ++i) {
      if (mask.Bits(i / 60 % 5) != 0) expected.SetBits(i, source.Bits(taken++));
    }
    const OperatorCall call = {"aclnnInplaceMaskedScatter", {self, mask, source}};
    EXPECT_EQ(RunCall(call)[0].bytes, expected.bytes);
    if (dtype == ACL_FLOAT) ExpectSameBitsInAllLayouts(call);
  }
}

TEST(MaskedScatterTest, TooFew) {
  const Array self = RandomArray(ACL_FLOAT, {4}, 3), mask = ArrayOf(ACL_BOOL, {1, 1, 0, 1});
  EXPECT_NE(FailureOf({"aclnnInplaceMaskedScatter", {self, mask, ArrayOf(ACL_FLOAT, {1, 2})}},
                      ACL_ERROR_RT_AICORE_EXCEPTION)
                .find("aclnnInplaceMaskedScatter: source: has 2 elements, expected at least 3"),
            std::string::npos);
}

// ---- Nonzero

TEST(NonzeroTest, Views) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  std::vector<int64_t> output;
  const Array self = ArrayOf(ACL_FLOAT, {2, 3}, {0, -0.0, 5, kNan, 0, -1});
  EXPECT_EQ(RunForView("aclnnNonzero", {self, Array(ACL_INT64, {6, 2})}, output), (Shape{3, 2}));
  EXPECT_EQ(output, (std::vector<int64_t>{0, 2, 1, 0, 1, 2, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(RunForView("aclnnNonzeroV2", {self, Array(ACL_INT64, {2, 6})}, output), (Shape{2, 3}));
  EXPECT_EQ(output, (std::vector<int64_t>{0, 1, 1, 2, 0, 2, 0, 0, 0, 0, 0, 0}));
  const Array none(ACL_INT32, {3, 0, 2}), one = ArrayOf(ACL_BOOL, {}, {1});
  EXPECT_EQ(RunForView("aclnnNonzeroV2", {none, Array(ACL_INT64, {3, 0})}, output), (Shape{3, 0}));
  EXPECT_EQ(RunForView("aclnnNonzero", {one, Array(ACL_INT64, {1, 0})}, output), (Shape{1, 0}));
}

TEST(NonzeroTest, EveryDtype) {
  if (OnGpu()) GTEST_SKIP() << "host memory";
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_UINT8, ACL_INT16, ACL_UINT16,
        ACL_INT32, ACL_UINT32, ACL_INT64, ACL_UINT64, ACL_BOOL}) {
    Array self(dtype, {3000});
    std::vector<int64_t> expected, output;
    for (const int64_t i : {0, 7, 1023, 1024, 2999}) {
      self.SetBits(i, 1);  // subnormal numbers are not 0
      expected.push_back(i);
    }
    EXPECT_EQ(RunForView("aclnnNonzeroV2", {self, Array(ACL_INT64, {1, 5})}, output),
              (Shape{1, 5}));
    EXPECT_EQ(output, expected) << DtypeName(dtype);
  }
}

TEST(NonzeroTest, OfManyWithAnyThreadsAndLayouts) {
  const Array self = Mask(ACL_INT32, {20, 20, 50}, 4);
  ExpectSameBitsInAllSettings({"aclnnNonzero", {self, Array(ACL_INT64, {20000, 3})}});
  const Array small = Mask(ACL_FLOAT, {3, 4, 5}, 4);
  const std::vector<Array> plain = RunCall({"aclnnNonzeroV2", {small, Array(ACL_INT64, {3, 60})}});
  for (const Layout& layout : OutputLayouts()) {
    Placement placement;
    placement.layouts = {&layout};
    EXPECT_TRUE(SameBits(
        RunCall({"aclnnNonzeroV2", {small, Array(ACL_INT64, {3, 60})}}, placement)[0], plain[0]));
  }
}

TEST(NonzeroTest, TooLittleRoom) {
  EXPECT_NE(
      FailureOf({"aclnnNonzero", {ArrayOf(ACL_FLOAT, {1, 1, 0, 1}), Array(ACL_INT64, {2, 1})}},
                ACL_ERROR_RT_AICORE_EXCEPTION)
          .find("aclnnNonzero: out: has 2 elements, expected 3, for 3 places along 1 axes"),
      std::string::npos);
}

// The tensor may be gone when the stream runs the call.
TEST(NonzeroTest, OfADestroyedOutput) {
  EnsureDevice();
  if (OnGpu()) GTEST_SKIP() << "host memory";
  float self[3] = {1, 0, 2};
  int64_t out[3] = {-1, -1, -1};
  const int64_t shape[] = {3}, of_out[] = {3, 1};
  aclTensor* const from =
      aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, self);
  aclTensor* const to =
      aclCreateTensor(of_out, 2, ACL_INT64, nullptr, 0, ACL_FORMAT_ND, of_out, 2, out);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnNonzeroGetWorkspaceSize(from, to, &size, &executor), 0);
  aclDestroyTensor(from);
  aclDestroyTensor(to);
  EXPECT_EQ(aclnnNonzero(nullptr, 0, executor, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[1], 2);
  EXPECT_EQ(out[2], -1);
}

}  // namespace
}  // namespace openaclnn::test::masked_test
