// SPDX-License-Identifier: MIT
// Part of Platen: notifications that a run has ended, by command, webhook or mail.

internal import Diagnostics
internal import Libc
internal import Pipeline
internal import Text

/// Notifies those whom `on-finish` names. A notification that fails is a warning: the run is over,
/// and its outputs exist.
package struct FinishNotifier {
  /// Starts the programs that notifications go through.
  package struct Sender {
    /// The program that takes mail as sendmail does; nil for the system's.
    package var sendmail: String?
    /// Runs a program to its end, with variables added and text to read.
    package var run: (Launch) throws -> Int32

    /// Creates a sender from its mail program and a way to run programs.
    package init(sendmail: String?, run: @escaping (Launch) throws -> Int32) {
      self.sendmail = sendmail
      self.run = run
    }
  }

  /// A program that is to run.
  package struct Launch {
    package var program: String
    package var arguments: [String]
    package var variables: [(String, String)]
    package var input: String
    /// Seconds after which it is ended.
    package var timeout: Int
  }

  let summary: RunSummary
  let isUnwritten: Bool
  let sender: Sender

  private static let timeout = 60

  func notify(_ actions: [FinishAction]) -> [Diagnostic] {
    let totals = summary.record.totals
    let isBad = totals.failed + totals.cancelled > 0 || isUnwritten
    return actions.compactMap { action in
      switch action.occasion {
      case .always: break
      case .failed: guard isBad else { return nil }
      case .changed: guard isBad || totals.built > 0 else { return nil }
      }
      do {
        let status = try send(action.means)
        guard status != 0 else { return nil }
        return .warning(.finishFailed, "\(name(action.means)) ended with \(status)")
      } catch {
        let why = (error as? Failure)?.diagnostics.first?.message ?? "\(error)"
        return .warning(.finishFailed, "\(name(action.means)): \(why)")
      }
    }
  }

  private func name(_ means: FinishAction.Means) -> String {
    switch means {
    case .command(let text): "on-finish: \(printable(String(text.prefix(60))))"
    // The part after the host is often a secret.
    case .webhook(let address): "on-finish: the webhook at \(FinishNotifier.host(address))"
    case .mail(let whom): "on-finish: mail to \(printable(whom))"
    }
  }

  private func send(_ means: FinishAction.Means) throws -> Int32 {
    let variables = [
      ("PLATEN_SUMMARY", summary.sentence), ("PLATEN_STATUS", "\(summary.status)"),
      ("PLATEN_ROOT", summary.root), ("PLATEN_BUILT", "\(summary.record.totals.built)"),
      ("PLATEN_FAILED", "\(summary.record.totals.failed)"),
    ]
    switch means {
    case .command(let text):
      return try run("/bin/sh", ["-c", text], variables, input: summary.json + "\n")
    case .webhook(let address):
      // The address by a file it reads: command lines are visible to all users.
      let safe = address.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
      let body = summary.json.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
      let configuration = """
        url = "\(safe)"
        header = "Content-Type: application/json"
        data-binary = "\(body)"
        fail
        silent
        show-error
        max-time = \(FinishNotifier.timeout - 10)
        proto = "=http,https"
        output = "/dev/null"

        """
      return try run("curl", ["--config", "-"], variables, input: configuration)
    case .mail(let whom):
      let mail =
        "To: \(whom)\nSubject: \(FinishNotifier.header(summary.sentence))\nMIME-Version: 1.0\n"
        + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n"
        + "Auto-Submitted: auto-generated\n\n" + summary.text
      return try run(sendmail, ["-t", "-i"], variables, input: mail)
    }
  }

  private func run(
    _ program: String, _ arguments: [String], _ variables: [(String, String)], input: String
  ) throws -> Int32 {
    try sender.run(
      Launch(
        program: program, arguments: arguments, variables: variables, input: input,
        timeout: FinishNotifier.timeout))
  }

  /// The path that systems have it at; a name is looked up elsewhere.
  private var sendmail: String {
    if let named = sender.sendmail, !named.isEmpty { return named }
    return ["/usr/sbin/sendmail", "/usr/lib/sendmail"].first { access($0, X_OK) == 0 } ?? "sendmail"
  }

  private static func host(_ address: String) -> String {
    guard let start = address.firstRange(of: "://") else { return "?" }
    let host = address[start.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return printable(String(host.split(separator: "@").last ?? host[...]))
  }

  /// A header's value: beyond ASCII as RFC 2047 has it, in words of at most 75 letters.
  private static func header(_ text: String) -> String {
    let plain = text.unicodeScalars.map { $0.value < 0x20 ? " " : String($0) }.joined()
    guard !plain.utf8.allSatisfy({ $0 < 0x80 }) else { return plain }
    var words: [String] = []
    var word = ""
    for character in plain {
      if word.utf8.count + character.utf8.count > 45 {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    words.append(word)
    return words.map { "=?utf-8?B?\(Base64.encode(Array($0.utf8)))?=" }
      .joined(separator: "\n ")
  }
}
