// SPDX-License-Identifier: MIT
// Part of Platen: the other files that a deck's slides and code are in.

internal import Readers

/// Puts the lines of other files in place of the lines that name them, within limits.
///
/// All lines of another file have the number of the line that names it. What names a file that is
/// not found, or is outside of the deck's folder, stays as it is.
struct DeckFiles {
  private static let mostFiles = 200
  private static let mostBytes = 16 << 20
  private static let deepest = 8

  /// The text of a file by its path below the deck's folder; nil where there is none.
  private let load: (String) -> String?
  private var files = 0
  private var bytes = 0

  init(load: @escaping (String) -> String?) { self.load = load }

  /// The lines of a deck, by the rules of its program.
  mutating func expanded(_ lines: [DeckLine], as format: DeckFormat) -> [DeckLine] {
    switch format {
    case .slidev: slides(lines, in: "", depth: 0)
    case .presenterm: comments(lines, in: "", depth: 0)
    case .marp, .reveal, .remark, .quarto, .pandoc, .markdown: lines
    }
  }

  /// A file, with the folder it is in.
  private mutating func file(
    _ name: String, in folder: String, depth: Int
  ) -> (text: String, folder: String)? {
    guard depth < DeckFiles.deepest, files < DeckFiles.mostFiles,
      let path = name.hasPrefix("/") || name.hasPrefix("@/") || name.hasPrefix("~/")
        ? InnerPath.inside(String(name.drop { $0 != "/" }.dropFirst()))
        : InnerPath.joined(folder, name).flatMap({ InnerPath.inside($0) }),
      let text = load(path), bytes + text.utf8.count <= DeckFiles.mostBytes
    else { return nil }
    files += 1
    bytes += text.utf8.count
    return (text, path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "")
  }

  private static func lines(of text: String, at number: Int) -> [DeckLine] {
    DeckLines(text).lines.map { line in
      var line = line
      line.number = number
      for index in line.comments.indices { line.comments[index].line = number }
      return line
    }
  }

  // MARK: presenterm

  /// Lines with files in place of comments such as `<!-- include: part.md -->`.
  private mutating func comments(
    _ lines: [DeckLine], in folder: String, depth: Int
  ) -> [DeckLine] {
    var result: [DeckLine] = []
    for line in lines {
      guard line.isComment, line.comments.count == 1 else {
        result.append(line)
        continue
      }
      let words = SlideLine.trimmed(line.comments[0].body[...])
      guard words.hasPrefix("include:"),
        let (text, inner) = file(
          String(SlideLine.trimmed(words.dropFirst(8))), in: folder, depth: depth)
      else {
        result.append(line)
        continue
      }
      result += comments(
        DeckFiles.lines(of: text, at: line.number), in: inner, depth: depth + 1)
    }
    return result
  }

  // MARK: Slidev

  /// Lines with the slides of other files in place of those that have `src`, and with files in
  /// place of lines such as `<<< @/code.ts`.
  private mutating func slides(_ lines: [DeckLine], in folder: String, depth: Int) -> [DeckLine] {
    var result: [DeckLine] = []
    for slide in DeckFiles.slides(of: lines) {
      if let source = slide.source, !slide.isHidden {
        let parts = source.split(separator: "#", maxSplits: 1)
        if let path = parts.first,
          let (text, inner) = file(String(path), in: folder, depth: depth)
        {
          let number = lines[slide.lines.lowerBound].number
          let own = DeckFiles.lines(of: text, at: number)
          let wanted = parts.count > 1 ? DeckFiles.numbers(parts[1]) : nil
          for (index, other) in DeckFiles.slides(of: own).enumerated()
          where wanted.map({ $0.contains(index + 1) }) ?? true {
            if !other.isSeparated {
              result.append(DeckLine(kind: .text, text: "---", number: number))
              result.append(DeckLine(kind: .text, text: "", number: number))
            }
            result += slides(Array(own[other.lines]), in: inner, depth: depth + 1)
          }
          continue
        }
      }
      for line in lines[slide.lines] { result += code(line, in: folder, depth: depth) }
    }
    return result
  }

