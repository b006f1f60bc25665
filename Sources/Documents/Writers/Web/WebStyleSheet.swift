// SPDX-License-Identifier: MIT
// Part of Platen: CSS from a look, for a page of HTML and for the chapters of an EPUB.

internal import Text

/// Style sheets. Nothing in them is fetched from anywhere.
struct WebStyleSheet {
  let style: WebStyle
  let language: String
  /// The shares in hundredths.
  let shares: Set<Int>

  // MARK: A page

  var page: String {
    let width = Double(min(max(style.measure, 30), 120)) * 0.45
    return """
      \(colors)
      :root{--text:\(families(style.textFamilies));--display:\(families(style.displayFamilies));\
      --label:\(families(style.labelFamilies));--code:\(families(style.codeFamilies));\
      --measure:\(Self.decimal(width))em}
      \(Self.base)
      \(paragraphs)
      \(headings)
      \(ornament)
      \(dropCaps)
      \(widths)
      \(Self.sidebar)
      \(printed)
      """
  }

  private var colors: String {
    switch style.scheme {
    case .light: ":root{color-scheme:light;\(variables(style.light))}"
    case .dark: ":root{color-scheme:dark;\(variables(style.dark))}"
    case .automatic:
      """
      :root{color-scheme:light dark;\(variables(style.light))}
      @media (prefers-color-scheme:dark){:root{\(variables(style.dark))}}
      """
    }
  }

  /// The colors of paper are those of the light scheme, on white.
  private var printedColors: String {
    var palette = style.light
    palette.paper = 0xFFFFFF
    return ":root{color-scheme:light;\(variables(palette))}"
  }

  private func variables(_ palette: WebStyle.Palette) -> String {
    "--paper:\(Self.hex(palette.paper));--ink:\(Self.hex(palette.ink));"
      + "--muted:\(Self.hex(palette.muted));--accent:\(Self.hex(palette.accent));"
      + "--line:\(Self.hex(palette.line));--panel:\(Self.hex(palette.panel))"
  }

  static func hex(_ color: UInt32) -> String {
    "#" + Hex.encode(number: color & 0xFFFFFF, digits: 6)
  }

