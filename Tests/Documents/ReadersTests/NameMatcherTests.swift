// SPDX-License-Identifier: MIT
// Part of Platen: names are found where they stand as words of their own, and nowhere else.

import Testing

@testable import Readers

@Suite struct NameMatcherTests {
  /// Found one after the other, trying every name at every place.
  private func slowly(_ names: [String], in text: String) -> [Int] {
    let bytes = Array(text.utf8)
    let names = names.map { Array($0.utf8) }
    func isWord(_ at: Int) -> Bool {
      bytes.indices.contains(at) && NameMatcher.isWordByte(bytes[at])
    }
    var found: [Int] = []
    var at = 0
    while at < bytes.count {
      let here = names.indices.filter { index in
        bytes[at...].starts(with: names[index]) && !isWord(at - 1)
          && !isWord(at + names[index].count)
      }.max { (names[$0].count, $1) < (names[$1].count, $0) }
      if let here {
        found.append(here)
        at += names[here].count
      } else {
        at += 1
      }
    }
    return found
  }

  private func quickly(_ names: [String], in text: String) -> [Int] {
    let matcher = NameMatcher(names.map { Array($0.utf8) })
    var found: [Int] = []
    var text = text
    text.withUTF8 { bytes in matcher.scan(bytes) { found.append($0) } }
    return found
  }

  @Test func theLongestIsFoundAtEachPlace() {
    let names = ["Gideon", "Gideon Vane", "Vane", "St. Ann", "Éowyn"]
    #expect(quickly(names, in: "Gideon Vane met Gideon, Vane.") == [1, 0, 2])
    #expect(quickly(names, in: "Gideons Vane's St. Ann xVane Éowyn") == [2, 3, 4])
    #expect(quickly([], in: "Gideon") == [])
  }

  /// Texts of pieces that make names, parts of names and words around them, in every row of five; with
  /// names in capitals alone, which are looked for eight bytes at once, and with others.
  @Test(arguments: [
    ["Ann", "Ann Bo", "Bo", "É"], ["Ann", "ann", "Bo Ann", "3rd", "Z"],
  ])
  func everySmallTextIsSearchedRightly(names: [String]) {
    let pieces = ["Ann", "Bo", " ", "é", "ann", "É", "3rd", ", ", "long words without a name "]
    var rows = [""]
    for _ in 0..<5 {
      rows = rows.flatMap { row in pieces.map { row + $0 } }
      for text in rows where quickly(names, in: text) != slowly(names, in: text) {
        Issue.record("\(text.debugDescription)")
        return
      }
    }
  }
}
