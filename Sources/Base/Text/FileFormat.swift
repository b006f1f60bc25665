// SPDX-License-Identifier: MIT
// Part of Platen: file formats by file extension: one row for each format, from which servers take
// its media type, and the page of a run its name and preview.

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
  case json, jsonLines, csv, geoJSON, xml, calendar, gzip, zip
  // Worlds
  case wfmap, platenWorld, map, mbtiles
  // Source of programs
  case swift, kotlin, css, plist, strings, assetCatalog

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
    /// The name shown to users.
    let name: String
    var isCompressed = false
    var preview: Preview?
  }

  private var row: Row {
    switch self {
    case .png:
      Row(
        pathExtensions: ["png"], mediaType: "image/png", name: "Image", isCompressed: true,
        preview: .itself)
    case .jpeg:
      Row(
        pathExtensions: ["jpg", "jpeg"], mediaType: "image/jpeg", name: "Image", isCompressed: true,
        preview: .itself)
    case .webp:
      Row(pathExtensions: ["webp"], mediaType: "image/webp", name: "Image", isCompressed: true)
    case .tiff: Row(pathExtensions: ["tif", "tiff"], mediaType: "image/tiff", name: "Image")
    case .svg:
      Row(
        pathExtensions: ["svg"], mediaType: "image/svg+xml", name: "Vector drawing", preview: .made)
    case .ico: Row(pathExtensions: ["ico"], mediaType: "image/vnd.microsoft.icon", name: "Icon")
    case .icns: Row(pathExtensions: ["icns"], mediaType: "image/icns", name: "Icon")
    case .bmp: Row(pathExtensions: ["bmp"], mediaType: "image/bmp", name: "Image")
    case .eps:
      Row(pathExtensions: ["eps"], mediaType: "application/postscript", name: "Vector drawing")
    case .gif:
      Row(pathExtensions: ["gif"], mediaType: "image/gif", name: "Image", isCompressed: true)
    case .pdf:
      Row(
        pathExtensions: ["pdf"], mediaType: "application/pdf", name: "PDF document",
        isCompressed: true,
        preview: .made)
    case .docx:
      Row(
        pathExtensions: ["docx"],
        mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        name: "Word document", isCompressed: true, preview: .made)
    case .pptx:
      Row(
        pathExtensions: ["pptx"],
        mediaType: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        name: "Presentation", isCompressed: true)
    case .epub:
      Row(
        pathExtensions: ["epub"], mediaType: "application/epub+zip", name: "E-book",
        isCompressed: true)
    case .html:
      Row(pathExtensions: ["html", "htm"], mediaType: "text/html; charset=utf-8", name: "Web page")
    case .text:
      Row(pathExtensions: ["txt", "log"], mediaType: "text/plain; charset=utf-8", name: "Text")
    case .markdown:
      Row(pathExtensions: ["md"], mediaType: "text/plain; charset=utf-8", name: "Text")
    case .rtf: Row(pathExtensions: ["rtf"], mediaType: "application/rtf", name: "Text")
    case .doc: Row(pathExtensions: ["doc"], mediaType: "application/msword", name: "Word document")
    case .odt:
      Row(
        pathExtensions: ["odt"], mediaType: "application/vnd.oasis.opendocument.text", name: "Text",
        isCompressed: true)
    case .odp:
      Row(
        pathExtensions: ["odp"], mediaType: "application/vnd.oasis.opendocument.presentation",
        name: "Presentation", isCompressed: true)
    case .keynote:
      Row(
        pathExtensions: ["key"], mediaType: "application/vnd.apple.keynote", name: "Presentation",
        isCompressed: true)
    case .latex: Row(pathExtensions: ["tex"], mediaType: "text/plain; charset=utf-8", name: "Text")
    case .json: Row(pathExtensions: ["json"], mediaType: "application/json", name: "Data")
    case .jsonLines:
      Row(pathExtensions: ["jsonl"], mediaType: "text/plain; charset=utf-8", name: "Data")
    case .csv: Row(pathExtensions: ["csv"], mediaType: "text/plain; charset=utf-8", name: "Table")
    case .geoJSON:
      Row(pathExtensions: ["geojson"], mediaType: "application/geo+json", name: "Map data")
    case .xml: Row(pathExtensions: ["xml"], mediaType: "text/plain; charset=utf-8", name: "Data")
    case .calendar:
      Row(pathExtensions: ["ics"], mediaType: "text/calendar; charset=utf-8", name: "Calendar")
    case .gzip:
      Row(
        pathExtensions: ["gz"], mediaType: "application/gzip", name: "Archive", isCompressed: true)
    case .zip:
      Row(
        pathExtensions: ["zip"], mediaType: "application/zip", name: "Archive", isCompressed: true)
    case .wfmap:
      Row(
        pathExtensions: ["wfmap"], mediaType: "application/octet-stream", name: "Map save",
        isCompressed: true)
    case .platenWorld:
      Row(pathExtensions: ["platenworld"], mediaType: "application/octet-stream", name: "Map data")
    case .map: Row(pathExtensions: ["map"], mediaType: "application/octet-stream", name: "Map save")
    case .mbtiles:
      Row(pathExtensions: ["mbtiles"], mediaType: "application/vnd.sqlite3", name: "Map tiles")
    case .swift:
      Row(pathExtensions: ["swift"], mediaType: "text/plain; charset=utf-8", name: "Source code")
    case .kotlin:
      Row(pathExtensions: ["kt"], mediaType: "text/plain; charset=utf-8", name: "Source code")
    case .css:
      Row(pathExtensions: ["css"], mediaType: "text/css; charset=utf-8", name: "Style sheet")
    case .plist:
      Row(pathExtensions: ["plist"], mediaType: "text/plain; charset=utf-8", name: "Property list")
    case .strings:
      Row(pathExtensions: ["strings"], mediaType: "text/plain; charset=utf-8", name: "String table")
    case .assetCatalog:
      Row(
        pathExtensions: ["xcassets"], mediaType: "application/octet-stream", name: "Asset catalog")
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
  /// The name of such a file shown to users, such as `Image`.
  package var name: String { row.name }
  /// Indicates whether its files are already compressed.
  package var isCompressed: Bool { row.isCompressed }
  /// The source of its thumbnail; nil where it has none.
  package var preview: Preview? { row.preview }

  /// The media type that a server gives for a file of that name.
  package static func mediaType(of path: String) -> String {
    FileFormat(path: path)?.mediaType ?? "application/octet-stream"
  }
}
