// SPDX-License-Identifier: MIT
// Part of Platen: what is wrong with single tokens, which are skipped.

internal import Diagnostics

/// Problems with tokens. Each skips its token and never the file; like ones become one warning.
struct TokenProblems {
  /// Problems of one reason that have a warning each.
  static let single = 3

  private struct Group {
    var first: [Diagnostic]
    var names: [String]
    var reason: String
    var skips: Bool
    var count: Int
  }

  private struct Key: Hashable {
    var code: Diagnostic.Code
    var reason: String
  }

  private var groups: [Group] = []
  private var indices: [Key: Int] = [:]
  /// The number of tokens that are skipped.
  private(set) var skipped = 0

  /// Records that a token is skipped.
  ///
  /// - Parameters:
  ///   - reason: the problem without the name of the token: like reasons become one warning.
  ///   - message: the problem with its name; it is made only where it is printed.
  mutating func skip(
    _ name: String, _ code: Diagnostic.Code, _ reason: String, at place: SourceLocation,
    hints: @autoclosure () -> [String] = [], message: @autoclosure () -> String
  ) {
    skipped += 1
    record(name, code, reason, at: place, skips: true, hints: hints(), message: message())
  }

  /// Records something about a token that is kept, or a part of a file beside tokens.
  mutating func note(
    _ name: String, _ code: Diagnostic.Code, _ reason: String, at place: SourceLocation,
    hints: @autoclosure () -> [String] = [], message: @autoclosure () -> String
  ) {
    record(name, code, reason, at: place, skips: false, hints: hints(), message: message())
  }

  private mutating func record(
    _ name: String, _ code: Diagnostic.Code, _ reason: String, at place: SourceLocation,
    skips: Bool, hints: @autoclosure () -> [String], message: @autoclosure () -> String
  ) {
    let key = Key(code: code, reason: reason)
    guard let index = indices[key] else {
      indices[key] = groups.count
      groups.append(
        Group(
          first: [.warning(code, message(), at: place, hints: hints())],
          names: [printable(name, limit: 60)], reason: reason, skips: skips, count: 1))
      return
    }
    groups[index].count += 1
    guard groups[index].first.count < TokenProblems.single else { return }
    let diagnostic = Diagnostic.warning(code, message(), at: place, hints: hints())
    // A value that serves several modes is read for each of them.
    guard !groups[index].first.contains(diagnostic) else {
      groups[index].count -= 1
      return
    }
    groups[index].first.append(diagnostic)
    groups[index].names.append(printable(name, limit: 60))
  }

  /// The warnings, in the order of the first of each reason.
  var warnings: [Diagnostic] {
    groups.flatMap { group -> [Diagnostic] in
      let isFolded = group.count > (group.skips ? TokenProblems.single : 1)
      guard isFolded, var folded = group.first.first else { return group.first }
      let names = group.names.joined(separator: ", ")
      let more = group.count - group.names.count
      folded.message =
        group.skips
        ? "\(group.count) tokens are skipped, \(names) the first: \(group.reason)"
        : "\(group.reason): \(names)" + (more > 0 ? " and \(more) more" : "")
      return [folded]
    }
  }

  /// The same as errors, for a file of which nothing is left.
  var errors: [Diagnostic] {
    warnings.map { warning in
      var error = warning
      error.severity = .error
      return error
    }
  }
}
