#include "engine/rules/dtype.h"

#include <string_view>

#include "engine/rules/infer.h"
#include "engine/rules/on_chip.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/usual_dtype.h"
#include "tensor/lists.h"

namespace openaclnn {
namespace {

// DtypeIn

bool GlanceAtDtypeIn(const RuleCall& call, const Rule& rule) {
  const Tensor* const tensor = call.Given(rule, 0).tensor;
  return tensor != nullptr && tensor->dtype != ACL_BF16 && rule.dtypes.Has(tensor->dtype);
}

Status CheckDtypeIn(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = call.DtypeOf(rule, 0);
  if (!rule.dtypes.Has(dtype)) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}", rule.names[0],
                   DtypeName(dtype), rule.dtypes.Text());
  }
  return CheckDtypeOnChip(rule.names[0], dtype);
}

void NarrowToDtypes(const Rule& rule, PossibleDtypes& possible) {
  possible.Keep(rule.at[0], rule.dtypes);
}

Status InferDtypeIn(const RuleCall& /*call*/, const Rule& rule, Inferred& output) {
  if (!rule.dtypes.Has(output.dtype)) output.dtype = UsualOf(rule.dtypes);
  return {};
}

// SameDtype

bool GlanceAtSameDtype(const RuleCall& call, const Rule& rule) {
  return call.HaveOne(&Tensor::dtype, rule);
}

Status CheckSameDtype(const RuleCall& call, const Rule& rule) {
  const aclDataType a = call.At(rule, 0).dtype, b = call.At(rule, 1).dtype;
  if (a == b) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}", rule.names[0],
                 DtypeName(a), DtypeName(b), rule.names[1]);
}

void NarrowSameDtype(const Rule& rule, PossibleDtypes& possible) {
  possible.Keep(rule.at[0], possible.Of(rule.at[1]));
  possible.Keep(rule.at[1], possible.Of(rule.at[0]));
}

Status InferSameDtype(const RuleCall& call, const Rule& rule, Inferred& output) {
  if (!IsInput(call, rule, 1)) return {};
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.dtype = call.At(rule, 1).dtype;
  return {};
}

// IsDtypeIn

Status CheckIsDtypeIn(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.Given(rule, 0).dtype;
  if (!rule.dtypes.Has(given)) {
    return Invalid(ErrorKind::kDtype, "{}: is {}, expected {}", rule.names[0], DtypeName(given),
                   rule.dtypes.Text());
  }
  return CheckDtypeOnChip(rule.names[0], given, "is");
}

// HasDtype

Status CheckHasDtype(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype, expected = call.Given(rule, 1).dtype;
  if (given == expected) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, which is {}", rule.names[0],
                 DtypeName(given), DtypeName(expected), rule.names[1]);
}

void NarrowHasDtype(const Rule& rule, PossibleDtypes& possible) {
  possible.Keep(rule.at[0], possible.Of(rule.at[1]));
}

Status InferHasDtype(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.dtype = call.Given(rule, 1).dtype;
  return {};
}

// HasDtypeNumber

Status CheckHasDtypeNumber(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype;
  const int64_t number = call.Given(rule, 1).integer;
  if (given == number) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, as {} is {}", rule.names[0],
                 DtypeName(given), DtypeName(static_cast<aclDataType>(number)), rule.names[1],
                 number);
}

Status InferHasDtypeNumber(const RuleCall& call, const Rule& rule, Inferred& output) {
  const auto named = static_cast<aclDataType>(call.Given(rule, 1).integer);
  if (FindDtype(named) != nullptr) output.dtype = named;  // else the first phase says what is wrong
  return {};
}

// DtypeOfOrFloat

Status CheckDtypeOfOrFloat(const RuleCall& call, const Rule& rule) {
  const aclDataType a = call.DtypeOf(rule, 0), b = call.DtypeOf(rule, 1);
  if (a == ACL_FLOAT || a == b) return {};
  if (b == ACL_FLOAT) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected FLOAT, the dtype of {}",
                   rule.names[0], DtypeName(a), rule.names[1]);
  }
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected FLOAT or {}, the dtype of {}",
                 rule.names[0], DtypeName(a), DtypeName(b), rule.names[1]);
}

// DtypeOnlyOn, OnlyWithZero

Status CheckDtypeOnlyOn(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = call.DtypeOf(rule, 0);
  if (!rule.dtypes.Has(dtype)) return {};
  return CheckOnChip(rule.names[0], "dtype is", dtype, rule.chips);
}

Status CheckOnlyWithZero(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(CheckDtypeOnlyOn(call, rule));
  const aclDataType dtype = call.DtypeOf(rule, 0);
  if (!rule.dtypes.Has(dtype) || call.Number(rule, 1).nearest == 0) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 0, as the dtype of {} is {}",
                 rule.names[1], TextOf(call.Number(rule, 1)), rule.names[0], DtypeName(dtype));
}

void NarrowOnOtherChips(const Rule& rule, PossibleDtypes& possible) {
  if (rule.chips.Has(possible.chip())) return;
  possible.KeepIf(rule.at[0], [&rule](aclDataType dtype) { return !rule.dtypes.Has(dtype); });
}

// OneDtype

