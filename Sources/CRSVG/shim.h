// SPDX-License-Identifier: MIT
// Part of Platen: the door to librsvg: the types of the functions that are used, as its manual has
// them. Its own headers are not included and it is not linked with: it is loaded when first used,
// since what it brings along takes as long to load as all else of Platen together.
#ifndef PLATEN_CRSVG_H
#define PLATEN_CRSVG_H

#include <stdint.h>

typedef struct _RsvgHandle RsvgHandle;

typedef struct {
  double x, y, width, height;
} RsvgRectangle;

typedef struct {
  double length;
  int unit;
} RsvgLength;

// GLib's: a number for the domain, a code, and words.
typedef struct {
  uint32_t domain;
  int code;
  char *message;
} GError;

#endif
