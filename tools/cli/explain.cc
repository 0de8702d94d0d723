#include "tools/cli/explain.h"

#include <algorithm>

#include "base/chip.h"
#include "base/dtype.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/rules/sentence.h"
#include "fmt/format.h"

namespace openaclnn::cli {
namespace {

std::vector<DtypesOnChips::Tensor> TensorsOf(const OpSpec& spec, Chip chip) {
  const PossibleDtypes possible(spec, chip);
  std::vector<DtypesOnChips::Tensor> tensors;
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (!spec.arguments[i].IsTensor() && !spec.arguments[i].IsTensorList()) continue;
    auto& tensor = tensors.emplace_back();
    tensor.name = spec.arguments[i].name;
    for (const DtypeInfo& info : kDtypes) {
      if (possible.Of(i).Has(info.dtype)) tensor.dtypes.emplace_back(info.name);
    }
  }
  return tensors;
}

const char* NameOf(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::kInput:
      return "input tensor";
    case ArgumentKind::kOutput:
      return "output tensor";
    case ArgumentKind::kInOut:
      return "tensor, replaced by the result";
    case ArgumentKind::kInputs:
      return "list of input tensors";
    case ArgumentKind::kOutputs:
      return "list of output tensors";
    case ArgumentKind::kInOuts:
      return "list of tensors, replaced by the results";
    case ArgumentKind::kScalar:
      return "scalar";
    case ArgumentKind::kScalars:
      return "list of scalars";
    case ArgumentKind::kDouble:
    case ArgumentKind::kFloat:
      return "number";
    case ArgumentKind::kFloats:
      return "numbers";
    case ArgumentKind::kUnread:
      return "tensor, not read";
    case ArgumentKind::kInt:
      return "integer";
    case ArgumentKind::kInts:
      return "integers";
    case ArgumentKind::kBool:
      return "true or false";
    case ArgumentKind::kBools:
      return "list of true or false";
    case ArgumentKind::kText:
      return "text";
    case ArgumentKind::kDtype:
      return "dtype";
    case ArgumentKind::kNone:
      break;
  }
  return "";
}

bool Equal(const DtypesOnChips::Tensor& a, const DtypesOnChips::Tensor& b) {
  return a.name == b.name && a.dtypes == b.dtypes;
}

}  // namespace

std::vector<std::string> ChipNames(const OpSpec& spec) {
  std::vector<std::string> names;
  for (const Chip chip : kChips) {
    if (spec.chips.Has(chip)) names.emplace_back(ChipName(chip));
  }
  return names;
}

std::string KindName(const ArgumentSpec& argument) {
  const bool is_optional = argument.is_optional && argument.kind != ArgumentKind::kUnread;
  return fmt::format("{}{}", is_optional ? "optional " : "", NameOf(argument.kind));
}

std::vector<std::string> Sentences(const OpSpec& spec) {
  std::vector<std::string> sentences;
  for (const Rule& rule : RulesOf(spec)) {
    std::string& sentence = sentences.emplace_back(SentenceOf(rule));
    const bool is_optional = std::ranges::any_of(rule.at, [&spec](int8_t at) {
      if (at < 0 || !spec.arguments[at].is_optional) return false;
      return spec.arguments[at].IsTensor() || spec.arguments[at].IsTensorList();
    });
    const bool says_so = sentence.find(" is null") != std::string::npos;
    if (is_optional && !says_so) sentence.insert(sentence.size() - 1, ", if it is given");
  }
  return sentences;
}

std::vector<DtypesOnChips> DtypesOf(const OpSpec& spec) {
  std::vector<DtypesOnChips> groups;
  for (const Chip chip : kChips) {
    if (!spec.chips.Has(chip)) continue;
    auto tensors = TensorsOf(spec, chip);
    const auto known = std::ranges::find_if(groups, [&](const DtypesOnChips& group) {
      return std::ranges::equal(group.tensors, tensors, Equal);
    });
    if (known != groups.end()) {
      known->chips.emplace_back(ChipName(chip));
    } else {
      groups.push_back({{ChipName(chip)}, std::move(tensors)});
    }
  }
  return groups;
}

}  // namespace openaclnn::cli
