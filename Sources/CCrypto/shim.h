// SPDX-License-Identifier: MIT
// Part of Platen: the door to OpenSSL libcrypto, for SHA-256.
#include <openssl/evp.h>
