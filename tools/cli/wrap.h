// Text in lines.
#pragma once

#include <string>
#include <vector>

namespace openaclnn::cli {

std::vector<std::string> WordsOf(const std::string& text);

// "int f(int a," and "int b)": parameters stay whole.
std::vector<std::string> ParametersOf(const std::string& prototype);

// Lines of at most 100 characters, longer words aside, of which the first begins with `line`, which
// is aligned already; those after the first are indented.
std::string Wrapped(std::string line, const std::vector<std::string>& words, size_t indent);

}  // namespace openaclnn::cli
