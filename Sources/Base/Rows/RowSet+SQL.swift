// SPDX-License-Identifier: MIT
// Part of Platen: rows from SQL dumps: INSERT and COPY, with lookups of earlier rows.

internal import Diagnostics

extension RowSet {
  /// Reads the rows that a dump or a seed file inserts into tables.
  ///
  /// `INSERT INTO … VALUES` and PostgreSQL's `COPY … FROM stdin` are read; a value may be looked up
  /// in earlier rows (`(SELECT id FROM t WHERE slug = 'x')`, `LIKE`). Rows without an id are
  /// numbered from 1, as by a serial column. Statements that change or remove rows are not carried
  /// out, with a warning.
  ///
  /// - Throws: `Failure` `rows.sql` with the line.
  public init(sql bytes: [UInt8], file: String) throws {
    try RowSet.checkText(bytes, .rowsSql, at: SourceLocation(file: file))
    var reader = SQLReader(SQLScanner(bytes, file: file))
    try reader.read()
    self = reader.rows
  }
}

/// A reader of a dump.
private struct SQLReader {
  private var scanner: SQLScanner
  private var token: SQLToken?
  private var place: SourceLocation
  var rows = RowSet()
  /// Columns by table, in the order of CREATE TABLE.
  private var columns: [String: [String]] = [:]
  /// The last id of each table.
  private var serials: [String: Int] = [:]
  /// The values of rows in requested columns of a table.
  private var uniqueKeys: [Columns: Set<[RowValue?]>] = [:]
  /// The first row of a table by its text in a requested column.
  private var firstRows: [Columns: [String: Int]] = [:]
  /// The number of open parentheses and arrays.
  private var depth = 0
  /// The number of steps of lookups so far.
  private var steps = 0

  private struct Columns: Hashable {
    var table: String
    var names: [String]

    /// Creates a key that does not depend on the order of names.
    init(_ table: String, _ names: [String]) {
      self.table = table
      self.names = Set(names).sorted()
    }
  }

  /// The limit of nested values.
  private static let depthLimit = 64
  /// The limit of steps of ``isLike(_:_:anyCase:)`` per file: about a second.
  private static let stepLimit = 100_000_000
  /// The steps that an indexed row counts as.
  private static let stepsPerRow = 20
  /// The largest number of indexes; seed files look rows up by far fewer columns.
  private static let indexLimit = 16

  init(_ scanner: SQLScanner) {
    self.scanner = scanner
    place = scanner.place
  }

  mutating func read() throws {
    try advance()
    while token != nil {
      switch token {
      case .word("insert"), .word("replace"): try insert()
      case .word("copy"): try copy()
      case .word("create"): try create()
      case .word("with"): try skipQuery()
      case .word(let word) where ["update", "delete", "truncate", "merge"].contains(word):
        rows.warnings.append(
          .warning(
            .rowsSql,
            "\(word.uppercased()) is not carried out: rows are read as inserted",
            at: place))
        try skipStatement()
      default: try skipStatement()
      }
    }
  }

  // MARK: Words

  private mutating func advance() throws {
    place = scanner.place
    token = try scanner.next()
    if token != nil { place = scanner.place }
  }

  /// Skips a statement that begins with queries, with a warning about inserted rows.
  private mutating func skipQuery() throws {
    let start = place
    while let now = token {
      try advance()
      if now == .sign(";") { return }
      if now == .word("insert"), try accept("into") {
        warnOfQuery(of: try name(), at: start)
      }
    }
  }

  private mutating func warnOfQuery(of table: String, at place: SourceLocation) {
    rows.warnings.append(
      .warning(
        .rowsSql, "rows of \(table) from a query are not read; use VALUES or COPY",
        at: place))
  }

  private mutating func skipStatement() throws {
    while let now = token {
      try advance()
      if now == .sign(";") { return }
    }
  }

  private mutating func accept(_ word: String) throws -> Bool {
    guard token == .word(word) || token == .sign(word) else { return false }
    try advance()
    return true
  }

  private mutating func expect(_ word: String) throws {
    guard try accept(word) else { throw unexpected("\"\(word.uppercased())\"") }
  }

  private func unexpected(_ expected: String) -> Failure {
    let found =
      switch token {
      case nil: "the end of the file"
      case .word(let text)?, .sign(let text)?, .number(let text)?:
        "\"\(printable(text, limit: 40))\""
      case .string(let text)?: "'\(printable(text, limit: 40))'"
      }
    return Failure(.error(.rowsSql, "expected \(expected), found \(found)", at: place))
  }

