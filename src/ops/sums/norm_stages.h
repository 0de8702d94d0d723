// What operators of normalisations have in common: tensors as the stages of the kind take them.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>

#include "base/dtype.h"
#include "engine/call.h"
#include "kinds/elementwise/plan.h"
#include "kinds/normalization/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/dense_stages.h"

namespace openaclnn {

// Formulas of ops/sums/norm-inl.h.
const Kernel* ReciprocalDeviationKernel();
const Kernel* RunningStatisticKernel();
const Kernel* SumOfTwoKernel();
const Kernel* ProductOfTwoKernel();
const Kernel* QuotientOfTwoKernel();
const Kernel* SquaresOfPartKernel();
const Kernel* VarianceOfSumsKernel();
const Kernel* UnbiasedKernel();
const Kernel* SwishOfDoublesKernel();
const Kernel* SwishGradientOfDoublesKernel();
const Kernel* SumWithScaledKernel();
const Kernel* TimesScaleKernel();

inline constexpr DtypeSet kOnlyFloatStatistics{ACL_FLOAT};

// The statistics of nothing but its mean, which is 0.
inline constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

// The rows of a tensor, of its last `last` axes.
NormShape RowsOf(const Dims& shape, size_t last);

// DenseAs of an argument that may be null.
std::optional<Value> DenseIfGiven(StageList& list, const Call& call, int argument,
                                  aclDataType dtype);

// A formula in double of `inputs`, whose result is dense DOUBLEs of a shape.
Value Computed(StageList& list, const Kernel* kernel, std::span<const Value> inputs,
               const Dims& shape, std::array<double, Params::kMax> numbers = {});

// Adds the stage; long rows that it does not take as they lie go by way of dense ones, of DOUBLE,
// so that they are rounded once.
void AddNormalise(StageList& list, NormaliseInputs inputs);
void AddNormGradients(StageList& list, NormGradientsInputs inputs);

}  // namespace openaclnn
