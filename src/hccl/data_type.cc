#include "hccl/data_type.h"

#include <iterator>

#include "base/settings.h"

namespace openaclnn::hccl {
namespace {

struct DtypeRow {
  HcclDataType dtype;
  const char* name;
  size_t bytes;
};
constexpr DtypeRow kDtypes[] = {
    {HCCL_DATA_TYPE_INT8, "INT8", 1},       {HCCL_DATA_TYPE_INT16, "INT16", 2},
    {HCCL_DATA_TYPE_INT32, "INT32", 4},     {HCCL_DATA_TYPE_FP16, "FP16", 2},
    {HCCL_DATA_TYPE_FP32, "FP32", 4},       {HCCL_DATA_TYPE_INT64, "INT64", 8},
    {HCCL_DATA_TYPE_UINT64, "UINT64", 8},   {HCCL_DATA_TYPE_UINT8, "UINT8", 1},
    {HCCL_DATA_TYPE_UINT16, "UINT16", 2},   {HCCL_DATA_TYPE_UINT32, "UINT32", 4},
    {HCCL_DATA_TYPE_FP64, "FP64", 8},       {HCCL_DATA_TYPE_BFP16, "BFP16", 2},
    {HCCL_DATA_TYPE_INT128, "INT128", 16},  {static_cast<HcclDataType>(13), "FP8", 1},
    {HCCL_DATA_TYPE_HIF8, "HIF8", 1},       {HCCL_DATA_TYPE_FP8E4M3, "FP8E4M3", 1},
    {HCCL_DATA_TYPE_FP8E5M2, "FP8E5M2", 1}, {HCCL_DATA_TYPE_FP8E8M0, "FP8E8M0", 1},
};

const DtypeRow* Find(int dtype) {
  return 0 <= dtype && dtype < static_cast<int>(std::size(kDtypes)) ? &kDtypes[dtype] : nullptr;
}

// A set of dtypes.
template <class... D>
constexpr uint32_t Set(D... dtypes) {
  return (0u | ... | (1u << static_cast<unsigned>(dtypes)));
}
constexpr bool Has(uint32_t set, int dtype) { return (set >> dtype & 1u) != 0; }

constexpr uint32_t kSigned = Set(HCCL_DATA_TYPE_INT8, HCCL_DATA_TYPE_INT16, HCCL_DATA_TYPE_INT32);
constexpr uint32_t kFloats = Set(HCCL_DATA_TYPE_FP16, HCCL_DATA_TYPE_FP32);
constexpr uint32_t kInt64 = Set(HCCL_DATA_TYPE_INT64);
constexpr uint32_t kBfloat16 = Set(HCCL_DATA_TYPE_BFP16);
constexpr uint32_t kUint64AndDouble = Set(HCCL_DATA_TYPE_UINT64, HCCL_DATA_TYPE_FP64);
constexpr uint32_t kEightBitFloats = Set(13, HCCL_DATA_TYPE_HIF8, HCCL_DATA_TYPE_FP8E4M3,
                                         HCCL_DATA_TYPE_FP8E5M2, HCCL_DATA_TYPE_FP8E8M0);
constexpr uint32_t kAllButBfloat16 =
    kSigned | kFloats | kInt64 | kUint64AndDouble |
    Set(HCCL_DATA_TYPE_UINT8, HCCL_DATA_TYPE_UINT16, HCCL_DATA_TYPE_UINT32);

// What reductions take, but ReduceScatterV.
uint32_t ReducedTypes(Chip chip) {
  switch (chip) {
    case Chip::kAscend310P:
      return kSigned | kFloats;
    case Chip::kAscend910:
      return Set(HCCL_DATA_TYPE_INT8, HCCL_DATA_TYPE_INT32) | kInt64 | kFloats;
    case Chip::kAscend910B:
    case Chip::kAscend910_93:
      return kSigned | kInt64 | kFloats | kBfloat16;
    case Chip::kAscend950:
      break;
  }
  return kSigned | kInt64 | kFloats | kBfloat16 | kUint64AndDouble;
}

uint32_t ReduceScatterVTypes(Chip chip) {
  switch (chip) {
    case Chip::kAscend310P:
      return Set(HCCL_DATA_TYPE_INT16) | kFloats;
    case Chip::kAscend910B:
      return kSigned | kFloats | kBfloat16;
    case Chip::kAscend910:  // does not have the operation
    case Chip::kAscend910_93:
    case Chip::kAscend950:
      break;
  }
  return kSigned | kInt64 | kFloats | kBfloat16;
}

uint32_t MovedTypes(Chip chip) {
  switch (chip) {
    case Chip::kAscend310P:
    case Chip::kAscend910:
      return kAllButBfloat16;
    case Chip::kAscend910B:
    case Chip::kAscend910_93:
      return kAllButBfloat16 | kBfloat16;
    case Chip::kAscend950:
      break;
  }
  return kAllButBfloat16 | kBfloat16 | kEightBitFloats;
}

uint32_t TypesOf(Operation operation, Chip chip) {
  if (operation == Operation::kReduceScatterV) return ReduceScatterVTypes(chip);
  return IsReduction(operation) ? ReducedTypes(chip) : MovedTypes(chip);
}

bool IsThere(Operation operation, Chip chip) {
  switch (operation) {
    case Operation::kAllReduce:
    case Operation::kReduceScatter:
    case Operation::kAllGather:
    case Operation::kAlltoAll:
    case Operation::kAlltoAllV:
      return true;
    case Operation::kReduce:
    case Operation::kBroadcast:
    case Operation::kScatter:
    case Operation::kSend:
    case Operation::kRecv:
    case Operation::kBatchSendRecv:
    case Operation::kBarrier:
      return chip != Chip::kAscend310P;
    case Operation::kReduceScatterV:
    case Operation::kAllGatherV:
      return chip != Chip::kAscend910;
    case Operation::kAlltoAllVC:
      return chip != Chip::kAscend910 && chip != Chip::kAscend310P;
  }
  return false;
}

std::string NamesOf(uint32_t types) {
  std::string names;
  for (const DtypeRow& row : kDtypes) {
    if (!Has(types, row.dtype) || row.dtype == 13) continue;
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  return names;
}

// Products of these are taken in no operation.
constexpr uint32_t kNoProducts = Set(HCCL_DATA_TYPE_INT16) | kBfloat16;

}  // namespace

const char* NameOf(Operation operation) {
  static constexpr const char* kNames[] = {
      "HcclAllReduce",  "HcclReduce",    "HcclReduceScatter", "HcclReduceScatterV", "HcclBroadcast",
      "HcclScatter",    "HcclAllGather", "HcclAllGatherV",    "HcclAlltoAll",       "HcclAlltoAllV",
      "HcclAlltoAllVC", "HcclSend",      "HcclRecv",          "HcclBatchSendRecv",  "HcclBarrier"};
  static_assert(std::size(kNames) == static_cast<size_t>(Operation::kBarrier) + 1);
  const auto index = static_cast<size_t>(operation);
  return index < std::size(kNames) ? kNames[index] : "unknown operation";
}

size_t BytesOf(int dtype) {
  const DtypeRow* const row = Find(dtype);
  return row != nullptr ? row->bytes : 0;
}

std::string DtypeText(int dtype) {
  const DtypeRow* const row = Find(dtype);
  return row != nullptr ? row->name : fmt::format("dtype {}", dtype);
}

std::string ReduceText(int reduce) {
  static constexpr const char* kNames[] = {"SUM", "PROD", "MAX", "MIN"};
  return 0 <= reduce && reduce < 4 ? kNames[reduce] : fmt::format("operation {}", reduce);
}

Status CheckChip(Operation operation) {
  const Chip chip = GetSettings().chip;
  if (IsThere(operation, chip)) return {};
  return Error(ErrorKind::kNotSupported, HCCL_E_NOT_SUPPORT,
               "{} does not have this operation; choose another product with OPENACLNN_SOC",
               ChipName(chip));
}

Status CheckDtype(Operation operation, int dtype) {
  const Chip chip = GetSettings().chip;
  const uint32_t types = TypesOf(operation, chip);
  if (Find(dtype) != nullptr && Has(types, dtype)) return {};
  return Error(ErrorKind::kNotSupported, HCCL_E_NOT_SUPPORT, "dataType: is {}, expected {} on {}",
               DtypeText(dtype), NamesOf(types), ChipName(chip));
}

Status CheckReduce(Operation operation, int dtype, int reduce) {
  if (reduce < HCCL_REDUCE_SUM || reduce > HCCL_REDUCE_MIN) {
    return Error(ErrorKind::kNotSupported, HCCL_E_NOT_SUPPORT,
                 "op: is {}, expected 0 (SUM), 1 (PROD), 2 (MAX) or 3 (MIN)", reduce);
  }
  const Chip chip = GetSettings().chip;
  const bool v = operation == Operation::kReduceScatterV;
  const bool sum_only = v && chip == Chip::kAscend310P;
  const bool no_product = Has(kNoProducts, dtype) || (v && chip != Chip::kAscend950);
  if ((reduce == HCCL_REDUCE_PROD && no_product) || (sum_only && reduce != HCCL_REDUCE_SUM)) {
    return Error(ErrorKind::kNotSupported, HCCL_E_NOT_SUPPORT,
                 "op: is {}, which is not taken of {}{} on {}", ReduceText(reduce),
                 DtypeText(dtype), v ? " here" : "", ChipName(chip));
  }
  return {};
}

}  // namespace openaclnn::hccl
