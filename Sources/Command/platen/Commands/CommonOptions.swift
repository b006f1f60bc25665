// SPDX-License-Identifier: MIT
// Part of Platen: options that every command takes.

import ArgumentParser
import Libc

extension ColorChoice: ExpressibleByArgument {}

/// A service that shows diagnostics beside the changed lines of a pull request.
enum AnnotationFormat: String, CaseIterable, ExpressibleByArgument {
  case github
}

/// The option of colors.
struct ColorOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Colors of messages.", valueName: "when"))
  var color = ColorChoice.auto
}

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Flag(
    name: .customLong("json"),
    help: "Print everything as JSON, one object per line, on standard output.")
  var isJSON = false
  @OptionGroup var colors: ColorOptions
  @Option(
    help: ArgumentHelp(
      "Repeat diagnostics as annotations of a pull request, on standard error.",
      valueName: "service"))
  var annotations: AnnotationFormat?
  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false
  @Flag(name: .shortAndLong, help: "Print more details.")
  var verbose = false
  @Option(help: ArgumentHelp("The folder of looks and starter manifests.", valueName: "dir"))
  var dataDir: String?

  var console: Console {
    Console(
      terminal: Terminal(color: colors.color),
      verbosity: quiet ? .quiet : verbose ? .verbose : .normal, isJSON: isJSON,
      annotations: annotations.map { _ in Annotations() })
  }

  /// The console of a command that warnings may fail.
  func console(failingOnWarnings: Bool) -> Console {
    var console = console
    console.showsWarnings = failingOnWarnings
    return console
  }

  mutating func validate() throws {
    try refuseEmpty(dataDir, of: "--data-dir", expecting: "a folder")
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be used together.") }
  }
}

extension Console {
  /// The console that a command's arguments request, where they cannot be parsed.
  init(arguments: [String]) {
    let options = arguments.prefix { $0 != "--" }
    func value(_ name: String) -> String? {
      guard let index = options.lastIndex(where: { $0 == name || $0.hasPrefix(name + "=") })
      else { return nil }
      if options[index] != name { return String(options[index].dropFirst(name.count + 1)) }
      return options.dropFirst(index + 1).first
    }
    self.init(
      terminal: Terminal(color: value("--color").flatMap(ColorChoice.init) ?? .auto),
      verbosity: .normal, isJSON: options.contains("--json"),
      annotations: value("--annotations") == AnnotationFormat.github.rawValue ? Annotations() : nil)
  }
}
