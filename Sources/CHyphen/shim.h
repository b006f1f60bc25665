// SPDX-License-Identifier: MIT
// Part of Platen: the door to libhyphen, which divides words by the patterns of their language.
#include <hyphen.h>
