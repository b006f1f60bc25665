// SPDX-License-Identifier: MIT
// Part of Platen: what the server keeps of apps and files of a room, as tables.

internal import Documents
internal import Readers

extension MinutesMaker {
  /// Each app with what it holds, and below it the lines it wrote for the room.
  mutating func writeApps() {
    var rows: [Table.Row] = []
    func cell(_ time: Timestamp?) -> Table.Cell {
      Table.Cell([.text(time.map(clock.stamp) ?? phrases[.noTime])], isHeader: true)
    }
    for app in meeting.apps {
      let name = app.name.isEmpty ? phrases[.unknown] : app.name
      let facts = [app.document, app.summary].filter { !$0.isEmpty }
      rows.append(
        Table.Row([
          cell(app.created), Table.Cell([isolated(name)]),
          Table.Cell([isolated(facts.joined(separator: ": "))]),
        ]))
      for update in app.updates {
        let words = update.info.isEmpty ? update.summary : update.info
        guard !words.isEmpty else { continue }
        rows.append(
          Table.Row([
            cell(update.time), Table.Cell([isolated(name)]), Table.Cell([isolated(words)]),
          ]))
      }
    }
    guard !rows.isEmpty else { return }
    section(
      .sharedApps, "apps",
      [
        .table(
          Table(
            columns: [Table.Column(), Table.Column(), Table.Column()],
            head: [head(.time, .sharedApp, .appContents)], body: rows, .classes("apps")))
      ])
  }

  /// The files that people sent, without those that a message of the chat has.
  mutating func writeUploads() {
    let shown = Set(
      meeting.messages.flatMap(\.attachments).flatMap { attachment in
        [attachment.name, attachment.url].compactMap { name in
          name.split(separator: "/").last.map { $0.prefix { $0 != "." } }
        }
      })
    let rows = meeting.uploads.filter { !shown.contains($0.sha256[...]) }.map { upload in
      Table.Row([
        Table.Cell([.text(upload.time.map(clock.stamp) ?? phrases[.noTime])], isHeader: true),
        Table.Cell([isolated(attendance.name(upload.sender))]),
        Table.Cell([isolation.address(upload.sha256.prefix(12) + "…" + upload.pathExtension)]),
        Table.Cell([.text(upload.bytes.map { phrases.byteCount($0) } ?? "")]),
      ])
    }
    guard !rows.isEmpty else { return }
    section(
      .uploads, "uploads",
      [
        .table(
          Table(
            columns: [Table.Column(), Table.Column(), Table.Column(), Table.Column(.end)],
            head: [head(.time, .sentBy, .fileKind, .size)], body: rows, .classes("uploads")))
      ])
  }
}