  /// Reads a name without its schema.
  private mutating func name() throws -> String {
    guard case .word(var name)? = token else { throw unexpected("a name") }
    try advance()
    while try accept(".") {
      guard case .word(let inner)? = token else { throw unexpected("a name") }
      name = inner
      try advance()
    }
    let plain = Row.plainName(name)
    try RowSet.checkName(plain, .rowsSql, at: place)
    return plain
  }

  private mutating func names() throws -> [String] {
    var names: [String] = []
    repeat { names.append(try name()) } while try accept(",")
    try expect(")")
    guard names.count <= RowSet.fieldLimit else {
      throw Failure(
        .error(.rowsSql, "the row has more than \(RowSet.fieldLimit) fields", at: place))
    }
    return names
  }

  // MARK: Statements

  /// Reads the columns of a table, for statements that name none.
  private mutating func create() throws {
    try advance()
    while token == .word("temporary") || token == .word("temp") || token == .word("unlogged") {
      try advance()
    }
    guard try accept("table") else { return try skipStatement() }
    if try accept("if") {
      try expect("not")
      try expect("exists")
    }
    let table = try name()
    guard try accept("(") else { return try skipStatement() }
    var found: [String] = []
    var depth = 1
    var isStart = true
    let constraints = [
      "primary", "unique", "foreign", "check", "constraint", "key", "index", "exclude",
    ]
    while depth > 0, let now = token {
      switch now {
      case .sign("("): depth += 1
      case .sign(")"): depth -= 1
      case .sign(",") where depth == 1: isStart = true
      case .word(let word) where isStart && depth == 1:
        if !constraints.contains(word) { found.append(Row.plainName(word)) }
        isStart = false
      default: isStart = false
      }
      try advance()
    }
    columns[table] = found
    try skipStatement()
  }

  private mutating func insert() throws {
    try advance()
    while token == .word("ignore") || token == .word("or") || token == .word("replace") {
      try advance()
    }
    try expect("into")
    let table = try name()
    let named = try accept("(") ? try names() : columns[table]
    if try accept("overriding") {
      while token != nil, token != .word("values") { try advance() }
    }
    guard try accept("values") else {
      warnOfQuery(of: table, at: place)
      return try skipStatement()
    }
    guard let named else {
      throw Failure(
        .error(
          .rowsSql, "INSERT without columns, and without an earlier CREATE TABLE",
          at: place,
          hints: ["write INSERT INTO \(table) (…) VALUES"]))
    }
    var made: [Row] = []
    repeat {
      let start = place
      try expect("(")
      var values: [RowValue] = []
      repeat { values.append(try value()) } while try accept(",")
      try expect(")")
      guard values.count == named.count else {
        throw Failure(
          .error(
            .rowsSql, "\(values.count) values for \(named.count) columns of \(table)", at: start))
      }
      made.append(Row(plain: zip(named, values).map { Row.Field($0, $1) }, at: start))
    } while try accept(",")
    let unique = try conflict()
    for row in made { try addRow(row, to: table, unlessSame: unique) }
    try skipStatement()
  }

  /// Reads the columns that identify an existing row, which is then kept.
  private mutating func conflict() throws -> [String] {
    guard token == .word("on") else { return [] }
    try advance()
    guard try accept("conflict"), try accept("(") else { return [] }
    let columns = try names()
    if try accept("do"), token == .word("update") {
      rows.warnings.append(
        .warning(.rowsSql, "DO UPDATE is not carried out: the first row is kept", at: place))
    }
    return columns
  }

  private mutating func addRow(_ row: Row, to table: String, unlessSame columns: [String]) throws {
    if !columns.isEmpty, try isKnown(row, of: table, by: columns) { return }
    var row = row
    if let id = row["id"]?.integer {
      serials[table] = max(serials[table] ?? 0, id)
    } else if row["id"] == nil {
      let (next, isTooMany) = (serials[table] ?? 0).addingReportingOverflow(1)
      if !isTooMany {
        serials[table] = next
        var numbered = Row([Row.Field("id", .number(String(next)))], at: row.place)
        for field in row.fields { numbered[field.name] = field.value }
        row = numbered
      }
    }
    try rows.append(row, to: table)
    // Iterate over a copy of the keys, since the dictionary changes.
    for key in Array(uniqueKeys.keys) where key.table == table {
      uniqueKeys[key]?.insert(key.names.map { row[$0] })
    }
    for key in Array(firstRows.keys) where key.table == table {
      guard let shown = row[key.names[0]]?.shown, firstRows[key]?[shown] == nil else { continue }
      firstRows[key]?[shown] = (rows[table]?.rows.count ?? 1) - 1
    }
  }

