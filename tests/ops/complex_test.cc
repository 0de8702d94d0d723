// aclnnSigmoidBackward of complex numbers: against exact parts, in every mix of dtypes, layout and
// setting.
#include <cmath>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_sigmoid_backward.h"
#include "base/dtype.h"
#include "cpu/targets.h"
#include "gtest/gtest.h"
#include "tensor/promote.h"
#include "tests/ops/complex_numbers.h"
#include "tests/ops/harness/device.h"
#include "tests/ops/harness/placed_tensor.h"
#include "tests/ops/harness/settings.h"
#include "tests/oracle/real.h"

namespace openaclnn::test::complex_test {
namespace {

using oracle::Real;

constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
constexpr aclDataType kComplex[] = {ACL_COMPLEX64, ACL_COMPLEX128};

aclnnStatus Call(const PlacedTensor& grad, const PlacedTensor& y, const PlacedTensor& out) {
  uint64_t size = 1;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus planned = aclnnSigmoidBackwardGetWorkspaceSize(grad.handle(), y.handle(),
                                                                   out.handle(), &size, &executor);
  if (planned != 0) return planned;
  EXPECT_EQ(size, 0u);
  const aclnnStatus run = aclnnSigmoidBackward(nullptr, 0, executor, nullptr);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  return run;
}

Array Result(const Array& grad, const Array& y, aclDataType dtype, const Shape& shape,
             const Layout& grad_layout = Dense(), const Layout& y_layout = Dense(),
             const Layout& layout = Dense()) {
  Array unwritten(dtype, shape);
  for (std::byte& byte : unwritten.bytes) byte = std::byte{0xa7};
  const PlacedTensor a(grad, grad_layout), b(y, y_layout), out(unwritten, layout);
  EXPECT_EQ(Call(a, b, out), 0) << aclGetRecentErrMsg();
  EXPECT_TRUE(out.SurroundingsIntact());
  EXPECT_TRUE(a.Untouched() && b.Untouched());
  return out.Read();
}

// Within 2^-22 of |grad| |y| |1 - y|, or 2^-50.
void ExpectNear(const Number& given, const Number& grad, const Number& y, bool is_double) {
  const Real c = grad.real, d = grad.imaginary, a = y.real, b = y.imaginary;
  const Real slope = a * (Real(1) - a) + b * b, turn = b * (Real(1) - Real(2) * a);
  const Real rest = Real(1) - a;
  const Real bound = Sqrt((c * c + d * d) * (a * a + b * b) * (rest * rest + b * b)) *
                         Real(is_double ? 0x1p-50 : 0x1p-22) +
                     Real(is_double ? 0x1p-1074 : 0x1p-149);
  EXPECT_TRUE(Abs(Real(given.real) - (c * slope + d * turn)) <= bound &&
              Abs(Real(given.imaginary) - (d * slope - c * turn)) <= bound)
      << given.real << " + " << given.imaginary << "i for " << grad.real << " + " << grad.imaginary
      << "i and " << y.real << " + " << y.imaginary << "i";
}

class ComplexTest : public testing::Test {
 protected:
  ComplexTest() { EnsureDevice(); }
};

TEST_F(ComplexTest, EveryMixOfDtypes) {
  const Shape shape = {3001};
  std::vector<aclDataType> all(std::begin(kFloats), std::end(kFloats));
  all.insert(all.end(), std::begin(kComplex), std::end(kComplex));
  int mixes = 0;
  for (const aclDataType grad_dtype : all) {
    for (const aclDataType y_dtype : all) {
      if (!IsComplex(grad_dtype) && !IsComplex(y_dtype)) continue;
      const aclDataType promoted = *Promote(grad_dtype, y_dtype);
      const Array grad = RandomNumbers(grad_dtype, shape, 1, 12),
                  y = RandomNumbers(y_dtype, shape, 2, 12);
      const auto grads = NumbersOf(grad), outputs = NumbersOf(y);
      for (const aclDataType out : kComplex) {
        SCOPED_TRACE(DtypeName(grad_dtype) + ", " + DtypeName(y_dtype) + " to " + DtypeName(out));
        const auto given = NumbersOf(Result(grad, y, out, shape));
        const bool is_double = promoted == ACL_COMPLEX128 && out == ACL_COMPLEX128;
        for (size_t i = 0; i < given.size(); ++i) {
          ExpectNear(given[i], grads[i], outputs[i], is_double);
          if (is_double || HasFailure()) continue;  // else rounded to float, once
          EXPECT_EQ(given[i].real, static_cast<float>(given[i].real));
          EXPECT_EQ(given[i].imaginary, static_cast<float>(given[i].imaginary));
        }
        ++mixes;
      }
    }
  }
  EXPECT_EQ(mixes, 40);
}

// Products that float has no room for, of floats and halves.
TEST_F(ComplexTest, NothingOverflowsOnTheWay) {
  const Array grad = RandomNumbers(ACL_COMPLEX64, {3000}, 3, 90),
              y = RandomNumbers(ACL_COMPLEX64, {3000}, 4, 90);
  const auto given = NumbersOf(Result(grad, y, ACL_COMPLEX64, {3000}));
  const auto grads = NumbersOf(grad), outputs = NumbersOf(y);
  int finite = 0;
  for (size_t i = 0; i < given.size(); ++i) {
    if (!std::isfinite(given[i].real) || !std::isfinite(given[i].imaginary)) continue;
    ExpectNear(given[i], grads[i], outputs[i], false);
    ++finite;
  }
  EXPECT_GT(finite, 2000);
}

// With 1 + 2i and 3 - i, y (1 - y) is (3 - i)(-2 + i) = -5 + 5i, its conjugate times 1 + 2i 5 -
// 15i.
TEST_F(ComplexTest, WrittenOut) {
  const Array grad = ArrayOfNumbers(ACL_COMPLEX64, {1}, {{1, 2}});
  const Array y = ArrayOfNumbers(ACL_COMPLEX64, {1}, {{3, -1}});
  for (const aclDataType out : kComplex) {
    const auto given = NumbersOf(Result(grad, y, out, {1}));
    EXPECT_EQ(given[0].real, 5);
    EXPECT_EQ(given[0].imaginary, -15);
  }
}

// The bits of dense calls, whatever the layouts, threads, tiles and instruction sets are.
TEST_F(ComplexTest, SameBitsInEveryLayoutAndSetting) {
  const struct {
    aclDataType grad, y, out;
  } kMixes[] = {{ACL_COMPLEX64, ACL_COMPLEX64, ACL_COMPLEX64},
                {ACL_COMPLEX128, ACL_FLOAT16, ACL_COMPLEX128},
                {ACL_FLOAT, ACL_COMPLEX64, ACL_COMPLEX128}};
  for (const auto& [grad_dtype, y_dtype, out] : kMixes) {
    for (const Shape& shape : {Shape{}, Shape{5, 3, 7}, Shape{70, 101}}) {
      const Array grad = RandomNumbers(grad_dtype, shape, 5, 8),
                  y = RandomNumbers(y_dtype, shape, 6, 8);
      const Array expected = Result(grad, y, out, shape);
      const auto expect_same = [&](const Array& given) { EXPECT_EQ(given.bytes, expected.bytes); };
      for (const Layout& layout : OutputLayouts()) {
        SCOPED_TRACE(layout.name);
        expect_same(Result(grad, y, out, shape, layout));
        expect_same(Result(grad, y, out, shape, Dense(), layout));
        expect_same(Result(grad, y, out, shape, Dense(), Dense(), layout));
        if (grad_dtype != out) continue;
        const PlacedTensor both(grad, layout), other(y, Dense());
        ASSERT_EQ(Call(both, other, both), 0) << aclGetRecentErrMsg();
        expect_same(both.Read());
        EXPECT_TRUE(both.SurroundingsIntact());
      }
      for (const int64_t target : SimdTargets()) {
        for (const int64_t cache : {int64_t{0}, int64_t{1} << 40}) {
          const ScopedCacheBytes cache_bytes(cache);
          const ScopedSettings settings([&](Settings& s) {
            s.num_threads = 3;
            s.tile = 64;
            s.simd_targets = target;
          });
          expect_same(Result(grad, y, out, shape));
        }
      }
      ApplySimdSetting();
    }
  }
}

TEST_F(ComplexTest, Broadcasts) {
  const Shape shape = {5, 6, 70};
  for (const Shape& narrow : {Shape{}, Shape{70}, Shape{6, 1}, Shape{5, 1, 70}}) {
    SCOPED_TRACE(TextOf(narrow));
    const Array grad = RandomNumbers(ACL_COMPLEX64, narrow, 7, 8),
                y = RandomNumbers(ACL_COMPLEX128, shape, 8, 8);
    const Array expected = Result(Expanded(grad, shape), y, ACL_COMPLEX128, shape);
    EXPECT_EQ(Result(grad, y, ACL_COMPLEX128, shape).bytes, expected.bytes);
  }
  EXPECT_TRUE(Result(RandomNumbers(ACL_COMPLEX64, {0}, 9, 8), RandomNumbers(ACL_FLOAT, {1}, 9, 8),
                     ACL_COMPLEX64, {0})
                  .bytes.empty());
}

// Infinities are not recovered, and nothing of one element reaches another.
TEST_F(ComplexTest, NansAndInfinitiesStayWhereTheyAre) {
  const Array ones = ArrayOfNumbers(ACL_COMPLEX128, {3}, {{1, 0}, {1, 0}, {1, 0}});
  const Array y = ArrayOfNumbers(ACL_COMPLEX128, {3}, {{NAN, 0}, {2, 0}, {INFINITY, 0}});
  const auto given = NumbersOf(Result(ones, y, ACL_COMPLEX128, {3}));
  EXPECT_TRUE(std::isnan(given[0].real) && std::isnan(given[0].imaginary));
  EXPECT_EQ(given[1].real, -2);
  EXPECT_EQ(given[1].imaginary, 0);
  EXPECT_TRUE(std::isnan(given[2].real));
}

TEST_F(ComplexTest, RealResultsAreRefused) {
  const PlacedTensor grad(RandomNumbers(ACL_COMPLEX64, {4}, 10, 3), Dense()),
      y(RandomNumbers(ACL_FLOAT, {4}, 11, 3), Dense());
  const PlacedTensor out(Array(ACL_DOUBLE, {4}), Dense());
  EXPECT_EQ(Call(grad, y, out), 161002);
  EXPECT_NE(
      std::string(aclGetRecentErrMsg()).find("gradInput: dtype is DOUBLE, to which COMPLEX64"),
      std::string::npos);
}

}  // namespace
}  // namespace openaclnn::test::complex_test
