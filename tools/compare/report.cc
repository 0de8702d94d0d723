#include "tools/compare/report.h"

#include <algorithm>

#include "base/dtype.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "tools/files/json_number.h"
#include "tools/npy/header.h"

namespace openaclnn::compare {
namespace {

using nlohmann::ordered_json;
using precision::Counts;
using precision::Criterion;
using precision::Element;
using precision::Errors;
using precision::Verdict;
using tools::Number;

constexpr struct {
  const char* name;
  double share;
} kPercentiles[] = {{"50 %", 0.5}, {"90 %", 0.9}, {"99 %", 0.99}, {"99.9 %", 0.999}};

double Percentile(const Errors& errors, double share) {
  return std::min(errors.histogram().Percentile(share), errors.counts().max_ulp);
}

double RoundedShare(const Counts& counts) {
  return counts.elements == 0
             ? 1
             : static_cast<double>(counts.rounded) / static_cast<double>(counts.elements);
}

// As many digits as tell all numbers of the dtype apart.
int Digits(aclDataType dtype) {
  switch (dtype) {
    case ACL_BF16:
      return 4;
    case ACL_FLOAT16:
      return 5;
    case ACL_FLOAT:
      return 9;
    default:
      return 17;
  }
}

// Columns as wide as their widest cell, right-aligned.
std::string Table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) text += fmt::format("  {:>{}}", row[i], widths[i]);
    text += "\n";
  }
  return text;
}

std::string WorstText(const Candidate& candidate, const Result& result) {
  std::vector<std::vector<std::string>> rows = {{"index", "result", "golden", "ULP"}};
  for (const std::string& name : result.input_names) rows[0].push_back(name);
  for (size_t i = 0; i < candidate.errors.worst().size(); ++i) {
    const Element& element = candidate.errors.worst()[i];
    auto& row = rows.emplace_back();
    row = {npy::ShapeText(Coordinates(element.index, result.shape)),
           fmt::format("{:.{}g}", element.actual, Digits(result.dtype)),
           fmt::format("{:.17g}", element.golden), fmt::format("{:.6g}", element.ulp)};
    for (const double input : candidate.inputs[i]) row.push_back(fmt::format("{:.9g}", input));
  }
  return rows.size() == 1 ? "" : "worst elements:\n" + Table(rows);
}

std::string CandidateText(const Candidate& candidate, const Result& result) {
  const Counts& counts = candidate.errors.counts();
  std::string text = fmt::format("ULP errors of {}: largest {:.6g}, mean {:.6g}", candidate.file,
                                 counts.max_ulp, counts.mean_ulp());
  for (const auto& [name, share] : kPercentiles) {
    text += fmt::format(", {} up to {:.3g}", name, Percentile(candidate.errors, share));
  }
  text += fmt::format("\n{:.6g} % correctly rounded; mismatches: {} NaN, {} Inf, {} sign\n",
                      100 * RoundedShare(counts), counts.nan_mismatches, counts.inf_mismatches,
                      counts.sign_mismatches);
  return text + WorstText(candidate, result);
}

std::string VerdictText(const Verdict& verdict, const std::string& file) {
  std::string text = fmt::format("{} {} the standard {}\n", file,
                                 verdict.passed() ? "passes" : "fails", verdict.standard);
  for (const Criterion& criterion : verdict.criteria) {
    text += fmt::format("  {} {}\n", criterion.passed() ? "ok  " : "FAIL", criterion.Text());
  }
  return text;
}

const char* Sign(Criterion::Relation relation) {
  switch (relation) {
    case Criterion::Relation::kAtLeast:
      return ">=";
    case Criterion::Relation::kAtMost:
      return "<=";
    default:
      return "<";
  }
}

ordered_json VerdictJson(const Verdict& verdict, const std::string& file) {
  ordered_json criteria = ordered_json::array();
  for (const Criterion& criterion : verdict.criteria) {
    criteria.push_back({{"name", criterion.name},
                        {"found", Number(criterion.found)},
                        {"relation", Sign(criterion.relation)},
                        {"limit", Number(criterion.limit)},
                        {"passed", criterion.passed()}});
  }
  return {{"file", file},
          {"standard", verdict.standard},
          {"passed", verdict.passed()},
          {"criteria", criteria}};
}

ordered_json CandidateJson(const Candidate& candidate, const Result& result) {
  const Counts& counts = candidate.errors.counts();
  ordered_json percentiles;
  for (const auto& [name, share] : kPercentiles) {
    percentiles[fmt::format("{}", share)] = Number(Percentile(candidate.errors, share));
  }
  ordered_json worst = ordered_json::array();
  for (size_t i = 0; i < candidate.errors.worst().size(); ++i) {
    const Element& element = candidate.errors.worst()[i];
    ordered_json inputs = ordered_json::object();
    for (size_t k = 0; k < result.input_names.size(); ++k) {
      inputs[result.input_names[k]] = Number(candidate.inputs[i][k]);
    }
    worst.push_back({{"index", Coordinates(element.index, result.shape)},
                     {"result", Number(element.actual)},
                     {"golden", Number(element.golden)},
                     {"ulp", Number(element.ulp)},
                     {"inputs", inputs}});
  }
  return {{"file", candidate.file},
          {"ulp",
           {{"max", Number(counts.max_ulp)},
            {"mean", Number(counts.mean_ulp())},
            {"percentiles", percentiles}}},
          {"correctly_rounded_share", RoundedShare(counts)},
          {"mismatches",
           {{"nan", counts.nan_mismatches},
            {"inf", counts.inf_mismatches},
            {"sign", counts.sign_mismatches}}},
          {"worst", worst}};
}

}  // namespace

std::vector<int64_t> Coordinates(int64_t index, const std::vector<int64_t>& shape) {
  std::vector<int64_t> coordinates(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; index /= shape[axis]) {
    coordinates[axis] = index % shape[axis];
  }
  return coordinates;
}

std::string Text(const Result& result) {
  std::string text =
      fmt::format("{} elements of {}, shape {}, against {}\n",
                  result.candidates.front().errors.counts().elements, DtypeName(result.dtype),
                  npy::ShapeText(result.shape), result.golden);
  for (size_t i = 0; i < result.verdicts.size(); ++i) {
    text += VerdictText(result.verdicts[i], result.candidates[i].file);
  }
  for (const Candidate& candidate : result.candidates) text += CandidateText(candidate, result);
  return text;
}

ordered_json Json(const Result& result) {
  ordered_json verdicts = ordered_json::array(), candidates = ordered_json::array();
  for (size_t i = 0; i < result.verdicts.size(); ++i) {
    verdicts.push_back(VerdictJson(result.verdicts[i], result.candidates[i].file));
  }
  for (const Candidate& candidate : result.candidates) {
    candidates.push_back(CandidateJson(candidate, result));
  }
  return {{"passed", result.passed()}, {"dtype", DtypeName(result.dtype)},
          {"shape", result.shape},     {"golden", result.golden},
          {"verdicts", verdicts},      {"candidates", candidates}};
}

}  // namespace openaclnn::compare
