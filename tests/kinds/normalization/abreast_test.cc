// Rows of segments that lie side by side, in some or all operands: the same bits as of rows that
// lie dense, on all SIMD targets, for any number of threads, and past the caches.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "kinds/normalization/plan.h"
#include "tests/kinds/slots.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test {
namespace {

Array Random(aclDataType dtype, Shape shape, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal(0.5, 2);
  return {dtype, std::move(shape), [&](int64_t) { return BitsOf(dtype, normal(engine)); }};
}

// Channels of images, [rows, images, inner]. Elements of an operand are `gap` further apart than
// they could be.
struct Case {
  int64_t rows, images, inner, gap;

  int64_t Columns() const { return images * inner; }
};
// Fewer rows than a vector has lanes, and more; some and all lanes of a chunk; several columns of a
// lane at once, and fewer; several chunks and blocks of rows. Columns of 64 and 288 rows begin
// where the widest vectors may.
const Case kCases[] = {{2, 1, 3, 0},    {3, 2, 20, 1},    {16, 1, 31, 0},   {17, 4, 8, 3},
                       {37, 3, 100, 0}, {64, 2, 128, 0},  {70, 1, 1024, 2}, {130, 1, 157, 0},
                       {288, 3, 11, 0}, {1090, 3, 11, 0}, {66, 5, 212, 0},  {5, 21, 100, 0}};

enum class Lies { kAbreast, kInPieces };

// An operand in memory. The first element lies where the widest vectors may.
class Operand {
 public:
  Operand(const Array& dense, const Case& of, Lies lies)
      : shape_(dense.shape), strides_(StridesOf(of, lies)) {
    constexpr int64_t kSpare = 64;
    int64_t last = 0;
    for (size_t k = 0; k < 3; ++k) last += (shape_[k] - 1) * strides_[k];
    array_ = Array(dense.dtype, {last + 1 + kSpare});
    const auto item = static_cast<int64_t>(array_.bytes.size()) / array_.size();
    elements_ = Array(dense.dtype, {last + 1});
    int64_t i = 0;
    for (int64_t row = 0; row < of.rows; ++row) {
      for (int64_t image = 0; image < of.images; ++image) {
        for (int64_t at = 0; at < of.inner; ++at) {
          elements_.SetBits(row * strides_[0] + image * strides_[1] + at * strides_[2],
                            dense.Bits(i++));
        }
      }
    }
    first_ = static_cast<int64_t>((0 - reinterpret_cast<uintptr_t>(array_.bytes.data())) % 64);
    EXPECT_EQ(first_ % item, 0);
  }

  // Memory with the elements, or with zeros.
  Value In(Slots& slots, bool has_elements) {
    std::ranges::fill(array_.bytes, std::byte{});
    if (has_elements) std::ranges::copy(elements_.bytes, array_.bytes.begin() + first_);
    array_.shape = shape_;
    return slots.Of(array_, Dims(strides_.begin(), strides_.end()), first_);
  }
  // The memory gets those of another operand that lies as this one does.
  void Take(const Operand& other) {
    std::ranges::copy(other.elements_.bytes, array_.bytes.begin() + first_);
  }
  // Whether the memory has the elements now, and zeros between them.
  bool HasElements() const {
    return std::equal(elements_.bytes.begin(), elements_.bytes.end(),
                      array_.bytes.begin() + first_);
  }

 private:
  static Shape StridesOf(const Case& of, Lies lies) {
    const int64_t step = of.rows + of.gap, row = of.inner + of.gap;
    if (lies == Lies::kAbreast) return {1, of.inner * step, step};
    return {row, of.rows * row, 1};
  }

  Shape shape_, strides_;
  Array array_, elements_;
  int64_t first_;
};

// Calls work() on each SIMD target: with one thread and results past the caches, and with several.
void OnEverySetting(const std::function<void()>& work) {
  for (const int64_t target : SimdTargets()) {
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(TargetName(target) + ", threads: " + std::to_string(threads));
      const ScopedSettings settings([&](Settings& changed) {
        changed.simd_targets = target;
        changed.num_threads = threads;
      });
      std::optional<ScopedCacheBytes> streams;
      if (threads == 1) streams.emplace(0);
      ASSERT_NO_FATAL_FAILURE(work());
    }
  }
}

class AbreastTest : public testing::TestWithParam<aclDataType> {};

