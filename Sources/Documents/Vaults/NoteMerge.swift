// SPDX-License-Identifier: MIT
// Part of Platen: a new text of a note merged with the note as its reader has it.
//
// A note has three parts. Properties that begin with `platen-` and the lines between two comments are
// Platen's; all else is the reader's and stays byte for byte. A digest of the region as it was written
// last is one of the properties: where it is another one, the reader edited the region, and the note
// stays as it is.

/// A note as Platen writes it.
package struct WrittenNote: Hashable, Sendable {
  package var id: String
  /// Properties of Platen: the name without prefix, and the value in YAML.
  package var properties: [(name: String, value: String)] {
    get { zip(names, values).map { ($0, $1) } }
    set {
      names = newValue.map(\.name)
      values = newValue.map(\.value)
    }
  }
  private var names: [String] = []
  private var values: [String] = []
  /// Lists of a new note that are the reader's later.
  package var aliases: [String]
  package var tags: [String]
  /// The lines of the managed region.
  package var region: [String]
  /// The heading below the region of a new note.
  package var notesHeading: String

  package init(
    id: String, properties: [(name: String, value: String)] = [], aliases: [String] = [],
    tags: [String] = [], region: [String], notesHeading: String
  ) {
    self.id = id
    self.aliases = aliases
    self.tags = tags
    // A line that is a mark would end the region.
    self.region = region.map { line in
      NoteMark.isBegin(line) || NoteMark.isEnd(line)
        ? line.replacing("<!--", with: "&lt;!--") : line
    }
    self.notesHeading = notesHeading
    self.properties = properties
  }

  /// All own lines of the front matter, by their keys.
  fileprivate var ownLines: [(key: String, line: String)] {
    let all =
      [("id", id), ("hash", RegionHash.of(region))] + properties.map { ($0.name, $0.value) }
    return all.map { (NoteMerge.prefix + $0.0, "\(NoteMerge.prefix)\($0.0): \($0.1)") }
  }

  fileprivate var regionLines: [String] { [""] + region + [""] }

  /// The file of a new note.
  package var file: [UInt8] {
    var lines = ["---"] + ownLines.map(\.line)
    for (key, list) in [("aliases", aliases), ("tags", tags)] where !list.isEmpty {
      lines.append("\(key):")
      lines += list.map { "  - " + YAMLText.quoted($0) }
    }
    lines += ["---", NoteMark.begin] + regionLines + [NoteMark.end, "", "## " + notesHeading, ""]
    return Array(lines.joined(separator: "\n").utf8)
  }
}

/// Texts in front matter.
package enum YAMLText {
  /// A text in double quotes, which YAML never takes for a number, a date or a switch.
  package static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x85: out += " "
      case "\u{2028}", "\u{2029}", "\u{FEFF}": out += " "
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}

