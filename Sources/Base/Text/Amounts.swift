// SPDX-License-Identifier: MIT
// Part of Platen: durations, amounts of bytes and other numbers in messages.

/// A duration in words: `0.25 s`, `3.1 s`, `2 min 5 s`.
public func formatted(seconds: Double) -> String {
  if seconds >= 100 { return "\(Int(seconds / 60)) min \(Int(seconds) % 60) s" }
  let tenths = Int((seconds * (seconds < 1 ? 100 : 10)).rounded())
  if seconds < 1 { return "0.\(tenths < 10 ? "0" : "")\(min(99, tenths)) s" }
  return "\(tenths / 10).\(tenths % 10) s"
}

/// An amount of bytes in words: `12 B`, `3.4 kB`, `120 MB`.
public func formatted(bytes: Int) -> String {
  var value = Double(bytes)
  for unit in ["B", "kB", "MB"] {
    if value < 1000 || unit == "MB" && value < 10_000 {
      let rounded = Int((value * 10).rounded())
      return unit == "B" || value >= 100
        ? "\(Int(value.rounded())) \(unit)" : "\(rounded / 10).\(rounded % 10) \(unit)"
    }
    value /= 1000
  }
  return "\(Int(value.rounded())) GB"
}

/// A number in a message: without a point where it is whole.
package func brief(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
}
