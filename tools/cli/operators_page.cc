// docs/operators.md, which is made from the specs and the headers.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "tools/cli/command.h"
#include "tools/cli/explain.h"
#include "tools/cli/header_comment.h"
#include "tools/cli/names.h"
#include "tools/cli/wrap.h"

namespace openaclnn::cli {
namespace {

using Texts = std::vector<std::string>;

constexpr char kIntroduction[] = R"(# Operators

Which operators and dtypes each Ascend product has. `OPENACLNN_SOC` chooses the product whose rules
apply, by default Ascend910B: what it lacks is refused, as on the device ([settings](settings.md)).

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

// The products that have each dtype of a tensor; the dtypes in their order.
std::vector<std::pair<std::string, Texts>> ProductsOfDtypes(
    const std::vector<DtypesOnProducts>& groups, size_t tensor) {
  std::vector<std::pair<std::string, Texts>> products_of;
  for (const DtypesOnProducts& group : groups) {
    for (const std::string& dtype : group.tensors[tensor].dtypes) {
      auto row = std::ranges::find(products_of, dtype, &std::pair<std::string, Texts>::first);
      if (row == products_of.end()) row = products_of.insert(row, {dtype, {}});
      row->second.insert(row->second.end(), group.products.begin(), group.products.end());
    }
  }
  return products_of;
}

// Rows of tensors, dtypes, and a mark for each product; what has the same marks shares a row.
std::string DtypeRows(const OpSpec& spec, const Texts& first_cells) {
  const std::vector<DtypesOnProducts> groups = DtypesOf(spec);
  struct SharedRow {
    Texts tensors, dtypes, products;
  };
  std::vector<SharedRow> rows;
  for (size_t i = 0; i < groups[0].tensors.size(); ++i) {
    std::vector<SharedRow> of_tensor;
    for (const auto& [dtype, products] : ProductsOfDtypes(groups, i)) {
      const auto row = std::ranges::find(of_tensor, products, &SharedRow::products);
      if (row != of_tensor.end()) {
        row->dtypes.push_back(dtype);
      } else {
        of_tensor.push_back({{groups[0].tensors[i].name}, {dtype}, products});
      }
    }
    for (SharedRow& added : of_tensor) {
      const auto row = std::ranges::find_if(rows, [&](const SharedRow& known) {
        return known.dtypes == added.dtypes && known.products == added.products;
      });
      if (row != rows.end()) {
        row->tensors.push_back(added.tensors[0]);
      } else {
        rows.push_back(added);
      }
    }
  }
  std::string text;
  for (const SharedRow& row : rows) {
    Texts cells = first_cells;
    cells.push_back(Joined(row.tensors));
    cells.push_back(Joined(row.dtypes));
    for (const Product product : kProducts) {
      const bool has = std::ranges::count(row.products, ProductName(product)) != 0;
      cells.emplace_back(has ? "yes" : "-");
    }
    text += Row(cells);
  }
  return text;
}

// The columns of DtypeRows.
std::string DtypeHead(Texts first_cells) {
  first_cells.insert(first_cells.end(), {"tensors", "dtypes"});
  for (const Product product : kProducts) first_cells.emplace_back(ProductName(product));
  return Head(first_cells);
}

std::string AllOperatorsTable() {
  std::string table = DtypeHead({"operator"});
  for (const Operator& entry : AllOperators()) {
    const std::string name(entry.spec->name);
    std::string anchor = name;
    std::ranges::transform(anchor, anchor.begin(), [](char c) {
      return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    table += DtypeRows(*entry.spec, {fmt::format("[{}](#{})", ShortName(*entry.spec), anchor)});
  }
  return table;
}

std::string Section(const OpSpec& spec) {
  const HeaderComment header = HeaderCommentOf(spec);
  std::string text = fmt::format("\n## {}\n\n`{}`\n\n```cpp\n", spec.name, FormulaOf(spec));
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
  text += '\n' + DtypeHead({}) + DtypeRows(spec, {});
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
    fmt::print("{}{}{}", kIntroduction, AllOperatorsTable(), kHowToRead);
    for (const Operator& entry : AllOperators()) fmt::print("{}", Section(*entry.spec));
    return ExitCode::kPass;
  });
}

}  // namespace openaclnn::cli
