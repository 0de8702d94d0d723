// Profiling. There is no device here whose time could be taken: programs that profile run through,
// and get no timings. The folder that aclprofInit is given then has a file that says so,
// openaclnn_no_device_timings.txt. OPENACLNN_TRACE=trace.json records calls and tasks instead, and
// with them the marks and ranges of this header and of mstx/ms_tools_ext.h.
#ifndef OPENACLNN_ACL_ACL_PROF_H_
#define OPENACLNN_ACL_ACL_PROF_H_

#include "acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

// Out of the order that the functions below need. In CANN these are in acl_base_rt.h.
static const int ACL_ERROR_PROF_ALREADY_RUN = 100042;
static const int ACL_ERROR_PROF_NOT_RUN = 100043;

// What to record; a bit each. Any number is taken.
#define ACL_PROF_ACL_API 0x0001ULL
#define ACL_PROF_TASK_TIME 0x0002ULL
#define ACL_PROF_AICORE_METRICS 0x0004ULL
#define ACL_PROF_AICPU 0x0008ULL
#define ACL_PROF_L2CACHE 0x0010ULL
#define ACL_PROF_HCCL_TRACE 0x0020ULL
#define ACL_PROF_TRAINING_TRACE 0x0040ULL
#define ACL_PROF_MSPROFTX 0x0080ULL
#define ACL_PROF_RUNTIME_API 0x0100ULL
#define ACL_PROF_GE_API_L0 0x0200ULL
#define ACL_PROF_TASK_TIME_L0 0x0800ULL
#define ACL_PROF_TASK_MEMORY 0x1000ULL
#define ACL_PROF_TASK_TIME_L2 0x2000ULL
#define ACL_PROF_OP_ATTR 0x4000ULL
#define ACL_PROF_TASK_TIME_L3 0x8000ULL
#define ACL_PROF_GE_API_L1 0x01000000ULL
#define ACL_PROF_API_STATS 0x400000000ULL

typedef enum {
  ACL_AICORE_ARITHMETIC_UTILIZATION = 0,
  ACL_AICORE_PIPE_UTILIZATION = 1,
  ACL_AICORE_MEMORY_BANDWIDTH = 2,
  ACL_AICORE_L0B_AND_WIDTH = 3,
  ACL_AICORE_RESOURCE_CONFLICT_RATIO = 4,
  ACL_AICORE_MEMORY_UB = 5,
  ACL_AICORE_L2_CACHE = 6,
  ACL_AICORE_PIPE_EXECUTE_UTILIZATION = 7,
  ACL_AICORE_MEMORY_ACCESS = 8,
  ACL_AICORE_NONE = 0xFF
} aclprofAicoreMetrics;

typedef enum { ACL_STEP_START = 0, ACL_STEP_END = 1 } aclprofStepTag;

typedef enum {
  ACL_PROF_ARGS_MIN = 0,
  ACL_PROF_STORAGE_LIMIT = 1,
  ACL_PROF_SYS_HARDWARE_MEM_FREQ = 3,
  ACL_PROF_LLC_MODE = 4,
  ACL_PROF_SYS_IO_FREQ = 5,
  ACL_PROF_SYS_INTERCONNECTION_FREQ = 6,
  ACL_PROF_DVPP_FREQ = 7,
  ACL_PROF_HOST_SYS = 8,
  ACL_PROF_HOST_SYS_USAGE = 9,
  ACL_PROF_HOST_SYS_USAGE_FREQ = 10,
  ACL_PROF_LOW_POWER_FREQ = 11,
  ACL_PROF_SYS_MEM_SERVICEFLOW = 12,
  ACL_PROF_SYS_CPU_FREQ = 13,
  ACL_PROF_OPTYPE = 14,
  ACL_PROF_NTS_METRICS = 15,
  ACL_PROF_PATH = 16,
  ACL_PROF_ARGS_MAX = 17
} aclprofConfigType;

