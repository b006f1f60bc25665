// SPDX-License-Identifier: MIT
// Part of Platen: the binding to libpng.
#include <png.h>
