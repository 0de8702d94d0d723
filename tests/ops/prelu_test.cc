// prelu; and aclnnPreluBackward: gradInput = self > 0 ? gradOutput : weight gradOutput, and
// gradWeight, the sum of self > 0 ? 0 : self gradOutput over each channel. The order of the sum:
// tests/cpu/sums_test.cc.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <tuple>
#include <utility>

#include "acl/acl.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/accuracy.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/long_sum.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/operators.h"

namespace openaclnn::test::prelu_test {
namespace {

constexpr aclDataType kDtypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

// gradWeight has weight's shape if that is one element, otherwise one element for each.
OperatorCall Call(const Array& grad, const Array& self, const Array& weight) {
  const Shape gradient = weight.size() == 1 ? weight.shape : Shape{weight.size()};
  return {"aclnnPreluBackward",
          {grad, self, weight, Array(self.dtype, self.shape), Array(self.dtype, gradient)}};
}

struct Gradients {
  Array input, weight;
};
Gradients RunPrelu(const Array& grad, const Array& self, const Array& weight) {
  std::vector<Array> results = RunCall(Call(grad, self, weight));
  return {results.at(0), results.at(1)};
}

// The channel of element i of the row-major order.
int64_t ChannelOf(const Shape& shape, const Array& weight, int64_t i) {
  if (weight.size() == 1) return 0;
  for (size_t axis = shape.size() - 1; axis > 1; --axis) i /= shape[axis];
  return i % shape[1];
}

// How far gradWeight may be from the exact sum: 0.51 ULP, and 2^-40 of the sum of the terms'
// absolute values.
double AllowedError(const oracle::TermSum& sum, const oracle::Format& format) {
  const double exact = std::abs(sum.sum.ToDouble());
  const int exponent = exact == 0 ? format.min_exponent : std::ilogb(exact);
  const double ulp =
      std::ldexp(1.0, std::max(exponent, format.min_exponent) - format.fraction_bits);
  return 0.51 * ulp + std::ldexp(sum.absolute.ToDouble(), -40);
}

void ExpectGradients(const Array& grad, const Array& self, const Array& weight) {
  const Gradients gradients = RunPrelu(grad, self, weight);
  const oracle::Format format = FormatOf(self.dtype);
  const Array g = Expanded(grad, self.shape);
  std::vector<std::vector<double>> terms(static_cast<size_t>(weight.size()));
  for (int64_t i = 0; i < self.size(); ++i) {
    const int64_t channel = ChannelOf(self.shape, weight, i);
    const oracle::Real exact =
        oracle::PreluGradInput(g.Value(i), self.Value(i), weight.Value(channel));
    ASSERT_EQ(oracle::UlpError(gradients.input.Value(i), oracle::Round(exact, format), format), 0)
        << i << ": " << gradients.input.Value(i) << " from " << g.Value(i) << ", " << self.Value(i)
        << ", " << weight.Value(channel);
    terms[static_cast<size_t>(channel)].push_back(
        oracle::PreluTerm(static_cast<float>(g.Value(i)), static_cast<float>(self.Value(i))));
  }
  ASSERT_EQ(gradients.weight.size(), weight.size());
  for (int64_t c = 0; c < weight.size(); ++c) {
    const oracle::TermSum sum = oracle::SumTerms(terms[static_cast<size_t>(c)]);
    EXPECT_NEAR(gradients.weight.Value(c), sum.sum.ToDouble(), AllowedError(sum, format))
        << "channel " << c;
  }
}

Array Finite(aclDataType dtype, const Shape& shape, uint32_t seed) {
  std::mt19937 random(seed);
  return Array(dtype, shape, [&](int64_t) {
    return BitsOf(dtype, (static_cast<double>(random() % 20'001) - 10'000) / 2'500);
  });
}

TEST(PreluBackwardTest, GradInputOfAllSixteenBitPatterns) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Array self = AllPatterns(dtype);
    for (const double weight : {0.25, -3.0, 0.1, 0.0, kInfinity, kNan}) {
      for (const Array& grad : {Array(dtype, self.shape, [&](int64_t) { return BitsOf(dtype, 1); }),
                                RandomPatterns(dtype, self.shape, 71)}) {
        ExpectExact(Call(grad, self, ArrayOf(dtype, {weight})), [](std::span<const double> in) {
          return oracle::PreluGradInput(in[0], in[1], in[2]);
        });
      }
    }
  }
}

TEST(PreluBackwardTest, GradInputOfSpecialValues) {
  for (const aclDataType dtype : kDtypes) {
    const std::vector<uint64_t> patterns = SpecialPatterns(dtype);
    const Array special(dtype, {static_cast<int64_t>(patterns.size())},
                        [&](int64_t i) { return patterns[static_cast<size_t>(i)]; });
    const auto [grad, self] = AllPairs(special, special);
    for (const uint64_t weight : patterns) {
      ExpectExact(
          Call(grad, self, Array(dtype, {1}, [&](int64_t) { return weight; })),
          [](std::span<const double> in) { return oracle::PreluGradInput(in[0], in[1], in[2]); });
    }
  }
}

TEST(PreluBackwardTest, GradInputOfAnyFloatPattern) {
  const Array grad = RandomPatterns(ACL_FLOAT, {10'000}, 72);
  const Array self = RandomPatterns(ACL_FLOAT, {10'000}, 73);
  for (const double weight : {0.25, 1e-30, -1e30}) {
    ExpectExact(Call(grad, self, ArrayOf(ACL_FLOAT, {weight})), [](std::span<const double> in) {
      return oracle::PreluGradInput(in[0], in[1], in[2]);
    });
  }
}

// A positive self lets gradOutput through bit for bit.
TEST(PreluBackwardTest, PositiveSelfPassesAnyPattern) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    Array grad = AllPatterns(dtype);
    const Array self(dtype, grad.shape, [&](int64_t) { return BitsOf(dtype, 0.5); });
    Array input = RunPrelu(grad, self, ArrayOf(dtype, {3})).input;
#if defined(__clang__)  // takes g for 1 * g, which makes signaling NaNs quiet
    for (Array* array : {&grad, &input}) {
      *array = Array(dtype, grad.shape, [&](int64_t i) {
        const uint64_t bits = array->Bits(i);
        return IsNan(dtype, bits) ? bits | BitsOf(dtype, kNan) : bits;
      });
    }
#endif
    EXPECT_EQ(input.bytes, grad.bytes);
  }
}

// 0, -0 and NaN are not positive.
TEST(PreluBackwardTest, ZerosAndNanTakeTheSecondBranch) {
  const Array grad = ArrayOf(ACL_FLOAT, {2, 2, 2, 2});
  const Array self = ArrayOf(ACL_FLOAT, {0, -0.0, kNan, 0x1p-149});
  const Gradients gradients = RunPrelu(grad, self, ArrayOf(ACL_FLOAT, {10}));
  EXPECT_EQ(gradients.input.Value(0), 20);
  EXPECT_EQ(gradients.input.Value(1), 20);
  EXPECT_EQ(gradients.input.Value(2), 20);
  EXPECT_EQ(gradients.input.Value(3), 2);
  EXPECT_TRUE(std::isnan(gradients.weight.Value(0)));
}

// Terms of positive elements are 0 whatever their gradients are; others go into the sum as they
// are.
TEST(PreluBackwardTest, NonFiniteTerms) {
  const auto grad_weight = [](const std::vector<double>& grad, const std::vector<double>& self) {
    return RunPrelu(ArrayOf(ACL_FLOAT, grad), ArrayOf(ACL_FLOAT, self), ArrayOf(ACL_FLOAT, {1}))
        .weight.Value(0);
  };
  EXPECT_EQ(grad_weight({kNan, kInfinity, 3}, {1, 2, -4}), -12);
  EXPECT_EQ(grad_weight({-kInfinity, 3}, {-1, -4}), kInfinity);
  EXPECT_EQ(grad_weight({3, 1}, {-kInfinity, -4}), -kInfinity);
  EXPECT_TRUE(std::isnan(grad_weight({kInfinity, kInfinity}, {-1, 0})));
  EXPECT_TRUE(std::isnan(grad_weight({kInfinity, -kInfinity}, {-1, -1})));
  EXPECT_TRUE(std::isnan(grad_weight({kNan, 3}, {-1, -1})));
  EXPECT_EQ(grad_weight({3e38, 3e38}, {-1, -1}), -kInfinity);
}

// Nothing is added where a row ends within a vector, though its gradient goes on.
TEST(PreluBackwardTest, InfiniteGradientOfARow) {
  for (const aclDataType dtype : kDtypes) {
    for (const int64_t elements : {1025, 3001, 9007}) {
      const Array positive(dtype, {elements}, [&](int64_t) { return BitsOf(dtype, 0.5); });
      const Gradients gradients =
          RunPrelu(ArrayOf(dtype, {kInfinity}), positive, ArrayOf(dtype, {1}));
      EXPECT_EQ(gradients.weight.Value(0), 0) << elements;
      EXPECT_EQ(gradients.input.Value(elements - 1), kInfinity) << elements;
    }
  }
}

TEST(PreluBackwardTest, OneWeight) {
  for (const aclDataType dtype : kDtypes) {
    for (const Shape& shape :
         {Shape{}, Shape{1}, Shape{77}, Shape{2, 3, 5}, Shape{1, 1, 1, 1, 3, 1, 700, 2}}) {
      for (const Shape& weight : {Shape{}, Shape{1}, Shape{1, 1, 1}}) {
        SCOPED_TRACE(TextOf(shape) + " with " + TextOf(weight));
        ExpectGradients(Finite(dtype, shape, 74), Finite(dtype, shape, 75),
                        ArrayOf(dtype, weight, {0.37}));
      }
    }
  }
}

TEST(PreluBackwardTest, OneWeightForEachChannel) {
  for (const aclDataType dtype : kDtypes) {
    for (const Shape& shape : {Shape{1, 2}, Shape{50, 7}, Shape{3, 129}, Shape{200, 2},
                               Shape{2, 3, 4, 5}, Shape{2, 5, 1500}, Shape{1, 4, 16},
                               Shape{65, 3, 15}, Shape{3, 40, 2, 2, 2, 1, 2, 1}, Shape{2, 1, 9}}) {
      SCOPED_TRACE(TextOf(shape));
      ExpectGradients(Finite(dtype, shape, 76), Finite(dtype, shape, 77),
                      Finite(dtype, {shape[1]}, 78));
    }
  }
}

// Whatever weight's shape and strides, its elements count in row-major order.
TEST(PreluBackwardTest, WeightsOfAnyShape) {
  const Shape shape = {5, 12, 4};
  const Array grad = Finite(ACL_FLOAT, shape, 79), self = Finite(ACL_FLOAT, shape, 80);
  for (const Shape& weight : {Shape{12}, Shape{12, 1}, Shape{1, 12}, Shape{3, 4}, Shape{2, 3, 2},
                              Shape{1, 2, 1, 1, 3, 1, 2, 1}}) {
    SCOPED_TRACE(TextOf(weight));
    ExpectGradients(grad, self, Finite(ACL_FLOAT, weight, 81));
    ExpectSameBitsInAllLayouts(Call(grad, self, Finite(ACL_FLOAT, weight, 81)));
  }
}

TEST(PreluBackwardTest, BroadcastGradOutput) {
  const Shape shape = {6, 5, 30};
  for (const aclDataType dtype : kDtypes) {
    for (const Shape& grad : {Shape{}, Shape{30}, Shape{5, 1}, Shape{6, 1, 1}, Shape{1, 5, 30}}) {
      for (const Shape& weight : {Shape{1}, Shape{5}}) {
        SCOPED_TRACE(TextOf(grad) + " with " + TextOf(weight));
        ExpectGradients(Finite(dtype, grad, 82), Finite(dtype, shape, 83),
                        Finite(dtype, weight, 84));
      }
    }
  }
}

// Rows that are used where they lie, with those of a gradient that all share, or that has one
// number for each: as many chunks, parts of one, or several channels.
TEST(PreluBackwardTest, BroadcastGradOutputOfLongRows) {
  const struct {
    Shape shape;
    int64_t channels;
  } cases[] = {
      {{37, 2048}, 1}, {{9, 5, 1500}, 5}, {{3, 4, 3136}, 4}, {{40, 700}, 1}, {{3, 2, 7, 1024}, 2}};
  for (const aclDataType dtype : kDtypes) {
    for (const auto& c : cases) {
      Shape row = c.shape, column = c.shape;
      for (size_t axis = 0; axis + 1 < row.size(); ++axis) row[axis] = 1;
      column.back() = 1;
      const Array self = Finite(dtype, c.shape, 89), weight = Finite(dtype, {c.channels}, 90);
      for (const Shape& shape : {row, column}) {
        SCOPED_TRACE(TextOf(shape) + " to " + TextOf(c.shape));
        const Array grad = Finite(dtype, shape, 91);
        const ScopedCacheBytes cache(dtype == ACL_FLOAT16 ? 1 << 30 : 0);  // streams, or not
        const Gradients shared = RunPrelu(grad, self, weight);
        const Gradients expanded = RunPrelu(Expanded(grad, c.shape), self, weight);
        for (int64_t i = 0; i < self.size(); ++i) {
          ASSERT_EQ(shared.input.Bits(i), expanded.input.Bits(i)) << i;
        }
        for (int64_t i = 0; i < weight.size(); ++i) {
          EXPECT_EQ(shared.weight.Bits(i), expanded.weight.Bits(i)) << i;
        }
        ExpectGradients(grad, self, weight);
      }
    }
  }
}

// Operands that jump through memory are taken panel by panel (cpu/panel.h): several panels, with
// rests, in each of the orders of summation, and chunks that begin within lines.
TEST(PreluBackwardTest, SameBitsInPanels) {
  const struct {
    aclDataType dtype;
    Shape shape;
    int64_t channels;
  } cases[] = {
      {ACL_FLOAT, {66, 2048}, 1},    {ACL_BF16, {80, 1000}, 1},   {ACL_BF16, {1, 66, 1100}, 66},
      {ACL_FLOAT, {70, 1300}, 1300}, {ACL_FLOAT, {2100, 20}, 20}, {ACL_BF16, {66, 20, 70}, 20},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(TextOf(c.shape));
    const OperatorCall call = Call(Finite(c.dtype, c.shape, 86), Finite(c.dtype, c.shape, 87),
                                   Finite(c.dtype, {c.channels}, 88));
    const ScopedCacheBytes cache(c.dtype == ACL_FLOAT ? 0 : 1 << 30);  // streams, or not
    ExpectSameBitsInAllLayouts(call);
  }
}

// The sum over nothing is 0, for every channel that there is.
TEST(PreluBackwardTest, EmptySelfGivesZeroGradWeight) {
  for (const aclDataType dtype : kDtypes) {
    for (const auto& [shape, weight] :
         {std::pair{Shape{0}, Shape{1}}, std::pair{Shape{2, 3, 0}, Shape{3}},
          std::pair{Shape{0, 3}, Shape{3, 1}}, std::pair{Shape{0, 3}, Shape{}},
          std::pair{Shape{0, 1500}, Shape{1500}}, std::pair{Shape{2, 0}, Shape{1, 1}},
          std::pair{Shape{2, 0}, Shape{0}}}) {
      SCOPED_TRACE(TextOf(shape) + " with " + TextOf(weight));
      const Gradients gradients =
          RunPrelu(Array(dtype, shape), Array(dtype, shape), Finite(dtype, weight, 85));
      EXPECT_EQ(gradients.weight.size(), CountOf(weight));
      for (int64_t c = 0; c < gradients.weight.size(); ++c) {
        EXPECT_EQ(gradients.weight.Bits(c), 0u) << c;
      }
      ExpectSameBitsInAllLayouts(
          Call(Array(dtype, shape), Array(dtype, shape), Finite(dtype, weight, 85)));
    }
  }
}

// The products are exact, not rounded to the dtype of the tensors: here
// three times 1 + 15.39 steps of BFLOAT16, which is 1 + 15 steps when rounded to it.
TEST(PreluBackwardTest, TermsAreNotRoundedToTheDtype) {
  constexpr double kStep = 0x1p-7, kGrad = 1 + 5 * kStep, kSelf = -(1 + 10 * kStep);
  const std::vector<double> grad(3, kGrad), self(3, kSelf);
  const Gradients gradients =
      RunPrelu(ArrayOf(ACL_BF16, grad), ArrayOf(ACL_BF16, self), ArrayOf(ACL_BF16, {1}));
  EXPECT_EQ(gradients.weight.Value(0), -(3 + 46 * kStep));
}

double GradWeight(aclDataType dtype, const std::vector<double>& grad,
                  const std::vector<double>& self) {
  return RunPrelu(ArrayOf(dtype, grad), ArrayOf(dtype, self), ArrayOf(dtype, {1})).weight.Value(0);
}

// The sum is rounded once: 1 + 2^-11 + 2^-40 is just above the middle of two FLOAT16, a float that
// it was rounded to before would be the middle.
TEST(PreluBackwardTest, TheSumIsRoundedOnce) {
  const std::vector<double> grad = {-1, -0x1p-5, -0x1p-20}, self = {-1, -0x1p-6, -0x1p-20};
  EXPECT_EQ(GradWeight(ACL_FLOAT16, grad, self), 1 + 0x1p-10);
  EXPECT_EQ(GradWeight(ACL_BF16, {-1, -0x1p-4, -0x1p-20}, {-1, -0x1p-4, -0x1p-20}), 1 + 0x1p-7);
}

// Terms and sums beyond the range of floats, of which nothing is lost that comes back.
TEST(PreluBackwardTest, SumsOutsideTheRangeOfFloats) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
    // Lanes 0 and 2 are added before lane 1.
    EXPECT_EQ(GradWeight(dtype, {0x1p127, 3, -0x1p127}, {-0x1p127, -2, -0x1p127}), -6);
    EXPECT_EQ(GradWeight(dtype, {0x1p127, 0x1p127, 3, -0x1p127, -0x1p127}, {-1, -1, -2, -1, -1}),
              -6);
    EXPECT_EQ(GradWeight(dtype, {0x1p127, 0x1p127}, {-0x1p127, -1}), -kInfinity);
    // 2^17 times 2^-166.
    const std::vector<double> grad(1 << 17, 0x1p-86), self(1 << 17, -0x1p-80);
    EXPECT_EQ(GradWeight(dtype, grad, self), -0x1p-149 * (dtype == ACL_FLOAT));
  }
}

// 16 Mi terms of one channel, of two and of rows that are summed along themselves.
void ExpectAccurateLongSums(const std::function<std::pair<float, float>(size_t)>& element) {
  EnsureDevice();
  constexpr int64_t kTerms = int64_t{1} << 24;
  std::vector<float> grad(kTerms), self(kTerms), grad_input(kTerms);
  for (size_t i = 0; i < grad.size(); ++i) std::tie(grad[i], self[i]) = element(i);
  const std::array<int64_t, 3> shapes[] = {
      {kTerms, 1, 1}, {kTerms / 2, 2, 1}, {16, 2, kTerms / 32}};
  for (const auto& dims : shapes) {
    const int64_t channels = dims[1];
    std::vector<float> weight(static_cast<size_t>(channels), 0.5f), grad_weight(weight.size());
    const auto tensor = [](const int64_t* extents, uint64_t rank, float* data) {
      return TensorHandle(aclCreateTensor(extents, rank, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                                          extents, rank, data));
    };
    const TensorHandle g = tensor(dims.data(), 3, grad.data()),
                       x = tensor(dims.data(), 3, self.data()),
                       w = tensor(&channels, 1, weight.data()),
                       dx = tensor(dims.data(), 3, grad_input.data()),
                       dw = tensor(&channels, 1, grad_weight.data());
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(aclnnPreluBackwardGetWorkspaceSize(g.get(), x.get(), w.get(), dx.get(), dw.get(),
                                                 &size, &executor),
              0);
    ASSERT_GT(size, 0u);
    EXPECT_LT(size, static_cast<uint64_t>(kTerms));  // partial sums, not all terms
    const auto workspace = std::make_unique<std::byte[]>(size);
    ASSERT_EQ(aclnnPreluBackward(workspace.get(), size, executor, nullptr), 0);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    const std::vector<LongSum> exact = SumProducts(self, grad, channels, dims[2]);
    for (size_t c = 0; c < exact.size(); ++c) {
      const auto& [sum, absolute] = exact[c];
      const int exponent = sum == 0 ? -126 : std::max(std::ilogb(sum), -126);
      EXPECT_LE(std::abs(sum - static_cast<long double>(grad_weight[c])),
                0.51L * std::ldexp(1.0L, exponent - 23) + std::ldexp(absolute, -40))
          << "channel " << c << " of " << channels;
    }
  }
}

TEST(PreluBackwardTest, AccuracyOfLongSums) {
  std::minstd_rand random(86);
  ExpectAccurateLongSums([&](size_t) {
    return std::pair(static_cast<float>(random() % 65'536) * 0x1p-15f - 0.75f,
                     -1 - static_cast<float>(random() % 65'536) * 0x1p-16f);
  });
}

TEST(PreluBackwardTest, AccuracyOfLongSumsOfEqualTerms) {
  ExpectAccurateLongSums([](size_t) { return std::pair(0.1f, -0.3f); });
}

// What is left of terms that cancel is no more than their order leaves.
TEST(PreluBackwardTest, AccuracyOfLongSumsThatCancel) {
  std::minstd_rand random(87);
  ExpectAccurateLongSums([&](size_t i) {
    const auto size = static_cast<float>(random() % 65'536) * 0x1p20f;
    return std::pair(i % 4 < 2 ? size : -size, -1.3f);
  });
}

uint64_t WorkspaceFor(aclDataType dtype, const Shape& shape, int64_t channels) {
  const auto tensor = [&](const Shape& extents) {
    return TensorHandle(aclCreateTensor(extents.data(), extents.size(), dtype, nullptr, 0,
                                        ACL_FORMAT_ND, extents.data(), extents.size(), nullptr));
  };
  const TensorHandle x = tensor(shape), w = tensor({channels}), dx = tensor(shape),
                     dw = tensor({channels});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnPreluBackwardGetWorkspaceSize(x.get(), x.get(), w.get(), dx.get(), dw.get(), &size,
                                               &executor),
            0);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
  return size;
}

TEST(PreluBackwardTest, WorkspaceIsWhatTheHeaderSays) {
  EnsureDevice();
  for (const aclDataType dtype : kDtypes) {
    EXPECT_EQ(WorkspaceFor(dtype, {0}, 1), 0u);
    EXPECT_EQ(WorkspaceFor(dtype, {8}, 1), 128u);
    for (const int64_t rows : {2, 40}) {
      for (const int64_t inner : {1024, 1025, 5000}) {
        const auto sums = static_cast<uint64_t>(rows * 3 * ((inner + 1023) / 1024));
        EXPECT_LE(WorkspaceFor(dtype, {rows, 3, inner}, 3), 8 * sums + 12 * 3 + 128);
        EXPECT_GE(WorkspaceFor(dtype, {rows, 3, inner}, 3), 8 * sums);
      }
    }
    for (const Shape& shape : {Shape{1, 15}, Shape{7, 5}, Shape{16, 3}, Shape{17, 3, 2},
                               Shape{7, 4, 16}, Shape{1000, 700}, Shape{300, 40, 49}}) {
      const auto elements = static_cast<uint64_t>(CountOf(shape));
      const auto channels = static_cast<uint64_t>(shape[1]);
      EXPECT_LE(WorkspaceFor(dtype, shape, shape[1]), 8 * elements + 12 * channels + 128)
          << TextOf(shape);
    }
  }
}

TEST(PreluBackwardTest, IsTheDerivativeOfPrelu) {
  constexpr double kStep = 1e-4, kWeight = 0.3;
  const auto prelu = [](double x, double w) { return x > 0 ? x : w * x; };
  std::vector<double> x;
  for (double value = -3; value <= 3; value += 0.0371) x.push_back(static_cast<float>(value));
  const Gradients gradients = RunPrelu(ArrayOf(ACL_FLOAT, std::vector<double>(x.size(), 1)),
                                       ArrayOf(ACL_FLOAT, x), ArrayOf(ACL_FLOAT, {kWeight}));
  double weight_slope = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double slope =
        (prelu(x[i] + kStep, kWeight) - prelu(x[i] - kStep, kWeight)) / (2 * kStep);
    EXPECT_NEAR(gradients.input.Value(static_cast<int64_t>(i)), slope, 1e-6) << x[i];
    weight_slope += (prelu(x[i], kWeight + kStep) - prelu(x[i], kWeight - kStep)) / (2 * kStep);
  }
  EXPECT_NEAR(gradients.weight.Value(0), weight_slope, 1e-3);
}

oracle::Real Forward(double x, double weight) {
  return x > 0 ? oracle::Real(x) : oracle::Real(weight) * oracle::Real(x);
}

void ExpectForward(const Array& self, const Array& weight, aclDataType out_dtype) {
  const Array out = RunCall({"aclnnPrelu", {self, weight, Array(out_dtype, self.shape)}}).at(0);
  const oracle::Format format = FormatOf(out_dtype);
  for (int64_t i = 0; i < self.size(); ++i) {
    const double w = weight.Value(ChannelOf(self.shape, weight, i));
    const double expected = oracle::Round(Forward(self.Value(i), w), format);
    ASSERT_EQ(oracle::UlpError(out.Value(i), expected, format), 0)
        << i << ": " << out.Value(i) << " from " << self.Value(i) << ", " << w;
    if (expected != 0) continue;
    ASSERT_EQ(std::signbit(out.Value(i)), std::signbit(expected)) << self.Value(i) << ", " << w;
  }
}

TEST(PreluTest, AnyPatternsAndSpecialWeights) {
  for (const aclDataType dtype : kDtypes) {
    const Array self =
        dtype == ACL_FLOAT ? RandomPatterns(dtype, {20'000}, 91) : AllPatterns(dtype);
    for (const double weight : {0.25, -3.0, 0.1, 0.0, -0.0, 1e-30, kInfinity, -kInfinity, kNan}) {
      ExpectForward(self, ArrayOf(dtype, {weight}), dtype);
    }
  }
}

TEST(PreluTest, PositiveNumbersKeepTheirBitsAndZerosAreMultiplied) {
  const Array self = ArrayOf(ACL_FLOAT, {0x1p-149, 2, kInfinity, 0, -0.0, kNan});
  const Array out =
      RunCall({"aclnnPrelu", {self, ArrayOf(ACL_FLOAT, {kNan}), Array(ACL_FLOAT, self.shape)}})
          .at(0);
  for (int64_t i = 0; i < 3; ++i) EXPECT_EQ(out.Bits(i), self.Bits(i));
  for (int64_t i = 3; i < 6; ++i) EXPECT_TRUE(IsNan(ACL_FLOAT, out.Bits(i)));
  const Array negative =
      RunCall({"aclnnPrelu", {self, ArrayOf(ACL_FLOAT, {-2}), Array(ACL_FLOAT, self.shape)}}).at(0);
  EXPECT_EQ(negative.Bits(3), BitsOf(ACL_FLOAT, -0.0));
  EXPECT_EQ(negative.Bits(4), 0);
}

TEST(PreluTest, Channels) {
  for (const aclDataType dtype : kDtypes) {
    for (const Shape& shape : {Shape{}, Shape{5}, Shape{1, 2}, Shape{50, 7}, Shape{3, 129},
                               Shape{2, 3, 4, 5}, Shape{2, 5, 1500}, Shape{65, 3, 15},
                               Shape{3, 40, 2, 2, 2, 1, 2, 1}, Shape{2, 1, 9}, Shape{0, 3, 2}}) {
      SCOPED_TRACE(TextOf(shape));
      const Shape channels = {shape.size() > 1 ? shape[1] : 1};
      const Array self = RandomArray(dtype, shape, 92), weight = RandomArray(dtype, channels, 93);
      ExpectForward(self, weight, dtype);
      ExpectForward(self, ArrayOf(dtype, Shape{}, {0.37}), dtype);
      ExpectSameBitsInAllLayouts({"aclnnPrelu", {self, weight, Array(dtype, shape)}});
    }
  }
}

TEST(PreluTest, WeightsOfAnyShape) {
  const Array self = RandomArray(ACL_FLOAT, {5, 12, 4}, 94);
  for (const Shape& weight :
       {Shape{12}, Shape{12, 1}, Shape{3, 4}, Shape{1, 2, 1, 1, 3, 1, 2, 1}}) {
    SCOPED_TRACE(TextOf(weight));
    ExpectForward(self, RandomArray(ACL_FLOAT, weight, 95), ACL_FLOAT);
  }
}

// Products of floats are rounded once, to the dtype of out; of 16-bit numbers as well.
TEST(PreluTest, AnyMixtureOfDtypes) {
  for (const aclDataType self : kDtypes) {
    for (const aclDataType weight : kDtypes) {
      for (const aclDataType out : kDtypes) {
        const Array x = RandomArray(self, {300, 40}, 96);
        ExpectForward(x, RandomArray(weight, {40}, 97), out);
        ExpectForward(x, RandomArray(weight, {1}, 98), out);
      }
    }
  }
}

// A product just above a tie of FLOAT16 that a rounding to float would put on it.
TEST(PreluTest, NoRoundingOnTheWay) {
  const Array self = ArrayOf(ACL_FLOAT, {-(1 + 0x1p-11 + 0x1p-23)});
  const Array weight = ArrayOf(ACL_FLOAT, {1 - 0x1p-24});
  const Array out = RunCall({"aclnnPrelu", {self, weight, Array(ACL_FLOAT16, self.shape)}}).at(0);
  EXPECT_EQ(out.Value(0), -(1 + 0x1p-10));
}

}  // namespace
}  // namespace openaclnn::test::prelu_test
