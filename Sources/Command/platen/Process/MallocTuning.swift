// SPDX-License-Identifier: MIT
// Part of Platen: the allocator set up for a process that fills some dozen megabytes and ends.

import Libc

#if canImport(Glibc)
  import CMalloc
#endif

/// Where `malloc` finds memory.
enum MallocTuning {
  /// Sets aside one stretch of addresses in large pages, and has memory that was freed used again
  /// rather than given back.
  ///
  /// By itself glibc grows a heap for each thread by a page or two at a time, and gives back what is
  /// freed at its end: a picture that takes a tenth of a second makes 800 calls for that and touches
  /// 6,000 fresh pages, which is a tenth of its time. On many cores threads keep heaps of their own,
  /// since they would wait for each other at a common one.
  static func settle() {
    #if canImport(Glibc)
      guard sysconf(Int32(_SC_NPROCESSORS_ONLN)) <= 4 else { return }
      // Addresses alone: memory comes with the first word that is written to a page.
      let size = 512 << 20
      mallopt(M_ARENA_MAX, 1)
      // Blocks above the threshold are no part of the heap, and this one is to be.
      mallopt(M_MMAP_THRESHOLD, Int32(2 * size))
      mallopt(M_TRIM_THRESHOLD, Int32.max)
      guard let stretch = malloc(size) else { return }
      // Whole pages only; a system that has no large ones goes on as it would have.
      let page = sysconf(Int32(_SC_PAGESIZE))
      let start = stretch + (page - Int(bitPattern: stretch) % page)
      madvise(start, size - 2 * page, MADV_HUGEPAGE)
      free(stretch)
      mallopt(M_MMAP_THRESHOLD, 128 << 20)
    #endif
  }
}
