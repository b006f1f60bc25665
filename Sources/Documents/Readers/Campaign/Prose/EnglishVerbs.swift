// SPDX-License-Identifier: MIT
// Part of Platen: the verbs that offered choices begin with.

/// Verbs in the form of a command, as narrators of games write choices in English.
enum EnglishVerbs {
  static func isCommand(_ word: String) -> Bool { commands.contains(word) }

  private static let commands = Set(
    """
    abandon accept accuse acknowledge act activate address adjust admit advance advise agree aim \
    allow analyze announce apologize appeal apply approach argue arrange ascend ask assert assess \
    assist attack attempt attend avoid await back bargain bash beckon beg begin bind block bluff \
    board bow brace break brief bring build burn bury buy call calm capture carry cast catch \
    challenge charge chase check choose circle claim clear climb close comfort command commit \
    compel conceal confess confide confirm confront connect consider construct consult contact \
    continue convince coordinate counter cover crawl create cross crush cut dance dash deceive \
    decide declare decline defend deflect delay deliver demand demonstrate deny deploy descend \
    describe destroy detain deter dig direct disarm discover discuss disengage dismiss disperse \
    distract dive divert dodge draw drink drive drop duck ease eat embrace emerge employ \
    encourage end endure enforce engage ensure enter escape escort establish evade examine \
    execute exit expand explain exploit explore expose express extend extract face fall feign \
    fight fill find finish fire flank flatter flee fly focus follow force forge free gather gaze \
    gesture get give glance go grab grant greet grip guard guide halt hand handle harness have head \
    heal hear help hide hold honor hunt hurl identify ignore ignite impersonate improve indicate \
    infiltrate inform inquire insist inspect inspire instruct intercept interrogate interrupt \
    intervene intimidate introduce invade investigate invite invoke issue join jump justify keep \
    kill kneel knock land lash launch lay lead leap learn leave let lie lift light listen locate \
    lock look loot lower lunge maintain make march mark maneuver meditate meet mention mimic \
    mobilize monitor mount move nail navigate negotiate nod note notice obey observe offer open \
    oppose order organize outline overwhelm parley pass pause pay peer perform persuade pick place \
    plan plant play plead pledge point pose position pounce practice pray prepare present press \
    pretend probe proceed proclaim project promise prompt propose protect prove provide provoke \
    pull pursue push put question race raid raise rally reach read ready reassure recall reclaim \
    recount recruit redirect refuse regroup reject relax release relent rely remain remember \
    remind remove repair repeat reply report request rescue resist respond rest restrain resume \
    retreat retrieve return reveal review ride rise roar run rush sabotage salute save say scale \
    scan scatter scout scream search seal secure seek seize select send sense separate set settle \
    shake share shatter shield shift shoot shout show shove signal silence sit skip slam slash \
    slip smash smile snatch sneak soothe speak spring sprint spy stab stabilize stall stand stare \
    start state stay steal steel steer step stop stretch strike strip stroll study submit subdue \
    suggest summon support surrender surround survey swear swim swing take talk target taunt \
    teach tear tell tempt test thank threaten throw tie touch trace track trade trail train \
    transform trap travel treat trick trigger trust try turn uncover unleash unlock urge use \
    utilize vanish venture verify visit volunteer vow wade wait wake walk warn watch wave weave \
    weigh whisper wield withdraw witness work write yell yield
    """.split(separator: " ").map(String.init))
}
