// SPDX-License-Identifier: MIT
// Part of Platen: the commands that stand for one symbol, and the class of each symbol.

/// The signs of formulas by the names LaTeX, amsmath and amssymb have for them.
enum Symbols {
  struct Sign: Hashable, Sendable {
    var scalar: Unicode.Scalar
    var kind: AtomClass
    /// Indicates whether it grows in display style.
    var isBig = false
    /// The position of scripts of a symbol that grows.
    var limits: LimitsPlace = .never
  }

  /// The sign of a command.
  static func sign(_ command: String) -> Sign? { byCommand[command] }

  /// The sign that a code point is when it is typed as it is.
  static func sign(of scalar: Unicode.Scalar) -> Sign? { byScalar[scalar] }

  /// Letters that take an alphabet as those of Latin do.
  static func isGreekLetter(_ scalar: Unicode.Scalar) -> Bool {
    (0x391...0x3C9).contains(scalar.value)
      || [0x3D1, 0x3D5, 0x3D6, 0x3F0, 0x3F1, 0x3F5].contains(scalar.value)
  }

  static func delimiter(_ command: String) -> Unicode.Scalar? { delimiters[command] }

  /// The name of an operator written in upright letters, and whether it takes limits.
  static func word(_ command: String) -> (name: String, limits: LimitsPlace)? {
    if let name = plainWords[command] { return (name, .never) }
    if let name = limitWords[command] { return (name, .automatic) }
    return nil
  }

  /// Accents, and whether they grow as wide as what they stand on.
  static func accent(_ command: String) -> (scalar: Unicode.Scalar, isWide: Bool)? {
    if let scalar = narrowAccents[command] { return (scalar, false) }
    if let scalar = wideAccents[command] { return (scalar, true) }
    return nil
  }

  static let negated: [Unicode.Scalar: Unicode.Scalar] = [
    "=": "≠", "∈": "∉", "∋": "∌", "<": "≮", ">": "≯", "≤": "≰", "≥": "≱", "≡": "≢", "∼": "≁",
    "≃": "≄", "≅": "≇", "≈": "≉", "⊂": "⊄", "⊃": "⊅", "⊆": "⊈", "⊇": "⊉", "∥": "∦", "∣": "∤",
    "∃": "∄", "→": "↛", "←": "↚", "⇒": "⇏", "⇐": "⇍", "⇔": "⇎", "↔": "↮", "≺": "⊀", "≻": "⊁",
    "⊢": "⊬", "⊨": "⊭",
  ]

  /// Every command that is known, for near misses.
  static let allCommands: [String] =
    (Array(byCommand.keys) + Array(delimiters.keys) + Array(plainWords.keys)
    + Array(limitWords.keys) + Array(narrowAccents.keys) + Array(wideAccents.keys)
    + FormulaParser.commandNames).filter { $0.allSatisfy(\.isLetter) }.sorted().map { "\\" + $0 }

  // MARK: Tables

  /// `name sign name sign …`
  private static func pairs(_ text: String) -> [(String, Unicode.Scalar)] {
    // By scalars: a combining accent makes one character with the blank before it.
    let words = text.unicodeScalars.split { $0 == " " || $0 == "\n" }
    return stride(from: 0, to: words.count - 1, by: 2).compactMap { i in
      words[i + 1].first.map { (String(words[i]), $0) }
    }
  }

  private static func table(_ text: String) -> [String: Unicode.Scalar] {
    Dictionary(pairs(text), uniquingKeysWith: { first, _ in first })
  }

  private static let byCommand: [String: Sign] = {
    var result: [String: Sign] = [:]
    for (text, kind) in [
      (ordinary, AtomClass.ordinary), (binary, .binary), (relations, .relation),
      (arrows, .relation), (openings, .opening), (closings, .closing), (punctuation, .punctuation),
      (dots, .inner),
    ] {
      for (name, scalar) in pairs(text) { result[name] = Sign(scalar: scalar, kind: kind) }
    }
    for (name, scalar) in pairs(sums) {
      result[name] = Sign(scalar: scalar, kind: .largeOperator, isBig: true, limits: .automatic)
    }
    for (name, scalar) in pairs(integrals) {
      result[name] = Sign(scalar: scalar, kind: .largeOperator, isBig: true, limits: .never)
    }
    return result
  }()

  private static let byScalar: [Unicode.Scalar: Sign] = {
    var result: [Unicode.Scalar: Sign] = [:]
    // Of several names for one sign the first in order decides.
    for name in byCommand.keys.sorted() {
      guard let sign = byCommand[name], !sign.scalar.isASCII, result[sign.scalar] == nil else {
        continue
      }
      result[sign.scalar] = sign
    }
    for (scalar, kind) in ascii { result[scalar] = Sign(scalar: scalar, kind: kind) }
    result["-"] = Sign(scalar: "−", kind: .binary)
    result["*"] = Sign(scalar: "∗", kind: .binary)
    result[":"] = Sign(scalar: "∶", kind: .relation)
    return result
  }()

