// SPDX-License-Identifier: MIT
// Part of Platen: the binding to libwebp: its types. It is loaded when the first WebP is written or
// read, not linked with.
#include <webp/decode.h>
#include <webp/encode.h>
