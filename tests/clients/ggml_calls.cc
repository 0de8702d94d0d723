// Calls operators with the arguments that ggml's CANN back end, that of llama.cpp, passes to them:
// 1-D storage, offsets into a buffer, transposed views, null streams, formats of three axes. Values
// are compared. A program of its own, which is compiled with the installed headers and libraries.
//
// Operators whose header is not installed are left out.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_arange.h"
#include "aclnnop/aclnn_argmax.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_cumsum.h"
#include "aclnnop/aclnn_eq_tensor.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v2.h"
#include "aclnnop/aclnn_index_copy.h"
#include "aclnnop/aclnn_index_select.h"
#include "aclnnop/aclnn_layer_norm.h"
#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_norm.h"
#include "aclnnop/aclnn_permute.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_repeat.h"
#include "aclnnop/aclnn_repeat_interleave.h"
#include "aclnnop/aclnn_trans_matmul_weight.h"
#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_triu.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v2.h"
#if __has_include("aclnnop/aclnn_argsort.h")
#include "aclnnop/aclnn_argsort.h"
#define HAS_ARGSORT
#endif
#if __has_include("aclnnop/aclnn_gather_v2.h")
#include "aclnnop/aclnn_gather_v2.h"
#define HAS_GATHER_V2
#endif
#if __has_include("aclnnop/aclnn_slice.h")
#include "aclnnop/aclnn_slice.h"
#define HAS_SLICE
#endif
#if __has_include("aclnnop/aclnn_rms_norm.h")
#include "aclnnop/aclnn_rms_norm.h"
#define HAS_RMS_NORM
#endif
#if __has_include("aclnnop/aclnn_rotary_position_embedding.h")
#include "aclnnop/aclnn_rotary_position_embedding.h"
#define HAS_ROTARY
#endif
#if __has_include("aclnnop/aclnn_mv.h")
#include "aclnnop/aclnn_mv.h"
#define HAS_MV
#endif

namespace {

using Shape = std::vector<int64_t>;
using Numbers = std::vector<double>;

int failures = 0, calls = 0;
aclrtStream stream = nullptr;

void Fail(const std::string& what) {
  std::printf("FAILED %s\n", what.c_str());
  ++failures;
}
void Expect(bool is_so, const std::string& what) {
  if (!is_so) Fail(what);
}

int64_t CountOf(const Shape& shape) {
  int64_t count = 1;
  for (const int64_t extent : shape) count *= extent;
  return count;
}

size_t BytesOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_INT64:
      return 8;
    case ACL_FLOAT:
    case ACL_INT32:
      return 4;
    case ACL_FLOAT16:
      return 2;
    default:
      return 1;
  }
}

template <class T>
void Write(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof(value));
}
template <class T>
T Read(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(value));
  return value;
}
void Encode(aclDataType dtype, double value, std::byte* at) {
  switch (dtype) {
    case ACL_FLOAT:
      return Write(at, static_cast<float>(value));
    case ACL_FLOAT16:
      return Write(at, aclFloatToFloat16(static_cast<float>(value)));
    case ACL_INT32:
      return Write(at, static_cast<int32_t>(value));
    case ACL_INT64:
      return Write(at, static_cast<int64_t>(value));
    default:
      return Write(at, static_cast<int8_t>(value));
  }
}
double Decode(aclDataType dtype, const std::byte* at) {
  switch (dtype) {
    case ACL_FLOAT:
      return double{Read<float>(at)};
    case ACL_FLOAT16:
      return double{aclFloat16ToFloat(Read<aclFloat16>(at))};
    case ACL_INT32:
      return static_cast<double>(Read<int32_t>(at));
    case ACL_INT64:
      return static_cast<double>(Read<int64_t>(at));
    default:
      return static_cast<double>(Read<int8_t>(at));
  }
}

Shape Contiguous(const Shape& shape) {
  Shape strides(shape.size());
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = step;
    step *= shape[i];
  }
  return strides;
}

// What a view is besides its shape.
struct View {
  Shape strides = {};  // empty: dense
  int64_t offset = 0;  // elements
  aclFormat format = ACL_FORMAT_ND;
};