  private static let ascii: [(Unicode.Scalar, AtomClass)] = [
    ("+", .binary), ("=", .relation), ("<", .relation), (">", .relation), ("(", .opening),
    ("[", .opening), (")", .closing), ("]", .closing), ("!", .closing), ("?", .closing),
    (",", .punctuation), (";", .punctuation), ("/", .ordinary), ("|", .ordinary), (".", .ordinary),
    ("@", .ordinary), ("\"", .ordinary), ("`", .ordinary),
  ]

  private static let ordinary = """
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι
    kappa κ varkappa ϰ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ
    varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω digamma ϝ
    Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
    aleph ℵ beth ℶ gimel ℷ daleth ℸ hbar ℏ hslash ℏ imath 𝚤 jmath 𝚥 ell ℓ wp ℘ Re ℜ Im ℑ partial ∂
    infty ∞ prime ′ backprime ‵ emptyset ∅ varnothing ∅ nabla ∇ surd √ top ⊤ bot ⊥ angle ∠
    measuredangle ∡ sphericalangle ∢ triangle △ forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ flat ♭
    natural ♮ sharp ♯ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ complement ∁ mho ℧ eth ð
    Finv Ⅎ Game ⅁ Bbbk 𝕜 square □ Box □ blacksquare ■ lozenge ◊ Diamond ◇ blacklozenge ⧫
    bigstar ★ diagup ╱ diagdown ╲ S § P ¶ copyright © pounds £ yen ¥ checkmark ✓ degree ° ldots …
    dots … dotsc … dotso … vdots ⋮ # # $ $ % % & & _ _ mathdollar $ vert | Vert ‖ backslash \\
    lq ‘ rq ’ maltese ✠ circledR ® therefore ∴ because ∵ AA Å
    """

  private static let binary = """
    pm ± mp ∓ times × div ÷ ast ∗ star ⋆ circ ∘ bullet ∙ cdot ⋅ cap ∩ cup ∪ uplus ⊎ sqcap ⊓
    sqcup ⊔ vee ∨ lor ∨ wedge ∧ land ∧ setminus ∖ smallsetminus ∖ wr ≀ diamond ⋄
    bigtriangleup △ bigtriangledown ▽ triangleleft ◁ triangleright ▷ lhd ⊲ rhd ⊳ unlhd ⊴ unrhd ⊵
    oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ bigcirc ◯ dagger † ddagger ‡ amalg ⨿ boxplus ⊞
    boxminus ⊟ boxtimes ⊠ boxdot ⊡ ltimes ⋉ rtimes ⋊ barwedge ⊼ veebar ⊻ curlyvee ⋎ curlywedge ⋏
    Cap ⋒ Cup ⋓ intercal ⊺ dotplus ∔ centerdot ⋅ circledast ⊛ circledcirc ⊚ circleddash ⊝
    divideontimes ⋇ leftthreetimes ⋋ rightthreetimes ⋌
    """

  private static let relations = """
    leq ≤ le ≤ geq ≥ ge ≥ leqslant ⩽ geqslant ⩾ leqq ≦ geqq ≧ prec ≺ succ ≻ preceq ⪯ succeq ⪰
    preccurlyeq ≼ succcurlyeq ≽ ll ≪ gg ≫ lll ⋘ ggg ⋙ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇
    subsetneq ⊊ supsetneq ⊋ Subset ⋐ Supset ⋑ subseteqq ⫅ supseteqq ⫆ sqsubset ⊏ sqsupset ⊐
    sqsubseteq ⊑ sqsupseteq ⊒ in ∈ ni ∋ owns ∋ notin ∉ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ Vdash ⊩
    Vvdash ⊪ smile ⌣ frown ⌢ mid ∣ nmid ∤ parallel ∥ nparallel ∦ perp ⟂ equiv ≡ sim ∼ simeq ≃
    asymp ≍ approx ≈ approxeq ≊ cong ≅ ncong ≇ neq ≠ ne ≠ doteq ≐ Doteq ≑ propto ∝ varpropto ∝
    bowtie ⋈ Join ⋈ triangleq ≜ circeq ≗ bumpeq ≏ Bumpeq ≎ eqcirc ≖ coloneqq ≔ eqqcolon ≕ nless ≮
    ngtr ≯ nleq ≰ ngeq ≱ lesssim ≲ gtrsim ≳ lessgtr ≶ gtrless ≷ lessapprox ⪅ gtrapprox ⪆ lneq ⪇
    gneq ⪈ lneqq ≨ gneqq ≩ nsim ≁ nsubseteq ⊈ nsupseteq ⊉ nprec ⊀ nsucc ⊁ nvdash ⊬ nvDash ⊭
    backsim ∽ thicksim ∼ thickapprox ≈ between ≬ pitchfork ⋔ trianglelefteq ⊴ trianglerighteq ⊵
    vartriangleleft ⊲ vartriangleright ⊳ lt < gt > eqsim ≂
    """