Status CheckOneDtype(const RuleCall& call, const Rule& rule) {
  const Tensor* first = nullptr;
  for (size_t member = 0; const Tensor* const tensor : call.Given(rule, 0).Tensors()) {
    if (tensor == nullptr) continue;
    if (first == nullptr) first = tensor;
    if (tensor->dtype != first->dtype) {
      return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, that of the first tensor",
                     MemberName(rule.names[0], member), DtypeName(tensor->dtype),
                     DtypeName(first->dtype));
    }
    ++member;
  }
  return {};
}

// ScalarBeside

DtypeSet ScalarsBeside(aclDataType dtype, bool widens_halves) {
  if (dtype == ACL_FLOAT || dtype == ACL_BF16) return DtypeSet(ACL_FLOAT, ACL_DOUBLE);
  if (dtype != ACL_FLOAT16) return DtypeSet(ACL_INT32, ACL_INT64);
  constexpr DtypeSet kUsual(ACL_FLOAT16, ACL_DOUBLE);
  return widens_halves ? kUsual | DtypeSet(ACL_FLOAT) : kUsual;
}

Status CheckScalarBeside(const RuleCall& call, const Rule& rule) {
  const aclDataType scalar = call.DtypeOf(rule, 0), beside = call.DtypeOf(rule, 1);
  const DtypeSet dtypes = ScalarsBeside(beside, rule.chips.Has(GetSettings().chip));
  if (dtypes.Has(scalar)) return {};
  return Invalid(ErrorKind::kScalarDtype, "{}: dtype is {}, expected {} beside {}, the dtype of {}",
                 rule.names[0], DtypeName(scalar), dtypes.Text(), DtypeName(beside), rule.names[1]);
}

void NarrowScalarBeside(const Rule& rule, PossibleDtypes& possible) {
  DtypeSet dtypes;
  for (const DtypeInfo& info : kDtypes) {
    if (!possible.Of(rule.at[1]).Has(info.dtype)) continue;
    dtypes = dtypes | ScalarsBeside(info.dtype, rule.chips.Has(possible.chip()));
  }
  possible.Keep(rule.at[0], dtypes);
}

}  // namespace

namespace rules {

constinit const RuleType kOneDtype = {
    .name = "OneDtype",
    .check = CheckOneDtype,
    .sentence = {"All of {a} have one dtype."},
    .takes_lists = true,
};

constinit const RuleType kScalarBeside = {
    .name = "ScalarBeside",
    .check = CheckScalarBeside,
    .sentence = {"The dtype of {a} is FLOAT or DOUBLE beside FLOAT and BFLOAT16 of {b}, FLOAT16 or "
                 "DOUBLE beside FLOAT16, on {products} FLOAT too, and INT32 or INT64 beside "
                 "integers."},
    .python_sentence = {"{a} is FLOAT or DOUBLE beside FLOAT and BFLOAT16 of {b}, FLOAT16 or "
                        "DOUBLE beside FLOAT16, on {products} FLOAT too, and INT32 or INT64 "
                        "beside integers."},
    .narrow = NarrowScalarBeside,
};

constinit const RuleType kDtypeIn = {
    .name = "DtypeIn",
    .check = CheckDtypeIn,
    .glance = GlanceAtDtypeIn,
    .sentence = {"The dtype of {a} is {dtypes}."},
    .python_sentence = {"{a} is {dtypes}."},
    .narrow = NarrowToDtypes,
    .infer = InferDtypeIn,
};

constinit const RuleType kSameDtype = {
    .name = "SameDtype",
    .check = CheckSameDtype,
    .glance = GlanceAtSameDtype,
    .sentence = {"The dtype of {a} is that of {b}."},
    .python_sentence = {"{a} has the dtype of {b}."},
    .narrow = NarrowSameDtype,
    .infer = InferSameDtype,
};

constinit const RuleType kIsDtypeIn = {
    .name = "IsDtypeIn",
    .check = CheckIsDtypeIn,
    .sentence = {"{a} is {dtypes}."},
    .narrow = NarrowToDtypes,
};

constinit const RuleType kHasDtype = {
    .name = "HasDtype",
    .check = CheckHasDtype,
    .sentence = {"The dtype of {a} is the one that {b} names."},
    .python_sentence = {"{a} has the dtype {b}."},
    .narrow = NarrowHasDtype,
    .infer = InferHasDtype,
};

constinit const RuleType kHasDtypeNumber = {
    .name = "HasDtypeNumber",
    .check = CheckHasDtypeNumber,
    .sentence = {"{b} is the number of the dtype of {a}."},
    .infer = InferHasDtypeNumber,
};

constinit const RuleType kDtypeOfOrFloat = {
    .name = "DtypeOfOrFloat",
    .check = CheckDtypeOfOrFloat,
    .sentence = {"The dtype of {a} is FLOAT or that of {b}."},
    .python_sentence = {"{a} has dtype FLOAT or that of {b}."},
};

constinit const RuleType kDtypeOnlyOn = {
    .name = "DtypeOnlyOn",
    .check = CheckDtypeOnlyOn,
    .sentence = {"The dtype of {a} is {dtypes} on {products} only."},
    .python_sentence = {"{a} is {dtypes} on {products} only."},
    .narrow = NarrowOnOtherChips,
};

constinit const RuleType kOnlyWithZero = {
    .name = "OnlyWithZero",
    .check = CheckOnlyWithZero,
    .sentence = {"The dtype of {a} is {dtypes} on {products} only, and with {b} 0."},
    .python_sentence = {"{a} is {dtypes} on {products} only, and with {b} 0."},
    .narrow = NarrowOnOtherChips,
};

}  // namespace rules
}  // namespace openaclnn
