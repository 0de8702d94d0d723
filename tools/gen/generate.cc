#include "tools/gen/generate.h"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "engine/kind.h"
#include "fmt/format.h"
#include "kinds/roles.h"
#include "tensor/broadcast.h"
#include "tensor/lists.h"
#include "tensor/shape.h"
#include "tests/ops/harness/array.h"
#include "tests/oracle/operators.h"
#include "tools/files/free_space.h"
#include "tools/files/json_number.h"
#include "tools/files/member_file.h"
#include "tools/files/new_file.h"
#include "tools/files/new_folder.h"
#include "tools/files/sha256.h"
#include "tools/gen/golden.h"
#include "tools/npy/array_writer.h"
#include "tools/npy/strided_index.h"

namespace openaclnn::gen {
namespace {

using nlohmann::ordered_json;
using oracle::Real;
using test::Array;
using Shape = std::vector<int64_t>;
using tools::ArrayView;

constexpr int64_t kPart = int64_t{1} << 14;  // elements that a thread makes at once

// Parts, of kPart elements or as many as given, are made by all threads of the arena and written in
// order.
template <class Make, class Write>
void InOrder(int64_t size, tbb::task_arena& arena, const Make& make, const Write& write,
             int64_t part_size = kPart) {
  using Part = std::shared_ptr<decltype(make(int64_t{0}, int64_t{0}))>;
  int64_t next = 0;
  const auto take = [&](tbb::flow_control& control) {
    if (next >= size) control.stop();
    return std::exchange(next, next + part_size);
  };
  const auto make_part = [&](int64_t first) {
    return Part(new auto(make(first, std::min(part_size, size - first))));
  };
  const auto write_part = [&](const Part& part) { write(*part); };
  arena.execute([&] {
    tbb::parallel_pipeline(
        static_cast<size_t>(2 * arena.max_concurrency()),
        tbb::make_filter<void, int64_t>(tbb::filter_mode::serial_in_order, take) &
            tbb::make_filter<int64_t, Part>(tbb::filter_mode::parallel, make_part) &
            tbb::make_filter<Part, void>(tbb::filter_mode::serial_in_order, write_part));
  });
}

Dims DimsOf(const Shape& shape) { return {shape.begin(), shape.end()}; }

// The entry of an input, or of all.
template <class Value>
const Value* Find(const std::map<std::string, Value>& values, std::string_view name) {
  const auto own = values.find(std::string(name));
  if (own != values.end()) return &own->second;
  const auto general = values.find("");
  return general != values.end() ? &general->second : nullptr;
}

// The axis of halves or rows; nothing if there is no such axis.
std::optional<size_t> AxisOf(const OpSpec& spec, const std::vector<tools::Value>& arguments,
                             const Shape& shape) {
  const double axis =
      spec.axis_at >= 0 ? *tools::NumberIn(arguments[static_cast<size_t>(spec.axis_at)]) : -1;
  return AxisAt(static_cast<int64_t>(std::clamp(axis, -0x1p62, 0x1p62)), DimsOf(shape));
}

Shape HalfOf(Shape shape, std::optional<size_t> axis) {
  if (axis && *axis < shape.size()) shape[*axis] /= 2;
  return shape;
}

// Those of a list's members, or one shape.
const std::vector<Shape>& ShapesOf(const std::string& name, const Options& options) {
  const std::vector<Shape>* const shapes = Find(options.shapes, name);
  if (shapes != nullptr) return *shapes;
  throw tools::Refused(ACL_ERROR_INVALID_PARAM, fmt::format("the shape of {} is missing", name));
}

// What is not named has the general shape, or what follows from it: that of a whole tensor.
Shape ShapeOf(const OpSpec& spec, int argument, const Options& options) {
  const std::string name(spec.arguments[argument].name);
  const Shape* const shape = &ShapesOf(name, options)[0];
  if (options.shapes.contains(name)) return *shape;
  if (argument == ChannelOperandOf(spec)) return {shape->size() > 1 ? (*shape)[1] : 1};
  if (IsOneElement(spec, argument)) return {1};
  return IsHalf(spec, argument) ? HalfOf(*shape, AxisOf(spec, options.attributes, *shape)) : *shape;
}

// Whether the argument is an input, and not one that is left out: optional ones are there if their
// shape is given by name.
bool IsGiven(const Options& options, int argument) {
  const ArgumentSpec& input = options.entry->spec->arguments[argument];
  return input.IsRead() && !input.IsWritten() &&
         !(input.is_optional && !options.shapes.contains(std::string(input.name)));
}

ArrayView ViewOf(aclDataType dtype, const Shape& shape) {
  return {dtype, shape, tools::DenseStrides(shape), nullptr};
}

std::vector<ArrayView> ListOf(const std::string& name, const Options& options) {
  const std::vector<Shape>& shapes = ShapesOf(name, options);
  const std::vector<aclDataType>& dtypes = *Find(options.dtypes, name);
  std::vector<ArrayView> members;
  for (size_t k = 0; k < shapes.size(); ++k) {
    members.push_back(ViewOf(dtypes.size() == 1 ? dtypes[0] : dtypes[k], shapes[k]));
  }
  return members;
}

// The operator's arguments: tensors without memory, for its checks.
std::vector<tools::Value> ArgumentsOf(const Options& options) {
  const OpSpec& spec = *options.entry->spec;
  std::vector<tools::Value> arguments = options.attributes;
  const auto set = [&](int argument, aclDataType dtype, const Shape& shape) {
    arguments[static_cast<size_t>(argument)] = ViewOf(dtype, shape);
  };
  for (int i = 0; i < spec.NumArguments(); ++i) {
    if (!IsGiven(options, i)) continue;
    const std::string name(spec.arguments[i].name);
    if (spec.arguments[i].IsTensorList()) {
      arguments[static_cast<size_t>(i)] = ListOf(name, options);
    } else {
      set(i, (*Find(options.dtypes, name))[0], ShapeOf(spec, i, options));
    }
  }
  for (int i = 0; i < spec.NumArguments() && spec.work.kind->cuts == Cuts::kNone; ++i) {
    const bool is_named = options.shapes.contains(std::string(spec.arguments[i].name));
    if (!IsGiven(options, i) || !spec.arguments[i].IsTensor() || is_named) continue;
    const ArrayView& view = std::get<ArrayView>(arguments[static_cast<size_t>(i)]);
    set(i, view.dtype, tools::ShapeByRules(spec, arguments, i, view.shape));
  }
  for (const tools::OutputType& output : tools::OutputTypes(spec, arguments)) {
    tools::Value& value = arguments[static_cast<size_t>(output.argument)];
    if (output.member < 0) {
      set(output.argument, output.dtype, output.shape);
    } else if (output.member == 0) {
      value = std::vector{ViewOf(output.dtype, output.shape)};
    } else {
      std::get<std::vector<ArrayView>>(value).push_back(ViewOf(output.dtype, output.shape));
    }
  }
  return arguments;
}

const ArrayView& ViewAt(const std::vector<tools::Value>& arguments, int argument) {
  return std::get<ArrayView>(arguments[static_cast<size_t>(argument)]);
}

int64_t SizeOf(const ArrayView& view) { return *CountElements(DimsOf(view.shape)); }

// A tensor, or the members of a list; nothing of other arguments.
std::span<const ArrayView> ViewsIn(const tools::Value& value) {
  if (const auto* const view = std::get_if<ArrayView>(&value)) return {view, 1};
  if (const auto* const list = std::get_if<std::vector<ArrayView>>(&value)) return *list;
  return {};
}

// An operand as the elements of the result see it.
struct Operand {
  const Values* values;  // null: all are by_default
  Shape strides;
  double by_default = 0;
  int64_t first = 0;  // index of the first element

