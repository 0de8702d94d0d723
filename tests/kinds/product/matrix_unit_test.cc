// Products by a matrix unit: models of the documented instructions, which know no subnormal
// numbers, stand in for them, so that packing and the guard are tested on every machine; and the
// machine's own where it has one.
#include "kinds/product/matrix_unit.h"

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "base/matrix_unit.h"
#include "cpu/targets.h"
#include "gtest/gtest.h"
#include "kinds/product/dot_pairs.h"
#include "kinds/product/dot_quads.h"
#include "kinds/product/word_loops.h"
#include "tests/kinds/product/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"
#include "tests/ops/harness/same_bits.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn::test {
namespace {

float Flushed(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value;
}
float Read(Bfloat16Bits value) { return Flushed(FloatFromBfloat16(value.value)); }

constexpr int64_t kTile = kSideOfUnitTile * kTermsOfBlock;

// Element i of a row, or of a column, of a block that is packed.
int64_t AtOfFirst(int64_t row, int64_t i) { return row * kTermsOfBlock + i; }
int64_t AtOfSecond(int64_t column, int64_t i) {
  return column / kSideOfUnitTile * kTile + i / 2 * kTermsOfBlock + column % kSideOfUnitTile * 2 +
         i % 2;
}

// Multiplications of squares by a model, in any thread.
std::atomic<int64_t> count_multiplied = 0;

// Adds to each sum of a square what `block` makes of a row and a column, by the elements of a
// block.
template <class OfBlock>
void ForEachResult(int64_t blocks, const Bfloat16Bits* first, const Bfloat16Bits* second,
                   int64_t rows, float* sums, const OfBlock& of_block) {
  for (; blocks > 0; --blocks, first += 2 * kTile, second += 2 * kTile) {
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t column = 0; column < kSideOfUnit; ++column) {
        float& sum = sums[row * kSideOfUnit + column];
        sum = Flushed(Flushed(sum) +
                      of_block([&](int64_t i) { return Read(first[AtOfFirst(row, i)]); },
                               [&](int64_t i) { return Read(second[AtOfSecond(column, i)]); }));
      }
    }
  }
}

// TDPBF16PS as Intel documents it, for the four tiles of a square.
void MultiplyLikeTheInstruction(const Bfloat16Bits* first, const Bfloat16Bits* second,
                                int64_t blocks, int64_t rows, float* sums) {
  ++count_multiplied;
  ForEachResult(blocks, first, second, rows, sums, [](const auto& a, const auto& b) {
    float chain[2] = {0, 0};
    for (int64_t k = 0; k < kTermsOfBlock; ++k) {
      chain[k % 2] = Flushed(std::fma(a(k), b(k), chain[k % 2]));
    }
    return Flushed(chain[0] + chain[1]);
  });
}

constexpr MatrixUnit kModel = {WordOrder::kNeighbours, nullptr, [] {}, [] {},
                               MultiplyLikeTheInstruction};

// Index k of half `upper` of word w, in the order kChains.
int64_t IndexInChains(int64_t w, int64_t upper) {
  constexpr int64_t kWordsOfChain = kTermsOfBlock / 4;
  return w % kWordsOfChain * 4 + w / kWordsOfChain + (1 - upper) * 2;
}

void ArrangeInChains(bool is_second, Bfloat16Bits* packed, int64_t blocks) {
  const auto at = is_second ? AtOfSecond : AtOfFirst;
  for (; blocks > 0; --blocks, packed += 2 * kTile) {
    const std::vector<Bfloat16Bits> before(packed, packed + 2 * kTile);
    for (int64_t row = 0; row < kSideOfUnit; ++row) {
      for (int64_t i = 0; i < kTermsOfBlock; ++i) {
        const int64_t from = at(row, IndexInChains(i / 2, i % 2));
        packed[at(row, i)] = before[static_cast<size_t>(from)];
      }
    }
  }
}

// VDPBF16PS as Intel documents it: the upper halves first.
void MultiplyPairs(const Bfloat16Bits* first, const Bfloat16Bits* second, int64_t blocks,
                   int64_t rows, float* sums) {
  ++count_multiplied;
  ForEachResult(blocks, first, second, rows, sums, [](const auto& a, const auto& b) {
    float chain[2] = {0, 0};
    for (int64_t w = 0; w < kTermsOfBlock / 2; ++w) {
      float& sum = chain[w / (kTermsOfBlock / 4)];
      sum = Flushed(std::fma(a(2 * w + 1), b(2 * w + 1), sum));
      sum = Flushed(std::fma(a(2 * w), b(2 * w), sum));
    }
    return Flushed(chain[0] + chain[1]);
  });
}

constexpr MatrixUnit kPairsModel = {WordOrder::kChains, ArrangeInChains, [] {}, [] {},
                                    MultiplyPairs};

class ScopedUnit {
 public:
  explicit ScopedUnit(const MatrixUnit* unit) { OverrideMatrixUnit(unit); }
  ~ScopedUnit() { OverrideMatrixUnit(nullptr); }
};

