// SPDX-License-Identifier: MIT
// Part of Platen: lines of any encoding the system knows, as UTF-8.

internal import Diagnostics
internal import Libc

/// Turns text of an encoding into UTF-8.
final class TextConverter {
  /// nil where the text is in UTF-8 already.
  private let descriptor: iconv_t?

  init(from encoding: String) throws {
    let name = encoding.hasPrefix("microsoft-") ? String(encoding.dropFirst(10)) : encoding
    guard name.uppercased() != "UTF-8" else {
      descriptor = nil
      return
    }
    let made = iconv_open("UTF-8", name)
    // The result of iconv_open on failure.
    guard Int(bitPattern: made) != -1 else {
      throw Failure(
        .error(
          .hyphenationPatterns,
          "the hyphenation patterns cannot be read: no encoding is called \"\(name)\""))
    }
    descriptor = made
  }

  deinit { if let descriptor { iconv_close(descriptor) } }

  /// nil where the bytes mean nothing in the encoding.
  func utf8(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let descriptor, !line.allSatisfy({ $0 < 0x80 }) else { return line }
    var input = line.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: 4 * input.count)
    var left = output.count
    let done = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        var count = input.count
        return iconv(descriptor, &from, &count, &to, &left)
      }
    }
    guard done != -1 else { return nil }
    return output[..<(output.count - left)].map { UInt8(bitPattern: $0) }[...]
  }
}
