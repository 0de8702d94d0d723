#include "ops/random/random_rules.h"

#include "base/ceil_div.h"
#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"

namespace openaclnn {
namespace {

constexpr int64_t kAlignedBits = 128, kBitsOfByte = 8;
constexpr int64_t kMostWeights = int64_t{1} << 24;  // of a row

Status CheckIsProbability(const RuleCall& call, const Rule& rule) {
  const ExactNumber given = call.Number(rule, 0);
  if (given.nearest >= 0 && given.nearest <= 1) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected a number from 0 to 1", rule.names[0],
                 given.nearest);
}

Status CheckKeepScale(const RuleCall& call, const Rule& rule) {
  const ExactNumber given = call.Number(rule, 0);
  if (given.nearest == 0 || given.nearest >= 1) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 0, or at least 1", rule.names[0],
                 given.nearest);
}

Status CheckIntBelow(const RuleCall& call, const Rule& rule) {
  const int64_t a = call.Given(rule, 0).integer, b = call.Given(rule, 1).integer;
  if (a < b) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected less than {}, which is {}", rule.names[0],
                 a, rule.names[1], b);
}

// The elements of the rule's second argument; -1 for extents that make no count.
int64_t ElementsOf(const RuleCall& call, const Rule& rule) {
  const Argument& of = call.Given(rule, 1);
  if (of.tensor != nullptr) return of.tensor->extent.elements;
  int64_t product = 1;
  for (const int64_t extent : *of.integers) {
    if (extent < 0 || __builtin_mul_overflow(product, extent, &product)) return -1;
  }
  return product > INT64_MAX - kAlignedBits ? -1 : product;
}

int64_t BytesFor(int64_t elements) {
  return CeilDiv(elements, kAlignedBits) * (kAlignedBits / kBitsOfByte);
}

Status CheckBitsFor(const RuleCall& call, const Rule& rule) {
  const int64_t elements = ElementsOf(call, rule);
  if (elements < 0) {
    return Invalid(ErrorKind::kShape, "{}: is {}, expected extents of a tensor", rule.names[1],
                   ShapeText(Dims(call.Given(rule, 1).integers->begin(),
                                  call.Given(rule, 1).integers->end())));
  }
  const Tensor& bits = call.At(rule, 0);
  if (bits.extent.elements == BytesFor(elements)) return {};
  return Invalid(
      ErrorKind::kShape,
      "{}: shape is {}, expected {} elements, 16 for each 128, or part of 128, of the {} "
      "that {} has",
      rule.names[0], ShapeText(bits.shape), BytesFor(elements), elements, rule.names[1]);
}

Status InferBitsFor(const RuleCall& call, const Rule& rule, Inferred& output) {
  const Argument& of = call.Given(rule, 1);
  if (of.tensor == nullptr && of.is_null) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = {BytesFor(std::max<int64_t>(0, ElementsOf(call, rule)))};
  return {};
}

Status CheckCounts(const RuleCall& call, const Rule& rule) {
  const int64_t n = call.Given(rule, 1).integer;
  if (n < 0) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 0", rule.names[1], n);
  }
  const Tensor& a = call.At(rule, 0);
  if (a.shape == Dims{n}) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{}], as {} says", rule.names[0],
                 ShapeText(a.shape), n, rule.names[1]);
}

Status InferCounts(const RuleCall& call, const Rule& rule, Inferred& output) {
  output.shape = {std::max<int64_t>(0, call.Given(rule, 1).integer)};
  return {};
}

Status CheckCountOfElements(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer, elements = call.At(rule, 1).extent.elements;
  if (given == elements) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected {}, the number of elements of {}",
                 rule.names[0], given, elements, rule.names[1]);
}

Status CheckHasSamples(const RuleCall& call, const Rule& rule) {
  const Dims &out = call.At(rule, 0).shape, &weights = call.At(rule, 1).shape;
  const int64_t count = call.Given(rule, 2).integer;
  if (weights.empty() || weights.size() > 2) {
    return Invalid(ErrorKind::kRank, "{}: rank is {}, expected 1 or 2", rule.names[1],
                   weights.size());
  }
  if (out.size() != weights.size()) {
    return Invalid(ErrorKind::kRank, "{}: rank is {}, expected {}, the rank of {}", rule.names[0],
                   out.size(), weights.size(), rule.names[1]);
  }
  if (count <= 0) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 1", rule.names[2], count);
  }
  if (!call.Given(rule, 3).flag && count > weights.back()) {
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected at most {}, the last extent of {}, as {} is false",
                   rule.names[2], count, weights.back(), rule.names[1], rule.names[3]);
  }
  if (weights.back() > kMostWeights) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected a last extent of at most {}",
                   rule.names[1], ShapeText(weights), kMostWeights);
  }
  Dims expected = weights;
  expected.back() = count;
  if (out == expected && (weights.back() > 0 || call.At(rule, 0).extent.elements == 0)) return {};
  if (out == expected) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected elements in its rows",
                   rule.names[1], ShapeText(weights));
  }
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, as {} is {}", rule.names[0],
                 ShapeText(out), ShapeText(expected), rule.names[2], count);
}

Status InferHasSamples(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = call.At(rule, 1).shape;
  if (!output.shape.empty()) output.shape.back() = call.Given(rule, 2).integer;
  return {};
}

Status CheckRoomForSlopes(const RuleCall& call, const Rule& rule) {
  const Tensor &slopes = call.At(rule, 0), &x = call.At(rule, 1);
  if (slopes.shape == x.shape) return {};
  if (slopes.extent.contiguous && slopes.extent.elements >= x.extent.elements) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape of {}, or contiguous elements that are "
                 "not fewer",
                 rule.names[0], ShapeText(slopes.shape), ShapeText(x.shape), rule.names[1]);
}

}  // namespace

namespace rules {

constinit const RuleType kIsProbability = {
    .name = "IsProbability",
    .check = CheckIsProbability,
    .sentence = {"{a} is from 0 to 1."},
};

constinit const RuleType kKeepScale = {
    .name = "KeepScale",
    .check = CheckKeepScale,
    .sentence = {"{a} is 0, or at least 1."},
};

constinit const RuleType kIntBelow = {
    .name = "IntBelow",
    .check = CheckIntBelow,
    .sentence = {"{a} is below {b}."},
};

constinit const RuleType kBitsFor = {
    .name = "BitsFor",
    .check = CheckBitsFor,
    .sentence = {"{a} has 16 elements for each 128, or part of 128, that {b} has."},
    .infer = InferBitsFor,
};

constinit const RuleType kCounts = {
    .name = "Counts",
    .check = CheckCounts,
    .sentence = {"The shape of {a} is [{b}]."},
    .infer = InferCounts,
};

constinit const RuleType kCountOfElements = {
    .name = "CountOfElements",
    .check = CheckCountOfElements,
    .sentence = {"{a} is the number of elements of {b}."},
};

constinit const RuleType kHasSamples = {
    .name = "HasSamples",
    .check = CheckHasSamples,
    .sentence = {"{b} has one or two axes, the last one of up to 2^24 elements. {a} has {c} in its "
                 "place, which is at most as many unless {d} is true."},
    .infer = InferHasSamples,
};

constinit const RuleType kRoomForSlopes = {
    .name = "RoomForSlopes",
    .check = CheckRoomForSlopes,
    .sentence = {"{a} has the shape of {b}, or is contiguous and has at least as many elements."},
};

}  // namespace rules
}  // namespace openaclnn
