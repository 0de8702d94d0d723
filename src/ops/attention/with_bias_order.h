// The second versions of the operators of attention, which say when the bias is added.
#pragma once

#include <string_view>

#include "engine/resolved.h"
#include "ops/attention/attention_call.h"

namespace openaclnn {

// They have two arrays after the prefixes and lengths, which are for a bias that is computed, and
// the order after the mode.
constexpr AttentionArguments WithBiasOrder(AttentionArguments at) {
  const int prefix = at.key_lengths >= 0 ? at.key_lengths : at.prefix, mode = at.mode;
  for (int AttentionArguments::*const argument :
       {&AttentionArguments::scale, &AttentionArguments::keep, &AttentionArguments::before,
        &AttentionArguments::after, &AttentionArguments::heads, &AttentionArguments::layout,
        &AttentionArguments::mode, &AttentionArguments::maxima, &AttentionArguments::sums,
        &AttentionArguments::out}) {
    int& index = at.*argument;
    index += (index > prefix ? 2 : 0) + (index > mode ? 1 : 0);
  }
  at.bias_order = at.mode + 1;
  return at;
}

// The same spec with another kind.
consteval OpSpec OfKind(const Kind& kind, OpSpec spec) {
  spec.work.kind = &kind;
  return spec;
}

consteval OpSpec WithBiasOrder(std::string_view name, std::string_view formula, OpSpec spec) {
  const int lengths = spec.IndexOf("actualSeqKvLenOptional"), mode = spec.IndexOf("sparseMode");
  const int prefix = lengths >= 0 ? lengths : spec.IndexOf("prefixOptional");
  const OpSpec first = spec;
  int to = 0;
  for (int from = 0; from < first.NumArguments(); ++from) {
    spec.arguments[to++] = first.arguments[from];
    if (from == prefix) {
      spec.arguments[to++] = Optional(IntsInput("qStartIdxOptional"));
      spec.arguments[to++] = Optional(IntsInput("kvStartIdxOptional"));
    }
    if (from == mode) spec.arguments[to++] = IntInput("pseType");
  }
  spec.rules[spec.num_rules++] = IntIn("pseType", 0, 1);
  spec.name = name;
  spec.formula = formula;
  return Resolved(spec);
}

}  // namespace openaclnn
