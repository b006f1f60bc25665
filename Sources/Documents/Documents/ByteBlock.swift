// SPDX-License-Identifier: MIT
// Part of Platen: sixteen bytes of a text, looked at together.

/// Sixteen neighboring bytes. A test of every byte of a book is made for so many at once, as every
/// processor of today can.
public struct ByteBlock {
  @usableFromInline let bytes: SIMD16<UInt8>

  @inlinable public static var count: Int { 16 }

  /// - Parameter start: At least sixteen bytes before the end.
  @inlinable @inline(__always) public init(_ text: UnsafeRawBufferPointer, at start: Int) {
    bytes = unsafe text.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self)
  }

  @inlinable @inline(__always) init(bytes: SIMD16<UInt8>) { self.bytes = bytes }

  /// Letters of ASCII as small ones; what else becomes of other bytes does not matter to who looks for
  /// a letter.
  @inlinable @inline(__always) public var lowercased: ByteBlock {
    ByteBlock(bytes: bytes | SIMD16(repeating: 0x20))
  }

  @inlinable @inline(__always) public func equals(_ byte: UInt8) -> Places {
    Places(mask: bytes .== SIMD16(repeating: byte))
  }

  @inlinable @inline(__always) public func isWithin(_ range: ClosedRange<UInt8>) -> Places {
    Places(
      mask: bytes &- SIMD16(repeating: range.lowerBound)
        .<= SIMD16(repeating: range.upperBound - range.lowerBound))
  }

  /// Those of the sixteen bytes of which something is so.
  public struct Places {
    @usableFromInline let mask: SIMDMask<SIMD16<Int8>>

    @inlinable @inline(__always) init(mask: SIMDMask<SIMD16<Int8>>) { self.mask = mask }

    @inlinable @inline(__always) public static func | (a: Places, b: Places) -> Places {
      Places(mask: a.mask .| b.mask)
    }

    @inlinable @inline(__always) public static func & (a: Places, b: Places) -> Places {
      Places(mask: a.mask .& b.mask)
    }

    @inlinable @inline(__always) public static prefix func ! (a: Places) -> Places {
      Places(mask: .!a.mask)
    }

    @usableFromInline var halves: SIMD2<UInt64> {
      @inlinable @inline(__always) get {
        let ones = SIMD16<UInt8>(repeating: 0).replacing(with: 0xFF, where: mask)
        // Both are sixteen bytes, of which all values are valid.
        return unsafe unsafeBitCast(ones, to: SIMD2<UInt64>.self)
      }
    }

    @inlinable @inline(__always) public var isEmpty: Bool { halves.x | halves.y == 0 }

    /// The first of them, from 0; nil where there is none.
    @inlinable @inline(__always) public var first: Int? {
      let halves = halves
      if halves.x != 0 { return UInt64(littleEndian: halves.x).trailingZeroBitCount / 8 }
      if halves.y != 0 { return 8 + UInt64(littleEndian: halves.y).trailingZeroBitCount / 8 }
      return nil
    }
  }
}
