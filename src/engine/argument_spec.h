// The arguments of an operator's C function as a spec lists them.
#pragma once

#include <cstdint>
#include <string_view>

namespace openaclnn {

inline constexpr int kMaxArguments = 48;  // of a C function before workspaceSize

enum class ArgumentKind : uint8_t {
  kNone,
  kInput,
  kOutput,
  kInOut,    // a tensor that the result replaces
  kUnread,   // a tensor that must be live, and of which nothing else counts
  kInputs,   // aclTensorList
  kOutputs,  // aclTensorList
  kInOuts,   // aclTensorList
  kScalar,
  kScalars,  // aclScalarList
  kDouble,
  kFloat,
  kInt,     // int64_t, uint64_t, int32_t or int8_t
  kInts,    // aclIntArray
  kFloats,  // aclFloatArray
  kBool,
  kBools,  // aclBoolArray
  kText,
  kDtype,
};

struct ArgumentSpec {
  std::string_view name;  // as in the contract
  union {
    double by_default = 0;        // the number, or the elements, that null stands for
    const char* text_by_default;  // the text, of kText
  };
  ArgumentKind kind = ArgumentKind::kNone;
  bool is_optional = false;           // may be null; what would go to a null output is not computed
  bool may_be_complex = false;        // of a scalar: COMPLEX64 or COMPLEX128, too
  bool has_optional_members = false;  // of a list: they may be null

  // Whether it is a tensor whose elements, or dtype and shape, count.
  constexpr bool IsTensor() const {
    return kind == ArgumentKind::kInput || kind == ArgumentKind::kOutput ||
           kind == ArgumentKind::kInOut;
  }
  // Whether it is a list of such tensors.
  constexpr bool IsTensorList() const {
    return kind == ArgumentKind::kInputs || kind == ArgumentKind::kOutputs ||
           kind == ArgumentKind::kInOuts;
  }
  // Whether it is a list or an array of other things than tensors.
  constexpr bool IsOfItems() const {
    return kind == ArgumentKind::kScalars || kind == ArgumentKind::kInts ||
           kind == ArgumentKind::kFloats || kind == ArgumentKind::kBools;
  }
  constexpr bool IsList() const { return IsTensorList() || kind == ArgumentKind::kScalars; }
  // For a tensor or a list of tensors.
  constexpr bool IsRead() const {
    return kind == ArgumentKind::kInput || kind == ArgumentKind::kInOut ||
           kind == ArgumentKind::kInputs || kind == ArgumentKind::kInOuts;
  }
  constexpr bool IsWritten() const {
    return kind == ArgumentKind::kOutput || kind == ArgumentKind::kInOut ||
           kind == ArgumentKind::kOutputs || kind == ArgumentKind::kInOuts;
  }
  // Whether it is a number, or a list of numbers, that is computed with.
  constexpr bool IsNumber() const {
    return kind == ArgumentKind::kScalar || kind == ArgumentKind::kScalars ||
           kind == ArgumentKind::kDouble || kind == ArgumentKind::kFloat ||
           kind == ArgumentKind::kFloats;
  }
  // Whether it is a pointer.
  constexpr bool CanBeNull() const {
    return kind != ArgumentKind::kNone && kind != ArgumentKind::kDouble &&
           kind != ArgumentKind::kFloat && kind != ArgumentKind::kInt &&
           kind != ArgumentKind::kBool && kind != ArgumentKind::kDtype;
  }
};
static_assert(sizeof(ArgumentSpec) == 32);

constexpr ArgumentSpec ArgumentOf(ArgumentKind kind, std::string_view name) {
  return {.name = name, .by_default = 0, .kind = kind};
}
// The same argument, which may be null.
constexpr ArgumentSpec Optional(ArgumentSpec argument) {
  argument.is_optional = true;
  return argument;
}
// The same list, of which members may be null.
constexpr ArgumentSpec OfOptional(ArgumentSpec list) {
  list.has_optional_members = true;
  return list;
}
constexpr ArgumentSpec ByDefault(double number, ArgumentSpec argument) {
  argument.by_default = number;
  return Optional(argument);
}

constexpr ArgumentSpec Input(std::string_view name) {
  return ArgumentOf(ArgumentKind::kInput, name);
}
// A tensor in whose place null is an operand of equal elements.
constexpr ArgumentSpec OptionalInput(std::string_view name, double elements) {
  return ByDefault(elements, Input(name));
}
constexpr ArgumentSpec Output(std::string_view name) {
  return ArgumentOf(ArgumentKind::kOutput, name);
}
constexpr ArgumentSpec InOut(std::string_view name) {
  return ArgumentOf(ArgumentKind::kInOut, name);
}
constexpr ArgumentSpec Unread(std::string_view name) {
  return ArgumentOf(ArgumentKind::kUnread, name);
}
constexpr ArgumentSpec Ignored(std::string_view name) { return Optional(Unread(name)); }
constexpr ArgumentSpec Inputs(std::string_view name) {
  return ArgumentOf(ArgumentKind::kInputs, name);
}
constexpr ArgumentSpec Outputs(std::string_view name) {
  return ArgumentOf(ArgumentKind::kOutputs, name);
}
constexpr ArgumentSpec InOuts(std::string_view name) {
  return ArgumentOf(ArgumentKind::kInOuts, name);
}
constexpr ArgumentSpec ScalarInput(std::string_view name) {
  return ArgumentOf(ArgumentKind::kScalar, name);
}
constexpr ArgumentSpec AnyScalarInput(std::string_view name) {
  ArgumentSpec scalar = ScalarInput(name);
  scalar.may_be_complex = true;
  return scalar;
}
constexpr ArgumentSpec OptionalScalar(std::string_view name, double number) {
  return ByDefault(number, ScalarInput(name));
}
constexpr ArgumentSpec ScalarsInput(std::string_view name) {
  return ArgumentOf(ArgumentKind::kScalars, name);
}
constexpr ArgumentSpec DoubleInput(std::string_view name) {
  return ArgumentOf(ArgumentKind::kDouble, name);
}
constexpr ArgumentSpec FloatInput(std::string_view name) {
  return ArgumentOf(ArgumentKind::kFloat, name);
}
constexpr ArgumentSpec IntInput(std::string_view name) {
  return ArgumentOf(ArgumentKind::kInt, name);
}
constexpr ArgumentSpec IntsInput(std::string_view name) {
  return ArgumentOf(ArgumentKind::kInts, name);
}
constexpr ArgumentSpec FloatsInput(std::string_view name) {
  return ArgumentOf(ArgumentKind::kFloats, name);
}
constexpr ArgumentSpec BoolInput(std::string_view name) {
  return ArgumentOf(ArgumentKind::kBool, name);
}
constexpr ArgumentSpec BoolsInput(std::string_view name) {
  return ArgumentOf(ArgumentKind::kBools, name);
}
constexpr ArgumentSpec TextInput(std::string_view name) {
  return {.name = name, .text_by_default = nullptr, .kind = ArgumentKind::kText};
}
constexpr ArgumentSpec OptionalText(std::string_view name, const char* text) {
  return {.name = name, .text_by_default = text, .kind = ArgumentKind::kText, .is_optional = true};
}
constexpr ArgumentSpec DtypeInput(std::string_view name) {
  return ArgumentOf(ArgumentKind::kDtype, name);
}

}  // namespace openaclnn
