// SPDX-License-Identifier: MIT
// Part of Platen: compares what is painted with a picture kept beside the test.

internal import Foundation
public import Pixels

/// Pictures that tests keep beside them: `Pictures/<area>/<what>.png` in the folder of the test.
///
/// With `PLATEN_RECORD=1` in the environment the actual picture replaces the kept one and the
/// comparison fails, so that recording never passes for a test.
public struct ReferenceImages: Sendable {
  /// The result of a comparison; `isSame` is for `#expect`, the message names where to look.
  public struct Verdict: Sendable, CustomStringConvertible {
    public let isSame: Bool
    public let description: String
  }

  private let folder: URL

  /// The pictures beside the file of the test.
  public init(beside file: String = #filePath) {
    folder = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("Pictures")
  }

  /// Compares channel by channel; a difference of up to `tolerance` levels is the same.
  ///
  /// Where they differ, expected, difference and actual are written next to each other into
  /// `.build/pictures`.
  public func compare(_ actual: Bitmap, with name: String, tolerance: Int = 2) throws -> Verdict {
    let file = folder.appendingPathComponent(name + ".png")
    if ProcessInfo.processInfo.environment["PLATEN_RECORD"] == "1" {
      try write(actual, to: file)
      return Verdict(isSame: false, description: "\(name): recorded; run again without recording")
    }
    guard let bytes = try? Data(contentsOf: file) else {
      return Verdict(isSame: false, description: "\(name): no picture is kept; PLATEN_RECORD=1")
    }
    let difference = try PNGDecoder.decode([UInt8](bytes)).difference(to: actual)
    guard difference.maximum > tolerance else {
      return Verdict(isSame: true, description: "\(name): same")
    }
    let sheet = Shared.repository.appendingPathComponent(".build/pictures/\(name).png")
    try write(difference.picture, to: sheet)
    return Verdict(
      isSame: false,
      description: """
        \(name): \(difference.count) pixels differ by up to \(difference.maximum), on average by \
        \(difference.mean); see \(sheet.path)
        """)
  }

  private func write(_ picture: Bitmap, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(try PNGEncoder.encode(picture)).write(to: file)
  }
}
