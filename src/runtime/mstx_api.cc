// mstx/ms_tools_ext.h.

#include <optional>
#include <string>
#include <utility>

#include "base/api.h"
#include "mstx/ms_tools_ext.h"
#include "runtime/marked_range.h"
#include "runtime/numbered.h"

namespace {

using openaclnn::CallApi;
using openaclnn::HandleOf;
using openaclnn::kAclCodes;
using openaclnn::MakeCall;
using openaclnn::MarkedRange;
using openaclnn::Numbered;
using openaclnn::NumberOf;
using openaclnn::Status;
using openaclnn::TraceMark;

// Names.
Numbered<std::string>& TheDomains() {
  static auto* const domains = new Numbered<std::string>(uint64_t{4} << 56);
  return *domains;
}

Numbered<MarkedRange>& TheRanges() {
  static auto* const ranges = new Numbered<MarkedRange>(MSTX_INVALID_ID);
  return *ranges;
}

std::string NameOf(mstxDomainHandle_t domain) {
  std::string name;
  TheDomains().With(NumberOf(domain), [&](const std::string& known) { name = known; });
  return name;
}

void MarkIn(const char* api, mstxDomainHandle_t domain, const char* message, aclrtStream stream) {
  CallApi(MakeCall(api, "domain, message, stream", domain, message, stream), kAclCodes,
          [&]() -> Status {
            if (message != nullptr) TraceMark(message, NameOf(domain));
            return {};
          });
}

mstxRangeId StartIn(const char* api, mstxDomainHandle_t domain, const char* message,
                    aclrtStream stream) {
  mstxRangeId id = MSTX_INVALID_ID;
  CallApi(MakeCall(api, "domain, message, stream", domain, message, stream), kAclCodes,
          [&]() -> Status {
            if (message != nullptr) id = TheRanges().Add(MarkedRange(message, NameOf(domain)));
            return {};
          });
  return id;
}

void End(const char* api, mstxRangeId id) {
  CallApi(MakeCall(api, "id", id), kAclCodes, [&]() -> Status {
    const std::optional<MarkedRange> range = TheRanges().Take(id);
    if (range) range->End();
    return {};
  });
}

}  // namespace

extern "C" {

void mstxMarkA(const char* message, aclrtStream stream) {
  MarkIn(__func__, nullptr, message, stream);
}

mstxRangeId mstxRangeStartA(const char* message, aclrtStream stream) {
  return StartIn(__func__, nullptr, message, stream);
}

void mstxRangeEnd(mstxRangeId id) { End(__func__, id); }

mstxDomainHandle_t mstxDomainCreateA(const char* name) {
  mstxDomainHandle_t domain = nullptr;
  CallApi(OPENACLNN_CALL(name), kAclCodes, [&]() -> Status {
    if (name != nullptr) domain = HandleOf<mstxDomainHandle_t>(TheDomains().Add(name));
    return {};
  });
  return domain;
}

void mstxDomainDestroy(mstxDomainHandle_t handle) {
  CallApi(OPENACLNN_CALL(handle), kAclCodes, [&]() -> Status {
    TheDomains().Take(NumberOf(handle));
    return {};
  });
}

void mstxDomainMarkA(mstxDomainHandle_t handle, const char* message, aclrtStream stream) {
  MarkIn(__func__, handle, message, stream);
}

mstxRangeId mstxDomainRangeStartA(mstxDomainHandle_t handle, const char* message,
                                  aclrtStream stream) {
  return StartIn(__func__, handle, message, stream);
}

void mstxDomainRangeEnd(mstxDomainHandle_t /*handle*/, mstxRangeId id) { End(__func__, id); }

}  // extern "C"
