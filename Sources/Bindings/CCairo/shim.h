// SPDX-License-Identifier: MIT
// Part of Platen: the binding to Cairo.
#include <cairo.h>
