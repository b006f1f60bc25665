// SPDX-License-Identifier: MIT
// Part of Platen: a document split at chapters into volumes, each a document of its own.

/// A document as its chapters, from which volumes are put together.
///
/// Chapters begin at headings of the first level at the top of the document. What precedes them is the
/// front: each volume has its title page and contents, the first one the rest of it as well. Each
/// volume has the document's index, of its own marks.
public struct DocumentVolumes {
  /// The document with an id for each heading of a chapter.
  public let document: Document
  private var front: [Block] = []
  private var chapters: [[Block]] = []
  private var indexes: [Block] = []
  /// The ids of the chapters' headings.
  public private(set) var ids: [String] = []
  /// The ids within each chapter.
  private var idsWithin: [Set<String>] = []

  public init(_ document: Document) {
    var document = document
    for (place, block) in document.blocks.enumerated() {
      guard case .heading(var heading) = block, heading.level == 1, heading.isListed else {
        if case .index = block {
          indexes.append(block)
        } else if chapters.isEmpty {
          front.append(block)
        } else {
          chapters[chapters.count - 1].append(block)
        }
        continue
      }
      if heading.attributes.id.isEmpty {
        heading.attributes.id = "platen.chapter.\(place)"
        document.blocks[place] = .heading(heading)
      }
      ids.append(heading.attributes.id)
      chapters.append([.heading(heading)])
    }
    self.document = document
    idsWithin = chapters.map(VolumeText.ids)
  }

  /// The chapters of each volume, as many in each as the pages allow and at least one.
  ///
  /// - Parameters:
  ///   - pages: The pages of each chapter.
  ///   - room: The pages that a volume has for chapters.
  public static func parted(pages: [Int], room: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    var sum = 0
    for (chapter, count) in pages.enumerated() {
      if chapter > start, sum + count > room {
        result.append(start..<chapter)
        start = chapter
        sum = 0
      }
      sum += count
    }
    if start < pages.count { result.append(start..<pages.count) }
    return result
  }

  /// A volume.
  ///
  /// - Parameters:
  ///   - range: Its chapters.
  ///   - number: From 1.
  ///   - name: Such as `Volume 2 of 3`, for its title page and its metadata.
  public func volume(_ range: Range<Int>, number: Int, name: String, separator: String) -> Document
  {
    var blocks: [Block] = []
    var isNamed = false
    for block in front {
      switch block {
      case .division(var division) where division.attributes.classes.contains("title-page"):
        division.blocks.append(.text(name, .classes("volume")))
        isNamed = true
        blocks.append(.division(division))
      case .contents: blocks.append(block)
      default: if number == 1 { blocks.append(block) }
      }
    }
    if !isNamed { blocks.insert(.text(name, .classes("volume")), at: 0) }
    let known = idsWithin[range].reduce(into: VolumeText.ids(of: front)) { $0.formUnion($1) }
    for chapter in chapters[range] { blocks += VolumeText(known: known).blocks(chapter) }
    var volume = document
    volume.metadata.title = [document.metadata.title, name].filter { !$0.isEmpty }
      .joined(separator: separator)
    volume.blocks = blocks
    volume.blocks += indexes.filter { index in
      guard case .index(let index) = index else { return false }
      return !volume.indexEntries(named: index.name).isEmpty
    }
    return volume
  }
}

/// Replaces references that lead out of a volume with their texts.
private struct VolumeText {
  /// The ids that references may lead to.
  let known: Set<String>

  /// The ids of blocks and of what is in them.
  static func ids(of blocks: [Block]) -> Set<String> {
    var ids: Set<String> = []
    Document(blocks: blocks).walk(
      block: { block in
        ids.insert(block.attributes.id)
        if case .list(let list) = block { ids.formUnion(list.items.map(\.attributes.id)) }
        return .descend
      },
      inline: { inline in
        if case .span(let span) = inline { ids.insert(span.attributes.id) }
        return .descend
      })
    ids.remove("")
    return ids
  }

  func blocks(_ blocks: [Block]) -> [Block] {
    blocks.map { $0.replacingContents(blocks: self.blocks, inlines: inlines) }
  }

  private func inlines(_ inlines: [Inline]) -> [Inline] {
    inlines.flatMap { inline -> [Inline] in
      if case .reference(let reference) = inline, !known.contains(reference.target) {
        return self.inlines(reference.inlines)
      }
      return [inline.replacingContents(blocks: blocks, inlines: self.inlines)]
    }
  }
}
