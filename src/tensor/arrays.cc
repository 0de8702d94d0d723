#include "tensor/arrays.h"

#include <cstring>
#include <type_traits>
#include <variant>

#include "base/handle_table.h"
#include "tensor/handles.h"

namespace openaclnn {
namespace {

using Array = std::variant<std::vector<int64_t>, std::vector<float>, std::vector<bool>>;
using ArrayTable = HandleTable<Array, HandleKind::kArray>;

template <class T>
std::vector<T> CopyValues(const T* values, uint64_t size) {
  if (values == nullptr) return {};
  if constexpr (std::is_same_v<T, bool>) {
    // C programs pass arrays of other one-byte types too; not every byte is a valid bool.
    const auto* const bytes = reinterpret_cast<const unsigned char*>(values);
    std::vector<bool> copy(size);
    for (uint64_t i = 0; i < size; ++i) copy[i] = bytes[i] != 0;
    return copy;
  } else {
    return std::vector<T>(values, values + size);
  }
}

template <class Handle, class T>
Handle* CreateArray(const char* api, const char* type, const T* values, uint64_t size) noexcept {
  void* handle = nullptr;
  CallApi(MakeCall(api, "size, array", size, &handle), kAclnnCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(RefuseCount("size", size, sizeof(T)));
    handle = ArrayTable::Get().Create(CopyValues(values, size));
    Made(type, handle);
    return {};
  });
  return static_cast<Handle*>(handle);
}

template <class T>
const std::vector<T>* FindValues(const void* handle) {
  const Array* const array = ArrayTable::Get().Find(handle);
  return array != nullptr ? std::get_if<std::vector<T>>(array) : nullptr;
}

template <class Handle>
aclnnStatus GetSize(const char* api, const Handle* handle, const char* type,
                    uint64_t* size) noexcept {
  return CallApi(MakeCall(api, "array, size", handle, size), kAclnnCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(RefuseNulls({{"array", handle}, {"size", size}}));
    const auto* const values = FindArray(handle);
    if (values == nullptr) return NotLive(ACLNN_ERR_PARAM_INVALID, {"array", handle}, type);
    *size = values->size();
    return {};
  });
}

template <class Handle>
aclnnStatus DestroyArray(const char* api, const Handle* handle, const char* type) noexcept {
  return CallDestroy(api, {"array", handle}, type, [&] {
    return FindArray(handle) != nullptr && ArrayTable::Get().Destroy(handle);
  });
}

}  // namespace

const std::vector<int64_t>* FindArray(const aclIntArray* handle) {
  return FindValues<int64_t>(handle);
}
const std::vector<float>* FindArray(const aclFloatArray* handle) {
  return FindValues<float>(handle);
}
const std::vector<bool>* FindArray(const aclBoolArray* handle) { return FindValues<bool>(handle); }

}  // namespace openaclnn

using openaclnn::CreateArray;
using openaclnn::DestroyArray;
using openaclnn::GetSize;

extern "C" {

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
  return CreateArray<aclIntArray>(__func__, "aclIntArray", value, size);
}
aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
  return CreateArray<aclFloatArray>(__func__, "aclFloatArray", value, size);
}
aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
  return CreateArray<aclBoolArray>(__func__, "aclBoolArray", value, size);
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
  return GetSize(__func__, array, "aclIntArray", size);
}
aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
  return GetSize(__func__, array, "aclFloatArray", size);
}
aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
  return GetSize(__func__, array, "aclBoolArray", size);
}

aclnnStatus aclDestroyIntArray(const aclIntArray* array) {
  return DestroyArray(__func__, array, "aclIntArray");
}
aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) {
  return DestroyArray(__func__, array, "aclFloatArray");
}
aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) {
  return DestroyArray(__func__, array, "aclBoolArray");
}

}  // extern "C"
