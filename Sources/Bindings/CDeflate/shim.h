// SPDX-License-Identifier: MIT
// Part of Platen: the binding to libdeflate (whole buffers, fast) and zlib (streams).
#include <libdeflate.h>
#include <zlib.h>
