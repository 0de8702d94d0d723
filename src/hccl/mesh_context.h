// The connections of a process, by gloo: how they are made and broken off.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gloo/context.h"
#include "gloo/transport/context.h"
#include "gloo/transport/device.h"
#include "gloo/transport/pair.h"
#include "gloo/transport/unbound_buffer.h"
#include "hccl/protocol.h"

namespace openaclnn::hccl {

// What gloo waits. Whoever waits longer than it may is woken by MeshContext::BreakOff.
inline constexpr std::chrono::milliseconds kForEver = std::chrono::hours(24 * 365);

// gloo's context, connected by way of the root instead of a store of keys and values.
class MeshContext final : public gloo::Context {
 public:
  MeshContext(uint32_t process, uint32_t processes)
      : gloo::Context(static_cast<int>(process), static_cast<int>(processes)) {}

  // Where this process listens for each other one.
  std::string Open(std::shared_ptr<gloo::transport::Device> device,
                   std::chrono::milliseconds time) {
    device_ = std::move(device);
    transportContext_ = device_->createContext(rank, size);
    transportContext_->setTimeout(time);
    std::string fields;
    for (int process = 0; process < size; ++process) {
      AddressField field{};
      if (process != rank) {
        const std::vector<char> bytes = transportContext_->createPair(process)->address().bytes();
        if (bytes.size() > field.bytes.size()) throw std::length_error("gloo's address");
        field.size = static_cast<uint32_t>(bytes.size());
        std::ranges::copy(bytes, field.bytes.begin());
      }
      fields.append(reinterpret_cast<const char*>(&field), sizeof(field));
    }
    return fields;
  }

  // `fields`: where each other one listens for this process.
  void Connect(const std::string& fields) {
    for (int process = 0; process < size; ++process) {
      if (process == rank) continue;
      AddressField field;
      std::memcpy(&field, &fields[static_cast<size_t>(process) * sizeof(field)], sizeof(field));
      field.size = std::min<uint32_t>(field.size, field.bytes.size());
      transportContext_->getPair(process)->connect(
          std::vector<char>(field.bytes.begin(), field.bytes.begin() + field.size));
    }
    setTimeout(kForEver);
    transportContext_->setTimeout(kForEver);
  }

  // Closes all connections and wakes all waits, which throw. A wait of gloo that is late does so;
  // but one whose connection breaks meanwhile closes that alone. So each process has its turn.
  // `slot`: one that nobody sends.
  void BreakOff(uint64_t slot) {
    char byte = 0;
    for (int process = 0; process < size; ++process) {
      if (process == rank) continue;
      try {
        const auto buffer = createUnboundBuffer(&byte, sizeof(byte));
        buffer->recv(process, slot);
        buffer->waitRecv(std::chrono::milliseconds(1));
      } catch (const std::exception&) {  // as it should; a connection that is closed throws at once
      }
    }
  }
};

}  // namespace openaclnn::hccl
