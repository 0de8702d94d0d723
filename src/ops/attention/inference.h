// The specs of attention for inference, which differ in their lists of arguments.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "engine/kind.h"
#include "ops/attention/family.h"
#include "ops/attention/inference_arguments.h"
#include "ops/attention/inference_shape.h"

namespace openaclnn {

// Works in stages, on CPUs alone.
extern const Kind kInferenceKind;

// What none of the operators supports.
inline constexpr std::string_view kNotSupportedForInference[] = {
    "deqScale1",
    "quantScale1",
    "deqScale2",
    "quantScale2",
    "quantOffset2",
    "dequantScale1",
    "dequantScale2",
    "antiquantScale",
    "antiquantOffset",
    "queryPaddingSize",
    "kvPaddingSize",
    "deqScale1Optional",
    "quantScale1Optional",
    "deqScale2Optional",
    "quantScale2Optional",
    "quantOffset2Optional",
    "antiquantScaleOptional",
    "antiquantOffsetOptional",
    "queryPaddingSizeOptional",
    "kvPaddingSizeOptional",
    "keyAntiquantScaleOptional",
    "keyAntiquantOffsetOptional",
    "valueAntiquantScaleOptional",
    "valueAntiquantOffsetOptional",
    "keySharedPrefixOptional",
    "valueSharedPrefixOptional",
    "keyRopeAntiquantScaleOptional",
    "dequantScaleQueryOptional",
    "learnableSinkOptional",
};
inline constexpr std::string_view kFormulaOfInference =
    "attentionOut = softmax(mask(scaleValue * query @ key^T + pseShift)) @ value, of each head";
inline constexpr DtypeSet kInferenceDtypes{ACL_FLOAT16, ACL_BF16},
    kInferenceMaskDtypes{ACL_BOOL, ACL_INT8, ACL_UINT8}, kOnlyInt32{ACL_INT32};

// An operator whose argument names say all; of `layouts` of kInferenceLayoutTexts.
consteval OpSpec Inference(std::string_view name, size_t layouts,
                           std::initializer_list<ArgumentSpec> arguments) {
  OpSpec spec{.name = name,
              .formula = kFormulaOfInference,
              .arguments = {},
              .rules = {},
              .chips = Chips(Chip::kAscend910B, Chip::kAscend910_93)};
  int count = 0;
  for (const ArgumentSpec& argument : arguments) spec.arguments[count++] = argument;
  const InferenceArguments at = InferenceArgumentsOf(spec);
  const auto name_of = [&spec](int8_t argument) { return spec.arguments[argument].name; };
  const std::string_view query = name_of(at.query), key = name_of(at.key),
                         value = name_of(at.value);
  int rules = 0;
  const auto add = [&](const Rule& rule) { spec.rules[rules++] = rule; };
  add(NotSupported(query, kNotSupportedForInference));
  add(DtypeIn(query, kInferenceDtypes));
  add(DtypeIn(name_of(at.mask), kInferenceMaskDtypes));
  if (at.table >= 0) add(DtypeIn(name_of(at.table), kOnlyInt32));
  add(TextIn("inputLayout", std::span(kInferenceLayoutTexts).first(layouts)));
  if (at.mode >= 0) add(IntBetween("sparseMode", 0, 4));
  add(InferenceHeads(query, key, value));
  add(InferenceLengths(query));
  add(InferenceBias(name_of(at.bias)));
  add(InferenceMask(query));
  add(InferenceResult(name_of(at.out), query, key, value));
  if (at.logarithms >= 0) add(InferenceLogarithms(name_of(at.logarithms), query));
  spec.work.kind = &kInferenceKind;
  spec.work.options = OptionsOf(at);
  return Resolved(spec);
}

}  // namespace openaclnn
