// An operator called on arrays in the host's memory, for tools and bindings: what each output must
// be, and the whole call through the C API.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "acl/acl_base.h"
#include "kinds/channels/sums.h"

namespace openaclnn {
struct OpSpec;
struct Operator;
}  // namespace openaclnn

namespace openaclnn::tools {

// Elements in memory of the caller. Strides are in elements, of any sign; `data` is the address of
// the element at index 0.
struct ArrayView {
  aclDataType dtype = ACL_DT_UNDEFINED;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  void* data = nullptr;
};

// Row-major strides, in elements.
std::vector<int64_t> DenseStrides(const std::vector<int64_t>& shape);

// A value for each argument of the C prototype, in its order: an array for tensors, a number for
// scalars, doubles, floats, integers and bools, a text for texts, a dtype for dtypes, and several
// of these for lists and arrays. std::monostate: none; a pointer will be null, as will a member of
// a list that has no dtype. Scalars are of DOUBLE, INT64 or BOOL, as their numbers are.
using Value = std::variant<std::monostate, ArrayView, double, int64_t, bool, std::string,
                           aclDataType, std::vector<int64_t>, std::vector<double>,
                           std::vector<bool>, std::vector<ArrayView>>;

// The number that the value is, to the nearest double; nothing if it is none.
std::optional<double> NumberIn(const Value& value);

// What the library, or this header's functions, refused.
class Refused : public std::runtime_error {
 public:
  Refused(int32_t status, const std::string& message)
      : std::runtime_error(message), status_(status) {}
  int32_t status() const { return status_; }  // of the C API

 private:
  int32_t status_;
};

// What an output must be by the operator's rules. Where they leave dtype or shape open it is that
// of the operator's first operand; FLOAT if that is none of those that the output may have.
struct OutputType {
  int argument;  // index into the arguments
  aclDataType dtype;
  std::vector<int64_t> shape;
  int member = -1;  // of an output that is a list
};

// The type of every output that the call computes, by the inputs among `values`: a mask of outputs
// leaves others out. A list of outputs has as many members as the first list of inputs. Refused if
// the inputs do not fit together, or if there is no such list.
std::vector<OutputType> OutputTypes(const OpSpec& spec, std::span<const Value> values);

// The shape that the rules give an input by other inputs; `otherwise` where they leave it open.
std::vector<int64_t> ShapeByRules(const OpSpec& spec, std::span<const Value> values, int argument,
                                  const std::vector<int64_t>& otherwise);

// The checks of the first phase alone; arrays need no memory. Refused if the library fails.
void CheckCall(const Operator& entry, std::span<const Value> values);

enum class Memory {
  kHost,    // the operator works on the arrays where they lie
  kDevice,  // on copies that lie in device memory, as checked mode demands
};

// The stream of the calling thread, as the GPU's driver calls it: what others put on it comes
// before the next call of this thread. Null on a CPU. Refused if there is no device.
void* NativeStreamOfThread();

// The view that an output got when a call ran, where its size was not known before. It is of no
// more elements than the array, from the first one on.
struct ViewOfRun {
  int argument;
  std::vector<int64_t> shape, strides;
};

// Both phases and the synchronisation, on a stream of the calling thread's own. Gives such views.
// Refused if the library fails.
std::vector<ViewOfRun> CallOperator(const Operator& entry, std::span<const Value> values,
                                    Memory memory = Memory::kHost);

// CallOperator for a part of larger arrays, whose results have so many elements: a mean is theirs
// (OpSpec::reduction).
void CallForPart(const Operator& entry, std::span<const Value> values, int64_t elements,
                 Memory memory = Memory::kHost);

// How the sums over channels of a part of a larger array are to be made.
struct PartOfSums {
  SumShape shape;  // of the part
  SumOrder order;  // of the larger array
  std::span<double>
      partials;  // receives the partial sums, as RunPartialSums (kinds/channels/sums.h) says
};

// CallOperator for an operator with sums over channels, of which only the partial sums are made:
// the output that would receive the sums is left as it is. Refused, too, if the operator has no
// sums, and if the shape does not fit the arrays or `partials`.
void CallForPartialSums(const Operator& entry, std::span<const Value> values,
                        const PartOfSums& part, Memory memory = Memory::kHost);

}  // namespace openaclnn::tools
