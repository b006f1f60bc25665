// SPDX-License-Identifier: MIT
// Part of Platen: the keys of a manifest for servers that jobs get their inputs from.

internal import Diagnostics
internal import Instances
internal import Pipeline

/// The keys of `instances`, and the key by which a job names one.
package enum InstanceKeys {
  static let instances = ManifestKey(
    "instances", .table(of: .mapping(keys)),
    "servers that jobs get their inputs from, by the names that jobs use",
    example: "{ club: { kind: bedrud, url: meet.example.org, credential: \"env:CLUB_TOKEN\" } }")

  /// The key of the kinds of job whose inputs an instance may hold.
  package static let from = OptionKey(
    "from", .text,
    "the instance that has the input; the input is then a name, id or title there, a pattern over "
      + "names, or . for all campaigns as one folder or for a report on a server of meetings",
    example: "archive")

  static let keys = [
    ManifestKey(
      "kind", .word(Instance.Kind.allCases.map(\.rawValue)),
      "the kind of server: bedrud has meetings, worldarchitect campaigns, toboggan a talk",
      example: "worldarchitect", isRequired: true),
    ManifestKey(
      "url", .form(address), "the address, with https unless http is specified",
      example: "https://play.example.org", isRequired: true),
    ManifestKey("label", .text, "the display name (default: the name)", example: "The club"),
    ManifestKey(
      "credential", .form(credential),
      "where its token, or its user name and password, is stored; never the secret itself",
      example: "\"file:secrets/club.json\""),
    ManifestKey(
      "user", .form(credential),
      "where the id of the user whose campaigns are fetched is stored (worldarchitect)",
      example: "\"env:PLAYER_ID\""),
    ManifestKey(
      "ca-file", .path,
      "a PEM file of certificates to trust instead of the system's, for a private server",
      example: "certs/club.pem"),
    ManifestKey(
      "concurrency", .integer(1...16), "concurrent requests (default: 2)", example: "4"),
    ManifestKey(
      "rate", .integer(1...100_000), "requests per minute (default: unlimited)", example: "60"),
    ManifestKey(
      "timeout", .form(DurationText.form()),
      "how long the server may be silent before a request fails (default: 30s)", example: "1m"),
    ManifestKey(
      "retries",
      .mapping([
        ManifestKey(
          "limit", .integer(0...100), "how often a request is retried (default: 3)",
          example: "5", isRequired: true),
        ManifestKey(
          "delay", .form(DurationText.form()),
          "the wait before the first retry, doubled for each further one (default: 1s)",
          example: "2s"),
      ]), "retries of requests that fail for a temporary reason",
      example: "{ limit: 5, delay: 2s }"),
    ManifestKey(
      "limits",
      .mapping([
        ManifestKey(
          "requests", .integer(1...100_000_000),
          "the most requests of one run (default: 100000)", example: "500000"),
        ManifestKey(
          "entries", .integer(1...100_000_000),
          "the most entries of one list, such as that of rooms (default: 100000)",
          example: "500000"),
        ManifestKey(
          "size", .form(size), "the most bytes of all answers of one run (default: 8G)",
          example: "32G"),
        ManifestKey(
          "time", .form(DurationText.form()),
          "the longest time one run may fetch, without waits for the rate (default: 1h)",
          example: "4h"),
      ]), "limits of one fetch; a server that exceeds them is treated as endless",
      example: "{ requests: 500000, time: 4h }"),
    ManifestKey(
      "stale", .word(["allow", "fail"]),
      "whether the cached copy is used, with a warning, when fetching fails (default: allow)",
      example: "fail"),
  ]

  private static let address = TextForm(
    name: "an address", pattern: "\\S", hint: "https://host, https://host:8443 or https://host/path"
  ) { text in fault { () throws(Failure) in _ = try WebAddress(text) } }

  private static let size = TextForm(
    name: "a size", pattern: "^[0-9]{1,12}(\\.[0-9]{1,9})?\\s*([KMGTkmgt]?([iI]?[bB])?)?$",
    hint: "a number with K, M, G or T: 8G"
  ) { text in
    (try? MemoryBudget(parsing: text)) == nil ? "\"\(text)\" is not a size" : nil
  }

  static let credential = TextForm(
    name: "a reference to a credential",
    pattern: "^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+|keyring:.+)$", hint: CredentialReference.hint
  ) { text in fault { () throws(Failure) in _ = try CredentialReference(text) } }

  /// The message a body fails with, which repeats nothing of the text it was given.
  static func fault(_ body: () throws(Failure) -> Void) -> String? {
    do throws(Failure) {
      try body()
      return nil
    } catch {
      return error.diagnostics.first?.message
    }
  }

  /// Keys under which people write a secret itself.
  static let secrets: Set<String> = [
    "token", "accesstoken", "refreshtoken", "password", "secret", "apikey", "key", "bearer",
    "authorization", "email",
  ]

  /// Indicates whether a text is a valid name of an instance, which becomes part of paths.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-"), text.utf8.count <= 64 else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || byte == 45 || byte == 95
    }
  }
}
