// SPDX-License-Identifier: MIT
// Part of Platen: the lines of a deck in one file: text, fenced code, and comments taken out.

/// A comment of HTML.
struct DeckComment {
  /// The text between `<!--` and `-->`.
  var body: String
  /// The line it begins on, from 1.
  var line: Int
  /// Its place in the text of its line, in bytes.
  var offset: Int
}

/// A line of a deck.
struct DeckLine {
  enum Kind {
    case text
    /// The first or the last line of a block of code.
    case fence
    case code
    /// A line of a style sheet or a script.
    case raw
  }

  var kind: Kind
  /// The line without its end and its comments.
  var text: String
  var comments: [DeckComment] = []
  var number: Int

  var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
  /// Indicates whether it is comments and nothing else.
  var isComment: Bool { !comments.isEmpty && isBlank }
  var trimmed: Substring { SlideLine.trimmed(text[...]) }
}

/// The lines of a text. Separators in code, style sheets and comments are found to be no separators.
struct DeckLines {
  private(set) var lines: [DeckLine] = []

  init(lines: [DeckLine]) { self.lines = lines }

  /// - Parameter firstLine: the number of the first line.
  init(_ text: some StringProtocol, firstLine: Int = 1) {
    let rows = SlideLine.lines(of: text)
    // The first line from each on that ends a comment.
    var commentEnds = [Int](repeating: Int.max, count: rows.count + 1)
    for index in rows.indices.reversed() {
      commentEnds[index] = rows[index].contains("-->") ? index : commentEnds[index + 1]
    }
    var scan = Scan(rows: rows, commentEnds: commentEnds, firstLine: firstLine)
    scan.run()
    lines = scan.lines
  }

  private struct Scan {
    let rows: [String]
    let commentEnds: [Int]
    let firstLine: Int
    var lines: [DeckLine] = []
    /// The indent of text in the list item around.
    var listIndent = 0
    /// The elements of raw text that are not ended any more.
    var endless: Set<String> = []

    mutating func run() {
      var row = 0
      while row < rows.count {
        let text = rows[row]
        if let fence = Fence(text, listIndent: listIndent) {
          row = addCode(from: row, fence)
        } else if let name = Scan.rawElement(text), let end = end(of: name, from: row) {
          for index in row...end {
            lines.append(DeckLine(kind: .raw, text: rows[index], number: firstLine + index))
          }
          row = end + 1
        } else {
          row = addText(from: row)
        }
      }
    }

    private mutating func addCode(from start: Int, _ fence: Fence) -> Int {
      lines.append(DeckLine(kind: .fence, text: rows[start], number: firstLine + start))
      var row = start + 1
      while row < rows.count {
        let isEnd = fence.isEnded(by: rows[row])
        lines.append(
          DeckLine(kind: isEnd ? .fence : .code, text: rows[row], number: firstLine + row))
        row += 1
        if isEnd { break }
      }
      return row
    }

    private static func rawElement(_ text: String) -> String? {
      let start = text.prefix(12).drop { $0 == " " }.lowercased()
      return ["style", "script"].first { name in
        start.hasPrefix("<\(name)>") || start.hasPrefix("<\(name) ")
      }
    }

    private mutating func end(of name: String, from row: Int) -> Int? {
      guard !endless.contains(name) else { return nil }
      for index in row..<rows.count where rows[index].lowercased().contains("</\(name)") {
        return index
      }
      endless.insert(name)
      return nil
    }

    /// Adds a line of text, and takes the comments in it; returns the next row.
    private mutating func addText(from start: Int) -> Int {
      var row = start
      var rest = rows[row].utf8[...]
      var line = DeckLine(kind: .text, text: "", number: firstLine + row)
      var kept: [UInt8] = []
      guard rows[row].contains("<!--") else {
        line.text = rows[row]
        noteIndent(of: rows[row])
        lines.append(line)
        return row + 1
      }
      var codes = CodeSpans(rest)
      while let start = codes.comment(in: rest) {
        kept += rest[..<start]
        let inside = rest[rest.index(start, offsetBy: 4)...]
        if let end = codes.commentEnd(in: inside) {
          line.comments.append(
            DeckComment(
              body: String(decoding: inside[..<end], as: UTF8.self), line: firstLine + row,
              offset: kept.count))
          rest = inside[inside.index(end, offsetBy: 3)...]
          continue
        }
        let last = commentEnds[row + 1]
        guard last < rows.count else {
          // It is never ended, so it is text.
          kept += rest[start...]
          rest = rest[rest.endIndex...]
          break
        }
        var body = String(decoding: inside, as: UTF8.self)
        for index in row + 1..<last { body += "\n" + rows[index] }
        let parts = SlideLine.split(rows[last], at: "-->")
        line.comments.append(
          DeckComment(body: body + "\n" + parts.before, line: firstLine + row, offset: kept.count))
        line.text = String(decoding: kept, as: UTF8.self)
        lines.append(line)
        row = last
        rest = Substring(parts.after).utf8[...]
        line = DeckLine(kind: .text, text: "", number: firstLine + row)
        kept = []
        codes = CodeSpans(rest)
        if !rest.contains(where: { $0 != 0x20 && $0 != 0x09 }) { return row + 1 }
      }
      kept += rest
      line.text = String(decoding: kept, as: UTF8.self)
      noteIndent(of: line.text)
      lines.append(line)
      return row + 1
    }

