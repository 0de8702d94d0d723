// The arguments of an operator's C function as a spec lists them.
#pragma once

#include <cstdint>
#include <string_view>

namespace openaclnn {

enum class ArgumentKind : uint8_t {
  kNone,
  kInput,
  kOutput,
  kInOut,   // a tensor that the result replaces
  kUnread,  // a tensor that must be live, and of which nothing else counts
  kScalar,
  kDouble,
  kInt,   // int64_t or int8_t
  kInts,  // aclIntArray
  kBool,
  kText,
  kDtype,
};

struct ArgumentSpec {
  ArgumentKind kind = ArgumentKind::kNone;
  std::string_view name;                  // as in the contract
  bool is_optional = false;               // may be null
  double by_default = 0;                  // the number, or the elements, that null stands for
  const char* text_by_default = nullptr;  // the text
  bool may_be_complex = false;            // of a scalar: COMPLEX64 or COMPLEX128, too

  // Whether it is a tensor whose elements, or dtype and shape, count.
  constexpr bool IsTensor() const { return IsRead() || IsWritten(); }
  constexpr bool IsRead() const {
    return kind == ArgumentKind::kInput || kind == ArgumentKind::kInOut;
  }
  constexpr bool IsWritten() const {
    return kind == ArgumentKind::kOutput || kind == ArgumentKind::kInOut;
  }
  // Whether it is a pointer.
  constexpr bool CanBeNull() const {
    return IsTensor() || kind == ArgumentKind::kUnread || kind == ArgumentKind::kScalar ||
           kind == ArgumentKind::kInts || kind == ArgumentKind::kText;
  }
};

constexpr ArgumentSpec Input(std::string_view name) { return {ArgumentKind::kInput, name}; }
// A tensor in whose place null is an operand of equal elements.
constexpr ArgumentSpec OptionalInput(std::string_view name, double elements) {
  return {ArgumentKind::kInput, name, true, elements};
}
constexpr ArgumentSpec Output(std::string_view name) { return {ArgumentKind::kOutput, name}; }
constexpr ArgumentSpec InOut(std::string_view name) { return {ArgumentKind::kInOut, name}; }
constexpr ArgumentSpec Unread(std::string_view name) { return {ArgumentKind::kUnread, name}; }
constexpr ArgumentSpec Ignored(std::string_view name) {
  return {ArgumentKind::kUnread, name, true};
}
constexpr ArgumentSpec ScalarInput(std::string_view name) { return {ArgumentKind::kScalar, name}; }
constexpr ArgumentSpec AnyScalarInput(std::string_view name) {
  return {.kind = ArgumentKind::kScalar, .name = name, .may_be_complex = true};
}
constexpr ArgumentSpec OptionalScalar(std::string_view name, double number) {
  return {ArgumentKind::kScalar, name, true, number};
}
constexpr ArgumentSpec DoubleInput(std::string_view name) { return {ArgumentKind::kDouble, name}; }
constexpr ArgumentSpec IntInput(std::string_view name) { return {ArgumentKind::kInt, name}; }
constexpr ArgumentSpec IntsInput(std::string_view name) { return {ArgumentKind::kInts, name}; }
constexpr ArgumentSpec BoolInput(std::string_view name) { return {ArgumentKind::kBool, name}; }
constexpr ArgumentSpec TextInput(std::string_view name) { return {ArgumentKind::kText, name}; }
constexpr ArgumentSpec OptionalText(std::string_view name, const char* text) {
  return {ArgumentKind::kText, name, true, 0, text};
}
constexpr ArgumentSpec DtypeInput(std::string_view name) { return {ArgumentKind::kDtype, name}; }

}  // namespace openaclnn
