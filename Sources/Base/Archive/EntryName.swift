// SPDX-License-Identifier: MIT
// Part of Platen: valid names of entries in an archive.

/// Validation of entries' names, before anything is read or written under them.
enum EntryName {
  /// The reason why `name` is invalid, or nil.
  ///
  /// A name that leaves the folder it is unpacked into is rejected by the rules of all systems:
  /// `/` and `\` both separate, and a drive letter is absolute.
  static func objection(to name: String) -> String? {
    let bytes = Array(name.utf8)
    if bytes.isEmpty { return "it is empty" }
    if bytes.contains(0) { return "it contains a zero byte" }
    let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
    if isSeparator(bytes[0]) { return "it is absolute" }
    if bytes.count >= 2, bytes[1] == UInt8(ascii: ":"), isLetter(bytes[0]) {
      return "it begins with a drive letter"
    }
    let parts = bytes.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) { return "it contains '..'" }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
  }
}
