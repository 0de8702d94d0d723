// The same bits in any layout, and no byte written outside the outputs' elements.
#include "tests/ops/cases.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::layouts_test {
namespace {

class LayoutsTest : public testing::TestWithParam<Case> {};

TEST_P(LayoutsTest, SmallShapes) {
  for (const Shape& shape : {Shape{}, Shape{1}, Shape{0}, Shape{2, 0, 3}, Shape{37}, Shape{5, 3, 7},
                             Shape{1, 4, 1, 5}}) {
    SCOPED_TRACE(TextOf(shape));
    const OperatorCall call = GetParam().call(shape, 11);
    ExpectSameBitsInAllLayouts(call);
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, LayoutsTest, testing::ValuesIn(AllCases()), CaseName);

class TilesTest : public testing::TestWithParam<Case> {};

TEST_P(TilesTest, AMatrixOfSeveral) {
  const OperatorCall call = GetParam().call({43, 70}, 12);
  ExpectSameBitsInAllLayouts(call);
}

INSTANTIATE_TEST_SUITE_P(Operators, TilesTest, testing::ValuesIn(CasesOfAlike()), CaseName);

class ManyLayoutsTest : public testing::TestWithParam<Case> {};

TEST_P(ManyLayoutsTest, LargerShapes) {
  for (const Shape& shape :
       {Shape{3, 1100}, Shape{300, 9}, Shape{2, 5, 17, 18}, Shape{9, 2, 3, 4, 5}, Shape{70, 33, 2},
        Shape{2, 3, 2, 2, 3, 2, 2, 3}, Shape{1, 1, 4, 1, 5, 1, 6, 1}}) {
    SCOPED_TRACE(TextOf(shape));
    const OperatorCall call = GetParam().call(shape, 13);
    ExpectSameBitsInAllLayouts(call);
  }
}

// Tiles that end within rows, and blocks of transposed operands with a rest.
TEST_P(ManyLayoutsTest, SmallTiles) {
  const ScopedSettings settings([](Settings& s) {
    s.tile = 64;
    s.num_threads = 3;
  });
  const OperatorCall call = GetParam().call({19, 6, 27}, 14);
  ExpectSameBitsInAllLayouts(call);
}

// Several blocks of a transposed operand each way, and streamed outputs.
TEST_P(ManyLayoutsTest, SeveralBlocks) {
  const ScopedCacheBytes cache(0);
  const OperatorCall call = GetParam().call({150, 530}, 23);
  ExpectSameBitsInAllLayouts(call);
}

INSTANTIATE_TEST_SUITE_P(Operators, ManyLayoutsTest, testing::ValuesIn(FewCases()), CaseName);

// aclnnGeluBackwardV2 and the gradOutput of aclnnPreluBackward, against operands that are written
// out in full.
void ExpectSameAsWrittenOut(const OperatorCall& call, size_t argument, const Shape& full) {
  OperatorCall expanded = call;
  expanded.arguments[argument].array = Expanded(call.arguments[argument].array, full);
  const auto actual = RunCall(call), expected = RunCall(expanded);
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    EXPECT_TRUE(SameBits(actual[i], expected[i])) << "output " << i;
  }
}

const Shape kBroadcastShapes[] = {{},           {1},          {6},          {5, 1},
                                  {5, 6},       {4, 1, 1},    {4, 1, 6},    {1, 5, 1},
                                  {3, 1, 1, 1}, {3, 1, 5, 1}, {3, 4, 1, 6}, {1, 1, 1, 1}};

TEST(GeluBroadcastTest, EitherOperand) {
  const Shape full = {3, 4, 5, 6};
  for (const char* const approximate : {"none", "tanh"}) {
    for (const Shape& shape : kBroadcastShapes) {
      for (const size_t argument : {0, 1}) {
        SCOPED_TRACE(TextOf(shape) + " as argument " + std::to_string(argument));
        OperatorCall call = {
            "aclnnGeluBackwardV2",
            {RandomArray(ACL_FLOAT16, full, 15), RandomArray(ACL_FLOAT16, full, 16), approximate,
             Array(ACL_FLOAT16, full)}};
        call.arguments[argument].array = RandomArray(ACL_FLOAT16, shape, 17);
        ExpectSameAsWrittenOut(call, argument, full);
        ExpectSameBitsInAllLayouts(call);
      }
    }
  }
}

TEST(GeluBroadcastTest, BothOperands) {
  const struct {
    Shape grad, self, full;
  } cases[] = {
      {{2, 1, 40}, {30, 1}, {2, 30, 40}},
      {{70}, {90, 1}, {90, 70}},
      {{90, 1}, {70}, {90, 70}},
      {{1, 3, 1, 500}, {7, 1, 2, 1}, {7, 3, 2, 500}},
      {{}, {11}, {11}},
      {{3, 1, 1, 1, 1, 1, 1, 1, 1, 2}, {5, 1}, {3, 1, 1, 1, 1, 1, 1, 1, 5, 2}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(TextOf(c.grad) + " with " + TextOf(c.self));
    const OperatorCall call = {
        "aclnnGeluBackwardV2",
        {RandomArray(ACL_FLOAT, c.grad, 18), RandomArray(ACL_FLOAT, c.self, 19), "none",
         Array(ACL_FLOAT, c.full)}};
    ExpectSameAsWrittenOut(call, 0, c.full);
    ExpectSameAsWrittenOut(call, 1, c.full);
    ExpectSameBitsInAllLayouts(call);
  }
}

TEST(PreluBroadcastTest, GradOutput) {
  const Shape full = {3, 4, 5, 6};
  for (const Shape& shape : kBroadcastShapes) {
    SCOPED_TRACE(TextOf(shape));
    for (const Shape& weight : {Shape{1}, Shape{4}}) {
      const OperatorCall call = {
          "aclnnPreluBackward",
          {RandomArray(ACL_FLOAT, shape, 20), RandomArray(ACL_FLOAT, full, 21),
           RandomArray(ACL_FLOAT, weight, 22), Array(ACL_FLOAT, full), Array(ACL_FLOAT, weight)}};
      ExpectSameAsWrittenOut(call, 0, full);
      ExpectSameBitsInAllLayouts(call);
    }
  }
}

}  // namespace
}  // namespace openaclnn::test::layouts_test