  /// Indicates whether a table has a row with the same values in these columns.
  private mutating func isKnown(
    _ row: Row, of table: String, by columns: [String]
  ) throws -> Bool {
    let key = Columns(table, columns)
    if uniqueKeys[key] == nil {
      let all = rows[table]?.rows ?? []
      try count(all.count * SQLReader.stepsPerRow, at: row.place)
      if uniqueKeys.count == SQLReader.indexLimit { uniqueKeys = [:] }
      uniqueKeys[key] = Set(all.map { row in key.names.map { row[$0] } })
    }
    return uniqueKeys[key]?.contains(key.names.map { row[$0] }) ?? false
  }

  /// Counts steps.
  ///
  /// - Throws: `Failure` `rows.sql` once the limit is reached.
  private mutating func count(_ more: Int, at place: SourceLocation) throws {
    steps += more
    guard steps < SQLReader.stepLimit else {
      throw Failure(.error(.rowsSql, "looking up rows takes too long", at: place))
    }
  }

  /// Reads `COPY t (a, b) FROM stdin;` and its lines of fields separated by tabs.
  private mutating func copy() throws {
    try advance()
    let table = try name()
    let named = try accept("(") ? try names() : columns[table]
    guard try accept("from") else { return try skipStatement() }
    guard token == .word("stdin") else {
      rows.warnings.append(
        .warning(
          .rowsSql, "rows of \(table) are copied from another file, which is not read", at: place,
          hints: ["add that file to the rows of the job, or to with:"]))
      return try skipStatement()
    }
    guard let named else {
      throw Failure(
        .error(
          .rowsSql, "COPY without columns, and without an earlier CREATE TABLE", at: place,
          hints: ["write COPY \(table) (…) FROM stdin"]))
    }
    // The scanner is after `stdin`: the rest of its line precedes the data.
    _ = scanner.restOfLine()
    while true {
      let start = scanner.place
      guard let line = scanner.restOfLine() else {
        throw Failure(.error(.rowsSql, "the data of COPY \(table) is not terminated", at: start))
      }
      if line == "\\." { break }
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard cells.count == named.count else {
        throw Failure(
          .error(
            .rowsSql, "\(cells.count) values for \(named.count) columns of \(table)", at: start))
      }
      let fields = zip(named, cells).map { Row.Field($0, SQLReader.copied($1)) }
      try addRow(Row(plain: fields, at: start), to: table, unlessSame: [])
    }
    try advance()
  }

  private static func copied(_ cell: Substring) -> RowValue {
    if cell == "\\N" { return .null }
    guard cell.utf8.contains(0x5C) else { return .text(String(cell)) }
    var bytes: [UInt8] = []
    var rest = cell.utf8[...]
    while let byte = rest.popFirst() {
      if byte == 0x5C, let next = rest.popFirst() {
        bytes += SQLScanner.unescaped(next)
      } else {
        bytes.append(byte)
      }
    }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  // MARK: Values

  private mutating func value() throws -> RowValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= SQLReader.depthLimit else {
      throw Failure(
        .error(
          .rowsSql, "more than \(SQLReader.depthLimit) levels of nested values", at: place))
    }
    var value = try bareValue()
    // Casts are skipped, since rows have no types; texts may be joined with ||.
    while true {
      if try accept("::") {
        _ = try name()
        while token == .sign("(") || token == .sign("[") { try skipBrackets() }
        while token == .word("with") || token == .word("without") || token == .word("time")
          || token == .word("zone") || token == .word("varying")
        {
          try advance()
        }
      } else if token == .sign("|") {
        try advance()
        try expect("|")
        let other = try bareValue()
        var text = value.shown ?? ""
        // Release the value so that the text is appended in place.
        value = .null
        text += other.shown ?? ""
        value = .text(text)
      } else {
        return value
      }
    }
  }

