// SPDX-License-Identifier: MIT
// Part of Platen: the verbs that offered choices begin with.

/// Verbs in the form of a command, as narrators of games write choices in English.
enum EnglishVerbs {
  static func isCommand(_ word: String) -> Bool { commands.contains(word) }

  private static let commands = Set(
    """
    abandon accept accuse acknowledge act activate address adjust admit advance advise agree aim \
    allow analyze announce apologize appeal apply approach argue arrange ascend ask assert assess \
    assist attack attempt attend avoid await back bandage bargain barricade bash beckon beg begin \
    bind block bluff board bow brace brandish break brief bring build burn bury buy call calm \
    capture carry cast catch challenge channel charge chase check choose circle claim clear climb \
    close comfort command commit compel complete conceal confess confide confirm confront connect \
    consider console construct consult contact continue convince coordinate counter cover crawl \
    create cross crush cry cut dance dash deceive decide declare decline defend deflect delay \
    deliver demand demonstrate deny deploy descend describe destroy detain deter dig direct disarm \
    discover discuss disengage dismiss dispatch disperse distract dive divert dodge don draw drink \
    drive drop duck ease eat embrace emerge employ encourage end endure enforce engage ensure \
    enter escape escort establish evacuate evade examine execute exit expand explain exploit \
    explore expose express extend extract face fall feign fetch fight fill finalize find finish \
    fire flank flatter flee fly focus follow force forge free gather gaze gesture get give glance \
    go grab grant greet grip guard guide haggle halt hand handle harness have head heal hear help \
    hide hold honor hunt hurl hurry hush identify ignite ignore impersonate improve indicate \
    infiltrate inform inquire insist inspect inspire instruct intercept interpose interrogate \
    interrupt intervene intimidate introduce invade investigate invite invoke issue join jump \
    justify keep kill kneel knock land lash launch lay lead leap learn leave let leverage lie lift \
    light listen lob locate lock look loosen loot lower lunge lure lurk maintain make maneuver \
    march mark mask massage meditate meet menace mend mention mimic mirror mobilize monitor mount \
    move murmur nail navigate negotiate neutralize nod note notice obey observe offer open oppose \
    order organize outline outwit overwhelm parley pass patch pause pay peer perform persist \
    persuade pick pilfer pivot place plan plant play plead pledge plunge pocket point polish pore \
    pose position pounce practice praise pray prepare present press pretend probe proceed proclaim \
    project promise prompt propel propose protect prove provide provoke pry pull pursue push put \
    quell question race raid raise rally reach read ready reassure recall reclaim recount recruit \
    redirect refuse regroup reject relax release relent rely remain remember remind remove repair \
    repeat reply report reposition reprimand request rescue resist respond rest restrain resume \
    retreat retrieve return reveal review rewrite ride rise roar rummage run rush sabotage saddle \
    salute save say scale scan scatter scold scour scout scream scribble seal search secure seek \
    seize select send sense separate set settle shadow shake share shatter shield shift shoot \
    shoulder shout shove show signal silence sing sit skip slam slash slide slip smash smile \
    smuggle snatch sneak soften soothe speak spring sprinkle sprint spy stab stabilize stall stand \
    stare start stash state stay steal steel steer step stop stow stretch strike strip stroll \
    study subdue submit suggest summon support surrender surround survey swap swear swim swing \
    switch take talk target taunt teach tear tell tempt tend terminate test thank threaten throw \
    thwart tie tiptoe toss touch trace track trade trail train transform translate trap travel \
    treat trick trigger trust try tug turn uncover unfurl unlatch unleash unlock unmask unsheathe \
    untie unveil urge use usher utilize vanish vault veil venture verify visit volunteer vouch vow \
    wade wait wake walk warm warn watch wave weave weigh whisper whistle wield wipe withdraw \
    witness work wrap wrestle write yell yield
    """.split(separator: " ").map(String.init))
}
