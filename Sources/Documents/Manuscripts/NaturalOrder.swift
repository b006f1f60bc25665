// SPDX-License-Identifier: MIT
// Part of Platen: names of files in the order of people: 2 before 10, the index first.

/// The order of names in a folder.
enum NaturalOrder {
  /// Names of files that stand before all others of their folder and describe it.
  static let indexes: Set<String> = ["index", "readme", "_index"]

  static func isIndex(_ name: String) -> Bool { indexes.contains(stem(of: name).lowercased()) }

  /// The last part of a path, without its extension.
  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  static func isBefore(_ a: String, _ b: String) -> Bool {
    if isIndex(a) != isIndex(b) { return isIndex(a) }
    let one = Array(a.utf8)
    let other = Array(b.utf8)
    var i = 0
    var j = 0
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    while i < one.count, j < other.count {
      if isDigit(one[i]), isDigit(other[j]) {
        let first = one[i...].prefix(while: isDigit)
        let second = other[j...].prefix(while: isDigit)
        i = first.endIndex
        j = second.endIndex
        // Numbers of any length: by their digits behind zeros.
        let a = first.drop { $0 == 0x30 }
        let b = second.drop { $0 == 0x30 }
        if a.count != b.count { return a.count < b.count }
        if let pair = zip(a, b).first(where: { $0 != $1 }) { return pair.0 < pair.1 }
        continue
      }
      let first = lower(one[i])
      let second = lower(other[j])
      if first != second { return first < second }
      i += 1
      j += 1
    }
    if one.count - i != other.count - j { return one.count - i < other.count - j }
    return a < b
  }

  /// The title that a file or folder without one of its own has: its name without a number before
  /// it, with spaces for hyphens and underscores.
  static func title(of name: String) -> String {
    let stem = stem(of: name)
    let bare = stem.drop { $0.isNumber }.drop { "-_. ".contains($0) }
    let words = (bare.isEmpty ? stem[...] : bare).map { $0 == "-" || $0 == "_" ? " " : $0 }
    return words.prefix(1).map { $0.uppercased() }.joined() + String(words.dropFirst())
  }
}
