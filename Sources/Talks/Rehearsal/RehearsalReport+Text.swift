// SPDX-License-Identifier: MIT
// Part of Platen: the report of a rehearsal as JSON and CSV.

internal import CSV
internal import JSON

extension RehearsalReport {
  private static func seconds(_ milliseconds: Int64) -> Double { Double(milliseconds) / 1000 }

  /// Keys are only ever added.
  public var json: [UInt8] {
    var json = JSONWriter(indent: 1)
    json.object { json in
      json.member("title", title)
      json.member("seconds", RehearsalReport.seconds(spent))
      json.member("plan-seconds", planned)
      json.member("over-seconds", RehearsalReport.seconds(over))
      json.member("paused-seconds", RehearsalReport.seconds(paused))
      json.member("slides-shown", slidesShown)
      json.member("slides-planned", plannedSlides)
      json.member("run", runs.isEmpty ? 0 : run + 1)
      json.key("runs")
      json.array { json in
        for run in runs {
          json.object { json in
            json.member("began", run.began.description)
            json.member("ended", run.ended.description)
            json.member("seconds", RehearsalReport.seconds(run.spent))
            json.member("done", run.isDone)
          }
        }
      }
      json.key("slides")
      json.array { json in
        for row in rows {
          json.object { json in
            json.member("slide", row.number)
            json.member("title", row.plan.title)
            json.member("seconds", RehearsalReport.seconds(row.spent))
            json.member("plan-seconds", row.plan.seconds)
            json.member("plan", row.plan.planned == nil ? "estimated" : "planned")
            json.member("over-seconds", RehearsalReport.seconds(row.over))
            json.member("visits", row.visits)
            json.member("steps", row.plan.steps)
            json.member("steps-shown", row.stepsShown)
            json.key("step-seconds")
            json.array { json in
              for step in row.steps { json.double(RehearsalReport.seconds(step)) }
            }
          }
        }
      }
    }
    return json.utf8 + [0x0A]
  }

  /// A row for each slide and one for the whole, by RFC 4180.
  public var csv: String {
    func number(_ milliseconds: Int64) -> String {
      JSONWriter.format(RehearsalReport.seconds(milliseconds))
    }
    var text = CSVText()
    text.row([
      "slide", "title", "seconds", "plan_seconds", "plan", "over_seconds", "visits", "steps",
      "steps_shown",
    ])
    for row in rows {
      text.row([
        "\(row.number)", row.plan.title, number(row.spent), "\(row.plan.seconds)",
        row.plan.planned == nil ? "estimated" : "planned", number(row.over), "\(row.visits)",
        "\(row.plan.steps)", "\(row.stepsShown)",
      ])
    }
    text.row([
      "", "(Total)", number(spent), "\(planned)", "", number(over),
      "\(rows.reduce(0) { $0 + $1.visits })", "\(rows.reduce(0) { $0 + $1.plan.steps })",
      "\(rows.reduce(0) { $0 + $1.stepsShown })",
    ])
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
