#include "bench/cases.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <ostream>
#include <utility>

#include "engine/kind.h"
#include "engine/usual_dtype.h"
#include "kinds/roles.h"
#include "ops/registry.h"
#include "ops/sums/normalized_shape.h"

namespace openaclnn::bench {
namespace {

constexpr std::pair<aclDataType, const char*> kDtypes[] = {
    {ACL_FLOAT, "float"}, {ACL_BF16, "bfloat16"}, {ACL_FLOAT16, "float16"}, {ACL_DOUBLE, "double"}};

constexpr int64_t kShort = 8;  // a call's cost, not the loop's
constexpr int64_t kSizes[] = {kShort, 1 << 12, 1 << 16, 1 << 20, 1 << 24};
constexpr int64_t kVeryLong = 1 << 26;                                         // floats only
constexpr int64_t kSide = 1 << 12;                                             // of a matrix
constexpr int64_t kMatrices[][2] = {{65536, 32}, {4096, 4096}, {128, 32000}};  // of rows
constexpr int64_t kChannels = 64, kInner = 3136, kImages = 84;

constexpr int64_t kHalf = 512;  // elements of half a row; aclnnGeluMul takes no longer ones
constexpr int64_t kRow = 1 << 10;

bool Accepts(const OpSpec& spec, aclDataType dtype) {
  return std::ranges::all_of(RulesOf(spec), [&spec, dtype](const Rule& rule) {
    if (rule.Is(rules::kDtypeIn) && HasOwnDtype(spec, rule.at[0])) return true;
    const bool is_about_dtypes = rule.Is(rules::kDtypeIn) || rule.Is(rules::kPromotesInto);
    return !is_about_dtypes || rule.dtypes.Has(dtype);
  });
}

bool HasSlot(const OpSpec& spec, Slot slot) {
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (spec.arguments[i].IsTensor() && spec.Uses(i) && SlotOf(spec, i) == slot) return true;
  }
  return false;
}

// Arrays as long as the result, or as half of it.
int ArraysRead(const OpSpec& spec) {
  int arrays = 0;
  if (spec.tensor_lists != 0) return 2;
  if (NormalisesRows(spec)) return HasSlot(spec, Slot::kGrad) ? 2 : 1;
  for (const int8_t i : spec.operands_at) {
    if (i < 0 || (SlotOf(spec, i) == Slot::kWeight && !IsHalf(spec, i))) continue;
    if (HasOwnDtype(spec, i)) continue;
    arrays += IsSplit(spec, i) ? 2 : 1;
  }
  return arrays;
}

int ArraysWritten(const OpSpec& spec) {
  if (spec.tensor_lists != 0) return 2;
  if (NormalisesRows(spec)) return 1;
  return IsSplit(spec, spec.results_at[0]) || spec.results_at[1] >= 0 ? 2 : 1;
}

// The first operand may be smaller than the second.
bool Broadcasts(const OpSpec& spec) {
  if (spec.operands_at[1] < 0) return false;
  return std::ranges::any_of(RulesOf(spec), [&spec](const Rule& rule) {
    const bool is_shape = rule.Is(rules::kBroadcastShape);
    return is_shape || (rule.Is(rules::kBroadcastsTo) && rule.at[0] == spec.operands_at[0]);
  });
}

// All cases of an operator in a dtype, dense ones first.
class CasesOf {
 public:
  CasesOf(const Subject& subject, aclDataType dtype, std::vector<Case>* cases)
      : subject_(subject),
        spec_(*FindOperator(subject.operation)->spec),
        dtype_(dtype),
        cases_(*cases) {}

  void Add() {
    if (!Accepts(spec_, dtype_)) return;
    if (spec_.tensor_lists != 0) {
      AddLists();
    } else if (NormalisesRows(spec_)) {
      AddNorms();
    } else if (spec_.work.kind->cuts == Cuts::kByRow) {
      AddRows();
    } else if (HasSplit(spec_)) {
      AddSplit();
    } else {
      AddElements();
    }
  }

 private:
  Case& Push(std::string layout, const View& grad, const View& self, const View& weight,
             const View& out) {
    cases_.push_back({&subject_,
                      &spec_,
                      dtype_,
                      std::move(layout),
                      grad,
                      self,
                      weight,
                      out,
                      {},
                      ArraysRead(spec_),
                      ArraysWritten(spec_)});
    return cases_.back();
  }

