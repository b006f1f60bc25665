// SPDX-License-Identifier: MIT
// Part of Platen: the binding to libtiff. It is opened with the first TIFF, not linked: what it brings
// along would add to the start of every command that writes none.
#ifndef PLATEN_CTIFF_H
#define PLATEN_CTIFF_H

#include <dlfcn.h>
#include <stdint.h>
#include <tiffio.h>

// The library whose headers these are, and the package it comes in: its number went up with 4.5.
#if TIFFLIB_VERSION >= 20221213
#define PLATEN_TIFF_LIBRARY "libtiff.so.6"
#define PLATEN_TIFF_PACKAGE "libtiff6"
#else
#define PLATEN_TIFF_LIBRARY "libtiff.so.5"
#define PLATEN_TIFF_PACKAGE "libtiff5"
#endif

// What of libtiff is called, found by name in the library that was opened.
typedef struct {
  __typeof__(&TIFFClientOpen) ClientOpen;
  __typeof__(&TIFFClose) Close;
  __typeof__(&TIFFSetField) SetField;
  __typeof__(&TIFFWriteEncodedStrip) WriteEncodedStrip;
  __typeof__(&TIFFWriteDirectory) WriteDirectory;
  __typeof__(&TIFFSetErrorHandler) SetErrorHandler;
  __typeof__(&TIFFSetWarningHandler) SetWarningHandler;
} platen_tiff;

// Fills the table; 0 where a name is missing. The library then says nothing by itself: what it would
// print is said by whoever asked it.
static inline int platen_tiff_load(platen_tiff *tiff, void *library) {
#define PLATEN_FIND(name) \
  (tiff->name = (__typeof__(tiff->name))dlsym(library, "TIFF" #name), tiff->name != 0)
  int found = PLATEN_FIND(ClientOpen) && PLATEN_FIND(Close) && PLATEN_FIND(SetField)
      && PLATEN_FIND(WriteEncodedStrip) && PLATEN_FIND(WriteDirectory)
      && PLATEN_FIND(SetErrorHandler) && PLATEN_FIND(SetWarningHandler);
#undef PLATEN_FIND
  if (found) {
    tiff->SetErrorHandler(0);
    tiff->SetWarningHandler(0);
  }
  return found;
}

// Swift calls no functions with open argument lists. Numbers of 16 bits are passed as int, as C does.
static inline int platen_tiff_set(
    const platen_tiff *tiff, TIFF *file, uint32_t tag, uint32_t value) {
  return tiff->SetField(file, tag, value);
}
static inline int platen_tiff_set_resolution(
    const platen_tiff *tiff, TIFF *file, double perInch) {
  return tiff->SetField(file, TIFFTAG_XRESOLUTION, perInch)
      && tiff->SetField(file, TIFFTAG_YRESOLUTION, perInch)
      && tiff->SetField(file, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
}
// The fourth channel is alpha by which colors have not been multiplied.
static inline int platen_tiff_set_alpha(const platen_tiff *tiff, TIFF *file) {
  uint16_t kind = EXTRASAMPLE_UNASSALPHA;
  return tiff->SetField(file, TIFFTAG_EXTRASAMPLES, 1, &kind);
}

#endif
