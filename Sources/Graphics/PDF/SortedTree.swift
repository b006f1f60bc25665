// SPDX-License-Identifier: MIT
// Part of Platen: a PDF's name and number trees.

internal import Canvas

/// Writes name trees and number trees (ISO 32000-1, 7.9.6 and 7.9.7).
enum SortedTree {
  private static let width = 64

  /// Writes a tree and gives its root's number.
  ///
  /// - Parameters:
  ///   - keyword: `Names` or `Nums`.
  ///   - count: How many entries there are; their keys ascend.
  static func writeTree(
    _ keyword: String, count: Int, to output: PDFOutput,
    key: (Int, inout [UInt8]) -> Void, value: (Int, inout [UInt8]) -> Void
  ) throws -> Int {
    /// Object numbers of a level's nodes, and which entries each holds.
    var level: [(number: Int, entries: Range<Int>)] = []
    for start in stride(from: 0, to: max(1, count), by: width) {
      let entries = start..<min(count, start + width)
      let number = output.allocate()
      let isRoot = count <= width
      try output.addObject(number) { body in
        body.put("<<")
        if !isRoot { limits(entries, key, into: &body) }
        body.put("/\(keyword)[")
        for entry in entries {
          key(entry, &body)
          body.append(UInt8(ascii: " "))
          value(entry, &body)
          body.append(UInt8(ascii: " "))
        }
        body.put("]>>")
      }
      level.append((number, entries))
    }
    while level.count > 1 {
      var above: [(number: Int, entries: Range<Int>)] = []
      let isRoot = level.count <= width
      for start in stride(from: 0, to: level.count, by: width) {
        let nodes = level[start..<min(level.count, start + width)]
        let entries = nodes[start].entries.lowerBound..<nodes[nodes.endIndex - 1].entries.upperBound
        let number = output.allocate()
        try output.addObject(number) { body in
          body.put("<<")
          if !isRoot { limits(entries, key, into: &body) }
          body.put("/Kids[")
          for node in nodes {
            body.put(reference: node.number)
            body.append(UInt8(ascii: " "))
          }
          body.put("]>>")
        }
        above.append((number, entries))
      }
      level = above
    }
    return level[0].number
  }

  private static func limits(
    _ entries: Range<Int>, _ key: (Int, inout [UInt8]) -> Void, into body: inout [UInt8]
  ) {
    body.put("/Limits[")
    key(entries.lowerBound, &body)
    body.append(UInt8(ascii: " "))
    key(entries.upperBound - 1, &body)
    body.put("]")
  }
}