  private mutating func bareValue() throws -> RowValue {
    switch token {
    case .string(let text)?:
      try advance()
      return .text(text)
    case .number(let text)?:
      try advance()
      return .number(text)
    case .sign("-")?, .sign("+")?:
      let isNegative = token == .sign("-")
      try advance()
      guard case .number(let text)? = token else { throw unexpected("a number") }
      try advance()
      return .number(isNegative ? "-" + text : text)
    case .sign("(")?:
      try advance()
      let value = token == .word("select") ? try select() : try self.value()
      try expect(")")
      return value
    case .word("null")?, .word("default")?:
      try advance()
      return .null
    case .word("true")?, .word("false")?:
      let flag = token == .word("true")
      try advance()
      return .flag(flag)
    case .word("array")?:
      try advance()
      try expect("[")
      var values: [RowValue] = []
      if token != .sign("]") { repeat { values.append(try value()) } while try accept(",") }
      try expect("]")
      return .list(values)
    case .word(let word)?:
      let start = place
      try advance()
      if token == .sign("(") { try skipBrackets() }
      // The time at which a dump is restored is not a value of a row.
      if !["now", "current_timestamp", "current_date", "current_time", "localtimestamp"].contains(
        word)
      {
        rows.warnings.append(
          .warning(.rowsSql, "the value of \(word) is unknown: the field is empty", at: start))
      }
      return .null
    default: throw unexpected("a value")
    }
  }

  private mutating func skipBrackets() throws {
    var depth = 0
    repeat {
      switch token {
      case .sign("(")?, .sign("[")?: depth += 1
      case .sign(")")?, .sign("]")?: depth -= 1
      case nil: throw unexpected("\")\"")
      default: break
      }
      try advance()
    } while depth > 0
  }

  /// Evaluates `SELECT column FROM table WHERE column = value` in earlier rows.
  private mutating func select() throws -> RowValue {
    let start = place
    try advance()
    let column = try name()
    try expect("from")
    let table = try name()
    try expect("where")
    let key = try name()
    let found: Row?
    if try accept("=") {
      let searched = try value().shown
      found = try searched.flatMap { try firstRow(of: table, showing: $0, in: key, at: start) }
    } else {
      let isAnyCase = token == .word("ilike")
      guard try accept("like") || accept("ilike") else { throw unexpected("=, LIKE or ILIKE") }
      let pattern = try value().shown ?? ""
      try count(rows[table]?.rows.count ?? 0, at: start)
      found = rows[table]?.rows.first { row in
        row[key]?.shown.map { isLike($0, pattern, anyCase: isAnyCase) } ?? false
      }
      try count(0, at: start)
    }
    if try accept("limit") { _ = try value() }
    guard let value = found?[column] else {
      rows.warnings.append(
        .warning(
          .rowsSql, "no row of \(table) found by \(key): the field is empty", at: start))
      return .null
    }
    return value
  }

  private mutating func firstRow(
    of table: String, showing text: String, in column: String, at place: SourceLocation
  ) throws -> Row? {
    guard let all = rows[table]?.rows else { return nil }
    let key = Columns(table, [column])
    if firstRows[key] == nil {
      try count(all.count * SQLReader.stepsPerRow, at: place)
      if firstRows.count == SQLReader.indexLimit { firstRows = [:] }
      firstRows[key] = Dictionary(
        all.enumerated().compactMap { index, row in row[column]?.shown.map { ($0, index) } },
        uniquingKeysWith: { first, _ in first })
    }
    return firstRows[key]?[text].map { all[$0] }
  }

  /// Implements SQL's LIKE: `%` is any text, `_` one character; false once the step limit is
  /// reached.
  private mutating func isLike(_ text: String, _ pattern: String, anyCase: Bool) -> Bool {
    // Counted before either is decoded.
    steps += text.utf8.count + pattern.utf8.count
    guard steps < SQLReader.stepLimit else { return false }
    let text = Array((anyCase ? text.lowercased() : text).unicodeScalars)
    let pattern = Array((anyCase ? pattern.lowercased() : pattern).unicodeScalars)
    var (t, p) = (0, 0)
    var retry: (t: Int, p: Int)?
    while t < text.count {
      steps += 1
      guard steps < SQLReader.stepLimit else { return false }
      if p < pattern.count, pattern[p] == "%" {
        retry = (t, p + 1)
        p += 1
      } else if p < pattern.count, pattern[p] == "_" || pattern[p] == text[t] {
        t += 1
        p += 1
      } else if let again = retry {
        retry = (again.t + 1, again.p)
        (t, p) = (again.t + 1, again.p)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "%" }
  }
}
