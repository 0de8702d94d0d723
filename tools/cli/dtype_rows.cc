#include "tools/cli/dtype_rows.h"

#include <algorithm>
#include <map>

#include "base/chip.h"
#include "base/dtype.h"
#include "engine/op_spec.h"
#include "tools/cli/explain.h"

namespace openaclnn::cli {
namespace {

using Texts = std::vector<std::string>;

const std::string kBfloat16 = DtypeName(ACL_BF16);

// Those that have BFLOAT16.
Texts WithBfloat16(const Texts& chips) {
  Texts kept;
  for (const Chip chip : kChips) {
    if (kBfloat16Chips.Has(chip) && std::ranges::count(chips, ChipName(chip)) > 0) {
      kept.emplace_back(ChipName(chip));
    }
  }
  return kept;
}

// What the tensor at `index` may be.
std::vector<DtypeRow> RowsOf(const std::vector<DtypesOnChips>& groups, size_t index) {
  std::map<std::string, Texts> chips_of;
  for (const Chip chip : kChips) {
    for (const DtypesOnChips& group : groups) {
      if (std::ranges::count(group.chips, ChipName(chip)) == 0) continue;
      for (const std::string& dtype : group.tensors[index].dtypes) {
        chips_of[dtype].emplace_back(ChipName(chip));
      }
    }
  }
  std::vector<DtypeRow> rows;
  const auto add = [&](const std::string& dtype, const Texts& chips, auto holds) {
    auto row = std::ranges::find_if(rows, holds);
    if (row == rows.end())
      row = rows.insert(row, {{groups[0].tensors[index].name}, {}, chips, false});
    row->dtypes.push_back(dtype);
  };
  for (const DtypeInfo& info : kDtypes) {
    const auto found = chips_of.find(info.name);
    if (found == chips_of.end() || info.name == kBfloat16) continue;
    add(info.name, found->second, [&](const DtypeRow& row) { return row.chips == found->second; });
  }
  if (const auto found = chips_of.find(kBfloat16); found != chips_of.end()) {
    add(kBfloat16, found->second,
        [&](const DtypeRow& row) { return WithBfloat16(row.chips) == found->second; });
  }
  for (DtypeRow& row : rows) {
    std::ranges::sort(row.dtypes, {}, [](const std::string& dtype) {
      return std::ranges::find(kDtypes, dtype, &DtypeInfo::name) - std::begin(kDtypes);
    });
  }
  return rows;
}

}  // namespace

std::vector<DtypeRow> DtypeRowsOf(const OpSpec& spec) {
  const std::vector<DtypesOnChips> groups = DtypesOf(spec);
  const size_t tensors = groups[0].tensors.size();
  std::vector<DtypeRow> rows;
  for (size_t i = 0; i < tensors; ++i) {
    for (const DtypeRow& added : RowsOf(groups, i)) {
      const auto row = std::ranges::find_if(rows, [&](const DtypeRow& known) {
        return known.dtypes == added.dtypes && known.chips == added.chips;
      });
      if (row != rows.end()) {
        row->tensors.push_back(added.tensors[0]);
      } else {
        rows.push_back(added);
      }
    }
  }
  for (DtypeRow& row : rows) row.has_all_tensors = row.tensors.size() == tensors;
  return rows;
}

}  // namespace openaclnn::cli