// A tensor in a buffer of the device that is longer than it, with the storage shape [elements].
class Tensor {
 public:
  Tensor(aclDataType dtype, Shape shape, const Numbers& values = {}, View view = {})
      : dtype_(dtype), shape_(std::move(shape)), view_(std::move(view)) {
    if (view_.strides.empty()) view_.strides = Contiguous(shape_);
    int64_t last = 0;
    for (size_t i = 0; i < shape_.size(); ++i) {
      last += std::max<int64_t>(shape_[i] - 1, 0) * view_.strides[i];
    }
    elements_ = view_.offset + last + 1;
    std::vector<std::byte> bytes(static_cast<size_t>(elements_ + kBehind) * BytesOf(dtype));
    aclrtMalloc(&data_, bytes.size(), ACL_MEM_MALLOC_HUGE_FIRST);
    ForEach([&](int64_t i, int64_t at) {
      const double value = values.empty() ? -7 : values[static_cast<size_t>(i) % values.size()];
      Encode(dtype_, value, bytes.data() + static_cast<size_t>(at) * BytesOf(dtype_));
    });
    aclrtMemcpy(data_, bytes.size(), bytes.data(), bytes.size(), ACL_MEMCPY_HOST_TO_DEVICE);
    tensor_ = aclCreateTensor(shape_.data(), shape_.size(), dtype_, view_.strides.data(),
                              view_.offset, view_.format, &elements_, 1, data_);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;
  ~Tensor() {
    if (tensor_ != nullptr) aclDestroyTensor(tensor_);
    aclrtFree(data_);
  }

  operator aclTensor*() const { return tensor_; }  // NOLINT
  // A list owns its tensors.
  aclTensor* Release() { return std::exchange(tensor_, nullptr); }

  Numbers Values() const {
    std::vector<std::byte> bytes(static_cast<size_t>(elements_) * BytesOf(dtype_));
    aclrtMemcpy(bytes.data(), bytes.size(), data_, bytes.size(), ACL_MEMCPY_DEVICE_TO_HOST);
    Numbers values(static_cast<size_t>(CountOf(shape_)));
    ForEach([&](int64_t i, int64_t at) {
      values[static_cast<size_t>(i)] =
          Decode(dtype_, bytes.data() + static_cast<size_t>(at) * BytesOf(dtype_));
    });
    return values;
  }

 private:
  static constexpr int64_t kBehind = 16;

  void ForEach(const std::function<void(int64_t, int64_t)>& visit) const {
    for (int64_t i = 0; i < CountOf(shape_); ++i) {
      int64_t rest = i, at = view_.offset;
      for (size_t axis = shape_.size(); axis-- > 0;) {
        at += rest % shape_[axis] * view_.strides[axis];
        rest /= shape_[axis];
      }
      visit(i, at);
    }
  }

  aclDataType dtype_;
  Shape shape_;
  View view_;
  int64_t elements_ = 0;
  void* data_ = nullptr;
  aclTensor* tensor_ = nullptr;
};

class Ints {
 public:
  Ints(std::vector<int64_t> values)
      : array_(aclCreateIntArray(values.data(), values.size())) {}  // NOLINT
  Ints(const Ints&) = delete;
  Ints& operator=(const Ints&) = delete;
  ~Ints() { aclDestroyIntArray(array_); }
  operator aclIntArray*() const { return array_; }  // NOLINT

 private:
  aclIntArray* array_;
};
class Float {
 public:
  Float(float value) : scalar_(aclCreateScalar(&value, ACL_FLOAT)) {}  // NOLINT
  Float(const Float&) = delete;
  Float& operator=(const Float&) = delete;
  ~Float() { aclDestroyScalar(scalar_); }
  operator aclScalar*() const { return scalar_; }  // NOLINT

 private:
  aclScalar* scalar_;
};

std::string what;  // the pattern

template <class Plan, class Launch, class... Args>
bool Run(const char* name, aclrtStream on, Plan plan, Launch launch, const Args&... args) {
  ++calls;
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus planned = plan(args..., &size, &executor);
  if (planned != 0) {
    const char* const message = aclGetRecentErrMsg();
    Fail(std::string(name) + ", " + what + ": " + std::to_string(planned) + " " +
         (message != nullptr ? message : ""));
    return false;
  }
  void* workspace = nullptr;
  if (size > 0) aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST);
  const aclnnStatus launched = launch(workspace, size, executor, on);
  const aclError done = aclrtSynchronizeStream(on);
  if (workspace != nullptr) aclrtFree(workspace);
  Expect(launched == 0 && done == 0, std::string(name) + ", " + what + ": failed when it ran");
  return launched == 0 && done == 0;
}
#define CALL(Op, ...) Run(#Op, stream, aclnn##Op##GetWorkspaceSize, aclnn##Op, __VA_ARGS__)

