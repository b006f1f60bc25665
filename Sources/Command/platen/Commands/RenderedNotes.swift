// SPDX-License-Identifier: MIT
// Part of Platen: a record of the files that `platen render` wrote into catalogs and folders.

import Assets
import Diagnostics
import Digests
import JobKit
import Pipeline

/// A list for each catalog or folder, in the user's state folder: nothing is written beside the
/// files themselves. Without a list, all existing files count as the user's.
struct RenderedNotes {
  private let place: OutputPlace
  private let folders: [String]

  init(_ job: ManifestJob, at place: OutputPlace) {
    self.place = place
    folders = place.isStream ? [] : RenderedFiles.folders(of: job)
  }

  /// The content of the lists of the job's folders.
  func read() -> RenderedFiles {
    var files = RenderedFiles()
    for folder in folders {
      guard let list = list(of: folder),
        let bytes = try? DiskEnvironment().read(list, limit: 64 << 20).bytes
      else { continue }
      files.read(String(decoding: bytes, as: UTF8.self), in: folder)
    }
    return files
  }

  /// Records what was written. A list that cannot be written is not an error: the next time the
  /// files are kept as is, and that is reported then.
  func write(_ result: RunResult, after before: RenderedFiles) {
    guard !folders.isEmpty else { return }
    var files = before
    for job in result.record.jobs { files.note(job, withoutFilesOf: .catalogForeign) }
    for folder in folders {
      let text = files.text(of: folder)
      guard let list = list(of: folder), text != before.text(of: folder) else { continue }
      try? Files.write(Array(text.utf8), to: list)
    }
  }

  /// The path of a folder's list; nil where the folder does not exist or no state folder is set.
  private func list(of folder: String) -> String? {
    guard let state = RenderedNotes.stateFolder,
      let real = Files.realPath(place.root + "/" + folder)
    else { return nil }
    return "\(state)/platen/rendered/\(Digest.of(real)).sha256"
  }

  /// The user's folder for state, which is neither data nor cache.
  private static var stateFolder: String? {
    func absolute(_ name: String) -> String? {
      Terminal.variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
  }
}