TEST_P(AbreastTest, Forward) {
  const aclDataType dtype = GetParam();
  for (const Case& of : kCases) {
    SCOPED_TRACE(std::to_string(of.rows) + " rows of " + std::to_string(of.Columns()));
    const Shape shape = {of.rows, of.images, of.inner};
    const Array elements = Random(dtype, shape, 1);
    Array weight = Random(ACL_DOUBLE, {of.rows}, 2), bias = Random(ACL_DOUBLE, {of.rows}, 3);
    const Array given_mean = Random(ACL_DOUBLE, {of.rows}, 4);
    const Array given_rstd = Random(ACL_DOUBLE, {of.rows}, 5);
    Array mean, rstd, variance;
    for (const StatisticsFrom from : {StatisticsFrom::kRows, StatisticsFrom::kGiven}) {
      const auto run = [&](Slots& slots, Value x, Value out) {
        mean = given_mean, rstd = given_rstd, variance = Array(ACL_DOUBLE, {of.rows});
        slots.Run(PlanSegments({.x = x,
                                .segments = {{of.rows, of.Columns()}, 1, of.rows},
                                .weight = slots.Of(weight),
                                .bias = slots.Of(bias),
                                .eps = 1e-5,
                                .from = from,
                                .mean = slots.Of(mean),
                                .rstd = slots.Of(rstd),
                                .variance = slots.Of(variance),
                                .out = out}));
      };
      Slots of_dense;
      Array dense = elements, results(dtype, shape);
      run(of_dense, of_dense.Of(dense), of_dense.Of(results));
      const Array dense_mean = mean, dense_rstd = rstd, dense_variance = variance;
      const auto expect_the_same = [&] {
        ASSERT_EQ(mean.bytes, dense_mean.bytes);
        ASSERT_EQ(rstd.bytes, dense_rstd.bytes);
        ASSERT_EQ(variance.bytes, dense_variance.bytes);
      };
      const Lies kAbreast = Lies::kAbreast, kInPieces = Lies::kInPieces;
      const std::pair<Lies, Lies> layouts[] = {
          {kAbreast, kAbreast}, {kAbreast, kInPieces}, {kInPieces, kAbreast}};
      for (const auto& [of_x, of_out] : layouts) {
        Operand x(elements, of, of_x), out(results, of, of_out);
        OnEverySetting([&] {
          Slots slots;
          run(slots, x.In(slots, true), out.In(slots, false));
          ASSERT_TRUE(out.HasElements());
          expect_the_same();
        });
      }
      Operand x(elements, of, kAbreast), out(results, of, kAbreast);
      OnEverySetting([&] {  // in place
        Slots slots;
        const Value both = out.In(slots, false);
        out.Take(x);
        run(slots, both, both);
        ASSERT_TRUE(out.HasElements());
        expect_the_same();
      });
    }
  }
}

TEST_P(AbreastTest, Gradients) {
  const aclDataType dtype = GetParam();
  for (const Case& of : kCases) {
    SCOPED_TRACE(std::to_string(of.rows) + " rows of " + std::to_string(of.Columns()));
    const Shape shape = {of.rows, of.images, of.inner};
    const Array of_x = Random(dtype, shape, 1), of_grad = Random(dtype, shape, 2);
    Array weight = Random(ACL_DOUBLE, {of.rows}, 3), mean = Random(ACL_DOUBLE, {of.rows}, 4);
    Array rstd = Random(ACL_DOUBLE, {of.rows}, 5);
    const Array given = Random(ACL_DOUBLE, {of.rows}, 6);
    Array products, grads;
    for (const StatisticsFrom from :
         {StatisticsFrom::kRows, StatisticsFrom::kGiven, StatisticsFrom::kConstants}) {
      const auto run = [&](Slots& slots, Value x, Value grad, std::optional<Value> out) {
        products = grads = given;
        slots.Run(PlanSegmentGradients({.x = x,
                                        .grad = grad,
                                        .segments = {{of.rows, of.Columns()}, 1, of.rows},
                                        .mean = slots.Of(mean),
                                        .rstd = slots.Of(rstd),
                                        .weight = slots.Of(weight),
                                        .from = from,
                                        .products = slots.Of(products),
                                        .grads = slots.Of(grads),
                                        .out = out}));
      };
      Slots of_dense;
      Array dense_x = of_x, dense_grad = of_grad, results(dtype, shape);
      run(of_dense, of_dense.Of(dense_x), of_dense.Of(dense_grad), of_dense.Of(results));
      const Array dense_products = products, dense_grads = grads;
      const Lies kAbreast = Lies::kAbreast, kInPieces = Lies::kInPieces;
      const Lies layouts[][3] = {{kAbreast, kAbreast, kAbreast},
                                 {kAbreast, kInPieces, kInPieces},
                                 {kInPieces, kAbreast, kAbreast}};
      for (const auto& [lies_x, lies_grad, lies_out] : layouts) {
        Operand x(of_x, of, lies_x), grad(of_grad, of, lies_grad), out(results, of, lies_out);
        OnEverySetting([&] {
          Slots slots;
          run(slots, x.In(slots, true), grad.In(slots, true), out.In(slots, false));
          ASSERT_TRUE(out.HasElements());
          ASSERT_EQ(products.bytes, dense_products.bytes);
          ASSERT_EQ(grads.bytes, dense_grads.bytes);
        });
      }
      if (from != StatisticsFrom::kRows) continue;
      Operand x(of_x, of, kAbreast), grad(of_grad, of, kAbreast);
      OnEverySetting([&] {  // sums alone
        Slots slots;
        run(slots, x.In(slots, true), grad.In(slots, true), {});
        ASSERT_EQ(products.bytes, dense_products.bytes);
        ASSERT_EQ(grads.bytes, dense_grads.bytes);
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, AbreastTest,
                         testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE),
                         [](const auto& dtype) { return "Dtype" + std::to_string(dtype.param); });

}  // namespace
}  // namespace openaclnn::test
