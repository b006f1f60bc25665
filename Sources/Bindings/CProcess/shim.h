// SPDX-License-Identifier: MIT
// Part of Platen: the binding to what the system lets a process say of itself; Swift calls no
// functions with open argument lists.
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

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

// Landlock, by which a process gives up files and the network for good. The C library has no
// functions for it, and older headers not even its numbers.
// Source: Linux, Documentation/userspace-api/landlock.rst.

// O_PATH, which headers declare only for those who request all of GNU: the same on all processors
// that Swift runs on.
static const int platen_path_flag = 010000000;

// The version of the kernel's interface; below 1 where it has none.
static inline int platen_landlock_version(void) {
  return (int)syscall(444, NULL, (size_t)0, (uint32_t)1);
}

// A set of rules over these rights to files, and to TCP where the version is at least 4.
static inline int platen_landlock_create(uint64_t files, uint64_t network, int version) {
  struct { uint64_t files, network; } rights = {files, network};
  return (int)syscall(444, &rights, version >= 4 ? sizeof rights : sizeof rights.files, (uint32_t)0);
}

// Allows rights to what lies below an open folder, or to an open file.
static inline int platen_landlock_allow(int rules, uint64_t rights, int below) {
  struct __attribute__((packed)) { uint64_t rights; int32_t below; } rule = {rights, below};
  return (int)syscall(445, rules, 1, &rule, (uint32_t)0);
}

// Applies the rules to this thread, and to the threads and processes it will start.
static inline int platen_landlock_apply(int rules) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(446, rules, (uint32_t)0);
}
