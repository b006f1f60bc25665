// SPDX-License-Identifier: MIT
// Part of Platen: the folders in which systems keep data that programs share.

/// The folders of shared data, such as fonts, hyphenation patterns and time zones, as the XDG base
/// directory specification has them.
package enum DataFolders {
  /// The most folders that are taken from `XDG_DATA_DIRS`.
  private static let limit = 64

  /// The folders in the order in which they are searched, each once, whether they exist or not: those
  /// of `XDG_DATA_DIRS`, the usual ones, and last the user's own, so that all users of a machine get
  /// the same outputs from the packages it has.
  ///
  /// - Parameter variable: the value of an environment variable, or nil.
  package static func all(variable: (String) -> String?) -> [String] {
    var folders = (variable("XDG_DATA_DIRS") ?? "").split(separator: ":").prefix(limit)
      .map(String.init)
    folders += ["/usr/local/share", "/usr/share"]
    let own = variable("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    folders += [own ?? variable("HOME").map { $0 + "/.local/share" }].compactMap(\.self)
    var seen: Set<String> = []
    return folders.compactMap { folder in
      var folder = folder
      while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
      // The specification has relative ones ignored.
      return folder.hasPrefix("/") && seen.insert(folder).inserted ? folder : nil
    }
  }
}
