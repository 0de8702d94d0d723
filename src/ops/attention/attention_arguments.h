// Where the arguments of an operator of attention are in its prototype, and in those of its later
// versions.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "engine/op_spec.h"
#include "engine/resolved.h"
#include "ops/attention/attention_shape.h"

namespace openaclnn {

// -1: there is no such argument.
struct AttentionArguments {
  int query = -1, key = -1, value = -1, bias = -1, kept = -1, mask = -1, prefix = -1, scale = -1;
  int keep = -1, before = -1, after = -1, heads = -1, layout = -1, mode = -1;
  int maxima = -1, sums = -1, out = -1;
  int query_lengths = -1, key_lengths = -1;  // of tensors whose positions are packed
  // Only gradients have these:
  int grad = -1, by_query = -1, by_key = -1, by_value = -1, by_bias = -1;
  // Only later versions have these:
  int query_start = -1, key_start = -1, bias_type = -1;
  int query_rope = -1, key_rope = -1, by_query_rope = -1, by_key_rope = -1;
};

// The arguments with `count` more of them behind one.
constexpr AttentionArguments WithMore(AttentionArguments at, int behind, int count) {
  using A = AttentionArguments;
  for (int A::*const argument :
       {&A::query,      &A::key,       &A::value,         &A::bias,        &A::kept,
        &A::mask,       &A::prefix,    &A::scale,         &A::keep,        &A::before,
        &A::after,      &A::heads,     &A::layout,        &A::mode,        &A::maxima,
        &A::sums,       &A::out,       &A::query_lengths, &A::key_lengths, &A::grad,
        &A::by_query,   &A::by_key,    &A::by_value,      &A::by_bias,     &A::query_start,
        &A::key_start,  &A::bias_type, &A::query_rope,    &A::key_rope,    &A::by_query_rope,
        &A::by_key_rope}) {
    int& index = at.*argument;
    if (index > behind) index += count;
  }
  return at;
}

// Second versions have two arrays behind the prefixes and lengths, and pseType behind the mode.
constexpr AttentionArguments WithBiasType(const AttentionArguments& first) {
  AttentionArguments at = WithMore(first, first.mode, 1);
  at.bias_type = first.mode + 1;
  const int prefix = at.key_lengths >= 0 ? at.key_lengths : at.prefix;
  at = WithMore(at, prefix, 2);
  at.query_start = prefix + 1;
  at.key_start = prefix + 2;
  return at;
}

// Versions with elements of heads that are rotated, apart from the others.
constexpr AttentionArguments WithRope(AttentionArguments at) {
  const auto insert = [&at](int behind) {
    at = WithMore(at, behind, 1);
    return behind + 1;
  };
  if (at.by_key >= 0) at.by_key_rope = insert(at.by_key);
  if (at.by_query >= 0) at.by_query_rope = insert(at.by_query);
  at.key_rope = insert(at.key);
  at.query_rope = insert(at.query);
  return at;
}

// The same spec with more arguments behind one.
consteval OpSpec WithMore(OpSpec spec, std::string_view behind,
                          std::initializer_list<ArgumentSpec> more) {
  const int first = spec.IndexOf(behind) + 1, count = static_cast<int>(more.size());
  for (int i = spec.NumArguments() - 1; i >= first; --i) {
    spec.arguments[i + count] = spec.arguments[i];
  }
  std::copy(more.begin(), more.end(), spec.arguments.begin() + first);
  return spec;
}
consteval OpSpec WithRule(OpSpec spec, const Rule& rule) {
  *std::ranges::find_if(spec.rules, [](const Rule& of) { return of.type == nullptr; }) = rule;
  return spec;
}
// Another rule in the place of the one of this type that names `argument` first.
consteval OpSpec WithInstead(OpSpec spec, const RuleType& type, std::string_view argument,
                             const Rule& rule) {
  *std::ranges::find_if(
      spec.rules, [&](const Rule& of) { return of.Is(type) && of.names[0] == argument; }) = rule;
  return spec;
}

consteval OpSpec Versioned(std::string_view name, std::string_view formula, const Kind& kind,
                           OpSpec spec) {
  spec.name = name;
  spec.formula = formula;
  spec.work.kind = &kind;
  return Resolved(spec);
}

// The spec of a second version: its arguments, and the rule about pseType.
consteval OpSpec WithBiasType(OpSpec spec, const Rule& types) {
  const bool is_packed = spec.IndexOf("actualSeqKvLenOptional") >= 0;
  spec = WithMore(
      spec, is_packed ? "actualSeqKvLenOptional" : "prefixOptional",
      {Optional(IntsInput("qStartIdxOptional")), Optional(IntsInput("kvStartIdxOptional"))});
  spec = WithMore(spec, "sparseMode", {IntInput("pseType")});
  return WithRule(spec, types);
}

// The same where the bias may also be made of slopes.
consteval OpSpec WithPositionBias(OpSpec spec, std::string_view bias) {
  spec = WithInstead(spec, rules::kSameDtype, bias, PositionBiasDtype(bias, "query", "pseType"));
  spec = WithInstead(spec, rules::kAttentionBias, bias, PositionBias(bias, "pseType"));
  return WithBiasType(spec, IntIn("pseType", 0, 1, 2, 3));
}

}  // namespace openaclnn
