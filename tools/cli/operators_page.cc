// docs/operators.md, which is made from the specs and the headers.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "engine/formula_of.h"
#include "engine/op_spec.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "ops/registry.h"
#include "tools/cli/command.h"
#include "tools/cli/dtype_rows.h"
#include "tools/cli/explain.h"
#include "tools/cli/families.h"
#include "tools/cli/header_comment.h"
#include "tools/cli/names.h"
#include "tools/cli/wrap.h"

namespace openaclnn::cli {
namespace {

using Texts = std::vector<std::string>;

constexpr char kIntroduction[] = R"(# Operators

Which operators and dtypes each Ascend product has. `OPENACLNN_SOC` chooses the product whose rules
apply, by default Ascend910B: what it lacks is refused, as on the device ([settings](settings.md)).

A function has its forms in place, its versions and its gradients next to it. A row of the tables
below holds what has the same dtypes on the same products: whole operators, or the tensors that are
named after them. BFLOAT16 exists on Ascend910B, Ascend910_93 and Ascend950 only, whatever else the
row says of products.

## All operators
)";

constexpr char kHowToRead[] = R"(
An operator computes at any strides and offsets, in place or not. "Rule 7" and the like are those
that all operators share: [conventions.h](../include/aclnnop/conventions.h). How results are rounded
and why they are the same on every machine is in [numerics](numerics.md), errors that were measured
in [accuracy](accuracy.md), speeds in [performance](performance.md).

This page is made from the specs that the library checks arguments with and from the headers; so is
what `openaclnn describe` prints. After a change of either run
`build/release/bin/openaclnn operators-page > docs/operators.md`.
)";

std::string Row(const Texts& cells) { return fmt::format("| {} |\n", fmt::join(cells, " | ")); }

std::string Head(const Texts& cells) { return Row(cells) + Row(Texts(cells.size(), "---")); }

// What Markdown would take for markup.
std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') {
      escaped += "&lt;";
      continue;
    }
    if (c == '*' || c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string Joined(const Texts& texts) { return fmt::format("{}", fmt::join(texts, ", ")); }

// A link to a heading of this page.
std::string LinkTo(const std::string& heading, const std::string& text) {
  std::string anchor;
  for (const char c : Lower(heading)) {
    if (c == ' ') anchor += '-';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) anchor += c;
  }
  return fmt::format("[{}](#{})", text, anchor);
}

// "all", "all but Ascend310P" or "Ascend910B, Ascend910_93".
std::string ChipsText(const Texts& chips) {
  Texts missing;
  for (const Chip chip : kChips) {
    if (std::ranges::count(chips, ChipName(chip)) == 0) {
      missing.emplace_back(ChipName(chip));
    }
  }
  if (missing.empty()) return "all";
  return missing.size() == 1 ? "all but " + missing[0] : Joined(chips);
}

// What of a function may be the same on the same chips.
struct SharedRow {
  Texts operators, dtypes, chips;
};

std::vector<SharedRow> SharedRowsOf(const Function& function) {
  std::vector<SharedRow> rows;
  for (const OpSpec* const spec : function.operators) {
    for (const DtypeRow& row : DtypeRowsOf(*spec)) {
      std::string text = LinkTo(std::string(spec->name), ShortName(*spec));
      if (!row.has_all_tensors) text += ": " + Joined(row.tensors);
      auto shared = std::ranges::find_if(rows, [&row](const SharedRow& known) {
        return known.dtypes == row.dtypes && known.chips == row.chips;
      });
      if (shared == rows.end()) shared = rows.insert(shared, {{}, row.dtypes, row.chips});
      shared->operators.push_back(text);
    }
  }
  return rows;
}

// The table of a family's functions; the first row of each names it.
std::string FamilyTable(const Family& family) {
  std::string table = Head({"function", "operators", "dtypes", "products"});
  for (const Function& function : family.functions) {
    std::string name = LinkTo(function.name, function.name);
    for (const SharedRow& row : SharedRowsOf(function)) {
      table += Row({name, fmt::format("{}", fmt::join(row.operators, "; ")), Joined(row.dtypes),
                    ChipsText(row.chips)});
      name.clear();
    }
  }
  return table;
}

std::string DtypeTable(const OpSpec& spec) {
  std::string table = Head({"tensors", "dtypes", "products"});
  for (const DtypeRow& row : DtypeRowsOf(spec)) {
    table += Row({Joined(row.tensors), Joined(row.dtypes), ChipsText(row.chips)});
  }
  return table;
}

std::string Section(const OpSpec& spec) {
  const HeaderComment header = HeaderCommentOf(spec);
  std::string text = fmt::format("\n#### {}\n\n`{}`\n\n```cpp\n", spec.name, FormulaOf(spec));
  for (const std::string& prototype : header.prototypes) {
    text += Wrapped("", ParametersOf(prototype), 4);
  }
  text +=
      fmt::format("```\n\nHeader: [{0}](../include/aclnnop/{0}), in Python `openaclnn.{1}`.\n\n",
                  header.file, PythonName(spec));
  text += Head({"argument", "", ""});
  for (int i = 0; i < spec.NumArguments(); ++i) {
    text += Row({fmt::format("`{}`", spec.arguments[i].name), KindName(spec.arguments[i]),
                 Escaped(header.arguments[static_cast<size_t>(i)])});
  }
  text += '\n' + DtypeTable(spec);
  text += "\nRules, in the order in which they are checked:\n\n";
  for (const std::string& sentence : Sentences(spec)) text += fmt::format("* {}\n", sentence);
  text += "\n```text\n";
  for (const std::string& part : {header.remarks, header.special_values, header.accuracy}) {
    if (!part.empty()) text += part + '\n';
  }
  return text + "```\n";
}

}  // namespace

void AddOperatorsPage(Command& command) {
  command.Runs([] {
    fmt::print("{}", kIntroduction);
    for (const Family& family : AllFamilies()) {
      fmt::print("\n**{}**\n\n{}", LinkTo(family.title, family.title), FamilyTable(family));
    }
    fmt::print("{}", kHowToRead);
    for (const Family& family : AllFamilies()) {
      fmt::print("\n## {}\n", family.title);
      for (const Function& function : family.functions) {
        fmt::print("\n### {}\n", function.name);
        for (const OpSpec* const spec : function.operators) fmt::print("{}", Section(*spec));
      }
    }
    return ExitCode::kPass;
  });
}

}  // namespace openaclnn::cli
