// SPDX-License-Identifier: MIT
// Part of Platen: invented meetings for tests.

import Diagnostics
import Documents
import Readers
import TestSupport

@testable import Meetings

/// Reads texts as files of one meeting.
func read(
  _ files: (String, String)..., options: MeetingReader.Options = .init()
) throws -> Diagnosed<Meeting> {
  try MeetingReader.read(
    files: files.map { NamedBytes($0.0, Array($0.1.utf8)) }, options: options)
}

/// The codes of everything a reading throws.
func faults(_ body: () throws -> Any) -> [Diagnostic] {
  do {
    _ = try body()
    return []
  } catch let failure as Failure {
    return failure.diagnostics
  } catch {
    return [.error("test.other", "\(error)")]
  }
}

enum Club {
  static let room = """
    {"id": "r1", "name": "tea-room", "createdBy": "u1", "adminId": "u1", "maxParticipants": 20,
     "createdAt": "2026-03-13T18:00:00Z", "isPublic": true, "settings": {"allowChat": true}}
    """

  static func row(
    _ id: String, _ name: String, _ joined: String, _ left: String, _ more: String = ""
  ) -> String {
    """
    {"roomId": "r1", "userId": "\(id)", "joinedAt": \(joined), "leftAt": \(left)\(more),
     "user": {"id": "\(id)", "name": "\(name)", "accesses": ["user"]}}
    """
  }

  static func message(
    _ time: Int, _ id: String, _ name: String, _ text: String, _ attachments: String = "[]"
  ) -> String {
    """
    {"timestamp": \(time), "senderName": "\(name)", "senderIdentity": "\(id)",
     "message": "\(text)", "attachments": \(attachments), "isLocal": false}
    """
  }

  /// 2026-03-13T19:00:00Z in milliseconds.
  static let start = 1_773_428_400_000

  /// One pixel.
  static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
}

extension Document {
  /// Kind and words of every block of the first level, such as `heading Chat`.
  var lines: [String] {
    blocks.map { block in
      switch block {
      case .heading(let heading): "heading " + heading.inlines.plainText
      case .paragraph(let paragraph): "paragraph " + paragraph.inlines.plainText
      default: block.kind
      }
    }
  }

  /// The cells of the first table of a class.
  func table(_ name: String) -> [[String]] {
    for block in blocks {
      if case .table(let table) = block, table.attributes.has(name) {
        return table.body.map { row in
          row.cells.map { cell in
            cell.blocks.map { block in
              if case .paragraph(let paragraph) = block { paragraph.inlines.plainText } else { "" }
            }.joined()
          }
        }
      }
    }
    return []
  }
}