/// The result of merging.
package enum NoteMerge: Hashable, Sendable {
  /// The file with Platen's parts replaced.
  case merged([UInt8])
  /// The file has nothing to replace.
  case unchanged
  /// The file stays as it is although there is a new text.
  case kept(Reason)

  /// A reason why a note stays as it is.
  package enum Reason: Hashable, Sendable, CaseIterable {
    case edited, marksMissing, marksDoubled, marksReversed, frontMatter, encoding

    package var message: String {
      switch self {
      case .edited: "the part between the marks was edited"
      case .marksMissing: "a mark of the managed part is missing"
      case .marksDoubled: "the managed part has a mark twice"
      case .marksReversed: "the marks of the managed part are in the wrong order"
      case .frontMatter: "the front matter cannot be read line by line"
      case .encoding: "the file is not UTF-8"
      }
    }
  }

  package static let prefix = "platen-"
  static let goneKey = prefix + "gone"

  // MARK: Reading

  /// The id of a note; nil where the file is not a note of Platen's.
  package static func id(of bytes: [UInt8]) -> String? {
    let lines = NoteLines(bytes)
    guard lines.hasHeader else { return nil }
    let key = prefix + "id"
    switch lines.header {
    case .read(let header):
      guard let entry = header.entries(of: key).first else { return nil }
      let value = lines.value(of: entry)
      return value.isEmpty ? nil : value
    case .none: return nil
    case .unreadable:
      // Only to know whose it is: such a note is not written to.
      for index in lines.lines.indices.dropFirst().prefix(60) {
        let line = lines.text(index)
        guard line.hasPrefix(key + ":") else { continue }
        let value = line.dropFirst(key.count + 1).filter { !" \"'\t".contains($0) }
        return value.isEmpty ? nil : String(value)
      }
      return nil
    }
  }

  // MARK: Merging

  /// Merges a new text into a reader's note.
  package static func merging(_ note: WrittenNote, into bytes: [UInt8]) -> NoteMerge {
    switch opened(bytes) {
    case .failure(let refusal): return .kept(refusal.reason)
    case .success(var open):
      let old = open.regionLines
      let written = RegionHash.of(old)
      let new = RegionHash.of(note.region)
      let last = open.lines.firstValue(of: prefix + "hash", in: open.header)
      let isEmpty = old.allSatisfy { $0.droppingEndSpaces.isEmpty }
      if written != last, written != new, !isEmpty {
        // The reader's text stays; without news there is nothing to report.
        return last == new ? .unchanged : .kept(.edited)
      }
      // The region is below the front matter, so it is replaced first.
      if trimmed(old) != trimmed(note.region) {
        open.lines.replace(open.region, with: note.regionLines)
      }
      open.setOwn(note.ownLines)
      let merged = open.lines.bytes
      return merged == bytes ? .unchanged : .merged(merged)
    }
  }

  /// Marks a note whose subject is gone; its text stays.
  package static func markingGone(_ bytes: [UInt8]) -> NoteMerge {
    switch opened(bytes) {
    case .failure(let refusal): return .kept(refusal.reason)
    case .success(var open):
      let own = open.header.entries.filter { $0.key.hasPrefix(prefix) && $0.key != goneKey }
        .flatMap { entry in
          entry.lines.map { (key: entry.key, line: open.lines.text($0)) }
        }
      open.setOwn(own + [(goneKey, goneKey + ": true")])
      let merged = open.lines.bytes
      return merged == bytes ? .unchanged : .merged(merged)
    }
  }

  private struct Refusal: Error {
    let reason: Reason
  }

  /// A note whose parts were found.
  private struct Open {
    var lines: NoteLines
    let header: NoteLines.FrontMatter
    let region: Range<Int>

    var regionLines: [String] { region.map { lines.text($0) } }

    /// Replaces the own properties; those that are the same stay in their places.
    mutating func setOwn(_ own: [(key: String, line: String)]) {
      let entries = header.entries.filter { $0.key.hasPrefix(prefix) }
      let old = entries.flatMap { entry in entry.lines.map { lines.text($0) } }
      guard old != own.map(\.line) else { return }
      let place = entries.first?.lines.lowerBound ?? header.end
      for entry in entries.reversed() { lines.replace(entry.lines, with: []) }
      lines.replace(place..<place, with: own.map(\.line))
    }
  }

  private static func opened(_ bytes: [UInt8]) -> Result<Open, Refusal> {
    func refused(_ reason: Reason) -> Result<Open, Refusal> { .failure(Refusal(reason: reason)) }
    guard String(validating: bytes, as: UTF8.self) != nil else { return refused(.encoding) }
    let lines = NoteLines(bytes)
    guard case .read(let header) = lines.header,
      header.entries(of: prefix + "id").count == 1, header.entries(of: prefix + "hash").count < 2
    else { return refused(.frontMatter) }
    switch lines.region {
    case .missing: return refused(.marksMissing)
    case .doubled: return refused(.marksDoubled)
    case .reversed: return refused(.marksReversed)
    case .found(let region):
      guard region.lowerBound > header.end else { return refused(.marksMissing) }
      return .success(Open(lines: lines, header: header, region: region))
    }
  }

  /// The lines without empty ones around them.
  private static func trimmed(_ lines: [String]) -> ArraySlice<String> {
    var lines = lines[...]
    while lines.first?.droppingEndSpaces.isEmpty == true { lines.removeFirst() }
    while lines.last?.droppingEndSpaces.isEmpty == true { lines.removeLast() }
    return lines
  }
}

extension NoteLines {
  func firstValue(of key: String, in header: FrontMatter) -> String? {
    header.entries(of: key).first.map { value(of: $0) }
  }
}
