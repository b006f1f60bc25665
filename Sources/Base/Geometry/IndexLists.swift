// SPDX-License-Identifier: MIT
// Part of Platen: many short lists of indices in two flat arrays (compressed sparse rows).

/// A list of index lists, such as the vertices of every cell, without an allocation for each.
public struct IndexLists: Hashable, Sendable {
  /// The beginning of each list in `values`; one more than there are lists.
  public private(set) var offsets: [Int32]
  public private(set) var values: [Int32]

  public init() {
    offsets = [0]
    values = []
  }

  /// From flat arrays: `offsets` begins with 0, ascends, and ends with the number of values.
  public init(offsets: [Int32], values: [Int32]) {
    precondition(offsets.first == 0 && Int(offsets[offsets.count - 1]) == values.count)
    self.offsets = offsets
    self.values = values
  }

  public mutating func reserveCapacity(lists: Int, values count: Int) {
    offsets.reserveCapacity(lists + 1)
    values.reserveCapacity(count)
  }

  public mutating func append(_ list: some Sequence<Int32>) {
    values.append(contentsOf: list)
    offsets.append(Int32(values.count))
  }

  @inlinable public var count: Int { offsets.count - 1 }

  /// The range in `values` of the list at `index`, for loops that change something else meanwhile.
  @inlinable public func range(of index: Int) -> Range<Int> {
    Int(offsets[index])..<Int(offsets[index + 1])
  }

  /// The list at `index`, without copying.
  @inlinable public subscript(index: Int) -> ArraySlice<Int32> {
    values[Int(offsets[index])..<Int(offsets[index + 1])]
  }
}
