// Tensor creation and phase 1 of every operator with arguments of any kind, made from the specs:
// what is refused is refused cleanly, and what is accepted and small runs, gives the bits that
// dense copies of its inputs give, and writes nothing else. Now and then numbers and texts are
// those of the tables of tests/oracle.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "engine/usual_dtype.h"
#include "kinds/roles.h"
#include "ops/index/unique_shape.h"
#include "ops/registry.h"
#include "tensor/bounded_sums.h"
#include "tensor/scalar.h"
#include "tests/fuzz/fuzz.h"
#include "tests/oracle/parameters.h"
#include "tests/oracle/subject.h"
#include "tests/reached_memory.h"
#include "tests/sample_shapes.h"

namespace openaclnn::fuzz {
namespace {

using Numbers = std::vector<int64_t>;

constexpr int64_t kMostBytes = 8192;        // of the memory that one tensor of a run covers
constexpr int64_t kMostElements = 1 << 20;  // of one, which strides of 0 may repeat
constexpr uint64_t kMostWorkspace = 1 << 26;

struct Recipe {
  aclDataType dtype = ACL_FLOAT;
  Numbers shape;
  Numbers strides;  // empty: null
  int64_t offset = 0;
  int same_memory_as = -1;  // another argument, of a list its first member
  bool no_data = false;
  enum { kLive, kNull, kDestroyed, kForeign, kOfOtherKind } handle = kLive;
};

// A tensor of a call: that of an argument, or a member of a list.
using Place = int;
constexpr Place PlaceOf(int argument, int member = -1) {
  return argument + kMaxArguments * (member + 1);
}
constexpr int ArgumentAt(Place place) { return place % kMaxArguments; }
constexpr int MemberAt(Place place) { return place / kMaxArguments - 1; }

struct Call {
  const Operator* entry = nullptr;
  std::array<Recipe, kMaxArguments> tensors{};
  std::array<double, kMaxArguments> numbers{};
  std::array<aclDataType, kMaxArguments> scalar_dtypes{};
  std::array<std::optional<uint64_t>, kMaxArguments> scalar_bits{};  // in place of numbers
  std::array<bool, kMaxArguments> is_null{};
  std::map<int, std::vector<Recipe>> lists;  // of the members, by argument
  std::string text;
  bool null_size = false, null_executor = false;
  uint32_t seed = 0;  // of the elements

