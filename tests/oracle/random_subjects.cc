// The operators that draw random numbers.
#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& RandomSubjects() {
  static const DtypeList kInt64 = {ACL_INT64}, kBytes = {ACL_UINT8};
  static const DtypeList kSeeds = kInt64 + kWide;
  static const DtypeList kDrawn = kReals + kComplex;
  static const char* const kGraphs = "only a captured graph";
  static const auto with_seeds = [](const char* drawn, const DtypeList& dtypes,
                                    const DtypeList& seeds) {
    return Dtypes{dtypes, {{drawn, dtypes}, {"seedTensor", seeds}, {"offsetTensor", seeds}}};
  };
  static const Subjects subjects = {
      {.name = "aclnnBernoulli", .dtypes = Dtypes{kReals}, .beyond_pytorch = "the in-place form"},
      {.name = "aclnnBernoulliTensor",
       .dtypes = Dtypes{kFloats4, {{"prob", kFloats4}}},
       .in_place_dtypes = Dtypes{kFloats4, {{"selfRef", kReals}, {"prob", kFloats4}}},
       .beyond_pytorch = "the in-place form"},
      {.name = "aclnnDropout",
       .dtypes = Dtypes{kFloats, {{"input", kFloats}, {"out", kFloats}, {"maskOut", kBytes}}},
       .beyond_pytorch = "aclnnDropoutGenMaskV2 and aclnnDropoutDoMask"},
      {.name = "aclnnDropoutBackward",
       .dtypes = Dtypes{kFloats, {{"gradOutput", kFloats}, {"mask", kBytes}, {"out", kFloats}}},
       .beyond_pytorch = "aclnnDropoutDoMask"},
      {.name = "aclnnDropoutDoMask",
       .dtypes = Dtypes{kFloats, {{"self", kFloats}, {"mask", kBytes}, {"out", kFloats}}}},
      {.name = "aclnnDropoutGenMask",
       .dtypes = Dtypes{kBytes, {{"out", kBytes}}},
       .beyond_pytorch = "aclnnDropoutGenMaskV2"},
      {.name = "aclnnDropoutGenMaskV2", .dtypes = Dtypes{kBytes, {{"out", kBytes}}}},
      {.name = "aclnnDropoutGenMaskV2Tensor",
       .dtypes = with_seeds("out", kBytes, kInt64),
       .beyond_pytorch = kGraphs},
      {.name = "aclnnInplaceNormal", .dtypes = Dtypes{kFloats4, {{"selfRef", kFloats4}}}},
      {.name = "aclnnInplaceNormalTensor",
       .dtypes = with_seeds("selfRef", kReals, kInt64),
       .beyond_pytorch = kGraphs},
      {.name = "aclnnInplaceRandom", .dtypes = Dtypes{kDrawn, {{"selfRef", kDrawn}}}},
      {.name = "aclnnInplaceRandomTensor",
       .dtypes = with_seeds("selfRef", kDrawn, kInt64),
       .beyond_pytorch = kGraphs},
      {.name = "aclnnInplaceUniform", .dtypes = Dtypes{kSummed, {{"selfRef", kSummed}}}},
      {.name = "aclnnInplaceUniformTensor",
       .dtypes = with_seeds("selfRef", kSummed, kSeeds),
       .beyond_pytorch = kGraphs},
      {.name = "aclnnMultinomial",
       .dtypes = Dtypes{kFloats4, {{"self", kFloats4}, {"out", kInt64}}}},
      {.name = "aclnnMultinomialTensor",
       .dtypes = Dtypes{kFloats4,
                        {{"self", kFloats4},
                         {"seedTensor", kInt64},
                         {"offsetTensor", kInt64},
                         {"out", kInt64}}},
       .beyond_pytorch = kGraphs},
      {.name = "aclnnNormalFloatFloat", .dtypes = Dtypes{kFloats4, {{"out", kFloats4}}}},
      {.name = "aclnnNormalFloatTensor",
       .dtypes = Dtypes{kFloats4, {{"std", kFloats4}, {"out", kFloats4}}}},
      {.name = "aclnnNormalTensorFloat",
       .dtypes = Dtypes{kFloats4, {{"mean", kFloats4}, {"out", kFloats4}}}},
      {.name = "aclnnNormalTensorTensor",
       .dtypes = Dtypes{kFloats4, {{"mean", kFloats4}, {"std", kFloats4}, {"out", kFloats4}}}},
      {.name = "aclnnRandperm", .dtypes = Dtypes{kSummed, {{"out", kSummed}}}},
      {.name = "aclnnRReluWithNoise", .has_any_rank = true},
      {.name = "aclnnSimThreadExponential", .dtypes = Dtypes{kFloats, {{"selfRef", kFloats}}}},
  };
  return subjects;
}

}  // namespace openaclnn::oracle
