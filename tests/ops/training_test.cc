// What trains with scaled losses, clips gradients and steps: norms, unscaling, scales, AdamW and
// SGD, against the formulas in long double.
#include <cmath>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/values.h"

namespace openaclnn::test::training_test {
namespace {

using Arrays = std::vector<Array>;
constexpr aclDataType kDtypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

// Elements that a function of their index in an array makes, rounded to its dtype.
template <class Function>
Array Made(const Array& like, const Function& function) {
  return Array(like.dtype, like.shape,
               [&](int64_t i) { return BitsOf(like.dtype, static_cast<double>(function(i))); });
}

TEST(TrainingTest, Norms) {
  for (const aclDataType dtype : kDtypes) {
    const Arrays x = {RandomArray(dtype, {3, 700}, 1, -2, 2), ArrayOf(dtype, {3, -4}),
                      Array(dtype, {0, 5}), ArrayOf(dtype, {}, {-7}),
                      ArrayOf(dtype, {1, -kInfinity})};
    const Arrays out(x.size(), Array(dtype, {}));
    for (const double order : {1.0, 2.0, 3.0, kInfinity}) {
      const Arrays norms = RunCall({"aclnnForeachNorm", {x, CallArgument(order, ACL_DOUBLE), out}});
      ASSERT_EQ(norms.size(), x.size());
      for (size_t k = 0; k < x.size(); ++k) {
        long double sum = 0, largest = 0;
        for (int64_t i = 0; i < x[k].size(); ++i) {
          const long double size = std::fabs(x[k].Value(i));
          if (k != 0 || std::isfinite(size)) {
            sum += std::pow(size, static_cast<long double>(order));
            largest = std::max(largest, size);
          }
        }
        if (k == 0) continue;  // below, without what is not finite
        const long double norm =
            std::isinf(order) ? largest : std::pow(sum, 1 / static_cast<long double>(order));
        EXPECT_EQ(norms[k].Value(0), ValueOf(dtype, BitsOf(dtype, static_cast<double>(norm))))
            << "member " << k << ", order " << order;
      }
    }
  }
}

TEST(TrainingTest, NormsOfLongRowsInAnyLayout) {
  for (const aclDataType dtype : kDtypes) {
    const Array x(dtype, {37, 501}, [dtype](int64_t i) {
      return BitsOf(dtype, static_cast<double>(i * 7919 % 1001 - 500) / 512);
    });
    for (const double order : {1.0, 2.0, kInfinity}) {
      long double sum = 0, largest = 0;
      for (int64_t i = 0; i < x.size(); ++i) {
        const long double size = std::fabs(x.Value(i));
        sum += order == 1 ? size : size * size;
        largest = std::max(largest, size);
      }
      const long double norm = order == 1 ? sum : order == 2 ? std::sqrt(sum) : largest;
      const double expected = ValueOf(dtype, BitsOf(dtype, static_cast<double>(norm)));
      for (const Layout& layout : OutputLayouts()) {
        const Arrays norms =
            RunOnce({"aclnnForeachNorm",
                     {Arrays{x}, CallArgument(order, ACL_DOUBLE), Arrays{Array(dtype, {1})}}},
                    {.layouts = {&layout}, .in_place = {}});
        EXPECT_EQ(norms[0].Value(0), expected) << layout.name << ", order " << order;
      }
    }
  }
}

TEST(TrainingTest, UnscalesAndFindsWhatIsNotFinite) {
  for (const aclDataType dtype : kDtypes) {
    for (const double odd : {1.0, kInfinity, -kInfinity, kNan}) {
      Arrays grads = {WildArray(dtype, {5, 7}, 1), Array(dtype, {0}), ArrayOf(dtype, {}, {3}),
                      RandomPatterns(dtype, {2000}, 2)};
      for (Array& array : grads) {
        for (int64_t i = 0; i < array.size(); ++i) {
          if (!std::isfinite(array.Value(i))) array.SetBits(i, BitsOf(dtype, 0.5));
        }
      }
      grads[3].SetBits(1234, BitsOf(dtype, odd));
      const Array factor = ArrayOf(ACL_FLOAT, {1}, {0.3});
      for (const double before : {0.0, 2.0}) {
        const Arrays results = RunCall({"aclnnForeachNonFiniteCheckAndUnscale",
                                        {grads, ArrayOf(ACL_FLOAT, {1}, {before}), factor}});
        ASSERT_EQ(results.size(), 5u);
        EXPECT_EQ(results[4].Value(0), odd == 1 ? before : 1);
        for (size_t k = 0; k < grads.size(); ++k) {
          const Array expected =
              Made(grads[k], [&](int64_t i) { return grads[k].Value(i) * factor.Value(0); });
          EXPECT_TRUE(SameBits(results[k], expected)) << "member " << k;
        }
      }
    }
  }
}

// The scale and the count that follow.
std::vector<double> Updated(aclDataType dtype, double scale, double tracker, double found) {
  const Arrays results =
      RunCall({"aclnnAmpUpdateScale",
               {ArrayOf(dtype, {scale}), ArrayOf(ACL_INT32, {tracker}), ArrayOf(dtype, {found}),
                2.0, 0.5, 3.0, Array(dtype, {1}), Array(ACL_INT32, {1})}});
  return {results[0].Value(0), results[1].Value(0)};
}

TEST(TrainingTest, ScalesGrowAndShrink) {
  using Pair = std::vector<double>;
  for (const aclDataType dtype : kDtypes) {
    EXPECT_EQ(Updated(dtype, 64, 0, 0), (Pair{64, 1}));
    EXPECT_EQ(Updated(dtype, 64, 2, 0), (Pair{128, 0}));
    EXPECT_EQ(Updated(dtype, 64, 3, 0), (Pair{64, 4}));
    EXPECT_EQ(Updated(dtype, 64, 2, 1), (Pair{32, 0}));
    EXPECT_EQ(Updated(dtype, 64, 1, kNan), (Pair{32, 0}));
    const double largest = dtype == ACL_FLOAT16 ? 32768 : 0x1p127;  // twice that is infinite
    EXPECT_EQ(Updated(dtype, largest, 2, 0), (Pair{largest, 0}));
    EXPECT_EQ(Updated(dtype, largest / 2, 2, 0), (Pair{largest, 0}));
  }
}

TEST(TrainingTest, ScalesAreUpdatedInPlace) {
  const OperatorCall call{
      "aclnnAmpUpdateScale",
      {ArrayOf(ACL_FLOAT, {64}), ArrayOf(ACL_INT32, {2}), ArrayOf(ACL_FLOAT, {0}), 2.0, 0.5, 3.0,
       Array(ACL_FLOAT, {1}), Array(ACL_INT32, {1})}};
  EXPECT_EQ(RunCall(call, {.layouts = {}, .in_place = {{6, 0}}})[0].Value(0), 128);
  EXPECT_EQ(RunCall(call, {.layouts = {}, .in_place = {{7, 1}}})[1].Value(0), 0);
}

struct Adam {
  double lr = 0.01, beta1 = 0.9, beta2 = 0.999, decay = 0.1, eps = 1e-8;
  bool amsgrad = false, maximize = false;
};

// All tensors that a step replaces, after so many steps.
void ExpectStep(aclDataType dtype, aclDataType of_step, int64_t step, const Adam& adam,
                const Layout* layout = nullptr) {
  const Shape shape = {3, 501};
  const Array var = RandomArray(dtype, shape, 1), m = RandomArray(dtype, shape, 2, -0.1, 0.1);
  const Array v = RandomArray(dtype, shape, 3, 0, 0.01), grad = RandomArray(dtype, shape, 4);
  const Array largest = RandomArray(dtype, shape, 5, 0, 0.01);
  OperatorCall call{
      "aclnnApplyAdamWV2",
      {var, m, v, largest, grad, ArrayOf(of_step, {double(step)}), adam.lr, adam.beta1, adam.beta2,
       adam.decay, adam.eps, adam.amsgrad ? 1.0 : 0.0, adam.maximize ? 1.0 : 0.0}};
  if (!adam.amsgrad && of_step == ACL_INT64) call.arguments[3] = CallArgument(nullptr);
  const bool has_largest = !call.arguments[3].is_null;
  const Placement placement{
      .layouts = {layout, layout, layout, has_largest ? layout : nullptr, layout}, .in_place = {}};
  const Arrays results = layout == nullptr ? RunCall(call) : RunOnce(call, placement);
  ASSERT_EQ(results.size(), has_largest ? 4u : 3u);
  using Wide = long double;
  const Wide beta1 = float(adam.beta1), beta2 = float(adam.beta2), lr = float(adam.lr);
  const Wide decay = float(adam.decay), eps = float(adam.eps);
  const auto next_m = [&](int64_t i) {
    return beta1 * m.Value(i) + (1 - beta1) * (adam.maximize ? -grad.Value(i) : grad.Value(i));
  };
  const auto next_v = [&](int64_t i) {
    return beta2 * v.Value(i) + (1 - beta2) * Wide(grad.Value(i)) * grad.Value(i);
  };
  const auto next_largest = [&](int64_t i) -> Wide {
    const Wide moment = next_v(i);
    return adam.amsgrad && !(moment > largest.Value(i)) && moment == moment ? largest.Value(i)
                                                                            : moment;
  };
  const auto next_var = [&](int64_t i) {
    const Wide root = std::sqrt(next_largest(i) / (1 - std::pow(beta2, Wide(step + 1))));
    const Wide move = lr * (next_m(i) / (1 - std::pow(beta1, Wide(step + 1)))) / (root + eps);
    return var.Value(i) - lr * decay * var.Value(i) - move;
  };
  EXPECT_TRUE(SameBits(results[0], Made(var, next_var)));
  EXPECT_TRUE(SameBits(results[1], Made(m, next_m)));
  EXPECT_TRUE(SameBits(results[2], Made(v, next_v)));
  if (!has_largest) return;
  EXPECT_TRUE(SameBits(results[3], adam.amsgrad ? Made(v, next_largest) : largest));
}

TEST(TrainingTest, StepsOfAdamW) {
  for (const aclDataType dtype : kDtypes) {
    ExpectStep(dtype, ACL_FLOAT, 0, {});
    ExpectStep(dtype, ACL_INT64, 7, {.maximize = true});
    ExpectStep(dtype, ACL_FLOAT, 1000, {.lr = 1e-3, .amsgrad = true});
    ExpectStep(dtype, ACL_INT64, 12, {.decay = 0, .amsgrad = true, .maximize = true});
    for (const Layout& layout : OutputLayouts()) ExpectStep(dtype, ACL_FLOAT, 3, {}, &layout);
  }
}

struct FusedAdam {
  Adam adam;
  bool has_scale = false, has_found = false;
  double found = 0;
};

// Members of one list stepped at once, against the operator of one parameter, which counts from 0.
void ExpectFusedSteps(aclDataType dtype, aclDataType of_step, const FusedAdam& fused,
                      const Layout* layout = nullptr) {
  const auto& [adam, has_scale, has_found, found] = fused;
  const std::vector<Shape> shapes = {{3, 501}, {0, 2}, {}};
  Arrays params, grads, m, v, largest, steps;
  uint32_t seed = 1;
  for (const Shape& shape : shapes) {
    params.push_back(RandomArray(dtype, shape, seed));
    grads.push_back(RandomArray(dtype, shape, seed + 1));
    m.push_back(RandomArray(dtype, shape, seed + 2, -0.1, 0.1));
    v.push_back(RandomArray(dtype, shape, seed + 3, 0, 0.01));
    largest.push_back(RandomArray(dtype, shape, seed + 4, 0, 0.01));
    steps.push_back(ArrayOf(of_step, {2}, {double(seed), 99}));  // the first one counts
    seed += 5;
  }
  const bool has_largest = adam.amsgrad || of_step == ACL_FLOAT;
  const double scale = 4;  // a quotient by it is exact
  const auto flag = [](bool is_true) { return is_true ? 1.0 : 0.0; };
  const auto number = [](bool is_given, double value) {
    return is_given ? CallArgument(ArrayOf(ACL_FLOAT, {value})) : CallArgument(nullptr);
  };
  const OperatorCall call{
      "aclnnFusedAdamw",
      {params, grads, m, v, has_largest ? CallArgument(largest) : CallArgument(nullptr), steps,
       number(has_scale, scale), number(has_found, found), double(float(adam.lr)),
       double(float(adam.beta1)), double(float(adam.beta2)), double(float(adam.decay)),
       double(float(adam.eps)), flag(adam.amsgrad), flag(adam.maximize)}};
  const Placement placement{.layouts = {layout, layout, layout, layout}, .in_place = {}};
  const Arrays results = layout == nullptr ? RunCall(call) : RunOnce(call, placement);
  ASSERT_EQ(results.size(), has_largest ? 12u : 9u);
  for (size_t k = 0; k < shapes.size(); ++k) {
    Arrays expected = {params[k], m[k], v[k], largest[k]};
    if (!(has_found && found == 1)) {
      const double divisor = has_scale ? scale : 1;
      const Array grad = Made(grads[k], [&](int64_t i) { return grads[k].Value(i) / divisor; });
      expected =
          RunOnce({"aclnnApplyAdamWV2",
                   {params[k], m[k], v[k], largest[k], grad,
                    ArrayOf(ACL_FLOAT, {steps[k].Value(0) - 1}), adam.lr, adam.beta1, adam.beta2,
                    adam.decay, adam.eps, flag(adam.amsgrad), flag(adam.maximize)}});
    }
    for (size_t list = 0; list < results.size() / 3; ++list) {
      EXPECT_TRUE(SameBits(results[3 * list + k], expected[list]))
          << "list " << list << ", parameter " << k;
    }
  }
}

TEST(TrainingTest, FusedStepsOfAdamW) {
  for (const aclDataType dtype : kDtypes) {
    ExpectFusedSteps(dtype, ACL_FLOAT, {});
    ExpectFusedSteps(dtype, ACL_INT64, {.adam = {.maximize = true}, .has_scale = true});
    ExpectFusedSteps(dtype, ACL_FLOAT, {.adam = {.amsgrad = true}, .has_found = true});
    for (const double found : {0.0, 1.0}) {
      ExpectFusedSteps(dtype, ACL_INT64,
                       {.adam = {.amsgrad = true, .maximize = true},
                        .has_scale = true,
                        .has_found = true,
                        .found = found});
    }
    for (const Layout& layout : OutputLayouts()) ExpectFusedSteps(dtype, ACL_FLOAT, {}, &layout);
  }
}

// Numbers, as one element of a dtype.
struct NumbersOfAdam {
  aclDataType dtype;
  Array At(double number) const { return ArrayOf(dtype, {1}, {number}); }
  long double Of(double number) const { return At(number).Value(0); }
};

struct StepArrays {
  explicit StepArrays(aclDataType of) : dtype(of) {}

