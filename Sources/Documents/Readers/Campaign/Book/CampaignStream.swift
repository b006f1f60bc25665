// SPDX-License-Identifier: MIT
// Part of Platen: a campaign's book delivered scene by scene.

public import Diagnostics
public import Documents

/// The document of a campaign, each scene made on request: the blocks that
/// ``CampaignBook/document(of:options:)`` has, in its order.
public struct CampaignStream: DocumentStream {
  private var book: BookMaker
  /// Of the blocks made, how many were taken.
  private var taken = 0
  public var metadata: Metadata
  public let resources: [Resource]

  /// - Parameters:
  ///   - appendix: what comes before the book's index.
  ///   - resources: the pictures that the appendix shows.
  /// - Throws: `Failure` where the requested content is missing, as a document does.
  public init(
    of campaign: Campaign, options: BookOptions = BookOptions(), appendix: [Block] = [],
    resources: [Resource] = []
  ) throws {
    book = try BookMaker(campaign, options, appendix: appendix)
    metadata = book.metadata
    self.resources = resources
  }

  public var lastIndex: Index? {
    if case .index(let index)? = book.parts.last { index } else { nil }
  }

  public mutating func headings(depth: Int) -> [Heading] { book.headings(depth: depth) }

  public mutating func next() -> Block? {
    while taken == book.blocks.count {
      book.blocks.removeAll(keepingCapacity: true)
      taken = 0
      guard book.writeNextPart() else { return nil }
    }
    taken += 1
    return book.blocks[taken - 1]
  }

  /// Warnings about the story's markup that a document cannot hold, and what a prose edition omits.
  public var warnings: [Diagnostic] { book.warnings }
}
