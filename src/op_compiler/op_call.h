// A call of an operator by its name: its tensors and attributes, and what the operator takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl_op.h"
#include "base/status.h"
#include "op_compiler/view.h"

namespace openaclnn {

// As aclopCompileAndExecute has them.
struct RawOpCall {
  int num_inputs;
  const aclTensorDesc* const* input_descriptions;
  const aclDataBuffer* const* inputs;
  int num_outputs;
  const aclTensorDesc* const* output_descriptions;
  const aclDataBuffer* const* outputs;
  const aclopAttr* attributes;
};

// The shapes that tensors of recurrent networks have. T, B, I and H are the numbers of steps, of
// the batch, of an input and of a hidden state; G is that of gates.
enum class Form : uint8_t {
  kSequence,      // [T, B, I]; for one step also [B, I]
  kStates,        // [T, B, H]; for one step also [B, H]
  kState,         // [1, B, H] or [B, H]
  kWeight,        // [I + H, G * H]
  kInputWeight,   // [I, G * H]
  kHiddenWeight,  // [H, G * H]
  kBias,          // [G * H]
  kSequenceMask,  // [T, B, any number but 0]
  kNothing,       // not served: has to be absent
};

struct Parameter {
  const char* name;
  Form form;
  bool may_lack = false;
};

// An attribute, and the texts of the values that are served, with '|' between them. The first is
// what it is where it is not set.
struct AttributeRule {
  const char* name;
  std::string_view values;
};

struct OpType {
  std::string_view name;
  int64_t gates;
  // Where outputs, or else inputs, have a tensor of kStates that says what H is.
  bool sized_by_output;
  size_t sized_by;
  std::span<const Parameter> inputs, outputs;
  std::span<const AttributeRule> attributes;
};

struct OpSizes {
  int64_t steps, batch, inputs, hidden, gates;
};

// A call that fits its operator.
class OpCall {
 public:
  // Errors: 100000 something is missing or does not fit; 200001 it is not served.
  Status Read(const OpType& type, const RawOpCall& raw);

  const OpSizes& sizes() const { return sizes_; }
  bool Has(size_t input) const { return inputs_[input].dtype != ACL_DT_UNDEFINED; }
  // Dense, of the parameter's shape. No elements: there is no such input.
  const View& input(size_t at) const { return inputs_[at]; }
  const View& output(size_t at) const { return outputs_[at]; }
  // The value of an attribute of the type.
  std::string_view Text(std::string_view attribute) const;
  // The dtype of all tensors if that is FLOAT or FLOAT16, else FLOAT.
  aclDataType Dtype() const;

 private:
  Status ReadAttributes(const aclopAttr* attributes);
  Status ReadSizes();
  Status CheckShapes(std::span<const Parameter> parameters, std::vector<View>& views) const;

  const OpType* type_ = nullptr;
  OpSizes sizes_ = {};
  std::vector<View> inputs_, outputs_;
  std::vector<std::string> attributes_;  // in the order of the type
};

}  // namespace openaclnn
