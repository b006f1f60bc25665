// SPDX-License-Identifier: MIT
// Part of Platen: the binding to Gumbo, a parser of HTML as browsers read it.
#include <gumbo.h>
