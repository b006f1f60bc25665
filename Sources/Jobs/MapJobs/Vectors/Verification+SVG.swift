// SPDX-License-Identifier: MIT
// Part of Platen: checks of finished SVG files before they are published.

internal import Diagnostics
package import JobKit
package import Pipeline
internal import SVG

extension Verification {
  /// Checks that an SVG is well-formed, self-contained, not empty and of the requested size.
  package static func svg(
    _ file: borrowing FinishedFile, width: Int? = nil, height: Int? = nil
  ) throws -> FileFacts {
    var check = SVGCheck()
    do {
      for start in stride(from: 0, to: file.size, by: 1 << 18) {
        try check.take(try file.read(at: start, count: min(1 << 18, file.size - start)))
      }
      try check.finish()
    } catch let fault as SVGError {
      throw refusal("\(file.target) \(fault)")
    }
    guard check.shapeCount > 0 else { throw refusal("\(file.target) draws nothing") }
    guard check.width == width ?? check.width, check.height == height ?? check.height else {
      throw refusal(
        "\(file.target) has \(check.width) × \(check.height) pixels, not the requested size"
      )
    }
    return FileFacts(width: check.width, height: check.height)
  }
}