void ExpectNear(const Numbers& actual, const Numbers& expected, double tolerance = 0) {
  bool are_equal = actual.size() == expected.size();
  size_t i = 0;
  for (; are_equal && i < actual.size(); ++i) {
    const double off = std::fabs(actual[i] - expected[i]);
    are_equal = actual[i] == expected[i] || off <= tolerance * (1 + std::fabs(expected[i]));
  }
  if (are_equal) return;
  const size_t at = i > 0 ? i - 1 : 0;
  Fail(what + ": element " + std::to_string(at) + " of " + std::to_string(actual.size()) + " is " +
       (at < actual.size() ? std::to_string(actual[at]) : "missing") + ", expected " +
       (at < expected.size() ? std::to_string(expected[at]) : "none"));
}

// first, first + step, ...
Numbers Ramp(int64_t count, double first = 0, double step = 1) {
  Numbers numbers;
  for (int64_t i = 0; i < count; ++i) numbers.push_back(first + static_cast<double>(i) * step);
  return numbers;
}
// Small numbers that FLOAT16 has, in no order.
Numbers Small(int64_t count, uint32_t seed = 1) {
  Numbers numbers;
  for (int64_t i = 0; i < count; ++i) {
    seed = seed * 1664525 + 1013904223;
    numbers.push_back((static_cast<double>(seed >> 24) - 128) / 64);
  }
  return numbers;
}

// Attention of FLOAT16 [B, S, N, D], whose keys lie in a cache [B, N, longer T, D], and a mask that
// is the bias of all heads.
void Attention(int64_t queries, int64_t heads, int64_t kv_heads) {
  what = "attention, " + std::to_string(queries) + " queries";
  const int64_t batches = 2, size = 16, keys = 37, longest = 40;
  const Shape query_shape = {batches, queries, heads, size},
              key_shape = {batches, keys, kv_heads, size};
  const Numbers q = Small(CountOf(query_shape), 1), k = Small(CountOf(key_shape), 2),
                v = Small(CountOf(key_shape), 3);
  Numbers bias(static_cast<size_t>(batches * queries * keys));
  for (size_t i = 0; i < bias.size(); ++i) {
    bias[i] = i % 5 == 1 ? -std::numeric_limits<double>::infinity() : 0;
  }
  const View cache = {{kv_heads * longest * size, size, longest * size, 1}};
  const Tensor query(ACL_FLOAT16, query_shape, q);
  Tensor key(ACL_FLOAT16, key_shape, k, cache), value(ACL_FLOAT16, key_shape, v, cache);
  Numbers spread;
  for (int64_t b = 0; b < batches; ++b) {
    for (int64_t n = 0; n < heads; ++n) {
      const auto first = bias.begin() + b * queries * keys;
      spread.insert(spread.end(), first, first + queries * keys);
    }
  }
  const Tensor shift(ACL_FLOAT16, {batches, heads, queries, keys}, spread,
                     {{queries * keys, 0, keys, 1}});
  const Tensor out(ACL_FLOAT16, query_shape);
  const aclTensor* key_of[] = {key.Release()};
  const aclTensor* value_of[] = {value.Release()};
  aclTensorList* const key_list = aclCreateTensorList(key_of, 1);
  aclTensorList* const value_list = aclCreateTensorList(value_of, 1);
  const aclTensor* const none = nullptr;
  const aclIntArray* const no_lengths = nullptr;
  char text[] = "BSND";
  char* const layout = text;
  const double scale = 0.25;
  const int64_t all = 65535;
  CALL(FusedInferAttentionScoreV2, query, key_list, value_list, shift, none, no_lengths, no_lengths,
       none, none, none, none, none, none, none, none, none, none, none, none, none, none, none,
       none, no_lengths, heads, scale, all, all, layout, kv_heads, int64_t{0},
       int64_t{queries == 1 ? 0 : 2}, int64_t{0}, int64_t{0}, false, int64_t{0}, int64_t{0}, out,
       none);
  Numbers expected;
  const auto at = [size](const Numbers& of, int64_t row, int64_t e) {
    return of[static_cast<size_t>(row * size + e)];
  };
  for (int64_t b = 0; b < batches; ++b) {
    for (int64_t s = 0; s < queries; ++s) {
      for (int64_t n = 0; n < heads; ++n) {
        const int64_t row = (b * queries + s) * heads + n, kv = n / (heads / kv_heads);
        Numbers weights;
        double largest = -std::numeric_limits<double>::infinity(), sum = 0;
        for (int64_t t = 0; t < keys; ++t) {
          double score = 0;
          for (int64_t e = 0; e < size; ++e) {
            score += at(q, row, e) * at(k, (b * keys + t) * kv_heads + kv, e);
          }
          weights.push_back(score * scale +
                            bias[static_cast<size_t>((b * queries + s) * keys + t)]);
          largest = std::max(largest, weights.back());
        }
        for (double& weight : weights) sum += weight = std::exp(weight - largest);
        for (int64_t e = 0; e < size; ++e) {
          double result = 0;
          for (int64_t t = 0; t < keys; ++t) {
            result += weights[static_cast<size_t>(t)] * at(v, (b * keys + t) * kv_heads + kv, e);
          }
          expected.push_back(result / sum);
        }
      }
    }
  }
  ExpectNear(out.Values(), expected, 1e-3);
  aclDestroyTensorList(key_list);
  aclDestroyTensorList(value_list);
}

