// Tensors one after the other along an axis, also in chunks: any number, dtypes, layouts, none
// without elements.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_chunk_cat.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::cat_test {
namespace {

// Elements of a dtype one after the other along an axis of arrays of one rank.
Array Expected(const std::vector<Array>& members, size_t axis, aclDataType dtype) {
  Shape shape = members[0].shape;
  shape[axis] = 0;
  for (const Array& member : members) shape[axis] += member.shape[axis];
  Array all(dtype, shape);
  int64_t inner = 1, before = 0;
  for (size_t a = axis + 1; a < shape.size(); ++a) inner *= shape[a];
  for (const Array& member : members) {
    const int64_t row = member.shape[axis] * inner;
    for (int64_t i = 0; i < member.size(); ++i) {
      const int64_t to = i / row * shape[axis] * inner + before * inner + i % row;
      const bool is_moved = member.dtype == dtype;
      all.SetBits(to, is_moved ? member.Bits(i) : BitsOf(dtype, member.Value(i)));
    }
    before += member.shape[axis];
  }
  return all;
}

Array Cat(const std::vector<Array>& members, int64_t dim, const Array& out,
          const Layout* layout = nullptr) {
  Placement placement;
  placement.layouts = {layout, nullptr, layout};
  const auto results = RunCall(
      {"aclnnCat", {members, static_cast<double>(dim), Array(out.dtype, out.shape)}}, placement);
  return results.empty() ? Array() : results[0];
}

TEST(CatTest, AnyAxisAndLayout) {
  const std::vector<Array> members = {RandomArray(ACL_FLOAT, {2, 3, 5}, 1),
                                      RandomArray(ACL_FLOAT, {2, 3, 5}, 2),
                                      RandomArray(ACL_FLOAT, {2, 3, 5}, 3)};
  for (size_t axis = 0; axis < 3; ++axis) {
    const Array expected = Expected(members, axis, ACL_FLOAT);
    EXPECT_TRUE(SameBits(Cat(members, static_cast<int64_t>(axis), expected), expected));
    EXPECT_TRUE(SameBits(Cat(members, static_cast<int64_t>(axis) - 3, expected), expected));
    for (const Layout& layout : OutputLayouts()) {
      EXPECT_TRUE(SameBits(Cat(members, static_cast<int64_t>(axis), expected, &layout), expected));
    }
  }
}

TEST(CatTest, SizesThatDifferAndNone) {
  const std::vector<Array> members = {
      RandomArray(ACL_INT64, {4, 0}, 1), RandomArray(ACL_INT64, {4, 3}, 2),
      RandomArray(ACL_INT64, {4, 1}, 3), RandomArray(ACL_INT64, {4, 0}, 4),
      RandomArray(ACL_INT64, {4, 700}, 5)};
  const Array expected = Expected(members, 1, ACL_INT64);
  EXPECT_TRUE(SameBits(Cat(members, 1, expected), expected));
  const std::vector<Array> none = {Array(ACL_FLOAT, {0, 3}), Array(ACL_FLOAT, {0, 3})};
  EXPECT_TRUE(SameBits(Cat(none, 0, Array(ACL_FLOAT, {0, 3})), Array(ACL_FLOAT, {0, 3})));
}

TEST(CatTest, ManyMembers) {
  std::vector<Array> members;
  for (uint32_t i = 0; i < 300; ++i) members.push_back(RandomArray(ACL_FLOAT16, {3, 2}, i));
  const Array expected = Expected(members, 0, ACL_FLOAT16);
  EXPECT_TRUE(SameBits(Cat(members, 0, expected), expected));
  EXPECT_TRUE(SameBits(Cat({members[7]}, 1, members[7]), members[7]));
}

// Each element is converted once, to the dtype of the result.
TEST(CatTest, SeveralDtypes) {
  const std::vector<Array> members = {ArrayOf(ACL_INT32, {16777217, -3}),
                                      ArrayOf(ACL_FLOAT16, {0.5, -2}), ArrayOf(ACL_BOOL, {1, 0})};
  for (const aclDataType out : {ACL_FLOAT16, ACL_FLOAT, ACL_DOUBLE}) {
    const Array expected = Expected(members, 0, out);
    EXPECT_TRUE(SameBits(Cat(members, 0, expected), expected));
  }
  EXPECT_EQ(Cat(members, 0, Array(ACL_DOUBLE, {6})).Value(0), 16777217);
}

// ---- Chunks of tensors side by side

// By the formula of the page, an element of the result after the other.
Array ChunksOf(const std::vector<Array>& members, int64_t chunks, aclDataType dtype) {
  struct Piece {
    const Array* of;
    int64_t width, slice;
  };
  std::vector<Piece> pieces;
  int64_t columns = 0;
  for (const Array& member : members) {
    int64_t slice = 1;
    for (size_t a = 1; a < member.shape.size(); ++a) slice *= member.shape[a];
    pieces.push_back({&member, (member.shape[0] + chunks - 1) / chunks * slice, slice});
    columns += pieces.back().width;
  }
  return Array(dtype, {chunks, columns}, [&](int64_t i) {
    int64_t column = i % columns;
    size_t k = 0;
    for (; column >= pieces[k].width; ++k) column -= pieces[k].width;
    const int64_t at = i / columns * pieces[k].width + column;
    if (at >= pieces[k].of->size()) return uint64_t{0};
    return pieces[k].of->dtype == dtype ? pieces[k].of->Bits(at)
                                        : BitsOf(dtype, pieces[k].of->Value(at));
  });
}

void ExpectChunks(const std::vector<Array>& members, int64_t chunks, aclDataType dtype,
                  const Layout* layout = nullptr) {
  const Array expected = ChunksOf(members, chunks, dtype);
  Placement placement;
  placement.layouts = {layout, nullptr, nullptr, layout};
  const auto results = RunCall(
      {"aclnnChunkCat", {members, 0.0, static_cast<double>(chunks), Array(dtype, expected.shape)}},
      placement);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_TRUE(SameBits(results[0], expected)) << chunks << " chunks";
}

// More chunks than slices, a last chunk that is not whole, tensors of several ranks and without
// elements.
TEST(ChunkCatTest, AnyShapesAndLayouts) {
  const std::vector<Array> members = {
      RandomPatterns(ACL_FLOAT, {7, 3}, 1), RandomPatterns(ACL_FLOAT, {1}, 2),
      RandomPatterns(ACL_FLOAT, {0, 4}, 3), RandomPatterns(ACL_FLOAT, {4, 2, 1, 3}, 4),
      RandomPatterns(ACL_FLOAT, {5, 0}, 5), RandomPatterns(ACL_FLOAT, {1, 1, 1, 1, 1, 1, 2, 2}, 6)};
  for (const int64_t chunks : {1, 2, 3, 4, 5, 7, 11}) {
    ExpectChunks(members, chunks, ACL_FLOAT);
    for (const Layout& layout : OutputLayouts()) ExpectChunks(members, chunks, ACL_FLOAT, &layout);
  }
}

TEST(ChunkCatTest, ConvertsOnce) {
  for (const aclDataType from : {ACL_FLOAT16, ACL_BF16}) {
    const std::vector<Array> members = {RandomArray(from, {5, 300}, 1, -9, 9),
                                        RandomArray(from, {9}, 2, -9, 9)};
    for (const aclDataType to : {ACL_FLOAT16, ACL_BF16, ACL_FLOAT}) {
      ExpectChunks(members, 3, to);
    }
  }
}

TEST(ChunkCatTest, NoElements) {
  const std::vector<Array> none = {Array(ACL_FLOAT, {0, 3}), Array(ACL_FLOAT, {2, 0})};
  const auto results = RunCall({"aclnnChunkCat", {none, 0.0, 3.0, Array(ACL_FLOAT, {3, 0})}});
  EXPECT_EQ(results.at(0).size(), 0);
}

// What is refused, in the order of the contract.
class CatRefusalTest : public testing::Test {
 protected:
  CatRefusalTest() { EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }

