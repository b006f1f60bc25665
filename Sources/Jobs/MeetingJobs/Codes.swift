// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics about jobs of meetings.

package import Diagnostics

extension Diagnostic.Code {
  package static let meetingAttachments = Self(
    "meeting.attachments", .data,
    "The folder of attachments does not exist. Correct the path.")
  package static let meetingEmptyFolder = Self(
    "meeting.empty-folder", .data,
    "No file of a meeting was found in the folder. Check the path and the files' extensions.")
  package static let meetingImageUnreadable = Self(
    "meeting.image-unreadable", .data,
    "An attached image cannot be read and is omitted. Check its permissions.")
}

extension CodeTable {
  /// Codes of diagnostics about jobs of meetings.
  package static let meetingJobs = CodeTable(
    "MeetingJobs", "jobs of meetings",
    [
      .meetingAttachments, .meetingEmptyFolder, .meetingImageUnreadable,
    ])
}
