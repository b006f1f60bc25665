// SPDX-License-Identifier: MIT
// Part of Platen: the binding to librsvg: types of the functions that are used, as its manual has
// them. Its own headers are not included and it is not linked with: it is loaded when first used,
// since what it brings along takes as long to load as all else of Platen together.
#ifndef PLATEN_CRSVG_H
#define PLATEN_CRSVG_H

#include <stdint.h>
#include <sys/resource.h>

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

// What a process may have from now on, in bytes and open files; it leaves no core dump. Swift does not
// know the type of the resources' names everywhere.
static inline void platen_limit_process(
    unsigned long file_bytes, unsigned long files, unsigned long addresses) {
  struct rlimit none = {0, 0}, writes = {file_bytes, file_bytes}, open = {files, files},
                memory = {addresses, addresses};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &writes);
  setrlimit(RLIMIT_NOFILE, &open);
  setrlimit(RLIMIT_AS, &memory);
}

// The process gets SIGXCPU when it has computed for so many seconds in all.
static inline void platen_limit_processor(unsigned long seconds) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CPU, &limit) != 0) return;
  limit.rlim_cur = seconds < limit.rlim_max ? seconds : limit.rlim_max;
  setrlimit(RLIMIT_CPU, &limit);
}

#endif
