// aclnnInplaceZero, aclnnInplaceOne and aclnnInplaceFillScalar: every dtype, layout and setting,
// against a number converted by itself.
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_ones.h"
#include "aclnnop/aclnn_zero.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test::fill_test {
namespace {

using Bytes = std::vector<std::byte>;

template <class T>
Bytes BytesOf(std::initializer_list<T> values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.begin(), bytes.size());
  return bytes;
}

// The first phase of a fill of this tensor.
using Plan = std::function<aclnnStatus(aclTensor*, uint64_t*, aclOpExecutor**)>;
using Run = aclnnStatus (*)(void*, uint64_t, aclOpExecutor*, aclrtStream);

Array Unwritten(aclDataType dtype, const Shape& shape) {
  Array array(dtype, shape);
  for (std::byte& byte : array.bytes) byte = std::byte{0xa7};
  return array;
}

// Fills a tensor and expects `element` everywhere, and no other write.
void ExpectFilled(aclDataType dtype, const Shape& shape, const Layout& layout, const Bytes& element,
                  const Plan& plan, Run run) {
  SCOPED_TRACE(DtypeName(dtype) + " " + TextOf(shape) + " " + layout.name);
  const PlacedTensor target(Unwritten(dtype, shape), layout);
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(plan(target.handle(), &size, &executor), 0) << aclGetRecentErrMsg();
  EXPECT_EQ(size, 0u);
  ASSERT_EQ(run(nullptr, 0, executor, nullptr), 0);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  Bytes expected;
  for (int64_t i = 0; i < CountOf(shape); ++i) Append(expected, element);
  EXPECT_EQ(FirstDifference(dtype, target.Read().bytes, expected), -1);
  EXPECT_TRUE(target.SurroundingsIntact());
}

void ExpectNumber(aclDataType dtype, const Shape& shape, const Layout& layout, double number) {
  const Bytes element = Converted(ACL_DOUBLE, dtype, BytesOf({number}));
  const auto plan = number == 0 ? aclnnInplaceZeroGetWorkspaceSize
                                : [](aclTensor* tensor, uint64_t* size, aclOpExecutor** executor) {
                                    return aclnnInplaceOneGetWorkspaceSize(tensor, size, executor);
                                  };
  ExpectFilled(dtype, shape, layout, element, plan,
               number == 0 ? aclnnInplaceZero : aclnnInplaceOne);
}

void ExpectScalar(aclDataType dtype, const Shape& shape, const Layout& layout, aclDataType from,
                  const Bytes& number) {
  SCOPED_TRACE(DtypeName(from));
  Bytes copy = number;
  const ScalarHandle scalar(aclCreateScalar(copy.data(), from));
  const Plan plan = [&](aclTensor* tensor, uint64_t* size, aclOpExecutor** executor) {
    return aclnnInplaceFillScalarGetWorkspaceSize(tensor, scalar.get(), size, executor);
  };
  ExpectFilled(dtype, shape, layout, Converted(from, dtype, number), plan, aclnnInplaceFillScalar);
}

bool HasZero(aclDataType dtype) { return dtype != ACL_UINT32 && dtype != ACL_UINT64; }
bool HasOne(aclDataType dtype) { return HasZero(dtype) && !IsComplex(dtype); }

class FillTest : public testing::Test {
 protected:
  FillTest() { EnsureDevice(); }
};

TEST_F(FillTest, ZeroAndOneInEveryLayout) {
  for (const aclDataType dtype : ConvertedDtypes()) {
    for (const Shape& shape : {Shape{}, Shape{1}, Shape{37}, Shape{0}, Shape{2, 0, 3},
                               Shape{5, 3, 7}, Shape{3, 1500}, Shape{2, 3, 2, 2, 3, 2, 2, 3}}) {
      for (const Layout& layout : OutputLayouts()) {
        if (HasZero(dtype)) ExpectNumber(dtype, shape, layout, 0);
        if (HasOne(dtype)) ExpectNumber(dtype, shape, layout, 1);
      }
    }
  }
}

// Numbers of every dtype at which conversions are decided.
std::vector<std::pair<aclDataType, Bytes>> Numbers() {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<std::pair<aclDataType, Bytes>> numbers;
  for (const double number : {0.1, 1.9, -1.9, 300.0, -0.0, 1e300, 65519.9999, kNan, 0x1p63}) {
    numbers.emplace_back(ACL_DOUBLE, BytesOf({number}));
  }
  for (const float number : {0.1f, -3e38f, kInfinity, 1e-45f}) {
    numbers.emplace_back(ACL_FLOAT, BytesOf({number}));
  }
  for (const int64_t number : {int64_t{300}, int64_t{-1}, INT64_MIN, (int64_t{1} << 53) + 1}) {
    numbers.emplace_back(ACL_INT64, BytesOf({number}));
  }
  numbers.emplace_back(ACL_UINT64, BytesOf({UINT64_MAX}));
  numbers.emplace_back(ACL_UINT32, BytesOf({uint32_t{4000000001u}}));
  numbers.emplace_back(ACL_UINT16, BytesOf({uint16_t{65535}}));
  numbers.emplace_back(ACL_INT32, BytesOf({int32_t{65520}}));
  numbers.emplace_back(ACL_INT16, BytesOf({int16_t{-32768}}));
  numbers.emplace_back(ACL_INT8, BytesOf({int8_t{-128}}));
  numbers.emplace_back(ACL_UINT8, BytesOf({uint8_t{255}}));
  numbers.emplace_back(ACL_BOOL, BytesOf({uint8_t{1}}));
  numbers.emplace_back(ACL_FLOAT16, BytesOf({uint16_t{0x7bff}}));
  numbers.emplace_back(ACL_BF16, BytesOf({uint16_t{0xc2c8}}));  // -100
  numbers.emplace_back(ACL_COMPLEX64, BytesOf({1.5f, -2.5f}));
  numbers.emplace_back(ACL_COMPLEX128, BytesOf({1e300, 0.1}));
  return numbers;
}

