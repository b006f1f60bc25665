// SPDX-License-Identifier: MIT
// Part of Platen: SVG files, drawn by librsvg into pictures.

internal import CCairo
internal import CRSVG
public import Diagnostics
public import Pixels

/// An SVG file, checked and ready to be drawn.
///
/// Files may come from strangers: nothing outside of the file is ever read, be it a picture, a style
/// or an entity (librsvg is told no place the file came from, and refuses what would need one);
/// libxml2's own limits stand.
public struct SVGPicture: Sendable {
  /// Bytes of a file.
  public static let limit = 16 << 20
  /// The longest side it is drawn at.
  public static let sideLimit = 8192

  private let bytes: [UInt8]
  private let filters: SVGFilters
  /// In pixels of 1/96 inch; of its `viewBox` where it has no size.
  public let width: Double
  public let height: Double
  /// What is good to know: text is drawn with the machine's fonts, references are not followed.
  public let warnings: [Diagnostic]

  /// The library that draws, as part of what decides a picture.
  ///
  /// - Throws: `Failure` `library.missing` where there is none.
  public static func libraryVersion() throws -> String { try RSVGLibrary.loaded.get().version }

  /// The library's file, for whoever notes what a picture rests on; nil where it cannot be told.
  ///
  /// - Throws: `Failure` `library.missing` where there is none.
  public static func libraryFile() throws -> String? { try RSVGLibrary.loaded.get().file }

  /// - Throws: `Failure` with `svg.too-large`, `svg.compressed`, `svg.damaged` in librsvg's own words,
  ///   `svg.size`; `svg.filter`, `svg.entity`, `svg.encoding` and `svg.embedded` for what would take
  ///   without end or hides whether it would; `library.missing`.
  public init(_ bytes: [UInt8]) throws {
    guard bytes.count <= SVGPicture.limit else {
      throw Failure(
        .error("svg.too-large", "the file is larger than \(SVGPicture.limit >> 20) MiB"))
    }
    guard !bytes.starts(with: [0x1F, 0x8B]) else {
      throw Failure(
        .error(
          "svg.compressed", "compressed SVG is not read", hints: ["unpack it: gunzip -S .svgz"]))
    }
    self.bytes = bytes
    warnings = SVGPicture.warnings(of: bytes)
    var size: (Double, Double)?
    try SVGPicture.withHandle(bytes) { library, handle in
      size = SVGPicture.size(of: handle, library)
    }
    guard let (width, height) = size, width > 0, height > 0 else {
      throw Failure(
        .error(
          "svg.size", "the file does not say how large it is",
          hints: ["give its svg element a viewBox, or width and height"]))
    }
    guard (0.01...1e6).contains(width), (0.01...1e6).contains(height) else {
      throw Failure(
        .error(
          "svg.size",
          max(width, height) > 1e6
            ? "the file is too large: its sides may have up to 1,000,000 pixels"
            : "the file is too small: its sides have 0.01 pixels at least",
          hints: ["give its svg element another viewBox, or another width and height"]))
    }
    self.width = width
    self.height = height
    filters = try SVGFilters(
      bytes, scale: Double(SVGPicture.sideLimit) / 8 / max(width, height))
  }

  /// The picture, its sides kept in proportion and centred where the size has others.
  ///
  /// - Throws: `Failure` `svg.draw` in librsvg's own words, `svg.pixels` beyond `sideLimit`, `svg.filter`
  ///   where its filters take too long at that size.
  public func drawn(width: Int, height: Int) throws -> Bitmap {
    let sides = 1...SVGPicture.sideLimit
    guard sides.contains(width), sides.contains(height) else {
      throw Failure(
        .error("svg.pixels", "an SVG is drawn at 1 to \(SVGPicture.sideLimit) pixels a side"))
    }
    try filters.check(pixels: width * height)
    return try Bitmap(width: width, height: height) { pixels in
      try SVGPicture.withHandle(bytes) { library, handle in
        guard
          let surface = cairo_image_surface_create_for_data(
            pixels.baseAddress, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
            Int32(width * 4)),
          let context = cairo_create(surface)
        else { throw Failure(.error("svg.draw", "no memory to draw in")) }
        defer {
          cairo_destroy(context)
          cairo_surface_finish(surface)
          cairo_surface_destroy(surface)
        }
        var frame = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        var fault: UnsafeMutablePointer<GError>?
        let isDrawn = library.render(handle, context, &frame, &fault) != 0
        guard isDrawn, cairo_status(context) == CAIRO_STATUS_SUCCESS,
          cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
        else {
          throw Failure(
            .error("svg.draw", "it cannot be drawn: " + SVGPicture.words(fault, library)))
        }
        cairo_surface_flush(surface)
      }
    }
  }

  /// Hands the file out as librsvg has it; it is freed afterwards.
  private static func withHandle(
    _ bytes: [UInt8], _ body: (RSVGLibrary, RSVGLibrary.Handle) throws -> Void
  ) throws {
    let library = try RSVGLibrary.loaded.get()
    var fault: UnsafeMutablePointer<GError>?
    let handle = bytes.withUnsafeBufferPointer {
      library.newFromData($0.baseAddress, UInt($0.count), &fault)
    }
    guard let handle else {
      throw Failure(
        .error("svg.damaged", "it is no SVG that can be read: " + words(fault, library)))
    }
    defer { library.unref(handle) }
    // Units such as mm are turned into pixels of CSS.
    library.setDPI(handle, 96)
    try body(library, handle)
  }

  private static func size(
    of handle: RSVGLibrary.Handle, _ library: RSVGLibrary
  ) -> (Double, Double)? {
    var (width, height) = (0.0, 0.0)
    if library.intrinsicSize(handle, &width, &height) != 0, width > 0, height > 0 {
      return (width, height)
    }
    var hasBox: Int32 = 0
    var box = RsvgRectangle()
    library.intrinsicDimensions(handle, nil, nil, nil, nil, &hasBox, &box)
    return hasBox != 0 ? (box.width, box.height) : nil
  }

  private static func words(
    _ fault: UnsafeMutablePointer<GError>?, _ library: RSVGLibrary
  ) -> String {
    guard let fault else { return "no reason is given" }
    defer { library.freeError(fault) }
    return fault.pointee.message.map { printable(String(cString: $0), limit: 300) } ?? ""
  }

  private static func warnings(of bytes: [UInt8]) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let text = String(decoding: bytes, as: UTF8.self)
    if text.contains("<text") {
      found.append(
        .warning(
          "svg.text", "its text is drawn with the fonts of this machine",
          hints: ["turn text into paths, so that it looks the same everywhere"]))
    }
    let reference = /(?:href\s*=\s*["']\s*|url\(\s*["']?\s*)(?!data:|#)([A-Za-z.\/][^"')\s]{0,200})/
    let isForeign = text.matches(of: reference).contains { match in
      // Namespaces are no references, and stand in other attributes; anchors lead out of the picture.
      !match.1.isEmpty && !String(match.0).contains("<a ")
    }
    if isForeign {
      found.append(
        .warning(
          "svg.reference", "what it takes from other files is left out",
          hints: ["put pictures and styles into the file itself"]))
    }
    return found
  }
}
