// SPDX-License-Identifier: MIT
// Part of Platen: people found by their names, as different systems write them.

/// Finds people by their names: case and blanks do not matter, nor marks in parentheses.
struct PeopleIndex {
  /// Indices by full names, and by parts of names; nil for a name that several people have.
  private var full: [String: Int?] = [:]
  private var partial: [String: Int?] = [:]
  private var emails: [String: Int] = [:]

  /// Adds the names of a person; a person may be added again under others.
  mutating func addPerson(_ name: String, aliases: [String] = [], email: String = "", as index: Int)
  {
    func insert(_ key: String, in names: inout [String: Int?]) {
      guard !key.isEmpty else { return }
      if let known = names[key] {
        if known != index { names[key] = .some(nil) }
      } else {
        names[key] = index
      }
    }
    insert(PeopleIndex.key(name), in: &full)
    for alias in aliases { insert(PeopleIndex.key(alias), in: &full) }
    for form in ([name] + aliases).flatMap(PeopleIndex.forms) { insert(form, in: &partial) }
    if !email.isEmpty { emails[email.lowercased()] = index }
  }

  /// The person of a name; nil where there is none, or several have it.
  func index(named name: String) -> Int? {
    let key = PeopleIndex.key(name)
    guard !key.isEmpty else { return nil }
    if let known = full[key] { return known }
    for form in [key] + PeopleIndex.forms(of: name) {
      if let known = full[form] ?? partial[form] { return known }
    }
    return nil
  }

  func index(email: String) -> Int? { email.isEmpty ? nil : emails[email.lowercased()] }

  /// A name without differences of case and blanks.
  static func key(_ name: String) -> String { name.line.lowercased() }

  /// Other forms of a name: without what is in parentheses, that alone, and `Last, First` in the
  /// other order.
  private static func forms(of name: String) -> [String] {
    var forms: [String] = []
    let key = key(name)
    var base = key
    if key.last == ")", let open = key.lastIndex(of: "("), open > key.startIndex {
      base = key[..<open].trimmed
      forms.append(base)
      let inner = key[key.index(after: open)...].dropLast().trimmed
      if !PeopleIndex.marks.contains(inner) { forms.append(inner) }
    }
    let parts = base.split(separator: ",")
    if parts.count == 2 { forms.append(parts[1].trimmed + " " + parts[0].trimmed) }
    return forms
  }

  /// Words in parentheses behind a name that are none of it.
  private static let marks: Set<String> = [
    "guest", "external", "unverified", "host", "co-host", "me", "you", "organizer", "presenter",
  ]

  /// The name without such a word behind it, and that word in lowercase letters; nil for a name
  /// without one.
  static func marked(_ name: String) -> (name: String, mark: String)? {
    guard name.last == ")", let open = name.lastIndex(of: "("), open > name.startIndex else {
      return nil
    }
    let mark = name[name.index(after: open)...].dropLast().trimmed.lowercased()
    return marks.contains(mark) ? (name[..<open].trimmed, mark) : nil
  }
}
