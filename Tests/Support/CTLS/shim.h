// SPDX-License-Identifier: MIT
// Part of Platen: the door to OpenSSL's half of a conversation, for servers of tests.
#include <openssl/ssl.h>
