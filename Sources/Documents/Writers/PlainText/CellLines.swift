// SPDX-License-Identifier: MIT
// Part of Platen: the lines of a table's cell.

/// Lines of text: most cells have one, which needs no memory beside it.
struct CellLines: ExpressibleByArrayLiteral {
  private var first = ""
  private var others: [String] = []
  private(set) var count = 0

  init(_ line: String) {
    first = line
    count = 1
  }

  init(_ lines: [String]) {
    first = lines.first ?? ""
    others = Array(lines.dropFirst())
    count = lines.count
  }

  init(arrayLiteral elements: String...) { self.init(elements) }

  subscript(number: Int) -> String { number == 0 ? first : others[number - 1] }

  var all: [String] { (0..<count).map { self[$0] } }

  /// The columns of the widest.
  var width: Int {
    others.reduce(DisplayWidth.of(first)) { max($0, DisplayWidth.of($1)) }
  }

  /// The columns of the widest of their words.
  var widthOfLongestWord: Int {
    others.reduce(DisplayWidth.ofLongestWord(in: first)) {
      max($0, DisplayWidth.ofLongestWord(in: $1))
    }
  }
}