Array Product(const Array& a, const Array& b) {
  return RunCall({"aclnnMm", {a, b, Array(ACL_FLOAT, {a.shape[0], b.shape[1]}), 0.0}}).at(0);
}

// With random signs and digits, of sizes from 2^exponent to twice that; some are 0.
Array OfExponent(Shape shape, unsigned seed, int exponent) {
  std::mt19937 engine(seed);
  return {ACL_BF16, std::move(shape), [&](int64_t) {
            const auto bits = engine();
            if (bits % 16 == 0) return uint64_t{0};
            const double size =
                std::ldexp(128.0 + static_cast<double>(bits >> 8 & 127), exponent - 7);
            return BitsOf(ACL_BF16, (bits >> 4 & 1) != 0 ? -size : size);
          }};
}

// Whether the model took all squares, or none.
enum class Way { kUnit, kFusedMultiplyAdds };

void ExpectReference(const Array& a, const Array& b, Way way) {
  SCOPED_TRACE(TextOf(a.shape) + " by " + TextOf(b.shape));
  const Array reference = Reference(a, b);
  for (const MatrixUnit* const model : {&kModel, &kPairsModel}) {
    const ScopedUnit unit(model);
    count_multiplied = 0;
    EXPECT_TRUE(SameBits(Product(a, b), reference));
    EXPECT_EQ(count_multiplied.load() > 0, way == Way::kUnit);
  }
}

TEST(MatrixUnitTest, SizesAndBlocks) {
  for (const auto& [m, k, n] : {std::array<int64_t, 3>{16, 32, 16},
                                {33, 31 + 32, 47},
                                {64, 300, 100},
                                {17, 1100, 40},
                                {600, 64, 20}}) {
    ExpectReference(OfExponent({m, k}, 1, 0), OfExponent({k, n}, 2, -3), Way::kUnit);
  }
}

TEST(MatrixUnitTest, Layouts) {
  for (const MatrixUnit* const model : {&kModel, &kPairsModel}) {
    const ScopedUnit unit(model);
    ExpectSameBitsInAllLayouts({"aclnnMm",
                                {OfExponent({36, 70}, 1, 0), OfExponent({70, 50}, 2, 0),
                                 Array(ACL_FLOAT, {36, 50}), 0.0}});
    ExpectSameBitsInAllSettings({"aclnnMatmul",
                                 {OfExponent({3, 40, 130}, 1, 0), OfExponent({3, 130, 70}, 2, 0),
                                  Array(ACL_BF16, {3, 40, 70}), 0.0}});
  }
}

// The least exponents come to -112 on one side: all sums are multiples of 2^-126.
TEST(MatrixUnitTest, BothSidesOfTheBorder) {
  const Array a = OfExponent({40, 90}, 1, -56), b = OfExponent({90, 50}, 2, -56);
  ExpectReference(a, b, Way::kUnit);
  const Array less = OfExponent({90, 50}, 2, -57);
  ExpectReference(a, less, Way::kFusedMultiplyAdds);
}

// Beyond the border the instruction gives other bits: sums that cancel to a subnormal number.
TEST(MatrixUnitTest, TheGuardIsNeeded) {
  // 2^-56 (1 + 2^-7) times 2^-57 (1 + 2^-7), less 2^-56 (1 + 2^-6) times 2^-57: 2^-127.
  Array a(ACL_BF16, {16, 32}), b(ACL_BF16, {32, 16});
  a.SetBits(0, BitsOf(ACL_BF16, 0x1.02p-56));
  b.SetBits(0, BitsOf(ACL_BF16, 0x1.02p-57));
  a.SetBits(2, BitsOf(ACL_BF16, -0x1.04p-56));
  b.SetBits(2 * 16, BitsOf(ACL_BF16, 0x1p-57));
  ExpectReference(a, b, Way::kFusedMultiplyAdds);
  EXPECT_EQ(Product(a, b).Value(0), 0x1p-127);
  Bfloat16Bits first[kSideOfUnit * kTermsOfBlock] = {}, second[kSideOfUnit * kTermsOfBlock] = {};
  for (const int64_t k : {0, 2}) {
    first[AtOfFirst(0, k)].value = static_cast<uint16_t>(a.Bits(k));
    second[AtOfSecond(0, k)].value = static_cast<uint16_t>(b.Bits(k * 16));
  }
  for (const MatrixUnit* const model : {&kModel, &kPairsModel}) {
    if (model->arrange != nullptr) {
      model->arrange(false, first, 1);
      model->arrange(true, second, 1);
    }
    float sums[kSideOfUnit * kSideOfUnit] = {};
    model->multiply(first, second, 1, kSideOfUnit, sums);
    EXPECT_EQ(sums[0], 0);
    GetWordLoops().multiply[static_cast<size_t>(model->order)](first, second, 1, kSideOfUnit, sums);
    EXPECT_EQ(sums[0], 0x1p-127f);
  }
}

