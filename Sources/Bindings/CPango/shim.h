// SPDX-License-Identifier: MIT
// Part of Platen: the binding to Pango's text analysis, and HarfBuzz (the shaper inside it, and its
// subsetter).
#include <hb-ot.h>
#include <hb-subset.h>
#include <hb.h>
#include <pango/pango.h>
