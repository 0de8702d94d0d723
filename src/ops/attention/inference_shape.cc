#include "ops/attention/inference_shape.h"

#include <algorithm>
#include <string>

#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/rules/rule_call.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "ops/attention/attention_shape.h"

namespace openaclnn {
namespace {

constexpr int64_t kLongestHeadForInference = 512;

size_t AxisOf(std::string_view letters, char letter) { return letters.find(letter); }
bool Has(std::string_view letters, char letter) {
  return AxisOf(letters, letter) != std::string_view::npos;
}
size_t PositionAxisOf(std::string_view letters) {
  return Has(letters, 'T') ? AxisOf(letters, 'T') : AxisOf(letters, 'S');
}

// The heads that a shape has, or the elements of each of them.
int64_t HeadsIn(const Dims& shape, std::string_view letters, int64_t heads) {
  return Has(letters, 'H') ? heads : shape[AxisOf(letters, 'N')];
}
int64_t SizeIn(const Dims& shape, std::string_view letters, int64_t heads) {
  if (!Has(letters, 'H')) return shape[AxisOf(letters, 'D')];
  return heads == 0 ? 0 : shape[AxisOf(letters, 'H')] / heads;
}
Dims ShapeIn(std::string_view letters, int64_t batches, int64_t heads, int64_t positions,
             int64_t size) {
  Dims shape;
  for (const char letter : letters) {
    shape.push_back(letter == 'B'   ? batches
                    : letter == 'N' ? heads
                    : letter == 'H' ? heads * size
                    : letter == 'D' ? size
                                    : positions);
  }
  return shape;
}

// Lengths without numbers are none, as PyTorch's adapter passes them.
bool IsOfLengths(const Argument& lengths) { return !lengths.is_null && !lengths.integers->empty(); }

// The arguments of a call, by their roles.
class RolesOf {
 public:
  explicit RolesOf(const RuleCall& call) : call_(call), at_(InferenceArgumentsIn(call.spec())) {}

  const InferenceArguments& at() const { return at_; }
  std::string_view NameOf(int8_t argument) const {
    return call_.spec().arguments[static_cast<size_t>(argument)].name;
  }
  const Argument& Of(int8_t argument) const {
    return call_.arguments()[static_cast<size_t>(argument)];
  }
  bool IsGiven(int8_t argument) const { return argument >= 0 && !Of(argument).is_null; }
  bool HasLengths(int8_t argument) const { return argument >= 0 && IsOfLengths(Of(argument)); }
  InferenceSizes Sizes() const { return InferenceSizesOf(call_.arguments(), at_); }
  std::string_view LayoutText() const { return Of(at_.layout).text; }

 private:
  const RuleCall& call_;
  const InferenceArguments at_;
};

InferenceLayout LayoutNamed(std::string_view text) {
  const auto* const found = std::ranges::find(kInferenceLayoutTexts, text);
  return kInferenceLayouts[found - std::begin(kInferenceLayoutTexts)];
}

// The members of an argument that is a tensor or a list of them.
std::vector<const Tensor*> MembersOf(const Argument& argument) {
  if (argument.tensor != nullptr) return {argument.tensor};
  const auto members = argument.Tensors();
  return {members.begin(), members.end()};
}

std::string NameOfMember(std::string_view name, size_t count, size_t member) {
  return count == 1 ? std::string(name) : fmt::format("{}[{}]", name, member);
}

// InferenceHeads

Status CheckQueryHeads(const RolesOf& roles, const Tensor& query) {
  const std::string_view letters = LayoutNamed(roles.LayoutText()).input;
  const std::string_view name = roles.NameOf(roles.at().query);
  if (query.shape.size() != letters.size()) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} axes, as {} is {}", name,
                   ShapeText(query.shape), letters.size(), roles.NameOf(roles.at().layout),
                   roles.LayoutText());
  }
  const int64_t heads = roles.Of(roles.at().heads).integer,
                kv_heads = roles.Of(roles.at().kv_heads).integer;
  const std::string_view heads_name = roles.NameOf(roles.at().heads);
  if (heads <= 0) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 1", heads_name, heads);
  }
  const bool fits = Has(letters, 'H') ? query.shape[AxisOf(letters, 'H')] % heads == 0
                                      : HeadsIn(query.shape, letters, 0) == heads;
  if (!fits) {
    return Invalid(ErrorKind::kValue,
                   "{}: is {}, expected the number of heads of {} (shape {}, {})", heads_name,
                   heads, name, ShapeText(query.shape), roles.LayoutText());
  }
  if (kv_heads < 0 || (kv_heads > 0 && heads % kv_heads != 0)) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected 0 or a divisor of {}, which is {}",
                   roles.NameOf(roles.at().kv_heads), kv_heads, heads_name, heads);
  }
  const int64_t size = SizeIn(query.shape, letters, heads);
  if (size <= kLongestHeadForInference) return {};
  return Invalid(ErrorKind::kShape, "{}: a head has {} elements (shape {}), expected at most {}",
                 name, size, ShapeText(query.shape), kLongestHeadForInference);
}

