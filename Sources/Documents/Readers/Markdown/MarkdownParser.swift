// SPDX-License-Identifier: MIT
// Part of Platen: cmark-gfm's parser, one text at a time, in memory of its own.

internal import CMark
internal import Libc

/// cmark-gfm's parser.
///
/// An extension's special characters are put into a table of the library's for as long as a text is
/// parsed and taken out again, so two texts must not be parsed at once: the tree of one would
/// depend on the other. Behind that lock, all that a text needs comes from one arena and goes with
/// it: a short text of a story costs half of what it costs with `malloc`.
enum MarkdownParser {
  /// Gives `body` the root of the tree of a text, which is gone afterwards; nil where the parser
  /// has no memory for one. Texts may be parsed within `body`.
  ///
  /// - Parameter dialect: what is read beyond GitHub's Markdown.
  static func withTree<R>(
    of bytes: UnsafeBufferPointer<UInt8>, dialect: MarkdownDialect? = nil,
    _ body: (OpaquePointer?) -> R
  ) -> R {
    lock.withLock {
      let mark = arena.mark
      defer { arena.reset(to: mark) }
      var memory = unsafe cmark_mem(
        calloc: { unsafe MarkdownParser.arena.allocate($0, $1) },
        realloc: { unsafe MarkdownParser.arena.reallocate($0, $1) }, free: { _ in })
      return unsafe withUnsafeMutablePointer(to: &memory) { memory in
        guard let parser = unsafe cmark_parser_new_with_mem(CMARK_OPT_FOOTNOTES, memory) else {
          return body(nil)
        }
        let names =
          dialect?.hasStrikethrough == true
          ? ["table", "autolink", "tasklist"] : ["table", "strikethrough", "autolink", "tasklist"]
        for name in names {
          if let found = unsafe cmark_find_syntax_extension(name) {
            unsafe cmark_parser_attach_syntax_extension(parser, found)
          }
        }
        let before = unsafe dialect?.lend(UnsafeMutableRawPointer(memory))
        defer { unsafe dialect?.lend(before ?? nil) }
        if let dialect { unsafe cmark_parser_attach_syntax_extension(parser, dialect.extension) }
        unsafe bytes.withMemoryRebound(to: CChar.self) { text in
          unsafe cmark_parser_feed(parser, text.baseAddress, text.count)
        }
        return unsafe body(cmark_parser_finish(parser))
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
///
/// Safe: the mutex stands in one place from `init` to `deinit`.
// @unchecked: the mutex is made in `init`, never moved or changed but through its own functions.
@safe private final class ParserLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    unsafe pthread_mutex_init(mutex, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func withLock<R>(_ body: () -> R) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }
}

/// Memory that is taken piece by piece and given back all at once.
///
/// Safe but for the pieces: each is in a block that has room for it, and none is to be used after
/// the arena was reset to a mark before it.
// @unchecked: used by the holder of the parser's lock only.
@safe private final class ParserArena: @unchecked Sendable {
  /// The amount that was in use at some time.
  struct Mark {
    fileprivate var block: Int
    fileprivate var used: Int
  }

  @unsafe private struct State {
    var blocks: [UnsafeMutableRawBufferPointer] = unsafe []
    var block = 0
    /// The rest of the present block.
    var next: UnsafeMutableRawPointer?
    var left = 0
  }

  /// Behind a pointer: a property would be checked for overlapping access with each piece.
  private let state: UnsafeMutablePointer<State>
  private static let blockSize = 1 << 18
  /// A piece's size stands before it.
  private static let header = 16

  init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
  }

  deinit {
    for index in unsafe state.pointee.blocks.indices {
      unsafe state.pointee.blocks[index].deallocate()
    }
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  var mark: Mark {
    let block = unsafe state.pointee.block
    guard unsafe block < state.pointee.blocks.count else { return Mark(block: block, used: 0) }
    return unsafe Mark(block: block, used: state.pointee.blocks[block].count - state.pointee.left)
  }

  /// Gives back what was taken since; blocks beyond the first go back to the system.
  func reset(to mark: Mark) {
    while unsafe state.pointee.blocks.count > max(mark.block + 1, 1),
      let last = unsafe state.pointee.blocks.popLast()
    { unsafe last.deallocate() }
    if mark.block == 0, mark.used == 0, let first = unsafe state.pointee.blocks.first,
      first.count > ParserArena.blockSize
    {
      unsafe first.deallocate()
      unsafe state.pointee.blocks = []
    }
    unsafe state.pointee.block = mark.block
    if unsafe mark.block < state.pointee.blocks.count {
      let block = unsafe state.pointee.blocks[mark.block]
      unsafe state.pointee.next = block.baseAddress.map { unsafe $0 + mark.used }
      unsafe state.pointee.left = block.count - mark.used
    } else {
      unsafe state.pointee.next = nil
      unsafe state.pointee.left = 0
    }
  }

  func allocate(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, bytes >= 0, bytes < 1 << 40 else { return nil }
    let piece = unsafe take(bytes)
    unsafe memset(piece, 0, bytes)
    return unsafe piece
  }

  func reallocate(_ old: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
    guard size >= 0, size < 1 << 40 else { return nil }
    let piece = unsafe take(size)
    if let old = unsafe old {
      let known = unsafe (old - ParserArena.header).load(as: Int.self)
      unsafe memcpy(piece, old, min(known, size))
    }
    return unsafe piece
  }

  private func take(_ size: Int) -> UnsafeMutableRawPointer {
    let whole = (size + ParserArena.header + 15) & ~15
    if unsafe state.pointee.left < whole { openBlock(for: whole) }
    // There is a block with room now.
    let start = unsafe state.pointee.next.unsafelyUnwrapped
    unsafe state.pointee.next = start + whole
    unsafe state.pointee.left -= whole
    unsafe start.storeBytes(of: size, as: Int.self)
    return unsafe start + ParserArena.header
  }

  private func openBlock(for whole: Int) {
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(whole, ParserArena.blockSize), alignment: 16)
    unsafe state.pointee.blocks.append(block)
    unsafe state.pointee.block = state.pointee.blocks.count - 1
    unsafe state.pointee.next = block.baseAddress
    unsafe state.pointee.left = block.count
  }
}