TEST(MatrixUnitTest, DotPairsArrangeAsTheModel) {
  if (!HasDotPairs()) GTEST_SKIP() << "This machine has no AVX512_BF16.";
  for (const bool is_second : {false, true}) {
    alignas(64) Bfloat16Bits packed[6 * kTile];
    for (int64_t i = 0; i < 6 * kTile; ++i) packed[i].value = static_cast<uint16_t>(i);
    std::vector<Bfloat16Bits> expected(packed, packed + 6 * kTile);
    ArrangeInChains(is_second, expected.data(), 3);
    DotPairsUnit()->arrange(is_second, packed, 3);
    for (int64_t i = 0; i < 6 * kTile; ++i) {
      ASSERT_EQ(packed[i].value, expected[static_cast<size_t>(i)].value) << i;
    }
  }
}

// One element of a square decides for it, and for no other.
TEST(MatrixUnitTest, SubnormalsInfinitiesAndNaNs) {
  for (const uint64_t bits : {0x0001, 0x8001, 0x007f, 0x7f80, 0xff80, 0x7fc0}) {
    Array a = OfExponent({64, 40}, 1, 0);
    const Array b = OfExponent({40, 32}, 2, 0);
    a.SetBits(33 * 40 + 7, bits);
    const ScopedUnit unit(&kModel);
    count_multiplied = 0;
    EXPECT_TRUE(SameBits(Product(a, b), Reference(a, b))) << bits;
    const ScopedSettings settings([](Settings&) {});
    count_multiplied = 0;
    RunOnce({"aclnnMm", {a, b, Array(ACL_FLOAT, {64, 32}), 0.0}});
    EXPECT_EQ(count_multiplied.load(), 1) << bits;
  }
}

TEST(MatrixUnitTest, Exponents) {
  EXPECT_TRUE(IsExactOnUnit({}, {}));
  EXPECT_TRUE(IsExactOnUnit({71, 127}, {71, 127}));
  EXPECT_FALSE(IsExactOnUnit({71, 127}, {70, 127}));
  EXPECT_FALSE(IsExactOnUnit({0, 127}, {127, 127}));
  EXPECT_FALSE(IsExactOnUnit({127, 255}, {127, 127}));
  Bfloat16Bits values[512] = {};
  for (const int64_t target : SimdTargets()) {
    const ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
    ApplySimdSetting();
    values[3].value = 0x8000;
    EXPECT_EQ(GetWordLoops().exponents(values, 512).least, 254);
    values[511].value = 0xc000;  // -2
    values[300].value = 0x3f00;  // 1/2
    const Exponents found = GetWordLoops().exponents(values, 512);
    EXPECT_EQ(found.least, 126);
    EXPECT_EQ(found.most, 128);
    values[511].value = values[300].value = 0;
  }
}

// A unit of the machine, which `target` allows.
void ExpectReferenceOfMachine(int64_t target) {
  const ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
  ASSERT_NE(GetMatrixUnit(), nullptr);
  for (const int exponent : {0, -56, -57, -63}) {
    const Array a = OfExponent({70, 1300}, 1, exponent), b = OfExponent({1300, 90}, 2, -56);
    EXPECT_TRUE(SameBits(Product(a, b), Reference(a, b))) << exponent;
  }
}

TEST(MatrixUnitTest, AmxOfTheMachine) {
  if (!MayUseMatrixUnit()) GTEST_SKIP() << "This machine has no AMX.";
  ExpectReferenceOfMachine(kMatrixUnitTarget);
}

TEST(MatrixUnitTest, DotPairsOfTheMachine) {
  if (!HasDotPairs()) GTEST_SKIP() << "This machine has no AVX512_BF16.";
  ExpectReferenceOfMachine(kDotPairsTarget);
}

TEST(MatrixUnitTest, SettingsTurnItOff) {
  const ScopedSettings settings(
      [](Settings& s) { s.simd_targets &= ~(kMatrixUnitTarget | kDotPairsTarget); });
  EXPECT_EQ(GetMatrixUnit(), nullptr);
}

TEST(MatrixUnitTest, DotQuadsOfTheMachine) {
  if (!HasDotQuads()) GTEST_SKIP() << "This machine has no AVX512_VNNI.";
  const ScopedSettings settings([](Settings& s) { s.simd_targets = kDotQuadsTarget; });
  EXPECT_EQ(GetIntegerUnit(), DotQuadsUnit());
}

TEST(MatrixUnitTest, WithoutDotQuadsIntegersArePairs) {
  for (const int64_t target : VectorTargets()) {
    const ScopedSettings settings([&](Settings& s) { s.simd_targets = target; });
    ApplySimdSetting();
    EXPECT_EQ(GetIntegerUnit(), &GetWordLoops().integers) << TargetName(target);
  }
}

}  // namespace
}  // namespace openaclnn::test
