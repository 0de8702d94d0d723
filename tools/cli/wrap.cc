#include "tools/cli/wrap.h"

#include <iterator>
#include <sstream>

namespace openaclnn::cli {

std::vector<std::string> WordsOf(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

std::vector<std::string> ParametersOf(const std::string& prototype) {
  std::vector<std::string> parameters = {""};
  for (const std::string& word : WordsOf(prototype)) {
    parameters.back() += (parameters.back().empty() ? "" : " ") + word;
    if (word.ends_with(',')) parameters.emplace_back();
  }
  return parameters;
}

std::string Wrapped(std::string line, const std::vector<std::string>& words, size_t indent) {
  std::string text;
  for (const std::string& word : words) {
    const bool is_blank = line.find_first_not_of(' ') == std::string::npos;
    if (!is_blank && line.size() + 1 + word.size() > 100) {
      text += line + '\n';
      line = std::string(indent, ' ') + word;
    } else {
      line += (line.empty() || line.ends_with(' ') ? "" : " ") + word;
    }
  }
  return text + line + '\n';
}

}  // namespace openaclnn::cli