void Copies() {
  {
    what = "repeat of heads";
    const Tensor self(ACL_FLOAT, {1, 3, 1, 2}, Ramp(6), {{}, 3});
    const Tensor out(ACL_FLOAT, {1, 3, 1, 4});
    CALL(Repeat, self, Ints({1, 1, 1, 2}), out);
    ExpectNear(out.Values(), {0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5});
  }
  {
    what = "each element twice, as in rope";
    const Tensor self(ACL_FLOAT, {1, 2, 1, 2}, Ramp(4));
    const Tensor out(ACL_FLOAT, {1, 2, 1, 4});
    CALL(RepeatInterleaveIntWithDim, self, int64_t{2}, int64_t{3}, int64_t{4}, out);
    ExpectNear(out.Values(), {0, 0, 1, 1, 2, 2, 3, 3});
  }
  {
    what = "rows of experts, as bytes";
    const Tensor self(ACL_INT8, {3, 2, 4}, Ramp(24));
    const Tensor index(ACL_INT32, {2}, {2, 0}, {{}, 5});
    const Tensor out(ACL_INT8, {2, 2, 4});
    CALL(IndexSelect, self, int64_t{0}, index, out);
    Numbers expected = Ramp(8, 16);
    const Numbers first = Ramp(8);
    expected.insert(expected.end(), first.begin(), first.end());
    ExpectNear(out.Values(), expected);
  }
  {
    what = "rows into a cache, at indices of 64 bits";
    const Tensor self(ACL_FLOAT16, {4, 3}, Ramp(12));
    const Tensor index(ACL_INT64, {2}, {3, 1});
    const Tensor source(ACL_FLOAT16, {2, 3}, {50, 51, 52, 60, 61, 62});
    CALL(InplaceIndexCopy, self, int64_t{0}, index, source);
    ExpectNear(self.Values(), {0, 1, 2, 60, 61, 62, 6, 7, 8, 50, 51, 52});
  }
  {
    what = "no rows into a cache";
    const Tensor self(ACL_FLOAT, {4, 3}, Ramp(12));
    const Tensor index(ACL_INT64, {0}), source(ACL_FLOAT, {0, 3});
    CALL(InplaceIndexCopy, self, int64_t{0}, index, source);
    ExpectNear(self.Values(), Ramp(12));
  }
  {
    what = "a range of FLOAT16 of four axes";
    const Tensor out(ACL_FLOAT16, {1, 1, 1, 4});
    CALL(Arange, Float(1), Float(9), Float(2), out);
    ExpectNear(out.Values(), {1, 3, 5, 7});
  }
  {
    what = "padding with the format NCL";
    const Tensor self(ACL_FLOAT, {1, 2, 2}, Ramp(4), {{}, 0, ACL_FORMAT_NCL});
    const Tensor out(ACL_FLOAT, {1, 2, 5}, {}, {{}, 0, ACL_FORMAT_NCL});
    CALL(ConstantPadNd, self, Ints({1, 2}), Float(0), out);
    ExpectNear(out.Values(), {0, 0, 1, 0, 0, 0, 2, 3, 0, 0});
  }
  {
    what = "padding of permuted heads";
    const Tensor self(ACL_FLOAT16, {1, 2, 2, 3}, Ramp(12), {{12, 3, 6, 1}});
    const Tensor out(ACL_FLOAT16, {1, 2, 2, 4});
    CALL(ConstantPadNd, self, Ints({0, 1, 0, 0, 0, 0, 0, 0}), Float(0), out);
    ExpectNear(out.Values(), {0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0, 9, 10, 11, 0});
  }
  {
    what = "two tensors with gaps, one after another";
    Tensor first(ACL_FLOAT, {1, 1, 2, 2}, Ramp(4), {{8, 8, 4, 1}}),
        second(ACL_FLOAT, {1, 1, 2, 1}, {9, 8});
    const aclTensor* const members[] = {first.Release(), second.Release()};
    aclTensorList* const list = aclCreateTensorList(members, 2);
    const Tensor out(ACL_FLOAT, {1, 1, 2, 3});
    CALL(Cat, list, int64_t{3}, out);
    ExpectNear(out.Values(), {0, 1, 9, 2, 3, 8});
    aclDestroyTensorList(list);
  }
  {
    what = "triangles";
    const Tensor self(ACL_FLOAT, {1, 1, 3, 3}, Ramp(9, 1)), out(ACL_FLOAT, {1, 1, 3, 3});
    CALL(Tril, self, int64_t{-1}, out);
    ExpectNear(out.Values(), {0, 0, 0, 4, 0, 0, 7, 8, 0});
    CALL(Triu, self, int64_t{1}, out);
    ExpectNear(out.Values(), {0, 2, 3, 0, 0, 6, 0, 0, 0});
    CALL(InplaceTriu, self, int64_t{0});
    ExpectNear(self.Values(), {1, 2, 3, 0, 5, 6, 0, 0, 9});
  }
#ifdef HAS_GATHER_V2
  {
    what = "rows of a table";
    const Tensor self(ACL_FLOAT, {3, 2}, Ramp(6)), index(ACL_INT32, {4}, {2, 0, 1, 2}, {{}, 1});
    const Tensor out(ACL_FLOAT, {4, 2});
    CALL(GatherV2, self, int64_t{0}, index, out);
    ExpectNear(out.Values(), {4, 5, 0, 1, 2, 3, 4, 5});
  }
#endif
#ifdef HAS_SLICE
  {
    what = "what was padded, without the padding";
    const Tensor self(ACL_FLOAT16, {1, 2, 2, 4}, Ramp(16)), out(ACL_FLOAT16, {1, 2, 2, 3});
    CALL(Slice, self, int64_t{-1}, int64_t{0}, int64_t{3}, int64_t{1}, out);
    ExpectNear(out.Values(), {0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14});
  }
#endif
}

