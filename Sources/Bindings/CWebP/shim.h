// SPDX-License-Identifier: MIT
// Part of Platen: the binding to libwebp's encoder: its types. It is loaded when the first WebP is
// written, not linked with.
#include <webp/encode.h>
