// Specs in words.
#pragma once

#include <string>
#include <vector>

namespace openaclnn {
struct ArgumentSpec;
struct OpSpec;
}  // namespace openaclnn

namespace openaclnn::cli {

std::vector<std::string> ChipNames(const OpSpec& spec);  // that have the operator

std::string KindName(const ArgumentSpec& argument);  // "input tensor"

// The rules, in the order in which they are checked.
std::vector<std::string> Sentences(const OpSpec& spec);

// What each tensor may be on some chips.
struct DtypesOnChips {
  std::vector<std::string> chips;
  struct Tensor {
    std::string name;
    std::vector<std::string> dtypes;
  };
  std::vector<Tensor> tensors;
};
// Chips with the same dtypes are together.
std::vector<DtypesOnChips> DtypesOf(const OpSpec& spec);

}  // namespace openaclnn::cli