  int size() const { return entry->spec->NumArguments(); }
  ArgumentKind kind(int i) const { return entry->spec->arguments[i].kind; }
  bool IsTensor(int i) const { return entry->spec->arguments[i].IsTensor(); }
  bool IsList(int i) const { return entry->spec->arguments[i].IsTensorList(); }
  bool IsOutput(Place place) const { return entry->spec->arguments[ArgumentAt(place)].IsWritten(); }
  Recipe& At(Place place) {
    const int member = MemberAt(place);
    if (member < 0) return tensors[place];
    return lists.at(ArgumentAt(place))[static_cast<size_t>(member)];
  }
  const Recipe& At(Place place) const { return const_cast<Call*>(this)->At(place); }
  std::vector<Place> Places() const {
    std::vector<Place> places;
    for (int i = 0; i < size(); ++i) {
      if (IsTensor(i)) places.push_back(PlaceOf(i));
      for (int k = 0; IsList(i) && k < std::ssize(lists.at(i)); ++k) {
        places.push_back(PlaceOf(i, k));
      }
    }
    return places;
  }
  // Whose memory a tensor is to have, too; any other number: it has its own.
  Place SharedWith(Place place) const {
    const int other = At(place).same_memory_as;
    return other >= 0 && IsList(other) ? PlaceOf(other, 0) : other;
  }
};

aclDataType AnyDtype(Choices& choices) {
  const size_t i = choices.Below(std::size(kDtypes) + 2);
  if (i < std::size(kDtypes)) return kDtypes[i].dtype;
  return i == std::size(kDtypes) ? ACL_DT_UNDEFINED : static_cast<aclDataType>(5);
}

aclDataType LikelyDtype(Choices& choices, aclDataType common) {
  return choices.Rarely(8) ? AnyDtype(choices) : common;
}

Numbers Contiguous(const Numbers& shape) {
  Numbers strides(shape.size());
  uint64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(shape[i]);
  }
  return strides;
}

void ChooseStrides(Choices& choices, Recipe& recipe) {
  switch (choices.Below(8)) {
    case 0:
    case 1:
      return;
    case 2:  // with gaps, walked backwards or repeated here and there
      recipe.strides = Contiguous(recipe.shape);
      for (int64_t& stride : recipe.strides) {  // wraps around where shapes are absurd
        stride = static_cast<int64_t>(static_cast<uint64_t>(stride) *
                                      static_cast<uint64_t>(choices.Between(-1, 3)));
      }
      break;
    case 3:  // transposed
    case 4: {
      const Numbers turned(recipe.shape.rbegin(), recipe.shape.rend());
      recipe.strides = Contiguous(turned);
      std::reverse(recipe.strides.begin(), recipe.strides.end());
      break;
    }
    case 5:
      for (size_t i = 0; i < recipe.shape.size(); ++i) {
        recipe.strides.push_back(choices.AnyNumber());
      }
      break;
    default:
      for (size_t i = 0; i < recipe.shape.size(); ++i) {
        recipe.strides.push_back(choices.Between(-20, 20));
      }
  }
}

Recipe AnyTensor(Choices& choices, const Numbers& shape, aclDataType dtype, int argument) {
  Recipe recipe;
  recipe.dtype = LikelyDtype(choices, dtype);
  recipe.shape = shape;
  switch (choices.Below(12)) {
    case 8:
      recipe.shape = {choices.Between(0, 8)};
      break;
    case 9:
      for (int64_t& extent : recipe.shape) extent = choices.Rarely(2) ? 1 : extent;
      break;
    case 10:
      if (!recipe.shape.empty()) recipe.shape.erase(recipe.shape.begin());
      break;
    case 11:
      recipe.shape.resize(choices.Below(11));
      for (int64_t& extent : recipe.shape) extent = choices.AnyNumber();
      break;
    default:
      break;
  }
  ChooseStrides(choices, recipe);
  if (choices.Rarely(4)) recipe.offset = choices.AnyNumber();
  if (choices.Rarely(16)) recipe.no_data = true;
  if (argument > 0 && choices.Rarely(6))
    recipe.same_memory_as = static_cast<int>(choices.Below(argument));
  if (choices.Rarely(24)) {
    recipe.handle = static_cast<decltype(recipe.handle)>(choices.Between(1, 4));
  }
  return recipe;
}

// The scalar becomes an INT64 or UINT64 up to 512 from where they end, or double runs out of whole
// numbers.
void MakeWide(Choices& choices, Call& call, int argument) {
  constexpr uint64_t kEnds[] = {uint64_t{1} << 63, 0, uint64_t{1} << 53, ~uint64_t{0} << 53};
  const uint64_t end = choices.Of<uint64_t>(kEnds);
  const int64_t offset = choices.Between(-2, 1) * 256 + choices.Between(0, 255);
  call.scalar_dtypes[argument] = choices.Rarely(2) ? ACL_UINT64 : ACL_INT64;
  call.scalar_bits[argument] = end + static_cast<uint64_t>(offset);
}

// As many as there are, or some number.
int64_t CountInRange(const Call& call, const Rule& rule) {
  const double start = call.numbers[rule.at[1]], end = call.numbers[rule.at[2]];
  const double count = std::ceil((end - start) / call.numbers[rule.at[3]]);
  return count >= 0 && count < 1000 ? static_cast<int64_t>(count) : kSampleRange;
}

// The shape with which a tensor of an operator with shapes of its own fits the others. Tensors that
// follow each other have any sizes along the last axis.
Numbers FittingShape(const Call& call, int argument, const Numbers& whole) {
  const OpSpec& spec = *call.entry->spec;
  Numbers shape = SampleShape(spec, argument, whole);
  for (const Rule& rule : spec.rules) {
    if (rule.Is(rules::kRangeOf) && rule.at[0] == argument) return {CountInRange(call, rule)};
    if (rule.Is(rules::kStacked) && rule.at[0] == argument) {
      shape.back() = std::ssize(call.lists.at(rule.at[1]));
    }
    if (!rule.Is(rules::kConcatenated)) continue;
    if (rule.at[1] == argument) return whole;
    if (rule.at[0] != argument) continue;
    const std::vector<Recipe>& members = call.lists.at(rule.at[1]);
    if (members.empty() || members[0].shape.empty()) continue;
    shape = members[0].shape;
    shape.back() = 0;
    for (const Recipe& member : members) {
      uint64_t sum = static_cast<uint64_t>(shape.back());  // which may wrap around
      if (!member.shape.empty()) sum += static_cast<uint64_t>(member.shape.back());
      shape.back() = static_cast<int64_t>(sum);
    }
  }
  return shape;
}

// As many as a list before it has, if a rule says so, or any number.
size_t CountOfMembers(Choices& choices, const Call& call, int list) {
  const size_t any = choices.Below(4);
  for (const Rule& rule : call.entry->spec->rules) {
    if (!rule.Is(rules::kSameCount) || rule.at[0] != list || !call.IsList(rule.at[1])) continue;
    return choices.Rarely(8) ? any : call.lists.at(rule.at[1]).size();
  }
  return any;
}

// One that a rule lists, or another one.
std::string AnyText(Choices& choices, const OpSpec& spec) {
  std::vector<std::string_view> texts;
  for (const Rule& rule : spec.rules)
    texts.insert(texts.end(), rule.texts.begin(), rule.texts.end());
  if (texts.empty()) texts = {"none", "tanh"};
  texts.insert(texts.end(), {"", "None", "nonetanh"});
  return std::string(choices.Of<std::string_view>(texts));
}

Call AnyCall(Choices& choices) {
  Call call;
  call.entry = &choices.Of(AllOperators());
  constexpr aclDataType kUsual[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT32};
  const aclDataType dtype = choices.Of<aclDataType>(kUsual);
  Numbers shape(choices.Below(5));
  for (int64_t& extent : shape) extent = choices.Between(0, 7);
  call.seed = static_cast<uint32_t>(choices.Word());
  for (int i = 0; i < call.size(); ++i) {
    if (call.IsTensor(i)) {
      const bool one_for_each_channel =
          i == ChannelOperandOf(*call.entry->spec) || i == ChannelSumsOf(*call.entry->spec);
      const int64_t channels = shape.size() > 1 ? shape[1] : 1;
      Numbers likely = one_for_each_channel ? Numbers{channels} : shape;
      if (i == RowResultOf(*call.entry->spec) && !likely.empty()) likely.pop_back();
      if (IsHalf(*call.entry->spec, i) && !likely.empty()) likely.back() /= 2;
      if (IsOneElement(*call.entry->spec, i)) likely = {1};
      if (HasShapesOfItsOwn(*call.entry->spec)) likely = FittingShape(call, i, shape);
      call.tensors[i] = AnyTensor(choices, likely, UsualDtype(*call.entry->spec, i, dtype), i);
    }
    if (call.IsList(i)) {
      std::vector<Recipe>& members = call.lists[i];
      for (size_t left = CountOfMembers(choices, call, i); left > 0; --left) {
        members.push_back(AnyTensor(choices, FittingShape(call, i, shape), dtype, i));
      }
    }
    call.scalar_dtypes[i] = LikelyDtype(choices, ACL_FLOAT);
    call.numbers[i] = choices.Rarely(4) ? static_cast<double>(choices.AnyNumber())
                                        : static_cast<double>(choices.Between(-4, 4)) / 4;
    // The last axis, in quarters; its size is half of an even one now and then.
    if (i == call.entry->spec->axis_at && !choices.Rarely(4)) call.numbers[i] = -0.25;
    call.is_null[i] = choices.Rarely(64);
  }
  call.text = AnyText(choices, *call.entry->spec);
  call.null_size = choices.Rarely(64);
  call.null_executor = choices.Rarely(64);
  for (int i = 0; i < call.size(); ++i) {
    if (call.kind(i) == ArgumentKind::kScalar && choices.Rarely(4)) MakeWide(choices, call, i);
    const bool is_int = call.kind(i) == ArgumentKind::kInt && i != call.entry->spec->axis_at;
    const int64_t integer = is_int ? SampleInteger(*call.entry->spec, i, shape) : 0;
    if (integer != 0 && !choices.Rarely(4)) call.numbers[i] = static_cast<double>(integer) / 4;
  }
  return call;
}

// Numbers, texts and nulls of one of the calls that the operator's row in tests/oracle has.
void TakeParameters(Choices& choices, Call& call) {
  const OpSpec& spec = *call.entry->spec;
  const oracle::Subject* const subject = oracle::SubjectOf(spec.name);
  if (subject == nullptr) return;
  const auto& parameters = choices.Of<oracle::Parameters>(subject->parameters);
  auto given = parameters.begin();
  for (int i = 0; i < call.size() && given != parameters.end(); ++i) {
    if (!oracle::IsParameter(spec, i)) continue;
    call.is_null[i] = given->is_null;
    if (given->text != nullptr) call.text = given->text;
    // Integers are four times as large as numbers.
    call.numbers[i] = call.kind(i) == ArgumentKind::kInt ? given->number / 4 : given->number;
    call.scalar_dtypes[i] = given->dtype;
    call.scalar_bits[i].reset();
    ++given;
  }
}

// Bytes of the elements of a view from its data on; nothing if they are too many, or too far apart,
// to be run.
struct Range {
  int64_t begin, end;
};
std::optional<Range> RangeOf(const Recipe& recipe) {
  const Int128 item = DtypeBytes(recipe.dtype);
  const Numbers strides = recipe.strides.empty() ? Contiguous(recipe.shape) : recipe.strides;
  Int128 lowest = recipe.offset, highest = lowest, elements = 1;
  for (size_t i = 0; i < recipe.shape.size(); ++i) {
    if (recipe.shape[i] < 0) return std::nullopt;
    if (recipe.shape[i] == 0) return Range{0, 0};
    const Int128 span = Int128{recipe.shape[i] - 1} * strides[i];
    (span < 0 ? lowest : highest) += span;
    elements = std::min<Int128>(elements * recipe.shape[i], kMostElements + 1);
    if (highest - lowest > kMostBytes || elements > kMostElements) return std::nullopt;
  }
  const Int128 begin = lowest * item, end = (highest + 1) * item;
  constexpr Int128 kFarthest = Int128{1} << 40;  // so that addresses do not wrap around
  if (begin < -kFarthest || end > kFarthest) return std::nullopt;
  return Range{static_cast<int64_t>(begin), static_cast<int64_t>(end)};
}

template <class Use>
void ForEachOffset(const Recipe& recipe, Use use) {  // bytes from the data, in row-major order
  const int64_t item = DtypeBytes(recipe.dtype);
  const Numbers strides = recipe.strides.empty() ? Contiguous(recipe.shape) : recipe.strides;
  const Numbers& shape = recipe.shape;
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return;  // others may be anything
  int64_t count = 1;
  for (const int64_t extent : shape) count *= extent;
  Numbers index(recipe.shape.size(), 0);
  for (; count > 0; --count) {
    int64_t element = recipe.offset;
    for (size_t i = 0; i < index.size(); ++i) element += index[i] * strides[i];
    use(element * item);
    for (size_t i = index.size(); i-- > 0;) {
      if (++index[i] < recipe.shape[i]) break;
      index[i] = 0;
    }
  }
}

aclTensor* Create(const Recipe& recipe, void* data) {
  return aclCreateTensor(recipe.shape.data(), recipe.shape.size(), recipe.dtype,
                         recipe.strides.empty() ? nullptr : recipe.strides.data(), recipe.offset,
                         ACL_FORMAT_ND, recipe.shape.data(), recipe.shape.size(), data);
}

// Memory of exactly the bytes that a view covers, so that the address sanitizer sees what lies
// next to them.
struct Memory {
  test::ReachedVector<std::byte> bytes;
  int64_t begin = 0;
  int64_t end() const { return begin + std::ssize(bytes); }
  std::byte* data() { return bytes.data() - begin; }
  std::vector<std::byte> Copy() const { return {bytes.begin(), bytes.end()}; }
};

// The objects of one call.
class Objects {
 public:
  explicit Objects(const Call& call) : call_(call) {
    uint32_t random = call.seed;
    for (int i = 0; i < call.size(); ++i) {
      if (call.IsTensor(i)) MakeTensor(i, random);
      if (call.kind(i) == ArgumentKind::kScalar) MakeScalar(i);
      if (call.kind(i) == ArgumentKind::kUnread) MakeUnread(i);
      if (call.kind(i) == ArgumentKind::kInts) MakeIntegers(i);
      if (call.kind(i) == ArgumentKind::kFloats) MakeFloats(i);
      if (call.kind(i) == ArgumentKind::kBools) MakeFlags(i);
      if (call.kind(i) == ArgumentKind::kScalars) MakeScalars(i);
      if (call.IsList(i)) MakeList(i, random);
    }
  }
  ~Objects() {
    for (const aclTensor* tensor : tensors_) Require(aclDestroyTensor(tensor) == 0, "a tensor");
    for (const aclScalar* scalar : scalars_) Require(aclDestroyScalar(scalar) == 0, "a scalar");
    for (const aclIntArray* array : arrays_) Require(aclDestroyIntArray(array) == 0, "an array");
    for (const aclFloatArray* array : floats_) aclDestroyFloatArray(array);
    for (const aclBoolArray* array : flags_) aclDestroyBoolArray(array);
    for (const aclScalarList* list : scalar_lists_) aclDestroyScalarList(list);
    for (const aclTensorList* list : lists_) Require(aclDestroyTensorList(list) == 0, "a list");
  }
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;

