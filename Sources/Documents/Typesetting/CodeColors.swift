// SPDX-License-Identifier: MIT
// Part of Platen: a lexer for syntax highlighting of code.

internal import Documents

extension BookStyle {
  /// Indicates whether the look styles the words of code: `span.keyword`, `span.comment`,
  /// `span.string`, `span.number`, `span.name`.
  var colorsCode: Bool { patches["span.keyword"] != nil }
}

/// Colors code line by line: comments, texts, numbers, key words and the names of types.
///
/// A lexer for similar languages, which differ by a few marks each; it does not parse. Code of an
/// unknown language is not colored.
struct CodeColors {
  /// The lexical grammar of a language.
  struct Grammar {
    var keywords: Set<String>
    var lineComments: [String] = ["//"]
    var blockComment: (open: String, close: String)? = ("/*", "*/")
    /// Marks that begin and end a text on one line.
    var quotes: [Character] = ["\"", "'"]
    /// Marks of texts that go over lines.
    var longQuotes: [String] = []
    /// Names that begin with a capital letter are types.
    var capitalsAreTypes = true
    /// A single quote may also mark a lifetime or a label, as in Rust.
    var hasLifetimes = false
    /// Letters besides those of the alphabet that words may hold.
    var wordExtras: Set<Character> = ["_"]
    /// Keywords are not case-sensitive.
    var ignoresCase = false
    /// Indicates whether a word before a colon or an equals sign at a line's beginning is a name.
    var hasKeys = false
  }

  private let grammar: Grammar
  /// The token that continues from the line before, and how it ends.
  private var open: (kind: Kind, close: String)?

  enum Kind: String { case keyword, comment, string, number, name }

  init?(language: String) {
    let name = language.lowercased().prefix { $0 != " " && $0 != "," && $0 != "{" }
    guard let grammar = Grammar.named(String(name)) else { return nil }
    self.grammar = grammar
  }

  /// The tokens of a line as inlines. Together they have the text of the line.
  mutating func inlines(of line: String) -> [Inline] {
    var result: [Inline] = []
    var plain = ""
    func flush() {
      if !plain.isEmpty { result.append(.text(plain)) }
      plain = ""
    }
    func add(_ text: Substring, _ kind: Kind?) {
      guard let kind else {
        plain += text
        return
      }
      flush()
      result.append(.span(Span([.text(String(text))], .classes(kind.rawValue))))
    }
    var rest = line[...]
    if grammar.hasKeys, open == nil, let (before, name) = CodeColors.key(rest) {
      add(before, nil)
      add(name, .name)
      rest = rest[name.endIndex...]
    }
    while !rest.isEmpty {
      let (text, kind) = token(at: rest)
      add(text, kind)
      rest = rest[text.endIndex...]
    }
    flush()
    return result
  }

  /// The token that a rest of a line begins with; its kind is nil for text that is not colored.
  private mutating func token(at rest: Substring) -> (text: Substring, kind: Kind?) {
    let first = rest[rest.startIndex]
    if let (kind, close) = open {
      let end = rest.firstRange(of: close)
      if end != nil { open = nil }
      return (rest[..<(end?.upperBound ?? rest.endIndex)], kind)
    }
    if grammar.lineComments.contains(where: { rest.hasPrefix($0) }) { return (rest, .comment) }
    if let block = grammar.blockComment, rest.hasPrefix(block.open) {
      open = (.comment, block.close)
      return (rest.prefix(block.open.count), .comment)
    }
    if let quote = grammar.longQuotes.first(where: { rest.hasPrefix($0) }) {
      open = (.string, quote)
      return (rest.prefix(quote.count), .string)
    }
    if grammar.quotes.contains(first), let text = text(at: rest, first) { return (text, .string) }
    if first.isASCII, first.isNumber {
      let number = rest.prefix {
        $0.isASCII && ($0.isNumber || $0.isLetter || $0 == "." || $0 == "_")
      }
      return (number, .number)
    }
    guard isWord(first) else { return (rest.prefix(1), nil) }
    let word = rest.prefix { isWord($0) || ($0.isASCII && $0.isNumber) }
    let key = grammar.ignoresCase ? word.lowercased() : String(word)
    let isType = grammar.capitalsAreTypes && first.isUppercase
    return (word, grammar.keywords.contains(key) ? .keyword : isType ? .name : nil)
  }

  private func isWord(_ letter: Character) -> Bool {
    letter.isLetter || grammar.wordExtras.contains(letter)
  }

  /// A text that ends on its line; nil for a lone mark.
  private func text(at rest: Substring, _ mark: Character) -> Substring? {
    var at = rest.index(after: rest.startIndex)
    while at < rest.endIndex {
      if rest[at] == "\\" {
        at = rest.index(after: at)
        if at < rest.endIndex { at = rest.index(after: at) }
        continue
      }
      if rest[at] == mark {
        let text = rest[...at]
        // Without a closing quote nearby, `'a` is a lifetime of Rust.
        return grammar.hasLifetimes && mark == "'" && text.count > 4 ? nil : text
      }
      at = rest.index(after: at)
    }
    return grammar.hasLifetimes && mark == "'" ? nil : rest
  }

