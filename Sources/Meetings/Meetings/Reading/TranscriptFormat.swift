// SPDX-License-Identifier: MIT
// Part of Platen: formats of transcripts, which are recognized and not read.

internal import Diagnostics
package import Readers

/// A format of transcripts of speech, by its name. No meeting is read from one.
package enum TranscriptFormat: String, CaseIterable {
  case webVTT = "WebVTT"
  case subRip = "SubRip"

  /// The extension of its files.
  package var fileExtension: String {
    switch self {
    case .webVTT: "vtt"
    case .subRip: "srt"
    }
  }

  /// The format of a file by its extension or its content; nil for other files.
  package init?(of file: NamedBytes) {
    let name = file.name.lowercased()
    let named = TranscriptFormat.allCases.first { name.hasSuffix("." + $0.fileExtension) }
    guard let format = named ?? TranscriptFormat(beginning: file.bytes) else { return nil }
    self = format
  }

  /// The format of a file with this beginning; nil for other files.
  package init?(beginning bytes: [UInt8]) {
    var start = bytes.prefix(400)
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
    let lines = start.split { $0 == 0x0A || $0 == 0x0D }
      .prefix(2).map { String(decoding: $0, as: UTF8.self) }
    if let first = lines.first, start.first == UInt8(ascii: "W"),
      first == "WEBVTT" || first.hasPrefix("WEBVTT ") || first.hasPrefix("WEBVTT\t")
    {
      self = .webVTT
    } else if lines.count == 2, lines[0].allSatisfy(\.isNumber),
      lines[1].prefixMatch(of: /\d+:\d\d:\d\d[,.]\d+[ \t]+-->/) != nil
    {
      self = .subRip
    } else {
      return nil
    }
  }

  /// The error of a file of the format.
  func error(in file: String) -> Diagnostic {
    .error(
      .meetingTranscript, "\(rawValue) transcripts are not supported",
      at: SourceLocation(file: file),
      hints: [
        "a meeting takes a bundle {room, participants, chat, system}, a saved chat, or the database,"
          + " with notes in Markdown"
      ])
  }
}
