// SPDX-License-Identifier: Apache-2.0
// How mimalloc gives memory back to the system. For binaries whose malloc it is.
#ifndef FOOTNOTE_SERVICE_RPC_MEMORY_MIMALLOC_CONTROL_H_
#define FOOTNOTE_SERVICE_RPC_MEMORY_MIMALLOC_CONTROL_H_

#include "service/rpc/memory/memory_guard.h"

namespace footnote::rpc {

// Returns the functions that control mimalloc in this process.
MallocControl MimallocControl();

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_MEMORY_MIMALLOC_CONTROL_H_
