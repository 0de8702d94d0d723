// acl_op.h.

#include "runtime/op_attributes.h"

#include <utility>

#include "base/api.h"
#include "base/handle_table.h"
#include "runtime/arguments.h"

namespace {

using openaclnn::CallApi;
using openaclnn::CheckNotNull;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::FindOpAttributes;
using openaclnn::HandleKind;
using openaclnn::HandleTable;
using openaclnn::kAclCodes;
using openaclnn::MakeCall;
using openaclnn::OpAttributes;
using openaclnn::Status;

using Ints = std::vector<int64_t>;
using Value = openaclnn::OpAttribute;
using AttributesTable = HandleTable<OpAttributes, HandleKind::kOpAttributes>;

// make(value): gives the attribute's value, or why there is none.
template <class Make>
aclError Set(const char* api, aclopAttr* attr, const char* name, const Make& make) {
  return CallApi(MakeCall(api, "attr, attrName", attr, name), kAclCodes, [&]() -> Status {
    OpAttributes* attributes = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindOpAttributes(attr, attributes));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(name, "attrName"));
    Value value;
    OPENACLNN_RETURN_IF_ERROR(make(value));
    attributes->insert_or_assign(name, std::move(value));
    return {};
  });
}

template <class T>
aclError SetOne(const char* api, aclopAttr* attr, const char* name, T one) {
  return Set(api, attr, name, [&](Value& value) -> Status {
    value = one;
    return {};
  });
}

Status CheckList(const char* count_name, int count, const char* name, const void* values) {
  if (count < 0) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM, "{}: is {}, expected 0 or more",
                 count_name, count);
  }
  return count > 0 ? CheckNotNull(values, name) : Status();
}

template <class T, class C>
aclError SetList(const char* api, aclopAttr* attr, const char* name, int count, const C* values) {
  return Set(api, attr, name, [&](Value& value) -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckList("numValues", count, "values", values));
    value = std::vector<T>(values, values + count);
    return {};
  });
}

}  // namespace

namespace openaclnn {

Status FindOpAttributes(const aclopAttr* attr, OpAttributes*& found) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(attr, "attr"));
  found = AttributesTable::Get().Find(attr);
  if (found != nullptr) return {};
  return Error(ErrorKind::kNotLive, ACL_ERROR_INVALID_PARAM,
               "attr: {} is not a live aclopAttr; it was destroyed or never created",
               static_cast<const void*>(attr));
}

}  // namespace openaclnn

extern "C" {

aclopAttr* aclopCreateAttr(void) {
  void* handle = nullptr;
  CallApi(OPENACLNN_CALL(), kAclCodes, [&]() -> Status {
    handle = AttributesTable::Get().Create();
    return {};
  });
  return static_cast<aclopAttr*>(handle);
}

void aclopDestroyAttr(const aclopAttr* attr) {
  CallApi(OPENACLNN_CALL(attr), kAclCodes, [&]() -> Status {
    if (attr == nullptr) return {};
    OpAttributes* found = nullptr;
    OPENACLNN_RETURN_IF_ERROR(FindOpAttributes(attr, found));
    AttributesTable::Get().Destroy(attr);
    return {};
  });
}

aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName, uint8_t attrValue) {
  return SetOne(__func__, attr, attrName, attrValue != 0);
}

aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName, int64_t attrValue) {
  return SetOne(__func__, attr, attrName, attrValue);
}

aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName, float attrValue) {
  return SetOne(__func__, attr, attrName, attrValue);
}

aclError aclopSetAttrString(aclopAttr* attr, const char* attrName, const char* attrValue) {
  return Set(__func__, attr, attrName, [&](Value& value) -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(attrValue, "attrValue"));
    value = std::string(attrValue);
    return {};
  });
}

aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName, aclDataType attrValue) {
  return SetOne(__func__, attr, attrName, static_cast<int64_t>(attrValue));
}

aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName, int numValues,
                              const uint8_t* values) {
  return SetList<bool>(__func__, attr, attrName, numValues, values);
}

aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName, int numValues,
                             const int64_t* values) {
  return SetList<int64_t>(__func__, attr, attrName, numValues, values);
}

aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName, int numValues,
                               const float* values) {
  return SetList<float>(__func__, attr, attrName, numValues, values);
}

aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName, int numLists,
                                 const int* numValues, const int64_t* const values[]) {
  return Set(__func__, attr, attrName, [&](Value& value) -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckList("numLists", numLists, "numValues", numValues));
    OPENACLNN_RETURN_IF_ERROR(CheckList("numLists", numLists, "values", values));
    std::vector<Ints> lists;
    for (int i = 0; i < numLists; ++i) {
      OPENACLNN_RETURN_IF_ERROR(CheckList("numValues", numValues[i], "values", values[i]));
      lists.emplace_back(values[i], values[i] + numValues[i]);
    }
    value = std::move(lists);
    return {};
  });
}

}  // extern "C"