  void AddElements() {
    const bool has_channels = ChannelOperandOf(spec_) >= 0;
    const View one = Dense({1}), weight = has_channels || subject_.has_one_weight ? one : View{};
    const auto add = [&](const char* layout, const View& grad, const View& self,
                         const View& weights, int more_arrays = 0) {
      Case& c = Push(layout, grad, self, weights, Dense(self.shape));
      if (ChannelSumsOf(spec_) >= 0) c.second_out = weights;
      c.arrays_read += more_arrays;
    };
    for (const int64_t size : Sizes()) add("dense", Dense({size}), Dense({size}), weight);
    if (dtype_ == ACL_DOUBLE || spec_.operands_at[0] < 0) return;
    const View square = Dense({kSide, kSide});
    add("transposed self", square, {{kSide, kSide}, {1, kSide}}, weight);
    add("self with step 2", Dense({kSide * kSide}), {{kSide * kSide}, {2}}, weight, 1);
    if (Broadcasts(spec_)) {
      add("gradient of rows", Dense({kSide, 1}), square, weight, -1);
      add("gradient of columns", Dense({1, kSide}), square, weight, -1);
      add("gradient of one element", one, square, weight, -1);
    }
    if (!has_channels) return;
    const View two_short_rows = Dense({2, kShort / 2});
    add("channel inner", two_short_rows, two_short_rows, Dense({kShort / 2}));
    const View weights = Dense({kChannels});
    for (int64_t rows : {1 << 10, 1 << 18}) {
      const View rows_of_channels = Dense({rows, kChannels});
      add("channel inner", rows_of_channels, rows_of_channels, weights);
    }
    const View images = Dense({kImages, kChannels, kInner});
    add("channel outer", images, images, weights);
  }

  void AddSplit() {
    const auto add = [&](const char* layout, int64_t rows, int64_t columns, int64_t axis) {
      const View half = Dense({rows, columns});
      const View whole =
          Dense(axis == 0 ? std::vector{2 * rows, columns} : std::vector{rows, 2 * columns});
      const bool has_third = HasSlot(spec_, Slot::kWeight);
      const View third = IsHalf(spec_, spec_.operands_at[2]) ? half : Dense({1});
      Case& c = Push(layout, half, whole, has_third ? third : View{},
                     IsSplit(spec_, spec_.results_at[0]) ? whole : half);
      if (spec_.results_at[1] >= 0) c.second_out = half;
      c.axis = axis;
    };
    for (const int64_t size : Sizes()) {
      const int64_t columns = std::min(size, kHalf);
      add("dense", size / columns, columns, -1);
    }
    if (spec_.axis_at < 0 || dtype_ == ACL_DOUBLE) return;
    add("first axis", kSide * kSide / kHalf, kHalf, 0);
  }

  void AddRows() {
    const auto add = [&](std::string layout, int64_t rows, int64_t columns, int64_t axis) {
      const View matrix = Dense({rows, columns});
      Case& c = Push(std::move(layout), matrix, matrix, {}, matrix);
      if (RowResultOf(spec_) >= 0) c.second_out = Dense({rows});
      c.axis = axis;
    };
    for (const int64_t size : Sizes()) {
      add("dense", size / ColumnsOf(size), ColumnsOf(size), -1);
    }
    if (dtype_ == ACL_DOUBLE) return;
    for (const auto& [rows, columns] : kMatrices) {
      for (const int64_t axis : {-1, 0}) {
        if (axis == 0 && spec_.axis_at < 0) continue;
        add(std::to_string(rows) + " x " + std::to_string(columns) + ", axis " +
                std::to_string(axis),
            rows, columns, axis);
      }
    }
  }

  // Elements of a dense row.
  static int64_t ColumnsOf(int64_t size) {
    return size < kRow ? size : size < kSide * kSide ? kRow : kSide;
  }

  void AddNorms() {
    const auto add = [&](std::string layout, int64_t rows, int64_t columns) {
      const View matrix = Dense({rows, columns}), row = Dense({columns}),
                 of_rows = Dense({rows, 1});
      Case& c = Push(std::move(layout), matrix, matrix, row, matrix);
      c.statistics = of_rows;
      c.second_out = c.third_out = HasSlot(spec_, Slot::kStatistics) ? row : of_rows;
    };
    for (const int64_t size : Sizes()) add("dense", size / ColumnsOf(size), ColumnsOf(size));
    for (const auto& [rows, columns] : kMatrices) {
      add(std::to_string(rows) + " x " + std::to_string(columns), rows, columns);
    }
  }

  // Two tensors one after the other.
  void AddLists() {
    const auto add = [&](const char* layout, int64_t rows, int64_t columns, int64_t axis) {
      const View member = Dense({rows, columns});
      const View whole =
          Dense(axis == 0 ? std::vector{2 * rows, columns} : std::vector{rows, 2 * columns});
      Push(layout, member, member, {}, whole).axis = axis;
    };
    for (const int64_t size : Sizes()) add("dense", size / ColumnsOf(size), ColumnsOf(size), -1);
    if (dtype_ != ACL_DOUBLE) add("first axis", kSide, kSide, 0);
  }

