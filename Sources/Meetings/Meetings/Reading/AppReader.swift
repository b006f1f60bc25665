// SPDX-License-Identifier: MIT
// Part of Platen: apps and files of a room as the server's tables and answers have them.

internal import Diagnostics
internal import JSON
internal import Readers

/// An app with the id of its package, which has its name.
struct AppInstance {
  var app = SharedApp()
  var package: String

  init(_ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings) {
    app.id = view.field("id").line(100)
    app.room = view.field("roomId", "room_id").line(100)
    package = view.field("packageId", "package_id").line(100)
    app.document = warnings.line(view.field("document"), at: position, "document")
    app.summary = warnings.line(view.field("summary"), at: position, "summary")
    app.info = warnings.line(view.field("lastInfo", "last_info"), at: position, "lastInfo")
    app.createdBy = view.field("createdBy", "created_by").line(100)
    app.created = warnings.time(view.field("createdAt", "created_at"), at: position, "createdAt")
    app.closed = warnings.time(view.field("closedAt", "closed_at"), at: position, "closedAt")
  }
}

/// An update with the id of the app it is of.
struct AppUpdate {
  var update = SharedApp.Update()
  /// Empty where the source has none.
  var instance: String

  /// Bytes of an update as JSON.
  private static let longest = 1 << 20

  init(_ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings) {
    instance = view.field("instanceId", "instance_id").line(100)
    update.serial = view.field("serial")?.looseInt ?? 0
    update.sender =
      (view.field("senderIdentity", "sender_identity")
      ?? view.field("senderUserId", "sender_user_id")).line(100)
    update.time = warnings.time(view.field("createdAt", "created_at"), at: position, "createdAt")
    // The database has the whole as JSON in a text.
    if let text = view.field("payload_json")?.string {
      let limits = JSONDocument.Limits(bytes: AppUpdate.longest, depth: 64)
      guard let document = try? JSONDocument(parsing: Array(text.utf8), limits: limits) else {
        warnings.keep(view, at: position)
        warnings.record(
          .meetingField,
          "an update of an app that is not JSON: it is in .json and .zip outputs only",
          at: position, "payload_json")
        return
      }
      unsafe document.withView { take($0) }
    } else {
      take(view)
    }
  }

  private mutating func take(_ view: JSONView) {
    update.info = view.field("info").line()
    update.summary = view.field("summary").line()
    update.document = view.field("document").line()
    update.json = UnreadMember.json(of: view)
  }
}

extension ChatUpload {
  init(_ view: JSONView, at position: ValuePosition, _ warnings: inout MeetingWarnings) {
    self.init()
    room = view.field("roomId", "room_id").line(100)
    sender = view.field("uploadedBy", "uploaded_by").line(100)
    sha256 = view.field("fileHash", "file_hash").line(100)
    pathExtension = view.field("extension").line(20)
    bytes = warnings.number(view.field("fileSize", "file_size"), at: position, "fileSize")
    time = warnings.time(view.field("createdAt", "created_at"), at: position, "createdAt")
  }
}
