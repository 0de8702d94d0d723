// Attention as a stage.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// Which keys the query i sees: those from i + first to i + last; and those before prefixes[batch],
// if there are any. Numbers beyond +-kEverything stand for it.
struct AttentionBand {
  static constexpr int64_t kEverything = int64_t{1} << 60;
  int64_t first = -kEverything, last = kEverything;
  std::vector<int64_t> prefixes = {};
};

// A bias that is made of positions: minus a slope of the head times the distance of the key k to
// the query i, |k + shift - i|, or its square root; in DOUBLE, rounded to FLOAT.
struct AttentionSlopes {
  double shift = 0;  // an integer
  bool of_roots = false;
};

// Tensors of four axes: batch, head, position and element. Key and value have the same heads, whose
// number divides that of the heads of the query.
//
//   scores    = scale * query key^T + bias_scale * bias, of the keys that a query sees and that
//   have
//               no mask
//   weights   = e^(scores - maximum)
//   out       = kept(weights) value / (keep_probability * sums of weights)
struct AttentionInputs {
  Value query, key, value;
  // They broadcast to [batch, head, position of the query, that of the key]. Bytes of `mask` that
  // are not 0 leave a key out.
  std::optional<Value> bias, mask;
  std::optional<AttentionSlopes> slopes = {};  // `bias` has these, FLOAT, for each head
  // Bits, the low ones of a byte first, in the order of those axes: 1 keeps a weight.
  std::optional<Value> kept;
  int64_t first_kept = 0;  // the bit of the first weight
  double scale = 1, bias_scale = 1, keep_probability = 1;
  AttentionBand band = {};
  // FLOAT. Each row has eight equal elements; and, along an axis of one, its maximum plus the
  // logarithm of its sum, which is infinity where a query sees no key.
  std::optional<Value> maxima = {}, sums = {}, logarithms = {};
  Value out;
};
OPENACLNN_SHARED Stage PlanAttention(const AttentionInputs& inputs);

// The gradients by query, key, value and bias, of a call whose maxima, sums and out these are, all
// given.
// `grad` is the gradient by out. The shape of `by_bias` is that of the bias.
struct AttentionGradientsInputs {
  AttentionInputs call;
  Value grad;
  Value by_query, by_key, by_value;
  std::optional<Value> by_bias;
};
OPENACLNN_SHARED Stage PlanAttentionGradients(const AttentionGradientsInputs& inputs);

}  // namespace openaclnn
