// SPDX-License-Identifier: MIT
// Part of Platen: the extensions of files' names.

/// The extension of a path's last name, without the dot, in lower case; empty where it has none.
package func fileExtension(of path: String) -> String {
  let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
  return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
}
