// SPDX-License-Identifier: MIT
// Part of Platen: the key of a manifest for a cache that machines share.

internal import Diagnostics
internal import Instances
internal import Values

/// The key `cache`.
enum CacheKeys {
  static let cache = ManifestKey(
    "cache",
    .mapping([
      ManifestKey(
        "remote", .form(address), "the address of the cache, or file:///path for a shared folder",
        example: "https://cache.example.org/platen", isRequired: true),
      ManifestKey(
        "credential", .form(InstanceKeys.credential),
        "where its token is stored; never the secret itself", example: "\"env:CACHE_TOKEN\""),
      ManifestKey(
        "signing-key", .form(InstanceKeys.credential),
        "where a key is stored that the users of the cache share: only what was signed with it is used",
        example: "\"file:secrets/cache.key\""),
      ManifestKey(
        "ca-file", .path,
        "a PEM file of certificates to trust instead of the system's, for a private server",
        example: "certs/cache.pem"),
      ManifestKey(
        "access", .word(["read-only", "read-write"]),
        "whether new results are put into it (default: read-write)", example: "read-only"),
    ]),
    "a cache of results that machines share: what one has built, others copy",
    example: "{ remote: \"https://cache.example.org/platen\", credential: \"env:CACHE_TOKEN\" }")

  private static let address = TextForm(
    name: "the address of a cache", pattern: "\\S",
    hint: "https://host/path, or file:///path for a shared folder"
  ) { text in InstanceKeys.fault { () throws(Failure) in _ = try SharedCache.Place(text) } }

  /// The cache that a manifest describes; nil where it describes none, or one with errors.
  static func read(
    _ value: PlacedValue?, folder: String, into log: inout DiagnosticList
  ) -> SharedCache? {
    guard let value, let place = value["remote"]?.text.flatMap({ try? SharedCache.Place($0) })
    else {
      return nil
    }
    var cache = SharedCache(place)
    cache.credential = value["credential"]?.text.flatMap { try? CredentialReference($0) }
    cache.signingKey = value["signing-key"]?.text.flatMap { try? CredentialReference($0) }
    cache.authority = value["ca-file"]?.text.map { joinedPath(folder, $0) }
    cache.isReadOnly = value["access"]?.text == "read-only"
    if cache.credential != nil, case .server(let address) = place, address.scheme == "http",
      !address.isLoopback
    {
      log.record(
        .manifestValue, "the credential would be sent in clear text: the address is http",
        at: value["remote"]?.place ?? value.place, hints: ["use https"])
    }
    return cache
  }
}
