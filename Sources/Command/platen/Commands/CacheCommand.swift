// SPDX-License-Identifier: MIT
// Part of Platen: `platen cache`: the cached results of earlier runs.

import ArgumentParser
import Diagnostics
import JSON
import Libc
import Pipeline
import Text

/// `platen cache`.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Inspect, verify or empty the cache of results.",
    discussion: """
      EXAMPLES
        platen cache info
        platen cache prune --max-size 2G --older-than 30d
      """,
    subcommands: [Info.self, Verify.self, Prune.self, Clear.self])

  /// The arguments of each subcommand.
  struct Place: ParsableArguments {
    @OptionGroup(title: "Cache options") var cache: CacheFolder
    @OptionGroup(title: "General options") var common: CommonOptions

    /// Calls `body` with the existing cache; reports when there is none.
    func care(_ body: (StoreCare) throws -> Void) throws {
      try common.console.exiting(otherwise: ExitStatus.jobFailed) {
        guard let folder = cache.folder else {
          throw Failure(
            .error(
              .optionCache, "the cache has no folder",
              hints: ["name one with --cache-dir or PLATEN_CACHE_DIR"]))
        }
        guard access(folder, F_OK) == 0 else {
          common.console.report("no cache in \(printable(folder))")
          return writeObject(folder, exists: false)
        }
        try body(try StoreCare(folder: folder))
      }
    }

    /// Prints an object about the cache in a folder, with `--json`.
    func writeObject(
      _ folder: String, exists: Bool = true, _ members: (inout JSONWriter) -> Void = { _ in }
    ) {
      common.console.writeObject { json in
        json.member("folder", folder)
        json.member("exists", exists)
        members(&json)
      }
    }
  }

  /// `platen cache info`.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the size and number of the cached results.",
      discussion: """
        EXAMPLES
          platen cache info
          platen cache info --json
        """)
    @OptionGroup var place: Place

    func run() throws {
      try place.care { care in
        let info = care.info()
        let parts: [(String, StoreCare.Part)] = [
          ("results", info.blobs), ("actions", info.deepActions),
          ("shallow-actions", info.shallowActions), ("file-digests", info.fileDigests),
          ("copies", info.copies), ("other", info.other),
        ]
        if place.common.isJSON {
          place.writeObject(care.path) { json in
            json.member("bytes", info.bytes)
            for (name, part) in parts { part.write(as: name, to: &json) }
          }
        } else {
          StandardOutput.write("\(printable(care.path)): \(formatted(bytes: info.bytes))\n")
          for (name, part) in parts where part.count > 0 {
            StandardOutput.write("  \(name): \(part.count), \(formatted(bytes: part.bytes))\n")
          }
        }
      }
    }
  }

  /// `platen cache verify`.
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read all cached results, and remove damaged ones.",
      discussion: """
        EXAMPLES
          platen cache verify
          platen cache verify --cache-dir /srv/platen
        """)
    @OptionGroup var place: Place

    func run() throws {
      try place.care { care in
        let found = try care.verify()
        place.common.console.report(found.warnings)
        let bad = found.damaged.count + found.unreadable.count + found.senseless
        if place.common.isJSON {
          place.writeObject(care.path) { json in
            found.blobs.write(as: "results", to: &json)
            json.member("actions", object: { $0.member("count", found.actions) })
            json.member("damaged", found.damaged.count + found.senseless)
            json.member("unreadable", found.unreadable.count)
          }
        } else {
          StandardOutput.write(
            "\(counted(found.blobs.count, "result")) (\(formatted(bytes: found.blobs.bytes))) and "
              + "\(counted(found.actions, "action")) read, \(bad) damaged and removed\n")
        }
        if bad > 0 { throw Ended(ExitStatus.jobFailed) }
      }
    }
  }

  /// `platen cache prune`.
  struct Prune: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove results that were not used recently.",
      discussion: """
        EXAMPLES
          platen cache prune --max-size 2G
          platen cache prune --older-than 30d
        """)
    @Option(
      help: ArgumentHelp(
        "Remove the least recently used results until this size is left.", valueName: "amount"))
    var maxSize: String?
    @Option(help: ArgumentHelp("Remove results not used for this many days.", valueName: "days"))
    var olderThan: Days?
    @OptionGroup var place: Place

    /// A number of days, such as `30d`.
    struct Days: ExpressibleByArgument {
      let count: Int

      init?(argument: String) {
        guard argument.last == "d", let count = Int(argument.dropLast()),
          (0...100_000).contains(count)
        else { return nil }
        self.count = count
      }
    }

    func validate() throws {
      guard maxSize != nil || olderThan != nil else {
        throw ValidationError(
          "specify --max-size AMOUNT, --older-than 30d or both; platen cache clear removes everything."
        )
      }
    }

    func run() throws {
      try place.care { care in
        let bytes = try maxSize.map { try MemoryBudget(parsing: $0).bytes }
        let before = olderThan.map { UInt64(max(0, time(nil) - $0.count * 86_400)) }
        place.printSummary(try care.prune(to: bytes, unusedSince: before), in: care.path)
      }
    }
  }

  /// `platen cache clear`.
  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove all cached results.",
      discussion: """
        EXAMPLES
          platen cache clear
        """)
    @OptionGroup var place: Place

    func run() throws { try place.care { place.printSummary(try $0.clear(), in: $0.path) } }
  }
}

extension CacheCommand.Place {
  func printSummary(_ pruning: StoreCare.Pruning, in folder: String) {
    guard !common.isJSON else {
      return writeObject(folder) { json in
        pruning.blobs.write(as: "removed", to: &json)
        json.member("bytes-left", pruning.bytesLeft)
      }
    }
    StandardOutput.write(
      "\(counted(pruning.blobs.count, "result")) removed, \(formatted(bytes: pruning.blobs.bytes)); "
        + "\(formatted(bytes: pruning.bytesLeft)) left\n")
  }
}

extension StoreCare.Part {
  /// Writes the part as a member that is an object.
  fileprivate func write(as name: String, to json: inout JSONWriter) {
    json.member(
      name,
      object: { json in
        json.member("count", count)
        json.member("bytes", bytes)
      })
  }
}
