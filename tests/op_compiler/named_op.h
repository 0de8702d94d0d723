// Operators of the older interface, called by name with tensors in device memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl_op_compiler.h"
#include "tests/ops/harness/array.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {

using Doubles = std::vector<double>;

inline Doubles Rounded(aclDataType dtype, Doubles values) {
  for (double& value : values) value = ValueOf(dtype, BitsOf(dtype, value));
  return values;
}

// What was described may be described anew, which is how tests make mistakes.
class NamedOp {
 public:
  explicit NamedOp(const char* type) : type_(type), attributes_(aclopCreateAttr()) {}
  ~NamedOp() {
    Forget();
    for (void* const memory : memory_) EXPECT_OK(aclrtFree(memory));
  }
  NamedOp(const NamedOp&) = delete;
  NamedOp& operator=(const NamedOp&) = delete;

  void In(aclDataType dtype, const Shape& shape, const Doubles& values) {
    inputs_.push_back(Make(dtype, shape, values));
  }
  void Out(aclDataType dtype, const Shape& shape) {
    outputs_.push_back(Make(dtype, shape, Doubles(static_cast<size_t>(CountOf(shape)), 99.0)));
  }
  // As PyTorch's adapter leaves an input out, and what it passes in the place of one.
  void None() {
    inputs_.push_back({aclCreateTensorDesc(ACL_DT_UNDEFINED, 0, nullptr, ACL_FORMAT_UNDEFINED),
                       aclCreateDataBuffer(nullptr, 0), ACL_DT_UNDEFINED, nullptr, 0});
  }
  void Placeholder(aclDataType dtype) { In(dtype, {}, {0.0}); }

  void Set(const char* name, bool value) { EXPECT_OK(aclopSetAttrBool(attributes_, name, value)); }
  void Set(const char* name, int64_t value) {
    EXPECT_OK(aclopSetAttrInt(attributes_, name, value));
  }
  void Set(const char* name, float value) {
    EXPECT_OK(aclopSetAttrFloat(attributes_, name, value));
  }
  void Set(const char* name, const char* value) {
    EXPECT_OK(aclopSetAttrString(attributes_, name, value));
  }

  struct Described {
    aclTensorDesc* description;
    aclDataBuffer* buffer;
    aclDataType dtype;
    void* memory;
    size_t count;
  };
  Described& input(size_t at) { return inputs_[at]; }
  Described& output(size_t at) { return outputs_[at]; }
  void Redescribe(Described& tensor, aclDataType dtype, const Shape& shape) {
    aclDestroyTensorDesc(tensor.description);
    tensor.description =
        aclCreateTensorDesc(dtype, static_cast<int>(shape.size()), shape.data(), ACL_FORMAT_ND);
  }

  aclError Run(aclrtStream stream, bool second_version = false) {
    std::vector<aclTensorDesc*> in, out;
    std::vector<aclDataBuffer*> from, to;
    for (const Described& tensor : inputs_) {
      in.push_back(tensor.description);
      from.push_back(tensor.buffer);
    }
    for (const Described& tensor : outputs_) {
      out.push_back(tensor.description);
      to.push_back(tensor.buffer);
    }
    const int inputs = static_cast<int>(in.size()), outputs = static_cast<int>(out.size());
    return second_version
               ? aclopCompileAndExecuteV2(type_, inputs, in.data(), from.data(), outputs,
                                          out.data(), to.data(), attributes_, ACL_ENGINE_SYS,
                                          ACL_COMPILE_SYS, nullptr, stream)
               : aclopCompileAndExecute(type_, inputs, in.data(), from.data(), outputs, out.data(),
                                        to.data(), attributes_, ACL_ENGINE_SYS, ACL_COMPILE_SYS,
                                        nullptr, stream);
  }

  // Ends what the program described, as it may right after the call.
  void Forget() {
    for (auto* const tensors : {&inputs_, &outputs_}) {
      for (Described& tensor : *tensors) {
        if (tensor.description != nullptr) aclDestroyTensorDesc(tensor.description);
        if (tensor.buffer != nullptr) {
          EXPECT_OK(aclDestroyDataBuffer(tensor.buffer));
        }
        tensor.description = nullptr;
        tensor.buffer = nullptr;
      }
    }
    if (attributes_ != nullptr) aclopDestroyAttr(attributes_);
    attributes_ = nullptr;
  }

  Doubles Values(size_t output) const {
    const Described& tensor = outputs_[output];
    const auto item = static_cast<size_t>(ItemBytes(tensor.dtype));
    const std::vector<unsigned char> bytes = BytesOf(tensor.memory, tensor.count * item);
    Doubles values;
    for (size_t i = 0; i < tensor.count; ++i) {
      const auto* const from = reinterpret_cast<const std::byte*>(bytes.data()) + i * item;
      values.push_back(ValueOf(tensor.dtype, LoadBits(from, static_cast<int64_t>(item))));
    }
    return values;
  }

 private:
  Described Make(aclDataType dtype, const Shape& shape, const Doubles& values) {
    const int64_t item = ItemBytes(dtype);
    std::vector<std::byte> bytes(values.size() * static_cast<size_t>(item));
    for (size_t i = 0; i < values.size(); ++i) {
      StoreBits(bytes.data() + i * static_cast<size_t>(item), item, BitsOf(dtype, values[i]));
    }
    void* memory = nullptr;
    if (!bytes.empty()) {
      EXPECT_OK(aclrtMalloc(&memory, bytes.size(), ACL_MEM_MALLOC_HUGE_FIRST));
      EXPECT_OK(
          aclrtMemcpy(memory, bytes.size(), bytes.data(), bytes.size(), ACL_MEMCPY_HOST_TO_DEVICE));
      memory_.push_back(memory);
    }
    return {aclCreateTensorDesc(dtype, static_cast<int>(shape.size()), shape.data(), ACL_FORMAT_ND),
            aclCreateDataBuffer(memory, bytes.size()), dtype, memory, values.size()};
  }

  const char* const type_;
  aclopAttr* attributes_;
  std::vector<Described> inputs_, outputs_;
  std::vector<void*> memory_;
};

}  // namespace openaclnn::test
