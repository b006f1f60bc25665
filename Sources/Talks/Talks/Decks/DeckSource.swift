// SPDX-License-Identifier: MIT
// Part of Platen: a deck in one file as its front matter and its lines.

internal import Diagnostics
internal import Values

/// The text of a deck: front matter in YAML or pandoc's title lines, and the lines after it.
struct DeckSource {
  /// The front matter; nil where there is none.
  private(set) var matter: PlacedValue?
  /// The errors in what is meant as front matter.
  private(set) var diagnostics: [Diagnostic] = []
  /// The title, the authors and the date of lines that begin with `%`, with the number of the line.
  private(set) var titleLines: [(text: String, line: Int)] = []
  private(set) var lines: DeckLines

  /// Bytes of front matter.
  private static let longestMatter = 1 << 20

  init(_ text: String) {
    let rows = DeckText.lines(of: text)
    var first = 0
    if let end = DeckSource.matterEnd(rows) {
      do {
        matter = try DeckSource.yaml(rows[1..<end])
        if matter != nil { first = end + 1 }
      } catch {
        diagnostics = error.diagnostics
        first = end + 1
      }
    } else {
      while first < rows.count, titleLines.count < 3, rows[first].hasPrefix("%") {
        var words = String(DeckText.trimmed(rows[first].dropFirst()))
        let line = first + 1
        first += 1
        // A line that begins with a blank goes on.
        while first < rows.count, rows[first].hasPrefix(" "),
          !DeckText.trimmed(rows[first][...]).isEmpty
        {
          words += "\n" + DeckText.trimmed(rows[first][...])
          first += 1
        }
        titleLines.append((words, line))
      }
    }
    lines = DeckLines(rows[first...].joined(separator: "\n"), firstLine: first + 1)
  }

  /// Indicates whether title lines make it a text of pandoc.
  var isOfPandoc: Bool { !titleLines.isEmpty }

  /// Indicates whether a line separates slides in every program that has lines of `---` for that.
  func isSeparator(_ index: Int) -> Bool {
    let line = lines.lines[index]
    guard line.kind == .text, line.comments.isEmpty, DeckText.isBreak(line.text) else {
      return false
    }
    guard index > 0, DeckText.underline(line.text) != nil else { return true }
    let before = lines.lines[index - 1]
    return before.kind != .text || before.isBlank || !DeckText.mayBeHeading(before.text)
  }

  /// The line that ends front matter, by its index; nil for a text that does not begin with keys.
  private static func matterEnd(_ rows: [String]) -> Int? {
    guard let first = rows.first, DeckText.trimmed(first[...]) == "---", !first.hasPrefix(" ")
    else { return nil }
    var hasKey = false
    var bytes = 0
    for index in rows.indices.dropFirst() {
      let row = rows[index]
      bytes += row.utf8.count
      let words = DeckText.trimmed(row[...])
      if words == "---" || words == "..." { return hasKey ? index : nil }
      guard bytes < longestMatter else { return nil }
      if words.isEmpty || words.hasPrefix("#") { continue }
      if !hasKey {
        guard let colon = words.firstIndex(of: ":"), DeckText.pair(words[...colon]) != nil else {
          return nil
        }
        hasKey = true
      }
    }
    return nil
  }

  /// Lines of YAML as a mapping, with their places in the file; nil for no mapping.
  ///
  /// - Parameter rows: lines by their indices in the file.
  static func yaml(_ rows: ArraySlice<String>) throws(Failure) -> PlacedValue? {
    try yaml(Array(rows), firstLine: rows.startIndex + 1)
  }

  static func yaml(_ rows: [String], firstLine: Int) throws(Failure) -> PlacedValue? {
    var options = YAMLOptions.resolvingNulls(codes: YAMLCodes(all: .talkYaml))
    options.limits.bytes = longestMatter
    options.limits.depth = 32
    options.limits.values = 20_000
    options.limits.fewestValues = 2_000
    do {
      let text = rows.joined(separator: "\n") + "\n"
      guard let value = try PlacedValue(yaml: Array(text.utf8), options: options),
        value.isMapping
      else { return nil }
      return value.shifted(by: firstLine - 1)
    } catch let failure as Failure {
      throw Failure(
        failure.diagnostics.map { diagnostic in
          var diagnostic = diagnostic
          if let line = diagnostic.place?.line { diagnostic.place?.line = line + firstLine - 1 }
          return diagnostic
        })
    } catch {
      throw Failure(.error(.talkYaml, "\(error)", at: SourceLocation(line: firstLine)))
    }
  }
}

extension PlacedValue {
  /// The value as it is so many lines further down.
  fileprivate func shifted(by lines: Int) -> PlacedValue {
    func moved(_ place: SourceLocation) -> SourceLocation {
      var place = place
      place.line = place.line.map { $0 + lines }
      return place
    }
    var value = self
    value.place = moved(place)
    switch content {
    case .list(let elements):
      value.content = .list(elements.map { $0.shifted(by: lines) })
    case .mapping(let members):
      value.content = .mapping(
        members.map {
          Member(key: $0.key, place: moved($0.place), value: $0.value.shifted(by: lines))
        })
    case .null, .bool, .number, .text, .date: break
    }
    return value
  }
}
