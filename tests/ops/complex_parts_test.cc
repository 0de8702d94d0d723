// Complex numbers of their parts, or of their size and angle.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_complex.h"
#include "gtest/gtest.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/layout.h"
#include "tests/ops/harness/values.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::complex_parts_test {
namespace {

using oracle::Real;

template <class T>
std::vector<T> ElementsOf(const Array& array) {
  std::vector<T> elements(array.bytes.size() / sizeof(T));
  std::memcpy(elements.data(), array.bytes.data(), array.bytes.size());
  return elements;
}

// T: as wide as a part.
template <class T>
void ExpectParts(aclDataType dtype, aclDataType complex, const Layout* layout) {
  const Array real = RandomPatterns(dtype, {3, 40}, 1), imag = RandomPatterns(dtype, {1, 40}, 2);
  const OperatorCall call{"aclnnComplex", {real, imag, Array(complex, {3, 40})}};
  const Array given =
      layout == nullptr ? RunCall(call).at(0)
                        : RunOnce(call, {.layouts = {nullptr, nullptr, layout}, .in_place = {}})[0];
  const std::vector<T> x = ElementsOf<T>(real), y = ElementsOf<T>(imag), z = ElementsOf<T>(given);
  ASSERT_EQ(z.size(), 240u);
  for (size_t i = 0; i < 120; ++i) {
    EXPECT_EQ(z[2 * i], x[i]);
    EXPECT_EQ(z[2 * i + 1], y[i % 40]);
  }
}

TEST(ComplexPartsTest, KeepTheirBits) {
  std::vector<const Layout*> layouts = {nullptr};
  for (const Layout& layout : OutputLayouts()) layouts.push_back(&layout);
  for (const Layout* const layout : layouts) {
    ExpectParts<uint16_t>(ACL_FLOAT16, ACL_COMPLEX32, layout);
    ExpectParts<uint32_t>(ACL_FLOAT, ACL_COMPLEX64, layout);
    ExpectParts<uint64_t>(ACL_DOUBLE, ACL_COMPLEX128, layout);
  }
}

// Numbers become their conjugates, or are turned, where their parts lie.
TEST(ComplexPartsTest, MayLieInTheMemoryOfTheNumbers) {
  EnsureDevice();
  for (const bool turns : {false, true}) {
    std::vector<float> memory = {1, 2, 3, 4, 5, 6};
    std::vector<float> opposites = {-2, -4, -6};
    const int64_t shape[] = {3}, steps[] = {2}, size[] = {6};
    const auto part = [&](int64_t at) {
      return aclCreateTensor(shape, 1, ACL_FLOAT, steps, at, ACL_FORMAT_ND, size, 1, memory.data());
    };
    aclTensor* const other =
        aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, opposites.data());
    aclTensor* const out = aclCreateTensor(shape, 1, ACL_COMPLEX64, nullptr, 0, ACL_FORMAT_ND,
                                           shape, 1, memory.data());
    aclTensor *const first = part(turns ? 1 : 0), *const second = turns ? part(0) : nullptr;
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(aclnnComplexGetWorkspaceSize(first, turns ? second : other, out, &bytes, &executor),
              0)
        << aclGetRecentErrMsg();
    std::vector<std::byte> workspace(bytes);
    ASSERT_EQ(aclnnComplex(workspace.data(), bytes, executor, nullptr), 0);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    EXPECT_EQ(memory, turns ? (std::vector<float>{2, 1, 4, 3, 6, 5})
                            : (std::vector<float>{1, -2, 3, -4, 5, -6}));
    for (const aclTensor* const tensor : {first, second, other, out}) {
      if (tensor != nullptr) aclDestroyTensor(tensor);
    }
  }
}

TEST(ComplexPartsTest, OfOneNumberAndOfNone) {
  const Array one = RunCall({"aclnnComplex",
                             {ArrayOf(ACL_FLOAT, {}, {-0.0}), ArrayOf(ACL_FLOAT, {}, {2.5}),
                              Array(ACL_COMPLEX64, {})}})
                        .at(0);
  EXPECT_EQ(ElementsOf<float>(one), (std::vector<float>{-0.0f, 2.5f}));
  EXPECT_TRUE(std::signbit(ElementsOf<float>(one)[0]));
  const Array none = RunCall({"aclnnComplex",
                              {Array(ACL_DOUBLE, {0, 3}), Array(ACL_DOUBLE, {1, 3}),
                               Array(ACL_COMPLEX128, {0, 3})}})
                         .at(0);
  EXPECT_EQ(none.size(), 0);
}

