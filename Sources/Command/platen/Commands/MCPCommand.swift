// SPDX-License-Identifier: MIT
// Part of Platen: `platen mcp`: tools for assistants and editors, over the Model Context Protocol.

import ArgumentParser
import Diagnostics
import Instances
import JobKit
import Libc
import Meetings
import Pipeline

/// `platen mcp`.
struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve tools to assistants and editors, over the Model Context Protocol.",
    discussion: """
      Reads requests from standard input and writes answers to standard output; a program that \
      knows the protocol starts it. It reads the folders named and nothing else, writes only with \
      --allow-write, connects to no network and starts no other program: the system holds it to \
      that (Landlock).

      Tools: \(AssistantTool.allCases.map(\.rawValue).joined(separator: ", ")).

      EXAMPLES
        platen mcp ~/worlds
        platen mcp ~/worlds ~/campaigns --allow-write
        platen mcp ~/worlds --allow-write --write-to ~/prints
      """)

  @Argument(
    help: "The folders to serve; relative paths are relative to the first that has them.",
    completion: .directory)
  var folders: [String]
  @Flag(help: "Let clients write files: in the folders, or where --write-to names others.")
  var allowWrite = false
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A folder to write to, in place of those that are read. May be repeated.", valueName: "dir"),
    completion: .directory)
  var writeTo: [String] = []
  @Option(help: ArgumentHelp("The most seconds that a call may take.", valueName: "n"))
  var timeout = 600
  @Flag(help: "Check paths only, where the system has no Landlock.")
  var noConfinement = false
  @Option(help: ArgumentHelp("The folder of looks and starter manifests.", valueName: "dir"))
  var dataDir: String?

  mutating func validate() throws {
    if !writeTo.isEmpty, !allowWrite { throw ValidationError("--write-to requires --allow-write.") }
    guard (1...86_400).contains(timeout) else {
      throw ValidationError("--timeout expects a number of seconds from 1 to 86400.")
    }
    try refuseEmpty(dataDir, of: "--data-dir", expecting: "a folder")
  }

  func run() throws {
    let console = Console(arguments: [])
    try console.exiting(always: ExitStatus.usage) {
      let readable = try folders.map(MCPCommand.realFolder)
      let writable =
        allowWrite ? (writeTo.isEmpty ? readable : try writeTo.map(MCPCommand.realFolder)) : []
      guard let program = Files.realPath("/proc/self/exe") else {
        throw Failure(.error(.mcpPath, "this program's file cannot be found"))
      }
      let templates = Files.realPath(try Templates.find(named: dataDir).folder)
      let temporary = Terminal.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
      var template = Array("\(temporary)/platen-mcp-XXXXXX".utf8CString)
      guard let made = mkdtemp(&template), let scratch = Files.realPath(String(cString: made))
      else {
        throw Failure(
          .error(
            .mcpPath, "no temporary folder can be made: \(systemErrorText(errno))",
            hints: ["set TMPDIR to a folder that can be written to"]))
      }
      let cache = StoreLocation.folder(option: nil, variable: { Terminal.variable($0) })
      // Commands that only read keep results in the cache, too.
      if let cache { _ = Files.makeFolders(cache) }
      if !noConfinement {
        let libraries = MCPCommand.loadedLibraries
        try Confinement(
          readable: readable + MCPCommand.systemPaths + MCPCommand.sharedData() + libraries
            + [templates].compactMap { $0 },
          programs: [program] + MCPCommand.loaders
            + libraries.filter { $0.contains("/ld-") },
          writable: writable + [scratch, "/dev/null"]
            + [cache.flatMap(Files.realPath)].compactMap { $0 },
          swept: temporary
        ).apply()
      }
      guard chdir(readable[0]) == 0 else {
        throw Failure(.error(.mcpPath, "\(folders[0]): \(systemErrorText(errno))"))
      }
      AssistantServer(
        AssistantServer.Setup(
          folders: AssistantFolders(readable: readable, writable: writable, scratch: scratch),
          program: program, options: templates.map { ["--data-dir=\($0)"] } ?? [],
          variables: [("TMPDIR", scratch), ("XDG_STATE_HOME", scratch)], seconds: timeout,
          jobKeys: Set(JobOptions.flags.map(\.flag.name)))
      ).run()
    }
  }

  /// The parts of the system that commands read: libraries, fonts, time zones, and the state of processes.
  private static let systemPaths = [
    "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/etc/ssl",
    "/etc/localtime",
    "/proc", "/sys/fs/cgroup", "/sys/devices/system", "/dev/null", "/dev/urandom",
  ]

  /// The folders of fonts, hyphenation patterns and time zones that exist, wherever they are.
  private static func sharedData() throws -> [String] {
    let disk = DiskEnvironment()
    let folders =
      try FontInventory.folders + HyphenFiles.folders(in: disk)
      + ZoneRules.folders(variable: disk.variable)
    return folders.compactMap(Files.realPath)
  }

  /// The loaders of shared libraries, which run whenever a program does.
  private static let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]

  /// The shared libraries of this process, which commands load as well; they may be anywhere, such as
  /// in a toolchain's folder.
  private static var loadedLibraries: [String] {
    guard let file = fopen("/proc/self/maps", "r") else { return [] }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var paths: Set<String> = []
    while getline(&line, &capacity, file) > 0, let line {
      let text = String(cString: line)
      guard let start = text.firstIndex(of: "/") else { continue }
      let path = text[start...].prefix { $0 != "\n" }
      if path.contains(".so") { paths.insert(String(path)) }
    }
    return paths.sorted()
  }

  private static func realFolder(_ path: String) throws -> String {
    guard let real = Files.realPath(path), Files.isFolder(real) else {
      throw Failure(
        .error(.mcpPath, "no such folder: \(path)", hints: ["name folders that exist"]))
    }
    guard real != "/" else {
      throw Failure(
        .error(.mcpPath, "the whole file system is not served", hints: ["name a folder in it"]))
    }
    return real
  }
}
