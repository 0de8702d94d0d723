#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul_v4.h"
#include "aclnnop/aclnn_grouped_matmul_v5.h"
#include "kinds/elementwise/plan.h"
#include "kinds/product/plan.h"
#include "kinds/stages/stage_list.h"
#include "ops/c_functions.h"
#include "ops/quant/family.h"
#include "ops/quant/grouped_rules.h"
#include "tensor/integer_matrix.h"
#include "tensor/view.h"

namespace openaclnn {

const Kernel* ReluKernel();
const Kernel* GeluTanhKernel();
const Kernel* FastGeluKernel();
const Kernel* SiluKernel();

namespace {

// By actType. The SIMD target is settled, as the product is planned.
const Kernel* ActivationOf(int64_t type) {
  switch (type) {
    case 1:
      return ReluKernel();
    case 2:
      return GeluTanhKernel();
    case 4:
      return FastGeluKernel();
    default:
      return SiluKernel();
  }
}

// Makes the products of a call.
class GroupedMatmul {
 public:
  GroupedMatmul(const Call& call, StageList& list)
      : call_(call), list_(list), division_(DivisionOf(call.arguments)) {}

  void Plan() {
    const int out = call_.spec.IndexOf("out");
    const int64_t activation = call_.At(kActType).integer;
    for (size_t i = 0; i < MembersOf(call_.At(out)).size(); ++i) outs_.push_back(MemberOf(out, i));
    const std::vector<Value> given = outs_;
    if (activation != 0) {
      for (Value& value : outs_) value = list_.Temporary(ACL_FLOAT, value->shape);
    }
    MakeProducts();
    list_.Add(PlanGroupedProduct(made_));
    if (activation == 0) return;
    for (size_t i = 0; i < outs_.size(); ++i) {
      list_.Add(PlanFormulaInFloat(ActivationOf(activation), std::span(&outs_[i], 1), given[i]));
    }
  }

 private:
  Value MemberOf(int list, size_t i) const { return list_.Member(list, static_cast<int>(i)); }
  size_t CountOf(int list) const { return MembersOf(call_.At(list)).size(); }

  // The part of a value that follows `before` elements along an axis.
  Value Part(const Value& value, size_t axis, int64_t before, int64_t extent) const {
    Dims shape = value->shape;
    shape[axis] = extent;
    Value part = list_.Seen(value, shape, value->strides);
    part.origin += BytesOfElements(value->dtype, before * value->strides[axis]);
    return part;
  }
  // What one group has of a value with an axis of groups, and the step to the next one.
  Value OfFirstGroup(const Value& value, int64_t& step) const {
    step = BytesOfElements(value->dtype, value->strides[0]);
    return list_.Seen(value, Dims(value->shape.begin() + 1, value->shape.end()),
                      Dims(value->strides.begin() + 1, value->strides.end()));
  }

  // The member of an optional list that goes with weight `i`.
  std::optional<Value> Beside(int list, size_t i, int64_t& step) const {
    if (CountOf(list) == 0) return std::nullopt;
    const Value value = MemberOf(list, i);
    return division_.has_one_weight ? OfFirstGroup(value, step) : value;
  }

  void AddNumbers(size_t i, GroupProduct& product) {
    GroupSteps& steps = made_.steps;
    product.added = Beside(kBias, i, steps.added);
    product.sums = SumsOf(product, i);
    const QuantisedNumbers role_of_scale = product.sums.is_used ? kFactorScales : kColumnScales;
    const std::pair<int, QuantisedNumbers> lists[] = {{kAntiquantScale, kFactorScales},
                                                      {kScale, role_of_scale},
                                                      {kAntiquantOffset, kFactorOffsets}};
    for (const auto& [list, role] : lists) {
      if (CountOf(list) > 0) product.numbers[role] = Beside(list, i, steps.numbers[role]);
    }
    if (CountOf(kPerTokenScale) > 0) product.numbers[kRowScales] = MemberOf(kPerTokenScale, 0);
    const std::optional<Value>& scale = product.numbers[kFactorScales];
    if (!scale || (*scale)->shape.size() < 2) return;
    const IntegerMatrix x = IntegersOf(*product.first.tensor, false);
    product.group_of_k = x.shape.back() / (*scale)->shape[0];
  }