    private mutating func noteIndent(of text: String) {
      guard let first = text.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
      let indent = text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
      if let marker = SlideLine.listMarker(text) {
        listIndent = indent + marker
      } else if indent == 0, first != UInt8(ascii: ">") {
        listIndent = 0
      }
    }
  }
}

/// The beginning of a block of code.
struct Fence {
  private let sign: UInt8
  private let count: Int
  /// The text after the signs.
  let info: String

  /// - Parameter listIndent: the indent of text in the list item around.
  init?(_ text: String, listIndent: Int = 0) {
    let rest = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    guard let sign = rest.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else {
      return nil
    }
    let indent = text.utf8.count - rest.count
    let count = rest.prefix { $0 == sign }.count
    guard count >= 3, indent < listIndent + 4 else { return nil }
    let info = rest.dropFirst(count)
    if sign == UInt8(ascii: "`"), info.contains(sign) { return nil }
    self.sign = sign
    self.count = count
    self.info = String(SlideLine.trimmed(Substring(info)))
  }

  func isEnded(by text: String) -> Bool {
    let rest = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    let signs = rest.prefix { $0 == sign }.count
    return signs >= count && rest.dropFirst(signs).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}

/// Finds comments in a line that are not in code between backticks.
private struct CodeSpans {
  /// The ends of the spans of code, by their beginnings.
  private var ends: [Substring.UTF8View.Index: Substring.UTF8View.Index] = [:]
  private let lastCommentEnd: Substring.UTF8View.Index?

  init(_ line: Substring.UTF8View) {
    var runs: [(start: Substring.UTF8View.Index, count: Int)] = []
    var last: Substring.UTF8View.Index?
    var at = line.startIndex
    var dashes = 0
    while at < line.endIndex {
      if line[at] == UInt8(ascii: "`") {
        let start = at
        var count = 0
        while at < line.endIndex, line[at] == UInt8(ascii: "`") {
          count += 1
          at = line.index(after: at)
        }
        runs.append((start, count))
        dashes = 0
        continue
      }
      if line[at] == UInt8(ascii: ">"), dashes >= 2 { last = line.index(at, offsetBy: -2) }
      dashes = line[at] == UInt8(ascii: "-") ? dashes + 1 : 0
      at = line.index(after: at)
    }
    lastCommentEnd = last
    var next: [Int: Substring.UTF8View.Index] = [:]
    for run in runs.reversed() {
      ends[run.start] = next[run.count]
      next[run.count] = line.index(run.start, offsetBy: run.count)
    }
  }

  /// The next place of `<!--`.
  func comment(in rest: Substring.UTF8View) -> Substring.UTF8View.Index? {
    var at = rest.startIndex
    while at < rest.endIndex {
      if rest[at] == UInt8(ascii: "`") {
        if let end = ends[at] {
          at = end
        } else {
          at = rest[at...].firstIndex { $0 != UInt8(ascii: "`") } ?? rest.endIndex
        }
        continue
      }
      if rest[at] == UInt8(ascii: "<"), rest[at...].starts(with: "<!--".utf8) { return at }
      at = rest.index(after: at)
    }
    return nil
  }

  /// The next place of `-->`.
  func commentEnd(in rest: Substring.UTF8View) -> Substring.UTF8View.Index? {
    guard let last = lastCommentEnd, last >= rest.startIndex else { return nil }
    var at = rest.startIndex
    while at <= last {
      if rest[at] == UInt8(ascii: "-"), rest[at...].starts(with: "-->".utf8) { return at }
      at = rest.index(after: at)
    }
    return nil
  }
}
