// Tensors one after the other along an axis: any number, dtypes, layouts, none without elements.
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "aclnnop/aclnn_cat.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test {
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
                             aclnnStatus expected = ACLNN_ERR_PARAM_INVALID) {
    std::vector<const aclTensor*> tensors;
    for (const auto& [dtype, shape] : members) tensors.push_back(TensorOf(dtype, shape));
    aclTensorList* const list = aclCreateTensorList(tensors.data(), tensors.size());
    static double memory[64];
    aclTensor* const result =
        aclCreateTensor(out.shape.data(), out.shape.size(), out.dtype, nullptr, 0, ACL_FORMAT_ND,
                        out.shape.data(), out.shape.size(), memory);
    uint64_t size;
    aclOpExecutor* executor;
    EXPECT_EQ(aclnnCatGetWorkspaceSize(list, dim, result, &size, &executor), expected);
    const std::string message = aclGetRecentErrMsg();
    aclDestroyTensorList(list);
    aclDestroyTensor(result);
    const std::string prefix = "aclnnCatGetWorkspaceSize: ";
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

}  // namespace
}  // namespace openaclnn::test
