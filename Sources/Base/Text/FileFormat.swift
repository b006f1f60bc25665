// SPDX-License-Identifier: MIT
// Part of Platen: file formats by file extension: one row for each format, from which servers take
// its media type, and the page of a run its preview.

/// A file format that Platen writes, reads or serves.
///
/// A format that is not in this table cannot be written: each format of a kind of job is looked up
/// here.
package enum FileFormat: CaseIterable, Sendable {
  // Images
  case png, jpeg, webp, tiff, svg, ico, icns, bmp, eps, gif
  // Documents
  case pdf, docx, pptx, epub, html, text, markdown, rtf, doc, odt, odp, keynote, latex
  // Data
  case json, jsonLines, csv, geoJSON, xml, calendar, webVTT, subRip, gzip, zip
  // Worlds
  case wfmap, platenWorld, map, mbtiles, universalVTT
  // Source of programs
  case swift, kotlin, typeScript, css, scss, designTokens, plist, strings, assetCatalog,
    iconBundle

  /// The source of a file's thumbnail on the page of a run.
  package enum Preview: String, Sendable {
    /// The file itself, which browsers can show.
    case itself
    /// The job that wrote the file also wrote a thumbnail.
    case made
  }

  /// The properties of a format.
  private struct Row {
    /// The file extensions without the dot, the usual one first.
    let pathExtensions: [String]
    let mediaType: String
    var isCompressed = false
    var preview: Preview?
  }

  private var row: Row {
    switch self {
    case .png:
      Row(
        pathExtensions: ["png"], mediaType: "image/png", isCompressed: true,
        preview: .itself)
    case .jpeg:
      Row(
        pathExtensions: ["jpg", "jpeg"], mediaType: "image/jpeg", isCompressed: true,
        preview: .itself)
    case .webp: Row(pathExtensions: ["webp"], mediaType: "image/webp", isCompressed: true)
    case .tiff: Row(pathExtensions: ["tif", "tiff"], mediaType: "image/tiff")
    case .svg:
      Row(pathExtensions: ["svg"], mediaType: "image/svg+xml", preview: .made)
    case .ico: Row(pathExtensions: ["ico"], mediaType: "image/vnd.microsoft.icon")
    case .icns: Row(pathExtensions: ["icns"], mediaType: "image/icns")
    case .bmp: Row(pathExtensions: ["bmp"], mediaType: "image/bmp")
    case .eps: Row(pathExtensions: ["eps"], mediaType: "application/postscript")
    case .gif: Row(pathExtensions: ["gif"], mediaType: "image/gif", isCompressed: true)
    case .pdf:
      Row(
        pathExtensions: ["pdf"], mediaType: "application/pdf", isCompressed: true,
        preview: .made)
    case .docx:
      Row(
        pathExtensions: ["docx"],
        mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        isCompressed: true, preview: .made)
    case .pptx:
      Row(
        pathExtensions: ["pptx"],
        mediaType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        isCompressed: true)
    case .epub:
      Row(pathExtensions: ["epub"], mediaType: "application/epub+zip", isCompressed: true)
    case .html:
      Row(pathExtensions: ["html", "htm"], mediaType: "text/html; charset=utf-8")
    case .text: Row(pathExtensions: ["txt", "log"], mediaType: "text/plain; charset=utf-8")
    case .markdown: Row(pathExtensions: ["md"], mediaType: "text/plain; charset=utf-8")
    case .rtf: Row(pathExtensions: ["rtf"], mediaType: "application/rtf")
    case .doc: Row(pathExtensions: ["doc"], mediaType: "application/msword")
    case .odt:
      Row(
        pathExtensions: ["odt"], mediaType: "application/vnd.oasis.opendocument.text",
        isCompressed: true)
    case .odp:
      Row(
        pathExtensions: ["odp"], mediaType: "application/vnd.oasis.opendocument.presentation",
        isCompressed: true)
    case .keynote:
      Row(
        pathExtensions: ["key"], mediaType: "application/vnd.apple.keynote",
        isCompressed: true)
    case .latex: Row(pathExtensions: ["tex"], mediaType: "text/plain; charset=utf-8")
    case .json: Row(pathExtensions: ["json"], mediaType: "application/json")
    case .jsonLines: Row(pathExtensions: ["jsonl"], mediaType: "text/plain; charset=utf-8")
    case .csv: Row(pathExtensions: ["csv", "tsv"], mediaType: "text/plain; charset=utf-8")
    case .geoJSON: Row(pathExtensions: ["geojson"], mediaType: "application/geo+json")
    case .xml: Row(pathExtensions: ["xml"], mediaType: "text/plain; charset=utf-8")
    case .calendar:
      Row(pathExtensions: ["ics"], mediaType: "text/calendar; charset=utf-8")
    case .webVTT: Row(pathExtensions: ["vtt"], mediaType: "text/vtt; charset=utf-8")
    case .subRip: Row(pathExtensions: ["srt"], mediaType: "text/plain; charset=utf-8")
    case .gzip:
      Row(pathExtensions: ["gz"], mediaType: "application/gzip", isCompressed: true)
    case .zip:
      Row(pathExtensions: ["zip"], mediaType: "application/zip", isCompressed: true)
    case .wfmap:
      Row(
        pathExtensions: ["wfmap"], mediaType: "application/octet-stream",
        isCompressed: true)
    case .platenWorld:
      Row(pathExtensions: ["platenworld"], mediaType: "application/octet-stream")
    case .map: Row(pathExtensions: ["map"], mediaType: "application/octet-stream")
    case .mbtiles:
      Row(pathExtensions: ["mbtiles"], mediaType: "application/vnd.sqlite3")
    case .universalVTT:
      Row(pathExtensions: ["dd2vtt", "uvtt"], mediaType: "application/json")
    case .swift:
      Row(pathExtensions: ["swift"], mediaType: "text/plain; charset=utf-8")
    case .kotlin: Row(pathExtensions: ["kt"], mediaType: "text/plain; charset=utf-8")
    case .typeScript: Row(pathExtensions: ["ts"], mediaType: "text/plain; charset=utf-8")
    case .css: Row(pathExtensions: ["css"], mediaType: "text/css; charset=utf-8")
    case .scss: Row(pathExtensions: ["scss"], mediaType: "text/plain; charset=utf-8")
    case .designTokens: Row(pathExtensions: ["tokens"], mediaType: "application/json")
    case .plist:
      Row(pathExtensions: ["plist"], mediaType: "text/plain; charset=utf-8")
    case .strings:
      Row(pathExtensions: ["strings"], mediaType: "text/plain; charset=utf-8")
    case .assetCatalog:
      Row(pathExtensions: ["xcassets"], mediaType: "application/octet-stream")
    case .iconBundle:
      Row(pathExtensions: ["icon"], mediaType: "application/octet-stream")
    }
  }

  private static let byExtension: [String: FileFormat] = {
    var formats: [String: FileFormat] = [:]
    for format in allCases {
      for pathExtension in format.pathExtensions { formats[pathExtension] = format }
    }
    return formats
  }()

  /// The format of files with an extension, in lower case and without the dot; nil where it is not
  /// in the table.
  package init?(pathExtension: some StringProtocol) {
    guard let format = FileFormat.byExtension[String(pathExtension)] else { return nil }
    self = format
  }

  /// The format of a file by its file extension.
  package init?(path: String) { self.init(pathExtension: fileExtension(of: path)) }

  /// The file extensions without the dot, the usual one first.
  package var pathExtensions: [String] { row.pathExtensions }
  /// The media type that servers give.
  package var mediaType: String { row.mediaType }
  /// Indicates whether its files are already compressed.
  package var isCompressed: Bool { row.isCompressed }
  /// The source of its thumbnail; nil where it has none.
  package var preview: Preview? { row.preview }

  /// The media type that a server gives for a file of that name.
  package static func mediaType(of path: String) -> String {
    FileFormat(path: path)?.mediaType ?? "application/octet-stream"
  }
}