  /// With two digits behind the point, as every locale writes CSS.
  static func decimal(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100)" + (rest == 0 ? "" : rest < 10 ? ".0\(rest)" : ".\(rest)")
  }

  /// Names in quotes, except those that CSS itself gives a meaning.
  func families(_ names: [String]) -> String {
    let generic: Set<String> = [
      "serif", "sans-serif", "monospace", "system-ui", "ui-serif", "ui-sans-serif",
      "ui-monospace", "cursive", "fantasy",
    ]
    let names = names.isEmpty ? ["serif"] : names
    return names.map { generic.contains($0) ? $0 : "\"\(Self.escaped($0))\"" }
      .joined(separator: ",")
  }

  /// Letters, digits, blanks and hyphens stay; all else is written as CSS escapes it, so that no
  /// name ends the string or the sheet.
  private static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      if scalar == " " || scalar == "-" || scalar.properties.isAlphabetic
        || ("0"..."9").contains(scalar)
      {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\" + String(scalar.value, radix: 16) + " "
      }
    }
    return text
  }

  private static let base = """
    *,::before,::after{box-sizing:border-box}
    html{font-size:clamp(1.0625rem,.95rem + .5vw,1.3125rem);-webkit-text-size-adjust:100%;\
    text-size-adjust:100%;scroll-padding-top:1.5rem;background:var(--paper)}
    body{margin:0;background:var(--paper);color:var(--ink);font-family:var(--text);\
    line-height:1.58;font-kerning:normal;font-optical-sizing:auto;overflow-wrap:break-word;\
    hanging-punctuation:first allow-end}
    body>a:first-child{position:absolute;inset-inline-start:1rem;top:-5rem;z-index:2;\
    padding:.6em 1em;background:var(--ink);color:var(--paper);font-family:var(--label);\
    text-decoration:none}
    body>a:first-child:focus{top:1rem}
    :focus-visible{outline:2px solid var(--accent);outline-offset:3px}
    ::selection{background:color-mix(in srgb,var(--accent) 26%,transparent)}
    body>header,main,body>footer{max-width:calc(var(--measure) + 2.5rem);margin-inline:auto;\
    padding-inline:1.25rem}
    main{padding-block:1.5rem 6rem}
    body>header{padding-block:clamp(3rem,13vh,8rem) 1.5rem}
    h1,h2,h3,h4,h5,h6,p.heading{font-family:var(--display);line-height:1.2;font-weight:600;\
    text-wrap:balance;margin-block:1.8em .6em;break-after:avoid}
    body>header h1{font-size:clamp(2.2rem,1.3rem + 4vw,3.7rem);line-height:1.08;\
    letter-spacing:-.012em;margin-block:0 .25em}
    h2{font-size:1.85rem;margin-block:3.2em 1em;letter-spacing:-.006em}
    h3{font-size:1.32rem}
    h4{font-size:1.1rem}
    h5,h6{font-size:1rem}
    h6{font-style:italic;font-weight:500}
    main>:first-child,main>:first-child>:first-child{margin-block-start:0}
    [role=doc-subtitle]{font-size:1.3rem;font-style:italic;color:var(--muted);line-height:1.35;\
    margin-block:0 1.4rem;text-wrap:balance}
    .byline,.dateline{font-family:var(--label);color:var(--muted);font-size:.95rem;margin:0}
    .byline{color:var(--ink);font-variant-caps:small-caps;letter-spacing:.06em;font-size:1.08rem}
    p{margin-block:0;text-wrap:pretty;hyphens:auto;hyphenate-limit-chars:7 3 3;\
    orphans:2;widows:2}
    a{color:var(--accent);text-decoration:underline;\
    text-decoration-color:color-mix(in srgb,var(--accent) 40%,transparent);\
    text-decoration-thickness:.06em;text-underline-offset:.16em}
    a:hover{text-decoration-color:currentColor}
    em em{font-style:normal}
    strong{font-weight:650}
    sup,sub{font-size:.72em;line-height:0}
    s{color:var(--muted)}
    .small-caps{font-variant-caps:small-caps;letter-spacing:.04em}
    code,pre{font-family:var(--code);font-size:.86em;hyphens:none;font-variant-ligatures:none}
    :not(pre)>code{background:var(--panel);padding:.08em .3em;border-radius:.25em}
    pre{margin-block:1.3em;padding:.9em 1.1em;background:var(--panel);border-radius:.4em;\
    overflow-x:auto;line-height:1.45;text-align:left}
    ul,ol{margin-block:.9em;padding-inline-start:1.6em}
    li{margin-block:.18em}
    li::marker{color:var(--muted);font-variant-numeric:lining-nums}
    li>ul,li>ol{margin-block:.2em}
    .loose>li{margin-block:.75em}
    li:last-child{margin-block-end:0}
    .tasks{list-style:none;padding-inline-start:0}
    .tasks>li{padding-inline-start:1.6em}
    .tasks>.plain{list-style:disc;padding-inline-start:0;margin-inline-start:1.6em}
    .task{display:inline-block;inline-size:1.6em;margin-inline-start:-1.6em}
    blockquote{margin:1.4em 0;padding-inline:1.4em;border-inline-start:2px solid var(--line);\
    font-style:italic}
    blockquote em{font-style:normal}
    figure.quote{margin:1.4em 0;text-align:start}
    figure.quote blockquote{margin:0}
    figure.quote figcaption{text-align:end;margin-block-start:.5em}
    figure.quote figcaption::before{content:"\\2014\\2009"}
    figure{margin:2em 0;text-align:center;break-inside:avoid}
    img{max-width:100%;height:auto;vertical-align:middle}
    figure img{border-radius:.2em}
    figcaption,caption,p.caption{font-family:var(--label);font-size:.86rem;line-height:1.4;\
    color:var(--muted);text-wrap:balance}
    figure>figcaption{margin-block-start:.7em}
    .missing{font-family:var(--label);font-size:.9rem;color:var(--muted);\
    border:1px dashed var(--line);padding:.15em .5em;border-radius:.25em}
    p.missing{padding:1.2em}
    .table{overflow-x:auto;margin-block:1.6em}
    table{border-collapse:collapse;font-variant-numeric:tabular-nums lining-nums;\
    font-size:.94em;line-height:1.4;border-block:1.5px solid var(--ink)}
    .wide{width:100%;table-layout:fixed}
    caption{text-align:start;padding-block-end:.6em}
    th,td{padding:.42em 0;padding-inline-end:1.3em;text-align:start;vertical-align:top}
    th:last-child,td:last-child{padding-inline-end:0}
    tbody tr+tr>*{border-block-start:1px solid var(--line)}
    thead th,thead td{font-family:var(--label);font-size:.82rem;font-weight:600;\
    color:var(--muted);border-block-end:1px solid var(--ink);vertical-align:bottom}
    tbody th{font-weight:600}
    td p,th p{hyphens:none}
    td figure{margin:.3em 0}
    .library td:nth-last-child(-n+3),.library th:nth-last-child(-n+3){white-space:nowrap}
    .center{text-align:center}
    .end{text-align:end}
    .callout{margin:1.6em 0;padding:.95em 1.2em 1em;background:var(--panel);\
    border-inline-start:3px solid var(--accent);border-start-end-radius:.4em;\
    border-end-end-radius:.4em;break-inside:avoid}
    .callout>:first-child{margin-block-start:0}
    .callout>:last-child{margin-block-end:0}
    .callout ul,.callout ol{margin-block:.4em}
    p.callout-title{font-family:var(--label);font-size:.86rem;font-weight:650;\
    letter-spacing:.05em;color:var(--accent);text-indent:0;margin-block-end:.45em;\
    font-variant-caps:small-caps;font-size:1rem}
    .dice,.resources,.status{font-size:.94em}
    dl{display:grid;grid-template-columns:minmax(6em,max-content) 1fr;margin-block:1.4em;\
    border-block:1px solid var(--line);font-size:.96em;line-height:1.45}
    dl>div{display:grid;grid-template-columns:subgrid;grid-column:1/-1;column-gap:1.4em;\
    padding-block:.34em;border-block-end:1px solid var(--line)}
    dl>div:last-child{border-block-end:0}
    dt{color:var(--muted);font-family:var(--label);font-size:.92em}
    dd{margin:0;font-variant-numeric:lining-nums}
    .callout dl{margin-block:.4em;border:0}
    hr{border:0;margin:2.4em auto;text-align:center;color:var(--muted);height:1.2em;\
    line-height:1.2em}
    .page-break{break-after:page}
    .contents ol,.index ul{list-style:none;margin:0;padding:0;line-height:1.4}
    .contents{font-family:var(--label);margin-block:2.5em}
    .contents>h2,.notes>h2,.index>h2{font-size:1.32rem;margin-block:0 .8em}
    .contents a{color:inherit;text-decoration:none;display:block;padding-block:.22em;hyphens:none}
    .contents a:hover{color:var(--accent)}
    .contents>ol>li{margin-block:.35em}
    .contents ol ol{padding-inline-start:1.1em;font-size:.94em;color:var(--muted);\
    border-inline-start:1px solid var(--line);margin-inline-start:.1em}
    .index>ul,.terms{columns:2 16em;column-gap:2.5em;font-size:.94em}
    .terms>.letter{margin:.9em 0 .2em;font-family:var(--label);font-weight:700;text-indent:0;\
    break-after:avoid;break-inside:avoid}
    .terms>.letter:first-child{margin-top:0}
    .index li{break-inside:avoid;padding-inline-start:1.2em;text-indent:-1.2em}
    .term{margin-inline-end:.35em}
    .index a{color:var(--muted);text-decoration:none}
    .index a:hover{color:var(--accent);text-decoration:underline}
    .note-mark{font-family:var(--label);font-size:.68em;line-height:0;vertical-align:super;\
    text-decoration:none;padding-inline:.12em;font-variant-numeric:lining-nums;\
    font-style:normal;font-weight:500}
    .notes{margin-block-start:5em;padding-block-start:1.5em;border-block-start:1px solid var(--line);\
    font-size:.9em}
    .notes li:target,:target>.note-mark{background:var(--panel)}
    [role=doc-backlink]{text-decoration:none;padding-inline:.3em}
    .title-page,.masthead{text-align:center}
    p.subtitle{font-size:1.3rem;font-style:italic;color:var(--muted);line-height:1.35;\
    margin-block-end:.8em;text-wrap:balance;text-indent:0}
    p.author{font-variant-caps:small-caps;letter-spacing:.06em;text-indent:0}
    p.figures,p.chapter-line,p.license,p.label,p.meta,p.more{font-family:var(--label);\
    font-size:.86rem;color:var(--muted);text-indent:0}
    h2+p.chapter-line{margin-block:-.6em 2em}
    .scene>h3{margin-block-start:2.8em}
    .player{border-inline-start:2px solid var(--accent);padding-inline-start:1em;\
    margin-block:1.3em}
    .thinking,.god-mode{border-inline-start-color:var(--line)}
    .thinking:not(.long){font-style:italic}
    .thinking:not(.long) em,h6 em,[role=doc-subtitle] em,.subtitle em,.event em{font-style:normal}
    p.speaker{font-family:var(--label);font-size:.82rem;font-weight:600;font-style:normal;\
    letter-spacing:.03em;color:var(--accent);text-indent:0}
    p.speaker+p{margin-block-start:.15em;text-indent:0}
    p.transcript,p.message,p.event,p.limits{text-indent:0;margin-block:.7em;text-align:start}
    .sender{color:var(--accent)}
    .time,.placeholder,p.event,p.limits{color:var(--muted)}
    .time,p.limits{font-size:.86em}
    p.event{font-style:italic;padding-inline-start:1em}
    dl.session-header{border:0;margin-block:.4em 1.5em;font-size:.84rem;color:var(--muted);\
    font-family:var(--label);line-height:1.4}
    dl.session-header>div{border:0;padding-block:.05em}
    dl.session-header dt{font-size:1em}
    li.chosen::marker{color:var(--accent);font-weight:700}
    .failure{color:var(--accent)}
    section.chapter:not(.with-contents){content-visibility:auto;\
    contain-intrinsic-size:auto 120rem}
    @media (max-width:36rem){\
    dl,dl>div{display:block}dt{font-size:.84em}dd{margin-block-end:.1em}\
    blockquote{padding-inline:1em}h2{font-size:1.6rem}}
    @media (prefers-contrast:more){:root{--muted:var(--ink);--line:var(--ink)}}
    @media (forced-colors:active){.callout{border:1px solid}}
    """

  /// On wide screens the contents stand beside the text.
  private static let sidebar = """
    @media screen and (min-width:75rem){\
    body.with-contents{padding-inline-start:19rem}\
    .with-contents .contents{position:fixed;inset-block:0;inset-inline-start:0;width:19rem;\
    margin:0;padding:2rem 1.6rem 3rem;overflow-y:auto;font-size:.8rem;\
    border-inline-end:1px solid var(--line);background:var(--panel);scrollbar-width:thin}\
    .with-contents .contents>h2{font-size:1rem;text-align:start}\
    .with-contents .contents>h2::after{content:none}\
    .contents+section>h2:first-child{margin-block-start:1em}}
    """

  private var paragraphsInset: String {
    "p+p{text-indent:1.4em}p+p.caption,p+p.heading,p+p.callout-title,td p+p,li p+p,header p+p,"
      + ".callout-title+p{text-indent:0}li p+p,td p+p{margin-block-start:.5em}"
      + "blockquote+p,ul+p,ol+p,.table+p,dl+p{margin-block-start:0}"
      + "figure+p,aside+p{margin-block-start:1.2em}"
  }

  private var paragraphs: String {
    switch style.paragraphs {
    case .spaced: "p+p{margin-block-start:.85em}header p+p{margin-block-start:.3em}"
    case .indented: paragraphsInset
    }
  }

  private var headings: String {
    switch style.headings {
    case .start: ""
    case .center:
      "body>header{text-align:center}h1,h2,h3{text-align:center;font-weight:500}"
        + "h2{font-size:2.1rem}h3{font-variant-caps:small-caps;letter-spacing:.04em;font-size:1.4rem}"
        + "body>header h1{font-weight:500;letter-spacing:0}"
        + ".contents{max-width:27em;margin-inline:auto}"
        + "main h2::after{content:\"\";display:block;width:5rem;margin:.75em auto 0;"
        + "border-block-end:1px solid var(--accent)}.notes>h2::after{content:none}"
    }
  }

  private var ornament: String {
    switch style.ornament {
    case .line: "hr{height:1px;background:var(--line);width:6rem}"
    case .asterism: "hr::before{content:\"\\2042\";font-size:1.3em}"
    case .fleuron: "hr::before{content:\"\\2766\";color:var(--accent);font-size:1.3em}"
    }
  }

  /// A chapter's first letter over three lines, and the rest of its first line in small capitals.
  private var dropCaps: String {
    guard style.dropsCaps, WebLanguage.takesDropCaps(language) else { return "" }
    // A campaign's chapter begins with what it is about; its story with its first scene.
    let first =
      ":is(section.chapter>h2+p,section.chapter>h2+.chapter-line+p,"
      + "section.chapter>.scene:not(.scene~.scene)"
      + ">.narrator:not(.narrator~.narrator)>p:first-child):not([class]):not([dir]):not([lang])"
    return "\(first)::first-letter{font-family:var(--display);color:var(--accent);"
      + "float:inline-start;font-size:3.1em;line-height:.85;padding-inline-end:.08em}"
      + "@supports (initial-letter:3) or (-webkit-initial-letter:3){"
      + "\(first)::first-letter{float:none;font-size:inherit;line-height:inherit;"
      + "padding-inline-end:.32em;-webkit-initial-letter:3;initial-letter:3}}"
      + "\(first)::first-line{font-variant-caps:small-caps;letter-spacing:.03em}"
  }

  private var widths: String {
    shares.sorted().map { "img.w\($0),col.w\($0){width:\($0)%}" }.joined()
  }

  /// Paper has the light scheme's colors, whatever the screen has.
  private var printed: String {
    """
    @page{margin:20mm 18mm 22mm}
    @media print{\(printedColors)\
    html{font-size:10.5pt}\
    body>a:first-child{display:none}\
    body>header,main,body>footer{max-width:none;padding-inline:0}\
    body>header{padding-block:30vh 0;text-align:center;break-after:page}\
    a{color:inherit;text-decoration:none}\
    main p{text-align:justify}td p,th p,.callout p{text-align:start}\
    section.chapter{break-before:page;content-visibility:visible}\
    main>section.chapter:first-child{break-before:auto}\
    h2{margin-block-start:0}\
    .table{overflow:visible}thead{display:table-header-group}tr,li{break-inside:avoid}\
    pre{white-space:pre-wrap}\
    .contents,.notes,.index{break-before:page}.contents{break-after:page}\
    .contents a,.index a{color:inherit}\
    [role=doc-backlink]{display:none}}
    """
  }

  // MARK: A book

  /// A style sheet for reading devices: sizes, running text and paper are the reader's own, so what
  /// is set here are proportions. No variables, which old devices do not know.
  var book: String {
    let accent = Self.hex(style.light.accent)
    let line = Self.hex(style.light.line)
    let isCentered = style.headings == .center
    let ornament =
      switch style.ornament {
      case .line: "hr{border:0;border-top:1px solid \(line);width:30%;margin:2em auto}"
      case .asterism: Self.bookOrnament("\\2042")
      case .fleuron: Self.bookOrnament("\\2766")
      }
    let inset =
      switch style.paragraphs {
      case .spaced: "p+p{margin-top:.7em}"
      case .indented:
        "p+p{text-indent:1.3em}td p+p,li p+p,.callout-title+p,.chapter-line+p{text-indent:0}"
      }
    return """
      body{line-height:1.45}
      h1,h2,h3,h4,h5,h6{font-family:\(families(style.displayFamilies));line-height:1.2;\
      text-align:\(isCentered ? "center" : "inherit");font-weight:\(isCentered ? "normal" : "bold");\
      page-break-after:avoid;break-after:avoid;page-break-inside:avoid;break-inside:avoid;\
      margin:1.8em 0 .7em}
      h1{font-size:1.7em;margin:2.2em 0 1.2em}
      h2{font-size:1.3em}
      h3{font-size:1.12em}
      h4,h5,h6{font-size:1em}
      p{margin:0;orphans:2;widows:2}
      \(inset)
      \(ornament)
      a{color:\(accent)}
      .small-caps,.byline{font-variant:small-caps;letter-spacing:.04em}
      sup,sub,.note-mark{font-size:.75em;line-height:0}
      .note-mark{vertical-align:super;text-decoration:none}
      code,pre{font-family:\(families(style.codeFamilies));font-size:.88em}
      pre{white-space:pre-wrap;margin:1em 0;padding:.6em .8em;border:1px solid \(line);\
      text-align:left}
      ul,ol{margin:.7em 0;padding:0 1.6em}
      .tasks{list-style:none;padding:0 .2em}
      .loose>li{margin:.5em 0}
      blockquote{margin:1em 1.4em;font-style:italic}
      figure{margin:1.4em 0;text-align:center;page-break-inside:avoid;break-inside:avoid}
      figure.quote{text-align:inherit}
      figure.quote figcaption{text-align:end}
      figcaption,caption,p.caption{font-size:.85em;margin:.5em 0}
      img{max-width:100%;height:auto}
      .missing{font-size:.9em;border:1px dashed \(line)}
      table{border-collapse:collapse;margin:1em 0;font-size:.92em;border-top:1px solid;\
      border-bottom:1px solid}
      th,td{padding:.3em .6em;text-align:start;vertical-align:top;\
      border-bottom:1px solid \(line)}
      .center{text-align:center}
      .end{text-align:end}
      .callout{margin:1.2em 0;padding:.5em .9em;border:1px solid \(line);\
      page-break-inside:avoid;break-inside:avoid}
      .callout-title{font-weight:bold;margin-bottom:.3em;color:\(accent)}
      .dice,.resources,.status{font-size:.92em}
      .player{margin:.8em 0;padding:0 .8em;border-inline-start:2px solid \(accent)}
      .thinking{font-style:italic}
      .thinking.long{font-style:normal}
      .speaker,.chapter-line,.figures,.license,.meta{font-size:.85em}
      .speaker{font-weight:bold;color:\(accent)}
      .speaker+p{margin-top:0;text-indent:0}
      .message,.event,.limits{text-indent:0;margin:.7em 0}
      .sender{color:\(accent)}
      .time,.limits{font-size:.86em}
      .event,.placeholder{font-style:italic}
      .session-header{font-size:.85em;margin:.4em 0 1em}
      .session-header dt{font-weight:normal;font-style:italic}
      dl{margin:1em 0}
      dt{font-weight:bold}
      dd{margin:0 1.2em .3em}
      .page-break{page-break-after:always;break-after:page}
      .contents ol,.index ul{list-style:none;padding:0}
      .terms>.letter{margin:.9em 0 .2em;font-weight:bold;text-indent:0;page-break-after:avoid}
      .contents ol ol{padding:0 1.2em}
      .contents li{margin:.25em 0}
      .contents a,.index a{text-decoration:none}
      .notes{margin-top:3em;padding-top:.6em;border-top:1px solid \(line);font-size:.9em}
      .notes h2{font-size:1.1em;margin:0 0 .6em}
      .notes aside{margin:.5em 0}
      .note-number{font-weight:bold}
      .title-page{text-align:center;margin-top:20%}
      .title-page h1{font-size:2.2em;text-align:center;margin:0 0 .3em}
      .subtitle{font-style:italic;font-size:1.2em;margin-bottom:1.5em}
      em em,blockquote em,.thinking em,.event em,.subtitle em{font-style:normal}
      .thinking.long>p>em{font-style:italic}
      .cover{margin:0;padding:0;text-align:center}
      .cover img{max-width:100%;max-height:100%}
      @media (prefers-color-scheme:dark){a,.callout-title{color:\(Self.hex(style.dark.accent))}}
      \(widths)

      """
  }

  private static func bookOrnament(_ sign: String) -> String {
    "hr{border:0;margin:1.6em 0;text-align:center}hr::before{content:\"\(sign)\"}"
  }
}
