// Elements that are drawn, each from its own words.
#include "kinds/random/draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/convert.h"
#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/moves/moved_operand.h"
#include "kinds/random/loops.h"
#include "kinds/random/plan.h"
#include "kinds/random/source.h"

namespace openaclnn {
namespace {

constexpr int64_t kTile = 1024;  // elements at once, a multiple of four

int CostOf(Distribution distribution) {
  switch (distribution) {
    case Distribution::kNormal:
      return 6000;
    case Distribution::kExponential:
      return 4000;
    default:
      return 2000;
  }
}

// A whole number of blocks of words.
int64_t GrainOf(int cost) { return GrainFor(cost) / kTile * kTile; }

class DrawComputation final : public DrawnComputation {
 public:
  DrawComputation(const WordSource& source, const Draw& draw, const Value& to)
      : DrawnComputation(source),
        draw_(draw),
        words_of_element_(draw.distribution == Distribution::kIntegers ? WordsOfInteger(draw) : 1),
        elements_(to->extent.elements),
        dtype_(to->dtype),
        to_(CountAccesses()) {
    AddAccess(to, true);
  }

  bool HasWork() const override { return elements_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    const WordStream stream = StreamAt(places);
    const MovedOperand output(WalkOf(to_), 0, DataOf(to_, places));
    ParallelFor(elements_, GrainOf(CostOf(draw_.distribution)),
                [&](int64_t begin, int64_t end) { DrawRange(stream, output, begin, end); });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "draw");
    details.AddWords("simd", ChosenSimdName());
    details.Add("elements", elements_);
  }

 private:
  // From a multiple of four on.
  void DrawRange(const WordStream& stream, const MovedOperand& output, int64_t begin,
                 int64_t end) const {
    const bool of_integers = draw_.distribution == Distribution::kIntegers;
    const aclDataType loop_dtype = of_integers ? ACL_INT64 : ACL_DOUBLE;
    const ConvertLoop store =
        dtype_ == loop_dtype
            ? nullptr
            : StoreConversion(of_integers ? LoopType::kInt64 : LoopType::kDouble, dtype_);
    alignas(kWidestVector) std::array<uint32_t, 2 * kTile> words;
    alignas(kWidestVector) std::array<double, kTile> numbers;
    alignas(kWidestVector) std::array<double, 2 * kTile> items;
    for (int64_t first = begin; first < end; first += kTile) {
      const int64_t count = std::min(kTile, end - first);
      const int64_t blocks = CeilDiv(count * words_of_element_, kWordsOfBlock);
      FillWords(stream, static_cast<uint64_t>(first * words_of_element_ / kWordsOfBlock), blocks,
                words.data());
      if (of_integers) {
        DrawIntegers(draw_, words.data(), count, reinterpret_cast<int64_t*>(numbers.data()));
      } else {
        DrawNumbers(draw_, words.data(), blocks * kWordsOfBlock, numbers.data());
      }
      std::byte* const in_place = output.InPlace(first, count);
      std::byte* const target =
          in_place != nullptr ? in_place : reinterpret_cast<std::byte*>(items.data());
      if (store != nullptr) {
        store(numbers.data(), target, count);
      } else {
        std::memcpy(target, numbers.data(), static_cast<size_t>(count) * sizeof(double));
      }
      if (in_place == nullptr) output.ScatterFrom(first, count, target);
    }
  }

  const Draw draw_;
  const int64_t words_of_element_, elements_;
  const aclDataType dtype_;
  const size_t to_;
};

// The largest number of a float dtype below `number`, of which integers are in the order of the
// bits.
template <class Bits>
double NumberBelow(double number, aclDataType dtype) {
  constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  const ConvertLoop store = StoreConversion(LoopType::kDouble, dtype);
  const ConvertLoop load = LoadConversion(dtype, LoopType::kDouble);
  Bits bits;
  double rounded;
  store(&number, &bits, 1);
  load(&bits, &rounded, 1);
  if (rounded < number) return rounded;
  const bool is_zero = (bits & static_cast<Bits>(~kSign)) == 0;
  if (is_zero) {
    bits = kSign | 1;
  } else {
    bits = static_cast<Bits>((bits & kSign) != 0 ? bits + 1 : bits - 1);
  }
  load(&bits, &rounded, 1);
  return rounded;
}

double NumberBelow(double number, aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
    case ACL_BF16:
      return NumberBelow<uint16_t>(number, dtype);
    case ACL_FLOAT:
      return NumberBelow<uint32_t>(number, dtype);
    case ACL_DOUBLE:
      return std::nextafter(number, -std::numeric_limits<double>::infinity());
    default:
      return number;
  }
}

}  // namespace

Draw UniformDraw(double from, double to, aclDataType dtype) {
  return {.distribution = Distribution::kUniform,
          .low = from,
          .high = to,
          .most = std::max(from, NumberBelow(to, dtype))};
}

Stage PlanDraw(const WordSource& source, const Draw& draw, const Value& to) {
  ApplySimdSetting();
  const int64_t elements = to->extent.elements;
  return {std::make_unique<DrawComputation>(source, draw, to), 0, elements,
          CostOf(draw.distribution)};
}

}  // namespace openaclnn
