// SPDX-License-Identifier: MIT
// Part of Platen: reading many objects of one shape without searching for each key.

/// Finds chosen fields in objects that nearly all have the same keys in the same order.
///
/// The reader remembers the position of each field in the previous object; where it is the same, a
/// key costs one comparison instead of a search. It stores views of the document it read last: it
/// must not outlive that, nor read objects of another.
public struct JSONRecordReader {
  private let fields: [StaticString]
  /// The key last seen at each place and its field, or -1 for a key that is not a field.
  private var seen: [(key: JSONView, field: Int)] = []

  /// - Parameter fields: the keys to read; `read` returns their values in this order.
  public init(fields: [StaticString]) { self.fields = fields }

  /// Fills `values` with one view for each field, nil where the object lacks it.
  ///
  /// When a key occurs twice, the last one wins.
  public mutating func read(_ object: JSONView, into values: inout [JSONView?]) {
    if values.count != fields.count {
      values = Array(repeating: nil, count: fields.count)
    } else {
      for index in values.indices { values[index] = nil }
    }
    var place = 0
    for member in object.members {
      let field: Int
      if place < seen.count, JSONRecordReader.isSame(seen[place].key, member.name) {
        field = seen[place].field
      } else {
        field = fields.firstIndex { member.name.equals($0) } ?? -1
        if place < seen.count {
          seen[place] = (member.name, field)
        } else if place == seen.count {
          seen.append((member.name, field))
        }
      }
      if field >= 0 { values[field] = member.value }
      place += 1
    }
  }

  /// Indicates whether two keys are written with the same bytes.
  @inline(__always)
  private static func isSame(_ a: JSONView, _ b: JSONView) -> Bool {
    // Equal length and escape flag first: the upper halves of the words hold nothing else.
    guard a.word >> 32 == b.word >> 32 else { return false }
    let first = unsafe a.bytes + Tape.offset(a.word)
    let second = unsafe b.bytes + Tape.offset(b.word)
    for index in 0..<Tape.stringLength(a.word) where unsafe first[index] != second[index] {
      return false
    }
    return true
  }
}
