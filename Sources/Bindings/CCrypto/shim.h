// SPDX-License-Identifier: MIT
// Part of Platen: the binding to libcrypto: SHA-256, and SHA-1 for WebSocket.
#include <openssl/evp.h>
