// SPDX-License-Identifier: MIT
// Part of Platen: the labels of pages in a PDF, counted in runs.

internal import Canvas

/// A run of pages whose labels count on (ISO 32000-1, 12.4.2).
struct PageLabelRun: Hashable {
  enum Style: String, Hashable { case decimal = "D", lowerRoman = "r", upperRoman = "R" }
  /// The index of the page, from 0.
  var page: Int
  /// Nil where the prefix is all of the label.
  var style: Style?
  var prefix = ""
  var start = 1

  /// The labels of all pages as runs: readers show exactly these texts.
  static func runs(of labels: [String]) -> [PageLabelRun] {
    var runs: [PageLabelRun] = []
    for (page, label) in labels.enumerated() {
      let run = PageLabelRun(page: page, label: label)
      if let last = runs.last, last.style == run.style, last.prefix == run.prefix,
        run.style == nil || run.start == last.start + page - last.page
      {
        continue
      }
      runs.append(run)
    }
    return runs
  }

  private init(page: Int, label: String) {
    self.page = page
    if let number = Int(label), number > 0, String(number) == label {
      style = .decimal
      start = number
    } else if let number = Roman.value(of: label.lowercased()), label == label.lowercased() {
      style = .lowerRoman
      start = number
    } else if let number = Roman.value(of: label.lowercased()), label == label.uppercased() {
      style = .upperRoman
      start = number
    } else {
      prefix = label
    }
  }

  func write(into body: inout [UInt8]) {
    body.put("<<")
    if let style { body.put("/S/\(style.rawValue)") }
    if !prefix.isEmpty {
      body.put("/P")
      body.put(text: prefix)
    }
    if style != nil, start != 1 { body.put("/St \(start)") }
    body.put(">>")
  }
}

private enum Roman {
  private static let digits: [(value: Int, text: String)] = [
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]

  /// The value of a numeral in small letters in its usual form, below 4,000.
  static func value(of text: String) -> Int? {
    var rest = text[...]
    var value = 0
    for digit in digits {
      while rest.hasPrefix(digit.text) {
        rest = rest.dropFirst(digit.text.count)
        value += digit.value
      }
    }
    guard rest.isEmpty, (1..<4000).contains(value), numeral(value) == text else { return nil }
    return value
  }

  private static func numeral(_ value: Int) -> String {
    var rest = value
    var text = ""
    for digit in digits {
      while rest >= digit.value {
        text += digit.text
        rest -= digit.value
      }
    }
    return text
  }
}
