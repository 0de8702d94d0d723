#include "engine/check.h"

#include <limits>
#include <optional>
#include <string>

#include "aclnn/opdev/op_errno.h"
#include "base/settings.h"
#include "engine/checked_mode.h"
#include "tensor/broadcast.h"
#include "tensor/overlap.h"
#include "tensor/promote.h"
#include "tensor/view.h"

namespace openaclnn {
namespace {

// The arguments of one call beside their spec.
class Call {
 public:
  Call(const OpSpec& spec, std::span<const Argument> arguments)
      : spec_(spec), arguments_(arguments) {}

  const Tensor& At(const Rule& rule, int k) const { return *arguments_[rule.at[k]].tensor; }

  Status Obeys(const Rule& rule) const {
    switch (rule.kind) {
      case RuleKind::kNone:
        return {};
      case RuleKind::kDtypeIn:
        return CheckDtypeIn(rule);
      case RuleKind::kSameDtype:
        return CheckSameDtype(rule);
      case RuleKind::kPromotesInto:
        return CheckPromotesInto(rule);
      case RuleKind::kPromotedDtype:
        return CheckPromotedDtype(rule);
      case RuleKind::kMaxRank:
        return CheckMaxRank(rule);
      case RuleKind::kSameShape:
        return CheckSameShape(rule);
      case RuleKind::kBroadcasts:
        return CheckBroadcasts(rule);
      case RuleKind::kBroadcastShape:
        return CheckBroadcastShape(rule);
      case RuleKind::kBroadcastsTo:
        return CheckBroadcastsTo(rule);
      case RuleKind::kChannelWeight:
        return CheckChannelWeight(rule);
      case RuleKind::kTextIn:
        return CheckTextIn(rule);
    }
    return {};
  }

 private:
  template <class... Args>
  static Status Invalid(ErrorKind kind, fmt::format_string<Args...> format, Args&&... args) {
    return Error(kind, ACLNN_ERR_PARAM_INVALID, format, std::forward<Args>(args)...);
  }

  // BFLOAT16 exists on some products only, wherever a rule allows it.
  static Status CheckDtypeOnProduct(std::string_view name, aclDataType dtype) {
    const Product product = GetSettings().product;
    if (dtype != ACL_BF16 || kBfloat16Products.Has(product)) return {};
    return Invalid(ErrorKind::kProduct,
                   "{}: dtype is {}, which is not supported on {} (OPENACLNN_SOC={}), only on {}",
                   name, DtypeName(dtype), ProductName(product), GetSettings().soc_name,
                   kBfloat16Products.Text());
  }

  Status CheckDtypeIn(const Rule& rule) const {
    const aclDataType dtype = At(rule, 0).dtype;
    if (!rule.dtypes.Has(dtype)) {
      return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}", rule.names[0],
                     DtypeName(dtype), rule.dtypes.Text());
    }
    return CheckDtypeOnProduct(rule.names[0], dtype);
  }