  // All memory exists that the call may touch.
  bool runnable() const { return runnable_; }
  std::span<const AnyArgument> arguments() const {
    return {arguments_.data(), static_cast<size_t>(call_.size())};
  }
  // Null if it has none.
  const std::byte* data(Place place) const {
    const auto found = data_.find(place);
    return found != data_.end() ? found->second : nullptr;
  }
  std::map<Place, Memory>& memory() { return memory_; }

 private:
  void MakeTensor(int i, uint32_t& random) {
    const Recipe& recipe = call_.tensors[i];
    data_[i] = recipe.no_data ? nullptr : DataOf(i, random);
    aclTensor* const tensor = Create(recipe, data_[i]);
    Require(tensor != nullptr, "aclCreateTensor gave nothing");
    switch (recipe.handle) {
      case Recipe::kLive:
        tensors_.push_back(tensor);
        arguments_[i].tensor = tensor;
        break;
      case Recipe::kDestroyed:
        aclDestroyTensor(tensor);
        arguments_[i].tensor = tensor;
        break;
      case Recipe::kNull:
        tensors_.push_back(tensor);
        break;
      case Recipe::kForeign:
        tensors_.push_back(tensor);
        arguments_[i].tensor = reinterpret_cast<const aclTensor*>(&call_);
        break;
      case Recipe::kOfOtherKind:
        aclDestroyTensor(tensor);
        const float value = 1;
        scalars_.push_back(aclCreateScalar(const_cast<float*>(&value), ACL_FLOAT));
        arguments_[i].tensor = reinterpret_cast<const aclTensor*>(scalars_.back());
        break;
    }
    if (call_.is_null[i]) arguments_[i].tensor = nullptr;
  }

