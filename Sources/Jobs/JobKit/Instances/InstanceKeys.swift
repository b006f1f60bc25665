// SPDX-License-Identifier: MIT
// Part of Platen: what a manifest may say of servers that jobs are made from.

internal import Diagnostics
internal import Instances
internal import Pipeline

/// The keys of `instances`, and the key by which a job names one.
package enum InstanceKeys {
  static let instances = ManifestKey(
    "instances", .table(of: .mapping(keys)),
    "servers that jobs are made from, by the names jobs call them",
    example: "{ club: { kind: bedrud, url: meet.example.org, credential: \"env:CLUB_TOKEN\" } }")

  /// For the kinds of job whose inputs an instance may hold.
  package static let from = OptionKey(
    "from", .text,
    "the instance the input is on; the input is then a name, an id or a title there, or a pattern "
      + "over names, or . for all campaigns as one folder, or for a report on a server of meetings",
    example: "archive")

  static let keys = [
    ManifestKey(
      "kind", .word(Instance.Kind.allCases.map(\.rawValue)),
      "what it is: bedrud holds meetings, worldarchitect campaigns, toboggan a talk",
      example: "worldarchitect", isRequired: true),
    ManifestKey(
      "url", .form(address), "where it is; https where nothing else is said",
      example: "https://play.example.org", isRequired: true),
    ManifestKey("label", .text, "what people call it; its name when left out", example: "The club"),
    ManifestKey(
      "credential", .form(credential),
      "where its token, or the name and password to sign in with, are kept; never they themselves",
      example: "\"file:secrets/club.json\""),
    ManifestKey(
      "user", .form(credential),
      "where the id of the user is kept whose campaigns are fetched (worldarchitect)",
      example: "\"env:PLAYER_ID\""),
    ManifestKey(
      "ca-file", .path,
      "a file of certificates (PEM) to believe instead of the system's, for a server of one's own",
      example: "certs/club.pem"),
    ManifestKey(
      "concurrency", .integer(1...16), "requests under way at once; 2 when left out", example: "4"),
    ManifestKey(
      "rate", .integer(1...100_000), "requests in a minute; as many as it takes when left out",
      example: "60"),
    ManifestKey(
      "timeout", .form(DurationText.form()),
      "how long it may be silent before a request is given up; 30s when left out", example: "1m"),
    ManifestKey(
      "retries",
      .mapping([
        ManifestKey(
          "limit", .integer(0...100), "how often a request is made again; 3 when left out",
          example: "5", isRequired: true),
        ManifestKey(
          "delay", .form(DurationText.form()),
          "the wait before the first retry, each further one twice as long; 1s when left out",
          example: "2s"),
      ]), "what is done about requests that failed for a reason that may pass",
      example: "{ limit: 5, delay: 2s }"),
    ManifestKey(
      "limits",
      .mapping([
        ManifestKey(
          "requests", .integer(1...100_000_000),
          "the most requests of one run; 100000 when left out", example: "500000"),
        ManifestKey(
          "entries", .integer(1...100_000_000),
          "the most entries of one list, such as that of rooms; 100000 when left out",
          example: "500000"),
        ManifestKey(
          "size", .form(size), "the most bytes of all answers of one run; 8G when left out",
          example: "32G"),
        ManifestKey(
          "time", .form(DurationText.form()),
          "the longest one run may take to fetch all, waiting for the rate not counted; 1h when left "
            + "out", example: "4h"),
      ]), "what a fetch may take in all before the server counts as one without end",
      example: "{ requests: 500000, time: 4h }"),
    ManifestKey(
      "stale", .word(["allow", "fail"]),
      "whether what was fetched last does, with a warning, when it cannot be had anew; allow when "
        + "left out", example: "fail"),
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

  private static let credential = TextForm(
    name: "a reference to a credential",
    pattern: "^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+|keyring:.+)$", hint: CredentialReference.hint
  ) { text in fault { () throws(Failure) in _ = try CredentialReference(text) } }

  /// What a body fails with, in words that repeat nothing of what it was given.
  private static func fault(_ body: () throws(Failure) -> Void) -> String? {
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

  /// A name of an instance: it stands in paths.
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
