#include "engine/rules/promotion.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "engine/rules/infer.h"
#include "engine/rules/on_chip.h"
#include "engine/rules/possible_dtypes.h"
#include "tensor/lists.h"
#include "tensor/promote.h"

namespace openaclnn {
namespace {

std::string NameOrNone(std::optional<aclDataType> dtype) {
  return dtype ? DtypeName(*dtype) : "none";
}

Status CannotPromote(const RuleCall& call, const Rule& rule, int first) {
  const auto dtype = [&](int k) { return DtypesText(call, rule, k); };
  return Invalid(ErrorKind::kPromotion, "{}: {} cannot promote to a common dtype",
                 NamesFrom(rule, first), Listed(rule, first, dtype));
}

std::span<const int8_t> Others(const Rule& rule) { return std::span(rule.at).subspan(1); }

// Whether elements of one of the dtypes can become ones of another.
bool CanCastAny(DtypeSet from, aclDataType to) {
  return std::ranges::any_of(kDtypes, [&](const DtypeInfo& info) {
    return from.Has(info.dtype) && CanCast(info.dtype, to);
  });
}

// Sets `dtype` to what the arguments except the first promote to; the second is a tensor.
Status InferPromoted(const RuleCall& call, const Rule& rule, aclDataType& dtype) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  bool are_known = true;
  std::string given;
  for (int k = 1; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
    const bool is_known = !call.Given(rule, k).is_null;
    are_known = are_known && is_known;
    given += fmt::format("{}{} is {}", k == 1 ? "" : " and ", rule.names[k],
                         is_known ? DtypesText(call, rule, k) : "missing");
  }
  const auto promoted = are_known ? call.PromotedFrom(rule, 1) : std::nullopt;
  if (!promoted) {
    return Error(ErrorKind::kPromotion, ACL_ERROR_INVALID_PARAM,
                 "{}: {}, which have no common dtype", call.spec().name, given);
  }
  dtype = *promoted;
  return {};
}

Status InferPromotedDtype(const RuleCall& call, const Rule& rule, Inferred& output) {
  return InferPromoted(call, rule, output.dtype);
}

// PromotesInto

bool GlanceAtPromotesInto(const RuleCall& call, const Rule& rule) {
  if (!call.HaveOne(&Tensor::dtype, rule)) return false;
  const aclDataType dtype = call.At(rule, 0).dtype;
  return dtype != ACL_BF16 && rule.dtypes.Has(dtype);
}

Status CheckPromotesInto(const RuleCall& call, const Rule& rule) {
  const std::optional<aclDataType> promoted = call.PromotedFrom(rule, 0);
  if (!promoted) return CannotPromote(call, rule, 0);
  if (!rule.dtypes.Has(*promoted)) {
    const auto dtype = [&](int k) { return DtypesText(call, rule, k); };
    return Invalid(ErrorKind::kPromotion, "{}: {} promote to {}, expected {}", NamesFrom(rule, 0),
                   Listed(rule, 0, dtype), DtypeName(*promoted), rule.dtypes.Text());
  }
  for (int k = 0; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
    const Argument& given = call.Given(rule, k);
    for (size_t i = 0; i < given.count; ++i) {
      const Tensor* const member = given.tensors[i];
      if (member == nullptr || ChipHas(member->dtype)) continue;
      return CheckDtypeOnChip(MemberName(rule.names[k], i), member->dtype);
    }
    if (given.tensor == nullptr) continue;
    OPENACLNN_RETURN_IF_ERROR(CheckDtypeOnChip(rule.names[k], call.DtypeOf(rule, k)));
  }
  return {};
}

void NarrowPromotesInto(const Rule& rule, PossibleDtypes& possible) {
  for (const int8_t k : rule.at) {
    if (k < 0) break;
    possible.KeepIf(k, [&](aclDataType dtype) {
      return (possible.Promoted(rule.at, k, dtype) & rule.dtypes) != DtypeSet();
    });
  }
}

// PromotedDtype

bool GlanceAtPromotedDtype(const RuleCall& call, const Rule& rule) {
  return call.HaveOne(&Tensor::dtype, rule) && FindDtype(call.At(rule, 0).dtype) != nullptr;
}

Status CheckPromotedDtype(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype;
  const std::optional<aclDataType> promoted = call.PromotedFrom(rule, 1);
  if (promoted && given == *promoted) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, to which {} and {} promote",
                 rule.names[0], DtypeName(given), NameOrNone(promoted), rule.names[1],
                 rule.names[2]);
}

// To what the others can promote, and may.
void NarrowPromotedDtype(const Rule& rule, PossibleDtypes& possible) {
  possible.Keep(rule.at[0], possible.Promoted(Others(rule)));
  for (const Rule& other : RulesOf(possible.spec())) {
    const bool is_about_them =
        other.Is(rules::kPromotesInto) && other.at[0] == rule.at[1] && other.at[1] == rule.at[2];
    if (is_about_them) possible.Keep(rule.at[0], other.dtypes);
  }
}

// Castable

