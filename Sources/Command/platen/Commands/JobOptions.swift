// SPDX-License-Identifier: MIT
// Part of Platen: the keys of jobs as flags.

import ArgumentParser
import JobKit
import Jobs
import Pipeline

/// The keys of jobs that `platen render` takes, as flags derived from the tables of keys: every key
/// that a kind declares is a flag. The tables check the values, and reject those of another kind
/// than the input's.
struct JobOptions: ParsableArguments, CustomReflectable {
  /// One flag for all keys of a name, with the description of each.
  struct JobFlag {
    let flag: KeyFlag
    let help: ArgumentHelp
  }

  /// The given values, in the order of the flags.
  private var given: [[String]] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Name.self)
    given = try JobOptions.flags.map { flag in
      let name = Name(stringValue: flag.flag.name)
      switch flag.flag.count {
      case .repeated: return try values.decode(Option<[String]>.self, forKey: name).wrappedValue
      case .switched:
        return try values.decode(Flag<Bool?>.self, forKey: name).wrappedValue.map { ["\($0)"] }
          ?? []
      case .one, .joined: break
      }
      return try values.decode(Option<String?>.self, forKey: name).wrappedValue.map { [$0] } ?? []
    }
  }

  /// The parser finds options among the properties of a value, by their names.
  var customMirror: Mirror {
    Mirror(
      self, children: JobOptions.flags.map { (label: $0.flag.name, value: $0.option) },
      displayStyle: .struct)
  }

  /// The given flags, as the settings of a job.
  var settings: Settings {
    var settings = Settings()
    for (flag, texts) in zip(JobOptions.flags, given) { flag.flag.set(texts, in: &settings) }
    return settings
  }

  /// A flag's name as the parser requests it.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension JobOptions {
  /// The flags for the keys of all kinds: first those of every kind, then kind by kind.
  static let flags: [JobFlag] = {
    var order: [String] = []
    var alike: [String: [KeyFlag]] = [:]
    for flag in Jobs.kinds.flatMap(\.grammar.flags) {
      if alike[flag.name] == nil { order.append(flag.name) }
      alike[flag.name, default: []].append(flag)
    }
    return order.compactMap { name in alike[name].map(JobFlag.init) }
  }()
}

extension JobOptions {
  /// The words that a shell offers for a key, of all kinds of job.
  static func words(_ offered: OfferedWords) -> [String] {
    guard let context = try? RecipeContext.make(DiskEnvironment(), templates: nil) else {
      return []
    }
    var words: [String] = []
    for family in Jobs.lookKinds.map(\.family) {
      let found =
        switch offered {
        case .looks: family.names(in: context)
        case .layers: family.layers.map(\.name)
        }
      words += found.filter { !words.contains($0) }
    }
    return words
  }
}

extension JobOptions.JobFlag {
  /// - Parameter alike: the flags of one name, at least one.
  fileprivate init(_ alike: [KeyFlag]) {
    flag = alike[0]
    let sentences = alike.map(\.key.sentence)
    var about = sentences[0]
    // A key that differs in another kind lists both meanings.
    for other in sentences.dropFirst()
    where !JobOptions.JobFlag.holds(about.lowercased(), other.dropLast().lowercased()) {
      about = about.dropLast() + "; or " + other.prefix(1).lowercased() + other.dropFirst()
    }
    switch flag.count {
    case .one, .switched: break
    case .joined: about = about.dropLast() + ", joined by commas."
    case .repeated: about = about.dropLast() + ", may be repeated."
    }
    help = ArgumentHelp("\(about)", valueName: flag.valueName)
  }

  /// Indicates whether a text contains another, byte by byte: every run checks a dozen flags so.
  private static func holds(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard let first = part.first, text.count >= part.count else { return part.isEmpty }
    return (0...(text.count - part.count)).contains { start in
      text[start] == first && text[start...].starts(with: part)
    }
  }

  /// The option that the parser reads.
  fileprivate var option: Any {
    let name = NameSpecification.customLong(flag.name)
    return switch flag.count {
    case .repeated:
      Option<[String]>(
        wrappedValue: [], name: name, parsing: .singleValue, help: help, completion: completion)
    case .switched: Flag<Bool?>(name: name, inversion: .prefixedNo, help: help)
    case .one, .joined: Option<String?>(name: name, help: help, completion: completion)
    }
  }

  private var completion: CompletionKind {
    if let offered = flag.key.offered {
      return .custom { _, _, _ in JobOptions.words(offered) }
    }
    return switch flag.key.shape {
    case .path, .oneOrMore(.path), .list(of: .path): .file()
    case .folder: .directory
    case .word(let words), .oneOrMore(.word(let words)), .list(of: .word(let words)): .list(words)
    case .form(let form) where !form.words.isEmpty: .list(form.words)
    case .flag: .list(["true", "false"])
    default: .default
    }
  }
}
