// SPDX-License-Identifier: MIT
// Part of Platen: a save cut into its sections, whatever happened to its line ends.

internal import Atlas
internal import Diagnostics

/// The sections of a save, by number; views into its bytes.
///
/// FMG joins sections with CR LF. Editors and git turn those into LF, or the LF inside the
/// drawing into CR LF. What holds in every file seen: JSON and number lists have no line ends of
/// their own, so before the drawing and after it one line is one section; the drawing ends at the
/// `</svg>` whose next line is the terrain grid. Only the custom icons (45) are markup again.
// @safe: the caller keeps the save's bytes where they are. Lines, markup and drawing are cut at
// places found in the bytes, one behind the other.
@safe struct MapSections {
  private(set) var sections: [UnsafeRawBufferPointer]
  /// False when the first line was lost; section 0 is empty then.
  private(set) var hasHeader = true

  static let drawing = 5
  static let customIcons = 45
  /// Sections of the oldest saves that can be read.
  static let fewest = 31
  /// Lines that are looked through for sections; 1.148 writes 52.
  private static let mostLines = 512

  var count: Int { unsafe sections.count }

  /// The section with this number; empty where the save has none.
  subscript(number: Int) -> UnsafeRawBufferPointer {
    unsafe number < count ? sections[number] : UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// - Parameter salvages: whether a save that ends too early is taken as far as it goes.
  init(
    _ bytes: UnsafeRawBufferPointer, salvages: Bool = false, log: inout DiagnosticLog
  ) throws {
    unsafe sections = []
    var newlines = Newlines()
    var at = 0
    try unsafe MapSections.refuseCarriageReturns(bytes)
    // Up to the drawing.
    while at < bytes.count, unsafe !bytes.hasPrefix("<svg", at: at) {
      unsafe sections.append(MapSections.line(bytes, &at, &newlines))
      if count > MapSections.mostLines {
        try unsafe MapSections.refuseDoctype(sections)
        throw MapSections.lines("no drawing found in the first \(MapSections.mostLines) lines")
      }
    }
    try unsafe MapSections.refuseDoctype(sections)
    guard at < bytes.count else {
      try unsafe MapSections.refuseAncient(sections, before: MapVersion(0, 70))
      guard lacksOnlyDrawing else {
        guard salvages, unsafe !sections.isEmpty else {
          throw MapSections.truncated(in: max(0, count - 1))
        }
        unsafe finish(newlines, drawing: self[MapSections.drawing], log: &log)
        return
      }
      log.record(
        .warning(
          .mapDrawingMissing,
          "the drawing is missing; data that only the drawing holds is lost",
          at: SourceLocation(field: MapSections.name(of: MapSections.drawing)),
          hints: ["take the file from an unedited copy"]))
      unsafe finish(newlines, drawing: self[MapSections.drawing], log: &log)
      return
    }
    // White space before the header does no harm.
    while count > 5, unsafe sections[0].trimmed.isEmpty {
      unsafe sections.removeFirst()
    }
    try unsafe MapSections.refuseAncient(sections, before: MapVersion(0, 70))
    if count == 5, unsafe sections[0].trimmed.isEmpty {
      unsafe sections.removeFirst()
    }
    if count == 4, unsafe !FileShape.startsLikeSave(sections[0]) {
      hasHeader = false
      // Units are in the second line; where it lost its beginning, they are also gone.
      let hasUnits =
        unsafe sections[0].split(at: UInt8(ascii: "|")).first?.trimmed.first
        .map { $0 != UInt8(ascii: "{") } ?? false
      unsafe sections.insert(bytes.part(0..<0), at: 0)
      log.record(
        .warning(
          .mapHeaderMissing,
          "the first line (version, seed, size) is missing; the size is taken from the drawing",
          hints: [
            (hasUnits ? "the seed is lost with it" : "units and seed are lost with it")
              + "; take the file from an unedited copy"
          ]))
    }
    guard count == 5 else {
      throw MapSections.lines(
        "expected 5 lines before the drawing, found \(count)",
        at: SourceLocation(line: count + 1))
    }
    let start = at
    guard let end = unsafe MapSections.endOfDrawing(bytes, from: start) else {
      let failure = MapSections.truncated(in: MapSections.drawing)
      guard salvages else { throw failure }
      let rest = unsafe bytes.part(start..<bytes.count)
      // The file may end right behind it.
      if unsafe !rest.trimmed.hasSuffix("</svg>") { log.record(Salvage.cutDrawing) }
      unsafe sections.append(rest)
      return
    }
    let drawing = unsafe bytes.part(start..<end)
    unsafe sections.append(drawing)
    at = end
    _ = unsafe MapSections.line(bytes, &at, &newlines)
    // Behind the drawing.
    while at < bytes.count {
      if count == MapSections.customIcons, unsafe bytes[at] == UInt8(ascii: "<") {
        unsafe sections.append(MapSections.markup(bytes, &at))
      } else {
        unsafe sections.append(MapSections.line(bytes, &at, &newlines))
      }
      if count > MapSections.mostLines {
        throw MapSections.lines("more than \(MapSections.mostLines) lines follow the drawing")
      }
    }
    unsafe finish(newlines, drawing: drawing, log: &log)
    if count < MapSections.fewest {
      try unsafe MapSections.refuseAncient(sections, before: MapVersion(1, 0))
      if !salvages { throw MapSections.truncated(in: count - 1) }
    }
  }

  /// Indicates whether the lines are those of a whole save, but for an empty one where the drawing
  /// belongs.
  private var lacksOnlyDrawing: Bool {
    unsafe count >= MapSections.fewest && FileShape.startsLikeSave(sections[0])
      && sections[MapSections.drawing].trimmed.isEmpty
      && sections[MapSections.drawing + 1].trimmed.first == UInt8(ascii: "{")
  }

  /// Drops empty lines behind the last section, and reports changes to line endings.
  private mutating func finish(
    _ newlines: Newlines, drawing: UnsafeRawBufferPointer, log: inout DiagnosticLog
  ) {
    var dropped = 0
    while let last = unsafe sections.last, unsafe last.isEmpty {
      unsafe sections.removeLast()
      dropped += 1
    }
    if newlines.isTrailing, count > MapSections.drawing + 1 { dropped += 1 }
    // From 1.124 to 1.137 the custom icons were the last section, and few saves have any.
    if dropped == 1, count == MapSections.customIcons { dropped = 0 }
    unsafe record(newlines, drawing: drawing, dropped: dropped, log: &log)
  }

  private struct Newlines {
    var crlf = 0
    var lf = 0
    /// Indicates whether the last line read was ended by a line end.
    var isTrailing = false
  }

  /// The line at `at`, without its end; `at` moves behind that.
  private static func line(
    _ bytes: UnsafeRawBufferPointer, _ at: inout Int, _ newlines: inout Newlines
  ) -> UnsafeRawBufferPointer {
    let start = at
    guard let newline = unsafe bytes.firstIndex(of: 0x0A, from: start) else {
      at = bytes.count
      newlines.isTrailing = false
      return unsafe bytes.part(start..<bytes.count)
    }
    at = newline + 1
    newlines.isTrailing = true
    if newline > start, unsafe bytes[newline - 1] == 0x0D {
      newlines.crlf += 1
      return unsafe bytes.part(start..<newline - 1)
    }
    newlines.lf += 1
    return unsafe bytes.part(start..<newline)
  }

  /// Lines of markup up to the line that begins with `[` (the measurers).
  private static func markup(
    _ bytes: UnsafeRawBufferPointer, _ at: inout Int
  ) -> UnsafeRawBufferPointer {
    let start = at
    while let newline = unsafe bytes.firstIndex(of: 0x0A, from: at) {
      at = newline + 1
      if at < bytes.count, unsafe bytes[at] == UInt8(ascii: "[") {
        let end = unsafe bytes[newline - 1] == 0x0D ? newline - 1 : newline
        return unsafe bytes.part(start..<max(start, end))
      }
    }
    at = bytes.count
    return unsafe bytes.part(start..<bytes.count)
  }

  /// Index behind the `</svg>` that ends the drawing which begins at `start`.
  private static func endOfDrawing(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    // The grid's first key all but settles it; elsewhere the first `</svg>` that ends a line and
    // has JSON or a number behind it.
    var at = start
    while let grid = unsafe bytes.firstRange(of: "\n{\"spacing\"", from: at) {
      let end = unsafe bytes[grid - 1] == 0x0D ? grid - 1 : grid
      if unsafe bytes.hasPrefix("</svg>", at: end - 6) { return end }
      at = grid + 1
    }
    at = start
    while let found = unsafe bytes.firstRange(of: "</svg>", from: at) {
      let end = found + 6
      var next = end
      if next < bytes.count, unsafe bytes[next] == 0x0D { next += 1 }
      if next + 1 < bytes.count, unsafe bytes[next] == 0x0A {
        let byte = unsafe bytes[next + 1]
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte.isDigit { return end }
      }
      at = end
    }
    return nil
  }

  private func record(
    _ newlines: Newlines, drawing: UnsafeRawBufferPointer, dropped: Int, log: inout DiagnosticLog
  ) {
    if newlines.lf > 0 {
      log.record(
        .warning(
          .mapLineEndings,
          newlines.crlf == 0
            ? "the CR LF line endings between sections were converted to LF"
            : "line endings between sections are mixed: \(newlines.crlf) CR LF, "
              + "\(newlines.lf) LF",
          hints: ["FMG itself refuses such a file; in git, mark *.map as binary"]))
    }
    if unsafe drawing.firstRange(of: "\r\n", from: 0) != nil {
      log.record(
        .warning(
          .mapDrawingLineEndings, "line endings inside the drawing were converted to CR LF"))
    }
    if dropped > 0 {
      log.record(
        .warning(.mapTrailingNewline, "line endings after the last section were dropped"))
    }
  }

  // MARK: Errors

  /// - Throws: `Failure` where the first line names a version before `oldest`.
  private static func refuseAncient(
    _ head: [UnsafeRawBufferPointer], before oldest: MapVersion
  ) throws {
    guard let header = unsafe head.first, unsafe FileShape.startsLikeSave(header),
      let text = unsafe header.split(at: UInt8(ascii: "|")).first?.text,
      let version = MapVersion(text),
      version < oldest
    else { return }
    throw Failure(
      .error(
        .mapAncient,
        "the save is of version \(text), which has an older format of cells and tables",
        at: SourceLocation(field: "section 0 (parameters)"),
        hints: version < MapVersion(0, 70)
          ? [
            "versions before 0.70 cannot be read, and FMG refuses them as well",
            "open it in the archived version \(text) of FMG and redraw it from an image",
          ]
          : ["versions before 1.0 cannot be read; open it in FMG and save it again"]))
  }

  /// The error for a save with too many lines or too few.
  private static func lines(_ message: String, at place: SourceLocation? = nil) -> Failure {
    Failure(
      .error(
        .mapSections, message, at: place,
        hints: ["lines were added or lost by an editor; take the file from an unedited copy"]))
  }

  /// - Throws: `Failure` where the first line ends in a CR alone: the file is then one line.
  private static func refuseCarriageReturns(_ bytes: UnsafeRawBufferPointer) throws {
    guard let end = unsafe bytes.firstIndex(where: { $0 == 0x0D || $0 == 0x0A }),
      unsafe bytes[end] == 0x0D, end + 1 < bytes.count,
      unsafe bytes[end + 1] != 0x0A && bytes[end + 1] != 0x0D
    else { return }
    throw Failure(
      .error(
        .mapLineEndings, "the lines end in CR alone, as on old Macs, not in LF or CR LF",
        at: SourceLocation(line: 1),
        hints: [
          "convert them, as with tr '\\r' '\\n' < old.map > new.map, "
            + "or take the file from an unedited copy"
        ]))
  }

  /// - Throws: `Failure` where a line is what XML tools put before a drawing.
  private static func refuseDoctype(_ lines: [UnsafeRawBufferPointer]) throws {
    for index in unsafe lines.indices.prefix(16) {
      let start = unsafe lines[index].trimmed
      let isDoctype = unsafe start.hasPrefix("<!DOCTYPE")
      guard unsafe isDoctype || start.hasPrefix("<?xml") else { continue }
      throw Failure(
        .error(
          .mapSections,
          "the line begins with \(isDoctype ? "<!DOCTYPE" : "<?xml"), which no save has",
          at: SourceLocation(line: index + 1),
          hints: [
            "an XML tool added it; delete everything before <svg in the drawing's line, "
              + "or take the file from an unedited copy"
          ]))
    }
  }

  /// The error for a save that ends inside section `number`.
  static func truncated(in number: Int, _ detail: String? = nil) -> Failure {
    var message = "the file was cut off here"
    if let detail { message += ": \(detail)" }
    return Failure(
      .error(
        .mapTruncated, message, at: SourceLocation(field: MapSections.name(of: number)),
        hints: [
          "the copy or download did not finish; copy it again or take an earlier save",
          salvageHint,
        ]))
  }

  /// `section 14 (states)`.
  static func name(of number: Int) -> String {
    number < names.count ? "section \(number) (\(names[number]))" : "section \(number)"
  }

  private static let names = [
    "parameters", "settings", "coordinates", "biomes", "notes", "drawing", "terrain grid",
    "terrain heights", "precipitation", "terrain features", "terrain distances", "temperatures",
    "features", "cultures", "states", "burgs", "cell biomes", "cell burgs", "cell confluences",
    "cell cultures", "cell flux", "cell population", "cell rivers", "cell roads",
    "cell suitability", "cell states", "cell religions", "cell provinces", "cell crossroads",
    "religions", "provinces", "name bases", "rivers", "rulers", "fonts", "markers", "cell routes",
    "routes", "zones", "ice", "cell goods", "goods", "markets", "deals", "cell markets",
    "custom icons", "measurers", "added labels", "style", "relief", "layers", "graph overrides",
  ]
}