Status CheckCastable(const RuleCall& call, const Rule& rule) {
  const aclDataType from = call.DtypeOf(rule, 0), to = call.DtypeOf(rule, 1);
  if (CanCast(from, to)) return {};
  return Invalid(ErrorKind::kCast, "{}: dtype is {}, to which {}, the dtype of {}, is not cast",
                 rule.names[1], DtypeName(to), DtypeName(from), rule.names[0]);
}

void NarrowCastable(const Rule& rule, PossibleDtypes& possible) {
  const DtypeSet from = possible.Of(rule.at[0]);
  possible.KeepIf(rule.at[1], [from](aclDataType to) { return CanCastAny(from, to); });
}

// CastableToPromoted

Status CheckCastableToPromoted(const RuleCall& call, const Rule& rule) {
  if (call.Given(rule, 0).is_null) return {};
  const aclDataType from = call.DtypeOf(rule, 0);
  const std::optional<aclDataType> to = call.PromotedFrom(rule, 1);
  // An integer that is a BOOL is whether it is not 0.
  if (to && (CanCast(from, *to) || (*to == ACL_BOOL && IsInteger(from)))) return {};
  return Invalid(ErrorKind::kCast, "{}: dtype is {}, which is not cast to {}, to which {} promote",
                 rule.names[0], DtypeName(from), NameOrNone(to), NamesFrom(rule, 1));
}

// CastableUnlessOne, BoolOnlyForBool

Status CheckCastableUnlessOne(const RuleCall& call, const Rule& rule) {
  return call.Number(rule, 0).nearest == 1 ? Status() : CheckCastable(call, rule);
}

Status CheckBoolOnlyForBool(const RuleCall& call, const Rule& rule) {
  if (call.Given(rule, 0).is_null || call.DtypeOf(rule, 0) != ACL_BOOL) return {};
  if (call.PromotedFrom(rule, 1) == ACL_BOOL) return {};
  return Invalid(ErrorKind::kScalarDtype,
                 "{}: dtype is BOOL, which is for operands of BOOL alone, but {} promote to {}",
                 rule.names[0], NamesFrom(rule, 1), NameOrNone(call.PromotedFrom(rule, 1)));
}

// PromotedCastable

Status CheckPromotedCastable(const RuleCall& call, const Rule& rule) {
  const aclDataType to = call.DtypeOf(rule, 0);
  const std::optional<aclDataType> from = call.PromotedFrom(rule, 1);
  if (!from) return CannotPromote(call, rule, 1);
  if (CanCast(*from, to)) return {};
  return Invalid(ErrorKind::kCast, "{}: dtype is {}, to which {}, to which {} promote, is not cast",
                 rule.names[0], DtypeName(to), DtypeName(*from), NamesFrom(rule, 1));
}

void NarrowPromotedCastable(const Rule& rule, PossibleDtypes& possible) {
  for (const int8_t k : Others(rule)) {
    if (k < 0) break;
    possible.KeepIf(k, [&](aclDataType dtype) {
      return possible.Promoted(Others(rule), k, dtype) != DtypeSet();
    });
  }
  possible.KeepIf(rule.at[0], [&](aclDataType to) {
    return CanCastAny(possible.Promoted(Others(rule), rule.at[0], to), to);
  });
}

// DtypeInOrCastable

// The others promote to a dtype, by a rule before this one.
Status CheckDtypeInOrCastable(const RuleCall& call, const Rule& rule) {
  const aclDataType to = call.DtypeOf(rule, 0);
  if (rule.dtypes.Has(to)) return CheckDtypeOnChip(rule.names[0], to);
  const aclDataType from = *call.PromotedFrom(rule, 1);
  if (CanCast(from, to)) return CheckOnChip(rule.names[0], "dtype is", to, rule.chips);
  return Invalid(ErrorKind::kCast,
                 "{}: dtype is {}, expected {}, or one to which {}, the dtype of {}, is cast",
                 rule.names[0], DtypeName(to), rule.dtypes.Text(), DtypeName(from),
                 NamesFrom(rule, 1));
}

void NarrowDtypeInOrCastable(const Rule& rule, PossibleDtypes& possible) {
  const bool casts = rule.chips.Has(possible.chip());
  possible.KeepIf(rule.at[0], [&](aclDataType to) {
    return rule.dtypes.Has(to) ||
           (casts && CanCastAny(possible.Promoted(Others(rule), rule.at[0], to), to));
  });
}

Status InferDtypeInOrCastable(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(InferPromoted(call, rule, output.dtype));
  if (!rule.dtypes.Has(output.dtype)) output.dtype = ACL_FLOAT;
  return {};
}

// FilledWith

Status CheckFilledWith(const RuleCall& call, const Rule& rule) {
  if (IsComplex(call.DtypeOf(rule, 0))) return {};
  if (!IsComplex(call.DtypeOf(rule, 1))) {
    return call.PromotedFrom(rule, 0) ? Status() : CannotPromote(call, rule, 0);
  }
  return Invalid(ErrorKind::kScalarDtype,
                 "{}: dtype is {}, expected a real dtype, as that of {} is {}", rule.names[1],
                 DtypeName(call.DtypeOf(rule, 1)), rule.names[0], DtypeName(call.DtypeOf(rule, 0)));
}

