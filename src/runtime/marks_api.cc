// acl_prof.h, "Marks and ranges".

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_prof.h"
#include "base/api.h"
#include "runtime/arguments.h"
#include "runtime/marked_range.h"
#include "runtime/numbered.h"
#include "runtime/stream.h"

namespace {

using openaclnn::CallApi;
using openaclnn::CheckNotNull;
using openaclnn::Error;
using openaclnn::ErrorKind;
using openaclnn::FindStreamId;
using openaclnn::HandleOf;
using openaclnn::kAclCodes;
using openaclnn::MarkedRange;
using openaclnn::Numbered;
using openaclnn::NumberOf;
using openaclnn::Status;
using openaclnn::TraceMark;

struct Stamp {
  std::string text;
};

struct Step {
  std::optional<MarkedRange> range;
  bool ended = false;
};

Numbered<Stamp>& TheStamps() {
  static auto* const stamps = new Numbered<Stamp>(uint64_t{2} << 56);
  return *stamps;
}

Numbered<Step>& TheSteps() {
  static auto* const steps = new Numbered<Step>(uint64_t{3} << 56);
  return *steps;
}

// Their numbers have 32 bits.
Numbered<MarkedRange>& TheRanges() {
  static auto* const ranges = new Numbered<MarkedRange>(0);
  return *ranges;
}

std::vector<MarkedRange>& RangesOfThisThread() {
  thread_local std::vector<MarkedRange> ranges;
  return ranges;
}

Status NotLive(const char* name, const void* handle) {
  return Error(ErrorKind::kNotLive, ACL_ERROR_INVALID_PARAM,
               "{}: {} is not live; it was destroyed or never created", name, handle);
}

Status TextOf(const void* stamp, std::string& text) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(stamp, "stamp"));
  if (TheStamps().With(NumberOf(stamp), [&](const Stamp& found) { text = found.text; })) return {};
  return NotLive("stamp", stamp);
}

Status CheckStream(aclrtStream stream) {
  int32_t id = 0;
  return FindStreamId(stream, id);
}

Status Mark(Step& step, int tag) {
  if (tag == ACL_STEP_START && !step.range) {
    step.range.emplace("step");
    return {};
  }
  if (tag == ACL_STEP_END && step.range && !step.ended) {
    step.range->End();
    step.ended = true;
    return {};
  }
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
               "tag: is {}, expected 0 once and then 1 once", tag);
}

}  // namespace

extern "C" {

aclprofStepInfo* aclprofCreateStepInfo(void) {
  aclprofStepInfo* step = nullptr;
  CallApi(OPENACLNN_CALL(), kAclCodes, [&]() -> Status {
    step = HandleOf<aclprofStepInfo*>(TheSteps().Add({}));
    return {};
  });
  return step;
}

void aclprofDestroyStepInfo(aclprofStepInfo* stepinfo) {
  CallApi(OPENACLNN_CALL(stepinfo), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(stepinfo, "stepinfo"));
    if (TheSteps().Take(NumberOf(stepinfo))) return {};
    return NotLive("stepinfo", stepinfo);
  });
}

aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag,
                                 aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(stepInfo, tag, stream), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(stepInfo, "stepInfo"));
    OPENACLNN_RETURN_IF_ERROR(CheckStream(stream));
    Status marked;
    const bool found = TheSteps().With(
        NumberOf(stepInfo), [&](Step& step) { marked = Mark(step, static_cast<int>(tag)); });
    return found ? std::move(marked) : NotLive("stepInfo", stepInfo);
  });
}

aclError aclprofMarkEx(const char* msg, size_t msgLen, aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(msgLen, stream), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(msg, "msg"));
    OPENACLNN_RETURN_IF_ERROR(CheckStream(stream));
    TraceMark(std::string(msg, msgLen));
    return {};
  });
}

void* aclprofCreateStamp(void) {
  void* stamp = nullptr;
  CallApi(OPENACLNN_CALL(), kAclCodes, [&]() -> Status {
    stamp = HandleOf<void*>(TheStamps().Add({}));
    return {};
  });
  return stamp;
}

void aclprofDestroyStamp(void* stamp) {
  CallApi(OPENACLNN_CALL(stamp), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(stamp, "stamp"));
    if (TheStamps().Take(NumberOf(stamp))) return {};
    return NotLive("stamp", stamp);
  });
}

aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t msgLen) {
  return CallApi(OPENACLNN_CALL(stamp, msgLen), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(stamp, "stamp"));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(msg, "msg"));
    const bool found =
        TheStamps().With(NumberOf(stamp), [&](Stamp& known) { known.text.assign(msg, msgLen); });
    return found ? Status() : NotLive("stamp", stamp);
  });
}

aclError aclprofMark(void* stamp) {
  return CallApi(OPENACLNN_CALL(stamp), kAclCodes, [&]() -> Status {
    std::string text;
    OPENACLNN_RETURN_IF_ERROR(TextOf(stamp, text));
    TraceMark(text);
    return {};
  });
}

aclError aclprofPush(void* stamp) {
  return CallApi(OPENACLNN_CALL(stamp), kAclCodes, [&]() -> Status {
    std::string text;
    OPENACLNN_RETURN_IF_ERROR(TextOf(stamp, text));
    RangesOfThisThread().emplace_back(std::move(text));
    return {};
  });
}

aclError aclprofPop(void) {
  return CallApi(OPENACLNN_CALL(), kAclCodes, []() -> Status {
    std::vector<MarkedRange>& ranges = RangesOfThisThread();
    if (ranges.empty()) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM,
                   "needs aclprofPush of this thread before it");
    }
    ranges.back().End();
    ranges.pop_back();
    return {};
  });
}

aclError aclprofRangeStart(void* stamp, uint32_t* rangeId) {
  return CallApi(OPENACLNN_CALL(stamp, rangeId), kAclCodes, [&]() -> Status {
    std::string text;
    OPENACLNN_RETURN_IF_ERROR(TextOf(stamp, text));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(rangeId, "rangeId"));
    *rangeId = static_cast<uint32_t>(TheRanges().Add(MarkedRange(std::move(text))));
    return {};
  });
}

aclError aclprofRangeStop(uint32_t rangeId) {
  return CallApi(OPENACLNN_CALL(rangeId), kAclCodes, [&]() -> Status {
    const std::optional<MarkedRange> range = TheRanges().Take(rangeId);
    if (!range) {
      return Error(ErrorKind::kNotLive, ACL_ERROR_INVALID_PARAM,
                   "rangeId: {} is not begun, or has ended", rangeId);
    }
    range->End();
    return {};
  });
}

}  // extern "C"