// What a member of keys, of values or of rotated elements has to be.
struct ExpectedHeads {
  std::string_view letters;
  int64_t batches;  // -1: any number, of blocks
  int64_t heads;
  int64_t positions;  // -1: any number
  int64_t size;       // -1: any number
};

Status CheckMember(const std::string& name, const Tensor& given, aclDataType dtype,
                   const ExpectedHeads& expected) {
  if (given.dtype != dtype) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of query", name,
                   DtypeName(given.dtype), DtypeName(dtype));
  }
  const std::string_view letters = expected.letters;
  const Dims& shape = given.shape;
  bool fits = shape.size() == letters.size();
  const auto is = [](int64_t extent, int64_t wanted) { return wanted < 0 || extent == wanted; };
  if (fits) {
    fits = (!Has(letters, 'B') || is(shape[AxisOf(letters, 'B')], expected.batches)) &&
           is(shape[PositionAxisOf(letters)], expected.positions);
    if (Has(letters, 'H')) {
      const int64_t merged = shape[AxisOf(letters, 'H')];
      fits = fits && (expected.size < 0 ? merged % expected.heads == 0
                                        : merged == expected.heads * expected.size);
    } else {
      fits = fits && shape[AxisOf(letters, 'N')] == expected.heads &&
             is(shape[AxisOf(letters, 'D')], expected.size);
    }
  }
  if (fits) return {};
  std::vector<std::string> extents;
  const auto text = [](int64_t extent, char any) {
    return extent < 0 ? std::string(1, any) : std::to_string(extent);
  };
  for (const char letter : letters) {
    if (letter == 'B') extents.push_back(text(expected.batches, letter));
    if (letter == 'S' || letter == 'T') extents.push_back(text(expected.positions, letter));
    if (letter == 'N') extents.push_back(std::to_string(expected.heads));
    if (letter == 'D') extents.push_back(text(expected.size, letter));
    if (letter == 'H') {
      extents.push_back(expected.size < 0 ? fmt::format("{} * D", expected.heads)
                                          : std::to_string(expected.heads * expected.size));
    }
  }
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{}], where axes are {}", name,
                 ShapeText(shape), fmt::join(extents, ","), letters);
}

// The letters of a cache of blocks.
std::string_view LettersOfCache(const Tensor& cache) {
  return cache.shape.size() == 4 ? "BNSD" : "BSH";
}

Status CheckTable(const RolesOf& roles, int64_t batches) {
  const InferenceArguments& at = roles.at();
  const std::string_view name = roles.NameOf(at.table);
  const Tensor& table = *roles.Of(at.table).tensor;
  if (table.dtype != ACL_INT32) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected INT32", name,
                   DtypeName(table.dtype));
  }
  if (table.shape.size() != 2 || table.shape[0] != batches) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{},M], a row for each batch",
                   name, ShapeText(table.shape), batches);
  }
  if (roles.Of(at.block_size).integer <= 0) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 1, as {} is given",
                   roles.NameOf(at.block_size), roles.Of(at.block_size).integer, name);
  }
  if (!roles.HasLengths(at.key_lengths)) {
    return Invalid(ErrorKind::kValue,
                   "{}: is null, expected the length of each batch, as {} is given",
                   roles.NameOf(at.key_lengths), name);
  }
  return {};
}

// How many batches there are: positions that are packed have as many as lengths.
int64_t BatchesOf(const Tensor& query, std::string_view letters, const Argument* lengths) {
  if (Has(letters, 'B')) return query.shape[AxisOf(letters, 'B')];
  return lengths == nullptr || lengths->is_null ? 0 : std::ssize(*lengths->integers);
}

