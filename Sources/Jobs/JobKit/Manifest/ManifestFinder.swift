// SPDX-License-Identifier: MIT
// Part of Platen: finding the manifest, here or in a folder above.

/// The names a manifest may have, in order of preference.
package let manifestNames = ["platen.yaml", "platen.json"]

/// The nearest manifest at or above a folder.
///
/// - Parameters:
///   - folder: an absolute path.
///   - exists: whether there is a file at a path.
/// - Returns: its path, or nil.
package func findManifest(from folder: String, exists: (String) -> Bool) -> String? {
  var parts = folder.split(separator: "/")
  while true {
    let place = "/" + parts.map { $0 + "/" }.joined()
    for name in manifestNames where exists(place + name) { return place + name }
    if parts.popLast() == nil { return nil }
  }
}
