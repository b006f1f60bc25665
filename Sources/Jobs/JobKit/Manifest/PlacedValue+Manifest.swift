// SPDX-License-Identifier: MIT
// Part of Platen: YAML of manifests, looks and phrasebooks.

package import Values

extension YAMLCodes {
  /// The codes of errors in manifests and other files of settings.
  package static let manifest = YAMLCodes(
    syntax: .manifestYaml, duplicateKey: .manifestDuplicateKey, depth: .manifestDepth,
    tooLarge: .manifestTooLarge, encoding: .manifestEncoding)
}

extension PlacedValue {
  /// Reads a manifest or another file of settings, whose plain scalars their keys decide about.
  ///
  /// - Returns: nil when the document is empty or null.
  /// - Throws: `Failure` `manifest.…` with the place of the first error.
  package init?(yaml bytes: [UInt8], file: String) throws {
    var options = YAMLOptions(codes: .manifest)
    options.sizeHint = "split it into several manifests"
    try self.init(yaml: bytes, file: file, options: options)
  }
}
