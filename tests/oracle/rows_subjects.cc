// The operators of functions of rows.
#include <cmath>

#include "tests/oracle/subject.h"
#include "tests/oracle/table.h"

namespace openaclnn::oracle {

const Subjects& RowsSubjects() {
  static const Subjects subjects = {
      {.name = "aclnnSoftmax",
       .rows = Softmax,
       .sweeps = {{.name = "softmax-of-two",
                   .spread = 120,
                   .definition = kSoftmaxOfTwo,
                   .place = Place::kRowOfTwo}},
       .timings = {{.name = "softmax forward",
                    .low = -5,
                    .high = 5,
                    .pytorch = "aten._softmax.out(x, dim, False, out=o)"}},
       .dtypes = Dtypes{kFloats4, {{"self", kFloats4}, {"out", kFloats4}}}},
      {.name = "aclnnSoftmaxBackward",
       .rows = SoftmaxBackward,
       .has_unit_domain = true,
       .sweeps = {{.name = "softmax-gradient-of-two",
                   .promise = {.half_rounded_share = 0.99},
                   .spread = 1,
                   .definition = kSoftmaxBackwardOfTwo,
                   .place = Place::kRowOfTwo}},
       .timings = {{.name = "softmax",
                    .low = 0,
                    .high = 1,
                    .pytorch =
                        "aten._softmax_backward_data.out(g, x, dim, x.dtype, grad_input=o)"}},
       .dtypes = Dtypes{kFloats, {{"out", kWithComplex}}}},
      {.name = "aclnnScaledMaskedSoftmax",
       .dtypes = Dtypes{kFloats, {{"mask", {ACL_BOOL}}}}},
      {.name = "aclnnScaledMaskedSoftmaxBackward",
       .dtypes = Dtypes{kFloats, {{"mask", {ACL_BOOL}}}},
       .beyond_pytorch = "an operator of the older interface, except on Ascend950"},
      {.name = "aclnnLogSoftmax",
       .rows = LogSoftmax,
       .sweeps = {{.name = "log-softmax-of-two",
                   .spread = 120,
                   .definition = kLogSoftmaxOfTwo,
                   .place = Place::kRowOfTwo}},
       .timings = {{.name = "log softmax forward",
                    .low = -5,
                    .high = 5,
                    .pytorch = "aten._log_softmax.out(x, dim, False, out=o)"}},
       .dtypes = Dtypes{kFloats4, {{"self", kFloats4}, {"out", kFloats4}}}},
      {.name = "aclnnLogSoftmaxBackward",
       .rows = LogSoftmaxBackward,
       .timings = {{.name = "log softmax",
                    .low = -8,
                    .high = -3,
                    .pytorch = "aten._log_softmax_backward_data.out(g, x, dim, x.dtype, out=o)"}},
       .dtypes = Dtypes{kFloats, {{"out", kWithComplex}}}},
      {.name = "aclnnSoftmaxCrossEntropyWithLogits",
       .rows = SoftmaxCrossEntropy,
       .has_unit_domain = true,
       .timings = {{.name = "softmax cross entropy",
                    .low = 0,
                    .high = 1,
                    .pytorch = "cross_entropy(g, x, o, o2)"}},
       .beyond_pytorch = "aclnnLogSoftmax and aclnnNLLLoss"},
  };
  return subjects;
}

}  // namespace openaclnn::oracle
