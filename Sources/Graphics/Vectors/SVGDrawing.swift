// SPDX-License-Identifier: MIT
// Part of Platen: SVG files, drawn by librsvg into images.

public import Diagnostics
public import Pixels

/// An SVG file, checked and ready to be drawn.
///
/// Files are untrusted: nothing outside of the file is ever read, be it an image, a style or an
/// entity (librsvg is given no base URL, and refuses what would need one); libxml2's own limits
/// apply. librsvg cannot be interrupted, and a few hundred bytes can keep it for hours; a program
/// that calls ``isolate(in:)`` has it in processes with limits.
public struct SVGDrawing: Sendable {
  /// Bytes of a file.
  public static let limit = 16 << 20
  /// The longest side it is drawn at.
  public static let sideLimit = 8192

  private let bytes: [UInt8]
  private let filters: SVGFilters
  /// The width in pixels of 1/96 inch; of its `viewBox` where it has no size.
  public let width: Double
  public let height: Double
  /// Warnings: text is drawn with the machine's fonts, references are not followed.
  public let warnings: [Diagnostic]

  /// The library that draws, as part of what decides an image.
  ///
  /// - Throws: `Failure` `library.missing` where there is none.
  public static func libraryVersion() throws -> String { try RSVGLibrary.loaded.get().version }

  /// The library's file, for records of what an image depends on; nil where it cannot be found.
  ///
  /// - Throws: `Failure` `library.missing` where there is none.
  public static func libraryFile() throws -> String? { try RSVGLibrary.loaded.get().file }

  private static let processes = Guarded<SVGProcesses?>(nil)

  /// Has files measured and drawn in other processes from now on.
  ///
  /// A file has 60 seconds of a processor's time and 4 GB; a process ends by a signal beyond.
  ///
  /// - Parameter program: the path of a program and its arguments; it calls ``serve(_:)`` with those
  ///   that follow.
  public static func isolate(in program: [String]) {
    processes.withLock { $0 = SVGProcesses(program) }
  }

  /// Draws what the process that called ``isolate(in:)`` sends through descriptor 0, until it ends.
  ///
  /// - Returns: false, at once, for arguments that are not those of a process that draws.
  public static func serve(_ arguments: [String]) -> Bool {
    guard let limits = SVGProcess.Limits(arguments) else { return false }
    SVGProcess.serve(on: 0, limits: limits)
    return true
  }

  /// - Parameter isCancelled: called now and then where files are drawn in other processes.
  /// - Throws: `Failure` with `svg.too-large`, `svg.compressed`, `svg.damaged` in librsvg's own
  ///   words, `svg.size`; `svg.filter`, `svg.entity`, `svg.encoding` and `svg.embedded` for files
  ///   that would take unlimited time or hide whether they would; `svg.time` for those that take
  ///   too long; `svg.process`; `library.missing`; `CancellationError`.
  public init(_ bytes: [UInt8], isCancelled: () -> Bool = { false }) throws {
    guard bytes.count <= SVGDrawing.limit else {
      throw Failure(
        .error(.svgTooLarge, "the file is larger than \(SVGDrawing.limit >> 20) MiB"))
    }
    guard !bytes.starts(with: [0x1F, 0x8B]) else {
      throw Failure(
        .error(
          .svgCompressed, "compressed SVG is not read", hints: ["unpack it: gunzip -S .svgz"]))
    }
    self.bytes = bytes
    let text = SVGText(bytes)
    warnings = SVGDrawing.warnings(of: text)
    let size =
      if let processes = SVGDrawing.processes.withLock({ $0 }) {
        try processes.size(of: bytes, isCancelled: isCancelled)
      } else {
        try unsafe bytes.withUnsafeBufferPointer { try unsafe SVGDrawer.size(of: $0) }
      }
    guard let (width, height) = size, width > 0, height > 0 else {
      throw Failure(
        .error(
          .svgSize, "the file does not specify its size",
          hints: ["give its svg element a viewBox, or width and height"]))
    }
    guard (0.01...1e6).contains(width), (0.01...1e6).contains(height) else {
      throw Failure(
        .error(
          .svgSize,
          max(width, height) > 1e6
            ? "the file is too large: its sides may have up to 1,000,000 pixels"
            : "the file is too small: its sides have 0.01 pixels at least",
          hints: ["give its svg element another viewBox, or another width and height"]))
    }
    self.width = width
    self.height = height
    filters = try SVGFilters(
      text, scale: Double(SVGDrawing.sideLimit) / 8 / max(width, height))
  }

  /// The image, its sides kept in proportion and centered where the size has others.
  ///
  /// - Parameter isCancelled: called now and then where files are drawn in other processes.
  /// - Throws: `Failure` `svg.draw` in librsvg's own words, `svg.pixels` beyond `sideLimit`, `svg.filter`
  ///   where its filters take too long at that size, `svg.time` where it takes too long otherwise;
  ///   `svg.process`; `CancellationError`.
  public func drawn(
    width: Int, height: Int, isCancelled: () -> Bool = { false }
  ) throws -> Bitmap {
    let sides = 1...SVGDrawing.sideLimit
    guard sides.contains(width), sides.contains(height) else {
      throw Failure(
        .error(.svgPixels, "an SVG is drawn at 1 to \(SVGDrawing.sideLimit) pixels a side"))
    }
    try filters.check(pixels: width * height)
    return try unsafe Bitmap(width: width, height: height) { pixels in
      if let processes = SVGDrawing.processes.withLock({ $0 }) {
        try unsafe processes.draw(
          bytes, width: width, height: height, into: pixels, isCancelled: isCancelled)
      } else {
        try unsafe bytes.withUnsafeBufferPointer {
          try unsafe SVGDrawer.draw($0, width: width, height: height, into: pixels)
        }
      }
    }
  }

  private static func warnings(of text: SVGText) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if text.contains("<text") {
      found.append(
        .warning(
          .svgText, "its text is drawn with the fonts of this machine",
          hints: ["turn text into paths, so that it looks the same everywhere"]))
    }
    if text.takesFromOutside {
      found.append(
        .warning(
          .svgReference, "its references to other files are omitted",
          hints: ["put images and styles into the file itself"]))
    }
    return found
  }
}
