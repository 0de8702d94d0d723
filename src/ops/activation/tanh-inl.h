//   out       = tanh(x)
//   gradInput = grad (1 - y^2), y = tanh(x)

#if defined(OPENACLNN_OPS_TANH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_TANH_INL_H_
#undef OPENACLNN_OPS_TANH_INL_H_
#else
#define OPENACLNN_OPS_TANH_INL_H_
#endif

#include "formulas/expm1-inl.h"
#include "formulas/float_layout.h"
#include "formulas/lanes-inl.h"
#include "formulas/piecewise-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats: within 0.87 ULP. A polynomial of degree 7 in a - center for each of 8 intervals of a =
// |x|, which grow with a. The coefficients come from scripts/fit_float_coefficients.py; a center is
// a float whose tanh is one to 2^-32. The 16-bit types, correctly rounded: tried for all numbers.
struct Tanh {
  static constexpr int kCost = 250;  // picoseconds for an element in float, about
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr float kShift = FloatLayout<float>::kIntegerShift;
    static constexpr float kCenters[8] = {0,
                                          0.5953017473220825f,
                                          1.2401751279830933f,
                                          1.9546003341674805f,
                                          2.7681219577789307f,
                                          3.741129159927368f,
                                          5.057436466217041f,
                                          7.422048568725586f};
    static constexpr float kC0[8] = {0,
                                     0.5336979627609253f,
                                     0.8455055356025696f,
                                     0.9606756567955017f,
                                     0.9921483397483826f,
                                     0.9988746643066406f,
                                     0.999919056892395f,
                                     0.9999992847442627f};
    // Coefficients of v, v^2, and so on.
    static constexpr float kC[7][8] = {
        {0, 0.7151665091514587f, 0.2851203680038452f, 0.07710228860378265f, 0.015641672536730766f,
         0.0022494045551866293f, 0.0001618786482140422f, 1.4279388551585726e-06f},
        {-1.0122897009523513e-07f, -0.3816830813884735f, -0.2410711795091629f, -0.0740700215101242f,
         -0.015518846921622753f, -0.002246898366138339f, -0.00016188576410058886f,
         -1.4463348634308204e-06f},
        {-0.3333267569541931f, -0.03468912094831467f, 0.10878868401050568f, 0.04545633867383003f,
         0.010183078236877918f, 0.0014945587608963251f, 0.00010790862143039703f,
         9.644554666010663e-07f},
        {-0.00014114307123236358f, 0.14575263857841492f, -0.01160581223666668f,
         -0.018990518525242805f, -0.004930306691676378f, -0.0007433461723849177f,
         -5.371810766519047e-05f, -4.374264221951307e-07f},
        {0.13469894230365753f, -0.05018240958452225f, -0.020153440535068512f, 0.004802441690117121f,
         0.001845361664891243f, 0.0002946882741525769f, 2.147282793885097e-05f,
         1.7610221902941703e-07f},
        {-0.006363016087561846f, -0.030490530654788017f, 0.015259921550750732f,
         0.0002133989764843136f, -0.0005321450298652053f, -9.989830869017169e-05f,
         -7.784534318489023e-06f, -8.925525207814644e-08f},
        {-0.04158063977956772f, 0.02854788489639759f, -0.004063580650836229f,
         -0.0008899029344320297f, 0.00010183039557887241f, 2.734875124588143e-05f,
         2.2157482817419805e-06f, 2.5094657019053557e-08f}};
    const F a = Min(F(9.02f), Abs(x));  // beyond, all floats are 1; a NaN stays
    const F root = Fnma(a, F(0.332f), F(2.645f));
    const F interval = Fnma(root, root, F(kShift + 7));
    const F v = a - LookUp(interval, kCenters);
    const F p = PiecewiseHorner(interval, v, kC);
    // Near 0 the linear term is a itself, so that nothing is rounded but the sum.
    const F largest = Select(interval == F(kShift), a, LookUp(interval, kC0));
    return CopySign(Fma(p, v, largest), x);
  }
};

// For y beyond 1 and -1, which tanh does not give, where ties of 16-bit numbers are except for the
// 1.
struct TanhBackwardExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return grad * SumForHalves(F(1), -(y * y));
  }
};

// Floats, in double: y^2 is exact.
struct TanhBackward {
  using Compute = double;
  static constexpr int kCost = 200;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return grad * Fnma(y, y, F(1));
  }
};

// Doubles: within 1.5 ULP. No product of two overflows unless that of the three does.
struct TanhBackwardOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    const auto is_large = Abs(y) > F(0x1p500);
    return Select(is_large, grad * y, grad) * Select(is_large, -y, Fnma(y, y, F(1)));
  }
};

// FLOAT16: two roundings in float.
struct TanhBackwardOfFloat16 {
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return grad * Fnma(y, y, F(1));
  }
};

// BFLOAT16, correctly rounded: tried for all numbers.
struct TanhBackwardOfBfloat16 : TanhBackwardOfFloat16 {
  OPENACLNN_ON_DEVICE TanhBackwardExact ExactForm() const { return {}; }

  // What tanh gives. NaNs are those of 16-bit numbers or of the processor, whose lower halves are
  // 0: they are stored as they are.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F y, F) const {
    return Fnma(y, y, F(1)) >= F(0);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
