// What the arguments of a recurrent network say, and the rules about its shapes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/op_spec.h"
#include "engine/rules/rule.h"
#include "kinds/recurrent/plan.h"
#include "tensor/shape.h"

namespace openaclnn {

// The arguments that rules and plans ask for: Work::names.
enum RecurrentRole : size_t {
  kSequenceOf,
  kParamsOf,
  kStatesOf,
  kBatchSizesOf,
  kHasBiasOf,
  kLayersOf,
  kBothWaysOf,
  kBatchFirstOf,
};

// Work::options.
enum RecurrentOption : size_t { kCellOf };  // a RecurrentCell

// A call whose counts and ranks fit together.
struct RecurrentShape {
  RecurrentCell cell;
  RecurrentSizes sizes;
  int64_t layers, directions;
  bool has_bias;
  bool is_packed;  // there are sizes of batches, and rows have one axis

  int64_t Cells() const { return layers * directions; }
  int64_t ParamsOfCell() const { return has_bias ? 4 : 2; }
  // [time, batch, elements], with the batch first where it is.
  Dims Sequence(int64_t elements) const;
  // The same of an input: [time * batch, elements] if it is packed.
  Dims Rows(int64_t elements) const;
  Dims State() const { return {Cells(), sizes.batch, sizes.hidden}; }
  Dims Kept() const { return {sizes.steps, sizes.batch, sizes.hidden}; }
  Dims Param(int64_t i) const;
};
RecurrentShape RecurrentShapeOf(const OpSpec& spec, std::span<const Argument> arguments);

namespace rules {
extern const RuleType kRecurrentParams, kSequenceShape, kRowsShape, kStateShape, kKeptShape,
    kKeptShapes, kSameDtypes, kNoBatchSizes;
}  // namespace rules

// The tensors of `a` and of the other inputs, none of them null, have the dtype of `of`.
constexpr Rule SameDtypes(std::string_view of, std::string_view a, std::string_view b = {},
                          std::string_view c = {}) {
  return {.type = &rules::kSameDtypes, .names = {of, a, b, c}};
}
// `sizes` is null.
constexpr Rule NoBatchSizes(std::string_view sizes) {
  return {.type = &rules::kNoBatchSizes, .names = {sizes}};
}
// `params` has the weights and biases of all layers, for `input`; and the first states, if they are
// given, fit.
constexpr Rule RecurrentParams(std::string_view params, std::string_view input) {
  return {.type = &rules::kRecurrentParams, .names = {params, input}};
}
// `a` is the result of such a call: an element of each direction and of the hidden state.
constexpr Rule SequenceShape(std::string_view a, std::string_view input, std::string_view params) {
  return {.type = &rules::kSequenceShape, .names = {a, input, params}};
}
// The same, or with the axes that the input has.
constexpr Rule RowsShape(std::string_view a, std::string_view input, std::string_view params) {
  return {.type = &rules::kRowsShape, .names = {a, input, params}};
}
// `a` has a state for each layer and direction.
constexpr Rule StateShape(std::string_view a, std::string_view input, std::string_view params) {
  return {.type = &rules::kStateShape, .names = {a, input, params}};
}
// `a`, a list of outputs, has what steps keep: a tensor for each layer and direction. It may be
// null unless `flag` is true, and is not looked at unless it is.
constexpr Rule KeptShape(std::string_view a, std::string_view input, std::string_view params,
                         std::string_view flag) {
  return {.type = &rules::kKeptShape, .names = {a, input, params, flag}};
}
// The same of several lists of inputs.
constexpr Rule KeptShapes(std::string_view a, std::string_view b = {}, std::string_view c = {},
                          std::string_view d = {}) {
  return {.type = &rules::kKeptShapes, .names = {a, b, c, d}};
}

// For tests: the shape of a tensor, or of the members of a list, in a call of one layer. Its input
// has so many rows, of a batch of one, and as many columns as the hidden state.
Dims SampleOfRecurrent(const OpSpec& spec, int argument, int64_t rows, int64_t columns);
// Whether a list has one member in such a call; else two.
bool HasOneMember(const OpSpec& spec, int list);

}  // namespace openaclnn
