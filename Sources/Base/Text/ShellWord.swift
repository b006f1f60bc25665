// SPDX-License-Identifier: MIT
// Part of Platen: words of command lines that are shown to be copied into a shell.

/// A text as one word of a POSIX shell: as it is, or in single quotes where a shell would change it
/// or part it.
public func shellWord(_ text: String) -> String {
  let isPlain = text.allSatisfy {
    $0.isASCII && ($0.isLetter || $0.isNumber || "/.-_+@".contains($0))
  }
  if isPlain, !text.isEmpty { return text }
  return "'"
    + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
