// SPDX-License-Identifier: MIT
// Part of Platen: a document delivered block by block, for writers that need no more at once.

public import Diagnostics

/// A document delivered from its first block to its last, once, and never held whole.
///
/// A book of ten thousand scenes takes six times the memory of its text as a tree; as a stream its
/// scenes take the same few kilobytes one after the other. Content that must be known before its
/// turn is delivered ahead.
public protocol DocumentStream {
  var metadata: Metadata { get }

  /// The pictures it shows.
  var resources: [Resource] { get }

  /// The index that is the last block, if any: its writer gathers its marks on the way.
  var lastIndex: Index? { get }

  /// The listed headings of the whole down to a level, in reading order, as `Document.headings`.
  mutating func headings(depth: Int) -> [Heading]

  /// The next block; nil behind the last.
  mutating func next() -> Block?

  /// The warnings about the document, as far as it was delivered.
  var warnings: [Diagnostic] { get }
}

/// A document at hand as a stream of its blocks.
public struct StoredStream: DocumentStream {
  private let document: Document
  private var position = 0

  public init(_ document: Document) { self.document = document }

  public var metadata: Metadata { document.metadata }
  public var resources: [Resource] { document.resources }

  public var lastIndex: Index? {
    if case .index(let index)? = document.blocks.last { index } else { nil }
  }

  public func headings(depth: Int) -> [Heading] { document.headings(depth: depth) }

  public mutating func next() -> Block? {
    guard position < document.blocks.count else { return nil }
    position += 1
    return document.blocks[position - 1]
  }

  public var warnings: [Diagnostic] { [] }
}
