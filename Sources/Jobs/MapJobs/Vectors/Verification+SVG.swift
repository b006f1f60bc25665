// SPDX-License-Identifier: MIT
// Part of Platen: finished SVG files read once more before they take their names.

internal import Diagnostics
internal import JobKit
internal import Pipeline
internal import SVG

extension Verification {
  /// An SVG that is well-formed and whole in itself, with something in it, as large as asked for.
  static func svg(
    _ file: borrowing FinishedFile, width: Int? = nil, height: Int? = nil
  ) throws -> FileFacts {
    var check = SVGCheck()
    do {
      for start in stride(from: 0, to: file.size, by: 1 << 18) {
        try check.take(try file.read(at: start, count: min(1 << 18, file.size - start)))
      }
      try check.finish()
    } catch let fault as SVGFault {
      throw refusal("\(file.target) \(fault)")
    }
    guard check.shapeCount > 0 else { throw refusal("\(file.target) draws nothing") }
    guard check.width == width ?? check.width, check.height == height ?? check.height else {
      throw refusal(
        "\(file.target) says it has \(check.width) × \(check.height) pixels, not what was asked for"
      )
    }
    return FileFacts(width: check.width, height: check.height)
  }
}
