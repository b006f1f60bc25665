// SPDX-License-Identifier: MIT
// Part of Platen: the door to libdeflate.
#include <libdeflate.h>
