// The two C functions of an operator, made from the spec kXSpec of aclnnX. A header that declares
// them is included before; another prototype than its is an error of compilation, and so is a spec
// whose arguments are of other kinds.
#pragma once

#include <boost/preprocessor/punctuation/comma_if.hpp>
#include <boost/preprocessor/seq/for_each_i.hpp>
#include <boost/preprocessor/variadic/to_seq.hpp>
#include <type_traits>

#include "engine/in_place.h"
#include "engine/operator.h"

namespace openaclnn {

// Whether T is a pointer to an object, which the vendor's prototypes do not always tell by const
// that it is only read.
template <class T, class Object>
inline constexpr bool kPointsTo = std::is_same_v<T, Object*> || std::is_same_v<T, const Object*>;

template <class Type>
constexpr bool IsPassedAs(ArgumentKind kind) {
  using T = std::remove_const_t<Type>;
  switch (kind) {
    case ArgumentKind::kInput:
    case ArgumentKind::kOutput:
    case ArgumentKind::kInOut:
    case ArgumentKind::kUnread:
      return kPointsTo<T, aclTensor>;
    case ArgumentKind::kInputs:
    case ArgumentKind::kOutputs:
    case ArgumentKind::kInOuts:
      return kPointsTo<T, aclTensorList>;
    case ArgumentKind::kScalar:
      return kPointsTo<T, aclScalar>;
    case ArgumentKind::kScalars:
      return kPointsTo<T, aclScalarList>;
    case ArgumentKind::kDouble:
      return std::is_same_v<T, double>;
    case ArgumentKind::kFloat:
      return std::is_same_v<T, float>;
    case ArgumentKind::kInt:
      return std::is_same_v<T, int64_t> || std::is_same_v<T, uint64_t> ||
             std::is_same_v<T, int32_t> || std::is_same_v<T, int8_t>;
    case ArgumentKind::kInts:
      return kPointsTo<T, aclIntArray>;
    case ArgumentKind::kFloats:
      return kPointsTo<T, aclFloatArray>;
    case ArgumentKind::kBool:
      return std::is_same_v<T, bool>;
    case ArgumentKind::kBools:
      return kPointsTo<T, aclBoolArray>;
    case ArgumentKind::kText:
      return kPointsTo<T, char>;
    case ArgumentKind::kDtype:
      return std::is_same_v<T, aclDataType>;
    case ArgumentKind::kNone:
      break;
  }
  return false;
}

// Whether the first phase of a spec's operator takes arguments of these types.
template <class... T>
consteval bool IsCalledWith(const OpSpec& spec) {
  int i = 0;
  return spec.NumArguments() == sizeof...(T) && (... && IsPassedAs<T>(spec.arguments[i++].kind));
}

}  // namespace openaclnn

#define OPENACLNN_PARAMETER(r, unused, i, type) type a##i,
#define OPENACLNN_ARGUMENT(r, unused, i, type) BOOST_PP_COMMA_IF(i) a##i
#define OPENACLNN_EACH(macro, ...) \
  BOOST_PP_SEQ_FOR_EACH_I(macro, ~, BOOST_PP_VARIADIC_TO_SEQ(__VA_ARGS__))

// aclnn<name>GetWorkspaceSize and aclnn<name>, outside of namespaces. After the name come the types
// of what the first phase takes before workspaceSize.
#define OPENACLNN_C_FUNCTIONS(name, ...)                                                        \
  aclnnStatus aclnn##name##GetWorkspaceSize(OPENACLNN_EACH(OPENACLNN_PARAMETER, __VA_ARGS__)    \
                                                uint64_t* workspaceSize,                        \
                                            aclOpExecutor** executor) {                         \
    return openaclnn::PlanOperator(openaclnn::k##name##Spec,                                    \
                                   {OPENACLNN_EACH(OPENACLNN_ARGUMENT, __VA_ARGS__)},           \
                                   workspaceSize, executor);                                    \
  }                                                                                             \
  aclnnStatus aclnn##name(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,     \
                          aclrtStream stream) {                                                 \
    return openaclnn::RunOperator(openaclnn::k##name##Spec, workspace, workspaceSize, executor, \
                                  stream);                                                      \
  }                                                                                             \
  static_assert(openaclnn::IsCalledWith<__VA_ARGS__>(openaclnn::k##name##Spec))