// IsPower

// The others promote to a dtype, by a rule before this one.
Status CheckIsPower(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = *call.PromotedFrom(rule, 1);
  const ExactNumber given = call.Number(rule, 0);
  if (IsInteger(dtype)) {
    const int sign_bits = ClassOf(dtype) == DtypeClass::kSigned ? 1 : 0;
    const ExactNumber end{std::ldexp(1.0, DtypeBytes(dtype) * 8 - sign_bits)};
    if (given.nearest >= 0 && end > given) return {};
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected a number from 0 to {}, which {}, to which {} promote, "
                   "holds",
                   rule.names[0], TextOf(given), Truncated({end.nearest, -1}), DtypeName(dtype),
                   NamesFrom(rule, 1));
  }
  if (!std::isfinite(given.nearest)) return {};
  if (std::isfinite(RoundedTo(dtype, *call.Given(rule, 0).scalar))) return {};
  return Invalid(ErrorKind::kValue,
                 "{}: is {}, expected a number that is finite in {}, to which {} promote",
                 rule.names[0], TextOf(given), DtypeName(dtype), NamesFrom(rule, 1));
}

}  // namespace

namespace rules {

constinit const RuleType kPromotesInto = {
    .name = "PromotesInto",
    .check = CheckPromotesInto,
    .glance = GlanceAtPromotesInto,
    .sentence = {"The dtypes of {all} promote to {dtypes}."},
    .python_sentence = {"{all} promote to {dtypes}."},
    .narrow = NarrowPromotesInto,
    .takes_lists = true,
};

constinit const RuleType kPromotedDtype = {
    .name = "PromotedDtype",
    .check = CheckPromotedDtype,
    .glance = GlanceAtPromotedDtype,
    .sentence = {"The dtype of {a} is what those of {b} and {c} promote to."},
    .python_sentence = {"{a} has the dtype to which {b} and {c} promote."},
    .narrow = NarrowPromotedDtype,
    .infer = InferPromotedDtype,
};

constinit const RuleType kCastable = {
    .name = "Castable",
    .check = CheckCastable,
    .sentence = {"Elements of {a} can become ones of {b}."},
    .narrow = NarrowCastable,
};

constinit const RuleType kCastableToPromoted = {
    .name = "CastableToPromoted",
    .check = CheckCastableToPromoted,
    .sentence = {"{a} can become an element of what the dtypes of {others} promote to."},
    .python_sentence = {"{a} can become an element of what {others} promote to."},
};

constinit const RuleType kCastableUnlessOne = {
    .name = "CastableUnlessOne",
    .check = CheckCastableUnlessOne,
    .sentence = {"{a} is 1 or can become an element of {b}."},
};

constinit const RuleType kBoolOnlyForBool = {
    .name = "BoolOnlyForBool",
    .check = CheckBoolOnlyForBool,
    .sentence = {"The dtype of {a} is BOOL only if those of {others} are."},
    .python_sentence = {"{a} is BOOL only if {others} are."},
};

constinit const RuleType kPromotedCastable = {
    .name = "PromotedCastable",
    .check = CheckPromotedCastable,
    .sentence = {"Elements of what the dtypes of {others} promote to can become ones of {a}."},
    .python_sentence = {"What {others} promote to can become elements of {a}."},
    .narrow = NarrowPromotedCastable,
    .infer = InferPromotedDtype,
    .takes_lists = true,
};

constinit const RuleType kDtypeInOrCastable = {
    .name = "DtypeInOrCastable",
    .check = CheckDtypeInOrCastable,
    .sentence = {.text = "The dtype of {a} is {dtypes}; on {products} also one of which elements "
                         "of what those of {others} promote to can become.",
                 .without_c = "The dtype of {a} is {dtypes}; on {products} also one of which "
                              "elements of {b} can become."},
    .python_sentence = {.text = "{a} is {dtypes}; on {products} also one that what {others} "
                                "promote to can become.",
                        .without_c =
                            "{a} is {dtypes}; on {products} also one that {b} can become."},
    .narrow = NarrowDtypeInOrCastable,
    .infer = InferDtypeInOrCastable,
};

constinit const RuleType kFilledWith = {
    .name = "FilledWith",
    .check = CheckFilledWith,
    .sentence = {"The dtypes of {a} and {b} promote, but that a complex tensor takes any scalar."},
    .python_sentence = {"{a} and {b} promote, but that an array of complex numbers takes any {b}."},
};

constinit const RuleType kIsPower = {
    .name = "IsPower",
    .check = CheckIsPower,
    .sentence = {"What {others} promote to holds {a}: if these are integers, not negative; if "
                 "floats, finite if it is."},
    .python_sentence = {"What {others} promote to holds {a}: if integers, not negative; if floats, "
                        "finite if it is."},
};

}  // namespace rules
}  // namespace openaclnn