Status CheckRope(const RolesOf& roles, const ExpectedHeads& of_query, const ExpectedHeads& of_key) {
  const InferenceArguments& at = roles.at();
  if (!roles.IsGiven(at.query_rope) && !roles.IsGiven(at.key_rope)) return {};
  if (!roles.IsGiven(at.query_rope) || !roles.IsGiven(at.key_rope)) {
    return Invalid(ErrorKind::kValue, "{} and {}: expected both or none",
                   roles.NameOf(at.query_rope), roles.NameOf(at.key_rope));
  }
  const aclDataType dtype = roles.Of(at.query).tensor->dtype;
  const Tensor &query = *roles.Of(at.query_rope).tensor, &key = *roles.Of(at.key_rope).tensor;
  OPENACLNN_RETURN_IF_ERROR(
      CheckMember(std::string(roles.NameOf(at.query_rope)), query, dtype, of_query));
  ExpectedHeads expected = of_key;
  expected.size = SizeIn(query.shape, of_query.letters, of_query.heads);
  return CheckMember(std::string(roles.NameOf(at.key_rope)), key, dtype, expected);
}

Status CheckInferenceHeads(const RuleCall& call, const Rule& /*rule*/) {
  const RolesOf roles(call);
  const InferenceArguments& at = roles.at();
  const Tensor& query = *roles.Of(at.query).tensor;
  OPENACLNN_RETURN_IF_ERROR(CheckQueryHeads(roles, query));
  const std::string_view letters = LayoutNamed(roles.LayoutText()).input;
  const int64_t heads = roles.Of(at.heads).integer;
  const int64_t given_heads = roles.Of(at.kv_heads).integer;
  const int64_t kv_heads = given_heads == 0 ? heads : given_heads;
  const int64_t size = SizeIn(query.shape, letters, heads);
  const int64_t batches =
      BatchesOf(query, letters, at.query_lengths < 0 ? nullptr : &roles.Of(at.query_lengths));
  if (at.before < 0 && query.shape[PositionAxisOf(letters)] != 1) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected one position ({})",
                   roles.NameOf(at.query), ShapeText(query.shape), roles.LayoutText());
  }
  const auto keys = MembersOf(roles.Of(at.key)), values = MembersOf(roles.Of(at.value));
  const bool is_paged = roles.IsGiven(at.table);
  if (is_paged) OPENACLNN_RETURN_IF_ERROR(CheckTable(roles, batches));
  const auto is_of_each = [&](size_t count) {
    return std::ssize(keys) == std::ssize(values) &&
           (count == 1 ||
            (!is_paged && Has(letters, 'B') && static_cast<int64_t>(count) == batches));
  };
  if (!is_of_each(keys.size())) {
    return Invalid(ErrorKind::kValue,
                   "{} and {}: have {} and {} tensors, expected one, or as many as batches",
                   roles.NameOf(at.key), roles.NameOf(at.value), keys.size(), values.size());
  }
  ExpectedHeads of_key{letters, keys.size() == 1 ? batches : 1, kv_heads, -1, size};
  for (size_t i = 0; i < keys.size(); ++i) {
    const std::string key_name = NameOfMember(roles.NameOf(at.key), keys.size(), i),
                      value_name = NameOfMember(roles.NameOf(at.value), keys.size(), i);
    if (keys[i] == nullptr || values[i] == nullptr) {
      return Invalid(ErrorKind::kValue, "{} and {}: expected tensors, not null", key_name,
                     value_name);
    }
    if (is_paged) {
      of_key.letters = LettersOfCache(*keys[i]);
      of_key.batches = -1;
      of_key.positions = roles.Of(at.block_size).integer;
    }
    OPENACLNN_RETURN_IF_ERROR(CheckMember(key_name, *keys[i], query.dtype, of_key));
    ExpectedHeads of_value = of_key;
    of_value.positions = keys[i]->shape[PositionAxisOf(of_key.letters)];
    if (is_paged) of_value.batches = keys[i]->shape[0];
    of_value.size = -1;
    OPENACLNN_RETURN_IF_ERROR(CheckMember(value_name, *values[i], query.dtype, of_value));
    if (i + 1 < keys.size()) continue;
    of_value.size = -1;
    return CheckRope(
        roles,
        {letters, Has(letters, 'B') ? batches : 1, heads, query.shape[PositionAxisOf(letters)], -1},
        of_value);
  }
  return {};
}

void NarrowKeysAndValues(const Rule& rule, PossibleDtypes& possible) {
  for (const int k : {1, 2}) possible.Keep(rule.at[k], possible.Of(rule.at[0]));
}