  std::byte* DataOf(Place place, uint32_t& random) {
    const Recipe& recipe = call_.At(place);
    const std::optional<Range> range = RangeOf(recipe);
    const auto other = memory_.find(call_.SharedWith(place));
    if (other != memory_.end()) {
      std::byte* const data = other->second.data();
      runnable_ = runnable_ && range && range->begin >= other->second.begin &&
                  range->end <= other->second.end();
      return data;
    }
    if (!range || DtypeBytes(recipe.dtype) == 0) {
      runnable_ = false;
      return reinterpret_cast<std::byte*>(uintptr_t{1} << 40);
    }
    Memory& memory = memory_[place];
    memory.begin = range->begin;
    const auto size = static_cast<size_t>(range->end - range->begin);
    memory.bytes.reserve(std::max(size, size_t{1}));  // that of no bytes has an address too
    memory.bytes.resize(size);
    for (std::byte& byte : memory.bytes) {
      random = random * 1664525 + 1013904223;
      byte = static_cast<std::byte>(random >> 24);
    }
    const bool has_places = HasPlaces(*call_.entry->spec, ArgumentAt(place));
    if (has_places && random % 8 != 0) MakeSmall(memory.bytes, DtypeBytes(recipe.dtype));
    return memory.data();
  }

  // Makes 0 or 1 of all numbers, which are places of most tables.
  static void MakeSmall(std::span<std::byte> bytes, int item) {
    for (size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] &= i % static_cast<size_t>(item) == 0 ? std::byte{1} : std::byte{0};
    }
  }

