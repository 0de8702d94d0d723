// Calls of attention as its definition sees them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/kinds/product/reference.h"
#include "tests/ops/harness/array.h"
#include "tests/ops/harness/call.h"

namespace openaclnn::test {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
inline constexpr int64_t kAllTokens = 2147483647;

// A call as its definition sees it: tensors are [batch, head, position, element].
struct Attention {
  aclDataType dtype = ACL_FLOAT;
  int64_t batches = 1, heads = 1, kv_heads = 1, queries = 1, keys = 1, size = 1, value_size = 1;
  std::string layout = "BNSD";
  double scale = 0.25, keep = 1;
  int64_t mode = 0, before = kAllTokens, after = kAllTokens;
  std::vector<int64_t> prefixes = {};
  int bias_order = 1;                      // as pseType says; 0: the bias is added after the scale
  int64_t query_start = 0, key_start = 0;  // of a bias that is made of slopes
  Shape bias = {}, mask = {};              // empty: there is none
  bool drops = false;
  unsigned seed = 1;

  Array query, key, value, shifts, masked, kept;

  void Fill() {
    query = Normal(dtype, {batches, heads, queries, size}, seed);
    key = Normal(dtype, {batches, kv_heads, keys, size}, seed + 1);
    value = Normal(dtype, {batches, kv_heads, keys, value_size}, seed + 2);
    if (!bias.empty()) shifts = Normal(HasSlopes() ? ACL_FLOAT : dtype, bias, seed + 3);
    if (HasShortMask()) {
      masked = Array(ACL_BOOL, mask);  // which is not read
    } else if (!mask.empty()) {
      const Array any = Normal(ACL_FLOAT, mask, seed + 4);
      masked = {ACL_BOOL, mask, [&](int64_t i) { return any.Value(i) > 0.7 ? 1 : 0; }};
    }
    if (drops) {
      const int64_t bytes = (batches * heads * queries * keys + 7) / 8;
      const Array any = Normal(ACL_FLOAT, {bytes}, seed + 5, 100);
      kept = {ACL_UINT8, {bytes}, [&](int64_t i) { return any.Bits(i) >> 9 & 0xff; }};
    }
  }

  // Whether the bias is slopes, [N] or [B, N].
  bool HasSlopes() const { return bias_order >= 2; }

  // What is added to a score, before it is rounded.
  double BiasAt(int64_t batch, int64_t head, int64_t i, int64_t k) const {
    if (!HasSlopes()) {
      return shifts.Value(Spread(bias, batch, head, i, k)) * (bias_order == 0 ? 1 : scale);
    }
    const double slope = shifts.Value(bias.size() == 1 ? head : batch * heads + head);
    const auto distance = static_cast<double>(std::abs(k + key_start - i - query_start));
    return -slope * (bias_order == 3 ? std::sqrt(distance) : distance);
  }

  bool HasShortMask() const { return (mode >= 2 && mode <= 4) || mode >= 6; }

  // Element i of a tensor that broadcasts to [batch, head, query, key].
  static int64_t Spread(const Shape& shape, int64_t batch, int64_t head, int64_t i, int64_t k) {
    const int64_t at[] = {batch, head, i, k};
    int64_t element = 0;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      const int64_t index = at[4 - shape.size() + axis];
      element = element * shape[axis] + (shape[axis] == 1 ? 0 : index);
    }
    return element;
  }

  bool Sees(int64_t batch, int64_t head, int64_t i, int64_t k) const {
    if (mask.empty()) return true;
    const int64_t to_last = keys - queries;
    switch (mode) {
      case 0:
        if (k < i - before || k > i + after) return false;
        break;
      case 2:
        return k <= i;
      case 3:
        return k <= i + to_last;
      case 4:
        return k >= i + to_last - before && k <= i + to_last + after;
      case 5:
        if (k > i + to_last && k >= prefixes[static_cast<size_t>(batch)]) return false;
        break;
      case 6:
        return k <= i + to_last || k < prefixes[static_cast<size_t>(batch)];
      default:
        break;
    }
    return masked.Value(Spread(mask, batch, head, i, k)) == 0;
  }

