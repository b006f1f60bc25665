// SPDX-License-Identifier: MIT
// Part of Platen: JPEGs written row by row, by the interface of libjpeg-turbo that can: the one of
// `shim.h` wants the whole picture. It is in a library of its own, which is opened when the first such
// picture is written. It reports errors by never returning, which only C can catch.
#ifndef PLATEN_CJPEG_ROWS_H
#define PLATEN_CJPEG_ROWS_H

#include <dlfcn.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>

// The library whose headers these are, and the package it comes in: Ubuntu's and Debian's differ.
#if JPEG_LIB_VERSION >= 80
#define PLATEN_JPEG_LIBRARY "libjpeg.so.8"
#define PLATEN_JPEG_PACKAGE "libjpeg-turbo8"
#else
#define PLATEN_JPEG_LIBRARY "libjpeg.so.62"
#define PLATEN_JPEG_PACKAGE "libjpeg62-turbo"
#endif

// What of the library is called, found by name in the one that was opened.
typedef struct {
  __typeof__(&jpeg_std_error) std_error;
  __typeof__(&jpeg_CreateCompress) CreateCompress;
  __typeof__(&jpeg_set_defaults) set_defaults;
  __typeof__(&jpeg_set_quality) set_quality;
  __typeof__(&jpeg_start_compress) start_compress;
  __typeof__(&jpeg_write_scanlines) write_scanlines;
  __typeof__(&jpeg_finish_compress) finish_compress;
  __typeof__(&jpeg_destroy_compress) destroy_compress;
} platen_jpeg_library;

// Fills the table; 0 where a name is missing.
static inline int platen_jpeg_load(platen_jpeg_library *jpeg, void *library) {
#define PLATEN_FIND(name) \
  (jpeg->name = (__typeof__(jpeg->name))dlsym(library, "jpeg_" #name), jpeg->name != 0)
  return PLATEN_FIND(std_error) && PLATEN_FIND(CreateCompress) && PLATEN_FIND(set_defaults)
      && PLATEN_FIND(set_quality) && PLATEN_FIND(start_compress) && PLATEN_FIND(write_scanlines)
      && PLATEN_FIND(finish_compress) && PLATEN_FIND(destroy_compress);
#undef PLATEN_FIND
}

// Takes bytes of the file; returns 0 when it cannot.
typedef int (*platen_jpeg_sink)(void *context, const uint8_t *bytes, size_t count);

// A picture being written.
typedef struct {
  struct jpeg_compress_struct picture;
  struct jpeg_error_mgr faults;
  struct jpeg_destination_mgr target;
  platen_jpeg_library library;
  platen_jpeg_sink sink;
  void *context;
  jmp_buf escape;
  char message[JMSG_LENGTH_MAX];
  uint8_t piece[1 << 16];
} platen_jpeg_state;

// An error of the library's: keeps what it says and goes back to where it was called.
static inline void platen_jpeg_escape(j_common_ptr picture) {
  platen_jpeg_state *state = (platen_jpeg_state *)picture->client_data;
  picture->err->format_message(picture, state->message);
  longjmp(state->escape, 1);
}
static inline void platen_jpeg_say_nothing(j_common_ptr picture) { (void)picture; }

static inline void platen_jpeg_restart(j_compress_ptr picture) {
  platen_jpeg_state *state = (platen_jpeg_state *)picture->client_data;
  state->target.next_output_byte = state->piece;
  state->target.free_in_buffer = sizeof state->piece;
}
static inline void platen_jpeg_hand_on(platen_jpeg_state *state, size_t count) {
  if (count > 0 && !state->sink(state->context, state->piece, count)) {
    strcpy(state->message, "the file cannot be written");
    longjmp(state->escape, 1);
  }
}
static inline boolean platen_jpeg_empty(j_compress_ptr picture) {
  platen_jpeg_state *state = (platen_jpeg_state *)picture->client_data;
  platen_jpeg_hand_on(state, sizeof state->piece);
  platen_jpeg_restart(picture);
  return TRUE;
}
static inline void platen_jpeg_end(j_compress_ptr picture) {
  platen_jpeg_state *state = (platen_jpeg_state *)picture->client_data;
  platen_jpeg_hand_on(state, sizeof state->piece - state->target.free_in_buffer);
}

// Memory for a picture; 0 where there is none.
static inline void *platen_jpeg_new(
    const platen_jpeg_library *library, platen_jpeg_sink sink, void *context) {
  platen_jpeg_state *state = (platen_jpeg_state *)calloc(1, sizeof *state);
  if (state) {
    state->library = *library;
    state->sink = sink;
    state->context = context;
  }
  return state;
}

// Begins the file: rows of 32-bit pixels follow, the highest byte unused, then red, green, blue. All of
// these return 0 on failure, of which `platen_jpeg_message` tells.
static inline int platen_jpeg_begin(
    void *memory, uint32_t width, uint32_t height, int quality, int isWholeColor,
    uint16_t perInch) {
  platen_jpeg_state *state = (platen_jpeg_state *)memory;
  struct jpeg_compress_struct *picture = &state->picture;
  picture->err = state->library.std_error(&state->faults);
  state->faults.error_exit = platen_jpeg_escape;
  state->faults.output_message = platen_jpeg_say_nothing;
  picture->client_data = state;
  if (setjmp(state->escape)) return 0;
  state->library.CreateCompress(picture, JPEG_LIB_VERSION, sizeof *picture);
  picture->client_data = state;
  state->target.init_destination = platen_jpeg_restart;
  state->target.empty_output_buffer = platen_jpeg_empty;
  state->target.term_destination = platen_jpeg_end;
  picture->dest = &state->target;
  picture->image_width = width;
  picture->image_height = height;
  picture->input_components = 4;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  picture->in_color_space = JCS_EXT_BGRX;
#else
  picture->in_color_space = JCS_EXT_XRGB;
#endif
  state->library.set_defaults(picture);
  state->library.set_quality(picture, quality, TRUE);
  picture->dct_method = JDCT_ISLOW;
  if (isWholeColor) {
    picture->comp_info[0].h_samp_factor = 1;
    picture->comp_info[0].v_samp_factor = 1;
  }
  if (perInch > 0) {
    picture->density_unit = 1;
    picture->X_density = perInch;
    picture->Y_density = perInch;
  }
  state->library.start_compress(picture, TRUE);
  return 1;
}

static inline int platen_jpeg_row(void *memory, const uint32_t *pixels) {
  platen_jpeg_state *state = (platen_jpeg_state *)memory;
  JSAMPROW row = (JSAMPROW)pixels;
  if (setjmp(state->escape)) return 0;
  return state->library.write_scanlines(&state->picture, &row, 1) == 1;
}

static inline int platen_jpeg_finish(void *memory) {
  platen_jpeg_state *state = (platen_jpeg_state *)memory;
  if (setjmp(state->escape)) return 0;
  state->library.finish_compress(&state->picture);
  return 1;
}

static inline const char *platen_jpeg_message(void *memory) {
  return ((platen_jpeg_state *)memory)->message;
}

static inline void platen_jpeg_free(void *memory) {
  platen_jpeg_state *state = (platen_jpeg_state *)memory;
  if (state->picture.mem) state->library.destroy_compress(&state->picture);
  free(state);
}

#endif
