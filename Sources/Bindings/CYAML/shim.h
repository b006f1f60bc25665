// SPDX-License-Identifier: MIT
// Part of Platen: the C binding of libyaml, a parser of YAML 1.1 that emits events.
#include <yaml.h>