// Ordinary calls have nothing that may be null.
aclDataType UsualInInference(const OpSpec& spec, int argument) {
  const ArgumentSpec& of = spec.arguments[static_cast<size_t>(argument)];
  return of.is_optional ? ACL_DT_UNDEFINED : ACL_FLOAT16;
}

// InferenceLengths

// Numbers of positions, one or one for each batch, each at most `most`; or of all batches up to
// each.
struct LengthsWanted {
  int8_t argument;
  bool are_sums;
  int64_t batches;
};
Status CheckLengthsOf(const RolesOf& roles, const LengthsWanted& wanted, const auto& most_of) {
  const std::string_view name = roles.NameOf(wanted.argument);
  const std::vector<int64_t>& given = *roles.Of(wanted.argument).integers;
  const bool is_one = given.size() == 1 && !wanted.are_sums;
  if (!is_one && std::ssize(given) < wanted.batches) {
    return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected {}, one for each batch{}", name,
                   given.size(), wanted.batches, wanted.are_sums ? "" : ", or one for all");
  }
  int64_t before = 0;
  for (int64_t batch = 0; batch < wanted.batches; ++batch) {
    const int64_t length = given[is_one ? 0 : static_cast<size_t>(batch)];
    const int64_t least = wanted.are_sums ? before : 0, most = most_of(batch);
    if (length < least || length > most) {
      return Invalid(ErrorKind::kValue, "{}: has {} for batch {}, expected numbers from {} to {}",
                     name, length, batch, least, most);
    }
    before = length;
  }
  return {};
}

Status CheckLengths(const RuleCall& call, const Rule& /*rule*/) {
  const RolesOf roles(call);
  const InferenceArguments& at = roles.at();
  const InferenceSizes sizes = roles.Sizes();
  if (sizes.is_packed) {
    for (const int8_t lengths : {at.query_lengths, at.key_lengths}) {
      if (roles.HasLengths(lengths)) continue;
      return Invalid(ErrorKind::kValue,
                     "{}: is null, expected a number for each batch, as {} is {}",
                     roles.NameOf(lengths), roles.NameOf(at.layout), roles.LayoutText());
    }
  }
  if (roles.HasLengths(at.query_lengths) && !sizes.HasOneQuery()) {
    OPENACLNN_RETURN_IF_ERROR(CheckLengthsOf(roles,
                                             {at.query_lengths, sizes.is_packed, sizes.batches},
                                             [&](int64_t) { return sizes.positions; }));
  }
  if (!roles.HasLengths(at.key_lengths)) return {};
  const auto keys = MembersOf(roles.Of(at.key));
  const auto most_of = [&](int64_t batch) {
    if (sizes.is_paged) {
      const Dims& table = roles.Of(at.table).tensor->shape;
      return table[1] * roles.Of(at.block_size).integer;
    }
    const Tensor& key = *keys[keys.size() == 1 ? 0 : static_cast<size_t>(batch)];
    return key.shape[PositionAxisOf(sizes.layout.input)];
  };
  return CheckLengthsOf(roles, {at.key_lengths, sizes.is_packed && !sizes.is_paged, sizes.batches},
                        most_of);
}

// InferenceBias, InferenceMask

// The most queries, and the most keys, that a batch has.
InferenceSequence MostOf(const RolesOf& roles, const RuleCall& call, const InferenceSizes& sizes) {
  InferenceSequence most = {0, sizes.is_packed ? 0 : sizes.positions, 0, 0};
  for (const InferenceSequence& one : SequencesOf(call.arguments(), roles.at(), sizes)) {
    most.queries = std::max(most.queries, one.queries);
    most.keys = std::max(most.keys, one.keys);
  }
  return most;
}

Status CheckInferenceBias(const RuleCall& call, const Rule& rule) {
  const RolesOf roles(call);
  const InferenceSizes sizes = roles.Sizes();
  const Tensor& bias = call.At(rule, 0);
  const aclDataType dtype = roles.Of(roles.at().query).tensor->dtype;
  if (bias.dtype != dtype) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}",
                   rule.names[0], DtypeName(bias.dtype), DtypeName(dtype),
                   roles.NameOf(roles.at().query));
  }
  if (sizes.is_packed) {
    return Invalid(ErrorKind::kValue, "{}: expected null, as {} is {}", rule.names[0],
                   roles.NameOf(roles.at().layout), roles.LayoutText());
  }
  const InferenceSequence most = MostOf(roles, call, sizes);
  const Dims& shape = bias.shape;
  if (shape.size() == 4 && (shape[0] == 1 || shape[0] == sizes.batches) &&
      shape[1] == sizes.heads && shape[2] >= most.queries && shape[3] >= most.keys) {
    return {};
  }
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{},{},{},{}], or one batch for all",
                 rule.names[0], ShapeText(shape), sizes.batches, sizes.heads, most.queries,
                 most.keys);
}

