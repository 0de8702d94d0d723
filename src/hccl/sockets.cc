#include "hccl/sockets.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "hccl/hccl_types.h"

namespace openaclnn::hccl {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

std::string Address::Host() const {
  std::array<char, NI_MAXHOST> host{};
  if (getnameinfo(reinterpret_cast<const sockaddr*>(&storage), size, host.data(), host.size(),
                  nullptr, 0, NI_NUMERICHOST) != 0) {
    return "";
  }
  return host.data();
}

uint16_t Address::Port() const {
  if (storage.ss_family == AF_INET6) {
    return ntohs(reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_port);
  }
  return ntohs(reinterpret_cast<const sockaddr_in*>(&storage)->sin_port);
}

std::optional<Address> AddressOf(const std::string& host, uint16_t port) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
    return std::nullopt;
  }
  Address address;
  std::memcpy(&address.storage, found->ai_addr, found->ai_addrlen);
  address.size = found->ai_addrlen;
  freeaddrinfo(found);
  return address;
}

Address OwnAddressOf(const Descriptor& connection) {
  Address address;
  address.size = sizeof(address.storage);
  if (getsockname(connection.get(), reinterpret_cast<sockaddr*>(&address.storage), &address.size) !=
      0) {
    address.size = 0;
  }
  return address;
}

bool IsShortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

size_t MostDescriptors() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<size_t>(limit.rlim_cur);
}

Status ListenAt(const std::string& host, uint16_t port, Descriptor& listener) {
  const std::optional<Address> address = AddressOf(host, port);
  const auto refuse = [&](const char* why) {
    return Error(ErrorKind::kConnect, HCCL_E_TCP_CONNECT, "cannot listen at {} port {}: {}", host,
                 port, why);
  };
  if (!address) return refuse("it is no address");
  Descriptor made(
      socket(address->storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!made) return refuse(std::strerror(errno));
  const int on = 1;
  setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (bind(made.get(), reinterpret_cast<const sockaddr*>(&address->storage), address->size) != 0 ||
      listen(made.get(), SOMAXCONN) != 0) {
    return refuse(std::strerror(errno));
  }
  listener = std::move(made);
  return {};
}

int PollTime(Deadline deadline) {
  if (!deadline) return -1;
  const auto rest = *deadline - std::chrono::steady_clock::now();
  const int64_t milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(rest).count() + 1;
  return static_cast<int>(std::clamp<int64_t>(milliseconds, 0, 1 << 30));
}

bool SetUp(const Descriptor& connection) {
  const int on = 1;
  setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  setsockopt(connection.get(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
  // A host that is switched off says nothing: after so many seconds it counts as gone.
  const int idle = 30, interval = 10, tries = 3;
  setsockopt(connection.get(), IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof(idle));
  setsockopt(connection.get(), IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof(interval));
  setsockopt(connection.get(), IPPROTO_TCP, TCP_KEEPCNT, &tries, sizeof(tries));
  const int flags = fcntl(connection.get(), F_GETFL);
  return flags >= 0 && fcntl(connection.get(), F_SETFL, flags | O_NONBLOCK) == 0;
}

Descriptor ConnectTo(const Address& address, Deadline deadline) {
  Descriptor connection(
      socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!connection || !SetUp(connection)) return {};
  if (connect(connection.get(), reinterpret_cast<const sockaddr*>(&address.storage),
              address.size) == 0) {
    return connection;
  }
  if (errno != EINPROGRESS) return {};
  pollfd entry{connection.get(), POLLOUT, 0};
  if (poll(&entry, 1, PollTime(deadline)) != 1) {
    errno = ETIMEDOUT;
    return {};
  }
  int error = 0;
  socklen_t size = sizeof(error);
  getsockopt(connection.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  if (error == 0) return connection;
  errno = error;
  return {};
}

std::string Encode(uint32_t type, std::string_view bytes) {
  const auto size = static_cast<uint32_t>(bytes.size());
  std::string message(2 * sizeof(uint32_t), '\0');
  std::memcpy(message.data(), &type, sizeof(type));
  std::memcpy(message.data() + sizeof(type), &size, sizeof(size));
  message += bytes;
  return message;
}

std::optional<Message> TakeMessage(std::string& come, size_t most, bool& good) {
  uint32_t head[2];
  if (come.size() < sizeof(head)) return std::nullopt;
  std::memcpy(head, come.data(), sizeof(head));
  good = head[1] <= most;
  if (!good || come.size() < sizeof(head) + head[1]) return std::nullopt;
  Message message{head[0], come.substr(sizeof(head), head[1])};
  come.erase(0, sizeof(head) + head[1]);
  return message;
}

bool ReadSome(const Descriptor& connection, std::string& come) {
  std::array<char, 16384> buffer;
  const ssize_t size = recv(connection.get(), buffer.data(), buffer.size(), 0);
  if (size > 0) {
    come.append(buffer.data(), static_cast<size_t>(size));
    return true;
  }
  return size < 0 && (errno == EAGAIN || errno == EINTR);
}

bool WriteSome(const Descriptor& connection, std::string& go) {
  const ssize_t size = send(connection.get(), go.data(), go.size(), MSG_NOSIGNAL);
  if (size >= 0) {
    go.erase(0, static_cast<size_t>(size));
    return true;
  }
  return errno == EAGAIN || errno == EINTR;
}

bool WriteAll(const Descriptor& connection, std::string_view bytes, Deadline deadline) {
  std::string go(bytes);
  while (true) {
    if (!WriteSome(connection, go)) return false;
    if (go.empty()) return true;
    pollfd entry{connection.get(), POLLOUT, 0};
    if (poll(&entry, 1, PollTime(deadline)) == 0) return false;
  }
}

std::optional<Message> ReadMessage(const Descriptor& connection, std::string& come, size_t most,
                                   Deadline deadline, bool& late) {
  late = false;
  while (true) {
    bool good = true;
    if (auto message = TakeMessage(come, most, good)) return message;
    if (!good) return std::nullopt;
    pollfd entry{connection.get(), POLLIN, 0};
    const int ready = poll(&entry, 1, PollTime(deadline));
    if (ready == 0) {
      late = true;
      return std::nullopt;
    }
    if (ready > 0 && !ReadSome(connection, come)) return std::nullopt;
  }
}

}  // namespace openaclnn::hccl