  // Weights of four bits by integers have scales for groups of k; by INT8 always.
  ScaledSums SumsOf(const GroupProduct& product, size_t i) const {
    if (!HasFourBits(call_.arguments)) return {};
    const bool has_eight = product.first->dtype == ACL_INT8;
    const bool has_groups = MemberOf(kScale, i)->shape.size() == 3;
    return {.is_used = has_eight || has_groups, .takes_eight = has_eight};
  }

  void AddProduct(size_t i) {
    GroupProduct& product =
        made_.products.emplace_back(GroupProduct{.first = MemberOf(kX, division_.has_one_x ? 0 : i),
                                                 .second = MemberOf(kWeight, i),
                                                 .result = outs_[outs_.size() == 1 ? 0 : i]});
    const int64_t type = call_.At(kGroupType).integer;
    if (division_.has_one_weight && type == kGroupsOfRows) {
      product.second = OfFirstGroup(product.second, made_.steps.second);
    } else if (division_.has_one_weight) {
      product.result = OfFirstGroup(product.result, made_.steps.result);
    } else if (type == kGroupsOfRows && !division_.has_one_x) {
      const int64_t rows = product.first->shape[0];
      product.result = Part(product.result, 0, rows_, rows);
      rows_ += rows;
    } else if (type == kGroupsOfK) {
      const int64_t terms = product.second->shape[0];
      product.first = Part(product.first, 1, terms_, terms);
      terms_ += terms;
    }
    AddNumbers(i, product);
  }

  void MakeProducts() {
    for (size_t i = 0; i < CountOf(kWeight); ++i) AddProduct(i);
    if (division_.has_list) {
      made_.list = list_.Given(kGroupList);
      made_.groups = (*made_.list)->shape[0];
    } else {
      made_.groups = static_cast<int64_t>(made_.products.size());
    }
    // Products of INT8 and four bits take sizes, whatever groupListType is.
    const bool has_sizes = HasFourBits(call_.arguments) && MemberOf(kX, 0)->dtype == ACL_INT8;
    made_.list_is =
        has_sizes ? GroupList::kSizes : static_cast<GroupList>(call_.At(kGroupListType).integer);
    made_.groups_k = call_.At(kGroupType).integer == kGroupsOfK;
    made_.adds_floats_first = true;
    for (const int list :
         {kX, kWeight, kBias, kScale, kAntiquantScale, kAntiquantOffset, kPerTokenScale}) {
      for (size_t i = 0; i < CountOf(list); ++i) made_.read.push_back(MemberOf(list, i));
    }
    made_.written = outs_;
  }

