// SPDX-License-Identifier: MIT
// Part of Platen: the binding to libzip.
#include <zip.h>
