// SPDX-License-Identifier: MIT
// Part of Platen: reads texts and numbers from values of any JSON type.

internal import Diagnostics
internal import JSON

/// Reads values leniently: a field may hold a text instead of a list, an object instead of a text, or
/// any other value.
struct LenientReader {
  var defects = DefectCounts()
  /// Indicates whether the value is for programmers only, so that missing parts are not reported.
  var isAside = false
  /// The text of JSON that is being read.
  private var text: TextOfJSON?

  /// The marker that the game leaves in lists where something was taken out.
  static let deleted = "__DELETE__"
  /// Texts of lists and objects end here; they are small in real campaigns.
  private static let limit = 64

  /// One line of text for a value: texts as they are, lists and objects joined.
  mutating func line(_ view: JSONView?, depth: Int = 0) -> String {
    guard let view else { return "" }
    switch view.kind {
    case .null: return ""
    case .string:
      let text = TextCleaner.line(view.string ?? "", &defects)
      if text == LenientReader.deleted {
        defects.count(.deletedMarker)
        return ""
      }
      return text
    case .bool, .number: return view.looseString ?? ""
    case .array:
      guard depth < 4 else { return "" }
      var parts: [String] = []
      for element in view.elements {
        guard parts.count < LenientReader.limit else {
          if !isAside { defects.count(.cutList, view.count - LenientReader.limit) }
          break
        }
        let part = line(element, depth: depth + 1)
        if !part.isEmpty { parts.append(part) }
      }
      return parts.joined(separator: ", ")
    case .object:
      guard depth < 4 else { return "" }
      for key in LenientReader.nameKeys {
        if let named = view.member(named: key), named.kind == .string {
          return line(named, depth: depth + 1)
        }
      }
      var parts: [String] = []
      for member in view.members {
        guard parts.count < LenientReader.limit else {
          if !isAside { defects.count(.cutList, view.count - LenientReader.limit) }
          break
        }
        let value = line(member.value, depth: depth + 1)
        guard !value.isEmpty, !Personal.isPersonal(member.key) else { continue }
        let key = LenientReader.words(member.key)
        parts.append(member.value.isObject ? "\(key) (\(value))" : "\(key): \(value)")
      }
      return parts.joined(separator: ", ")
    }
  }

  private static let nameKeys = ["display_name", "name", "title", "text", "description"]

  // MARK: Fields that hold something else

  /// Reads a text of JSON from here on, until what was read before is handed to `leave`.
  ///
  /// - Parameters:
  ///   - line: Which of a file's lines it is.
  ///   - value: What it stands in, where that is a value of the text read before.
  mutating func enter(_ root: JSONView, line: Int? = nil, of value: JSONView? = nil) -> TextOfJSON?
  {
    let outer = text
    text = TextOfJSON(root: root) {
      if let line { return "line \(line): " }
      return value.flatMap { value in outer.map { $0.name(of: value) + "." } } ?? ""
    }
    return outer
  }

  mutating func leave(_ outer: TextOfJSON?) { text = outer }

  /// Counts a value that is not what its field should hold. Empty values are not counted.
  mutating func stray(_ view: JSONView?) {
    guard let view, !isAside else { return }
    switch view.kind {
    case .null: return
    case .bool: if view.bool == false { return }
    case .array, .object: if view.count == 0 { return }
    case .number: break
    case .string:
      let text = (view.string ?? "").trimmed.lowercased()
      if LenientReader.emptyValues.contains(text) { return }
    }
    defects.countStray { text?.name(of: view) ?? "" }
  }

  private static let emptyValues: Set<String> = [
    "", "none", "null", "unknown", "n/a", "na", "-", "\u{2014}", "?", "tbd", "nil", "undefined",
    "unspecified", "varies", "hidden", "__delete__",
  ]

  /// The elements of a list that are read: games make short ones, and what is beyond is counted.
  mutating func elements(_ view: JSONView?, upTo limit: Int) -> [JSONView] {
    guard let view, view.isArray else {
      stray(view)
      return []
    }
    defects.count(.cutList, view.count - limit)
    return Array(view.elements.prefix(limit))
  }

  /// The members of an object that are read.
  mutating func members(_ view: JSONView?, upTo limit: Int) -> [(key: String, value: JSONView)] {
    guard let view, view.isObject else {
      stray(view)
      return []
    }
    defects.count(.cutList, view.count - limit)
    return view.members.prefix(limit).map { (key: $0.key, value: $0.value) }
  }

  /// Text of several lines; empty where the value is none.
  mutating func text(_ view: JSONView?) -> String {
    guard let view else { return "" }
    guard view.kind == .string else { return line(view) }
    let text = TextCleaner.cleaned(view.string ?? "", &defects)
    return text == LenientReader.deleted ? "" : text
  }

