// SPDX-License-Identifier: MIT
// Part of Platen: a small reader of well-formed markup, and the structure of what it reads.

/// An element of HTML in XML's syntax, read strictly: what is not well-formed is an error.
final class Markup {
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  enum Child {
    case element(Markup)
    case text(String)
  }

  let name: String
  let attributes: [String: String]
  private(set) var children: [Child] = []

  private init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  var elements: [Markup] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  var classes: [Substring] { (attributes["class"] ?? "").split(separator: " ") }

  /// The text of it and of all within.
  var text: String {
    children.reduce(into: "") { text, child in
      switch child {
      case .text(let more): text += more
      case .element(let element): text += element.text
      }
    }
  }

  /// The element and all below it that are of that name.
  func all(_ name: String) -> [Markup] {
    (self.name == name ? [self] : []) + elements.flatMap { $0.all(name) }
  }

  func all(where test: (Markup) -> Bool) -> [Markup] {
    (test(self) ? [self] : []) + elements.flatMap { $0.all(where: test) }
  }

  // MARK: Reading

  /// The root element. Elements listed in `verbatim` hold text up to their end tag; a lenient reader
  /// takes attributes without values.
  static func parse(
    _ bytes: [UInt8], verbatim: Set<String> = ["style", "script"], isLenient: Bool = false
  ) throws -> Markup {
    var at = 0
    func fault(_ what: String) -> Fault {
      let around = String(
        decoding: bytes[max(0, at - 60)..<min(bytes.count, at + 60)], as: UTF8.self)
      return Fault(description: "\(what) at byte \(at): \(around)")
    }
    func starts(_ text: String) -> Bool { bytes[at...].starts(with: text.utf8) }
    func skip(past end: String) throws {
      while at < bytes.count {
        if starts(end) {
          at += end.utf8.count
          return
        }
        at += 1
      }
      throw fault("no \(end)")
    }
    func name() throws -> String {
      let start = at
      while at < bytes.count, !" \t\n\r=/>\"'<&".utf8.contains(bytes[at]) { at += 1 }
      if at == start { throw fault("no name") }
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }
    func space() { while at < bytes.count, " \t\n\r".utf8.contains(bytes[at]) { at += 1 } }
    func characters(until ends: [UInt8]) throws -> String {
      var result: [UInt8] = []
      while at < bytes.count, !ends.contains(bytes[at]) {
        let byte = bytes[at]
        if byte == UInt8(ascii: "&") {
          guard let end = bytes[at...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            throw fault("a bare ampersand")
          }
          let entity = String(decoding: bytes[at + 1..<end], as: UTF8.self)
          let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
          if let text = known[entity] {
            result += Array(text.utf8)
          } else if entity.hasPrefix("#"),
            let code = entity.hasPrefix("#x")
              ? UInt32(entity.dropFirst(2), radix: 16) : UInt32(entity.dropFirst()),
            let scalar = Unicode.Scalar(code)
          {
            result += Array(String(Character(scalar)).utf8)
          } else {
            throw fault("an unknown entity \(entity)")
          }
          at = end + 1
          continue
        }
        if byte < 0x20, ![0x09, 0x0A, 0x0D].contains(byte) { throw fault("a control character") }
        if byte == UInt8(ascii: "<") { throw fault("a bare bracket") }
        result.append(byte)
        at += 1
      }
      return String(decoding: result, as: UTF8.self)
    }

    var root: Markup?
    var open: [Markup] = []
    while at < bytes.count {
      if bytes[at] != UInt8(ascii: "<") {
        let text = try characters(until: [UInt8(ascii: "<")])
        if let last = open.last {
          last.children.append(.text(text))
        } else if text.contains(where: { !$0.isWhitespace }) {
          throw fault("text outside the root")
        }
      } else if starts("<?") {
        try skip(past: "?>")
      } else if starts("<!--") {
        try skip(past: "-->")
      } else if starts("<!") {
        try skip(past: ">")
      } else if starts("</") {
        at += 2
        let tag = try name()
        guard let last = open.popLast(), last.name == tag, bytes[at] == UInt8(ascii: ">") else {
          throw fault("</\(tag)> ends nothing")
        }
        at += 1
      } else {
        at += 1
        let tag = try name()
        var attributes: [String: String] = [:]
        space()
        while at < bytes.count, bytes[at] != UInt8(ascii: ">"), bytes[at] != UInt8(ascii: "/") {
          let key = try name()
          if isLenient, !starts("=") {
            attributes[key] = ""
            space()
            continue
          }
          guard starts("=\"") else { throw fault("an attribute without a quoted value") }
          at += 2
          let value = try characters(until: [UInt8(ascii: "\"")])
          at += 1
          if attributes.updateValue(value, forKey: key) != nil { throw fault("\(key) twice") }
          space()
        }
        let element = Markup(tag, attributes)
        if let last = open.last {
          last.children.append(.element(element))
        } else if root == nil {
          root = element
        } else {
          throw fault("a second root")
        }
        if starts("/>") {
          at += 2
        } else if starts(">") {
          at += 1
          if verbatim.contains(tag) {
            let start = at
            try skip(past: "</\(tag)>")
            let end = at - tag.utf8.count - 3
            element.children.append(.text(String(decoding: bytes[start..<end], as: UTF8.self)))
          } else {
            open.append(element)
          }
        } else {
          throw fault("a tag without an end")
        }
      }
    }
    guard let root, open.isEmpty else { throw fault("it ends too early") }
    return root
  }
}
