// SPDX-License-Identifier: MIT
// Part of Platen: maps between the items and the lines of a paragraph.

extension Galley {
  /// The items on lines of a paragraph.
  func items(on lines: Range<Int>, of set: SetParagraph) -> Range<Int> {
    func end(of line: Int) -> Int {
      let end = self.lines[set.firstLine + line]
      return Int(end.item) + (end.offset > 0 ? 1 : 0)
    }
    let first = lines.lowerBound == 0 ? 0 : end(of: lines.lowerBound - 1)
    let last = lines.upperBound >= set.lineCount ? Int.max : end(of: lines.upperBound - 1)
    return first..<max(first, last)
  }

  /// The line of a paragraph an item is on.
  func line(of item: Int, in set: SetParagraph) -> Int {
    var (low, high) = (0, set.lineCount - 1)
    while low < high {
      let middle = (low + high) / 2
      let end = lines[set.firstLine + middle]
      if item < Int(end.item) || (item == Int(end.item) && end.offset > 0) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}

extension Array {
  /// Those whose item is in a range; they are in the order of their items.
  func belonging(to items: Range<Int>, at item: (Element) -> Int) -> ArraySlice<Element> {
    func first(notBefore limit: Int) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if item(self[middle]) < limit { low = middle + 1 } else { high = middle }
      }
      return low
    }
    guard !isEmpty else { return [] }
    let low = first(notBefore: items.lowerBound)
    return self[low..<Swift.max(low, first(notBefore: items.upperBound))]
  }
}
