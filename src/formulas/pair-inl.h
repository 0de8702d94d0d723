// What a formula with two results gives.

#if defined(OPENACLNN_FORMULAS_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_PAIR_INL_H_
#undef OPENACLNN_FORMULAS_PAIR_INL_H_
#else
#define OPENACLNN_FORMULAS_PAIR_INL_H_
#endif


HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class F>
struct Pair {
  F first, second;
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
