// SPDX-License-Identifier: MIT
// Part of Platen: `platen completions`: the script that completes commands in a shell.

import ArgumentParser
import JSON

/// `platen completions`.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the script that completes commands, options and values in a shell.",
    discussion: """
      EXAMPLES
        platen completions bash > ~/.local/share/bash-completion/completions/platen
        platen completions zsh > ~/.zfunc/_platen
        platen completions fish > ~/.config/fish/completions/platen.fish
      """)

  /// A shell that has completions.
  enum Shell: String, CaseIterable, ExpressibleByArgument { case bash, fish, zsh }

  @Argument(help: "The shell (default: that of the variable SHELL).")
  var shell: Shell?
  @Flag(name: .customLong("json"), help: "Print the shell and its script as JSON.")
  var isJSON = false
  @OptionGroup var colors: ColorOptions

  func run() throws {
    let requested = shell.flatMap { CompletionShell(rawValue: $0.rawValue) }
    guard let shell = requested ?? .autodetected() else {
      let known = Shell.allCases.map(\.rawValue)
      throw ValidationError("The shell is unknown: specify \(Platen.alternatives(known)).")
    }
    let script = Platen.completionScript(for: shell)
    guard isJSON else {
      return StandardOutput.write(script.hasSuffix("\n") ? script : script + "\n")
    }
    var json = JSONWriter()
    json.object { json in
      json.member("shell", shell.rawValue)
      json.member("script", script)
    }
    StandardOutput.write(json.text + "\n")
  }
}
