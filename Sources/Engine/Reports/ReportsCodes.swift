// SPDX-License-Identifier: MIT
// Part of Platen: codes of diagnostics in reports on runs.

package import Diagnostics

extension Diagnostic.Code {
  package static let deliveryEmpty = Self(
    "delivery.empty", .data,
    "The delivery has no outputs to contain. Check the selection under only.")
  package static let deliveryExists = Self(
    "delivery.exists", .data,
    "A file of the delivery's name exists, and Platen did not make it.",
    "Choose another name, such as ${name}-${date}.")
  package static let deliveryOldFiles = Self(
    "delivery.old-files", .data,
    "An earlier delivery was kept because it holds files that were not delivered.",
    "Move them elsewhere.")
  package static let deliveryName = Self(
    "delivery.name", .data,
    "Two files of a delivery would have the same name. Rename one of the outputs.")
  package static let deliveryStopped = Self(
    "delivery.stopped", .data,
    "The delivery was not made because the run was stopped. Run again.")
  package static let deliveryUnknown = Self(
    "delivery.unknown", .data,
    "Earlier deliveries are unknown or were changed, so they are kept.",
    "Delete them yourself if you do not need them.")
  package static let deliveryUnwritten = Self(
    "delivery.unwritten", .data,
    "The deliveries could not be noted in the record. Check the permissions and the disk.")
  package static let finishFailed = Self(
    "finish.failed", .data,
    "The command of an action of on-finish ended with an error, or its address did not",
    "accept the message.",
    "Try the command or the address by itself, and correct it in the manifest.")
  package static let historyUnread = Self(
    "history.unread", .data,
    "The history of runs cannot be read, so this run is not compared.",
    "Nothing needs to be done.")
  package static let historyUnwritten = Self(
    "history.unwritten", .data,
    "The run could not be added to the history. Check the permissions and the disk.")
  package static let reportName = Self(
    "report.name", .data,
    "The page of the run has the name of an output or of a file that is not a run's page.",
    "Rename one of them.")
  package static let reportUnwritten = Self(
    "report.unwritten", .data,
    "The page of the run could not be written. Check the permissions and the disk.")
}

extension CodeTable {
  /// The codes of diagnostics about what a run did.
  package static let reports = CodeTable(
    "Reports", "what a run did",
    [
      .deliveryEmpty, .deliveryExists, .deliveryOldFiles, .deliveryName, .deliveryStopped,
      .deliveryUnknown, .deliveryUnwritten, .finishFailed, .historyUnread,
      .historyUnwritten, .reportName, .reportUnwritten,
    ])
}
