// What operators that quantise should give, in exact arithmetic.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

#include "tests/oracle/whole.h"

namespace openaclnn::oracle {
namespace {

constexpr int kOfInt32 = 8;

// An integer of so many bits; NaN is 0.
Real Saturated(const Real& integer, double highest) {
  if (integer.IsNan()) return 0;
  if (integer > Real(highest)) return highest;
  return integer < Real(-highest - 1) ? Real(-highest - 1) : integer;
}

Real RoundedBy(const std::string& mode, const Real& value) {
  if (value.IsNan() || value.IsInfinite()) return value;
  const Real nearest = RoundToInteger(value);
  if (mode == "round") return nearest;
  const bool goes_down = mode == "floor" || (mode == "trunc" && value > Real(0));
  if (goes_down) return nearest > value ? nearest - Real(1) : nearest;
  return nearest < value ? nearest + Real(1) : nearest;
}

double HighestOf(aclDataType dtype) { return dtype == ACL_INT8 ? 127 : 7; }

// An element of an output, of INT32 from the eight integers that integer_at gives.
template <class IntegerAt>
RowValue ElementOf(aclDataType dtype, int64_t element, const IntegerAt& integer_at) {
  if (dtype != ACL_INT32) return {integer_at(element)};
  uint32_t bits = 0;
  for (int k = 0; k < kOfInt32; ++k) {
    const auto integer = static_cast<int>(integer_at(kOfInt32 * element + k).ToDouble());
    bits |= (static_cast<uint32_t>(integer) & 0xf) << 4 * k;
  }
  return {static_cast<double>(static_cast<int32_t>(bits))};
}

class Quantised {
 public:
  enum Argument { kX, kScale, kOffset, kSqrtMode, kRoundMode, kDstType, kAxis, kY };

  explicit Quantised(WholeCall call) : call_(std::move(call)) {
    const std::vector<int64_t>& shape = Of(kX).shape;
    const auto rank = static_cast<int64_t>(shape.size());
    const auto given = static_cast<int64_t>(call_[kAxis].number);
    const auto axis = static_cast<size_t>(given < 0 ? given + rank : given);
    extent_ = shape[axis];
    for (size_t a = axis + 1; a < shape.size(); ++a) inner_ *= shape[a];
    for (const int64_t size : Of(kScale).shape) scales_ *= size;
  }

  RowValue At(size_t /*output*/, int64_t element) const {
    const double highest = HighestOf(static_cast<aclDataType>(call_[kDstType].number));
    return ElementOf(call_[kY].dtype, element,
                     [&](int64_t i) { return Saturated(IntegerAt(i), highest); });
  }

 private:
  const WholeTensor& Of(Argument argument) const { return call_[argument].tensors[0]; }
  Real IntegerAt(int64_t i) const {
    const int64_t k = scales_ == 1 ? 0 : i / inner_ % extent_;
    const Real scale = Of(kScale).at(k);
    Real value = Real(Of(kX).at(i)) * scale;
    if (call_[kSqrtMode].number != 0) value = value * scale;
    if (!call_[kOffset].tensors.empty()) value = value + Real(Of(kOffset).at(k));
    return RoundedBy(call_[kRoundMode].text, value);
  }

  const WholeCall call_;
  int64_t extent_ = 1, inner_ = 1, scales_ = 1;
};

class Rows {
 public:
  enum Argument { kX, kSmooth, kY, kScale };

  explicit Rows(WholeCall call) : call_(std::move(call)), columns_(X().shape.back()) {
    // What a test takes one by one has the dtype INT8, and says what it is.
    highest_ = call_[kY].number != 0 ? call_[kY].number : HighestOf(call_[kY].dtype);
    int64_t rows = 1;
    for (size_t a = 0; a + 1 < X().shape.size(); ++a) rows *= X().shape[a];
    for (int64_t row = 0; row < rows; ++row) scales_.push_back(MakeScaleOf(row));
  }

  RowValue At(size_t output, int64_t element) const {
    if (output == kScale) return {scales_[static_cast<size_t>(element)]};
    return ElementOf(call_[kY].dtype, element, [this](int64_t i) {
      const Real& exact = scales_[static_cast<size_t>(i / columns_)];
      const Real scale = static_cast<float>(exact.ToDouble());
      const Real quotient = InputAt(i) / scale;
      const bool is_number = !quotient.IsNan() && !quotient.IsInfinite();
      const Real integer = is_number ? RoundToInteger(quotient) : quotient;
      return integer < Real(-highest_) ? Real(-highest_) : Saturated(integer, highest_);
    });
  }