  aclDataType dtype;
  Shape shape = {3, 501};
  Array var = RandomArray(dtype, shape, 1), m = RandomArray(dtype, shape, 2, -0.1, 0.1);
  Array v = RandomArray(dtype, shape, 3, 0, 0.01), grad = RandomArray(dtype, shape, 4);
  Array other = RandomArray(dtype, shape, 5, 0, 0.01);
};

void ExpectAdamByTensors(aclDataType dtype, bool nesterov, const Layout* layout = nullptr) {
  const StepArrays of(dtype);
  const NumbersOfAdam numbers{ACL_FLOAT};
  const double power1 = 0.729, power2 = 0.997, lr = 0.01, beta1 = 0.9, beta2 = 0.999, eps = 1e-7;
  const OperatorCall call{
      "aclnnApplyAdam",
      {of.var, of.m, of.v, numbers.At(power1), numbers.At(power2), numbers.At(lr),
       numbers.At(beta1), numbers.At(beta2), numbers.At(eps), of.grad, 0.0, nesterov ? 1.0 : 0.0}};
  const Placement placement{.layouts = {layout, layout, layout}, .in_place = {}};
  const Arrays results = layout == nullptr ? RunCall(call) : RunOnce(call, placement);
  ASSERT_EQ(results.size(), 3u);
  using Wide = long double;
  const Wide b1 = numbers.Of(beta1), b2 = numbers.Of(beta2);
  const Wide rate = numbers.Of(lr) * std::sqrt(1 - numbers.Of(power2)) / (1 - numbers.Of(power1));
  const auto next_m = [&](int64_t i) -> Wide {
    return b1 * of.m.Value(i) + (1 - b1) * of.grad.Value(i);
  };
  const auto next_v = [&](int64_t i) -> Wide {
    return b2 * of.v.Value(i) + (1 - b2) * Wide(of.grad.Value(i)) * of.grad.Value(i);
  };
  const auto next_var = [&](int64_t i) -> Wide {
    const Wide direction = nesterov ? b1 * next_m(i) + (1 - b1) * of.grad.Value(i) : next_m(i);
    return of.var.Value(i) - rate * direction / (std::sqrt(next_v(i)) + numbers.Of(eps));
  };
  EXPECT_TRUE(SameBits(results[0], Made(of.var, next_var)));
  EXPECT_TRUE(SameBits(results[1], Made(of.m, next_m)));
  EXPECT_TRUE(SameBits(results[2], Made(of.v, next_v)));
}

TEST(TrainingTest, StepsOfAdamByTensors) {
  for (const aclDataType dtype : kDtypes) {
    for (const bool nesterov : {false, true}) ExpectAdamByTensors(dtype, nesterov);
    for (const Layout& layout : OutputLayouts()) ExpectAdamByTensors(dtype, true, &layout);
  }
}

void ExpectAdamWByTensors(aclDataType dtype, bool amsgrad, bool maximize, double decay,
                          const Layout* layout = nullptr) {
  const StepArrays of(dtype);
  const NumbersOfAdam numbers{dtype};
  const double power1 = 0.73, power2 = 0.9, lr = 0.01, beta1 = 0.9, beta2 = 0.95, eps = 1e-3;
  const auto flag = [](bool is_true) { return is_true ? 1.0 : 0.0; };
  const OperatorCall call{
      "aclnnApplyAdamW",
      {of.var, of.m, of.v, numbers.At(power1), numbers.At(power2), numbers.At(lr),
       numbers.At(decay), numbers.At(beta1), numbers.At(beta2), numbers.At(eps), of.grad,
       amsgrad || maximize ? CallArgument(of.other) : CallArgument(nullptr), flag(amsgrad),
       flag(maximize)}};
  const Placement placement{.layouts = {layout, layout, layout}, .in_place = {}};
  const Arrays results = layout == nullptr ? RunCall(call) : RunOnce(call, placement);
  ASSERT_EQ(results.size(), 3u);
  using Wide = long double;
  const Wide b1 = numbers.Of(beta1), b2 = numbers.Of(beta2), rate = numbers.Of(lr);
  const Wide left1 = 1 - b1 * numbers.Of(power1), left2 = 1 - b2 * numbers.Of(power2);
  const auto gradient = [&](int64_t i) -> Wide {
    return maximize ? -of.grad.Value(i) : of.grad.Value(i);
  };
  const auto next_m = [&](int64_t i) -> Wide {
    return b1 * of.m.Value(i) + (1 - b1) * gradient(i);
  };
  const auto next_v = [&](int64_t i) -> Wide {
    return b2 * of.v.Value(i) + (1 - b2) * gradient(i) * gradient(i);
  };
  const auto next_var = [&](int64_t i) -> Wide {
    const Wide next = next_v(i), before = of.other.Value(i);
    const Wide moment = amsgrad && !(next > before) && next == next ? before : next;
    const Wide root = std::sqrt(moment / left2) + numbers.Of(eps);
    return (1 - rate * numbers.Of(decay)) * of.var.Value(i) - rate * next_m(i) / left1 / root;
  };
  EXPECT_TRUE(SameBits(results[0], Made(of.var, next_var)));
  EXPECT_TRUE(SameBits(results[1], Made(of.m, next_m)));
  EXPECT_TRUE(SameBits(results[2], Made(of.v, next_v)));
}

TEST(TrainingTest, StepsOfAdamWByTensors) {
  for (const aclDataType dtype : kDtypes) {
    ExpectAdamWByTensors(dtype, false, false, 0.1);
    ExpectAdamWByTensors(dtype, true, false, 0);
    ExpectAdamWByTensors(dtype, true, true, 0.1);
    ExpectAdamWByTensors(dtype, false, true, 0.01);
    for (const Layout& layout : OutputLayouts()) {
      ExpectAdamWByTensors(dtype, false, false, 0.1, &layout);
    }
  }
}

void ExpectEmaAdam(aclDataType dtype, int mode, bool corrects, const Layout* layout = nullptr) {
  const StepArrays of(dtype);
  const Array average = RandomArray(dtype, of.shape, 6);
  using Wide = long double;
  const double lr = 0.01f, share = 0.99f, beta1 = 0.9f, beta2 = 0.999f, eps = 1e-8f, decay = 0.1f;
  const OperatorCall call{
      "aclnnApplyFusedEmaAdam",
      {of.grad, of.var, of.m, of.v, average, ArrayOf(ACL_INT64, {2}, {7, 99}), lr, share, beta1,
       beta2, eps, double(mode), corrects ? 1.0 : 0.0, decay}};
  const Placement placement{.layouts = {layout, layout, layout, layout, layout}, .in_place = {}};
  const Arrays results = layout == nullptr ? RunCall(call) : RunOnce(call, placement);
  ASSERT_EQ(results.size(), 4u);
  const Wide left1 = corrects ? 1 - std::pow(Wide(beta1), 7) : 1;
  const Wide left2 = corrects ? 1 - std::pow(Wide(beta2), 7) : 1;
  const auto gradient = [&](int64_t i) -> Wide {
    return of.grad.Value(i) + (mode == 0 ? Wide(decay) * of.var.Value(i) : 0);
  };
  const auto next_m = [&](int64_t i) -> Wide {
    return Wide(beta1) * of.m.Value(i) + (1 - Wide(beta1)) * gradient(i);
  };
  const auto next_v = [&](int64_t i) -> Wide {
    return Wide(beta2) * of.v.Value(i) + (1 - Wide(beta2)) * gradient(i) * gradient(i);
  };
  const auto next_var = [&](int64_t i) -> Wide {
    const Wide update = next_m(i) / left1 / (std::sqrt(next_v(i) / left2) + eps);
    return of.var.Value(i) - lr * (update + (mode == 1 ? Wide(decay) * of.var.Value(i) : 0));
  };
  const auto next_average = [&](int64_t i) -> Wide {
    return Wide(share) * average.Value(i) + (1 - Wide(share)) * next_var(i);
  };
  EXPECT_TRUE(SameBits(results[0], Made(of.var, next_var)));
  EXPECT_TRUE(SameBits(results[1], Made(of.m, next_m)));
  EXPECT_TRUE(SameBits(results[2], Made(of.v, next_v)));
  EXPECT_TRUE(SameBits(results[3], Made(average, next_average)));
}

TEST(TrainingTest, StepsOfAdamWithAnAverage) {
  for (const aclDataType dtype : kDtypes) {
    for (const int mode : {0, 1}) {
      for (const bool corrects : {false, true}) ExpectEmaAdam(dtype, mode, corrects);
    }
    for (const Layout& layout : OutputLayouts()) ExpectEmaAdam(dtype, 0, true, &layout);
  }
}

struct Sgd {
  double decay = 0.1, momentum = 0.9, lr = 0.05, dampening = 0.2;
  bool nesterov = false, maximize = false, is_first = false;
  bool has_buffers = true, has_scale = true;
};

void ExpectSgd(aclDataType dtype, const Sgd& sgd, const Layout* layout = nullptr) {
  const std::vector<Shape> shapes = {{3, 501}, {0, 2}, {}};
  Arrays params, grads, buffers;
  for (uint32_t seed = 1; const Shape& shape : shapes) {
    params.push_back(RandomArray(dtype, shape, seed));
    grads.push_back(RandomArray(dtype, shape, seed + 1));
    buffers.push_back(RandomArray(dtype, shape, seed + 2));
    seed += 3;
  }
  const Array scale = ArrayOf(dtype, {2.5});
  const auto flag = [](bool is_true) { return is_true ? 1.0 : 0.0; };
  const OperatorCall call{
      "aclnnFusedSgd",
      {params, grads, sgd.has_buffers ? CallArgument(buffers) : CallArgument(nullptr),
       sgd.has_scale ? CallArgument(scale) : CallArgument(nullptr), sgd.decay, sgd.momentum, sgd.lr,
       sgd.dampening, flag(sgd.nesterov), flag(sgd.maximize), flag(sgd.is_first)}};
  const Placement placement{.layouts = {layout, layout}, .in_place = {}};
  const Arrays results = layout == nullptr ? RunCall(call) : RunOnce(call, placement);
  ASSERT_EQ(results.size(), sgd.has_buffers ? 9u : 6u);
  using Wide = long double;
  const Wide decay = float(sgd.decay), momentum = float(sgd.momentum), lr = float(sgd.lr);
  const Wide dampening = float(sgd.dampening);
  for (size_t k = 0; k < shapes.size(); ++k) {
    const auto gradient = [&](int64_t i) -> Wide {
      return sgd.has_scale ? Wide(grads[k].Value(i)) / scale.Value(0) : Wide(grads[k].Value(i));
    };
    const auto direction = [&](int64_t i) -> Wide {
      return (sgd.maximize ? -gradient(i) : gradient(i)) + decay * params[k].Value(i);
    };
    const auto buffer = [&](int64_t i) -> Wide {
      if (sgd.is_first) return direction(i);
      return momentum * buffers[k].Value(i) + (1 - dampening) * direction(i);
    };
    const auto param = [&](int64_t i) -> Wide {
      Wide step = direction(i);
      if (sgd.has_buffers) {
        step = sgd.nesterov ? direction(i) + momentum * buffer(i) : buffer(i);
      }
      return params[k].Value(i) - lr * step;
    };
    EXPECT_TRUE(SameBits(results[k], Made(params[k], param))) << "parameter " << k;
    EXPECT_TRUE(SameBits(results[k + 3], Made(grads[k], gradient))) << "gradient " << k;
    if (!sgd.has_buffers) continue;
    EXPECT_TRUE(SameBits(results[k + 6], Made(buffers[k], buffer))) << "buffer " << k;
  }
}

TEST(TrainingTest, StepsOfSgd) {
  for (const aclDataType dtype : kDtypes) {
    ExpectSgd(dtype, {});
    ExpectSgd(dtype, {.is_first = true});
    ExpectSgd(dtype, {.dampening = 0, .nesterov = true, .maximize = true});
    ExpectSgd(dtype, {.dampening = 0, .nesterov = true, .is_first = true, .has_scale = false});
    ExpectSgd(dtype, {.nesterov = true, .has_buffers = false});
    ExpectSgd(dtype, {.decay = 0, .has_buffers = false, .has_scale = false});
    for (const Layout& layout : OutputLayouts()) ExpectSgd(dtype, {}, &layout);
  }
}

}  // namespace
}  // namespace openaclnn::test::training_test