void Sums() {
  {
    what = "all rows of a loss, into one element";
    const Tensor self(ACL_FLOAT, {5}, Ramp(5)), out(ACL_FLOAT, {1});
    CALL(ReduceSum, self, Ints({0}), false, ACL_FLOAT, out);
    ExpectNear(out.Values(), {10});
    CALL(Mean, self, Ints({0}), false, ACL_FLOAT, out);
    ExpectNear(out.Values(), {2});
  }
  {
    what = "sums up to each element";
    const Tensor self(ACL_FLOAT, {1, 1, 2, 3}, Ramp(6)), out(ACL_FLOAT, {1, 1, 2, 3});
    CALL(Cumsum, self, int64_t{3}, ACL_FLOAT, out);
    ExpectNear(out.Values(), {0, 1, 3, 3, 7, 12});
  }
  {
    what = "the norms of rows";
    const Tensor self(ACL_FLOAT, {1, 1, 2, 2}, {3, 4, 5, 12}, {{16, 16, 8, 2}});
    const Tensor out(ACL_FLOAT, {1, 1, 2, 1});
    CALL(Norm, self, Float(2), Ints({3}), true, out);
    ExpectNear(out.Values(), {5, 13}, 1e-7);
  }
  {
    what = "where the largest elements are, in INT32";
    const Tensor self(ACL_FLOAT, {1, 1, 2, 4}, {1, 9, 2, 3, 4, 4, 8, 8}), out(ACL_INT32, {1, 1, 2});
    CALL(ArgMax, self, int64_t{3}, false, out);
    ExpectNear(out.Values(), {1, 2});
  }
  {
    what = "which integers are equal, in INT32";
    const Tensor self(ACL_INT32, {4}, {1, 2, 3, 4}), other(ACL_INT32, {4}, {1, 0, 3, 0});
    const Tensor out(ACL_INT32, {4});
    CALL(EqTensor, self, other, out);
    ExpectNear(out.Values(), {1, 0, 1, 0});
  }
  {
    what = "norms of layers without weights";
    const Tensor self(ACL_FLOAT, {1, 1, 2, 2}, {1, 3, -2, 2}), out(ACL_FLOAT, {1, 1, 2, 2});
    aclTensor* const none = nullptr;
    CALL(LayerNorm, self, Ints({2}), none, none, 0.0, out, none, none);
    ExpectNear(out.Values(), {-1, 1, -1, 1}, 1e-6);
  }
#ifdef HAS_RMS_NORM
  {
    what = "rows by the roots of their mean squares";
    const Tensor x(ACL_FLOAT, {1, 1, 2, 2}, {1, 7, -2, 2}, {{8, 8, 4, 1}});
    const Tensor gamma(ACL_FLOAT, {2}, {1, 1}), out(ACL_FLOAT, {1, 1, 2, 2});
    const Tensor rstd(ACL_FLOAT, {1, 1, 2});
    CALL(RmsNorm, x, gamma, 0.0, out, rstd);
    ExpectNear(out.Values(), {0.2, 1.4, -1, 1}, 1e-6);
  }
#endif
#ifdef HAS_ARGSORT
  {
    what = "the order of experts";
    const Tensor self(ACL_FLOAT, {1, 1, 2, 3}, {1, 3, 2, 9, 7, 8}), out(ACL_INT64, {1, 1, 2, 3});
    CALL(Argsort, self, int64_t{-1}, true, out);
    ExpectNear(out.Values(), {1, 2, 0, 0, 2, 1});
    CALL(Argsort, self, int64_t{-1}, false, out);
    ExpectNear(out.Values(), {0, 2, 1, 1, 2, 0});
  }
#endif
#ifdef HAS_ROTARY
  for (const int64_t mode : {0, 1}) {
    what = "rope, mode " + std::to_string(mode);
    const Tensor x(ACL_FLOAT, {1, 2, 1, 4}, Ramp(8), {{32, 16, 8, 1}});
    const Tensor cos(ACL_FLOAT, {1, 2, 1, 4}, {1, 1, 1, 1, 0, 0, 0, 0});
    const Tensor sin(ACL_FLOAT, {1, 2, 1, 4}, {0, 0, 0, 0, 1, 1, 1, 1});
    const Tensor out(ACL_FLOAT, {1, 2, 1, 4});
    CALL(RotaryPositionEmbedding, x, cos, sin, mode, out);
    ExpectNear(out.Values(),
               mode == 0 ? Numbers{0, 1, 2, 3, -6, -7, 4, 5} : Numbers{0, 1, 2, 3, -5, 4, -7, 6});
  }
#endif
}

