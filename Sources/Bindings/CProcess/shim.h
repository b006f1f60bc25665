// SPDX-License-Identifier: MIT
// Part of Platen: the binding to what the system lets a process say of itself; Swift calls no
// functions with open argument lists.
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>

// No core dumps, and nobody but root reads this process's memory.
static inline int platen_forbid_dumps(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) == 0) {
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
  }
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// Declared by the system's headers only for those who ask for all of GNU.
extern int pipe2(int ends[2], int flags);
extern void *memmem(const void *text, size_t count, const void *part, size_t length);

static inline int platen_is_dumpable(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }
