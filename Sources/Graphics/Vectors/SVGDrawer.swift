// SPDX-License-Identifier: MIT
// Part of Platen: librsvg's drawing of one file, in the process that calls it.

internal import CCairo
internal import CRSVG
internal import Diagnostics

/// Reads and draws with librsvg, which takes whatever time and memory a file makes it take.
enum SVGDrawer {
  /// The size of a file in pixels of 1/96 inch; nil where it states none.
  ///
  /// - Throws: `Failure` `svg.damaged` in librsvg's own words, `library.missing`.
  static func size(of bytes: UnsafeBufferPointer<UInt8>) throws -> (width: Double, height: Double)?
  {
    try unsafe withHandle(bytes) { library, handle in
      var (width, height) = (0.0, 0.0)
      if unsafe library.intrinsicSize(handle, &width, &height) != 0, width > 0, height > 0 {
        return (width, height)
      }
      var hasBox: Int32 = 0
      var box = RsvgRectangle()
      unsafe library.intrinsicDimensions(handle, nil, nil, nil, nil, &hasBox, &box)
      return hasBox != 0 ? (box.width, box.height) : nil
    }
  }

  /// Draws a file into transparent premultiplied pixels, 4 bytes each.
  ///
  /// - Throws: as ``size(of:)``, and `svg.draw` in librsvg's own words.
  static func draw(
    _ bytes: UnsafeBufferPointer<UInt8>, width: Int, height: Int,
    into pixels: UnsafeMutableBufferPointer<UInt8>
  ) throws {
    // Cairo writes wherever sides and stride lead.
    precondition(pixels.count == width * height * 4)
    try unsafe withHandle(bytes) { library, handle in
      guard
        let surface = unsafe cairo_image_surface_create_for_data(
          pixels.baseAddress, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4)),
        let context = unsafe cairo_create(surface)
      else { throw Failure(.error(.svgDraw, "no memory to draw in")) }
      defer {
        unsafe cairo_destroy(context)
        unsafe cairo_surface_finish(surface)
        unsafe cairo_surface_destroy(surface)
      }
      var frame = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
      var gError: UnsafeMutablePointer<GError>?
      let isDrawn = unsafe library.render(handle, context, &frame, &gError) != 0
      guard isDrawn, unsafe cairo_status(context) == CAIRO_STATUS_SUCCESS,
        unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
      else {
        throw unsafe Failure(.error(.svgDraw, "it cannot be drawn: " + words(gError, library)))
      }
      unsafe cairo_surface_flush(surface)
    }
  }

  /// Hands the file out as librsvg has it; it is freed afterwards.
  private static func withHandle<R>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (RSVGLibrary, RSVGLibrary.Handle) throws -> R
  ) throws -> R {
    let library = try RSVGLibrary.loaded.get()
    var gError: UnsafeMutablePointer<GError>?
    let handle = unsafe library.newFromData(bytes.baseAddress, UInt(bytes.count), &gError)
    guard let handle = unsafe handle else {
      throw unsafe Failure(damage(words(gError, library)))
    }
    defer { unsafe library.unref(handle) }
    // Units such as mm are turned into pixels of CSS.
    unsafe library.setDPI(handle, 96)
    return try unsafe body(library, handle)
  }

  /// The error of a file that cannot be read, at its line, where libxml2 names one: "XML parse error:
  /// Error domain 1 code 77 on line 2 column 1 of data: Premature end of data in tag svg line 1".
  private static func damage(_ words: String) -> Diagnostic {
    guard
      let found = words.firstMatch(of: /on line (\d+) column (\d+) of data: (.+)$/),
      let line = Int(found.1), let column = Int(found.2)
    else { return .error(.svgDamaged, "invalid SVG: \(words)") }
    let reason = found.3.prefix(1).lowercased() + found.3.dropFirst()
    return .error(
      .svgDamaged, "invalid SVG: \(reason)", at: SourceLocation(line: line, column: column))
  }

  private static func words(
    _ gError: UnsafeMutablePointer<GError>?, _ library: RSVGLibrary
  ) -> String {
    guard let gError = unsafe gError else { return "no reason is given" }
    defer { unsafe library.freeError(gError) }
    return unsafe gError.pointee.message.map { message in
      let lines = unsafe String(cString: message).split(whereSeparator: \.isNewline)
      return printable(lines.joined(separator: " "), limit: 300)
    } ?? ""
  }
}
