// One element of each row, by its index: which is read or written, and what the others become.
#include <cmath>
#include <cstdint>
#include <deque>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kinds/index/plan.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::IsNan;

// Values in slots, and their memory.
class IndexTest : public testing::Test {
 protected:
  template <class T>
  Value Of(std::vector<T>& elements, aclDataType dtype, const Dims& shape, const Dims& strides) {
    const auto slot = static_cast<int32_t>(slots_.size());
    slots_.push_back(
        {.handle = nullptr, .data = elements.data(), .offset = 0, .begin = 0, .end = 0});
    Tensor& tensor = tensors_.emplace_back();
    tensor.dtype = dtype;
    tensor.shape = shape;
    tensor.strides = strides;
    tensor.extent = ExtentOf(tensor);
    return {&tensor, slot};
  }
  template <class T>
  Value Of(std::vector<T>& elements, aclDataType dtype, const Dims& shape) {
    return Of(elements, dtype, shape, ContiguousStrides(shape));
  }
  void Run(const Stage& stage) { stage.computation->Run({slots_.data(), nullptr}); }

  std::vector<int64_t> indices_ = {1, 0, 2, -100, 3};
  std::vector<float> factors_ = {0.5f, 3, -2};

 private:
  std::vector<TensorSlot> slots_;
  std::deque<Tensor> tensors_;
};

TEST_F(IndexTest, Picks) {
  // Lies the other way round: each column is contiguous.
  std::vector<float> table = {1, 2, 3, 4, 5, 10, 20, 30, 40, 50, 100, 200, 300, 400, 500};
  std::vector<double> products(5, -1), factors(5, -1);
  const PickInputs inputs{.index = Of(indices_, ACL_INT64, {5}),
                          .factor = Of(factors_, ACL_FLOAT, {3}),
                          .table = Of(table, ACL_FLOAT, {5, 3}, {1, 5}),
                          .ignored = -100,
                          .product = Of(products, ACL_DOUBLE, {5}),
                          .factors = Of(factors, ACL_DOUBLE, {5})};
  Run(PlanPick(inputs));
  EXPECT_THAT(products, ElementsAre(-30, -1, 600, 0, IsNan()));
  EXPECT_THAT(factors, ElementsAre(3, 0.5, -2, 0, IsNan()));
  EXPECT_FALSE(std::signbit(products[3]));
}

TEST_F(IndexTest, PicksOfOneRowWithoutAnAxis) {
  std::vector<float> table = {7, 8, 9}, product(1);
  std::vector<uint8_t> index = {2};
  Run(PlanPick({.index = Of(index, ACL_UINT8, {}),
                .factor = Of(factors_, ACL_FLOAT, {3}),
                .table = Of(table, ACL_FLOAT, {3}),
                .ignored = 0,
                .product = Of(product, ACL_FLOAT, {}),
                .factors = {}}));
  EXPECT_EQ(product[0], 18);
}

TEST_F(IndexTest, PutsOneElementIntoEachRowOfZeros) {
  std::vector<float> numbers = {1, 2, 3, 4, 5}, divisor = {4};
  std::vector<double> table(15, -1);
  Run(PlanPut({.number = Of(numbers, ACL_FLOAT, {5}),
               .index = Of(indices_, ACL_INT64, {5}),
               .factor = Of(factors_, ACL_FLOAT, {3}),
               .divisor = Of(divisor, ACL_FLOAT, {1}),
               .divides = true,
               .ignored = -100,
               .table = Of(table, ACL_DOUBLE, {5, 3})}));
  EXPECT_THAT(table,
              ElementsAre(0, -0.75, 0, -0.25, 0, 0, 0, 0, 1.5, 0, 0, 0, IsNan(), IsNan(), IsNan()));
}

TEST_F(IndexTest, PutsOneNumberForAllRows) {
  std::vector<float> number = {2}, divisor = {5}, table(15, -1);
  Run(PlanPut({.number = Of(number, ACL_FLOAT, {}),
               .index = Of(indices_, ACL_INT64, {5}),
               .factor = Of(factors_, ACL_FLOAT, {3}),
               .divisor = Of(divisor, ACL_FLOAT, {}),
               .divides = false,
               .ignored = 3,
               .table = Of(table, ACL_FLOAT, {5, 3}, {3, 1})}));
  EXPECT_EQ(table[1], -6);
  EXPECT_EQ(table[3], -1);
  EXPECT_TRUE(std::isnan(table[9]));
  EXPECT_EQ(table[12], 0);
}

TEST_F(IndexTest, OfNoRowsThereIsNothingToDo) {
  std::vector<float> none(1);
  std::vector<int64_t> index(1);
  const Stage stage = PlanPick({.index = Of(index, ACL_INT64, {0}),
                                .factor = Of(factors_, ACL_FLOAT, {3}),
                                .table = Of(none, ACL_FLOAT, {0, 3}),
                                .ignored = 0,
                                .product = Of(none, ACL_FLOAT, {0}),
                                .factors = {}});
  EXPECT_FALSE(stage.computation->HasWork());
  Run(stage);
}

}  // namespace
}  // namespace openaclnn
