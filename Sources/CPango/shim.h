// SPDX-License-Identifier: MIT
// Part of Platen: the door to Pango, its FreeType font map and Fontconfig.
#include <fontconfig/fontconfig.h>
#include <pango/pango.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