  private struct SlideLines {
    /// With the separator before it.
    var lines: Range<Int>
    var isSeparated: Bool
    /// The file in its settings.
    var source: String?
    var isHidden = false
  }

  /// Slides by lines of `---`, their settings included.
  private static func slides(of lines: [DeckLine]) -> [SlideLines] {
    func isSeparator(_ index: Int) -> Bool {
      lines[index].kind == .text && lines[index].comments.isEmpty
        && lines[index].text.hasPrefix("---")
    }
    var result: [SlideLines] = []
    var index = 0
    while index < lines.count {
      var slide = SlideLines(lines: index..<index, isSeparated: isSeparator(index))
      index += 1
      if slide.isSeparated, !lines[index - 1].text.hasPrefix("----"), index < lines.count,
        !lines[index].isBlank,
        let end = (index..<min(lines.count, index + 200)).first(where: {
          SlideLine.isDashes(lines[$0].text, 3...3)
        })
      {
        for line in lines[index..<end] {
          guard let pair = SlideLine.pair(line.text) else { continue }
          let value = pair.value.filter { $0 != "\"" && $0 != "'" }
          if pair.key == "src" { slide.source = value }
          if pair.key == "hide" || pair.key == "disabled", value == "true" { slide.isHidden = true }
        }
        index = end + 1
      }
      while index < lines.count, !isSeparator(index) { index += 1 }
      slide.lines = slide.lines.lowerBound..<index
      result.append(slide)
    }
    return result
  }

  /// Numbers of slides such as `2,5-7`.
  private static func numbers(_ text: Substring) -> [ClosedRange<Int>]? {
    let ranges = text.split(separator: ",").compactMap { part -> ClosedRange<Int>? in
      let ends = part.split(separator: "-").compactMap { Int(SlideLine.trimmed($0)) }
      guard let first = ends.first, let last = ends.last, first <= last else { return nil }
      return first...last
    }
    return ranges.isEmpty ? nil : ranges
  }

  /// The code of another file in place of a line such as `<<< @/code.ts#part ts {2}`.
  private mutating func code(_ line: DeckLine, in folder: String, depth: Int) -> [DeckLine] {
    guard line.kind == .text, line.comments.isEmpty, line.trimmed.hasPrefix("<<<") else {
      return [line]
    }
    let words = line.trimmed.dropFirst(3).split(separator: " ")
    guard let name = words.first else { return [line] }
    let parts = name.split(separator: "#", maxSplits: 1)
    guard let path = parts.first, let (text, _) = file(String(path), in: folder, depth: depth)
    else { return [line] }
    var rows = SlideLine.lines(of: text)
    if parts.count > 1 {
      guard
        let start = rows.firstIndex(where: { row in
          row.contains("#region") && row.split(separator: " ").contains(parts[1])
        })
      else { return [line] }
      rows = Array(rows[(start + 1)...].prefix { !$0.contains("#endregion") })
    }
    while rows.last?.allSatisfy(\.isWhitespace) == true { rows.removeLast() }
    var longest = 2
    for row in rows {
      for run in row.split(whereSeparator: { $0 != "`" }) { longest = max(longest, run.count) }
    }
    let fence = String(repeating: "`", count: longest + 1)
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...] } ?? ""
    let named = words.dropFirst().first.flatMap { $0.first?.isLetter == true ? $0 : nil }
    let language = named ?? ending
    return [DeckLine(kind: .fence, text: fence + language, number: line.number)]
      + rows.map { DeckLine(kind: .code, text: $0, number: line.number) }
      + [DeckLine(kind: .fence, text: fence, number: line.number)]
  }
}

extension [ClosedRange<Int>] {
  fileprivate func contains(_ number: Int) -> Bool { contains { $0.contains(number) } }
}