  double At(int64_t index, const Shape& shape) const {
    if (values == nullptr) return by_default;
    return values->Value(first + npy::StridedIndex(index, shape, strides));
  }
};

// Exact sums of terms by channels.
class Sums {
 public:
  explicit Sums(int64_t channels) : sums_(static_cast<size_t>(channels), Real(0)) {}
  void Add(int64_t channel, double term) {
    Real& sum = sums_[static_cast<size_t>(channel)];
    sum = sum + Real(term);
  }
  const Real& At(int64_t channel) const { return sums_[static_cast<size_t>(channel)]; }

 private:
  std::vector<Real> sums_;
};

// Which elements are rows along an axis: `inner` others lie between those of one row.
struct Rows {
  Rows(const Shape& shape, size_t axis) {
    for (size_t a = 0; a < shape.size(); ++a) {
      (a < axis ? outer : a == axis ? length : inner) *= shape[a];
    }
  }
  int64_t Count() const { return outer * inner; }
  int64_t At(int64_t row, int64_t i) const {
    return (row / inner * length + i) * inner + row % inner;
  }
  int64_t outer = 1, length = 1, inner = 1;
};

class Generation {
 public:
  explicit Generation(const Options& options)
      : options_(options),
        spec_(*options.entry->spec),
        arguments_(ArgumentsOf(options)),
        golden_(MakeGolden()),
        limit_(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(options.threads)),
        arena_(options.threads) {
    tools::CheckCall(*options.entry, arguments_);
    for (const int output : Outputs()) {
      const aclDataType dtype = ViewsAt(output)[0].dtype;
      if (precision::FindFormat(dtype) != nullptr || (golden_.is_whole() && IsInteger(dtype))) {
        continue;
      }
      throw tools::Refused(ACL_ERROR_INVALID_PARAM,
                           fmt::format("golden values are of floating-point dtypes, {} is {}",
                                       spec_.arguments[output].name, DtypeName(dtype)));
    }
    MakeInputs();
  }

