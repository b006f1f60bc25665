// SPDX-License-Identifier: MIT
// Part of Platen: what `platen render` wrote into catalogs and folders, noted from one time to the next.

import Diagnostics
import Digests
import JobKit
import Jobs
import Pipeline

/// A list for each catalog or folder, in the user's state folder: nothing is put beside the files
/// themselves. Where there is none, all that lies there is somebody's.
struct RenderedNotes {
  private let place: OutputPlace
  private let folders: [String]

  init(_ job: ManifestJob, at place: OutputPlace) {
    self.place = place
    folders = place.isStream ? [] : RenderedFiles.folders(of: job)
  }

  /// What the lists of the job's folders say.
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

  /// Notes what was made. A list that cannot be written is no reason to fail: the next time the files
  /// are left alone, and that is said then.
  func write(_ result: RunResult, after before: RenderedFiles) {
    guard !folders.isEmpty else { return }
    var files = before
    for job in result.record.jobs { files.note(job) }
    for folder in folders {
      let text = files.text(of: folder)
      guard let list = list(of: folder), text != before.text(of: folder) else { continue }
      try? Files.write(Array(text.utf8), to: list)
    }
  }

  /// Where the list of a folder is; nil where the folder is not there, or nobody says where state goes.
  private func list(of folder: String) -> String? {
    guard let state = RenderedNotes.stateFolder,
      let real = Files.realPath(place.root + "/" + folder)
    else { return nil }
    return "\(state)/platen/rendered/\(Digest.of(real)).sha256"
  }

  /// Where programs keep what is not worth a backup and no cache.
  private static var stateFolder: String? {
    func absolute(_ name: String) -> String? {
      Terminal.variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return absolute("XDG_STATE_HOME") ?? absolute("HOME").map { $0 + "/.local/state" }
  }
}
