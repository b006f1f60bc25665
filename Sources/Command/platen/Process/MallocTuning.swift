// SPDX-License-Identifier: MIT
// Part of Platen: the allocator set up for a process that fills some dozen megabytes and ends.

import Libc

#if canImport(Glibc)
  import CMalloc
#endif

/// The allocator's settings.
enum MallocTuning {
  /// Reserves one range of addresses in large pages, and has freed memory reused rather than
  /// returned to the system.
  ///
  /// By default glibc grows a heap for each thread by a page or two at a time, and returns memory
  /// that is freed at its end: an image that takes a tenth of a second makes 800 calls for that and
  /// touches 6,000 fresh pages, a tenth of its time. On many cores threads keep their own heaps,
  /// since they would wait for each other at a common one.
  static func settle() {
    #if canImport(Glibc)
      guard sysconf(Int32(_SC_NPROCESSORS_ONLN)) <= 4 else { return }
      // Addresses alone: memory comes with the first word that is written to a page.
      let size = 512 << 20
      mallopt(M_ARENA_MAX, 1)
      // Blocks above the threshold are outside the heap, and this one must be inside.
      mallopt(M_MMAP_THRESHOLD, Int32(2 * size))
      mallopt(M_TRIM_THRESHOLD, Int32.max)
      guard let stretch = malloc(size) else { return }
      // Whole pages only; without large pages the system continues as usual.
      let page = sysconf(Int32(_SC_PAGESIZE))
      let start = stretch + (page - Int(bitPattern: stretch) % page)
      madvise(start, size - 2 * page, MADV_HUGEPAGE)
      free(stretch)
      mallopt(M_MMAP_THRESHOLD, 128 << 20)
    #endif
  }
}
