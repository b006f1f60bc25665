// SPDX-License-Identifier: MIT
// Part of Platen: which files of a server the chats of jobs name.

internal import Pipeline

/// Files that people sent to a server with messages, by their paths from its root.
package enum UploadNames {
  /// The folder in which the server keeps them, from its root.
  static let folder = "uploads/chat"

  /// The limits of fetched files: their number, the size of one, and that of all of a run together.
  static let limit = (count: 1000, file: 32 << 20, bytes: 256 << 20)

  /// Bytes of all files of a meeting together that are read.
  package static let meetingLimit = 512 << 20

  /// Indicates whether a name in a store of copies is that of such a file.
  static func isOne(_ name: String) -> Bool { name.hasPrefix(folder + "/") }

  /// Those that the further files of jobs name. Unreadable files are reported where jobs read them.
  ///
  /// - Parameter kinds: the kinds of job, which know how files name them.
  static func names(
    of demands: [InstanceDemand], in environment: any Environment, kinds: [any JobKind]
  ) -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    for demand in demands {
      for file in demand.files where seen.insert(file).inserted {
        guard let kind = kinds.first(where: { $0.name == demand.kind }),
          let read = try? environment.read(file, limit: meetingLimit)
        else { continue }
        for name in kind.uploads(namedIn: read.bytes, limit: limit.count)
        where seen.insert("\n" + name).inserted && names.count < limit.count {
          names.append(folder + "/" + name)
        }
      }
    }
    return names
  }
}