  // Mostly the one that the output has.
  aclDataType DtypeArgument(int i) const {
    const int output = call_.entry->spec->results_at[0];
    const bool usual = call_.scalar_dtypes[i] == ACL_FLOAT;
    return usual ? call_.tensors[output].dtype : call_.scalar_dtypes[i];
  }

  // Makes a tensor that only has to be live.
  void MakeUnread(int i) {
    const Recipe recipe{.dtype = call_.scalar_dtypes[i], .shape = {3}, .strides = {}};
    tensors_.push_back(Create(recipe, nullptr));
    if (!call_.is_null[i]) arguments_[i].tensor = tensors_.back();
  }

  // Those of a sample call, but the size along the last axis where the array has sizes.
  Numbers LikelyIntegers(int i) const {
    for (const Rule& rule : call_.entry->spec->rules) {
      if (rule.Is(rules::kExpandedShape) && rule.at[2] == i) return call_.tensors[rule.at[0]].shape;
      if (rule.Is(rules::kSplitBySizes) && rule.at[2] == i) {
        Numbers sizes;
        for (const Recipe& part : call_.lists.at(rule.at[0])) {
          sizes.push_back(part.shape.empty() ? 1 : part.shape.back());
        }
        return sizes;
      }
      if (!rule.Is(rules::kLastSizesOf) || rule.at[0] != i) continue;
      const Numbers& shape = call_.tensors[rule.at[1]].shape;
      return {shape.empty() ? 1 : shape.back()};
    }
    return SampleIntegers(*call_.entry->spec, i, {});
  }

  // Zero for NaN; the ends stay where a sum with a small size does not overflow.
  static int64_t IntegerOf(double number) {
    return std::isnan(number) ? 0 : static_cast<int64_t>(std::clamp(number, -0x1p62, 0x1p62));
  }

  // Mostly a mask of three outputs, all true.
  void MakeFlags(int i) {
    const double number = call_.numbers[i];
    const bool flags[] = {true, number < 0.5, number < 0.75};
    flags_.push_back(aclCreateBoolArray(flags, number == -1 ? 2 : 3));
    if (!call_.is_null[i]) arguments_[i].bools = flags_.back();
  }

  // Mostly those of a sample call, now and then others, or none.
  void MakeIntegers(int i) {
    const double number = call_.numbers[i];
    Numbers integers = LikelyIntegers(i);
    if (!(number < 0.75)) integers.assign(1, IntegerOf(number));
    if (number == 0.5) integers.push_back(-2);
    if (number == -1) integers.clear();
    arrays_.push_back(aclCreateIntArray(integers.data(), integers.size()));
    if (!call_.is_null[i]) arguments_[i].integers = arrays_.back();
  }

  // Up to three items, of which the first is true, or the number of the argument.
  uint64_t CountOf(int i) const {
    return static_cast<uint64_t>(std::abs(IntegerOf(4 * call_.numbers[i]))) % 4;
  }
  void MakeFloats(int i) {
    const float numbers[] = {static_cast<float>(call_.numbers[i]), 1, 0.5f};
    floats_.push_back(aclCreateFloatArray(numbers, CountOf(i)));
    if (!call_.is_null[i]) arguments_[i].floats = floats_.back();
  }
  void MakeScalars(int i) {
    std::vector<const aclScalar*> members;
    for (uint64_t left = CountOf(i); left > 0; --left) {
      members.push_back(aclCreateScalar(const_cast<double*>(&call_.numbers[i]), ACL_DOUBLE));
    }
    scalar_lists_.push_back(aclCreateScalarList(members.data(), members.size()));
    if (!call_.is_null[i]) arguments_[i].scalars = scalar_lists_.back();
  }

  // Members may be null or dead.
  void MakeList(int i, uint32_t& random) {
    std::vector<const aclTensor*> members;
    for (const Recipe& recipe : call_.lists.at(i)) {
      const Place place = PlaceOf(i, static_cast<int>(members.size()));
      data_[place] = recipe.no_data ? nullptr : DataOf(place, random);
      aclTensor* const tensor = Create(recipe, data_[place]);
      if (recipe.handle == Recipe::kNull || recipe.handle == Recipe::kDestroyed) {
        aclDestroyTensor(tensor);
      }
      members.push_back(recipe.handle == Recipe::kNull ? nullptr : tensor);
    }
    lists_.push_back(aclCreateTensorList(members.data(), members.size()));
    if (!call_.is_null[i]) arguments_[i].tensors = lists_.back();
  }

