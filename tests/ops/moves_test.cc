// aclnnCast and aclnnInplaceCopy: every pair of dtypes, any layout, shape that broadcasts, and
// setting, against elements converted one by one.
#include <cstring>
#include <random>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "base/dtype.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/converted.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/settings.h"
#include "tests/reached_memory.h"

namespace openaclnn::test::moves_test {
namespace {

// Any bits: NaNs of every payload and BOOL bytes above 1 too. Every second element of
// floats is a small integer and a half.
Array RandomElements(aclDataType dtype, const Shape& shape, unsigned seed) {
  Array array(dtype, shape);
  std::mt19937 random(seed);
  for (std::byte& byte : array.bytes) byte = static_cast<std::byte>(random());
  if (ClassOf(dtype) != DtypeClass::kFloat) return array;
  for (int64_t i = 0; i < array.size(); i += 2) {
    array.SetBits(i, BitsOf(dtype, static_cast<double>(random() % 600) / 2 - 100));
  }
  return array;
}

aclnnStatus Copy(const PlacedTensor& target, const PlacedTensor& source) {
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus planned =
      aclnnInplaceCopyGetWorkspaceSize(target.handle(), source.handle(), &size, &executor);
  if (planned != 0) return planned;
  EXPECT_EQ(size, 0u);
  const aclnnStatus run = aclnnInplaceCopy(nullptr, 0, executor, nullptr);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  return run;
}

aclnnStatus CastInto(const PlacedTensor& target, aclDataType dtype, const PlacedTensor& source) {
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus planned =
      aclnnCastGetWorkspaceSize(source.handle(), dtype, target.handle(), &size, &executor);
  if (planned != 0) return planned;
  EXPECT_EQ(size, 0u);
  const aclnnStatus run = aclnnCast(nullptr, 0, executor, nullptr);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  return run;
}

// Copies an array, which broadcasts to `shape`, and expects converted elements and no other write.
void ExpectCopied(const Array& source, const Layout& source_layout, aclDataType dtype,
                  const Shape& shape, const Layout& layout) {
  SCOPED_TRACE(DtypeName(source.dtype) + " " + TextOf(source.shape) + " " + source_layout.name +
               " to " + DtypeName(dtype) + " " + TextOf(shape) + " " + layout.name);
  const Array seen =
      source_layout.repeats ? Repeated(source, source_layout.strides(source.shape)) : source;
  const PlacedTensor from(seen, source_layout);
  Array unwritten(dtype, shape);
  for (std::byte& byte : unwritten.bytes) byte = std::byte{0xa7};
  const PlacedTensor to(unwritten, layout);
  ASSERT_EQ(Copy(to, from), 0) << aclGetRecentErrMsg();
  const std::vector<std::byte> expected =
      Converted(source.dtype, dtype, Expanded(seen, shape).bytes);
  EXPECT_EQ(FirstDifference(dtype, to.Read().bytes, expected), -1);
  EXPECT_TRUE(to.SurroundingsIntact());
  EXPECT_TRUE(from.Untouched());
}

class MovesTest : public testing::Test {
 protected:
  MovesTest() { EnsureDevice(); }
};

TEST_F(MovesTest, EveryPairOfDtypes) {
  for (const aclDataType from : ConvertedDtypes()) {
    const Array source = RandomElements(from, {7, 3, 53}, 3);
    for (const aclDataType to : ConvertedDtypes()) {
      ExpectCopied(source, Dense(), to, source.shape, Dense());
      ExpectCopied(source, InputLayouts()[1], to, source.shape, Dense());
      const PlacedTensor self(source, Dense()), out(Array(to, source.shape), Dense());
      ASSERT_EQ(CastInto(out, to, self), 0) << aclGetRecentErrMsg();
      EXPECT_EQ(FirstDifference(to, out.Read().bytes, Converted(from, to, source.bytes)), -1);
      EXPECT_TRUE(self.Untouched());
    }
  }
}

// Items of 1 to 16 bytes, equal, growing and shrinking.
constexpr std::pair<aclDataType, aclDataType> kPairs[] = {
    {ACL_UINT8, ACL_UINT8},     {ACL_BF16, ACL_BF16},   {ACL_FLOAT, ACL_FLOAT},
    {ACL_INT64, ACL_INT64},     {ACL_BOOL, ACL_FLOAT},  {ACL_COMPLEX128, ACL_COMPLEX128},
    {ACL_DOUBLE, ACL_FLOAT16},  {ACL_FLOAT, ACL_BF16},  {ACL_INT16, ACL_COMPLEX64},
    {ACL_COMPLEX128, ACL_INT8}, {ACL_INT32, ACL_UINT32}};

TEST_F(MovesTest, EveryLayout) {
  for (const auto& [from, to] : kPairs) {
    for (const Shape& shape : {Shape{}, Shape{1}, Shape{37}, Shape{5, 3, 7}, Shape{43, 70},
                               Shape{2, 3, 2, 2, 3, 2, 2, 3}}) {
      const Array source = RandomElements(from, shape, 5);
      for (const Layout& layout : InputLayouts()) {
        for (const Layout& target : OutputLayouts()) {
          ExpectCopied(source, layout, to, shape, target);
        }
      }
    }
  }
}

TEST_F(MovesTest, LongRowsAndTransposedBlocks) {
  for (const auto& [from, to] : kPairs) {
    for (const Shape& shape : {Shape{3, 1500}, Shape{300, 9}, Shape{150, 203}, Shape{70, 3, 90}}) {
      const Array source = RandomElements(from, shape, 6);
      for (const Layout& layout : InputLayouts()) ExpectCopied(source, layout, to, shape, Dense());
      for (const Layout& layout : OutputLayouts()) ExpectCopied(source, Dense(), to, shape, layout);
    }
  }
}

TEST_F(MovesTest, Broadcasts) {
  const Shape shape = {3, 4, 5, 6};
  for (const auto& [from, to] : kPairs) {
    for (const Shape& narrow : {Shape{}, Shape{1}, Shape{6}, Shape{5, 1}, Shape{4, 1, 6},
                                Shape{3, 1, 1, 1}, Shape{3, 4, 1, 6}, Shape{1, 1, 1, 1}}) {
      const Array source = RandomElements(from, narrow, 7);
      for (const Layout& layout : OutputLayouts()) ExpectCopied(source, Dense(), to, shape, layout);
    }
  }
  ExpectCopied(RandomElements(ACL_FLOAT, {1}, 8), Dense(), ACL_FLOAT, {70'000}, Dense());
  ExpectCopied(RandomElements(ACL_FLOAT, {800}, 8), Dense(), ACL_FLOAT, {90, 800}, Dense());
}

TEST_F(MovesTest, EmptyTensors) {
  for (const Shape& shape : {Shape{0}, Shape{2, 0, 3}}) {
    ExpectCopied(Array(ACL_FLOAT, shape), Dense(), ACL_INT8, shape, Dense());
  }
  ExpectCopied(Array(ACL_FLOAT, {1}), Dense(), ACL_FLOAT, {0}, Dense());
}

// Threads, tiles, instruction sets and stores past the caches.
TEST_F(MovesTest, EverySetting) {
  for (const int64_t cache : {int64_t{0}, int64_t{1} << 40}) {
    const ScopedCacheBytes cache_bytes(cache);
    for (const auto& [threads, tile] : {std::pair{1, 4096}, std::pair{3, 64}}) {
      const ScopedSettings settings([threads = threads, tile = tile](Settings& s) {
        s.num_threads = threads;
        s.tile = tile;
      });
      for (const auto& [from, to] : kPairs) {
        const Shape shape = {2, 70, 101};
        const Array source = RandomElements(from, shape, 9);
        for (const Layout& layout : InputLayouts()) {
          ExpectCopied(source, layout, to, shape, Dense());
        }
        for (const Layout& layout : OutputLayouts()) {
          ExpectCopied(source, Dense(), to, shape, layout);
        }
        ExpectCopied(RandomElements(from, {50'001}, 10), Dense(), to, {50'001}, Dense());
      }
    }
  }
}

TEST_F(MovesTest, OntoItself) {
  for (const Layout& layout : OutputLayouts()) {
    const Array source = RandomElements(ACL_FLOAT16, {20, 70}, 11);
    const PlacedTensor tensor(source, layout);
    EXPECT_EQ(Copy(tensor, tensor), 0) << aclGetRecentErrMsg();
    EXPECT_EQ(CastInto(tensor, ACL_FLOAT16, tensor), 0) << aclGetRecentErrMsg();
    EXPECT_TRUE(tensor.Untouched());
  }
}

// Within one array: a block of columns into others, without a copy between.
TEST_F(MovesTest, InterleavedViewsOfOneArray) {
  ReachedVector<int32_t> memory(4000);
  for (size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<int32_t>(i);
  const int64_t shape[] = {40, 50}, strides[] = {100, 2}, all[] = {4000};
  const TensorHandle even(
      aclCreateTensor(shape, 2, ACL_INT32, strides, 0, ACL_FORMAT_ND, all, 1, memory.data())),
      odd(aclCreateTensor(shape, 2, ACL_INT32, strides, 1, ACL_FORMAT_ND, all, 1, memory.data()));
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnInplaceCopyGetWorkspaceSize(odd.get(), even.get(), &size, &executor), 0);
  ASSERT_EQ(aclnnInplaceCopy(nullptr, 0, executor, nullptr), 0);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  for (size_t i = 0; i < memory.size(); ++i) {
    ASSERT_EQ(memory[i], static_cast<int32_t>(i & ~size_t{1})) << i;
  }
}

}  // namespace
}  // namespace openaclnn::test::moves_test
