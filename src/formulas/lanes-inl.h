// The vocabulary that formulas are written in, over one full SIMD vector. scalar.h has the same
// words for one number, and is all that there is of it with OPENACLNN_ONE_LANE. Every word means
// the same bits on every target.
//
// Include after foreach_target.h, or alone for the compiler's own target.

#if defined(OPENACLNN_FORMULAS_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_LANES_INL_H_
#undef OPENACLNN_FORMULAS_LANES_INL_H_
#else
#define OPENACLNN_FORMULAS_LANES_INL_H_
#endif

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "formulas/float_layout.h"
#include "formulas/scalar.h"
#include "formulas/target.h"

#ifndef OPENACLNN_ONE_LANE

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// True or false for each lane. Lanes are kept apart by the type they were compared in.
template <class T>
struct LanesMask {
  using Raw = hn::Mask<hn::ScalableTag<T>>;

  OPENACLNN_INLINE explicit LanesMask(Raw mask) : raw(mask) {}

  friend OPENACLNN_INLINE LanesMask And(LanesMask a, LanesMask b) {
    return LanesMask(hn::And(a.raw, b.raw));
  }
  friend OPENACLNN_INLINE LanesMask Or(LanesMask a, LanesMask b) {
    return LanesMask(hn::Or(a.raw, b.raw));
  }
  friend OPENACLNN_INLINE LanesMask Not(LanesMask a) { return LanesMask(hn::Not(a.raw)); }
  friend OPENACLNN_INLINE bool All(LanesMask a) { return hn::AllTrue(hn::ScalableTag<T>(), a.raw); }

  Raw raw;
};

// A vector of T, float or double. Arithmetic is IEEE 754, rounded to nearest even. Or of int64_t,
// with sums, differences, products, comparisons, selections, Max, Min, & and ForEachLane, modulo
// 2^64; of int32_t and int8_t with sums, differences and products. For int16_t, the bits of 16-bit
// floats (half_bits-inl.h), with all of these except products.
template <class T>
struct Lanes {
  using Lane = T;
  using D = hn::ScalableTag<T>;
  using Raw = hn::Vec<D>;
  using Mask = LanesMask<T>;
  // As many floats as the vector has lanes; of shorter lanes there are none.
  using FloatTag = hn::Rebind<std::conditional_t<sizeof(T) < 4, T, float>, D>;
  static constexpr bool kIsDouble = sizeof(T) == sizeof(double);

  OPENACLNN_INLINE Lanes() = default;  // any value
  OPENACLNN_INLINE Lanes(T value)
      : raw(hn::Set(D(), value)) {}  // NOLINT: constants are formula text
  OPENACLNN_INLINE explicit Lanes(Raw vector) : raw(vector) {}

