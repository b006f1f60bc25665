// SPDX-License-Identifier: MIT
// Part of Platen: the command with its subcommands, and how it ends.

import ArgumentParser
import Diagnostics
import JSON
import JobKit
import Pipeline

/// `platen`.
struct Platen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "platen",
    abstract: "Render maps, books, decks, minutes, icons and cards from one manifest.",
    discussion: """
      EXAMPLES
        platen render world.map world.png --width 4096
        platen run --only tag:nightly
        platen help run

      \(HelpText.aliases)
      \(HelpText.exitStatuses)
      \(HelpText.environment)
      """,
    version: "platen \(PlatenVersion.current)",
    groupedSubcommands: [
      CommandGroup(
        name: "Build", subcommands: [RunCommand.self, Render.self, Export.self, WatchCommand.self]),
      CommandGroup(
        name: "Inspect",
        subcommands: [
          Inspect.self, Check.self, PlanCommand.self, ExplainCommand.self, HistoryCommand.self,
          Looks.self, FontsCommand.self, RouteCommand.self, DistancesCommand.self,
          DiffCommand.self,
        ]),
      CommandGroup(
        name: "Control",
        subcommands: [
          PauseCommand.self, ResumeCommand.self, CancelCommand.self, ServeCommand.self,
          PreviewCommand.self, MCPCommand.self,
        ]),
      CommandGroup(
        name: "Set up",
        subcommands: [
          Init.self, Doctor.self, InstancesCommand.self, CacheCommand.self, SchemaCommand.self,
          SampleCommand.self, CompletionsCommand.self, VersionCommand.self,
        ]),
    ])

  /// Parses and runs; returns the exit status.
  static func run(_ given: [String]) -> Int32 {
    MallocTuning.settle()
    Signals.ignorePipeAndSize()
    var arguments: [String]
    do {
      arguments = try ResponseFiles.expand(given)
    } catch {
      Console(arguments: given).report((error as? Failure)?.diagnostics ?? [])
      return ExitStatus.usage
    }
    // The version alone takes the options of its command.
    if arguments.count == 2, arguments.contains("--version"),
      let option = arguments.first(where: { ["--verbose", "--json"].contains($0) })
    {
      return run(["version", option])
    }
    if withoutOutputOptions(arguments) == ["help", "help"] {
      printText(HelpText.ofHelp, isJSON: Console(arguments: arguments).isJSON)
      return ExitStatus.success
    }
    if arguments.starts(with: ["help", "help"]) { arguments.removeFirst() }
    arguments = replacingAlias(in: arguments)
    do throws(Failure) {
      if let text = try RenderHelp.text(for: withoutOutputOptions(arguments)) {
        printText(text, isJSON: Console(arguments: arguments).isJSON)
        return ExitStatus.success
      }
    } catch {
      Console(arguments: arguments).report(error.diagnostics)
      return ExitStatus.usage
    }
    if arguments == ["-v"] || arguments == ["-V"] { arguments = ["--version"] }
    do {
      var command: any ParsableCommand
      if let alone = commandAlone(arguments) {
        command = alone
      } else {
        if let fault = unknownCommand(arguments) {
          Console(arguments: arguments).report([fault])
          return ExitStatus.usage
        }
        command = try Platen.parseAsRoot(withoutOutputOptions(arguments))
      }
      try command.run()
      return ExitStatus.success
    } catch let status as Ended {
      return status.status
    } catch let failure as Failure {
      // A command that does not catch its own errors expects none.
      Console(arguments: arguments).report(failure.diagnostics)
      return ExitStatus.of(failure, otherwise: ExitStatus.jobFailed)
    } catch {
      let console = Console(arguments: arguments)
      switch Platen.exitCode(for: error).rawValue {
      case ExitStatus.success:
        printText(Platen.fullMessage(for: error), isJSON: console.isJSON)
        return ExitStatus.success
      case ExitStatus.usage:
        console.report([argumentError(error, in: arguments)])
        if console.isJSON,
          [RunCommand._commandName, Check._commandName].contains(arguments.first)
        {
          StandardOutput.write(EndLine.text(status: ExitStatus.usage))
        }
        return ExitStatus.usage
      default:
        // All errors in input are a `Failure`.
        console.report([.error(.commandInternal, "internal error; please report it: \(error)")])
        return ExitStatus.internalError
      }
    }
  }
}