  // As the integer that it is, or the highest one below.
  static void RequireKept(const Scalar& scalar, uint64_t bits) {
    const bool is_beyond = scalar.dtype == ACL_UINT64 && bits >> 63 != 0;
    const int64_t kept = is_beyond ? INT64_MAX : static_cast<int64_t>(bits);
    Require(Truncated(ExactOf(scalar)) == kept, "{} became another number", TextOf(scalar));
  }

  void MakeScalar(int i) {
    std::array<std::byte, 16> bytes{};
    std::memcpy(bytes.data(), &call_.numbers[i], sizeof(double));
    if (call_.scalar_bits[i]) std::memcpy(bytes.data(), &*call_.scalar_bits[i], sizeof(uint64_t));
    if (call_.scalar_dtypes[i] == ACL_FLOAT) {
      const float number = static_cast<float>(call_.numbers[i]);
      std::memcpy(bytes.data(), &number, sizeof(number));
    }
    aclScalar* const scalar = aclCreateScalar(bytes.data(), call_.scalar_dtypes[i]);
    if (scalar != nullptr) scalars_.push_back(scalar);
    if (call_.scalar_bits[i]) RequireKept(*FindScalar(scalar), *call_.scalar_bits[i]);
    if (!call_.is_null[i]) arguments_[i].scalar = scalar;
  }

 public:
  void AddTextAndNumbers() {
    for (int i = 0; i < call_.size(); ++i) {
      arguments_[i].number = call_.numbers[i];
      arguments_[i].integer = IntegerOf(4 * call_.numbers[i]);
      arguments_[i].flag = call_.numbers[i] > 0;
      if (!call_.is_null[i]) arguments_[i].text = call_.text.c_str();
      if (call_.kind(i) == ArgumentKind::kDtype) arguments_[i].dtype = DtypeArgument(i);
    }
  }

 private:
  const Call& call_;
  bool runnable_ = true;
  std::array<AnyArgument, kMaxArguments> arguments_;
  std::map<Place, std::byte*> data_;
  std::map<Place, Memory> memory_;
  std::vector<const aclTensor*> tensors_;
  std::vector<const aclScalar*> scalars_;
  std::vector<const aclIntArray*> arrays_;
  std::vector<const aclFloatArray*> floats_;
  std::vector<const aclBoolArray*> flags_;
  std::vector<const aclScalarList*> scalar_lists_;
  std::vector<const aclTensorList*> lists_;
};

struct Planned {
  aclnnStatus status;
  uint64_t workspace_size;
  aclOpExecutor* executor;
  std::string message;  // of a failure
};

// Phase 1 and what holds of it whatever the arguments are.
Planned PlanChecked(const Call& call, std::span<const AnyArgument> arguments) {
  constexpr uint64_t kUnwritten = 0x5a5a5a5a5a5a5a5a;
  auto* const unwritten = reinterpret_cast<aclOpExecutor*>(kUnwritten);
  Planned planned{0, kUnwritten, unwritten, {}};
  aclGetRecentErrMsg();
  planned.status = call.entry->plan(arguments, call.null_size ? nullptr : &planned.workspace_size,
                                    call.null_executor ? nullptr : &planned.executor);
  const char* const message = aclGetRecentErrMsg();
  const OpSpec& spec = *call.entry->spec;
  if (planned.status == 0) {
    Require(message == nullptr, "{} succeeded with the message {}", spec.name, message);
    Require(planned.workspace_size != kUnwritten && planned.executor != unwritten,
            "{} did not write its results", spec.name);
    return planned;
  }
  Require(planned.status == ACLNN_ERR_PARAM_NULLPTR || planned.status == ACLNN_ERR_PARAM_INVALID,
          "{} gave {}", spec.name, planned.status);
  Require(planned.workspace_size == kUnwritten && planned.executor == unwritten,
          "{} wrote results though it failed", spec.name);
  Require(message != nullptr && std::string_view(message).starts_with(spec.plan_name.data()) &&
              NamesItsKind(message, planned.status),
          "{} failed without a message of its own", spec.name);
  planned.message = message;
  return planned;
}

// What a GPU does not run yet, or cannot reach at an address like that.
bool IsRefusedByGpu(aclnnStatus status) {
  if (status == 0 || GetSettings().device_kind != DeviceKind::kCuda) return false;
  const char* const message = aclGetRecentErrMsg();
  const auto says = [text = std::string_view(message != nullptr ? message : "")](const char* part) {
    return text.find(part) != text.npos;
  };
  return (status == ACLNN_ERR_RUNTIME_ERROR && says("does not yet run on CUDA devices")) ||
         (status == ACLNN_ERR_PARAM_INVALID && says("as CUDA devices need it"));
}