void Products() {
  {
    what = "experts: one row by FLOAT16 weights, transposed";
    const Tensor self(ACL_FLOAT, {2, 1, 3}, {1, 2, 3, 4, 5, 6});
    const Tensor weights(ACL_FLOAT16, {2, 3, 2}, Ramp(12), {{6, 1, 3}});
    const Tensor out(ACL_FLOAT, {2, 1, 2});
    CALL(BatchMatMul, self, weights, out, int8_t{2});
    ExpectNear(out.Values(), {16, 22, 124, 139});
  }
  {
    what = "weights of INT8 by groups, transposed";
    const int64_t m = 3, k = 64, n = 5;
    const Numbers x = Small(m * k), w = Small(k * n, 7);
    Numbers integers, scales;
    for (const double value : w) integers.push_back(std::round(value * 16));
    for (int64_t i = 0; i < k / 32 * n; ++i) scales.push_back(static_cast<double>(i + 1) / 64);
    const Tensor left(ACL_FLOAT16, {m, k}, x), right(ACL_INT8, {k, n}, integers, {{1, k}}),
        scale(ACL_FLOAT16, {k / 32, n}, scales, {{1, k / 32}});
    const Tensor out(ACL_FLOAT16, {m, n});
    const aclTensor* const none = nullptr;
    CALL(WeightQuantBatchMatmulV2, left, right, scale, none, none, none, none, 32, out);
    Numbers expected;
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        double sum = 0;
        for (int64_t l = 0; l < k; ++l) {
          sum += x[static_cast<size_t>(i * k + l)] * integers[static_cast<size_t>(l * n + j)] *
                 scales[static_cast<size_t>(l / 32 * n + j)];
        }
        expected.push_back(sum);
      }
    }
    ExpectNear(out.Values(), expected, 2e-3);
  }
  {
    what = "weights of a model, prepared on no stream";
    const Shape shape = {3, 4};
    uint64_t size = 0;
    Expect(aclnnCalculateMatmulWeightSizeV2(Ints(shape), ACL_FLOAT16, &size) == 0 && size >= 12,
           "CalculateMatmulWeightSizeV2");
    const Tensor prepared(ACL_FLOAT16, {4, 3}, Ramp(12), {{1, 4}});
    aclTensor* const weight = prepared;
    if (!Run("TransMatmulWeight", nullptr, aclnnTransMatmulWeightGetWorkspaceSize,
             aclnnTransMatmulWeight, weight)) {
      return;
    }
    const Tensor self(ACL_FLOAT, {2, 4}, Ramp(8)), out(ACL_FLOAT, {2, 3});
    CALL(Mm, self, prepared, out, int8_t{2});
    ExpectNear(out.Values(), {42, 48, 54, 114, 136, 158}, 1e-6);
  }