Status CheckInferenceMask(const RuleCall& call, const Rule& /*rule*/) {
  const RolesOf roles(call);
  const InferenceArguments& at = roles.at();
  const InferenceSizes sizes = roles.Sizes();
  const bool has_modes = at.mode >= 0 && !sizes.HasOneQuery();
  const int64_t mode = has_modes ? roles.Of(at.mode).integer : 0;
  const std::string_view name = roles.NameOf(at.mask);
  if (!roles.IsGiven(at.mask)) {
    if (mode == 0) return {};
    return Invalid(ErrorKind::kValue, "{}: is null, expected a mask, as {} is {}", name,
                   roles.NameOf(at.mode), mode);
  }
  const Dims& shape = roles.Of(at.mask).tensor->shape;
  const size_t rank = shape.size();
  if (HasShortMask(mode)) {
    bool fits = rank >= 2 && rank <= 4 && shape[rank - 2] == kSideOfShortMask &&
                shape[rank - 1] == kSideOfShortMask;
    for (size_t axis = 0; axis + 2 < rank; ++axis) fits = fits && shape[axis] == 1;
    if (fits) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [2048,2048], as {} is {}", name,
                   ShapeText(shape), roles.NameOf(at.mode), mode);
  }
  const InferenceSequence most = MostOf(roles, call, sizes);
  bool fits = rank >= 2 && rank <= 4;
  if (fits) {
    const Dims seen = AxesOfMask(*roles.Of(at.mask).tensor, sizes).shape;
    const int64_t batches = seen[0];
    fits = (batches == 1 || batches == sizes.batches) && seen[1] == 1 && seen[2] >= most.queries &&
           seen[3] >= most.keys;
  }
  if (fits) return {};
  return Invalid(
      ErrorKind::kShape,
      "{}: shape is {}, expected [B,Sq,Skv], where B is 1 or {}, Sq {} and Skv {}, or more", name,
      ShapeText(shape), sizes.batches, most.queries, most.keys);
}

// InferenceResult, InferenceLogarithms

Dims ResultOfInference(const InferenceSizes& sizes) {
  return ShapeIn(sizes.layout.output, sizes.batches, sizes.heads, sizes.positions,
                 sizes.value_size);
}
Dims LogarithmsOf(const InferenceSizes& sizes) {
  if (sizes.is_packed) return {sizes.positions, sizes.heads, 1};
  return {sizes.batches, sizes.heads, sizes.positions, 1};
}

Status CheckInferenceResult(const RuleCall& call, const Rule& rule) {
  const RolesOf roles(call);
  const aclDataType given = call.At(rule, 0).dtype, expected = call.At(rule, 1).dtype;
  if (given != expected) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}",
                   rule.names[0], DtypeName(given), DtypeName(expected), rule.names[1]);
  }
  return CheckShape(call, rule, ResultOfInference(roles.Sizes()));
}
Status RequireInferenceHeads(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  return CheckInferenceHeads(call, rule);
}
Status InferInferenceResult(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireInferenceHeads(call, rule));
  output.dtype = call.At(rule, 1).dtype;
  output.shape = ResultOfInference(RolesOf(call).Sizes());
  return {};
}

bool AsksForLogarithms(const RolesOf& roles) {
  return roles.Of(roles.at().asks_for_logarithms).flag;
}
Status CheckLogarithms(const RuleCall& call, const Rule& /*rule*/) {
  const RolesOf roles(call);
  if (!AsksForLogarithms(roles)) return {};
  const int8_t argument = roles.at().logarithms;
  const Tensor& given = *roles.Of(argument).tensor;
  if (given.dtype != ACL_FLOAT) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected FLOAT", roles.NameOf(argument),
                   DtypeName(given.dtype));
  }
  const Dims expected = LogarithmsOf(roles.Sizes());
  if (given.shape == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}", roles.NameOf(argument),
                 ShapeText(given.shape), ShapeText(expected));
}
Status InferLogarithms(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireInferenceHeads(call, rule));
  output.dtype = ACL_FLOAT;
  const RolesOf roles(call);
  output.shape = AsksForLogarithms(roles) ? LogarithmsOf(roles.Sizes()) : Dims{1};
  return {};
}

