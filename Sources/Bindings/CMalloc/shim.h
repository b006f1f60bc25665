// SPDX-License-Identifier: MIT
// Part of Platen: the binding to the allocator's settings, where it has any (glibc).
#include <features.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
