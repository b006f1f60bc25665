// SPDX-License-Identifier: MIT
// Part of Platen: arrays of numbers out of a JSON text in one go.

extension JSONView {
  /// The numbers of an array, loosely read; elements that are none become `missing`.
  @inlinable public func doubles(missing: Double = 0) -> [Double] {
    var result: [Double] = []
    appendDoubles(to: &result, missing: missing)
    return result
  }

  /// Appends the numbers of an array, loosely read; elements that are none become `missing`.
  @inlinable public func appendDoubles(to result: inout [Double], missing: Double = 0) {
    result.reserveCapacity(result.count + count)
    for element in elements { result.append(element.looseDouble ?? missing) }
  }

  /// The whole numbers of an array, loosely read and clamped to the type; elements that are none
  /// become `missing`.
  @inlinable public func integers<T: FixedWidthInteger>(
    as type: T.Type = T.self, missing: T = 0
  ) -> [T] {
    var result: [T] = []
    appendIntegers(to: &result, missing: missing)
    return result
  }

  /// Appends the whole numbers of an array, loosely read and clamped to the type; elements that
  /// are none become `missing`.
  @inlinable public func appendIntegers<T: FixedWidthInteger>(
    to result: inout [T], missing: T = 0
  ) {
    for element in elements {
      result.append(element.looseInt.map { T(clamping: $0) } ?? missing)
    }
  }
}
