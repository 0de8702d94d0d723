#include "tensor/lists.h"

#include <variant>

#include "base/handle_table.h"
#include "fmt/format.h"
#include "tensor/handles.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace openaclnn {
namespace {

using List = std::variant<std::vector<const aclTensor*>, std::vector<const aclScalar*>>;
using ListTable = HandleTable<List, HandleKind::kList>;

bool DestroyElement(const aclTensor* tensor) { return DestroyTensor(tensor); }
bool DestroyElement(const aclScalar* scalar) { return DestroyScalar(scalar); }

template <class Handle, class Element>
Handle* CreateList(const char* api, const char* type, const Element* const* elements,
                   uint64_t size) noexcept {
  void* handle = nullptr;
  CallApi(MakeCall(api, "size, list", size, &handle), kAclnnCodes, [&]() -> Status {
    if (size > 0) OPENACLNN_RETURN_IF_ERROR(RefuseNulls({{"value", elements}}));
    OPENACLNN_RETURN_IF_ERROR(RefuseCount("size", size, sizeof(*elements)));
    handle = ListTable::Get().Create(std::vector<const Element*>(elements, elements + size));
    Made(type, handle);
    return {};
  });
  return static_cast<Handle*>(handle);
}

template <class Element>
const std::vector<const Element*>* FindElements(const void* handle) {
  const List* const list = ListTable::Get().Find(handle);
  return list != nullptr ? std::get_if<std::vector<const Element*>>(list) : nullptr;
}

template <class Handle>
aclnnStatus GetSize(const char* api, const char* argument, const Handle* handle, const char* type,
                    uint64_t* size) noexcept {
  return CallApi(MakeCall(api, "list, size", handle, size), kAclnnCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(RefuseNulls({{argument, handle}, {"size", size}}));
    const auto* const elements = FindList(handle);
    if (elements == nullptr) return NotLive(ACLNN_ERR_PARAM_INVALID, {argument, handle}, type);
    *size = elements->size();
    return {};
  });
}

template <class Handle>
aclnnStatus DestroyList(const char* api, const Handle* handle, const char* type) noexcept {
  return CallDestroy(api, {"array", handle}, type, [&] {
    const auto* const elements = FindList(handle);
    if (elements == nullptr || ListTable::Get().Claim(handle) == nullptr) return false;
    for (const auto* const element : *elements) {
      if (DestroyElement(element)) Ended(element, api);
    }
    ListTable::Get().Release(handle);
    return true;
  });
}

}  // namespace

std::string MemberName(std::string_view list, size_t member) {
  return fmt::format("{}[{}]", list, member);
}

const std::vector<const aclTensor*>* FindList(const aclTensorList* handle) {
  return FindElements<aclTensor>(handle);
}
const std::vector<const aclScalar*>* FindList(const aclScalarList* handle) {
  return FindElements<aclScalar>(handle);
}

}  // namespace openaclnn

extern "C" {

aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) {
  return openaclnn::CreateList<aclTensorList>(__func__, "aclTensorList", value, size);
}
aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) {
  return openaclnn::CreateList<aclScalarList>(__func__, "aclScalarList", value, size);
}

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) {
  return openaclnn::GetSize(__func__, "tensorList", tensorList, "aclTensorList", size);
}
aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) {
  return openaclnn::GetSize(__func__, "scalarList", scalarList, "aclScalarList", size);
}

aclnnStatus aclDestroyTensorList(const aclTensorList* array) {
  return openaclnn::DestroyList(__func__, array, "aclTensorList");
}
aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
  return openaclnn::DestroyList(__func__, array, "aclScalarList");
}

}  // extern "C"
