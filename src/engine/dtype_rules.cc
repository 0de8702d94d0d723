#include "engine/dtype_rules.h"

#include <optional>
#include <string>
#include <string_view>

#include "base/settings.h"
#include "tensor/promote.h"

namespace openaclnn {

namespace {

// `is`: how the message puts the dtype's being that of the argument, or it.
Status CheckProduct(std::string_view name, std::string_view is, aclDataType dtype,
                    Products products) {
  const Product product = GetSettings().product;
  if (products.Has(product)) return {};
  return Invalid(ErrorKind::kProduct,
                 "{}: {} {}, which is not supported on {} (OPENACLNN_SOC={}), only on {}", name, is,
                 DtypeName(dtype), ProductName(product), GetSettings().soc_name, products.Text());
}

Status CheckDtypeOnProduct(std::string_view name, aclDataType dtype,
                           std::string_view is = "dtype is") {
  return ProductHas(dtype) ? Status() : CheckProduct(name, is, dtype, kBfloat16Products);
}

std::string DtypesFrom(const RuleCall& call, const Rule& rule, int first) {
  return Listed(rule, first, [&](int k) { return DtypeName(call.DtypeOf(rule, k)); });
}

Status CannotPromote(const RuleCall& call, const Rule& rule, int first) {
  return Invalid(ErrorKind::kPromotion, "{}: {} cannot promote to a common dtype",
                 NamesFrom(rule, first), DtypesFrom(call, rule, first));
}

}  // namespace

Status CheckDtypeIn(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = call.DtypeOf(rule, 0);
  if (!rule.dtypes.Has(dtype)) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}", rule.names[0],
                   DtypeName(dtype), rule.dtypes.Text());
  }
  return CheckDtypeOnProduct(rule.names[0], dtype);
}

Status CheckSameDtype(const RuleCall& call, const Rule& rule) {
  const aclDataType a = call.At(rule, 0).dtype, b = call.At(rule, 1).dtype;
  if (a == b) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}", rule.names[0],
                 DtypeName(a), DtypeName(b), rule.names[1]);
}

Status CheckPromotesInto(const RuleCall& call, const Rule& rule) {
  const std::optional<aclDataType> promoted = call.PromotedFrom(rule, 0);
  if (!promoted) return CannotPromote(call, rule, 0);
  if (!rule.dtypes.Has(*promoted)) {
    return Invalid(ErrorKind::kPromotion, "{}: {} promote to {}, expected {}", NamesFrom(rule, 0),
                   DtypesFrom(call, rule, 0), DtypeName(*promoted), rule.dtypes.Text());
  }
  for (int k = 0; k < static_cast<int>(rule.at.size()) && rule.at[k] >= 0; ++k) {
    if (call.Given(rule, k).tensor == nullptr) continue;
    OPENACLNN_RETURN_IF_ERROR(CheckDtypeOnProduct(rule.names[k], call.DtypeOf(rule, k)));
  }
  return {};
}

Status CheckPromotedDtype(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype;
  const std::optional<aclDataType> promoted = call.PromotedFrom(rule, 1);
  if (promoted && given == *promoted) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, to which {} and {} promote",
                 rule.names[0], DtypeName(given),
                 promoted ? DtypeName(*promoted) : std::string("none"), rule.names[1],
                 rule.names[2]);
}

Status CheckIsDtypeIn(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.arguments()[rule.at[0]].dtype;
  if (!rule.dtypes.Has(given)) {
    return Invalid(ErrorKind::kDtype, "{}: is {}, expected {}", rule.names[0], DtypeName(given),
                   rule.dtypes.Text());
  }
  return CheckDtypeOnProduct(rule.names[0], given, "is");
}

Status CheckHasDtype(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype, expected = call.arguments()[rule.at[1]].dtype;
  if (given == expected) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, which is {}", rule.names[0],
                 DtypeName(given), DtypeName(expected), rule.names[1]);
}

Status CheckCastable(const RuleCall& call, const Rule& rule) {
  const aclDataType from = call.DtypeOf(rule, 0), to = call.DtypeOf(rule, 1);
  if (CanCast(from, to)) return {};
  return Invalid(ErrorKind::kCast, "{}: dtype is {}, to which {}, the dtype of {}, is not cast",
                 rule.names[1], DtypeName(to), DtypeName(from), rule.names[0]);
}

Status CheckCastableToPromoted(const RuleCall& call, const Rule& rule) {
  const aclDataType from = call.DtypeOf(rule, 0);
  const std::optional<aclDataType> to = call.PromotedFrom(rule, 1);
  // An integer that is a BOOL is whether it is not 0.
  if (to && (CanCast(from, *to) || (*to == ACL_BOOL && IsInteger(from)))) return {};
  return Invalid(ErrorKind::kCast, "{}: dtype is {}, which is not cast to {}, to which {} promote",
                 rule.names[0], DtypeName(from), to ? DtypeName(*to) : std::string("none"),
                 NamesFrom(rule, 1));
}

Status CheckPromotedCastable(const RuleCall& call, const Rule& rule) {
  const aclDataType to = call.DtypeOf(rule, 0);
  const std::optional<aclDataType> from = call.PromotedFrom(rule, 1);
  if (!from) return CannotPromote(call, rule, 1);
  if (CanCast(*from, to)) return {};
  return Invalid(ErrorKind::kCast, "{}: dtype is {}, to which {}, to which {} promote, is not cast",
                 rule.names[0], DtypeName(to), DtypeName(*from), NamesFrom(rule, 1));
}

// The others promote to a dtype, by a rule before this one.
Status CheckDtypeInOrCastable(const RuleCall& call, const Rule& rule) {
  const aclDataType to = call.DtypeOf(rule, 0);
  if (rule.dtypes.Has(to)) return CheckDtypeOnProduct(rule.names[0], to);
  const aclDataType from = *call.PromotedFrom(rule, 1);
  if (CanCast(from, to)) return CheckProduct(rule.names[0], "dtype is", to, rule.products);
  return Invalid(ErrorKind::kCast,
                 "{}: dtype is {}, expected {}, or one to which {}, the dtype of {}, is cast",
                 rule.names[0], DtypeName(to), rule.dtypes.Text(), DtypeName(from),
                 NamesFrom(rule, 1));
}

Status CheckDtypeOnlyOn(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = call.DtypeOf(rule, 0);
  if (!rule.dtypes.Has(dtype)) return {};
  return CheckProduct(rule.names[0], "dtype is", dtype, rule.products);
}

Status CheckOnlyWithZero(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = call.DtypeOf(rule, 0);
  if (!rule.dtypes.Has(dtype)) return {};
  OPENACLNN_RETURN_IF_ERROR(CheckProduct(rule.names[0], "dtype is", dtype, rule.products));
  if (call.Number(rule, 1).nearest == 0) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 0, as the dtype of {} is {}",
                 rule.names[1], TextOf(call.Number(rule, 1)), rule.names[0], DtypeName(dtype));
}

Status CheckFilledWith(const RuleCall& call, const Rule& rule) {
  if (IsComplex(call.DtypeOf(rule, 0)) || call.PromotedFrom(rule, 0)) return {};
  if (!IsComplex(call.DtypeOf(rule, 1))) return CannotPromote(call, rule, 0);
  return Invalid(ErrorKind::kScalarDtype,
                 "{}: dtype is {}, expected a real dtype, as that of {} is {}", rule.names[1],
                 DtypeName(call.DtypeOf(rule, 1)), rule.names[0], DtypeName(call.DtypeOf(rule, 0)));
}

}  // namespace openaclnn
