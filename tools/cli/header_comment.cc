#include "tools/cli/header_comment.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "engine/op_spec.h"
#include "fmt/format.h"
#include "tools/cli/header_texts.h"

namespace openaclnn::cli {
namespace {

// The part of `text` from `begin` up to `end`, without `end`; empty if either is missing.
std::string_view Between(std::string_view text, std::string_view begin, std::string_view end) {
  const size_t first = text.find(begin);
  if (first == std::string_view::npos) return {};
  const size_t last = text.find(end, first + begin.size());
  return last == std::string_view::npos ? std::string_view() : text.substr(first, last - first);
}

std::string_view Trim(std::string_view text) {
  const size_t first = text.find_first_not_of(" \n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \n") + 1 - first);
}

// Lines of a comment without "// ".
std::string Uncomment(std::string_view comment) {
  std::istringstream lines{std::string(comment)};
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, line.starts_with("// ") ? 3 : 2);
    text += line + '\n';
  }
  return text;
}

// The paragraph "self: ..." or "min, max: ..." of an argument; its further lines are indented.
std::string ArgumentText(const std::string& comment, std::string_view argument) {
  std::istringstream lines(comment);
  std::string text;
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("  ") && is_inside) {
      text += line.substr(1);
    } else if (colon != std::string::npos) {
      const std::string names = fmt::format(" {},", line.substr(0, colon));
      is_inside = names.find(fmt::format(" {},", argument)) != std::string::npos;
      if (is_inside) text = line.substr(colon + 2);
    } else {
      is_inside = false;
    }
  }
  return text;
}

// Where a prototype begins, whose name may stand on a line of its own.
size_t FindPrototype(std::string_view header, const std::string& function) {
  return std::min(header.find(fmt::format("aclnnStatus {}(", function)),
                  header.find(fmt::format("aclnnStatus\n{}(", function)));
}

std::string Prototype(std::string_view header, const std::string& function) {
  const std::string_view rest = header.substr(FindPrototype(header, function));
  std::istringstream lines{std::string(Between(rest, "aclnnStatus", ");"))};
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (!text.empty() && !text.ends_with('(')) text += ' ';
    text += Trim(line);
  }
  return text + ");";
}

// The comment of a first phase.
std::string CommentOf(std::string_view header, const std::string& plan) {
  const size_t prototype = header.find(fmt::format("{}(", plan));
  const size_t begin = header.rfind("// Checks the arguments", prototype);
  if (prototype == std::string_view::npos || begin == std::string_view::npos) return {};
  return Uncomment(Between(header.substr(begin), "// Checks the arguments", "ACL_FUNC_VISIBILITY"));
}

// The header that has the prototype of a function.
const Header& HeaderOf(const std::string& function) {
  return *std::ranges::find_if(Headers(), [&](const Header& header) {
    return FindPrototype(header.text, function) != std::string_view::npos;
  });
}

}  // namespace

HeaderComment HeaderCommentOf(const OpSpec& spec) {
  const std::string name(spec.name), plan = spec.plan_name.data();
  const auto& [file, header] = HeaderOf(plan);
  const std::string comment = CommentOf(header, plan);
  HeaderComment parts;
  parts.file = file;
  parts.prototypes = {Prototype(header, plan), Prototype(header, name)};
  for (int i = 0; i < spec.NumArguments(); ++i) {
    parts.arguments.push_back(
        ArgumentText(comment.substr(0, comment.find("\nworkspaceSize: ")), spec.arguments[i].name));
  }
  // An in-place form, and others next to another, leave these to the form before it.
  const bool has_own =
      spec.joined[0].empty() && comment.find("products are those of") == std::string::npos;
  const std::string first =
      has_own ? comment
              : Uncomment(Between(header, "// Checks the arguments", "ACL_FUNC_VISIBILITY"));
  const std::string_view sections = Between(first, "xecutor: ", "Products: ");
  const size_t special = sections.find("Special values"), accuracy = sections.find("Accuracy");
  const size_t remarks = sections.find("\n\n");
  if (remarks < special && special < accuracy) {
    parts.remarks = Trim(sections.substr(remarks, special - remarks));
    parts.special_values = Trim(sections.substr(special, accuracy - special));
    parts.accuracy = Trim(sections.substr(accuracy));
  }
  return parts;
}

}  // namespace openaclnn::cli
