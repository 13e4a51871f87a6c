// SPDX-License-Identifier: Apache-2.0
// The sockets on which a server listens.
#ifndef FOOTNOTE_SERVICE_RPC_CONNECTION_LISTEN_SOCKET_H_
#define FOOTNOTE_SERVICE_RPC_CONNECTION_LISTEN_SOCKET_H_

#include <sys/stat.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "service/rpc/connection/file_descriptor.h"

namespace footnote::rpc {

class ListenSocket {
 public:
  // The file mode of a Unix socket: only the user of the server may connect.
  static constexpr mode_t kDefaultUnixMode = 0600;

  // Listens on `listen`:
  //
  // - `HOST:PORT`, on all addresses of the host; an IPv6 address is in brackets. Port 0 selects a
  //   free port.
  // - `:PORT`, on all addresses of the machine, IPv6 and IPv4.
  // - `unix:PATH`, a socket with the file mode `unix_mode`. A socket that no server uses any more
  // is
  //   replaced; one in use, and any other file, is an error.
  //
  // An error states what `listen` is and the reason. A second server on the same port is an error.
  static absl::StatusOr<ListenSocket> Open(const std::string& listen,
                                           mode_t unix_mode = kDefaultUnixMode);

  ListenSocket(ListenSocket&&) noexcept;
  ListenSocket& operator=(ListenSocket&&) = delete;
  // Removes the file of a Unix socket, unless another server has replaced it.
  ~ListenSocket();

  // The address, with the actual port.
  const std::string& address() const { return address_; }
  // The non-blocking sockets, at least one.
  const std::vector<FileDescriptor>& sockets() const { return sockets_; }

 private:
  ListenSocket() = default;
  absl::Status OpenUnix(const std::string& path, mode_t mode);
  absl::Status OpenTcp(const std::string& host, const std::string& port);

  std::string address_;
  std::vector<FileDescriptor> sockets_;
  std::string unix_path_;  // of a Unix socket that exists
  struct stat unix_file_ = {};
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CONNECTION_LISTEN_SOCKET_H_