  bool Keeps(int64_t batch, int64_t head, int64_t i, int64_t k) const {
    if (!drops) return true;
    const int64_t bit = ((batch * heads + head) * queries + i) * keys + k;
    return (kept.Bits(bit / 8) >> (bit % 8) & 1) != 0;
  }

  // The tensor as the layout has it.
  Array Placed(const Array& tensor) const {
    const int64_t b = tensor.shape[0], n = tensor.shape[1], s = tensor.shape[2],
                  d = tensor.shape[3];
    Shape shape = {b, n, s, d};
    if (layout == "BSH") shape = {b, s, n * d};
    if (layout == "SBH") shape = {s, b, n * d};
    if (layout == "BSND") shape = {b, s, n, d};
    Array placed(tensor.dtype, shape);
    for (int64_t i = 0; i < tensor.size(); ++i)
      placed.SetBits(PlaceOf(tensor.shape, i), tensor.Bits(i));
    return placed;
  }
  // Where element i of [batch, head, position, element] is in the layout.
  int64_t PlaceOf(const Shape& shape, int64_t i) const {
    const int64_t n = shape[1], s = shape[2], d = shape[3];
    const int64_t at_d = i % d, at_s = i / d % s, at_n = i / d / s % n, at_b = i / d / s / n;
    if (layout == "BNSD") return i;
    const int64_t row = layout == "SBH" ? at_s * shape[0] + at_b : at_b * s + at_s;
    return (row * n + at_n) * d + at_d;
  }

  // A call of an operator, or where the bias is added otherwise of its second version.
  OperatorCall InOrder(OperatorCall call, std::string_view second, long prefix) const {
    if (bias_order == 1) return call;
    auto& arguments = call.arguments;
    call.name = second;
    arguments.insert(arguments.begin() + prefix + 9, static_cast<double>(bias_order));
    arguments.insert(arguments.begin() + prefix + 1, 2, nullptr);
    if (query_start != 0 || key_start != 0) {
      arguments[static_cast<size_t>(prefix) + 1] = std::vector<int64_t>{query_start};
      arguments[static_cast<size_t>(prefix) + 2] = std::vector<int64_t>{key_start};
    }
    return call;
  }

  OperatorCall Call() const {
    const auto optional = [](const Array& array, bool is_there) {
      return is_there ? CallArgument(array) : CallArgument(nullptr);
    };
    const Shape rows = {batches, heads, queries, 8};
    const Array out(dtype, {batches, heads, queries, value_size});
    OperatorCall call = {"aclnnFlashAttentionScore",
                         {Placed(query),
                          Placed(key),
                          Placed(value),
                          optional(shifts, !bias.empty()),
                          optional(kept, drops),
                          nullptr,
                          optional(masked, !mask.empty()),
                          prefixes.empty() ? CallArgument(nullptr) : CallArgument(prefixes),
                          scale,
                          keep,
                          static_cast<double>(before),
                          static_cast<double>(after),
                          static_cast<double>(heads),
                          layout.c_str(),
                          0.0,
                          static_cast<double>(mode),
                          Array(ACL_FLOAT, rows),
                          Array(ACL_FLOAT, rows),
                          nullptr,
                          Placed(out)}};
    return InOrder(std::move(call), "aclnnFlashAttentionScoreV2", 7);
  }
};

inline Attention AttentionOf(aclDataType dtype, int64_t queries, int64_t keys, int64_t size) {
  Attention a;
  a.dtype = dtype;
  a.queries = queries;
  a.keys = keys;
  a.size = a.value_size = size;
  a.scale = 1 / std::sqrt(static_cast<double>(std::max<int64_t>(size, 1)));
  return a;
}

// By how much a result near `value` may be off because it is rounded.
inline double RoundingOf(aclDataType dtype, double value) {
  const double half_ulp = dtype == ACL_FLOAT ? 0x1p-24 : dtype == ACL_FLOAT16 ? 0x1p-11 : 0x1p-8;
  return std::fabs(value) * half_ulp * 1.001 + (dtype == ACL_FLOAT16 ? 0x1p-25 : 0);
}

}  // namespace openaclnn::test