// NotSupported

Status CheckNotSupported(const RuleCall& call, const Rule& rule) {
  for (const std::string_view name : rule.texts) {
    const int index = call.spec().IndexOf(name);
    if (index < 0) continue;
    const Argument& given = call.arguments()[static_cast<size_t>(index)];
    if (given.is_null) continue;
    if (given.tensor != nullptr && given.tensor->extent.elements == 0) continue;
    return Invalid(ErrorKind::kValue, "{}: expected null, as it is not supported", name);
  }
  return {};
}

}  // namespace

InferenceSizes InferenceSizesOf(std::span<const Argument> arguments, const InferenceArguments& at) {
  const auto of = [&](int8_t argument) -> const Argument& {
    return arguments[static_cast<size_t>(argument)];
  };
  const Tensor& query = *of(at.query).tensor;
  InferenceSizes sizes{};
  sizes.layout = LayoutNamed(of(at.layout).text);
  const std::string_view letters = sizes.layout.input;
  sizes.is_packed = Has(letters, 'T');
  sizes.is_paged = at.table >= 0 && !of(at.table).is_null;
  sizes.heads = of(at.heads).integer;
  sizes.kv_heads = of(at.kv_heads).integer == 0 ? sizes.heads : of(at.kv_heads).integer;
  sizes.batches = BatchesOf(query, letters, at.query_lengths < 0 ? nullptr : &of(at.query_lengths));
  sizes.positions = query.shape[PositionAxisOf(letters)];
  sizes.size = SizeIn(query.shape, letters, sizes.heads);
  const Tensor& value = *MembersOf(of(at.value)).front();
  sizes.value_size =
      SizeIn(value.shape, sizes.is_paged ? LettersOfCache(value) : letters, sizes.kv_heads);
  return sizes;
}

std::vector<InferenceSequence> SequencesOf(std::span<const Argument> arguments,
                                           const InferenceArguments& at,
                                           const InferenceSizes& sizes) {
  const auto lengths = [&](int8_t argument) -> const std::vector<int64_t>* {
    if (argument < 0 || !IsOfLengths(arguments[static_cast<size_t>(argument)])) {
      return nullptr;
    }
    return arguments[static_cast<size_t>(argument)].integers;
  };
  const std::vector<int64_t>*of_queries = lengths(at.query_lengths),
        *of_keys = lengths(at.key_lengths);
  if (sizes.HasOneQuery()) of_queries = nullptr;
  const auto length_of = [](const std::vector<int64_t>& of, size_t batch) {
    return of[of.size() == 1 ? 0 : batch];
  };
  const auto keys = MembersOf(arguments[static_cast<size_t>(at.key)]);
  std::vector<InferenceSequence> sequences;
  for (size_t batch = 0; batch < static_cast<size_t>(sizes.batches); ++batch) {
    InferenceSequence one = {0, sizes.positions, 0, 0};
    const auto between = [batch](const std::vector<int64_t>& ends, int64_t& first, int64_t& count) {
      first = batch == 0 ? 0 : ends[batch - 1];
      count = ends[batch] - first;
    };
    if (sizes.is_packed) {
      between(*of_queries, one.first_query, one.queries);
    } else if (of_queries != nullptr) {
      one.queries = length_of(*of_queries, batch);
    }
    if (sizes.is_packed && !sizes.is_paged) {
      between(*of_keys, one.first_key, one.keys);
    } else if (of_keys != nullptr) {
      one.keys = length_of(*of_keys, batch);
    } else {
      const Tensor& key = *keys[keys.size() == 1 ? 0 : batch];
      one.keys = key.shape[PositionAxisOf(sizes.layout.input)];
    }
    sequences.push_back(one);
  }
  return sequences;
}

