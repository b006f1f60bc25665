// SPDX-License-Identifier: MIT
// Part of Platen: the door to libzip.
#include <zip.h>
