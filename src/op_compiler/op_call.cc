#include "op_compiler/op_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/dtype.h"
#include "runtime/descriptions.h"
#include "runtime/op_attributes.h"

namespace openaclnn {
namespace {

template <class... T>
Status Wrong(fmt::format_string<T...> format, T&&... values) {
  return FormatError({ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM}, format,
                     fmt::make_format_args(values...));
}

std::string TextOf(const Extents& shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

// Shapes

// The shapes that a form allows, the usual one first; any number is -1.
std::vector<Extents> ShapesOf(Form form, const OpSizes& sizes) {
  const auto [steps, batch, inputs, hidden, gates] = sizes;
  switch (form) {
    case Form::kSequence:
      if (steps == 1) return {{1, batch, inputs}, {batch, inputs}};
      return {{steps, batch, inputs}};
    case Form::kStates:
      if (steps == 1) return {{1, batch, hidden}, {batch, hidden}};
      return {{steps, batch, hidden}};
    case Form::kState:
      return {{1, batch, hidden}, {batch, hidden}};
    case Form::kWeight:
      return {{inputs + hidden, gates * hidden}};
    case Form::kInputWeight:
      return {{inputs, gates * hidden}};
    case Form::kHiddenWeight:
      return {{hidden, gates * hidden}};
    case Form::kBias:
      return {{gates * hidden}};
    case Form::kSequenceMask:
      return {{steps, batch, -1}};
    case Form::kNothing:
      break;
  }
  return {};
}

bool Fits(const Extents& given, const Extents& expected) {
  return std::equal(given.begin(), given.end(), expected.begin(), expected.end(),
                    [](int64_t a, int64_t b) { return b < 0 ? a > 0 : a == b; });
}

// Tensors

bool TakesDtype(Form form, aclDataType dtype) {
  if (form == Form::kSequenceMask && dtype == ACL_INT32) return true;
  return dtype == ACL_FLOAT || dtype == ACL_FLOAT16 || dtype == ACL_BF16;
}

// The dtype and the shape as the program describes them. Without a dtype it is absent, and so is
// what may lack and has no axis: a place that nothing is in.
Status ReadDescription(const Parameter& parameter, const aclTensorDesc* handle, View& view) {
  TensorDescription* found = nullptr;
  OPENACLNN_RETURN_IF_ERROR(FindTensorDescription(handle, parameter.name, found));
  const auto dtype = static_cast<aclDataType>(found->dtype);
  if (dtype == ACL_DT_UNDEFINED || (parameter.may_lack && found->shape.empty())) {
    if (parameter.may_lack) return {};
    return Error(ErrorKind::kNullArgument, ACL_ERROR_INVALID_PARAM, "{}: is missing",
                 parameter.name);
  }
  if (parameter.form == Form::kNothing) {
    return Error(ErrorKind::kNotSupported, ACL_ERROR_API_NOT_SUPPORT,
                 "{}: is given, which is not served here", parameter.name);
  }
  if (!TakesDtype(parameter.form, dtype)) {
    return Wrong("{}: dtype is {}, expected FLOAT, FLOAT16 or BFLOAT16{}", parameter.name,
                 FindDtype(dtype) == nullptr ? "none" : FindDtype(dtype)->name,
                 parameter.form == Form::kSequenceMask ? ", or INT32" : "");
  }
  view.dtype = dtype;
  view.shape = found->shape;
  return {};
}

Status ReadMemory(const Parameter& parameter, const aclDataBuffer* handle, View& view) {
  if (view.dtype == ACL_DT_UNDEFINED) return {};
  DataBuffer* found = nullptr;
  OPENACLNN_RETURN_IF_ERROR(FindDataBuffer(handle, parameter.name, found));
  uint64_t needed = static_cast<uint64_t>(DtypeBytes(view.dtype));
  for (const int64_t extent : view.shape) {
    if (!__builtin_mul_overflow(needed, static_cast<uint64_t>(extent), &needed)) continue;
    return Wrong("{}: shape is {}, which has too many bytes", parameter.name, TextOf(view.shape));
  }
  view = Dense(found->data, view.dtype, view.shape);
  if (found->data == nullptr && needed > 0) {
    return Error(ErrorKind::kNullArgument, ACL_ERROR_INVALID_PARAM, "{}: has no memory",
                 parameter.name);
  }
  if (found->size >= needed) return {};
  return Wrong("{}: its buffer has {} bytes, expected at least {} for shape {} of {}",
               parameter.name, found->size, needed, TextOf(view.shape),
               FindDtype(view.dtype)->name);
}

// Handles of a call: those of inputs, or those of outputs.
struct Handles {
  const char *count_name, *descriptions_name, *buffers_name;
  int count;
  const aclTensorDesc* const* descriptions;
  const aclDataBuffer* const* buffers;
};

Status ReadDescriptions(std::span<const Parameter> parameters, const Handles& given,
                        std::vector<View>& views) {
  size_t least = parameters.size();
  while (least > 0 && parameters[least - 1].may_lack) --least;
  const size_t count = given.count < 0 ? 0 : static_cast<size_t>(given.count);
  if (count < least || count > parameters.size()) {
    return Wrong("{}: is {}, expected {} to {}", given.count_name, given.count, least,
                 parameters.size());
  }
  if (given.descriptions == nullptr || given.buffers == nullptr) {
    return Error(ErrorKind::kNullArgument, ACL_ERROR_INVALID_PARAM, "{}: is null",
                 given.descriptions == nullptr ? given.descriptions_name : given.buffers_name);
  }
  views.assign(parameters.size(), View());
  for (size_t i = 0; i < count; ++i) {
    OPENACLNN_RETURN_IF_ERROR(ReadDescription(parameters[i], given.descriptions[i], views[i]));
  }
  return {};
}

Status ReadMemories(std::span<const Parameter> parameters, const Handles& given,
                    std::vector<View>& views) {
  for (size_t i = 0; i < static_cast<size_t>(given.count); ++i) {
    OPENACLNN_RETURN_IF_ERROR(ReadMemory(parameters[i], given.buffers[i], views[i]));
  }
  return {};
}

// Attributes

// Numbers as the shortest text that gives them; lists are none that any attribute here takes.
std::string TextOf(const OpAttribute& value) {
  return std::visit(
      [](const auto& one) -> std::string {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, std::string>) {
          return one;
        } else if constexpr (std::is_arithmetic_v<T>) {
          return fmt::format("{}", one);
        } else {
          return "a list";
        }
      },
      value);
}

std::vector<std::string_view> ListOf(std::string_view values) {
  std::vector<std::string_view> list;
  for (;;) {
    const size_t end = values.find('|');
    list.push_back(values.substr(0, end));
    if (end == std::string_view::npos) return list;
    values.remove_prefix(end + 1);
  }
}

}  // namespace

Status OpCall::ReadAttributes(const aclopAttr* attributes) {
  attributes_.clear();
  for (const AttributeRule& rule : type_->attributes) {
    attributes_.emplace_back(ListOf(rule.values).front());
  }
  if (attributes == nullptr) return {};
  OpAttributes* found = nullptr;
  OPENACLNN_RETURN_IF_ERROR(FindOpAttributes(attributes, found));
  for (const auto& [name, value] : *found) {
    if (name.starts_with('_')) continue;  // how to run it, and not what
    const auto rule = std::find_if(type_->attributes.begin(), type_->attributes.end(),
                                   [&, &key = name](const auto& one) { return one.name == key; });
    if (rule == type_->attributes.end()) {
      return Wrong("attribute {}: {} has none of this name", name, type_->name);
    }
    const std::string text = TextOf(value);
    const std::vector<std::string_view> served = ListOf(rule->values);
    if (std::find(served.begin(), served.end(), text) == served.end()) {
      return Error(ErrorKind::kNotSupported, ACL_ERROR_API_NOT_SUPPORT,
                   "attribute {}: is {}, which is not served here, expected {}", name, text,
                   fmt::join(served, " or "));
    }
    attributes_[static_cast<size_t>(rule - type_->attributes.begin())] = text;
  }
  return {};
}

// From the shape of x, which is the first input, and from that of a tensor with hidden states.
Status OpCall::ReadSizes() {
  const Extents& x = inputs_[0].shape;
  const bool is_one_step = x.size() == 2;
  if (!is_one_step && x.size() != 3) {
    return Wrong("{}: shape is {}, expected three axes: steps, batch and inputs",
                 type_->inputs[0].name, TextOf(x));
  }
  const auto& sizing = type_->sized_by_output ? outputs_ : inputs_;
  const Extents& states = sizing[type_->sized_by].shape;
  if (states.empty()) {
    return Wrong("{}: shape is [], expected [steps, batch, hidden states]",
                 (type_->sized_by_output ? type_->outputs : type_->inputs)[type_->sized_by].name);
  }
  sizes_ = {.steps = is_one_step ? 1 : x[0],
            .batch = x[x.size() - 2],
            .inputs = x.back(),
            .hidden = states.back(),
            .gates = type_->gates};
  constexpr int64_t kMost = int64_t{1} << 31;  // so that no product here overflows
  for (const int64_t size : {sizes_.steps, sizes_.batch, sizes_.inputs, sizes_.hidden}) {
    if (size < 0 || size >= kMost) {
      return Wrong("{}: shape is {}, expected extents from 0 to {}", type_->inputs[0].name,
                   TextOf(x), kMost - 1);
    }
  }
  return {};
}

// What has two axes for one step gets the first one.
Status OpCall::CheckShapes(std::span<const Parameter> parameters, std::vector<View>& views) const {
  for (size_t i = 0; i < parameters.size(); ++i) {
    View& view = views[i];
    if (view.dtype == ACL_DT_UNDEFINED) continue;
    const std::vector<Extents> shapes = ShapesOf(parameters[i].form, sizes_);
    const bool fits = std::any_of(shapes.begin(), shapes.end(), [&](const Extents& expected) {
      return Fits(view.shape, expected);
    });
    if (!fits) {
      return Wrong("{}: shape is {}, expected {}", parameters[i].name, TextOf(view.shape),
                   TextOf(shapes.front()));
    }
    if (view.shape.size() < shapes.front().size()) view.shape = shapes.front();
  }
  return {};
}

Status OpCall::Read(const OpType& type, const RawOpCall& raw) {
  type_ = &type;
  const Handles inputs{"numInputs", "inputDesc", "inputs", raw.num_inputs, raw.input_descriptions,
                       raw.inputs};
  const Handles outputs{
      "numOutputs", "outputDesc", "outputs", raw.num_outputs, raw.output_descriptions, raw.outputs};
  OPENACLNN_RETURN_IF_ERROR(ReadAttributes(raw.attributes));
  OPENACLNN_RETURN_IF_ERROR(ReadDescriptions(type.inputs, inputs, inputs_));
  OPENACLNN_RETURN_IF_ERROR(ReadDescriptions(type.outputs, outputs, outputs_));
  OPENACLNN_RETURN_IF_ERROR(ReadSizes());
  OPENACLNN_RETURN_IF_ERROR(CheckShapes(type.inputs, inputs_));
  OPENACLNN_RETURN_IF_ERROR(CheckShapes(type.outputs, outputs_));
  OPENACLNN_RETURN_IF_ERROR(ReadMemories(type.inputs, inputs, inputs_));
  return ReadMemories(type.outputs, outputs, outputs_);
}

std::string_view OpCall::Text(std::string_view attribute) const {
  for (size_t i = 0; i < attributes_.size(); ++i) {
    if (type_->attributes[i].name == attribute) return attributes_[i];
  }
  return {};
}

aclDataType OpCall::Dtype() const {
  const aclDataType first = inputs_[0].dtype;
  const auto differs = [first](const View& view) {
    return view.dtype != ACL_DT_UNDEFINED && view.dtype != ACL_INT32 && view.dtype != first;
  };
  const bool is_one = std::none_of(inputs_.begin(), inputs_.end(), differs) &&
                      std::none_of(outputs_.begin(), outputs_.end(), differs);
  return is_one && first == ACL_FLOAT16 ? ACL_FLOAT16 : ACL_FLOAT;
}

}  // namespace openaclnn
