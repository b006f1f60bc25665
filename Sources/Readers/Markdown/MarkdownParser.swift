// SPDX-License-Identifier: MIT
// Part of Platen: cmark-gfm's parser, one text at a time, in memory of its own.

internal import CMark

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// cmark-gfm's parser.
///
/// An extension's special characters are put into a table of the library's for as long as a text is
/// parsed and taken out again, so two texts must not be parsed at once: the tree of one would
/// depend on the other. Behind that lock, all that a text needs comes from one arena and goes with
/// it: a short text of a story costs half of what it costs with `malloc`.
enum MarkdownParser {
  /// Gives `body` the root of the tree of a text, which is gone afterwards; nil where the parser has
  /// no memory for one. Texts may be parsed within `body`.
  static func withTree<R>(
    of bytes: UnsafeBufferPointer<UInt8>, _ body: (OpaquePointer?) -> R
  ) -> R {
    lock.withLock {
      let mark = arena.mark
      defer { arena.reset(to: mark) }
      var memory = cmark_mem(
        calloc: { MarkdownParser.arena.allocate($0, $1) },
        realloc: { MarkdownParser.arena.reallocate($0, $1) }, free: { _ in })
      return withUnsafeMutablePointer(to: &memory) { memory in
        guard let parser = cmark_parser_new_with_mem(CMARK_OPT_FOOTNOTES, memory) else {
          return body(nil)
        }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
          if let found = cmark_find_syntax_extension(name) {
            cmark_parser_attach_syntax_extension(parser, found)
          }
        }
        bytes.withMemoryRebound(to: CChar.self) { text in
          cmark_parser_feed(parser, text.baseAddress, text.count)
        }
        return body(cmark_parser_finish(parser))
      }
    }
  }

  private static let lock: ParserLock = {
    cmark_gfm_core_extensions_ensure_registered()
    return ParserLock()
  }()

  private static let arena = ParserArena()
}

/// A mutual exclusion around a library that has none; a thread that holds it may take it again.
// @unchecked: the mutex is made in `init`, never moved or changed but through its own functions.
private final class ParserLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

/// Memory that is taken piece by piece and given back all at once.
// @unchecked: used by the holder of the parser's lock only.
private final class ParserArena: @unchecked Sendable {
  /// How much was in use at some time.
  struct Mark {
    fileprivate var block: Int
    fileprivate var used: Int
  }

  private var blocks: [UnsafeMutableRawBufferPointer] = []
  private var block = 0
  private var used = 0
  private static let blockSize = 1 << 18
  /// A piece's size stands before it.
  private static let header = 16

  var mark: Mark { Mark(block: block, used: used) }

  /// Gives back what was taken since; large blocks go back to the system.
  func reset(to mark: Mark) {
    block = mark.block
    used = mark.used
    while blocks.count > max(block + 1, 1), let last = blocks.last {
      last.deallocate()
      blocks.removeLast()
    }
    if block == 0, used == 0, let first = blocks.first, first.count > ParserArena.blockSize {
      first.deallocate()
      blocks.removeAll()
    }
  }

  func allocate(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, bytes >= 0, bytes < 1 << 40 else { return nil }
    let piece = take(bytes)
    piece.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return piece
  }

  func reallocate(_ old: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    guard size >= 0, size < 1 << 40 else { return nil }
    let piece = take(size)
    if let old {
      let known = (old - ParserArena.header).load(as: Int.self)
      piece.copyMemory(from: old, byteCount: min(known, size))
    }
    return piece
  }

  private func take(_ size: Int) -> UnsafeMutableRawPointer {
    let whole = (size + ParserArena.header + 15) & ~15
    while block < blocks.count, blocks[block].count - used < whole {
      block += 1
      used = 0
    }
    if block == blocks.count {
      blocks.append(
        .allocate(byteCount: max(whole, ParserArena.blockSize), alignment: 16))
      used = 0
    }
    // There is always a base: blocks are never empty.
    let start = blocks[block].baseAddress.unsafelyUnwrapped + used
    used += whole
    start.storeBytes(of: size, as: Int.self)
    return start + ParserArena.header
  }
}