  static OPENACLNN_INLINE size_t Size() { return hn::Lanes(D()); }
  static OPENACLNN_INLINE Lanes Load(const T* from) { return Lanes(hn::LoadU(D(), from)); }
  OPENACLNN_INLINE void Store(T* to) const { hn::StoreU(raw, D(), to); }
  // From and to as many floats, which are widened, or rounded once.
  using FloatVector = hn::Vec<FloatTag>;
  static OPENACLNN_INLINE Lanes FromFloats(FloatVector floats) {
    if constexpr (kIsDouble) {
      return Lanes(hn::PromoteTo(D(), floats));
    } else {
      return Lanes(floats);
    }
  }
  OPENACLNN_INLINE FloatVector ToFloats() const {
    if constexpr (kIsDouble) {
#if HWY_TARGET == HWY_SCALAR  // whose DemoteTo saturates
      HWY_ALIGN double wide[kMaxSize];
      HWY_ALIGN float narrow[kMaxSize];
      Store(wide);
      for (size_t i = 0; i < Size(); ++i) narrow[i] = static_cast<float>(wide[i]);
      return hn::Load(FloatTag(), narrow);
#else
      return hn::DemoteTo(FloatTag(), raw);
#endif
    } else {
      return raw;
    }
  }
  static OPENACLNN_INLINE Lanes Load(const float* from) requires kIsDouble {
    return FromFloats(hn::LoadU(FloatTag(), from));
  }
  OPENACLNN_INLINE void Store(float* to) const requires kIsDouble {
    hn::StoreU(ToFloats(), FloatTag(), to);
  }
  // As floats that round to 16 bits as the doubles would: rounded to odd, to 16 significant bits,
  // which a float has of all that is not too small for BFLOAT16.
  OPENACLNN_INLINE FloatVector ToFloatsForHalves() const
    requires kIsDouble
  {
    const hn::RebindToUnsigned<D> u;
    const auto lost = hn::Set(u, (uint64_t{1} << 37) - 1);
    // A bit that is lost carries into the lowest one that stays.
    const auto carried = hn::Add(hn::And(Bits(), lost), lost);
    const auto odd = hn::AndNot(lost, hn::Or(Bits(), carried));
    return Lanes(hn::BitCast(D(), odd)).ToFloats();
  }
  // Past the caches. `to` is aligned to what is stored; the caller ends with a store fence.
  OPENACLNN_INLINE void Stream(T* to) const { hn::Stream(raw, D(), to); }
  OPENACLNN_INLINE void Stream(float* to) const requires kIsDouble {
    hn::Stream(ToFloats(), FloatTag(), to);
  }

  friend OPENACLNN_INLINE Lanes operator+(Lanes a, Lanes b) { return Lanes(hn::Add(a.raw, b.raw)); }
  friend OPENACLNN_INLINE Lanes operator-(Lanes a, Lanes b) { return Lanes(hn::Sub(a.raw, b.raw)); }
  friend OPENACLNN_INLINE Lanes operator*(Lanes a, Lanes b) {
    if constexpr (sizeof(T) == 1) {
      return MultiplyBytes(a, b);
    } else {
      return Lanes(hn::Mul(a.raw, b.raw));
    }
  }
  friend OPENACLNN_INLINE Lanes operator/(Lanes a, Lanes b) { return Lanes(hn::Div(a.raw, b.raw)); }
  friend OPENACLNN_INLINE Lanes operator-(Lanes a) { return Lanes(hn::Neg(a.raw)); }

  friend OPENACLNN_INLINE Lanes operator&(Lanes a, Lanes b) requires std::is_integral_v<T> {
    return Lanes(hn::And(a.raw, b.raw));
  }

  // What `function` of two numbers makes of each lane of one and the other, where no instruction
  // does.
  template <class Function>
  friend OPENACLNN_INLINE Lanes
  ForEachLane(Lanes a, Lanes b, const Function& function) requires std::is_integral_v<T> {
    HWY_ALIGN T x[kMaxSize], y[kMaxSize];
    a.Store(x);
    b.Store(y);
    for (size_t i = 0; i < Size(); ++i) x[i] = function(x[i], y[i]);
    return Load(x);
  }

  // False where either is NaN, except for !=.
  friend OPENACLNN_INLINE Mask operator<(Lanes a, Lanes b) { return Mask(hn::Lt(a.raw, b.raw)); }
  friend OPENACLNN_INLINE Mask operator>(Lanes a, Lanes b) { return Mask(hn::Gt(a.raw, b.raw)); }
  friend OPENACLNN_INLINE Mask operator<=(Lanes a, Lanes b) {
    if constexpr (std::is_integral_v<T>) {  // of which Highway has not all
      return Not(a > b);
    } else {
      return Mask(hn::Le(a.raw, b.raw));
    }
  }
  friend OPENACLNN_INLINE Mask operator>=(Lanes a, Lanes b) { return b <= a; }
  friend OPENACLNN_INLINE Mask operator==(Lanes a, Lanes b) { return Mask(hn::Eq(a.raw, b.raw)); }
  friend OPENACLNN_INLINE Mask operator!=(Lanes a,
                                          Lanes b) {  // hn::Ne is false for NaN on some targets
    return Not(a == b);
  }