  int64_t Work() const {
    int64_t work = 0;
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      if (!IsGiven(options_, i)) continue;
      for (const ArrayView& view : ViewsAt(i)) work += SizeOf(view);
    }
    if (golden_.is_whole()) {
      for (const int output : Outputs()) {
        for (const ArrayView& view : ViewsAt(output)) work += SizeOf(view);
      }
    }
    for (const int result : spec_.results_at) {
      if (result >= 0 && !golden_.is_whole()) work += SizeOf(ViewAt(arguments_, result));
    }
    if (ChannelSumsOf(spec_) >= 0) work += SizeOf(ViewAt(arguments_, spec_.results_at[0]));
    return work;
  }

  ordered_json Write() {
    tools::RequireFreeSpace(options_.folder, Bytes());
    tools::NewFolder folder(options_.folder);
    folder_ = &folder;
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      if (IsGiven(options_, i)) WriteInput(i);
    }
    if (golden_.is_whole()) {
      WriteWhole();
    } else if (spec_.work.kind->cuts == Cuts::kByRow) {
      WriteRows();
    } else {
      for (size_t k = 0; k < spec_.results_at.size(); ++k) {
        if (spec_.results_at[k] >= 0) WriteResult(k);
      }
    }
    if (ChannelSumsOf(spec_) >= 0) WriteSums();
    const ordered_json manifest = Manifest();
    tools::NewFile file(folder.File("manifest.json"));
    file.Write(manifest.dump(2) + "\n");
    file.Commit();
    folder.Commit();
    return manifest;
  }

 private:
  std::span<const ArrayView> ViewsAt(int argument) const {
    return ViewsIn(arguments_[static_cast<size_t>(argument)]);
  }

