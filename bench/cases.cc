#include "bench/cases.h"

#include <functional>
#include <numeric>
#include <ostream>
#include <utility>

namespace openaclnn::bench {
namespace {

const std::vector<Subject>& Subjects() {
  static const std::vector<Subject> subjects = {
      {.name = "hardtanh",
       .operation = "aclnnHardtanhBackward",
       .scalars = {-1, 1},
       .low = -3,
       .high = 3},
      {.name = "softplus",
       .operation = "aclnnSoftplusBackward",
       .scalars = {1, 20},
       .low = -5,
       .high = 5,
       .has_double = true},
      {.name = "prelu",
       .operation = "aclnnPreluBackward",
       .low = -3,
       .high = 3,
       .has_weight = true,
       .broadcasts = true},
      {.name = "gelu none",
       .operation = "aclnnGeluBackwardV2",
       .text = "none",
       .low = -5,
       .high = 5,
       .broadcasts = true},
      {.name = "gelu tanh",
       .operation = "aclnnGeluBackwardV2",
       .text = "tanh",
       .low = -5,
       .high = 5,
       .broadcasts = true},
      {.name = "logit", .operation = "aclnnLogitGrad", .scalars = {-1}, .low = 0.01, .high = 0.99},
      {.name = "erfinv",
       .operation = "aclnnErfinv",
       .low = -0.99,
       .high = 0.99,
       .is_forward = true},
      {.name = "gelu none forward",
       .operation = "aclnnGeluV2",
       .scalars = {0},
       .low = -5,
       .high = 5,
       .is_forward = true},
      {.name = "gelu tanh forward",
       .operation = "aclnnGeluV2",
       .scalars = {1},
       .low = -5,
       .high = 5,
       .is_forward = true},
      {.name = "elu", .operation = "aclnnEluBackward", .scalars = {1, 1, 1}, .low = -5, .high = 5},
      {.name = "elu forward",
       .operation = "aclnnElu",
       .scalars = {1, 1, 1},
       .low = -5,
       .high = 5,
       .is_forward = true},
      {.name = "celu forward",
       .operation = "aclnnCelu",
       .scalars = {1},
       .low = -5,
       .high = 5,
       .is_forward = true},
      {.name = "log sigmoid", .operation = "aclnnLogSigmoidBackward", .low = -5, .high = 5},
      {.name = "log sigmoid forward",
       .operation = "aclnnLogSigmoid",
       .low = -5,
       .high = 5,
       .is_forward = true},
      {.name = "logit forward",
       .operation = "aclnnLogit",
       .scalars = {-1},
       .low = 0.01,
       .high = 0.99,
       .is_forward = true},
      {.name = "mish", .operation = "aclnnMishBackward", .low = -5, .high = 5, .broadcasts = true},
      {.name = "mish forward", .operation = "aclnnMish", .low = -5, .high = 5, .is_forward = true},
      {.name = "tanh", .operation = "aclnnTanhBackward", .low = -1, .high = 1, .broadcasts = true},
      {.name = "tanh forward", .operation = "aclnnTanh", .low = -5, .high = 5, .is_forward = true},
      {.name = "target of entropy",
       .operation = "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
       .scalars = {0},
       .low = -5,
       .high = 5,
       .broadcasts = true},
      {.name = "target of weighted entropy",
       .operation = "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
       .scalars = {0},
       .low = -5,
       .high = 5,
       .has_one_weight = true,
       .broadcasts = true},
      {.name = "selu", .operation = "aclnnSeluBackward", .low = -1.7, .high = 5},
      {.name = "selu forward", .operation = "aclnnSelu", .low = -5, .high = 5, .is_forward = true},
      {.name = "softplus forward",
       .operation = "aclnnSoftplus",
       .scalars = {1, 20},
       .low = -5,
       .high = 5,
       .is_forward = true},
      {.name = "silu", .operation = "aclnnSiluBackward", .low = -5, .high = 5},
      {.name = "silu forward", .operation = "aclnnSilu", .low = -5, .high = 5, .is_forward = true},
      {.name = "sigmoid",
       .operation = "aclnnSigmoidBackward",
       .low = 0.01,
       .high = 0.99,
       .broadcasts = true},
      {.name = "sigmoid forward",
       .operation = "aclnnSigmoid",
       .low = -5,
       .high = 5,
       .is_forward = true},
      {.name = "relu forward", .operation = "aclnnRelu", .low = -3, .high = 3, .is_forward = true},
      {.name = "leaky relu",
       .operation = "aclnnLeakyReluBackward",
       .scalars = {0.01},
       .low = -3,
       .high = 3,
       .broadcasts = true},
      {.name = "leaky relu forward",
       .operation = "aclnnLeakyRelu",
       .scalars = {0.01},
       .low = -3,
       .high = 3,
       .is_forward = true},
      {.name = "threshold",
       .operation = "aclnnThresholdBackward",
       .scalars = {0},
       .low = -3,
       .high = 3,
       .broadcasts = true},
      {.name = "threshold forward",
       .operation = "aclnnThreshold",
       .scalars = {0.1, 20},
       .low = -3,
       .high = 3,
       .is_forward = true},
      {.name = "prelu forward",
       .operation = "aclnnPrelu",
       .low = -3,
       .high = 3,
       .has_weight = true,
       .is_forward = true},
      {.name = "hardtanh forward",
       .operation = "aclnnHardtanh",
       .scalars = {-1, 1},
       .low = -3,
       .high = 3,
       .is_forward = true},
      {.name = "hardsigmoid", .operation = "aclnnHardsigmoidBackward", .low = -5, .high = 5},
      {.name = "hardsigmoid forward",
       .operation = "aclnnHardsigmoid",
       .low = -5,
       .high = 5,
       .is_forward = true},
      {.name = "hardswish", .operation = "aclnnHardswishBackward", .low = -5, .high = 5},
      {.name = "hardswish forward",
       .operation = "aclnnHardswish",
       .low = -5,
       .high = 5,
       .is_forward = true},
      {.name = "hardshrink",
       .operation = "aclnnHardshrinkBackward",
       .scalars = {0.5},
       .low = -3,
       .high = 3,
       .broadcasts = true},
      {.name = "hardshrink forward",
       .operation = "aclnnHardshrink",
       .scalars = {0.5},
       .low = -3,
       .high = 3,
       .is_forward = true},
      {.name = "softshrink",
       .operation = "aclnnSoftshrinkBackward",
       .scalars = {0.5},
       .low = -3,
       .high = 3,
       .broadcasts = true},
      {.name = "softshrink forward",
       .operation = "aclnnSoftshrink",
       .scalars = {0.5},
       .low = -3,
       .high = 3,
       .is_forward = true},
  };
  return subjects;
}

constexpr std::pair<aclDataType, const char*> kDtypes[] = {
    {ACL_FLOAT, "float"}, {ACL_BF16, "bfloat16"}, {ACL_FLOAT16, "float16"}, {ACL_DOUBLE, "double"}};

constexpr int64_t kShort = 8;  // a call's cost, not the loop's
constexpr int64_t kSizes[] = {kShort, 1 << 12, 1 << 16, 1 << 20, 1 << 24};
constexpr int64_t kVeryLong = 1 << 26;  // floats only
constexpr int64_t kSide = 1 << 12;      // of a matrix
constexpr int64_t kChannels = 64, kInner = 3136, kImages = 84;

std::vector<Case> MakeCases() {
  std::vector<Case> cases;
  for (const Subject& subject : Subjects()) {
    const View one = Dense({1});
    const View weight = subject.has_weight || subject.has_one_weight ? one : View{};
    const View channels = Dense({1, kChannels});
    const View images = Dense({kImages, kChannels, kInner});
    const View square = Dense({kSide, kSide});
    for (const auto& [dtype, name] : kDtypes) {
      if (dtype == ACL_DOUBLE && !subject.has_double) continue;
      const auto add = [&, dtype = dtype](const char* layout, View grad, View self, View weights,
                                          int arrays_read = 2) {
        if (subject.is_forward) --arrays_read;
        cases.push_back({&subject, dtype, layout, std::move(grad), std::move(self),
                         std::move(weights), arrays_read});
      };
      for (int64_t size : kSizes) add("dense", Dense({size}), Dense({size}), weight);
      if (dtype == ACL_FLOAT) add("dense", Dense({kVeryLong}), Dense({kVeryLong}), weight);
      if (dtype == ACL_DOUBLE) continue;
      add("transposed self", square, {{kSide, kSide}, {1, kSide}}, weight);
      add("self with step 2", Dense({kSide * kSide}), {{kSide * kSide}, {2}}, weight, 3);
      if (subject.broadcasts) {
        add("gradient of rows", Dense({kSide, 1}), square, weight, 1);
        add("gradient of columns", Dense({1, kSide}), square, weight, 1);
        add("gradient of one element", one, square, weight, 1);
      }
      if (subject.has_weight) {
        const View two_short_rows = Dense({2, kShort / 2});
        add("channel inner", two_short_rows, two_short_rows, Dense({kShort / 2}));
        const View weights = Dense({kChannels});
        for (int64_t rows : {1 << 10, 1 << 18}) {
          const View rows_of_channels = Dense({rows, kChannels});
          add("channel inner", rows_of_channels, rows_of_channels, weights);
        }
        add("channel outer", images, images, weights);
      }
    }
  }
  return cases;
}

const char* NameOf(aclDataType dtype) {
  for (const auto& [known, name] : kDtypes) {
    if (known == dtype) return name;
  }
  return "";
}

std::ostream& operator<<(std::ostream& out, const std::vector<int64_t>& numbers) {
  out << '[';
  for (size_t i = 0; i < numbers.size(); ++i) out << (i == 0 ? "" : ", ") << numbers[i];
  return out << ']';
}

std::ostream& operator<<(std::ostream& out, const View& view) {
  return out << R"({"shape": )" << view.shape << R"(, "strides": )" << view.strides << '}';
}

}  // namespace

View Dense(std::vector<int64_t> shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis]) strides[axis] = stride;
  return {std::move(shape), std::move(strides)};
}

int64_t Case::Elements() const {
  return std::accumulate(self.shape.begin(), self.shape.end(), int64_t{1}, std::multiplies<>());
}

std::string Case::Name() const {
  return std::string(subject->name) + '/' + NameOf(dtype) + '/' + layout + '/' +
         std::to_string(Elements());
}

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = MakeCases();
  return cases;
}

void PrintCases(std::ostream& out) {
  const char* separator = "[\n";
  for (const Case& c : Cases()) {
    out << separator << R"({"name": ")" << c.Name() << R"(", "operator": ")" << c.subject->name
        << R"(", "dtype": ")" << NameOf(c.dtype) << R"(", "layout": ")" << c.layout
        << R"(", "elements": )" << c.Elements() << R"(, "low": )" << c.subject->low
        << R"(, "high": )" << c.subject->high << R"(, "grad": )" << c.grad << R"(, "self": )"
        << c.self << R"(, "weight": )" << c.weight << '}';
    separator = ",\n";
  }
  out << "\n]\n";
}

}  // namespace openaclnn::bench
