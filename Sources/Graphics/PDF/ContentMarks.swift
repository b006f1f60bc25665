// SPDX-License-Identifier: MIT
// Part of Platen: the marks in a page's content: found, renumbered, artefacts made such.

internal import Canvas

/// Rewrites the beginnings of marked content in a content stream (ISO 32000-1, 14.6).
struct ContentMarks {
  /// What a mark becomes.
  enum Change {
    case artefact
    /// Content of an element of this role, with the number its element knows it by.
    case content(role: String, number: Int)
  }

  /// A tag with an MCID, as it stands in the stream.
  struct Mark {
    var range: Range<Int>
    var isArtefact: Bool
    var number: Int
  }

  private let content: [UInt8]
  private let artefact: [UInt8]

  init(contentTag: String, artefactTag: String) {
    content = Array("/\(contentTag)".utf8)
    artefact = Array("/\(artefactTag)".utf8)
  }

  /// All marks in the order of the stream. Strings and comments are passed over, whatever stands in
  /// them.
  func find(in bytes: UnsafeRawBufferPointer) -> [Mark] {
    var marks: [Mark] = []
    var i = 0
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "("): i = ContentMarks.endOfString(bytes, from: i)
      case UInt8(ascii: "%"):
        while i < bytes.count, bytes[i] != 10, bytes[i] != 13 { i += 1 }
      case UInt8(ascii: "/"):
        if let mark = mark(in: bytes, at: i) {
          marks.append(mark)
          i = mark.range.upperBound
        } else {
          i += 1
        }
      default: i += 1
      }
    }
    return marks
  }

  /// The stream with its marks changed.
  static func rewrite(
    _ bytes: UnsafeRawBufferPointer, _ marks: [Mark], into result: inout [UInt8],
    change: (Int) -> Change
  ) {
    var start = 0
    for (index, mark) in marks.enumerated() {
      result.append(contentsOf: bytes[start..<mark.range.lowerBound])
      switch change(index) {
      case .artefact: result.put("/Artifact BMC")
      case .content(let role, let number):
        result.append(UInt8(ascii: "/"))
        result.put(role)
        result.put("<</MCID ")
        result.put(number)
        result.put(">>BDC")
      }
      start = mark.range.upperBound
    }
    result.append(contentsOf: bytes[start...])
  }

  private func mark(in bytes: UnsafeRawBufferPointer, at start: Int) -> Mark? {
    let isArtefact = ContentMarks.has(artefact, in: bytes, at: start)
    guard isArtefact || ContentMarks.has(content, in: bytes, at: start) else { return nil }
    let end = min(bytes.count, start + 64)
    var parser = PDFParser(
      UnsafeRawBufferPointer(rebasing: bytes[start..<end]),
      at: isArtefact ? artefact.count : content.count)
    guard let dictionary = (try? parser.value())?.dictionary, dictionary.entries.count == 1,
      let number = dictionary["MCID"]?.integer, let isMark = try? parser.take("BDC"), isMark
    else { return nil }
    return Mark(
      range: start..<start + parser.position, isArtefact: isArtefact, number: number)
  }

  private static func has(_ text: [UInt8], in bytes: UnsafeRawBufferPointer, at start: Int) -> Bool
  {
    guard start + text.count < bytes.count else { return false }
    for i in 0..<text.count where bytes[start + i] != text[i] { return false }
    let next = bytes[start + text.count]
    return PDFParser.isSpace(next) || PDFParser.isDelimiter(next)
  }

  private static func endOfString(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var depth = 0
    var i = start
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: "\\"): i += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return i + 1 }
      default: break
      }
      i += 1
    }
    return bytes.count
  }
}
