// Attention on a CPU.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"
#include "kinds/attention/plan.h"

namespace openaclnn {

// A tensor of four axes: batch, head, position and element, with steps in bytes.
struct HeadsView {
  std::byte* data = nullptr;  // null: there is no such tensor
  aclDataType dtype = ACL_FLOAT;
  int64_t batch = 0, head = 0, row = 0, element = 0;

  std::byte* At(int64_t of_batch, int64_t of_head, int64_t of_row) const {
    return data + of_batch * batch + of_head * head + of_row * row;
  }
};

struct AttentionSizes {
  int64_t batches = 0;
  int64_t heads = 0, kv_heads = 0;   // of the query, and of key and value
  int64_t queries = 0, keys = 0;     // positions
  int64_t size = 0, value_size = 0;  // elements of a head
};

// The numbers of a call, as plan.h says.
struct AttentionRun {
  AttentionSizes sizes;
  HeadsView query, key, value, bias, mask, maxima, sums, logarithms, out;
  const std::byte* kept = nullptr;
  int64_t kept_step = 0;  // bytes from byte to byte
  int64_t first_kept = 0;
  double scale = 1, bias_scale = 1, keep_probability = 1;
  const AttentionBand* band = nullptr;
  const AttentionSlopes* slopes = nullptr;  // null: the bias is given
};

void RunAttention(const AttentionRun& run);

// Its gradients: maxima, sums and out are what it gave. `by_bias` has steps of 0 along axes that
// the bias does not have.
struct AttentionGradientsRun {
  AttentionRun call;
  HeadsView grad, by_query, by_key, by_value, by_bias;
};

void RunAttentionGradients(const AttentionGradientsRun& run);

}  // namespace openaclnn
