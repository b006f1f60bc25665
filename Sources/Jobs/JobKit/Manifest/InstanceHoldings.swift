// SPDX-License-Identifier: MIT
// Part of Platen: the holdings of an instance, under the names that manifests and outputs use.

package import Diagnostics
internal import Instances
package import Pipeline

/// The known holdings of an instance when jobs are planned.
package struct InstanceHoldings: Sendable {
  /// One of its holdings.
  package struct Entry: Sendable {
    /// The name in file names.
    package var name: String
    package var id: String
    package var title: String
    /// The path of its copy, as the system takes it; nil where there is none.
    package var place: String?
    /// The reason for which no copy is available for a job.
    package var error: Diagnostic?
  }

  /// The entries in the server's order.
  package var entries: [Entry] = []
  /// The report on the server itself, where a job requires it.
  package var report: Entry?
  /// Files that people sent to the server, by their paths from its root.
  package var uploads: [Entry] = []
  /// The reason why they are not known.
  package var error: Diagnostic?

  package init(entries: [Entry] = [], report: Entry? = nil, error: Diagnostic? = nil) {
    self.entries = entries
    self.report = report
    self.error = error
  }

  /// The name of a report on a server among its holdings; no title makes such a name.
  static let reportName = ".server"

  /// Paths that represent the copies of instances' holdings.
  package static func mounts(of holdings: [String: InstanceHoldings]) -> Mounts {
    var mounts = Mounts()
    for (instance, holdings) in holdings.sorted(by: { $0.key < $1.key }) {
      let folder = folder(of: instance)
      mounts.add(folder: folder)
      for entry in holdings.entries + (holdings.report.map { [$0] } ?? []) {
        if let place = entry.place { mounts.add(entry.name + ".json", in: folder, at: place) }
      }
      for upload in holdings.uploads {
        guard let place = upload.place, let slash = upload.name.lastIndex(of: "/") else { continue }
        mounts.add(
          String(upload.name[upload.name.index(after: slash)...]),
          in: folder + "/" + upload.name[..<slash], at: place)
      }
    }
    return mounts
  }

  /// The folder that represents an instance in paths.
  static func folder(of instance: String) -> String { "instance:" + instance }

  /// The folder of the instance that holds a file; nil where none does.
  package static func folder(holding path: String) -> String? {
    guard path.hasPrefix(folder(of: "")) else { return nil }
    return String(path.prefix { $0 != "/" })
  }

  /// The entries that match: by a name, an id or a title, or by a pattern over names or titles.
  func matching(_ pattern: String) -> [Entry] {
    entries.filter {
      InstanceHoldings.matches(pattern, name: $0.name, id: $0.id, title: $0.title)
    }
  }

  static func matches(_ pattern: String, name: String, id: String, title: String) -> Bool {
    if pattern == "." || pattern == id || pattern == title || pattern == name { return true }
    // A title is not a path: its slashes are ordinary characters.
    let glob = PathPattern(pattern.replacing("/", with: "-"))
    return glob.matches(name) || glob.matches(title.replacing("/", with: "-"))
  }
}

/// The names of holdings in file names.
enum HoldingName {
  /// A unique name for each: the words of the title and, for campaigns, many of which share a
  /// title, the beginning of the id.
  static func names(for holdings: [Holding], of kind: Instance.Kind) -> [String] {
    var used: Set<String> = []
    return holdings.map { holding in
      let words = words(of: holding.title)
      var candidates: [String]
      switch kind {
      case .worldarchitect:
        let id = holding.id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let title = words.isEmpty ? "campaign" : words
        candidates = ["\(title)-\(id.prefix(8))", "\(title)-\(id)"]
      case .toboggan: candidates = [words.isEmpty ? "talk" : words]
      case .bedrud:
        candidates = [words.isEmpty ? "room" : words]
      }
      for candidate in candidates where used.insert(candidate).inserted { return candidate }
      var number = 2
      let base = candidates[candidates.count - 1]
      while !used.insert("\(base)-\(number)").inserted { number += 1 }
      return "\(base)-\(number)"
    }
  }

  /// Letters and digits of whatever script in lower case, joined by hyphens.
  private static func words(of title: String) -> String {
    var result = ""
    for character in title.lowercased() {
      guard result.utf8.count < 96 else { break }
      if character.isLetter || character.isNumber {
        result.append(character)
      } else if !result.isEmpty, result.last != "-" {
        result.append("-")
      }
    }
    while result.last == "-" { result.removeLast() }
    return result
  }
}