 private:
  const WholeTensor& X() const { return call_[kX].tensors[0]; }
  Real InputAt(int64_t i) const {
    const Real x = X().at(i);
    const WholeArgument& smooth = call_[kSmooth];
    return smooth.tensors.empty() ? x : x * Real(smooth.tensors[0].at(i % columns_));
  }
  Real MakeScaleOf(int64_t row) const {
    Real largest = 0;
    for (int64_t i = row * columns_; i < (row + 1) * columns_; ++i) {
      const Real size = Abs(InputAt(i));
      if (size.IsNan()) return size;
      if (size > largest) largest = size;
    }
    return largest / Real(highest_);
  }

  const WholeCall call_;
  const int64_t columns_;
  double highest_;
  std::vector<Real> scales_;
};

class Packed {
 public:
  explicit Packed(WholeCall call) : call_(std::move(call)) {}
  RowValue At(size_t /*output*/, int64_t element) const {
    return ElementOf(call_[1].dtype, element, [this](int64_t i) -> Real {
      const auto bits = static_cast<int64_t>(call_[0].tensors[0].at(i)) & 0xf;
      return static_cast<double>(bits < 8 ? bits : bits - 16);
    });
  }

 private:
  const WholeCall call_;
};

class Dequantised {
 public:
  enum Argument { kX, kScale, kOffset, kDstType, kSqrtMode, kY };

  explicit Dequantised(WholeCall call) : call_(std::move(call)) {
    const WholeTensor& x = call_[kX].tensors[0];
    packs_ = call_[kX].dtype == ACL_INT32;
    columns_ = (x.shape.empty() ? 1 : x.shape.back()) * (packs_ ? kOfInt32 : 1);
    scales_ = call_[kScale].tensors[0].shape[0];
  }

  RowValue At(size_t /*output*/, int64_t i) const {
    const int64_t k = scales_ == 1 ? 0 : i % columns_;
    Real sum = IntegerAt(i);
    if (!call_[kOffset].tensors.empty()) sum = sum + Real(call_[kOffset].tensors[0].at(k));
    const Real scale = call_[kScale].tensors[0].at(k);
    const Real value = sum * scale;
    return {call_[kSqrtMode].number != 0 ? value * scale : value};
  }

 private:
  Real IntegerAt(int64_t i) const {
    const WholeTensor& x = call_[kX].tensors[0];
    if (!packs_) return x.at(i);
    const auto bits = static_cast<uint32_t>(static_cast<int64_t>(x.at(i / kOfInt32)));
    const int four = static_cast<int>(bits >> 4 * (i % kOfInt32) & 0xf);
    return four < 8 ? four : four - 16;
  }

  const WholeCall call_;
  bool packs_;
  int64_t columns_, scales_;
};

// The words of scales and offsets, of which one of several counts for all.
class Words {
 public:
  explicit Words(WholeCall call) : call_(std::move(call)), rounds_(call_[2].number != 0) {}

  RowValue At(size_t /*output*/, int64_t i) const {
    const auto bits = std::bit_cast<uint32_t>(static_cast<float>(ElementOf(0, i)));
    uint64_t word = uint64_t{1} << 46 | (rounds_ ? Rounded(bits) : bits & 0xffffe000);
    if (!call_[1].tensors.empty()) word |= OffsetOf(ElementOf(1, i)) << 37;
    return {static_cast<double>(word)};
  }

 private:
  double ElementOf(size_t argument, int64_t i) const {
    const WholeTensor& tensor = call_[argument].tensors[0];
    return tensor.at(tensor.shape.back() == 1 && tensor.shape[0] == 1 ? 0 : i);
  }
  // To a multiple of 2^13, of a tie the even one; carries go into the exponent.
  static uint32_t Rounded(uint32_t bits) {
    const uint32_t exponent = bits >> 23 & 0xff;
    if (exponent == 0) return bits & 0x80000000;
    if (exponent == 0xff) return bits & 0xffffe000;
    return (bits + 0xfff + (bits >> 13 & 1)) & 0xffffe000;
  }
  static uint64_t OffsetOf(double offset) {
    if (std::isnan(offset)) return 0;
    const auto integer = static_cast<int>(std::clamp(std::nearbyint(offset), -256.0, 255.0));
    return static_cast<uint64_t>(integer) & 0x1ff;
  }

  const WholeCall call_;
  const bool rounds_;  // V2 has the output there
};

template <class Made>
WholeResults ResultsOf(WholeCall call) {
  const auto made = std::make_shared<const Made>(std::move(call));
  return [made](size_t output, int64_t element) { return made->At(output, element); };
}

}  // namespace

WholeResults AscendQuant(WholeCall call) { return ResultsOf<Quantised>(std::move(call)); }
WholeResults DynamicQuant(WholeCall call) { return ResultsOf<Rows>(std::move(call)); }
WholeResults ConvertWeight(WholeCall call) { return ResultsOf<Packed>(std::move(call)); }
WholeResults TransQuantParam(WholeCall call) { return ResultsOf<Words>(std::move(call)); }
WholeResults AscendAntiQuant(WholeCall call) { return ResultsOf<Dequantised>(std::move(call)); }

}  // namespace openaclnn::oracle