  // The bits of one of the two, NaNs as they are.
  friend OPENACLNN_INLINE Lanes Select(Mask mask, Lanes yes, Lanes no) {
    return Lanes(hn::IfThenElse(mask.raw, yes.raw, no.raw));
  }
  friend OPENACLNN_INLINE Lanes ZeroIf(Mask mask, Lanes no) {
    return Lanes(hn::IfThenZeroElse(mask.raw, no.raw));
  }

  friend OPENACLNN_INLINE Lanes NegateIf(Mask mask, Lanes a) {
#if HWY_ARCH_X86 && HWY_TARGET == HWY_AVX2  // where a blend costs more than the logic
    const auto sign = hn::IfThenElseZero(mask.raw, hn::SignBit(D()));
    return Lanes(hn::Xor(sign, a.raw));
#else
    return Select(mask, -a, a);
#endif
  }

  friend OPENACLNN_INLINE Lanes Abs(Lanes a) { return Lanes(hn::Abs(a.raw)); }
  // a with the sign bit of b.
  friend OPENACLNN_INLINE Lanes CopySign(Lanes a, Lanes b) {
    return Lanes(hn::CopySign(a.raw, b.raw));
  }

  friend OPENACLNN_INLINE Lanes Sqrt(Lanes a) { return Lanes(hn::Sqrt(a.raw)); }

  // a > b ? a : b and a < b ? a : b, so b where either is NaN.
  friend OPENACLNN_INLINE Lanes Max(Lanes a, Lanes b) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
    return Lanes(hn::Max(a.raw, b.raw));
#else
    return Select(a > b, a, b);
#endif
  }
  friend OPENACLNN_INLINE Lanes Min(Lanes a, Lanes b) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
    return Lanes(hn::Min(a.raw, b.raw));
#else
    return Select(a < b, a, b);
