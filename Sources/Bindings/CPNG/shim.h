// SPDX-License-Identifier: MIT
// Part of Platen: the door to libpng.
#include <png.h>
