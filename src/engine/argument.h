// What a caller passed, in the order of the C prototype, as the checks and plans see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <span>
#include <vector>

#include "aclnn/acl_meta.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace openaclnn {

// Made, implicitly, from the C argument. Which members of the unions count follows from the
// argument's kind in the spec.
struct Argument {
  Argument() : handle(nullptr), scalar(nullptr) {}
  Argument(const aclTensor* value) : Argument(static_cast<const void*>(value)) {}      // NOLINT
  Argument(const aclTensorList* value) : Argument(static_cast<const void*>(value)) {}  // NOLINT
  Argument(const aclScalar* value) : Argument(static_cast<const void*>(value)) {}      // NOLINT
  Argument(const aclScalarList* value) : Argument(static_cast<const void*>(value)) {}  // NOLINT
  Argument(const aclIntArray* value) : Argument(static_cast<const void*>(value)) {}    // NOLINT
  Argument(const aclFloatArray* value) : Argument(static_cast<const void*>(value)) {}  // NOLINT
  Argument(const aclBoolArray* value) : Argument(static_cast<const void*>(value)) {}   // NOLINT
  Argument(const char* value)                                                          // NOLINT
      : is_null(value == nullptr), text(value), scalar(nullptr) {}
  Argument(int64_t value) : is_null(false), integer(value), scalar(nullptr) {}    // NOLINT
  Argument(uint64_t value) : Argument(static_cast<int64_t>(value)) {}             // NOLINT
  Argument(int32_t value) : Argument(int64_t{value}) {}                           // NOLINT
  Argument(int8_t value) : Argument(int64_t{value}) {}                            // NOLINT
  Argument(bool value) : is_null(false), flag(value), scalar(nullptr) {}          // NOLINT
  Argument(double value) : is_null(false), number(value), scalar(nullptr) {}      // NOLINT
  Argument(float value) : Argument(double{value}) {}                              // NOLINT
  Argument(aclDataType value) : is_null(false), dtype(value), scalar(nullptr) {}  // NOLINT

  // The members of a list of tensors; a member that is null is null here, too.
  std::span<Tensor* const> Tensors() const { return {tensors, count}; }
  std::span<const Scalar* const> Scalars() const { return {scalars, count}; }

  bool is_null = true;
  uint32_t count = 0;  // of members of a list; else 0
  union {
    const void* handle;
    const char* text;  // of an optional text that is null its default
    double number;     // of an optional scalar that is null its default
    int64_t integer;
    bool flag;
    aclDataType dtype;
  };
  // Set by CheckArguments from live handles; null for what is optional and null.
  Tensor* tensor = nullptr;
  union {
    const Scalar* scalar;
    const std::vector<int64_t>* integers;
    const std::vector<float>* floats;
    const std::vector<bool>* bools;
    Tensor* const* tensors;
    const Scalar* const* scalars;
  };

 private:
  explicit Argument(const void* value)
      : is_null(value == nullptr), handle(value), scalar(nullptr) {}
};
static_assert(sizeof(Argument) == 32);

// A scalar, double or float as it was given; of an optional scalar that is null its default.
inline ExactNumber ExactOf(const Argument& argument) {
  return argument.scalar != nullptr ? ExactOf(*argument.scalar) : ExactNumber{argument.number};
}

// The members of the lists of a call, which its arguments lead to.
struct ListMembers {
  struct Of {
    std::vector<Tensor*> tensors;
    std::vector<const Scalar*> scalars;
  };
  std::forward_list<Of> lists;  // which stay where they are
};

}  // namespace openaclnn