#endif
  }

  // a * b + c, rounded once, on targets without the instruction too.
  friend OPENACLNN_INLINE Lanes Fma(Lanes a, Lanes b, Lanes c) {
#if HWY_NATIVE_FMA
    return Lanes(hn::MulAdd(a.raw, b.raw, c.raw));
#elif HWY_TARGET == HWY_SCALAR  // without memory, which sanitizers take minutes to compile
    return Lanes(std::fma(hn::GetLane(a.raw), hn::GetLane(b.raw), hn::GetLane(c.raw)));
#else
    HWY_ALIGN T x[kMaxSize], y[kMaxSize], z[kMaxSize];
    a.Store(x);
    b.Store(y);
    c.Store(z);
    for (size_t i = 0; i < Size(); ++i) x[i] = std::fma(x[i], y[i], z[i]);
    return Load(x);
#endif
  }
  // a * b - c, c - a * b and -(a * b) - c, rounded once.
  friend OPENACLNN_INLINE Lanes Fms(Lanes a, Lanes b, Lanes c) {
#if HWY_NATIVE_FMA
    return Lanes(hn::MulSub(a.raw, b.raw, c.raw));
#else
    return Fma(a, b, -c);
#endif
  }
  friend OPENACLNN_INLINE Lanes Fnma(Lanes a, Lanes b, Lanes c) {
#if HWY_NATIVE_FMA
    return Lanes(hn::NegMulAdd(a.raw, b.raw, c.raw));
#else
    return Fma(-a, b, c);
#endif
  }
  friend OPENACLNN_INLINE Lanes Fnms(Lanes a, Lanes b, Lanes c) {
#if HWY_NATIVE_FMA && HWY_ARCH_X86
    return Lanes(hn::NegMulSub(a.raw, b.raw, c.raw));
#else  // Arm's hn::NegMulSub negates the rounded sum, so that an exact zero is -0
    return Fnma(a, b, -c);
#endif
  }

  // a * b + c as a float that rounds to a 16-bit type as the sum does; b and c are of such a type.
  // kIsShort: a may have no more than 12 significant bits, so that a * b may be a tie.
  template <bool kIsShort>
  friend OPENACLNN_INLINE Lanes FmaForHalves(Lanes a, Lanes b, Lanes c)
    requires(!kIsDouble)
  {
#if HWY_TARGET == HWY_SCALAR
    const auto of = [](Lanes x) { return OneLane<float>(hn::GetLane(x.raw)); };
    return Lanes(FmaForHalves<kIsShort>(of(a), of(b), of(c)).raw);
#elif HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    // To odd: of the neighbours below and above the one whose last bit is set; or both are the sum.
    const __m512 below = _mm512_fmadd_round_ps(a.raw.raw, b.raw.raw, c.raw.raw,
                                               _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    const __m512 above = _mm512_fmadd_round_ps(a.raw.raw, b.raw.raw, c.raw.raw,
                                               _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
    const __mmask16 even =
        _mm512_testn_epi32_mask(_mm512_castps_si512(below), _mm512_set1_epi32(1));
    return Lanes(Raw{_mm512_mask_blend_ps(even, below, above)});
#else
    // A double has the product of floats.
    if constexpr (kIsShort) {  // c decides ties, however small it is next to them
      const Lanes product = Min(Abs(a * b), Lanes(std::numeric_limits<T>::max()));
      c = Select(c == Lanes(0), c, CopySign(Max(product * Lanes(0x1p-40f), Abs(c)), c));
    }
    using Wide = Lanes<double>;
    const hn::Half<D> half;
    const auto add = [](Wide x, Wide y, Wide z) HWY_ATTR {
#if HWY_NATIVE_FMA
      return Fma(x, y, z).ToFloatsForHalves();
#else
      return (x * y + z).ToFloatsForHalves();
#endif
    };
    const auto lower = [half](Lanes x)
                           HWY_ATTR { return Wide::FromFloats(hn::LowerHalf(half, x.raw)); };
    const auto upper = [half](Lanes x)
                           HWY_ATTR { return Wide::FromFloats(hn::UpperHalf(half, x.raw)); };
    return Lanes(
        hn::Combine(D(), add(upper(a), upper(b), upper(c)), add(lower(a), lower(b), lower(c))));
#endif
  }

  // Whether it is 0, of either sign, or positive and not subnormal; false for NaN.
  friend OPENACLNN_INLINE Mask IsZeroOrPositiveNormal(Lanes a)
    requires(!kIsDouble)
  {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    constexpr int kNans = 0x81, kSubnormal = 0x20, kNegative = 0x50;
    return Not(Mask(
        typename Mask::Raw{_mm512_fpclass_ps_mask(a.raw.raw, kNans | kSubnormal | kNegative)}));
#else
    return Or(a == Lanes(0), a >= Lanes(std::numeric_limits<T>::min()));
#endif
  }

  // 2^n for a whole number n in [FloatLayout<T>::kMinExponent, kMaxExponent].
  friend OPENACLNN_INLINE Lanes PowerOfTwo(Lanes n) {
    using Layout = FloatLayout<T>;
    const Lanes field = n + Lanes(Layout::kIntegerShift + Layout::kBias);
    return Lanes(hn::BitCast(D(), hn::ShiftLeft<Layout::kFractionBits>(field.Bits())));
  }
  // a * 2^n for a whole number n, where a is normal and so is the result.
  friend OPENACLNN_INLINE Lanes AddToExponent(Lanes a, Lanes n) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    if constexpr (kIsDouble) {
      return Lanes(Raw{_mm512_scalef_pd(a.raw.raw, n.raw.raw)});
    } else {
      return Lanes(Raw{_mm512_scalef_ps(a.raw.raw, n.raw.raw)});
    }
#else
    const Lanes shifted = n + Lanes(FloatLayout<T>::kIntegerShift);
    const auto field = hn::ShiftLeft<FloatLayout<T>::kFractionBits>(shifted.Bits());
    return Lanes(hn::BitCast(D(), hn::Add(a.Bits(), field)));
#endif
  }

  // a * 2^n for a whole number n, rounded once where the result is not normal; |a| from 1/2 to 2,
  // |n| at most 2 FloatLayout<T>::kMaxExponent. A NaN stays.
  friend OPENACLNN_INLINE Lanes TimesPowerOfTwo(Lanes a, Lanes n) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    return AddToExponent(a, n);
#else
    const Lanes shift = Lanes(FloatLayout<T>::kIntegerShift);
    const Lanes half = Fma(n, Lanes(T{0.5}), shift) - shift;
    return (a * PowerOfTwo(half)) * PowerOfTwo(n - half);
#endif
  }

  // n for which 2^n <= a < 2^(n + 1); a is normal and above 0. For others any whole number.
  friend OPENACLNN_INLINE Lanes ExponentOf(Lanes a) {
    using Layout = FloatLayout<T>;
    const auto field = hn::ShiftRight<Layout::kFractionBits>(a.Bits());
    const Lanes shifted(hn::BitCast(D(), hn::Or(field, Lanes(Layout::kIntegerShift).Bits())));
    return shifted - Lanes(Layout::kIntegerShift + Layout::kBias);
  }

  // Entry i of a table of floats, i the number that the lowest bits of z are.
  friend OPENACLNN_INLINE Lanes LookUp(Lanes z, const float (&table)[4]) requires(!kIsDouble) {
#if HWY_TARGET == HWY_SCALAR
    return Lanes(table[hn::GetLane(z.Bits()) & 3]);
#elif HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    return Lanes(Raw{_mm512_permutevar_ps(hn::LoadDup128(D(), table).raw, z.Indices())});
#elif HWY_ARCH_X86 && HWY_TARGET == HWY_AVX2
    return Lanes(Raw{_mm256_permutevar_ps(hn::LoadDup128(D(), table).raw, z.Indices())});
#else
    return z.template LookUpInVector<3>(table);
#endif
  }
  friend OPENACLNN_INLINE Lanes LookUp(Lanes z, const float (&table)[8]) requires(!kIsDouble) {
#if HWY_TARGET == HWY_SCALAR
    return Lanes(table[hn::GetLane(z.Bits()) & 7]);
#elif HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    const __m512 twice = _mm512_broadcast_f32x8(_mm256_loadu_ps(table));
    return Lanes(Raw{_mm512_permutexvar_ps(z.Indices(), twice)});
#elif HWY_ARCH_X86 && HWY_TARGET == HWY_AVX2
    return Lanes(Raw{_mm256_permutevar8x32_ps(_mm256_loadu_ps(table), z.Indices())});
#else
    return z.LookUpInTwoVectors(table);
#endif
  }
  friend OPENACLNN_INLINE Lanes LookUp(Lanes z, const float (&table)[16]) requires(!kIsDouble) {
#if HWY_TARGET == HWY_SCALAR
    return Lanes(table[hn::GetLane(z.Bits()) & 15]);
#elif HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    return Lanes(Raw{_mm512_permutexvar_ps(z.Indices(), _mm512_loadu_ps(table))});
#elif HWY_ARCH_X86 && HWY_TARGET == HWY_AVX2
    const __m256 lower = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), z.Indices());
    const __m256 upper = _mm256_permutevar8x32_ps(_mm256_loadu_ps(table + 8), z.Indices());
    const __m256 bit = _mm256_castsi256_ps(_mm256_slli_epi32(z.Indices(), 28));  // as a sign
    return Lanes(Raw{_mm256_blendv_ps(lower, upper, bit)});