  private static let arrows = """
    leftarrow ← gets ← rightarrow → to → uparrow ↑ downarrow ↓ leftrightarrow ↔ updownarrow ↕
    Leftarrow ⇐ Rightarrow ⇒ Uparrow ⇑ Downarrow ⇓ Leftrightarrow ⇔ Updownarrow ⇕ nearrow ↗
    searrow ↘ swarrow ↙ nwarrow ↖ mapsto ↦ longmapsto ⟼ hookleftarrow ↩ hookrightarrow ↪
    leftharpoonup ↼ leftharpoondown ↽ rightharpoonup ⇀ rightharpoondown ⇁ rightleftharpoons ⇌
    leftrightharpoons ⇋ longleftarrow ⟵ longrightarrow ⟶ Longleftarrow ⟸ Longrightarrow ⟹
    longleftrightarrow ⟷ Longleftrightarrow ⟺ iff ⟺ implies ⟹ impliedby ⟸ leadsto ⇝
    rightsquigarrow ⇝ twoheadrightarrow ↠ twoheadleftarrow ↞ rightarrowtail ↣ leftarrowtail ↢
    rightrightarrows ⇉ leftleftarrows ⇇ leftrightarrows ⇆ rightleftarrows ⇄ Lsh ↰ Rsh ↱
    circlearrowleft ↺ circlearrowright ↻ curvearrowleft ↶ curvearrowright ↷ nrightarrow ↛
    nleftarrow ↚ nRightarrow ⇏ nLeftarrow ⇍ nleftrightarrow ↮ nLeftrightarrow ⇎ dashrightarrow ⇢
    dashleftarrow ⇠ multimap ⊸ upharpoonright ↾ downharpoonright ⇂
    """

  private static let openings = """
    langle ⟨ lceil ⌈ lfloor ⌊ lbrace { { { lbrack [ lvert | lVert ‖ lgroup ⟮ lmoustache ⎰
    llbracket ⟦ ulcorner ⌜ llcorner ⌞
    """
  private static let closings = """
    rangle ⟩ rceil ⌉ rfloor ⌋ rbrace } } } rbrack ] rvert | rVert ‖ rgroup ⟯ rmoustache ⎱
    rrbracket ⟧ urcorner ⌝ lrcorner ⌟
    """
  private static let punctuation = "colon : ldotp . cdotp ⋅"
  private static let dots = "cdots ⋯ dotsb ⋯ dotsm ⋯ dotsi ⋯ ddots ⋱ iddots ⋰"

  private static let sums = """
    sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂
    bigodot ⨀ biguplus ⨄ bigsqcup ⨆
    """
  private static let integrals = "int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ oiint ∯ oiiint ∰ smallint ∫"

  private static let delimiters: [String: Unicode.Scalar] = table(
    """
    ( ( ) ) [ [ ] ] | | / / < ⟨ > ⟩ { { } } lbrace { rbrace } langle ⟨ rangle ⟩ lceil ⌈ rceil ⌉
    lfloor ⌊ rfloor ⌋ lvert | rvert | vert | lVert ‖ rVert ‖ Vert ‖ uparrow ↑ downarrow ↓
    updownarrow ↕ Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕ backslash \\ lbrack [ rbrack ] lgroup ⟮
    rgroup ⟯ llbracket ⟦ rrbracket ⟧ ulcorner ⌜ urcorner ⌝ llcorner ⌞ lrcorner ⌟ lmoustache ⎰
    rmoustache ⎱
    """)

  private static func words(_ text: String) -> [String: String] {
    Dictionary(
      text.split(whereSeparator: \.isWhitespace).map { (String($0), String($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  private static let plainWords = words(
    """
    sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan arg deg dim exp hom ker lg ln
    log
    """)
  private static let limitWords = words(
    "lim limsup liminf max min sup inf det Pr gcd injlim projlim"
  )
  .merging(
    [
      "limsup": "lim\u{2009}sup", "liminf": "lim\u{2009}inf", "injlim": "inj\u{2009}lim",
      "projlim": "proj\u{2009}lim",
    ], uniquingKeysWith: { _, new in new })

  private static let narrowAccents = table(
    """
    hat \u{302} check \u{30C} breve \u{306} acute \u{301} grave \u{300} tilde \u{303} bar \u{304}
    vec \u{20D7} dot \u{307} ddot \u{308} dddot \u{20DB} ddddot \u{20DC} mathring \u{30A}
    """)
  private static let wideAccents = table("widehat \u{302} widetilde \u{303} widecheck \u{30C}")
}