  /// The lines of a list, or the one line of a single value; empty ones are omitted.
  mutating func lines(_ view: JSONView?) -> [String] {
    guard let view else { return [] }
    guard view.isArray else {
      if view.isObject {
        var result: [String] = []
        for member in view.members {
          let value = line(member.value)
          if value.isEmpty || Personal.isPersonal(member.key) { continue }
          result.append(
            value == "true"
              ? LenientReader.words(member.key)
              : "\(LenientReader.words(member.key)): \(value)")
        }
        return result
      }
      let text = line(view)
      return text.isEmpty ? [] : [text]
    }
    var result: [String] = []
    result.reserveCapacity(view.count)
    for element in view.elements {
      let text = line(element)
      if !text.isEmpty { result.append(text) }
    }
    return result
  }

  /// A number within what a game knows; `looseInt` alone would take `1e18`.
  mutating func int(_ view: JSONView?) -> Int? {
    guard let view, !view.isNull else { return nil }
    if let value = view.looseInt, value.magnitude < 1_000_000_000_000 { return value }
    if view.kind == .string, let text = view.string, let value = LenientReader.leadingNumber(text) {
      return value
    }
    stray(view)
    return nil
  }

  /// The number a text such as `230gp` or `6,000` begins with.
  static func leadingNumber(_ text: some StringProtocol) -> Int? {
    var value: Int?
    var isNegative = false
    for byte in text.utf8 {
      if (0x30...0x39).contains(byte) {
        guard (value ?? 0) < 1_000_000_000_000 else { return nil }
        value = (value ?? 0) * 10 + Int(byte - 0x30)
      } else if byte == UInt8(ascii: "-"), value == nil, !isNegative {
        isNegative = true
      } else if byte == UInt8(ascii: ","), value != nil {
        continue
      } else if byte == 0x20 || byte == UInt8(ascii: "+"), value == nil {
        continue
      } else {
        break
      }
    }
    return value.map { isNegative ? -$0 : $0 }
  }

  /// The first of these members that has a value.
  func first(_ view: JSONView, _ keys: StaticString...) -> JSONView? {
    for key in keys {
      if let found = view[key], !found.isNull {
        if found.kind == .string, unsafe found.scalarBytes.isEmpty { continue }
        return found
      }
    }
    return nil
  }

  /// `heavily_wounded` as `heavily wounded`; text that is not an id stays as it is.
  static func words(ofID text: String) -> String {
    let isID =
      text.utf8.contains(UInt8(ascii: "_"))
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
          || byte == UInt8(ascii: "-")
      }
    return isID ? words(text) : text
  }

  /// `main_hand` as `main hand`.
  static func words(_ key: String) -> String {
    var key = key.replacing(byte: 0x5F, with: 0x20)
    while key.hasPrefix(" ") { key.removeFirst() }
    return key
  }
}

/// A text of JSON whose fields can be called by their way from its root.
struct TextOfJSON {
  let root: JSONView
  /// The part before that path: called only where the warning is reported.
  let lead: () -> String

  func name(of view: JSONView) -> String {
    lead() + printable(root.path(ofByte: view.offset), limit: 120)
  }
}

/// Data that identifies the player, or the player's tools.
enum Personal {
  /// Indicates whether a field of that name holds a person's or a session's id, a seed or a model's
  /// name.
  static func isPersonal(_ key: String) -> Bool {
    let key = key.lowercased()
    if exact.contains(key) { return true }
    return fragments.contains { key.contains($0) }
  }

  private static let exact: Set<String> = [
    "uid", "email", "user", "owner", "seed", "ip", "model", "provider", "token", "tokens", "cost",
  ]
  private static let fragments = [
    "user_id", "userid", "session_id", "sessionid", "email", "seed", "llm_", "gemini", "openai",
    "anthropic", "claude", "gpt", "model_", "_model", "api_key", "apikey", "token", "nonce",
    "device", "ip_address", "request_id", "trace", "provider", "owner_id", "account",
  ]
}

/// The members of an object in which many keys are looked up, most of which it does not have.
struct FieldSet {
  private let view: JSONView
  /// A bit for each length of a key there is.
  private let lengths: UInt64

  init(_ view: JSONView) {
    self.view = view
    var lengths: UInt64 = 0
    for member in view.members {
      let key = unsafe member.name.scalarBytes
      // An escape makes a key shorter than it is written.
      unsafe lengths |= key.contains(UInt8(ascii: "\\")) ? .max : 1 << UInt64(key.count % 64)
    }
    self.lengths = lengths
  }

  /// The member of that name, the last one where it occurs twice.
  subscript(key: StaticString) -> JSONView? {
    lengths >> UInt64(key.utf8CodeUnitCount % 64) & 1 == 0 ? nil : view[key]
  }
}