TEST_F(FillTest, EveryScalarIntoEveryDtype) {
  int pairs = 0;
  for (const auto& [from, number] : Numbers()) {
    for (const aclDataType dtype : ConvertedDtypes()) {
      const bool is_taken = !IsComplex(from) && PromoteWithScalar(dtype, from).has_value();
      if (!IsComplex(dtype) && !is_taken) continue;
      ExpectScalar(dtype, {5, 300}, Dense(), from, number);
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 250);
}

// What the header says.
TEST_F(FillTest, WrittenOut) {
  const auto expect = [](aclDataType from, const Bytes& number, aclDataType dtype,
                         const Bytes& element) {
    EXPECT_EQ(FirstDifference(dtype, Converted(from, dtype, number), element), -1);
    ExpectScalar(dtype, {3}, Dense(), from, number);
  };
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  expect(ACL_DOUBLE, BytesOf({0.1}), ACL_FLOAT16, BytesOf({uint16_t{0x2e66}}));
  expect(ACL_DOUBLE, BytesOf({1.9}), ACL_INT32, BytesOf({1}));
  expect(ACL_INT32, BytesOf({300}), ACL_INT8, BytesOf({int8_t{44}}));
  expect(ACL_DOUBLE, BytesOf({300.0}), ACL_INT8, BytesOf({int8_t{127}}));
  expect(ACL_DOUBLE, BytesOf({kNan}), ACL_INT64, BytesOf({int64_t{0}}));
  expect(ACL_FLOAT, BytesOf({2.0f}), ACL_COMPLEX128, BytesOf({2.0, 0.0}));
  expect(ACL_COMPLEX64, BytesOf({1.0f, -2.0f}), ACL_COMPLEX128, BytesOf({1.0, -2.0}));
}

// Dtypes that no tensor has here: an INT4 of -1 has the low bits of -1 in any other.
TEST_F(FillTest, NarrowScalars) {
  uint8_t bits = 0xf;
  const ScalarHandle minus_one(aclCreateScalar(&bits, ACL_INT4));
  const Plan plan = [&](aclTensor* tensor, uint64_t* size, aclOpExecutor** executor) {
    return aclnnInplaceFillScalarGetWorkspaceSize(tensor, minus_one.get(), size, executor);
  };
  ExpectFilled(ACL_UINT8, {9}, Dense(), BytesOf({uint8_t{255}}), plan, aclnnInplaceFillScalar);
  ExpectFilled(ACL_FLOAT, {9}, Dense(), BytesOf({-1.0f}), plan, aclnnInplaceFillScalar);
}

// Threads, tiles and stores past the caches.
TEST_F(FillTest, EverySetting) {
  for (const int64_t cache : {int64_t{0}, int64_t{1} << 40}) {
    const ScopedCacheBytes cache_bytes(cache);
    for (const auto& [threads, tile] : {std::pair{1, 4096}, std::pair{3, 64}}) {
      const ScopedSettings settings([threads = threads, tile = tile](Settings& s) {
        s.num_threads = threads;
        s.tile = tile;
      });
      for (const Layout& layout : OutputLayouts()) {
        for (const Shape& shape : {Shape{2, 70, 101}, Shape{3, 1500}}) {
          ExpectScalar(ACL_INT8, shape, layout, ACL_INT64, BytesOf({int64_t{77}}));
          ExpectScalar(ACL_FLOAT, shape, layout, ACL_DOUBLE, BytesOf({0.1}));
          ExpectScalar(ACL_COMPLEX128, shape, layout, ACL_COMPLEX64, BytesOf({1.0f, 2.0f}));
        }
      }
      ExpectScalar(ACL_BF16, {1'000'003}, Dense(), ACL_DOUBLE, BytesOf({0.1}));
      ExpectScalar(ACL_BF16, {1'100'003}, Dense(), ACL_DOUBLE, BytesOf({0.1}));  // 2 MiB
      ExpectScalar(ACL_DOUBLE, {300'001}, Dense(), ACL_DOUBLE, BytesOf({0.1}));
      ExpectScalar(ACL_COMPLEX128, {150'001}, Dense(), ACL_COMPLEX64, BytesOf({1.0f, 2.0f}));
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::fill_test
