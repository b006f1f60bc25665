// SPDX-License-Identifier: MIT
// Part of Platen: tests that rows are the same, whatever file they come from.

import CSV
import Diagnostics
import Rows
import TestSupport
import Testing

private func rows(_ text: String, _ file: String) throws -> RowSet {
  try RowSet(file: file, bytes: Array(text.utf8))
}

@Suite struct RowTests {
  @Test(arguments: [
    ("titleEn", "title_en"), ("Arabic text", "arabic_text"), ("XPValue", "xp_value"),
    ("xp-value", "xp_value"), ("userID", "user_id"), ("slug", "slug"), ("", ""),
    ("is_premium", "is_premium"), ("Ähre", "ähre"),
  ]) func `Spellings of a field's name are normalized`(_ name: String, _ plain: String) {
    #expect(Row.plainName(name) == plain)
  }

  @Test func `JSON, CSV and SQL give the same rows`() throws {
    let json = try rows(
      #"{"knots": [{"id": 1, "knotName": "Bowline", "text": "A loop; it \"holds\"."}]}"#, "a.json")
    let csv = try rows(
      "id;Knot name;text\r\n1;Bowline;\"A loop; it \"\"holds\"\".\"\r\n", "a.csv")
    let sql = try rows(
      "-- Knots\nINSERT INTO public.knots (knot_name, text) VALUES ('Bowline', 'A loop; it \"holds\".');",
      "a.sql")
    let copied = try rows(
      "COPY public.knots (id, knot_name, text) FROM stdin;\n1\tBowline\tA loop; it \"holds\".\n\\.\n",
      "b.sql")
    for set in [json, csv, sql, copied] {
      let row = try #require(set.tables.first?.rows.first)
      #expect(row.text("id") == "1")
      #expect(row.text("knot_name") == "Bowline")
      #expect(row.text("text") == "A loop; it \"holds\".")
    }
    #expect(json["knots"] != nil && sql["knots"] != nil && csv[RowSet.onlyTable] != nil)
  }

  @Test func `SQL looks up values in earlier rows and keeps existing rows`() throws {
    let set = try rows(
      """
      CREATE TABLE IF NOT EXISTS kinds (id SERIAL PRIMARY KEY, name VARCHAR(255) NOT NULL, slug TEXT);
      CREATE INDEX i ON kinds(slug);
      INSERT INTO kinds VALUES (7, 'Loops', 'loops'), (8, E'Hit\\nches', 'hitches')
        ON CONFLICT (slug) DO NOTHING;
      INSERT INTO kinds (name, slug) VALUES ('Loops again', 'loops') ON CONFLICT (slug) DO NOTHING;
      INSERT INTO knots (name, kind_id, made_at, tags, depth) VALUES
        ('It''s a bowline', (SELECT id FROM kinds WHERE slug = 'loops'), NOW(), ARRAY['a','b'], -3),
        ($$Half 'hitch'$$, (SELECT id FROM kinds WHERE name LIKE 'Hit%s'), '2026-01-01'::date, NULL, 2.5);
      UPDATE knots SET name = 'x';
      """, "a.sql")
    #expect(set["kinds"]?.rows.count == 2)
    let knots = try #require(set["knots"]).rows
    #expect(knots.map { $0.text("name") } == ["It's a bowline", "Half 'hitch'"])
    #expect(knots.map { $0.text("kind_id") } == ["7", "8"])
    #expect(knots.map { $0.text("id") } == ["1", "2"])
    #expect(knots[0]["tags"]?.elements?.count == 2)
    #expect(knots.map { $0.number("depth") } == [-3, 2.5])
    #expect(set.warnings.map(\.message).contains { $0.contains("UPDATE") })
    let joined = set.joined(try #require(set["knots"]))
    #expect(joined[1]["kind.name"]?.shown == "Hit\nches")
  }

  @Test(arguments: [
    ("a.json", "[{\"a\": 1}", "rows.json"), ("a.json", "[1, 2]", "rows.json"),
    ("a.json", "3", "rows.json"), ("a.json", "[]", "rows.empty"),
    ("a.json", "{}", "rows.empty"), ("a.json", "{\"cards\": []}", "rows.empty"),
    ("a.csv", "a,b\n1,2,3\n", "rows.csv"), ("a.csv", "a,b\n\"1,2\n", "rows.csv"),
    ("a.csv", "a,A\n1,2\n", "rows.csv"), ("a.csv", "a,b\n", "rows.empty"),
    ("a.sql", "INSERT INTO t (a) VALUES ('x", "rows.sql"),
    ("a.sql", "INSERT INTO t (a) VALUES (1, 2);", "rows.sql"),
    ("a.sql", "INSERT INTO t VALUES (1);", "rows.sql"),
    ("a.sql", "COPY t (a) FROM stdin;\n1\n", "rows.sql"),
    ("a.sql", "/* never closed", "rows.sql"), ("a.sql", "", "rows.empty"),
    ("a.sql", "INSERT INTO t (a) VALUES (((((1", "rows.sql"),
    ("a.sql", "INSERT INTO t (a) VALUES " + String(repeating: "(", count: 100_000), "rows.sql"),
    (
      "a.sql", "INSERT INTO t (a) VALUES (" + String(repeating: "ARRAY[", count: 100_000),
      "rows.sql"
    ),
    ("a.sql", "INSERT INTO t (" + String(repeating: "a", count: 2000), "rows.sql"),
    ("a.csv", String(repeating: "a", count: 2000) + "\n1\n", "rows.csv"),
  ]) func `Invalid files are reported with their code`(
    _ file: String, _ text: String, _ code: String
  ) {
    let failure = #expect(throws: Failure.self) { try rows(text, file) }
    #expect(failure?.diagnostics.first?.code.rawValue == code)
    #expect(failure?.diagnostics.first?.place?.file == file)
  }

  @Test(arguments: [
    (#"["V", "S", "M"]"#, "V, S, M"), (#"["a", 2, true, null, ""]"#, "a, 2, true"),
    (#"["It burns.", "It turns."]"#, "It burns.\nIt turns."), (#"[]"#, nil), (#"[null]"#, nil),
    (
      #"["A bright streak flashes from your finger to a point", "x"]"#,
      "A bright streak flashes from your finger to a point\nx"
    ),
    (#"["one\ntwo", "x"]"#, "one\ntwo\nx"), (#"[["a", "b"], "c"]"#, "a, b, c"),
    (#"{"index": "evocation", "name": "Evocation"}"#, "Evocation"), (#"{"dc": 3}"#, nil),
    (#"[{"name": "Bard"}, {"name": "Wizard"}, {"x": 1}]"#, "Bard, Wizard"),
  ]) func `Lists are joined, mappings show their names`(_ value: String, _ shown: String?) throws {
    let set = try rows("[{\"field\": \(value)}]", "a.json")
    #expect(set.tables[0].rows[0]["field"]?.shown == shown)
  }

  @Test func `The apostrophe before a formula is removed`() throws {
    var text = CSVText()
    text.row(["name", "text"])
    for name in ["=1+1", "'=1", "-5", "@x", "'tis"] { text.row([name, "- a\nb"]) }
    let read = try rows(String(decoding: text.bytes, as: UTF8.self), "a.csv").tables[0].rows
    #expect(read.map { $0.text("name") } == ["=1+1", "'=1", "-5", "@x", "'tis"])
    #expect(read.allSatisfy { $0.text("text") == "- a\nb" })
  }

  @Test func `Existing rows and references are found among many`() throws {
    let text = (0..<3000).map {
      """
      INSERT INTO kinds (id, name) VALUES (\($0 % 2000), 'k\($0)') ON CONFLICT (id) DO NOTHING;
      INSERT INTO knots (kind) VALUES ((SELECT name FROM kinds WHERE id = \($0 % 2000)));
      """
    }
    let set = try rows(text.joined(separator: "\n"), "a.sql")
    #expect(set["kinds"]?.rows.map { $0["name"]?.shown } == (0..<2000).map { "k\($0)" })
    #expect(set["knots"]?.rows.map { $0["kind"]?.shown } == (0..<3000).map { "k\($0 % 2000)" })
  }

  @Test func `The time to find existing rows is linear in the file's size`() throws {
    let isLinear = try isLinear(2_000) { count in
      let text = (0..<count).map {
        """
        INSERT INTO kinds (id, name) VALUES (\($0), 'k\($0)') ON CONFLICT (id, name) DO NOTHING;
        INSERT INTO kinds (id, name) VALUES (\($0), 'k\($0)') ON CONFLICT (name, id) DO NOTHING;
        INSERT INTO knots (kind) VALUES ((SELECT name FROM kinds WHERE id = \($0)));
        """
      }
      let set = try rows(text.joined(separator: "\n"), "a.sql")
      #expect(set["kinds"]?.rows.count == count)
    }
    #expect(isLinear)
  }

  @Test func `Patterns that take too long are an error`() {
    let text = String(repeating: "ab", count: 20_000)
    let failure = #expect(throws: Failure.self) {
      try rows(
        """
        INSERT INTO t (a) VALUES ('\(text)');
        INSERT INTO u (b) VALUES ((SELECT a FROM t WHERE a LIKE '%\(text.prefix(10_000))c'));
        """, "a.sql")
    }
    #expect(failure?.diagnostics.first?.code.rawValue == "rows.sql")
  }

  @Test func `Errors in rows are reported with their lines`() throws {
    let set = try rows(
      """
      {"kinds": [{"id": 1, "name": "Hitch"}],
       "knots": [
        {"id": 1, "title": "Bowline", "text": "a", "kindId": 1},
        {"id": 2, "title": "Sheet bend", "text": "b", "kindId": 1},
        {"id": 2, "title": "Clove", "text": "c", "kindId": 7},
        {"id": 3, "titel": "Reef", "text": "d", "kindId": 1},
        {"id": 4, "title": "Figure", "text": "e", "depth": 3}]}
      """, "a.json")
    let warnings = set.rowWarnings()
    #expect(
      warnings.map { "\($0.code.rawValue) \($0.place?.line ?? 0)" } == [
        "rows.double 5", "rows.field 6", "rows.link 5",
      ])
    #expect(warnings[1].hints == ["did you mean \"title\"?"])
    #expect(set.rowWarnings(limit: 1).map(\.severity) == [.warning, .note])
  }

  @Test func `A row may be referred to by its number or its id`() throws {
    let set = try rows(
      """
      {"users": [{"id": 1, "user_id": "abc", "name": "Ann"}],
       "user_activity": [{"user_id": "abc", "date": "2026-01-01"},
        {"user_id": 1, "date": "2026-01-02"}, {"user_id": "abd", "date": "2026-01-03"}]}
      """, "a.json")
    let warnings = set.rowWarnings()
    #expect(warnings.map(\.code.rawValue) == ["rows.link"])
    #expect(warnings.first?.message.hasPrefix("user_id is \"abd\"") ?? false)
  }

  @Test func `Members are ordered by slot, then by position`() throws {
    let set = try rows(
      """
      {"walks": [{"id": 1, "slug": "shore"}],
       "signs": [{"id": 1, "t": "a"}, {"id": 2, "t": "b"}, {"id": 3, "t": "c"}, {"id": 4, "t": "d"}],
       "walkSigns": [
        {"walkId": 1, "signId": 4, "timeSlot": "Evening", "sortOrder": 1},
        {"walkId": 1, "signId": 1, "timeSlot": "anytime", "sortOrder": 2},
        {"walkId": 1, "signId": 2, "timeSlot": "anytime", "sortOrder": 1},
        {"walkId": 2, "signId": 2, "timeSlot": "anytime", "sortOrder": 1},
        {"walkId": 1, "signId": 3, "timeSlot": "morning", "sortOrder": 9},
        {"walkId": 1, "signId": 9, "timeSlot": "morning", "sortOrder": 9}]}
      """, "a.json")
    var warnings: [Diagnostic] = []
    let members = set.members(of: set["walks"]!.rows[0], in: "walks", warnings: &warnings)
    #expect(members.map { $0.row.text("t") } == ["c", "b", "a", "d"])
    #expect(members.map(\.slot) == ["morning", "anytime", "anytime", "evening"])
    #expect(warnings.count == 1 && warnings[0].code == "rows.link")
  }

  @Test(.enabled(if: Shared.isPresent))
  func `The dump and the lists of an app are read completely`()
    throws
  {
    let set = try RowSet(file: "seed.sql", bytes: try Shared.bytes("assets/seed.sql"))
    #expect(set["duas"]?.rows.count == 10)
    #expect(set["journeys"]?.rows.count == 14)
    #expect(set["journey_duas"]?.rows.count == 22)
    #expect(set["journey_duas"]?.rows.allSatisfy { $0["dua_id"]?.integer != nil } == true)
    #expect(set.warnings.isEmpty)
    let store = try RowSet(
      file: "f.json", bytes: try Shared.bytes("assets/firestore-content.json"))
    #expect(store["categories"]?.rows.count == 5)
    #expect(store["duas"]?.rows.count == 16)
    #expect(store["journey_duas"]?.rows.count == 19)
    #expect(store.mainTable?.name == "duas" && set.mainTable?.name == "duas")
    // Both spell the same fields.
    #expect(store["duas"]?.rows[0].text("arabic_text") != nil)
    #expect(set["duas"]?.rows[0].text("arabic_text") != nil)
  }

  // MARK: What is not to be lost

  private func reported(_ text: String, _ file: String) throws -> [String] {
    try rows(text, file).warnings.map(\.line)
  }

  @Test func `Parts of JSON that are in no row are reported`() throws {
    #expect(
      try reported(
        #"{"title": "Deck", "version": 2, "none": [], "rows": [{"a": 1}], "odd": [null, {"a": 2}]}"#,
        "a.json") == ["a.json: warning: not read: title, odd"])
    #expect(try reported(#"{"title": "Deck", "list": ["x"]}"#, "a.json") == [])
    #expect(
      try reported(
        "[{\"text\": \"a\", \"text\": \"b\"},\n {\"Text\": \"a\", \"text\": \"b\", \"in\": {\"x\": 1, \"X\": 2}}]",
        "a.json") == [
          "a.json:1:2: warning: \"text\" and \"text\" are one field, text: the last one is read (2 rows)",
          "a.json:2:2: warning: \"x\" and \"X\" are one field, x: the last one is read (1 row)",
        ])
    let bytes = Array("[{\"a\": \"x".utf8) + [0xE9] + Array("\"}]".utf8)
    #expect(
      try RowSet(file: "a.json", bytes: bytes).warnings.map(\.line) == [
        "a.json:1:10: warning: 1 byte is not UTF-8, read as U+FFFD"
      ])
  }

  @Test func `Cells of columns without a name are reported`() throws {
    #expect(
      try reported("name,,text, -\nA,x,b,\nB,,b,y\nC,,,\n", "a.csv") == [
        "a.csv:2: warning: column 2 has no name, so its values are omitted (2 in all)"
      ])
    #expect(try reported("name,text,\nA,b,\n", "a.csv") == [])
  }

  @Test func `Rows that SQL inserts from queries are reported`() throws {
    #expect(
      try reported(
        """
        INSERT INTO t (a) VALUES (1);
        COPY u (a) FROM '/tmp/u.csv';
        WITH x AS (SELECT 1) INSERT INTO public.t SELECT * FROM x;
        """, "a.sql") == [
          "a.sql:2: warning: rows of u are copied from another file, which is not read",
          "a.sql:3: warning: rows of t from a query are not read; use VALUES or COPY",
        ])
    let failure = #expect(throws: Failure.self) {
      try rows("COPY t FROM stdin;\n1\n\\.\n", "a.sql")
    }
    #expect(failure?.diagnostics.map(\.code.rawValue) == ["rows.sql"])
  }

  @Test func `Control characters are reported`() throws {
    #expect(
      try reported(
        "[{\"a\": \"x\\u0007y\", \"b\": [\"\\u0000\"]}, {\"a\": \"tab\\t\\n\"}]", "a.json")
        == [
          "a.json:1:2: warning: control characters in a are shown as spaces, and in 1 more field"
        ])
  }

  @Test func `Tables without links are candidates`() throws {
    let set = try rows(
      #"""
      {"spells": [{"name": "A", "text": "x", "school_id": 1}], "schools": [{"id": 1, "text": "y"}],
       "monsters": [{"name": "M", "text": "z"}], "visits": [{"user_id": 1, "text": "w"}],
       "lists": [{"slug": "l", "text": "v"}], "list_spells": [{"list_slug": "l", "spell_id": 1, "x": 2}]}
      """#, "a.json")
    #expect(set.mainTable?.name == "spells")
    #expect(set.candidateTables.map(\.name) == ["monsters"])
  }
}
