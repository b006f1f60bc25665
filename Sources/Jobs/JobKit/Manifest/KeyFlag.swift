// SPDX-License-Identifier: MIT
// Part of Platen: keys of a manifest as flags of a command, derived from their declarations.

/// The form of a key as a flag, where that does not follow from its name and shape.
package enum FlagForm: Sendable, Equatable {
  /// The key's name; of several texts each is a flag of its own, and words of a list are joined by
  /// commas.
  case standard
  /// Another name, as of one of several: `--author` for `authors`.
  case named(String)
  /// Texts joined by commas, in which there are none.
  case joined
}

/// A key that a command takes as a flag.
package struct KeyFlag: Sendable {
  /// The number of times the flag is given.
  package enum Count: Sendable {
    /// Once, with one value.
    case one
    /// Once, with values that are joined by commas.
    case joined
    /// Once for each value.
    case repeated
    /// Without a value, or with `no-` before its name.
    case switched
  }

  package let key: ManifestKey
  /// Without the dashes.
  package let name: String
  /// The placeholder of its value in help, such as `file`.
  package let valueName: String
  package let count: Count

  /// Nil where the key takes only what cannot be written as a flag, such as a mapping.
  package init?(_ key: ManifestKey) {
    guard let valueName = key.shape.valueName else { return nil }
    self.key = key
    self.valueName = valueName
    name = if case .named(let name) = key.flag { name } else { key.name }
    count =
      if case .flag = key.shape {
        .switched
      } else {
        switch key.shape.listed {
        case nil: .one
        case .word?: .joined
        default: key.flag == .joined ? .joined : .repeated
        }
      }
  }

  /// Sets the key to what was given, one text for each time that the flag was.
  package func set(_ texts: [String], in settings: inout Settings) {
    guard let last = texts.last else { return }
    switch count {
    case .one, .switched: settings.set(key.name, to: last, flag: name)
    case .repeated: settings.set(key.name, to: texts, flag: name)
    case .joined:
      let words = last.split(separator: ",").map { String($0.filter { $0 != " " }) }
      if words.count == 1 {
        settings.set(key.name, to: words[0], flag: name)
      } else {
        settings.set(key.name, to: words, flag: name)
      }
    }
  }
}

extension JobGrammar {
  /// The flags for a job of this kind: for every key whose value a flag can hold, except the input,
  /// the keys that name and plan jobs of a manifest, servers, and an audience without effect.
  package var flags: [KeyFlag] {
    var others = ManifestKeys.running.union(ManifestKeys.planning).union([
      name, InstanceKeys.from.name,
    ])
    if !takesAudience { others.insert(ManifestKeys.audience.name) }
    return jobKeys.filter { !others.contains($0.name) }.compactMap { KeyFlag($0) }
  }

  /// The keys of this kind alone that no flag can hold, such as mappings: they are set in a manifest.
  package var manifestKeys: [ManifestKey] {
    (keys + options).filter { $0.shape.valueName == nil }
  }
}

extension Shape {
  /// The placeholder of a value in help; nil where a flag cannot hold it.
  fileprivate var valueName: String? {
    switch self {
    case .text, .form: "text"
    case .path: "file"
    case .folder: "dir"
    case .word: "word"
    case .flag: "true|false"
    case .integer, .number: "n"
    case .list(let shape), .oneOrMore(let shape): shape.valueName
    // A flag is the shape used least where several are possible.
    case .either(.flag, let other): other.valueName ?? Shape.flag.valueName
    case .either(let first, let second): first.valueName ?? second.valueName
    case .mapping, .table, .anything: nil
    }
  }

  /// The shape of each of several values; nil where there is one.
  fileprivate var listed: Shape? {
    switch self {
    case .list(let shape), .oneOrMore(let shape): shape
    case .either(let first, let second): first.listed ?? second.listed
    default: nil
    }
  }
}
