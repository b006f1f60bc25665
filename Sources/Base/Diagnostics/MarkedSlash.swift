// SPDX-License-Identifier: MIT
// Part of Platen: paths from untrusted files whose slashes only the system sees.

extension StringProtocol {
  /// Indicates whether a slash carries a mark, such as U+0301: the system splits a path
  /// there, but a search for slashes or `..` among characters finds neither.
  public var hasMarkedSlash: Bool {
    let slash = UInt8(ascii: "/")
    return utf8.contains(slash)
      && utf8.lazy.filter { $0 == slash }.count != lazy.filter { $0 == "/" }.count
  }
}
