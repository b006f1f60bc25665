// SPDX-License-Identifier: MIT
// Part of Platen: the system's descriptions of its errors.

/// The system's description of an error number.
package func systemErrorText(_ code: Int32) -> String {
  // strerror keeps its text in one place for all threads; strerror_r fills a buffer of the caller.
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else {
      return "error \(code)"
    }
    return String(cString: base)
  }
}
