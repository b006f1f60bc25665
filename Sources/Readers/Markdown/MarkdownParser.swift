// SPDX-License-Identifier: MIT
// Part of Platen: cmark-gfm's parser, one text at a time.

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
/// depend on the other. Walking trees needs no lock.
enum MarkdownParser {
  /// Gives `body` the root of the tree of a text, which is gone afterwards; nil where the parser has
  /// no memory for one.
  static func withTree<R>(
    of bytes: UnsafeBufferPointer<UInt8>, _ body: (OpaquePointer?) -> R
  ) -> R {
    let root = lock.withLock { () -> OpaquePointer? in
      guard let parser = cmark_parser_new(CMARK_OPT_FOOTNOTES) else { return nil }
      defer { cmark_parser_free(parser) }
      for name in ["table", "strikethrough", "autolink", "tasklist"] {
        if let found = cmark_find_syntax_extension(name) {
          cmark_parser_attach_syntax_extension(parser, found)
        }
      }
      bytes.withMemoryRebound(to: CChar.self) { text in
        cmark_parser_feed(parser, text.baseAddress, text.count)
      }
      return cmark_parser_finish(parser)
    }
    defer { if let root { cmark_node_free(root) } }
    return body(root)
  }

  private static let lock: ParserLock = {
    cmark_gfm_core_extensions_ensure_registered()
    return ParserLock()
  }()
}

/// A mutual exclusion around a library that has none.
// @unchecked: the mutex is made in `init`, never moved or changed but through its own functions.
private final class ParserLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
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
