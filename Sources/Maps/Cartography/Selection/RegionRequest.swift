// SPDX-License-Identifier: MIT
// Part of Platen: the requested part of a map: `px:0,0,400,300`, `geo:-10,40,5,52`,
// `state:Ardenfell`.

/// A requested part of a map; the world decides which rectangle it is.
package enum RegionRequest: Hashable, Sendable {
  /// Map units from the top left corner of the sheet.
  case sheet(x: Double, y: Double, width: Double, height: Double)
  /// Degrees.
  case geographic(west: Double, south: Double, east: Double, north: Double)
  /// A subject with a name.
  case named(Subject, String)

  /// The kinds of subjects of a region.
  package enum Subject: String, Hashable, Sendable, CaseIterable {
    case state, province, culture, religion, river, basin, island, lake
  }

  /// The accepted forms, for messages.
  package static let forms =
    "px:x,y,w,h, geo:W,S,E,N, or KIND:NAME of a state, province, culture, religion, river, basin, "
    + "island or lake"

  /// Reads a region.
  /// - Throws: `RegionError` in words.
  package init(_ text: String) throws(RegionError) {
    guard let colon = text.firstIndex(of: ":") else {
      throw RegionError("\"\(text)\" is not a region")
    }
    let kind = String(text[..<colon])
    let rest = text[text.index(after: colon)...]
    switch kind {
    case "px":
      let n = try RegionRequest.numbers(rest)
      guard n[2] > 0, n[3] > 0 else { throw RegionError("width and height must be above 0") }
      self = .sheet(x: n[0], y: n[1], width: n[2], height: n[3])
    case "geo":
      let n = try RegionRequest.numbers(rest)
      guard n[0] < n[2] else { throw RegionError("west must be less than east") }
      guard n[1] < n[3] else { throw RegionError("south must be less than north") }
      self = .geographic(west: n[0], south: n[1], east: n[2], north: n[3])
    default:
      guard let subject = Subject(rawValue: kind) else {
        throw RegionError("unknown kind of region \"\(kind)\"")
      }
      let name = String(rest.drop { $0 == " " })
      guard !name.isEmpty else { throw RegionError("\(kind): requires a name") }
      self = .named(subject, name)
    }
  }

  private static func numbers(_ text: Substring) throws(RegionError) -> [Double] {
    var numbers: [Double] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.filter { $0 != " " }
      guard word.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 || $0 == 46 }),
        let number = Double(word), number.isFinite, abs(number) <= 1e9
      else { throw RegionError("\"\(part)\" is not a number") }
      numbers.append(number)
    }
    guard numbers.count == 4 else { throw RegionError("expected four numbers") }
    return numbers
  }
}

/// The error of an invalid region.
package struct RegionError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  init(_ description: String) { self.description = description }
}
