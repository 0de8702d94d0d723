// acl_rt.h, "Graphs".

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "acl/acl_rt.h"
#include "base/api.h"
#include "base/log.h"
#include "base/output_file.h"
#include "runtime/arguments.h"
#include "runtime/capture.h"
#include "runtime/graph.h"
#include "runtime/stream.h"

namespace {

using openaclnn::After;
using openaclnn::BeginCapture;
using openaclnn::BeginTaskGroup;
using openaclnn::BeginTaskUpdate;
using openaclnn::CallApi;
using openaclnn::CheckNotNull;
using openaclnn::CheckTimeout;
using openaclnn::DestroyGraph;
using openaclnn::EndCapture;
using openaclnn::EndTaskGroup;
using openaclnn::EndTaskUpdate;
using openaclnn::ErrorKind;
using openaclnn::ExchangeCaptureMode;
using openaclnn::ExecuteGraph;
using openaclnn::FindGraph;
using openaclnn::FindStream;
using openaclnn::GetCaptureInfo;
using openaclnn::Graph;
using openaclnn::kAclCodes;
using openaclnn::Log;
using openaclnn::LogLevel;
using openaclnn::OpenOutput;
using openaclnn::OutputKind;
using openaclnn::Status;
using openaclnn::Stream;

Status Find(aclmdlRI handle, std::shared_ptr<Graph>& graph) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotNull(handle, "modelRI"));
  return FindGraph(handle, graph);
}

Status WriteFile(const std::string& path, const std::string& text) {
  std::string reason;
  const int file = OpenOutput(path, OutputKind::kDocument, reason);
  size_t written = 0;
  while (file >= 0 && written < text.size()) {
    const ssize_t part = write(file, text.data() + written, text.size() - written);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) {
      reason = std::strerror(errno);
      break;
    }
    written += static_cast<size_t>(part);
  }
  if (file >= 0) close(file);
  if (written == text.size()) return {};
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_INVALID_PARAM, "path: {} cannot be written: {}",
               path, reason);
}

}  // namespace

extern "C" {

aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode) {
  return CallApi(OPENACLNN_CALL(stream, mode), kAclCodes,
                 [&, number = static_cast<int>(mode)] { return BeginCapture(stream, number); });
}

aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status,
                                aclmdlRI* modelRI) {
  return CallApi(OPENACLNN_CALL(stream, status, modelRI), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(status, "status"));
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(modelRI, "modelRI"));
    return GetCaptureInfo(stream, *status, *modelRI);
  });
}

aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode) {
  return CallApi(OPENACLNN_CALL(mode), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(mode, "mode"));
    const int number = static_cast<int>(*mode);
    OPENACLNN_RETURN_IF_ERROR(openaclnn::CheckCaptureMode(number));
    *mode = ExchangeCaptureMode(*mode);
    return {};
  });
}

aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI) {
  return CallApi(OPENACLNN_CALL(stream, modelRI), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(modelRI, "modelRI"));
    *modelRI = nullptr;
    return EndCapture(stream, *modelRI);
  });
}

aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(modelRI, stream), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(modelRI, "modelRI"));
    return ExecuteGraph(modelRI, stream);
  });
}

aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout) {
  return CallApi(OPENACLNN_CALL(modelRI, timeout), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(modelRI, "modelRI"));
    OPENACLNN_RETURN_IF_ERROR(CheckTimeout(timeout, ACL_ERROR_RT_PARAM_INVALID));
    std::shared_ptr<Stream> stream;
    OPENACLNN_RETURN_IF_ERROR(FindStream(nullptr, stream));
    OPENACLNN_RETURN_IF_ERROR(ExecuteGraph(modelRI, stream->handle()));
    return stream->Synchronize(After(timeout));
  });
}

aclError aclmdlRIAbort(aclmdlRI modelRI) {
  return CallApi(OPENACLNN_CALL(modelRI), kAclCodes, [&]() -> Status {
    std::shared_ptr<Graph> graph;
    OPENACLNN_RETURN_IF_ERROR(Find(modelRI, graph));
    graph->Abort();
    return {};
  });
}

aclError aclmdlRIDestroy(aclmdlRI modelRI) {
  return CallApi(OPENACLNN_CALL(modelRI), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(modelRI, "modelRI"));
    return DestroyGraph(modelRI);
  });
}

aclError aclmdlRISetName(aclmdlRI modelRI, const char* name) {
  return CallApi(OPENACLNN_CALL(modelRI, name), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(name, "name"));
    std::shared_ptr<Graph> graph;
    OPENACLNN_RETURN_IF_ERROR(Find(modelRI, graph));
    graph->Rename(name);
    return {};
  });
}

aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char* name) {
  // A text, and not a single character that it leaves.
  const auto call = openaclnn::MakeCall(__func__, "modelRI, maxLen, name", modelRI, maxLen,
                                        static_cast<const void*>(name));
  return CallApi(call, kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(name, "name"));
    if (maxLen == 0) {
      return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                   "maxLen: is 0, expected room for a final 0 at least");
    }
    std::shared_ptr<Graph> graph;
    OPENACLNN_RETURN_IF_ERROR(Find(modelRI, graph));
    const std::string text = graph->name();
    const size_t length = std::min<size_t>(text.size(), maxLen - 1);
    text.copy(name, length);
    name[length] = '\0';
    return {};
  });
}

aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t* modelRIId) {
  return CallApi(OPENACLNN_CALL(modelRI, modelRIId), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(modelRIId, "modelRIId"));
    std::shared_ptr<Graph> graph;
    OPENACLNN_RETURN_IF_ERROR(Find(modelRI, graph));
    *modelRIId = graph->id();
    return {};
  });
}

aclError aclmdlRIDebugPrint(aclmdlRI modelRI) {
  return CallApi(OPENACLNN_CALL(modelRI), kAclCodes, [&]() -> Status {
    std::shared_ptr<Graph> graph;
    OPENACLNN_RETURN_IF_ERROR(Find(modelRI, graph));
    Log(LogLevel::kInfo, "graph: " + graph->Describe());
    return {};
  });
}

aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path, uint32_t flags) {
  return CallApi(OPENACLNN_CALL(modelRI, path, flags), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(path, "path"));
    std::shared_ptr<Graph> graph;
    OPENACLNN_RETURN_IF_ERROR(Find(modelRI, graph));
    return WriteFile(path, graph->Describe() + "\n");
  });
}

aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(stream), kAclCodes, [&] { return BeginTaskGroup(stream); });
}

aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* handle) {
  return CallApi(OPENACLNN_CALL(stream, handle), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(handle, "handle"));
    return EndTaskGroup(stream, *handle);
  });
}

aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle) {
  return CallApi(OPENACLNN_CALL(stream, handle), kAclCodes, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(CheckNotNull(handle, "handle"));
    return BeginTaskUpdate(stream, handle);
  });
}

aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream) {
  return CallApi(OPENACLNN_CALL(stream), kAclCodes, [&] { return EndTaskUpdate(stream); });
}

}  // extern "C"