extension Platen {
  /// Prints help, a version or a script; with `--json`, as a member of an object.
  private static func printText(_ text: String, isJSON: Bool) {
    var text = mainOptionsFirst(text)
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    guard isJSON else { return StandardOutput.write(text) }
    var json = JSONWriter()
    json.object { $0.member("text", text) }
    StandardOutput.write(json.text + "\n")
  }

  /// Help with the command's own options before those below other headings, where the parser has
  /// them last; any other text as it is.
  private static func mainOptionsFirst(_ help: String) -> String {
    var sections = help.split(separator: "\n\n", omittingEmptySubsequences: false)
    let own = sections.firstIndex { $0.hasPrefix("OPTIONS:\n") }
    let titled = sections.firstIndex { $0.prefix { $0 != "\n" }.hasSuffix(" OPTIONS:") }
    guard let own, let titled, titled < own else { return help }
    let last = sections[sections.count - 1]
    sections[sections.count - 1] = last.dropLast(last.hasSuffix("\n") ? 1 : 0)
    sections.insert(sections.remove(at: own), at: titled)
    return sections.joined(separator: "\n\n")
  }

  /// The arguments of a request for help without `--json` and `--color`, which the parser's own
  /// `help` does not take.
  private static func withoutOutputOptions(_ arguments: [String]) -> [String] {
    guard let first = arguments.first, ["help", "--help", "-h"].contains(first) else {
      return arguments
    }
    func isColor(_ text: some StringProtocol) -> Bool { ColorChoice(rawValue: "\(text)") != nil }
    var others: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--color", let value = rest.first, isColor(value) {
        rest.removeFirst()
      } else if argument != "--json",
        !(argument.hasPrefix("--color=") && isColor(argument.dropFirst("--color=".count)))
      {
        others.append(argument)
      }
    }
    return others
  }

  /// The command that the first word names, with its options, read without the others.
  ///
  /// Loading all commands and their options takes as long as a run with nothing to do. Nil where
  /// an argument is invalid, or help is requested: the full set of commands handles these.
  private static func commandAlone(_ arguments: [String]) -> (any ParsableCommand)? {
    guard let name = arguments.first,
      let command = configuration.subcommands.first(where: { $0._commandName == name }),
      command.configuration.subcommands.isEmpty
    else { return nil }
    // Help is a command of its own.
    let read = try? command.parseAsRoot(Array(arguments.dropFirst()))
    return read.flatMap { type(of: $0) == command ? $0 : nil }
  }
}

/// The end of a command that has reported everything itself.
struct Ended: Error {
  var status: Int32
  init(_ status: Int32) { self.status = status }
}

extension EndLine {
  /// Runs a body whose last event, with `--json`, states the exit status.
  static func writing(_ isJSON: Bool, after body: () throws -> Void) throws {
    do {
      try body()
      if isJSON { StandardOutput.write(text(status: ExitStatus.success)) }
    } catch let ended as Ended {
      if isJSON { StandardOutput.write(text(status: ended.status)) }
      throw ended
    }
  }
}

extension Console {
  /// Runs a body; errors are reported, and the command ends with one status for all of them.
  func exiting<T>(always status: Int32, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let failure as Failure {
      report(failure.diagnostics)
      throw Ended(status)
    }
  }

  /// Runs a body; errors are reported, and the command ends with their status.
  func exiting<T>(otherwise: Int32 = ExitStatus.jobFailed, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let failure as Failure {
      report(failure.diagnostics)
      throw Ended(ExitStatus.of(failure, otherwise: otherwise))
    } catch is Cancelled {
      throw Ended(ExitStatus.interrupted)
    }
  }
}