InferenceAxes AxesOf(const Tensor& tensor, std::string_view letters, int64_t heads) {
  const auto extent = [&](char letter) { return tensor.shape[AxisOf(letters, letter)]; };
  const auto stride = [&](char letter) { return tensor.strides[AxisOf(letters, letter)]; };
  const size_t position = PositionAxisOf(letters);
  const bool has_batches = Has(letters, 'B'), is_merged = Has(letters, 'H');
  const int64_t size = SizeIn(tensor.shape, letters, heads);
  InferenceAxes axes;
  axes.shape = {has_batches ? extent('B') : 1, HeadsIn(tensor.shape, letters, heads),
                tensor.shape[position], size};
  axes.strides = {has_batches ? stride('B') : 0, is_merged ? size * stride('H') : stride('N'),
                  tensor.strides[position], is_merged ? stride('H') : stride('D')};
  return axes;
}

InferenceAxes AxesOfCache(const Tensor& tensor, int64_t kv_heads) {
  return AxesOf(tensor, LettersOfCache(tensor), kv_heads);
}

InferenceAxes AxesOfMask(const Tensor& mask, const InferenceSizes& sizes) {
  const Dims &shape = mask.shape, &strides = mask.strides;
  const size_t rank = shape.size();
  InferenceAxes axes = {{1, 1, 1, shape[rank - 1]}, {0, 0, 0, strides[rank - 1]}};
  const auto take = [&](size_t to, size_t from) {
    axes.shape[to] = shape[from];
    axes.strides[to] = strides[from];
  };
  if (rank == 2) {
    take(sizes.HasOneQuery() ? 0 : 2, 0);
  } else {
    take(0, 0);
    take(2, rank - 2);
    if (rank == 4) take(1, 1);
  }
  return axes;
}

namespace rules {

constinit const RuleType kInferenceHeads = {
    .name = "InferenceHeads",
    .check = CheckInferenceHeads,
    .sentence =
        {"{a}, {b} and {c} have one dtype, and lie as the part of inputLayout before _ says: B is "
         "the batch, S the position, T the positions of all batches one after another, N the head, "
         "D an element of it, and H is N * D. numHeads is the N of {a}, and a multiple of that of "
         "{b} and {c}, numKeyValueHeads, where 0 stands for numHeads. D of {a} and {b} is the "
         "same, "
         "at most 512. {b} and {c} have the same positions. Lists have one tensor, or one for each "
         "batch. With a table of blocks, {b} and {c} are [blocks, blockSize, H] or [blocks, N, "
         "blockSize, D]."},
    .narrow = NarrowKeysAndValues,
    .usual = UsualInInference,
    .takes_lists = true,
};

constinit const RuleType kInferenceLengths = {
    .name = "InferenceLengths",
    .check = CheckLengths,
    .sentence = {"Lengths have a number for each batch, or one for all, and are at most the "
                 "positions there are. Where positions are packed, they are needed, and those of "
                 "each batch include those before."},
};

constinit const RuleType kInferenceBias = {
    .name = "InferenceBias",
    .check = CheckInferenceBias,
    .sentence = {"{a} has the dtype of the queries, and the shape [B, N, Sq, Skv] or [1, N, Sq, "
                 "Skv], where Sq and Skv may be larger. Where positions are packed, it is null."},
};

constinit const RuleType kInferenceMask = {
    .name = "InferenceMask",
    .check = CheckInferenceMask,
    .sentence =
        {"A mask has the shape [Sq, Skv], [B, Sq, Skv] or [B, 1, Sq, Skv], where B may be 1, "
         "and Sq and Skv may be larger; with one query also [B, Skv]. Where sparseMode is "
         "2, 3 or 4, it is [2048, 2048]; only where that is 0 it may be null."},
};

constinit const RuleType kInferenceResult = {
    .name = "InferenceResult",
    .check = CheckInferenceResult,
    .sentence = {"The dtype of {a} is that of {b}, and so is the shape, with the D of {d}, as the "
                 "last part of inputLayout says."},
    .narrow = NarrowToSecond,
    .infer = InferInferenceResult,
    .takes_lists = true,
};

constinit const RuleType kInferenceLogarithms = {
    .name = "InferenceLogarithms",
    .check = CheckLogarithms,
    .sentence =
        {"Where softmaxLseFlag is true, {a} is FLOAT, of the shape [B, N, Sq, 1], or, where "
         "positions are packed, [T, N, 1]."},
    .infer = InferLogarithms,
};

constinit const RuleType kNotSupported = {
    .name = "NotSupported",
    .check = CheckNotSupported,
    .sentence = {"What is quantised, padded on the left or a shared prefix is not supported: the "
                 "tensors for it are null."},
};

}  // namespace rules
}  // namespace openaclnn