// Whether a run may find an integer that is out of range, weights that are no distribution, a
// matrix that is not positive definite, or bins between numbers that are not finite.
bool MayFindNoPlace(const OpSpec& spec) {
  return std::ranges::any_of(RulesOf(spec), [](const Rule& rule) {
    return rule.Is(rules::kPlacesOf) || rule.Is(rules::kSetByRun) || rule.Is(rules::kHasSamples) ||
           rule.Is(rules::kSquareMatrices) || rule.Is(rules::kBinsOf);
  });
}

// Whether a run lays out what it finds by how much that is, if there are no gaps.
bool LaysOutWhatItFinds(const Call& call) {
  return std::ranges::any_of(RulesOf(*call.entry->spec), [&call](const Rule& rule) {
    return rule.Is(rules::kRoomForPlaces) || rule.Is(rules::kCountForSlices) ||
           (rule.Is(rules::kRoomForRuns) && call.tensors[rule.at[0]].shape.size() > 1);
  });
}

// The status of the second phase, or kNoPlace for a run that found what it cannot take.
constexpr aclnnStatus kNoPlace = ACL_ERROR_RT_AICORE_EXCEPTION;
aclnnStatus Run(const Call& call, const Planned& planned) {
  test::ReachedVector<std::byte> workspace(planned.workspace_size);
  const aclnnStatus status =
      call.entry->run(workspace.data(), workspace.size(), planned.executor, nullptr);
  const aclError failure = aclrtSynchronizeStream(nullptr);
  if (failure == kNoPlace && MayFindNoPlace(*call.entry->spec)) return kNoPlace;
  Require(failure == 0, "{} failed in its stream", call.entry->spec->name);
  return status;
}

// The same call with dense tensors that share nothing: copies of the inputs as they were, in the
// shape of the result where they are broadcast.
struct DenseCall {
  Call call;
  std::map<Place, std::vector<std::byte>> elements;
};

bool IsExpanded(const Call& call, int argument) {
  const OpSpec& spec = *call.entry->spec;
  // Operands of rows have one shape, which the number for each row has not.
  const bool is_of_rows = RowResultOf(spec) >= 0;
  return argument != ChannelOperandOf(spec) && !HasSplit(spec) && !is_of_rows &&
         !HasShapesOfItsOwn(spec) &&
         std::find(spec.operands_at.begin(), spec.operands_at.end(), argument) !=
             spec.operands_at.end();
}

// The recipe as an operand of `shape` sees it.
Recipe Expanded(const Recipe& recipe, const Numbers& shape) {
  Recipe expanded = recipe;
  const Numbers strides = recipe.strides.empty() ? Contiguous(recipe.shape) : recipe.strides;
  const size_t missing = shape.size() - recipe.shape.size();
  expanded.shape = shape;
  expanded.strides.assign(shape.size(), 0);
  for (size_t i = 0; i < recipe.shape.size(); ++i) {
    if (recipe.shape[i] != 1) expanded.strides[missing + i] = strides[i];
  }
  return expanded;
}

// None if the outputs are members of a list that has none.
const Numbers& ShapeOfFirstOutput(const Call& call) {
  static const Numbers kNone;
  const std::vector<Place> places = call.Places();
  const auto first = std::ranges::find_if(places, [&](Place at) { return call.IsOutput(at); });
  return first != places.end() ? call.At(*first).shape : kNone;
}

DenseCall DenseCopy(const Call& call, const Objects& objects) {
  DenseCall dense{call, {}};
  const Numbers& result = ShapeOfFirstOutput(call);
  for (const Place place : call.Places()) {
    // An optional tensor that is left out may have any shape.
    const bool is_given = objects.arguments()[ArgumentAt(place)].tensor != nullptr;
    const Recipe& recipe = call.At(place);
    const Recipe from = is_given && IsExpanded(call, place) ? Expanded(recipe, result) : recipe;
    const size_t item = static_cast<size_t>(DtypeBytes(from.dtype));
    std::vector<std::byte>& elements = dense.elements[place];
    if (objects.data(place) != nullptr) {
      ForEachOffset(from, [&](int64_t offset) {
        const std::byte* const element = objects.data(place) + offset;
        elements.insert(elements.end(), element, element + item);
      });
    }
    Recipe copy;
    copy.dtype = from.dtype;
    copy.shape = from.shape;
    copy.handle = recipe.handle;                        // none for an optional tensor
    if (elements.empty()) copy.strides = from.strides;  // dense ones may be beyond all numbers
    dense.call.At(place) = copy;
  }
  return dense;
}

void RunDense(DenseCall& dense) {
  Objects objects(dense.call);
  objects.AddTextAndNumbers();
  for (auto& [i, memory] : objects.memory()) {
    Require(memory.bytes.size() == dense.elements[i].size(), "a dense copy's size");
    std::copy(dense.elements[i].begin(), dense.elements[i].end(), memory.bytes.begin());
  }
  const Planned planned = PlanChecked(dense.call, objects.arguments());
  Require(planned.status == 0, "{} refused dense copies: {}", dense.call.entry->spec->name,
          planned.message);
  Require(Run(dense.call, planned) == 0, "{} did not run on dense copies",
          dense.call.entry->spec->name);
  for (auto& [i, memory] : objects.memory()) dense.elements[i] = memory.Copy();
}

