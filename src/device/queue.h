// Work of a stream, as its device runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/deadline.h"
#include "base/status.h"

namespace openaclnn {

// A place in a queue, reached when all that was given before has run, or failed.
class Mark {
 public:
  virtual ~Mark() = default;

  virtual bool Reached() = 0;
  virtual bool Wait(Deadline deadline) = 0;  // whether it was reached in time

  // When it was reached, of a steady clock; how long after another mark, of a queue of the same
  // kind of device. Both were reached.
  virtual Status Time(int64_t& nanoseconds) = 0;
  virtual Status Since(const Mark& earlier, int64_t& nanoseconds) = 0;
};

// A function of a device's own code.
struct DeviceCode;
class Device;

// Runs what it is given one after the other, each time after all that was given before. A stream
// (runtime/stream.h) gives work to its queue from one thread at a time.
class Queue {
 public:
  // `at_once`: whether a function that is given work returns when it has run, as on a CPU.
  Queue(Device& device, bool at_once) : device_(device), at_once_(at_once) {}
  virtual ~Queue() = default;
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  // Ranges, and what counts as memory, as for the functions of the device.
  virtual Status Copy(void* dst, const void* src, size_t count) = 0;
  virtual Status Fill(void* memory, int32_t value, size_t count) = 0;

  bool at_once() const { return at_once_; }
  Device& device() const { return device_; }

  // Code of the device's own, where not `at_once`. What was found stays; any thread may ask.
  // Errors: 207000 there is none of that name, or it cannot be loaded; the reason.
  virtual Status FindCode(std::string_view /*name*/, const DeviceCode*& /*code*/) { return {}; }
  // Runs it in threads that share out so many elements. It has one argument, which is copied.
  template <class Argument>
  Status Run(const DeviceCode* code, const Argument& argument, int64_t elements) {
    return RunBytes(code, std::as_bytes(std::span(&argument, 1)), elements);
  }
  virtual Status RunBytes(const DeviceCode* /*code*/, std::span<const std::byte> /*argument*/,
                          int64_t /*elements*/) {
    return {};
  }
  // Where it finds bytes that never change, for which one address stands.
  virtual Status Place(const void* constant, size_t /*size*/, const void*& placed) {
    placed = constant;
    return {};
  }
  // Whether it may use the memory at an address.
  virtual bool Reaches(const void* /*address*/) { return true; }

  // What the device's own interface calls it, for others in the process who use that.
  virtual void* Native() { return nullptr; }

  // Marks this place; null where that is reached already, as always if `at_once`.
  virtual Status Record(std::unique_ptr<Mark>& mark) = 0;
  // What is given from now on runs after a mark, of this queue or of another of the same kind.
  virtual Status WaitFor(const Mark& mark) = 0;

  // Whether nothing runs or waits.
  bool Idle() { return at_once_ || AskIdle(); }
  // Whether all that it was given has run, or failed, in time.
  bool Wait(Deadline deadline) { return at_once_ || WaitLonger(deadline); }
  // Why something that it was given failed later. Any thread may ask all three.
  Status Failure() { return at_once_ ? Status() : AskFailure(); }

 private:
  // Where it is not `at_once`:
  virtual bool AskIdle() { return true; }
  virtual bool WaitLonger(Deadline /*deadline*/) { return true; }
  virtual Status AskFailure() { return {}; }

  Device& device_;
  const bool at_once_;
};

}  // namespace openaclnn