  // Those that are computed.
  std::vector<int> Outputs() const {
    std::vector<int> outputs;
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      if (spec_.arguments[i].IsWritten() && !ViewsAt(i).empty()) outputs.push_back(i);
    }
    return outputs;
  }

  // The bytes of all arrays' elements.
  double Bytes() const {
    double bytes = 0;
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      for (const ArrayView& view : ViewsAt(i)) {
        int width = DtypeBytes(view.dtype);
        if (spec_.arguments[i].IsWritten()) width += DtypeBytes(ACL_DOUBLE);
        bytes += static_cast<double>(SizeOf(view)) * width;
      }
    }
    return bytes;
  }

  // By an argument that chooses one of two forms of gelu.
  bool ChoosesTanh() const {
    if (spec_.chooses_at < 0) return false;
    const tools::Value& choice = arguments_[static_cast<size_t>(spec_.chooses_at)];
    const auto* const text = std::get_if<std::string>(&choice);
    return (text != nullptr && *text == "tanh") || tools::NumberIn(choice) == 1;
  }

  Golden MakeGolden() const {
    std::vector<double> numbers;
    for (const tools::Value& value : arguments_) {
      if (const auto number = tools::NumberIn(value)) numbers.push_back(*number);
    }
    const bool wide = std::ranges::any_of(spec_.operands_at, [this](int operand) {
      return operand >= 0 && IsGiven(options_, operand) &&
             ViewAt(arguments_, operand).dtype == ACL_DOUBLE;
    });
    const int64_t elements = SizeOf(ViewsAt(Outputs()[0])[0]);
    return {spec_, numbers, ChoosesTanh(), wide, elements};
  }

  // The second one, or the only one; -1 if the spec names none.
  int LastOperand() const { return spec_.operands_at[spec_.operands[1].empty() ? 0 : 1]; }

  Distribution DistributionOf(int argument) const {
    Distribution distribution;
    const int last = LastOperand();
    if (golden_.has_unit_domain() && argument == last) {
      distribution.uniform = {0, 1};
      distribution.normal = {0.5, 0.25};
    }
    distribution.uniform = options_.uniform.value_or(distribution.uniform);
    distribution.normal = options_.normal.value_or(distribution.normal);
    distribution.special_share = options_.special_share;
    return distribution;
  }

  void MakeInputs() {
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      if (!IsGiven(options_, i)) continue;
      const std::span<const ArrayView> views = ViewsAt(i);
      for (size_t k = 0; k < views.size(); ++k) {
        inputs_[i].push_back(ValuesOf(i, views[k].dtype, NameOf(i, k)));
      }
    }
  }

  Values ValuesOf(int argument, aclDataType dtype, const std::string& name) const {
    const bool bends = argument == LastOperand();
    std::vector<double> specials =
        SpecialValues(dtype, bends ? golden_.kinks() : std::vector<double>());
    // In a sum nothing else would be left.
    if (ChannelSumsOf(spec_) >= 0 || spec_.work.kind->cuts == Cuts::kByRow || golden_.sums()) {
      std::erase_if(specials, [](double v) { return !(v * v <= 1); });
    }
    return {dtype, DistributionOf(argument), std::move(specials), options_.seed, name};
  }

  // What an input, or a member of a list, is called.
  std::string NameOf(int argument, size_t member) const {
    const std::string_view name = spec_.arguments[argument].name;
    const bool is_list = spec_.arguments[argument].IsTensorList();
    return is_list ? MemberName(name, member) : std::string(name);
  }

  void WriteInput(int argument) {
    const std::string file = fmt::format("{}.npy", spec_.arguments[argument].name);
    const bool is_list = spec_.arguments[argument].IsTensorList();
    for (size_t k = 0; k < ViewsAt(argument).size(); ++k) {
      const std::string of_member = is_list ? tools::MemberFile(file, k) : file;
      WriteValues(ViewsAt(argument)[k], inputs_.at(argument)[k], of_member);
      AddToManifest(NameOf(argument, k), "input", of_member, ViewsAt(argument)[k]);
    }
  }

  void WriteValues(const ArrayView& view, const Values& values, const std::string& file) {
    npy::ArrayWriter writer(folder_->File(file), view.dtype, view.shape);
    InOrder(
        SizeOf(view), arena_,
        [&](int64_t first, int64_t count) {
          options_.advance(count);
          return Array(view.dtype, {count}, [&](int64_t i) { return values.Bits(first + i); });
        },
        [&](const Array& part) { writer.Write(part.bytes); });
    writer.Commit();
  }

  Operand OperandAt(int argument, const Shape& shape) const {
    if (!IsGiven(options_, argument)) return {nullptr, {}, spec_.arguments[argument].by_default};
    const ArrayView& view = ViewAt(arguments_, argument);
    const Values* const values = &inputs_.at(argument)[0];
    if (argument == ChannelOperandOf(spec_)) return {values, ChannelStrides(SizeOf(view), shape)};
    if (IsOneElement(spec_, argument)) return {values, Shape(shape.size(), 0)};
    const Dims strides = BroadcastStrides(DimsOf(view.shape), DimsOf(view.strides), DimsOf(shape));
    return {values, {strides.begin(), strides.end()}};
  }

  // That give an element's channel.
  static Shape ChannelStrides(int64_t channels, const Shape& shape) {
    Shape strides(shape.size(), 0);
    if (channels > 1) strides[1] = 1;
    return strides;
  }

  // The two files of an output, and the arrays that go there next.
  struct GoldenArrays {
    GoldenArrays(aclDataType dtype, int64_t count)
        : nearest(ACL_DOUBLE, {count}), rounded(dtype, {count}) {}
    void Set(int64_t i, const GoldenValue& value) {
      nearest.SetBits(i, test::BitsOf(ACL_DOUBLE, value.nearest));
      rounded.SetBits(i, test::BitsOf(rounded.dtype, value.rounded));
    }

    Array nearest, rounded;
  };

  class GoldenFiles {
   public:
    GoldenFiles(Generation* generation, int argument, size_t member = 0)
        : generation_(*generation),
          argument_(argument),
          member_(member),
          view_(generation->ViewsAt(argument)[member]),
          nearest_(generation->folder_->File(Name("golden")), ACL_DOUBLE, view_.shape),
          rounded_(generation->folder_->File(Name("rounded")), view_.dtype, view_.shape) {}

    void Write(const GoldenArrays& part) {
      nearest_.Write(part.nearest.bytes);
      rounded_.Write(part.rounded.bytes);
    }
    void Commit() {
      nearest_.Commit();
      rounded_.Commit();
      const std::string name = generation_.NameOf(argument_, member_);
      generation_.AddToManifest(name, "golden", Name("golden"), {ACL_DOUBLE, view_.shape, {}});
      generation_.AddToManifest(name, "rounded", Name("rounded"), view_);
    }

   private:
    std::string Name(const char* kind) const {
      const ArgumentSpec& output = generation_.spec_.arguments[argument_];
      const std::string name(output.name);
      return fmt::format("{}.{}.npy",
                         output.IsTensorList() ? tools::MemberFile(name, member_) : name, kind);
    }

    Generation& generation_;
    const int argument_;
    const size_t member_;
    const ArrayView& view_;
    npy::ArrayWriter nearest_, rounded_;
  };

  bool PartsAreSwapped() const {
    if (SwapsPartsOf(spec_) < 0) return false;
    return tools::NumberIn(arguments_[static_cast<size_t>(SwapsPartsOf(spec_))]) != 0;
  }

  size_t AxisOfHalves() const {
    const Shape& whole = ViewAt(arguments_, SplitsOf(spec_)[0]).shape;
    return *AxisOf(spec_, arguments_, whole);
  }

  // As the formula takes them.
  std::vector<Operand> OperandsOf(const Shape& shape) const {
    std::vector<Operand> operands;
    for (const int argument : spec_.operands_at) {
      if (argument < 0) continue;
      if (!IsSplit(spec_, argument)) {
        operands.push_back(OperandAt(argument, shape));
        continue;
      }
      const size_t axis = AxisOfHalves();
      Operand half = {&inputs_.at(argument)[0], ViewAt(arguments_, argument).strides};
      const int64_t second = shape[axis] * half.strides[axis];
      for (const bool is_second : {PartsAreSwapped(), !PartsAreSwapped()}) {
        half.first = is_second ? second : 0;
        operands.push_back(half);
      }
    }
    return operands;
  }

  // The place of an element of a result among those of the operands, and which of the formula's
  // results it is.
  struct Place {
    int64_t index;
    size_t result;
  };

  void WriteResult(size_t k) {
    const int result = spec_.results_at[k];
    const ArrayView& view = ViewAt(arguments_, result);
    const precision::Format& format = *precision::FindFormat(view.dtype);
    const bool is_split = IsSplit(spec_, result), is_swapped = PartsAreSwapped();
    const Shape shape = is_split ? HalfOf(view.shape, AxisOfHalves()) : view.shape;
    const int64_t half =  // elements that follow each other in one
        is_split ? shape[AxisOfHalves()] * view.strides[AxisOfHalves()] : 0;
    const auto place_of = [&](int64_t i) -> Place {
      if (!is_split) return {i, k};
      const bool is_second = i % (2 * half) >= half;
      return {i / (2 * half) * half + i % half, is_second != is_swapped ? size_t{1} : 0};
    };
    const std::vector<Operand> operands = OperandsOf(shape);
    GoldenFiles files(this, result);
    InOrder(
        SizeOf(view), arena_,
        [&](int64_t first, int64_t count) {
          GoldenArrays part(view.dtype, count);
          std::vector<double> elements(operands.size());
          for (int64_t i = 0; i < count; ++i) {
            const Place place = place_of(first + i);
            for (size_t o = 0; o < operands.size(); ++o) {
              elements[o] = operands[o].At(place.index, shape);
            }
            part.Set(i, golden_.At(elements, format, place.result));
          }
          options_.advance(count);
          return part;
        },
        [&](const GoldenArrays& part) { files.Write(part); });
    files.Commit();
  }

  // Rows are made in any order of their elements, so that the golden values are all in memory.
  void WriteRows() {
    const int result = spec_.results_at[0];
    const ArrayView& view = ViewAt(arguments_, result);
    const precision::Format& format = *precision::FindFormat(view.dtype);
    const Rows rows(view.shape, *AxisOf(spec_, arguments_, view.shape));
    const std::vector<Operand> operands = OperandsOf(view.shape);
    GoldenArrays elements(view.dtype, SizeOf(view)), numbers(view.dtype, rows.Count());
    struct Made {
      int64_t row;
      oracle::RowResults results;
    };
    InOrder(
        SizeOf(view) == 0 ? 0 : rows.Count(), arena_,
        [&](int64_t first, int64_t count) {
          std::vector<Made> made;
          for (int64_t row = first; row < first + count; ++row) {
            std::vector<oracle::Row> given(operands.size());
            for (size_t o = 0; o < operands.size(); ++o) {
              for (int64_t i = 0; i < rows.length; ++i) {
                given[o].push_back(operands[o].At(rows.At(row, i), view.shape));
              }
            }
            made.push_back({row, golden_.OfRows(given)});
            options_.advance(rows.length);
          }
          return made;
        },
        [&](const std::vector<Made>& part) {
          for (const auto& [row, results] : part) {
            numbers.Set(row, GoldenOf(results.row.exact, format));
            for (int64_t i = 0; i < rows.length; ++i) {
              const Real& exact = results.elements[static_cast<size_t>(i)].exact;
              elements.Set(rows.At(row, i), GoldenOf(exact, format));
            }
          }
        },
        std::max<int64_t>(1, kPart / std::max<int64_t>(1, rows.length)));
    WriteGolden(result, elements);
    if (RowResultOf(spec_) >= 0) WriteGolden(RowResultOf(spec_), numbers);
  }

  oracle::WholeCall CallOfWhole() const {
    oracle::WholeCall call(arguments_.size());
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      const tools::Value& value = arguments_[static_cast<size_t>(i)];
      oracle::WholeArgument& argument = call[static_cast<size_t>(i)];
      argument.number = tools::NumberIn(value).value_or(0);
      argument.is_list = spec_.arguments[i].IsTensorList();
      if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
        argument.numbers = *numbers;
      }
      if (const auto* integers = std::get_if<std::vector<int64_t>>(&value)) {
        argument.integers = *integers;
      }
      if (const auto* text = std::get_if<std::string>(&value)) argument.text = *text;
      if (const auto* view = std::get_if<ArrayView>(&value)) argument.dtype = view->dtype;
      if (!IsGiven(options_, i)) continue;
      for (size_t k = 0; k < ViewsAt(i).size(); ++k) {
        const Values* const values = &inputs_.at(i)[k];
        argument.tensors.push_back(
            {ViewsAt(i)[k].shape, [values](int64_t at) { return values->Value(at); }});
      }
    }
    return call;
  }

  void WriteWhole() {
    const oracle::WholeResults results = golden_.OfWhole(CallOfWhole());
    for (const int output : Outputs()) {
      int64_t before = 0;
      for (size_t member = 0; member < ViewsAt(output).size(); ++member) {
        WriteMember(results, output, member, before);
        before += SizeOf(ViewsAt(output)[member]);
      }
    }
  }

  // An output, or a member of it, before whose elements there are others.
  void WriteMember(const oracle::WholeResults& results, int output, size_t member, int64_t before) {
    const ArrayView& view = ViewsAt(output)[member];
    const precision::Format* const format = precision::FindFormat(view.dtype);
    GoldenFiles files(this, output, member);
    InOrder(
        SizeOf(view), arena_,
        [&](int64_t first, int64_t count) {
          GoldenArrays part(view.dtype, count);
          for (int64_t i = 0; i < count; ++i) {
            const oracle::RowValue value = results(static_cast<size_t>(output), before + first + i);
            const double integer = value.exact.ToDouble();  // where there is no format
            part.Set(i, format != nullptr ? GoldenOf(value.exact, *format)
                                          : GoldenValue{integer, integer});
          }
          options_.advance(count);
          return part;
        },
        [&](const GoldenArrays& part) { files.Write(part); });
    files.Commit();
  }

  void WriteGolden(int argument, const GoldenArrays& values) {
    GoldenFiles files(this, argument);
    files.Write(values);
    files.Commit();
  }

  void WriteSums() {
    const ArrayView& view = ViewAt(arguments_, ChannelSumsOf(spec_));
    const int64_t channels = SizeOf(view);
    const Sums sums = SumTerms(channels);
    const precision::Format& format = *precision::FindFormat(view.dtype);
    GoldenArrays golden(view.dtype, channels);
    for (int64_t i = 0; i < channels; ++i) golden.Set(i, GoldenOf(sums.At(i), format));
    WriteGolden(ChannelSumsOf(spec_), golden);
  }

  // The sums of all elements; exact, so that it does not matter who adds what.
  Sums SumTerms(int64_t channels) {
    const ArrayView& result = ViewAt(arguments_, spec_.results_at[0]);
    const Shape& shape = result.shape;
    const Shape strides = ChannelStrides(channels, shape);
    const Operand grad = OperandAt(spec_.operands_at[0], shape);
    const Operand x = OperandAt(spec_.operands_at[1], shape);
    Sums total(channels);
    using Terms = std::vector<std::pair<int64_t, double>>;  // by channels
    InOrder(
        SizeOf(result), arena_,
        [&](int64_t first, int64_t count) {
          Terms terms;
          for (int64_t i = first; i < first + count; ++i) {
            terms.emplace_back(npy::StridedIndex(i, shape, strides),
                               oracle::PreluTerm(static_cast<float>(grad.At(i, shape)),
                                                 static_cast<float>(x.At(i, shape))));
          }
          options_.advance(count);
          return terms;
        },
        [&](const Terms& terms) {
          for (const auto& [channel, term] : terms) total.Add(channel, term);
        });
    return total;
  }

  void AddToManifest(const std::string& name, const char* kind, const std::string& file,
                     const ArrayView& view) {
    arrays_.push_back({{"name", name},
                       {"kind", kind},
                       {"file", file},
                       {"dtype", DtypeName(view.dtype)},
                       {"shape", view.shape},
                       {"sha256", tools::Sha256OfFile(folder_->File(file))}});
  }

  static ordered_json AttributeJson(ArgumentKind kind, double number) {
    if (kind == ArgumentKind::kBool) return number != 0;
    if (kind == ArgumentKind::kInt) return static_cast<int64_t>(number);
    return tools::Number(number);
  }

  ordered_json Manifest() const {
    auto attributes = ordered_json::object();
    for (int i = 0; i < spec_.NumArguments(); ++i) {
      const tools::Value& value = arguments_[static_cast<size_t>(i)];
      const std::string name(spec_.arguments[i].name);
      if (const auto number = tools::NumberIn(value)) {
        attributes[name] = AttributeJson(spec_.arguments[i].kind, *number);
      }
      if (const auto* text = std::get_if<std::string>(&value)) attributes[name] = *text;
      if (const auto* integers = std::get_if<std::vector<int64_t>>(&value)) {
        attributes[name] = *integers;
      }
      if (const auto* flags = std::get_if<std::vector<bool>>(&value)) attributes[name] = *flags;
    }
    return {{"openaclnn", OPENACLNN_VERSION},     {"operator", spec_.name},
            {"attributes", attributes},           {"seed", options_.seed},
            {"distribution", DistributionJson()}, {"arrays", arrays_}};
  }

  ordered_json DistributionJson() const {
    auto json = ordered_json::object();
    for (const auto& [argument, values] : inputs_) {
      const Distribution distribution = DistributionOf(argument);
      json[std::string(spec_.arguments[argument].name)] = {
          {"uniform", {distribution.uniform.low, distribution.uniform.high}},
          {"normal", {distribution.normal.mean, distribution.normal.deviation}},
          {"special_share", distribution.special_share}};
    }
    return json;
  }

  const Options& options_;
  const OpSpec& spec_;
  const std::vector<tools::Value> arguments_;
  const Golden golden_;
  const tbb::global_control limit_;  // which may be more than there are CPUs
  tbb::task_arena arena_;
  std::map<int, std::vector<Values>> inputs_;  // of a list those of each member
  tools::NewFolder* folder_ = nullptr;
  ordered_json arrays_ = ordered_json::array();
};

}  // namespace

ordered_json Generate(const Options& options) { return Generation(options).Write(); }

int64_t WorkOf(const Options& options) { return Generation(options).Work(); }

}  // namespace openaclnn::gen
