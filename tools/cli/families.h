// How documents group the operators: by families, and in them by functions.
#pragma once

#include <string>
#include <vector>

namespace openaclnn {
struct OpSpec;
}  // namespace openaclnn

namespace openaclnn::cli {

// A function with its forms in place, its versions and its gradients, which share a name.
struct Function {
  std::string name;  // "Gelu" of aclnnGelu, aclnnGeluV2, aclnnGeluBackward and aclnnGeluBackwardV2
  std::vector<const OpSpec*> operators;
};

// Those of one folder in src/ops, in the order of the registry.
struct Family {
  std::string title;  // "Activations"
  std::vector<Function> functions;
};

const std::vector<Family>& AllFamilies();

// Where documents have an operator.
struct Headings {
  std::string family, function;
};
Headings HeadingsOf(const OpSpec& spec);

}  // namespace openaclnn::cli