#ifdef HAS_MV
  {
    what = "a transposed matrix by a vector";
    const Tensor self(ACL_FLOAT, {2, 3}, Ramp(6), {{1, 2}}), vec(ACL_FLOAT, {3}, {1, 2, 3});
    const Tensor out(ACL_FLOAT, {2});
    CALL(Mv, self, vec, out, int8_t{1});
    ExpectNear(out.Values(), {8, 26});
  }
#endif
}

// What the back end asks for each device at its start: where there is no virtual memory, as in
// checked mode, the refusal leaves no text for whatever fails later.
void VirtualMemory() {
  what = "virtual memory of the device";
  aclrtPhysicalMemProp prop = {};
  prop.handleType = ACL_MEM_HANDLE_TYPE_NONE;
  prop.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
  prop.memAttr = ACL_HBM_MEM_HUGE;
  prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
  prop.location.id = 0;
  size_t granularity = 0;
  const aclError code = aclrtMemGetAllocationGranularity(
      &prop, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED, &granularity);
  const char* const mode = std::getenv("OPENACLNN_CHECK");
  const bool checked = mode != nullptr && std::string_view(mode) == "1";
  Expect(code == (checked ? ACL_ERROR_RT_FEATURE_NOT_SUPPORT : ACL_SUCCESS), "its status");
  Expect(checked ? granularity == 0 : granularity == size_t{2} << 20, "the granularity");
  Expect(aclGetRecentErrMsg() == nullptr, "no message of a query");
}

}  // namespace

int main() {
  if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0 || aclrtCreateStream(&stream) != 0) return 1;
  VirtualMemory();
  for (const int64_t queries : {1, 3}) Attention(queries, 4, 2);
  Attention(1, 32, 2);
  Copies();
  Sums();
  Products();
  aclrtDestroyStream(stream);
  aclFinalize();
  std::printf("%d calls, %d failures\n", calls, failures);
  return failures == 0 ? 0 : 1;
}
