// SPDX-License-Identifier: MIT
// Part of Platen: the door to OpenSSL libcrypto, for SHA-256, and for the SHA-1 a WebSocket begins with.
#include <openssl/evp.h>
