// PlanRows: rows along an axis of any shape, and the numbers of rows.
#include <set>

#include "gtest/gtest.h"
#include "tensor/plan.h"

namespace openaclnn {
namespace {

// Row-major floats.
OperandView DenseView(const Dims& shape) {
  OperandView view{ACL_FLOAT, ContiguousStrides(shape)};
  for (int64_t& stride : view.byte_strides) stride *= 4;
  return view;
}

Plan PlanAlong(const Dims& shape, size_t dim) {
  const OperandView views[] = {DenseView(shape), DenseView(shape)};
  return PlanRows(shape, views, 1, dim);
}

TEST(PlanRows, HasTheRowInnermostAndMergesTheOthers) {
  const Plan last = PlanAlong({2, 3, 5}, 2);
  ASSERT_EQ(last.axes.size(), 2u);
  EXPECT_EQ(last.axes[0].extent, 5);
  EXPECT_EQ(last.axes[0].stride[0], 4);
  EXPECT_EQ(last.axes[1].extent, 6);
  EXPECT_EQ(last.axes[1].stride[1], 20);

  const Plan middle = PlanAlong({2, 3, 5}, 1);
  ASSERT_EQ(middle.axes.size(), 3u);
  EXPECT_EQ(middle.axes[0].extent, 3);
  EXPECT_EQ(middle.axes[0].stride[0], 20);
  EXPECT_EQ(middle.axes[1].extent, 5);
  EXPECT_EQ(middle.axes[2].extent, 2);
  EXPECT_EQ(middle.elements, 30);
  EXPECT_EQ(CountRows(middle), 10);

  const Plan first = PlanAlong({2, 3, 5}, 0);
  ASSERT_EQ(first.axes.size(), 2u);
  EXPECT_EQ(first.axes[0].stride[0], 60);
  EXPECT_EQ(first.axes[1].extent, 15);
}

TEST(PlanRows, KeepsRowsOfOneElement) {
  for (const auto& [shape, dim, rows] :
       {std::tuple(Dims{}, size_t{0}, 1), {Dims{7, 1}, 1, 7}, {Dims{1}, 0, 1}}) {
    const Plan plan = PlanAlong(shape, dim);
    ASSERT_FALSE(plan.axes.empty());
    EXPECT_EQ(plan.axes[0].extent, 1);
    EXPECT_EQ(plan.axes[0].stride[0], 4);  // dense
    EXPECT_EQ(CountRows(plan), rows);
    EXPECT_EQ(plan.elements, rows);
  }
}

TEST(PlanRows, CountsRowsWithoutElements) {
  const Plan of_nothing = PlanAlong({6, 0}, 1), no_rows = PlanAlong({6, 0}, 0);
  EXPECT_EQ(of_nothing.elements, 0);
  EXPECT_EQ(CountRows(of_nothing), 6);
  EXPECT_EQ(no_rows.elements, 0);
  EXPECT_EQ(CountRows(no_rows), 0);
}

// An operand with one element for each row, with one whose rows go backwards.
TEST(PlanRows, WalksEachRowOnce) {
  const Dims shape = {4, 3, 2};
  const OperandView views[] = {{ACL_FLOAT, {24, -8, 4}}, {ACL_FLOAT, {8, 0, 4}}};
  const Plan plan = PlanRows(shape, views, 1, 1);
  EXPECT_EQ(plan.axes[0].extent, 3);
  EXPECT_EQ(plan.axes[0].stride[0], -8);
  EXPECT_EQ(plan.axes[0].stride[1], 0);
  ASSERT_EQ(plan.axes.size(), 3u);
  std::set<std::pair<int64_t, int64_t>> places;
  for (int64_t a = 0; a < plan.axes[1].extent; ++a) {
    for (int64_t b = 0; b < plan.axes[2].extent; ++b) {
      const auto at = [&](int k) {
        return plan.origin[k] + a * plan.axes[1].stride[k] + b * plan.axes[2].stride[k];
      };
      places.emplace(at(0), at(1));
    }
  }
  std::set<std::pair<int64_t, int64_t>> expected;
  for (int64_t i = 0; i < 4; ++i) {
    for (int64_t k = 0; k < 2; ++k) expected.emplace(24 * i + 4 * k, 8 * i + 4 * k);
  }
  EXPECT_EQ(places, expected);
}

}  // namespace
}  // namespace openaclnn