  Status CheckSameDtype(const Rule& rule) const {
    const aclDataType a = At(rule, 0).dtype, b = At(rule, 1).dtype;
    if (a == b) return {};
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}",
                   rule.names[0], DtypeName(a), DtypeName(b), rule.names[1]);
  }

  Status CheckPromotesInto(const Rule& rule) const {
    const aclDataType a = At(rule, 0).dtype, b = At(rule, 1).dtype;
    const std::optional<aclDataType> promoted = Promote(a, b);
    if (!promoted) {
      return Invalid(ErrorKind::kPromotion, "{} and {}: {} and {} cannot promote to a common dtype",
                     rule.names[0], rule.names[1], DtypeName(a), DtypeName(b));
    }
    if (!rule.dtypes.Has(*promoted)) {
      return Invalid(ErrorKind::kPromotion, "{} and {}: {} and {} promote to {}, expected {}",
                     rule.names[0], rule.names[1], DtypeName(a), DtypeName(b), DtypeName(*promoted),
                     rule.dtypes.Text());
    }
    OPENACLNN_RETURN_IF_ERROR(CheckDtypeOnProduct(rule.names[0], a));
    return CheckDtypeOnProduct(rule.names[1], b);
  }

  Status CheckPromotedDtype(const Rule& rule) const {
    const aclDataType given = At(rule, 0).dtype;
    const std::optional<aclDataType> promoted = Promote(At(rule, 1).dtype, At(rule, 2).dtype);
    if (promoted && given == *promoted) return {};
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, to which {} and {} promote",
                   rule.names[0], DtypeName(given),
                   promoted ? DtypeName(*promoted) : std::string("none"), rule.names[1],
                   rule.names[2]);
  }

  Status CheckMaxRank(const Rule& rule) const {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      if (!spec_.arguments[i].IsTensor()) continue;
      const Dims& shape = arguments_[i].tensor->shape;
      if (shape.size() <= static_cast<size_t>(rule.limit)) continue;
      return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected at most {}",
                     spec_.arguments[i].name, shape.size(), ShapeText(shape), rule.limit);
    }
    return {};
  }

  Status CheckSameShape(const Rule& rule) const {
    const Dims &a = At(rule, 0).shape, &b = At(rule, 1).shape;
    if (a == b) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}",
                   rule.names[0], ShapeText(a), ShapeText(b), rule.names[1]);
  }

  Status CheckBroadcasts(const Rule& rule) const {
    const Dims &a = At(rule, 0).shape, &b = At(rule, 1).shape;
    if (a == b || Broadcast(a, b)) return {};
    return Invalid(ErrorKind::kBroadcast,
                   "{} and {}: shapes {} and {} do not broadcast; aligned at their last axes, "
                   "sizes must be equal or 1",
                   rule.names[0], rule.names[1], ShapeText(a), ShapeText(b));
  }

  Status CheckBroadcastShape(const Rule& rule) const {
    const Dims& given = At(rule, 0).shape;
    if (given == At(rule, 1).shape && given == At(rule, 2).shape) return {};
    const std::optional<Dims> expected = Broadcast(At(rule, 1).shape, At(rule, 2).shape);
    if (expected && given == *expected) return {};
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {}, the broadcast shape of {} and {}", rule.names[0],
                   ShapeText(given), expected ? ShapeText(*expected) : std::string("none"),
                   rule.names[1], rule.names[2]);
  }

  Status CheckBroadcastsTo(const Rule& rule) const {
    const Dims &a = At(rule, 0).shape, &b = At(rule, 1).shape;
    if (BroadcastsTo(a, b)) return {};
    return Invalid(ErrorKind::kBroadcast, "{}: shape {} does not broadcast to {}, the shape of {}",
                   rule.names[0], ShapeText(a), ShapeText(b), rule.names[1]);
  }

  Status CheckChannelWeight(const Rule& rule) const {
    const Dims &weight = At(rule, 0).shape, &self = At(rule, 1).shape;
    const Dims& gradient = At(rule, 2).shape;
    const int64_t count = At(rule, 0).extent.elements;
    if (count == 1) {
      if (gradient == weight) return {};
      return Invalid(ErrorKind::kShape,
                     "{}: shape is {}, expected {}, the shape of {}, which has one element",
                     rule.names[2], ShapeText(gradient), ShapeText(weight), rule.names[0]);
    }
    if (self.empty()) {
      return Invalid(ErrorKind::kChannels,
                     "{}: has {} elements (shape {}), expected 1, as {} has no axes", rule.names[0],
                     count, ShapeText(weight), rule.names[1]);
    }
    const int64_t channels = self.size() > 1 ? self[1] : 1;
    if (count != channels) {
      return Invalid(
          ErrorKind::kChannels,
          "{}: has {} elements (shape {}), expected 1 or {}, the channels of {} (shape {})",
          rule.names[0], count, ShapeText(weight), channels, rule.names[1], ShapeText(self));
    }
    if (gradient == Dims{channels}) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, one element for each of {}",
                   rule.names[2], ShapeText(gradient), ShapeText(Dims{channels}), rule.names[0]);
  }

  Status CheckTextIn(const Rule& rule) const {
    const std::string_view given = arguments_[rule.at[0]].text;
    for (const std::string_view text : rule.texts) {
      if (given == text) return {};
    }
    constexpr size_t kShown = 32;
    return Invalid(ErrorKind::kText, "{}: is \"{}\"{}, expected \"{}\" or \"{}\"", rule.names[0],
                   given.substr(0, kShown), given.size() > kShown ? "..." : "", rule.texts[0],
                   rule.texts[1]);
  }

  const OpSpec& spec_;
  std::span<const Argument> arguments_;
};

const char* MeaningOf(ArgumentKind kind) {
  if (kind == ArgumentKind::kScalar) return "an aclScalar";
  return kind == ArgumentKind::kText ? "a string" : "an aclTensor";
}

Status CheckNulls(const OpSpec& spec, std::span<const Argument> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].is_null) continue;
    return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR, "{}: is null, expected {}",
                 spec.arguments[i].name, MeaningOf(spec.arguments[i].kind));
  }
  return {};
}

Status CheckProduct(const OpSpec& spec) {
  const Settings& settings = GetSettings();
  if (spec.products.Has(settings.product)) return {};
  return Error(ErrorKind::kProduct, ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
               "{} is not available on {} (OPENACLNN_SOC={}), only on {}", spec.name,
               ProductName(settings.product), settings.soc_name, spec.products.Text());
}

