// SPDX-License-Identifier: MIT
// Part of Platen: the door to Gumbo, a parser of HTML as browsers read it.
#include <gumbo.h>
