// SPDX-License-Identifier: MIT
// Part of Platen: the binding to Pango's text analysis, HarfBuzz (the shaper inside it, and its
// subsetter) and FreeType.
#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb-ot.h>
#include <hb-subset.h>
#include <hb.h>
#include <pango/pango.h>