  static aclTensor* TensorOf(aclDataType dtype, const Shape& shape) {
    static float memory[64];
    return aclCreateTensor(shape.data(), shape.size(), dtype, nullptr, 0, ACL_FORMAT_ND,
                           shape.data(), shape.size(), memory);
  }
  struct Member {
    aclDataType dtype;
    Shape shape;
  };
  // The message, without what comes before the argument's name.
  static std::string Refuses(const std::vector<Member>& members, int64_t dim, const Member& out,
                             std::optional<int64_t> chunks = {}) {
    std::vector<const aclTensor*> tensors;
    for (const auto& [dtype, shape] : members) tensors.push_back(TensorOf(dtype, shape));
    aclTensorList* const list = aclCreateTensorList(tensors.data(), tensors.size());
    static double memory[64];
    aclTensor* const result =
        aclCreateTensor(out.shape.data(), out.shape.size(), out.dtype, nullptr, 0, ACL_FORMAT_ND,
                        out.shape.data(), out.shape.size(), memory);
    uint64_t size;
    aclOpExecutor* executor;
    const aclnnStatus status =
        chunks ? aclnnChunkCatGetWorkspaceSize(list, dim, *chunks, result, &size, &executor)
               : aclnnCatGetWorkspaceSize(list, dim, result, &size, &executor);
    EXPECT_EQ(status, ACLNN_ERR_PARAM_INVALID);
    const std::string message = aclGetRecentErrMsg();
    aclDestroyTensorList(list);
    aclDestroyTensor(result);
    const std::string prefix = "CatGetWorkspaceSize: ";
    const size_t at = message.find(prefix), end = message.find(" [EZ");
    return at == std::string::npos ? message
                                   : message.substr(at + prefix.size(), end - at - prefix.size());
  }
};

TEST_F(CatRefusalTest, Messages) {
  const Member two{ACL_FLOAT, {2, 2}}, four{ACL_FLOAT, {4, 2}};
  EXPECT_EQ(Refuses({}, 0, four), "tensors: is empty, expected at least one tensor");
  EXPECT_EQ(Refuses({two, {ACL_FLOAT, {2, 3}}}, 0, four),
            "tensors[1]: shape is [2, 3], expected [2, 2], the shape of tensors[0], except along "
            "axis 0");
  EXPECT_EQ(Refuses({two, {ACL_FLOAT, {2}}}, 0, four),
            "tensors[1]: shape is [2], expected [2, 2], the shape of tensors[0], except along axis "
            "0");
  EXPECT_EQ(Refuses({two, two}, 1, four),
            "out: shape is [4, 2], expected [2, 4], that of tensors one after the other");
  EXPECT_EQ(Refuses({two, two}, 2, four),
            "dim: is 2, expected an axis of tensors[0] (shape [2, 2])");
  EXPECT_EQ(Refuses({{ACL_FLOAT, {}}}, 0, {ACL_FLOAT, {1}}),
            "dim: is 0, expected an axis of tensors[0] (shape [])");
  EXPECT_EQ(Refuses({two, {ACL_COMPLEX64, {2, 2}}}, 0, four),
            "out: dtype is FLOAT, to which COMPLEX64, to which tensors promote, is not cast");
  EXPECT_EQ(Refuses({two, {ACL_UINT16, {2, 2}}}, 0, four).substr(0, 10), "tensors[1]");
}

TEST_F(CatRefusalTest, MessagesOfChunks) {
  const Member three{ACL_FLOAT, {3, 2}}, one{ACL_FLOAT, {1}}, out{ACL_FLOAT, {2, 5}};
  EXPECT_EQ(Refuses({}, 0, out, 2), "tensors: is empty, expected at least one tensor");
  EXPECT_EQ(Refuses({three, one}, 1, out, 2), "dim: is 1, expected 0");
  EXPECT_EQ(Refuses({three, one}, 0, out, 0), "numChunks: is 0, expected at least 1");
  EXPECT_EQ(Refuses({three, one}, 0, out, -2), "numChunks: is -2, expected at least 1");
  EXPECT_EQ(Refuses({three, one}, 0, {ACL_FLOAT, {2, 4}}, 2),
            "out: shape is [2, 4], expected [2, 5], a row for each chunk with that of all of "
            "tensors");
  EXPECT_EQ(Refuses({three, one}, 0, out, INT64_MAX),
            "out: shape is [2, 5], expected [9223372036854775807, 3], a row for each chunk with "
            "that of all of tensors");
  EXPECT_EQ(Refuses({three, {ACL_FLOAT16, {1}}}, 0, out, 2).substr(0, 26),
            "tensors[1]: dtype is FLOAT");
}

}  // namespace
}  // namespace openaclnn::test::cat_test