// A tensor's own numbers must describe memory that can exist.
Status CheckTensor(std::string_view name, const Tensor& tensor) {
  if (tensor.extent.representable) return {};
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    if (tensor.shape[i] >= 0) continue;
    return Error(ErrorKind::kLayout, ACLNN_ERR_PARAM_INVALID,
                 "{}: shape {} has a negative size at axis {}", name, ShapeText(tensor.shape), i);
  }
  return Error(ErrorKind::kLayout, ACLNN_ERR_PARAM_INVALID,
               "{}: shape {} with strides {} and offset {} reaches beyond what memory can hold",
               name, ShapeText(tensor.shape), ShapeText(tensor.strides), tensor.offset);
}

// Finds the objects behind the handles and looks at each by itself.
Status FindObjects(const OpSpec& spec, std::span<Argument> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view name = spec.arguments[i].name;
    Argument& argument = arguments[i];
    if (spec.arguments[i].IsTensor()) {
      argument.tensor = FindTensor(static_cast<const aclTensor*>(argument.handle));
      if (argument.tensor == nullptr) {
        if (AnyChecks()) ReportDeadArgument(spec, static_cast<int>(i), argument.handle);
        return Error(ErrorKind::kNotLive, ACLNN_ERR_PARAM_INVALID,
                     "{}: {} is not a live aclTensor; it was destroyed or never created", name,
                     argument.handle);
      }
      OPENACLNN_RETURN_IF_ERROR(CheckTensor(name, *argument.tensor));
    } else if (spec.arguments[i].kind == ArgumentKind::kScalar) {
      argument.scalar = FindScalar(static_cast<const aclScalar*>(argument.handle));
      if (argument.scalar == nullptr) {
        if (AnyChecks()) ReportDeadArgument(spec, static_cast<int>(i), argument.handle);
        return Error(ErrorKind::kNotLive, ACLNN_ERR_PARAM_INVALID,
                     "{}: {} is not a live aclScalar; it was destroyed or never created", name,
                     argument.handle);
      }
      if (!IsReal(argument.scalar->dtype)) {
        return Error(ErrorKind::kScalarDtype, ACLNN_ERR_PARAM_INVALID,
                     "{}: dtype is {}, expected a real dtype", name,
                     DtypeName(argument.scalar->dtype));
      }
    }
  }
  return {};
}

}  // namespace

Status CheckArguments(const OpSpec& spec, std::span<Argument> arguments) {
  OPENACLNN_RETURN_IF_ERROR(CheckNulls(spec, arguments));
  OPENACLNN_RETURN_IF_ERROR(CheckProduct(spec));
  OPENACLNN_RETURN_IF_ERROR(FindObjects(spec, arguments));
  const Call call(spec, arguments);
  for (const Rule& rule : spec.rules) {
    if (rule.kind == RuleKind::kNone) break;
    OPENACLNN_RETURN_IF_ERROR(call.Obeys(rule));
  }
  return {};
}

Status CheckOverlap(const OpSpec& spec, std::span<const Argument> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (spec.arguments[i].kind != ArgumentKind::kOutput) continue;
    const std::string_view name = spec.arguments[i].name;
    const Tensor& output = *arguments[i].tensor;
    if (!output.extent.contiguous && SelfOverlaps(ViewOf(output))) {
      return Error(ErrorKind::kSelfOverlap, ACLNN_ERR_PARAM_INVALID,
                   "{}: shape {} with strides {} puts several elements at one address", name,
                   ShapeText(output.shape), ShapeText(output.strides));
    }
    if (output.data == nullptr) continue;
    const ByteRange range = RangeOf(output);
    for (size_t k = 0; k < arguments.size(); ++k) {
      if (!spec.arguments[k].IsTensor() || k == i) continue;
      const bool is_output = spec.arguments[k].kind == ArgumentKind::kOutput;
      const Tensor& other = *arguments[k].tensor;
      if (other.data == nullptr || (is_output && k < i)) continue;
      const ByteRange others = RangeOf(other);
      if (range.end <= others.begin || others.end <= range.begin) continue;
      const View view = ViewOf(output), other_view = ViewOf(other);
      if (!is_output && SameView(view, other_view)) continue;
      if (!SharesBytes(view, other_view)) continue;
      return Error(ErrorKind::kOverlap, ACLNN_ERR_PARAM_INVALID, "{}: shares memory with {}{}",
                   name, spec.arguments[k].name,
                   is_output ? ", also an output; each needs its own"
                             : " without being the same view of it; use exactly the same view (in "
                               "place) or other memory");
    }
  }
  return {};
}

int TextChoice(const OpSpec& spec, std::span<const Argument> arguments) {
  for (const Rule& rule : spec.rules) {
    if (rule.kind == RuleKind::kNone) break;
    if (rule.kind != RuleKind::kTextIn) continue;
    return arguments[rule.at[0]].text == rule.texts[0] ? 0 : 1;
  }
  return 0;
}

}  // namespace openaclnn