  /// `name` of `name: value` and `name = value`, and the blanks before it.
  private static func key(_ line: Substring) -> (before: Substring, name: Substring)? {
    let before = line.prefix { $0 == " " || $0 == "\u{A0}" || $0 == "-" }
    let name = line[before.endIndex...].prefix {
      $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "."
    }
    let after = line[name.endIndex...].drop { $0 == " " || $0 == "\u{A0}" }
    guard !name.isEmpty, after.first == ":" || after.first == "=" else { return nil }
    return (before, name)
  }
}

extension CodeColors.Grammar {
  static func named(_ name: String) -> CodeColors.Grammar? {
    switch name {
    case "rust", "rs": rust
    case "swift": swift
    case "python", "py": python
    case "js", "javascript", "jsx", "ts", "typescript", "tsx": javaScript
    case "java", "kotlin", "kt", "scala", "c#", "csharp", "cs", "dart": java
    case "c", "cpp", "c++", "h", "hpp", "cc", "go", "golang", "zig": c
    case "sh", "bash", "shell", "zsh", "console", "fish": shell
    case "toml", "ini": toml
    case "yaml", "yml": yaml
    case "json", "jsonc": json
    case "sql": sql
    case "html", "xml", "svg": html
    case "css", "scss": css
    default: nil
    }
  }

  private static func words(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  static let rust = CodeColors.Grammar(
    keywords: words(
      """
      as async await break const continue crate dyn else enum extern false fn for if impl in let
      loop match mod move mut pub ref return self Self static struct super trait true type unsafe
      use where while
      """), hasLifetimes: true)

  static let swift = CodeColors.Grammar(
    keywords: words(
      """
      actor any as async await break case catch class continue default defer do else enum
      extension false for func guard if import in init inout is let nil private protocol public
      return self Self some static struct switch throw throws true try typealias var where while
      """), longQuotes: ["\"\"\""])

  static let python = CodeColors.Grammar(
    keywords: words(
      """
      and as assert async await break class continue def del elif else except False finally for
      from global if import in is lambda None nonlocal not or pass raise return True try while
      with yield
      """), lineComments: ["#"], blockComment: nil, longQuotes: ["\"\"\"", "'''"])

  static let javaScript = CodeColors.Grammar(
    keywords: words(
      """
      as async await break case catch class const continue default delete do else enum export
      extends false finally for from function if implements import in instanceof interface let new
      null of return static super switch this throw true try type typeof undefined var void while
      yield
      """), longQuotes: ["`"])

  static let java = CodeColors.Grammar(
    keywords: words(
      """
      abstract as break case catch class const continue data def default do else enum extends
      false final finally for fun if implements import in interface is let new null object
      override package private protected public return sealed static super switch this throw
      throws true try using val var void when while
      """))

  static let c = CodeColors.Grammar(
    keywords: words(
      """
      auto bool break case char class const constexpr continue default defer delete do double else
      enum extern false float fn for func go goto if import inline int interface long map
      namespace new nil nullptr package private public range return short signed sizeof static
      struct switch template this throw true try type typedef typename union unsigned using var
      virtual void while
      """), lineComments: ["//", "#include", "#define"])

  static let shell = CodeColors.Grammar(
    keywords: words(
      """
      alias case cd do done echo elif else esac exit export fi for function if in local return set
      source sudo then while
      """), lineComments: ["#"], blockComment: nil, capitalsAreTypes: false)

  static let toml = CodeColors.Grammar(
    keywords: words("true false"), lineComments: ["#", ";"], blockComment: nil,
    longQuotes: ["\"\"\"", "'''"], capitalsAreTypes: false, hasKeys: true)

  static let yaml = CodeColors.Grammar(
    keywords: words("true false null yes no"), lineComments: ["#"], blockComment: nil,
    capitalsAreTypes: false, hasKeys: true)

  static let json = CodeColors.Grammar(
    keywords: words("true false null"), capitalsAreTypes: false)

  static let sql = CodeColors.Grammar(
    keywords: words(
      """
      and as by create delete distinct drop from group having in index insert into is join left
      like limit not null on or order outer select set table union update values where with
      """), lineComments: ["--"], capitalsAreTypes: false, ignoresCase: true)

  static let html = CodeColors.Grammar(
    keywords: [], lineComments: [], blockComment: ("<!--", "-->"), capitalsAreTypes: false)

  static let css = CodeColors.Grammar(
    keywords: words("important"), capitalsAreTypes: false, wordExtras: ["_", "-"], hasKeys: true)
}
