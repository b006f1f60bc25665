// SPDX-License-Identifier: MIT
// Part of Platen: the interface that all encoders of images share.

internal import Diagnostics

/// Writes one image from bands that come from the top. Used on one thread at a time.
public protocol BandEncoder: AnyObject {
  /// Takes the next rows.
  ///
  /// - Throws: `Failure` when they do not follow the last ones; what the sink throws.
  func writeBand(_ band: borrowing BitmapBand) throws

  /// Ends the file.
  ///
  /// - Throws: `Failure` when rows are missing; what the sink throws.
  func finish() throws
}

/// The progress of an image that is written from the top.
public struct RowCount {
  private let width: Int
  private let height: Int
  /// The number of rows written so far.
  public private(set) var written = 0

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Counts a band that is taken.
  ///
  /// - Throws: `Failure` `image.rows` when it does not follow the last one or has another width.
  public mutating func take(_ band: borrowing BitmapBand) throws {
    try take(y: band.y, count: band.height, width: band.width)
  }

  /// Counts consumed rows, all as wide as the image unless another width is given.
  ///
  /// - Throws: `Failure` `image.rows`.
  public mutating func take(y: Int, count: Int, width given: Int? = nil) throws {
    let given = given ?? width
    guard y == written, given == width, count >= 0, written + count <= height else {
      throw Failure(
        .error(
          .imageRows,
          "rows \(y)..<\(y + count) of width \(given) do not follow row \(written) of an image "
            + "of \(width) × \(height)"))
    }
    written += count
  }

  /// - Throws: `Failure` `image.rows` when rows are missing.
  public func checkAll() throws {
    guard written == height else {
      throw Failure(
        .error(.imageRows, "the image ended after \(written) of \(height) rows"))
    }
  }
}
