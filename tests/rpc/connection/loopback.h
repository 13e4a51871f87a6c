// SPDX-License-Identifier: Apache-2.0
// Connected sockets for tests.
#ifndef FOOTNOTE_TESTS_RPC_CONNECTION_LOOPBACK_H_
#define FOOTNOTE_TESTS_RPC_CONNECTION_LOOPBACK_H_

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "service/rpc/connection/file_descriptor.h"

namespace footnote::rpc {

struct SocketPair {
  FileDescriptor accepted;
  FileDescriptor client;
};

inline sockaddr_in LoopbackAddress(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

// Returns a TCP connection to `port`, which is not open if it was refused.
inline FileDescriptor ConnectTo(int port) {
  FileDescriptor client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in address = LoopbackAddress(port);
  if (connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    client.Reset();
  }
  return client;
}

// Returns the port at the end of an address.
inline int PortOf(const std::string& address) {
  return std::stoi(address.substr(address.rfind(':') + 1));
}

// Returns both ends of a TCP connection.
inline SocketPair TcpPair() {
  const FileDescriptor listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = LoopbackAddress(0);
  socklen_t size = sizeof(address);
  bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), size);
  listen(listener.get(), 1);
  getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size);
  SocketPair pair;
  pair.client = ConnectTo(ntohs(address.sin_port));
  pair.accepted.Reset(accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
  return pair;
}

// Waits until the peer of `fd` has closed the connection. Returns false after ten seconds.
inline bool WaitUntilClosed(int fd) {
  pollfd polled = {fd, POLLIN, 0};
  char byte;
  return poll(&polled, 1, 10'000) == 1 && recv(fd, &byte, 1, 0) <= 0;
}

}  // namespace footnote::rpc

#endif  // FOOTNOTE_TESTS_RPC_CONNECTION_LOOPBACK_H_