// Opaque, as are stamps. They are numbers, not addresses. One that is null or was destroyed is
// refused with 100000.
typedef struct aclprofConfig aclprofConfig;
typedef struct aclprofAicoreEvents aclprofAicoreEvents;
typedef struct aclprofStepInfo aclprofStepInfo;

// -------------------------------------------------------------------------------------------------
// Profiling

// Begins. profilerResultPath: the folder for results, of `length` characters; made if it is not
// there. Returns 100000 for null and for another length, 100003 if the folder cannot be written,
// 100002 before aclprofFinalize of an earlier call.
ACL_FUNC_VISIBILITY aclError aclprofInit(const char* profilerResultPath, size_t length);
// Ends; what was started is stopped. Returns 100043 without aclprofInit.
ACL_FUNC_VISIBILITY aclError aclprofFinalize(void);

// What would be recorded on which devices: deviceNums of them, each once. aicoreEvents: null.
// Null, and a message, for other arguments, and for no device without ACL_PROF_MSPROFTX. Destroy it
// with aclprofDestroyConfig.
ACL_FUNC_VISIBILITY aclprofConfig* aclprofCreateConfig(uint32_t* deviceIdList, uint32_t deviceNums,
                                                       aclprofAicoreMetrics aicoreMetrics,
                                                       const aclprofAicoreEvents* aicoreEvents,
                                                       uint64_t dataTypeConfig);
ACL_FUNC_VISIBILITY aclError aclprofDestroyConfig(const aclprofConfig* profilerConfig);

// A setting, as `configLength` characters, at most 256. Returns 100000 for a type that is none of
// aclprofConfigType, for null and for another length, 100043 without aclprofInit.
ACL_FUNC_VISIBILITY aclError aclprofSetConfig(aclprofConfigType configType, const char* config,
                                              size_t configLength);

// Start and stop. Return 100043 without aclprofInit; Start 100042 if the config is started, Stop
// 100043 if it is not.
ACL_FUNC_VISIBILITY aclError aclprofStart(const aclprofConfig* profilerConfig);
ACL_FUNC_VISIBILITY aclError aclprofStop(const aclprofConfig* profilerConfig);

// -------------------------------------------------------------------------------------------------
// Marks and ranges, of the host. OPENACLNN_TRACE shows them in the row of the calling thread.

// A step of a training, from ACL_STEP_START to ACL_STEP_END. stream: null for the default one. Each
// tag counts once; END needs START. Else, and for another tag, 100000.
ACL_FUNC_VISIBILITY aclprofStepInfo* aclprofCreateStepInfo(void);
ACL_FUNC_VISIBILITY void aclprofDestroyStepInfo(aclprofStepInfo* stepinfo);
ACL_FUNC_VISIBILITY aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag,
                                                     aclrtStream stream);

// A mark, with a text of msgLen characters. stream: null for the default one.
ACL_FUNC_VISIBILITY aclError aclprofMarkEx(const char* msg, size_t msgLen, aclrtStream stream);

// A stamp has a text, of msgLen characters, and may mark a moment or name a range.
ACL_FUNC_VISIBILITY void* aclprofCreateStamp(void);
ACL_FUNC_VISIBILITY void aclprofDestroyStamp(void* stamp);
ACL_FUNC_VISIBILITY aclError aclprofSetStampTraceMessage(void* stamp, const char* msg,
                                                         uint32_t msgLen);
ACL_FUNC_VISIBILITY aclError aclprofMark(void* stamp);
// A range within those that the thread has begun and not ended. Pop returns 100000 if there is
// none.
ACL_FUNC_VISIBILITY aclError aclprofPush(void* stamp);
ACL_FUNC_VISIBILITY aclError aclprofPop(void);
// A range that may overlap others, and end in another thread. *rangeId: its number. Stop returns
// 100000 for one that is not begun, or has ended.
ACL_FUNC_VISIBILITY aclError aclprofRangeStart(void* stamp, uint32_t* rangeId);
ACL_FUNC_VISIBILITY aclError aclprofRangeStop(uint32_t rangeId);

#ifdef __cplusplus
}
#endif

#endif  // OPENACLNN_ACL_ACL_PROF_H_
