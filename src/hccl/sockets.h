// TCP as the bootstrap needs it: short messages of bounded size.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "hccl/call.h"

namespace openaclnn::hccl {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

// Numeric addresses only.
struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;

  std::string Host() const;
  uint16_t Port() const;
};
std::optional<Address> AddressOf(const std::string& host, uint16_t port);
Address OwnAddressOf(const Descriptor& connection);

// Whether an errno says that no more sockets can be had, in this process or on this machine.
bool IsShortage(int error);
size_t MostDescriptors();  // of this process: its limit

// Listens; port 0: any. Errors: 11.
Status ListenAt(const std::string& host, uint16_t port, Descriptor& listener);
// One try. Nothing, and errno, if the other side refuses, or does not answer in time.
Descriptor ConnectTo(const Address& address, Deadline deadline);

// Sets up a connection that does not block. False if it is broken.
bool SetUp(const Descriptor& connection);

// A message: type, size, bytes.
struct Message {
  uint32_t type = 0;
  std::string bytes;
};
std::string Encode(uint32_t type, std::string_view bytes);
// Takes the first message out of what has come. Nothing if it is not complete. False in `good` if
// its size is more than `most`.
std::optional<Message> TakeMessage(std::string& come, size_t most, bool& good);

// Appends what has come, up to some kilobytes. False at the end of the connection.
bool ReadSome(const Descriptor& connection, std::string& come);
// Sends and drops what it can of the front. False if the connection is broken.
bool WriteSome(const Descriptor& connection, std::string& go);
// Sends all, waiting as long as it takes until the deadline.
bool WriteAll(const Descriptor& connection, std::string_view bytes, Deadline deadline);
// Waits for the next message.
std::optional<Message> ReadMessage(const Descriptor& connection, std::string& come, size_t most,
                                   Deadline deadline, bool& late);

// Milliseconds for poll(): -1 for ever.
int PollTime(Deadline deadline);

}  // namespace openaclnn::hccl