bool IsNan(aclDataType dtype, const std::byte* element) {
  uint64_t bits = 0;
  std::memcpy(&bits, element, std::min(sizeof(bits), static_cast<size_t>(DtypeBytes(dtype))));
  switch (dtype) {
    case ACL_DOUBLE:
      return (bits & ~(uint64_t{1} << 63)) > 0x7ff0000000000000;
    case ACL_FLOAT:
      return (bits & 0x7fffffff) > 0x7f800000;
    case ACL_FLOAT16:
      return (bits & 0x7fff) > 0x7c00;
    case ACL_BF16:
      return (bits & 0x7fff) > 0x7f80;
    default:
      return false;
  }
}

// Which NaN a result is, is left open. `after`: the memory of tensor k as the strided call left
// it.
void TakeNans(const Call& call, Objects& objects, Place i, Place k, std::vector<std::byte>& after) {
  const aclDataType dtype = call.At(i).dtype;
  auto& memory = objects.memory().at(k);
  ForEachOffset(call.At(i), [&](int64_t offset) {
    const std::byte* const element = objects.data(i) + offset;
    std::byte* const strided = after.data() + (element - memory.bytes.data());
    if (!IsNan(dtype, element) || !IsNan(dtype, strided)) return;
    std::copy_n(element, DtypeBytes(dtype), strided);
  });
}

// Puts what the dense call gave where the strided one should have.
void Scatter(const DenseCall& dense, const Call& call, const Objects& objects, Place i) {
  const size_t item = static_cast<size_t>(DtypeBytes(call.At(i).dtype));
  const std::byte* element = dense.elements.at(i).data();
  auto* const data = const_cast<std::byte*>(objects.data(i));
  ForEachOffset(call.At(i), [&](int64_t offset) {
    std::copy_n(element, item, data + offset);
    element += item;
  });
}

// Whether an input is so empty that no other argument was looked at.
bool SucceedsEmpty(const Call& call) {
  return std::ranges::any_of(call.entry->spec->rules, [&](const Rule& rule) {
    return rule.ends_if_empty && std::ranges::count(call.tensors[rule.at[0]].shape, 0) > 0;
  });
}

void RunAndCompare(const Call& call, Objects& objects, const Planned& planned) {
  const std::vector<Place> places = call.Places();
  const bool has_all_data = std::ranges::all_of(
      places, [&objects](Place place) { return objects.data(place) != nullptr; });
  if (!has_all_data) {  // and so nothing bounds the elements
    if (Run(call, planned) != 0) aclDestroyAclOpExecutor(planned.executor);
    return;
  }
  std::map<Place, std::vector<std::byte>> before, after;
  for (const auto& [i, memory] : objects.memory()) before[i] = memory.Copy();
  const aclnnStatus status = Run(call, planned);
  const bool is_refused = IsRefusedByGpu(status);
  const bool is_without_result = is_refused || status == kNoPlace;
  Require(status == 0 || is_without_result, "{} did not run", call.entry->spec->name);
  if (is_without_result || SucceedsEmpty(call)) {
    for (const auto& [i, memory] : objects.memory()) {
      Require(memory.Copy() == before[i], "{} writes", call.entry->spec->name);
    }
    return;
  }
  if (LaysOutWhatItFinds(call)) return;
  for (auto& [i, memory] : objects.memory()) {
    after[i] = memory.Copy();
    std::copy(before[i].begin(), before[i].end(), memory.bytes.begin());
  }
  DenseCall dense = DenseCopy(call, objects);
  RunDense(dense);
  for (const Place place : places) {
    if (!call.IsOutput(place)) continue;
    Scatter(dense, call, objects, place);
    const Place other = call.SharedWith(place), k = after.contains(other) ? other : place;
    TakeNans(call, objects, place, k, after[k]);
  }
  for (const auto& [i, memory] : objects.memory()) {
    Require(memory.Copy() == after[i], "{} gives other bytes in the memory of {}",
            call.entry->spec->name, call.entry->spec->arguments[ArgumentAt(i)].name);
  }
}

void Fuzz(Choices& choices) {
  Call call = AnyCall(choices);
  if (choices.Rarely(4)) TakeParameters(choices, call);
  Objects objects(call);
  objects.AddTextAndNumbers();
  const Planned planned = PlanChecked(call, objects.arguments());
  if (planned.status != 0) return;
  if (objects.runnable() && planned.workspace_size <= kMostWorkspace) {
    return RunAndCompare(call, objects, planned);
  }
  Require(aclDestroyAclOpExecutor(planned.executor) == 0, "an executor could not be destroyed");
}

}  // namespace
}  // namespace openaclnn::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const aclError device = aclrtSetDevice(0);
  openaclnn::fuzz::Require(device == 0, "no device");
  openaclnn::fuzz::Choices choices({data, size});
  openaclnn::fuzz::Fuzz(choices);
  return 0;
}