  std::vector<int64_t> Sizes() const {
    std::vector<int64_t> sizes(std::begin(kSizes), std::end(kSizes));
    if (dtype_ == ACL_FLOAT) sizes.push_back(kVeryLong);
    return sizes;
  }

  const Subject& subject_;
  const OpSpec& spec_;
  const aclDataType dtype_;
  std::vector<Case>& cases_;
};

std::vector<Case> MakeCases() {
  std::vector<Case> cases;
  for (const Subject& subject : Subjects()) {
    for (const auto& [dtype, name] : kDtypes) CasesOf(subject, dtype, &cases).Add();
  }
  return cases;
}

// The first result, or the others in their order.
Slot SlotOfResult(const OpSpec& spec, int argument) {
  int first = spec.results_at[0];
  while (first < 0 || !spec.arguments[first].IsWritten()) ++first;
  if (argument == first) return Slot::kOut;
  for (int i = 0; i < argument; ++i) {
    if (i != first && spec.arguments[i].IsWritten()) return Slot::kThirdOut;
  }
  return Slot::kSecondOut;
}

bool HasNumberForEachRow(const OpSpec& spec, int argument) {
  return std::ranges::any_of(RulesOf(spec), [argument](const Rule& rule) {
    return rule.Is(rules::kCountWithoutLast) && rule.at[0] == argument;
  });
}

const char* NameOf(aclDataType dtype) {
  for (const auto& [known, name] : kDtypes) {
    if (known == dtype) return name;
  }
  return "";
}

std::ostream& operator<<(std::ostream& out, const std::vector<int64_t>& numbers) {
  out << '[';
  for (size_t i = 0; i < numbers.size(); ++i) out << (i == 0 ? "" : ", ") << numbers[i];
  return out << ']';
}

std::ostream& operator<<(std::ostream& out, const View& view) {
  return out << R"({"shape": )" << view.shape << R"(, "strides": )" << view.strides << '}';
}

}  // namespace

View Dense(std::vector<int64_t> shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis]) strides[axis] = stride;
  return {std::move(shape), std::move(strides)};
}

Slot SlotOf(const OpSpec& spec, int argument) {
  const ArgumentSpec& described = spec.arguments[static_cast<size_t>(argument)];
  if (described.IsWritten()) return SlotOfResult(spec, argument);
  if (HasNumberForEachRow(spec, argument)) return Slot::kStatistics;
  if (described.is_optional || argument == spec.operands_at[2] ||
      argument == ChannelOperandOf(spec) || IsOneElement(spec, argument)) {
    return Slot::kWeight;
  }
  const bool is_first = IsFirstOfTwo(spec, argument) && !IsOneElement(spec, spec.operands_at[1]);
  return is_first ? Slot::kGrad : Slot::kSelf;
}

int64_t Case::Elements() const {
  const int64_t elements =
      std::accumulate(self.shape.begin(), self.shape.end(), int64_t{1}, std::multiplies<>());
  return HasSplit(*spec) ? elements / 2 : elements;
}

std::string Case::Name() const {
  return std::string(subject->name) + '/' + NameOf(dtype) + '/' + layout + '/' +
         std::to_string(Elements());
}

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = MakeCases();
  return cases;
}

void PrintCases(std::ostream& out) {
  const char* separator = "[\n";
  for (const Case& c : Cases()) {
    const bool is_of_rows = c.spec->work.kind->cuts == Cuts::kByRow || NormalisesRows(*c.spec);
    const char* const kind = is_of_rows                  ? "rows"
                             : c.spec->tensor_lists != 0 ? "lists"
                             : HasSplit(*c.spec)         ? "halves"
                             : c.spec->work.kind->moves  ? "moves"
                                                         : "elements";
    out << separator << R"({"name": ")" << c.Name() << R"(", "operator": ")" << c.subject->name
        << R"(", "kind": ")" << kind << R"(", "dtype": ")" << NameOf(c.dtype) << R"(", "layout": ")"
        << c.layout << R"(", "elements": )" << c.Elements() << R"(, "low": )" << c.subject->low
        << R"(, "high": )" << c.subject->high << R"(, "axis": )" << c.axis << R"(, "grad": )"
        << c.grad << R"(, "self": )" << c.self << R"(, "weight": )" << c.weight << R"(, "out": )"
        << c.out << R"(, "second_out": )" << c.second_out << R"(, "third_out": )" << c.third_out
        << R"(, "statistics": )" << c.statistics << R"(, "pytorch": ")" << c.subject->pytorch
        << R"("})";
    separator = ",\n";
  }
  out << "\n]\n";
}

}  // namespace openaclnn::bench
