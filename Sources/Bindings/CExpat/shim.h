// SPDX-License-Identifier: MIT
// Part of Platen: the C binding of expat, a parser of XML 1.0 with namespaces that emits events.
#include <expat.h>
