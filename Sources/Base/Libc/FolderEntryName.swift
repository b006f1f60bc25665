// SPDX-License-Identifier: MIT
// Part of Platen: the names of a folder's entries.

extension UnsafeMutablePointer<dirent> {
  /// The entry's name, whatever its length.
  package var name: String { unsafe withName { unsafe String(cString: $0) } }

  /// Calls `body` with the name, which ends at its zero byte.
  package func withName<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    // d_name is a tuple of 256 bytes in Swift's eyes.
    unsafe withUnsafePointer(to: &pointee.d_name) { name in
      unsafe name.withMemoryRebound(to: CChar.self, capacity: 256, body)
    }
  }
}