#else
    return Select(HasBit<3>(z), z.LookUpInTwoVectors(table + 8), z.LookUpInTwoVectors(table));
#endif
  }
  // a with the bits of z, shifted left by kShift, added to its own.
  template <int kShift>
  friend OPENACLNN_INLINE Lanes AddShifted(Lanes a, Lanes z) {
    return Lanes(hn::BitCast(D(), hn::Add(a.Bits(), hn::ShiftLeft<kShift>(z.Bits()))));
  }

  // Where the bit of that weight, 2^kBit, is set in z.
  template <int kBit>
  friend OPENACLNN_INLINE Mask HasBit(Lanes z) {
    const hn::RebindToUnsigned<D> u;
    using Bits = hn::TFromD<hn::RebindToUnsigned<D>>;
    return Mask(hn::RebindMask(D(), hn::TestBit(z.Bits(), hn::Set(u, Bits{1} << kBit))));
  }

  // `no`, but what `function` of a number makes of x where the mask is true, which should be rare.
  template <class Function>
  friend OPENACLNN_INLINE Lanes ComputeIf(Mask mask, Lanes x, const Function& function, Lanes no) {
    if (HWY_LIKELY(All(Not(mask)))) return no;
    return Lanes::ComputeLanes(mask, x, function, no);
  }

  OPENACLNN_INLINE auto Bits() const { return hn::BitCast(hn::RebindToUnsigned<D>(), raw); }

  static constexpr size_t kMaxSize = HWY_MAX_BYTES / sizeof(T);

  Raw raw;

 private:
  // No instruction does: those of even and those of odd places as low bytes of 16 bits.
  static OPENACLNN_INLINE Lanes MultiplyBytes(Lanes a, Lanes b) {
#if HWY_TARGET == HWY_SCALAR
    return Lanes(static_cast<T>(hn::GetLane(a.raw) * hn::GetLane(b.raw)));
#else
    const hn::RepartitionToWide<hn::RebindToUnsigned<D>> wide;
    const auto x = hn::BitCast(wide, a.raw), y = hn::BitCast(wide, b.raw);
    const auto even = hn::And(hn::Mul(x, y), hn::Set(wide, 0xff));
    const auto odd = hn::Mul(hn::ShiftRight<8>(x), hn::ShiftRight<8>(y));
    return Lanes(hn::BitCast(D(), hn::Or(even, hn::ShiftLeft<8>(odd))));
#endif
  }

  template <class Function>
  static HWY_NOINLINE HWY_ATTR Lanes ComputeLanes(Mask mask, Lanes x, const Function& function,
                                                  Lanes no) {
    HWY_ALIGN T from[kMaxSize], chosen[kMaxSize], values[kMaxSize];
    x.Store(from);
    Select(mask, Lanes(1), Lanes(0)).Store(chosen);
    no.Store(values);
    for (size_t i = 0; i < Size(); ++i) {
      if (chosen[i] != 0) values[i] = function(from[i]);
    }
    return Load(values);
  }

#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
  OPENACLNN_INLINE auto Indices() const { return hn::BitCast(hn::RebindToSigned<D>(), raw).raw; }
#elif HWY_TARGET != HWY_SCALAR
  // From as many floats as kMask + 1, one vector.
  template <uint32_t kMask>
  OPENACLNN_INLINE Lanes LookUpInVector(const float* table) const {
    const hn::RebindToUnsigned<D> u;
    static_assert(hn::MaxLanes(D()) == kMask + 1);
    const auto indices = hn::IndicesFromVec(D(), hn::And(Bits(), hn::Set(u, kMask)));
    return Lanes(hn::TableLookupLanes(hn::LoadU(D(), table), indices));
  }
  // From eight floats.
  OPENACLNN_INLINE Lanes LookUpInTwoVectors(const float* table) const {
    const Lanes upper = LookUpInVector<3>(table + 4);
    return Select(HasBit<2>(*this), upper, LookUpInVector<3>(table));
  }
#endif
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_ONE_LANE

#endif  // include guard