  const Call& call_;
  StageList& list_;
  const Division division_;
  std::vector<Value> outs_;
  GroupedProduct made_;
  int64_t rows_ = 0, terms_ = 0;  // of the products so far
};

void PlanGroupedMatmul(const Call& call, Executor& executor) {
  StageList list(call, executor);
  GroupedMatmul(call, list).Plan();
  list.Finish();
}

constexpr Kind kGroupedMatmul = OnCpusAlone(InStages(PlanGroupedMatmul));

constexpr int64_t kMostMembers = 128;
constexpr DtypeSet kXDtypes = kFloatDtypes | kQuantisedDtypes,
                   kWeightDtypes = kFloatDtypes | kQuantisedDtypes,
                   kBiasDtypes = kOnlyFloat | kOnlyFloat16 | kOnlyInt32,
                   kScaleDtypes = kWordDtypes | kOnlyFloat | kOnlyBfloat16,
                   kOutDtypes = kFloatDtypes | kOnlyInt8 | kOnlyInt32;

}  // namespace

constexpr OpSpec kGroupedMatmulV4Spec = Resolved({
    .name = "aclnnGroupedMatmulV4",
    .formula = "out[g] = act((x[g] @ ((weight[g] + antiquantOffset[g]) * antiquantScale[g]) + "
               "bias[g]) * scale[g] * perTokenScale)",
    .arguments = {Inputs("x"), Inputs("weight"), Optional(Inputs("biasOptional")),
                  Optional(Inputs("scaleOptional")), Optional(Inputs("offsetOptional")),
                  Optional(Inputs("antiquantScaleOptional")),
                  Optional(Inputs("antiquantOffsetOptional")),
                  Optional(Inputs("perTokenScaleOptional")), Optional(Input("groupListOptional")),
                  Optional(Inputs("activationInputOptional")),
                  Optional(Inputs("activationQuantScaleOptional")),
                  Optional(Inputs("activationQuantOffsetOptional")), IntInput("splitItem"),
                  IntInput("groupType"), IntInput("groupListType"), IntInput("actType"),
                  Outputs("out"), Optional(Outputs("activationFeatureOutOptional")),
                  Optional(Outputs("dynQuantScaleOutOptional"))},
    .rules = {HasCount("x", 1, kMostMembers),
              HasCount("weight", 1, kMostMembers),
              HasCount("out", 1, kMostMembers),
              NoMembers("offsetOptional"),
              NoMembers("activationInputOptional"),
              NoMembers("activationQuantScaleOptional"),
              NoMembers("activationQuantOffsetOptional"),
              NoMembers("activationFeatureOutOptional"),
              NoMembers("dynQuantScaleOutOptional"),
              DtypeIn("x", kXDtypes),
              DtypeIn("weight", kWeightDtypes),
              DtypeIn("biasOptional", kBiasDtypes),
              DtypeIn("scaleOptional", kScaleDtypes),
              DtypeIn("antiquantScaleOptional", kHalfDtypes),
              DtypeIn("antiquantOffsetOptional", kHalfDtypes),
              DtypeIn("perTokenScaleOptional", kOnlyFloat),
              DtypeIn("groupListOptional", DtypeSet(ACL_INT64)),
              DtypeIn("out", kOutDtypes),
              GroupedDtypes(),
              IntIn("splitItem", 0, 1, 2, 3),
              IntIn("groupType", -1, 0, 2),
              IntIn("groupListType", 0, 1, 2),
              IntBetween("actType", 0, 5),
              GroupedShapes()},
    .chips = kA2AndA3,
    .work = {.kind = &kGroupedMatmul},
});

// The same with tuningConfigOptional, which changes nothing here.
consteval OpSpec SpecOfV5() {
  OpSpec spec = kGroupedMatmulV4Spec;
  spec.name = "aclnnGroupedMatmulV5";
  for (int i = spec.NumArguments(); i > kActType + 1; --i) {
    spec.arguments[static_cast<size_t>(i)] = spec.arguments[static_cast<size_t>(i - 1)];
  }
  spec.arguments[kActType + 1] = Optional(IntsInput("tuningConfigOptional"));
  return Resolved(spec);
}
constexpr OpSpec kGroupedMatmulV5Spec = SpecOfV5();

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(GroupedMatmulV4, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensorList*, const aclTensorList*,
                      const aclTensor*, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, int64_t, int64_t, int64_t, int64_t, aclTensorList*,
                      aclTensorList*, aclTensorList*);
OPENACLNN_C_FUNCTIONS(GroupedMatmulV5, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, const aclTensorList*, const aclTensorList*,
                      const aclTensor*, const aclTensorList*, const aclTensorList*,
                      const aclTensorList*, int64_t, int64_t, int64_t, int64_t, aclIntArray*,
                      aclTensorList*, aclTensorList*, aclTensorList*);
