// SPDX-License-Identifier: MIT
// Part of Platen: options of the commands that serve pages, and the lines they print first.

import ArgumentParser
import Diagnostics
import JSON
import Rehearsal
import Serving

/// The address of a server and who may use it.
struct ServerOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "n"))
  var port: UInt16 = 8080
  @Option(
    help: ArgumentHelp(
      "The address to listen on; any other than the default, this machine alone, requires a token.",
      valueName: "address"))
  var address = "127.0.0.1"
  @Option(
    help: ArgumentHelp(
      "The token of presenters, and of viewers of anything but a talk. Other users of this machine "
        + "cannot read PLATEN_TOKEN (default: PLATEN_TOKEN).", valueName: "text"))
  var token: String?

  /// Returns the endpoint.
  ///
  /// - Throws: `Failure` `option.address`.
  func endpoint() throws(Failure) -> Endpoint { try Endpoint(address: address, port: port) }

  /// Returns the token, which only an endpoint of this machine alone can do without.
  ///
  /// - Parameters:
  ///   - endpoint: the server's.
  ///   - risk: what anyone could do there without a token.
  ///   - command: the command's name, for the hint.
  /// - Throws: `Failure` `option.token`.
  func accessToken(
    at endpoint: Endpoint, risk: String, command: String
  ) throws(Failure) -> AccessToken? {
    let given = try ServerOptions.accessToken(token)
    guard given != nil || endpoint.isLoopback else {
      throw Failure(
        .error(
          .optionToken, "anyone who can reach \(endpoint.address) could \(risk)",
          hints: [
            "set a token: PLATEN_TOKEN=… platen \(command) …, or --token",
            "omit --address, so that only this machine can reach it",
          ]))
    }
    return given
  }

  /// Returns the token of the option or of `PLATEN_TOKEN`; nil where neither is set.
  ///
  /// - Throws: `Failure` `option.token` for one that is easily guessed.
  static func accessToken(_ option: String?) throws(Failure) -> AccessToken? {
    let given = option ?? Terminal.variable("PLATEN_TOKEN") ?? ""
    guard !given.isEmpty else { return nil }
    guard given.utf8.count >= 8 else {
      throw Failure(
        .error(
          .optionToken, "the token has fewer than 8 characters and is easily guessed",
          hints: ["generate one with openssl rand -hex 12"]))
    }
    return AccessToken(given)
  }
}

/// The lines that a server prints once it listens: its address, or with `--json` one event.
struct ServerAnnouncement {
  /// The members of the event between its name and the address.
  var members: (inout JSONWriter) -> Void
  /// The members after the address, which they receive.
  var lastMembers: (inout JSONWriter, String) -> Void = { _, _ in }
  /// The lines for people, made of the address.
  var lines: (String) -> [String]

  /// The announcement of pages that are all at one address, which viewers open with the token.
  ///
  /// - Parameters:
  ///   - member: the name of what is shown in the event, such as `root`.
  ///   - name: what is shown.
  ///   - needsToken: indicates whether viewers need the token.
  static func pages(_ member: String, _ name: String, needsToken: Bool) -> ServerAnnouncement {
    ServerAnnouncement(
      members: { $0.member(member, name) },
      lines: { address in
        ["\(printable(name)): \(address)\(needsToken ? "?token=… (your token)" : "")"]
      })
  }

  /// Prints it.
  func print(_ endpoint: Endpoint, _ common: CommonOptions) {
    let isEverywhere = ["0.0.0.0", "::"].contains(endpoint.address)
    let host = isEverywhere ? "THIS-MACHINE:\(endpoint.port)" : endpoint.authority
    let address = "http://\(host)/"
    if common.isJSON {
      var json = JSONWriter()
      json.object { json in
        json.member("event", "serving")
        members(&json)
        json.member("address", address)
        lastMembers(&json, address)
      }
      return StandardOutput.write(json.text + "\n")
    }
    guard !common.quiet else { return }
    StandardOutput.write((lines(address) + ["Ctrl-C ends it."]).map { $0 + "\n" }.joined())
  }
}