TEST(RealTest, KeepsTheBitsOfParts) {
  const struct {
    aclDataType from, to;
  } dtypes[] = {{ACL_COMPLEX32, ACL_FLOAT16},
                {ACL_COMPLEX64, ACL_FLOAT},
                {ACL_COMPLEX128, ACL_DOUBLE},
                {ACL_FLOAT, ACL_FLOAT},
                {ACL_FLOAT16, ACL_FLOAT16}};
  for (const auto& [from, to] : dtypes) {
    SCOPED_TRACE(DtypeName(from));
    const Array real = RandomPatterns(to, {3, 40}, 1), imag = RandomPatterns(to, {3, 40}, 2);
    const Array self =
        from == to ? real : RunCall({"aclnnComplex", {real, imag, Array(from, {3, 40})}}).at(0);
    for (const Layout& layout : OutputLayouts()) {
      const Array given = RunOnce({"aclnnReal", {self, Array(to, {3, 40})}},
                                  {.layouts = {&layout, &layout}, .in_place = {}})
                              .at(0);
      EXPECT_EQ(given.bytes, real.bytes) << layout.name;
    }
  }
}

// Off by at most 0.501 units in the last place.
bool IsNear(float value, const Real& exact) {
  const auto nearest = static_cast<float>(exact.ToDouble());
  if (!std::isfinite(nearest)) return value == nearest;
  const double ulp = std::nextafterf(std::fabs(nearest), INFINITY) - std::fabs(nearest);
  return std::fabs((Real(double{value}) - exact).ToDouble()) <= 0.501 * ulp;
}

void ExpectPolar(const Array& size, const Array& angle) {
  const OperatorCall call{"aclnnPolar", {size, angle, Array(ACL_COMPLEX64, size.shape)}};
  const Array given = RunCall(call).at(0);
  const std::vector<float> parts = ElementsOf<float>(given);
  for (int64_t i = 0; i < size.size(); ++i) {
    const double r = size.Value(i), t = angle.Value(i % angle.size());
    const float real = parts[static_cast<size_t>(2 * i)];
    const float imaginary = parts[static_cast<size_t>(2 * i) + 1];
    if (!std::isfinite(r) || !std::isfinite(t)) {
      const double cosine = r * std::cos(t), sine = r * std::sin(t);
      EXPECT_TRUE(std::isnan(cosine) ? std::isnan(real) : real == cosine) << r << " at " << t;
      EXPECT_TRUE(std::isnan(sine) ? std::isnan(imaginary) : imaginary == sine) << r << " at " << t;
      continue;
    }
    EXPECT_TRUE(IsNear(real, Real(r) * Cos(Real(t)))) << r << " at " << t;
    EXPECT_TRUE(IsNear(imaginary, Real(r) * Sin(Real(t)))) << r << " at " << t;
  }
}

TEST(PolarTest, EachPartIsRoundedOnce) {
  const Array size = RandomArray(ACL_FLOAT, {4, 300}, 1, -20, 20);
  ExpectPolar(size, RandomArray(ACL_FLOAT, {4, 300}, 2, -20, 20));
  ExpectPolar(size, RandomArray(ACL_FLOAT, {1, 300}, 3, -1e9, 1e9));
}

TEST(PolarTest, LimitsAndZeros) {
  const std::vector<double> sizes = {INFINITY, -INFINITY, kNan, 0.0, -0.0, 3e38, 1e-44, 1};
  const std::vector<double> angles = {0.5, 2, INFINITY, -INFINITY, kNan, 1e30, 3e38, 1e-44};
  Array size(ACL_FLOAT, {64}), angle(ACL_FLOAT, {64});
  for (int64_t i = 0; i < 64; ++i) {
    size.SetBits(i, BitsOf(ACL_FLOAT, sizes[static_cast<size_t>(i / 8)]));
    angle.SetBits(i, BitsOf(ACL_FLOAT, angles[static_cast<size_t>(i % 8)]));
  }
  ExpectPolar(size, angle);
  const Array zeros = RunCall({"aclnnPolar",
                               {ArrayOf(ACL_FLOAT, {-0.0, 2}), ArrayOf(ACL_FLOAT, {0.0, -0.0}),
                                Array(ACL_COMPLEX64, {2})}})
                          .at(0);
  const std::vector<float> parts = ElementsOf<float>(zeros);
  EXPECT_EQ(parts, (std::vector<float>{-0.0f, -0.0f, 2, -0.0f}));
  for (const size_t at : {0, 1, 3}) EXPECT_TRUE(std::signbit(parts[at])) << at;
}

}  // namespace
}  // namespace openaclnn::test::complex_parts_test
