//! The Cases of the rulebook, in book order, and the rulings where it leaves a gap, contradicts itself or is lost.
//!
//! A Case is cited with the crate's `cite!` macro, which does not compile for a Case that is not in the book:
//!
//! ```text
//! cite!("13.3(5e)")      // a numbered item of a Case
//! cite!("6.1", "R-23")   // a Case as a ruling reads it
//! ```

use casus_core::Standing::{Reconstructed, Rule, Text};
use casus_core::cases::{entry, ruling, switch};
use casus_core::{Entry, Ruling};

casus_core::casebook!("Arquebus", crate::casebook::CASEBOOK, cite, $);

/// Of 15.0 to 16.2 only the titles are known, from references to them. Their rules are reconstructed.
#[rustfmt::skip]
const ENTRIES: &[Entry] = &[
    entry("1.0", "Introduction", Text, "words only: an introduction"),
    entry("2.0", "The Components", Text, "words only: what is in the box"),
    entry("2.1", "The Maps", Text, "words only: describes the maps, which are data"),
    entry("2.2", "The Counters", Rule, "components.rs"),
    entry("2.3", "The Die", Rule, "charts.rs"),
    entry("2.4", "Definitions & Abbreviations", Rule, "components.rs"),
    entry("2.5", "Unit Types & Military Terms", Rule, "components/arms.rs"),
    entry("2.6", "The Scale", Text, "words only: the scale enters no rule"),
    entry("3.0", "Victory", Rule, "rules/victory.rs"),
    entry("4.0", "Sequence Of Play", Rule, "rules/sequence.rs"),
    entry("5.0", "Leaders & Command", Rule, "rules/leaders.rs"),
    entry("5.1", "Types of Leaders", Rule, "data/forces.rs"),
    entry("5.2", "Leader Ratings", Rule, "rules/command.rs"),
    entry("5.3", "Out of Command effects", Rule, "rules/command.rs"),
    entry("5.4", "Leader Casualties", Rule, "rules/leaders.rs"),
    entry("5.5", "Replacement Leaders", Rule, "rules/leaders.rs"),
    entry("6.0", "Activation & Continuity", Text, "words only: a heading"),
    entry("6.1", "Activation", Rule, "rules/activation.rs"),
    entry("6.2", "Continuity", Rule, "rules/activation.rs"),
    entry("6.3", "Seizing Continuity", Rule, "rules/seizing.rs"),
    entry("6.3.1", "Seizure Opportunity", Rule, "rules/seizing.rs"),
    entry("6.3.2", "Seizure Negation", Rule, "rules/seizing.rs"),
    entry("6.4", "Leaderless Battles", Rule, "rules/activation.rs"),
    entry("7.0", "Movement", Text, "words only: a heading"),
    entry("7.1", "What is Movement, What is Not", Rule, "state/pieces.rs"),
    entry("7.2", "Movement Procedures", Rule, "rules/movement/step.rs"),
    entry("7.3", "Movement Restrictions", Rule, "rules/movement/step.rs"),
    entry("7.4", "Dismounting and Remounting", Rule, "rules/movement/mounting.rs"),
    entry("7.5", "Reinforcements", Rule, "rules/reinforcements.rs"),
    entry("7.6", "Artillery Movement", Rule, "rules/movement/step.rs"),
    entry("8.0", "Facing", Rule, "rules/movement/facing.rs"),
    entry("9.0", "Zones Of Control (Zoc)", Rule, "rules/movement/step.rs"),
    entry("10.0", "Stacking", Rule, "rules/stacking.rs"),
    entry("10.1", "Movement, Facing, Retreat, Retreat Before Combat, and Advance After Combat Effects", Rule, "rules/stacking.rs"),
    entry("10.2", "Missile Fire Effects", Rule, "rules/fire/volley.rs"),
    entry("10.3", "Shock/Charge Effects", Rule, "rules/shock/striking.rs"),
    entry("11.0", "Missile Fire", Text, "words only: a heading"),
    entry("11.1", "Missile Units", Rule, "rules/fire/shot.rs"),
    entry("11.2", "When Units May Fire", Rule, "rules/fire/shot.rs"),
    entry("11.3", "Resolving Fire", Rule, "rules/fire/shot.rs"),
    entry("11.4", "Line Of Sight (LOS)", Rule, "rules/fire/sight.rs"),
    entry("11.5", "Mounted Arquebusiers and Mounted Crossbowmen", Rule, "rules/movement/mounting.rs"),
    entry("12.0", "Shock", Text, "words only: a heading"),
    entry("12.1", "The Shock Phase", Rule, "rules/shock/declaring.rs"),
    entry("12.2", "Retreat Before Combat", Rule, "rules/shock/withdrawing.rs"),
    entry("12.3", "Shock Resolution", Rule, "rules/shock/striking.rs"),
    entry("12.4", "Advance After Combat", Rule, "rules/shock/advancing.rs"),
    entry("12.5", "Artillery in Shock/Charge Combat", Rule, "rules/shock/striking.rs"),
    entry("13.0", "Charging & Counter-Charging", Text, "words only: says what a Charge is, as 13.1 to 13.9 rule it"),
    entry("13.1", "Which Units May Charge or Counter-Charge", Rule, "rules/charge/counter.rs"),
    entry("13.2", "Charge Procedure", Rule, "rules/charge/placing.rs"),
    entry("13.3", "Charge/Counter-Charge Restrictions", Rule, "rules/charge/path.rs"),
    entry("13.4", "Benefits and Results of a Charge", Rule, "rules/shock/striking.rs"),
    entry("13.5", "Charge Reluctance", Text, "words only: there is no Charge Reluctance; 16.2 has a kind of it"),
    entry("13.6", "Counter-Charge", Rule, "rules/charge/counter.rs"),
    entry("13.7", "Counter-Charge Against Charge", Rule, "rules/charge/counter.rs"),
    entry("13.8", "Counter-Charge Against Shock", Rule, "rules/charge/counter.rs"),
    entry("13.9", "Counter-Charge Against Fire", Rule, "rules/charge/counter.rs"),
    entry("14.0", "Combat Results", Text, "words only: a heading"),
    entry("14.1", "The Combat Results Tables", Rule, "rules/shock/striking.rs"),
    entry("14.2", "Disorder", Rule, "rules/results.rs"),
    entry("14.3", "Retreat", Rule, "rules/retreat.rs"),
    entry("14.4", "Retire", Rule, "rules/retreat.rs"),
    entry("14.5", "Engaged", Rule, "rules/results.rs"),
    entry("14.6", "Eliminated", Rule, "rules/results.rs"),
    entry("14.7", "Continued Attack", Rule, "rules/shock/advancing.rs"),
    entry("15.0", "Rallying Units", Reconstructed, "rules/rally.rs"),
    entry("15.1", "Rallying", Reconstructed, "rules/rally.rs"),
    entry("15.2", "Standards", Reconstructed, "rules/standards.rs"),
    entry("16.0", "Special Rules", Text, "words only: a heading"),
    entry("16.1", "Timed Engagements", Reconstructed, "rules/special.rs"),
    entry("16.2", "Swiss Shock Reluctance", Reconstructed, "rules/special.rs"),
];

/// `R` rulings interpret printed text, `G` rulings decide what no text decides, `C` rulings resolve contradictions. Rulings named
/// as Cases are the rules of Cases that are lost.
#[rustfmt::skip]
const RULINGS: &[Ruling] = &[
    ruling("R-01", "3.0", "A Retired unit that is Eliminated adds its price less the one point that it already cost. Light Cavalry is priced at 1; the example that says 2 means archers."),
    ruling("R-02", "3.0, 14.4", "Flight Points follow from what each unit is now. A Retired Skirmisher or Sapper that is Eliminated takes its point back with it."),
    ruling("R-03", "3.0", "Baggage Wagons and Standards have no price unless the scenario gives one; a Gun Wagon costs 1."),
    ruling("R-04", "3.0", "A King costs 10 in place of the 5 of an Overall Commander, whether he is one or not."),
    ruling("R-05", "3.0, 5.0, 7.3", "A named leader costs points when killed, captured or forced off the map, on his printed side only; not when he is removed because his units are gone."),
    ruling("R-06", "3.0, 4.0, 6.1", "Both sides check after each Free Activation, a Passed one and a Standard's too, before the Continuation is chosen. The active player's die falls first, and both count together."),
    ruling("R-07", "4.0, 6.3.1", "An activation won by Seizure begins in Phase A with its Battle fixed, so replacement leaders come in; it is not Free."),
    ruling("R-08", "4.0", "A Continuation that succeeds begins in Phase B; replacement leaders come in before it all the same."),
    ruling("R-09", "4.0, 5.5", "A replacement comes between Phases A and B of each activation of his owner, a Standard's too and a Pass excepted: before the Seizure counters of Phase B and before command is traced."),
    ruling("R-10", "4.0, 6.1", "An Army Activation has no Phases C and D."),
    ruling("R-11", "6.1, 6.2, 4.0", "His only Battle is the only one with a unit on the map; what is still to come does not count until it enters."),
    ruling("R-12", "5.2, 12.3(4)", "Charisma is that of the Overall Commander or of the unit's own Battle leader; of several the highest, once."),
    ruling("R-13", "2.4, 5.2", "Command goes on from unit to adjacent unit of the Battle without end."),
    ruling("R-13b", "7.2, 6.1", "A pure Overall Commander may move in any Free Activation of his side that is no Pass, a Standard's too."),
    switch("R-14", "6.1, 7.4, 2.4", "Does command through neighbours count as Command Range?", "A unit in command through its neighbours counts as within Command Range for an Army Activation and for dismounting.", "Only the range itself counts there."),
    ruling("R-15", "5.3, 10.0, 14.3", "What befalls a Standard whose hex an enemy unit enters is in 15.2."),
    ruling("R-16", "5.2, 5.3, 7.5", "Command is traced for both sides at the start of each activation, for Counter-Charges too. Reinforcements that enter are in command."),
    ruling("R-17", "5.4, 10.2", "Fire on a stack tests a leader if the total against either unit is 9 or more: one die for each leader, after the units' results and before he is displaced."),
    ruling("R-18", "5.4, 12.2, 14.5", "No leader is tested for Disorder by terrain, by Retreat Before Combat, by Disengaging, by Unsteady Troops or by a friend's retreat."),
    ruling("R-19", "5.4", "Reaction Fire on a Charging unit is fire: a leader is tested at 9 or more."),
    ruling("R-20", "5.4", "Nearest is least in hexes, ties to the owner, hexes of Retired units included. Whether he is Surrounded is asked with his captor in the hex."),
    ruling("R-21", "5.4", "Leaders of one hex are displaced each on his own."),
    ruling("R-22", "7.3, 14.3", "Hexes through which reinforcements enter are closed to the enemy while any of the group is due; who could only retreat there is Eliminated."),
    switch("R-23", "6.1", "How near may an Army Activation come to enemy units?", "A unit or leader begins an Army Activation at least four hexes from every enemy unit and enters no hex that is within four of one.", "Hexes four away may be entered."),
    ruling("R-24", "6.1, 14.4", "In an Army Activation Disordered units move, Retired ones move their one hex, and those out of command are not activated."),
    switch("R-25", "6.2", "What does an army of one Battle add to its first attempt to continue?", "An army of one Battle adds 1 to its first attempt to continue, 2 to the second and so on, beside the penalty for successes.", "It adds nothing to the first, 1 to the second and so on."),
    ruling("R-25b", "6.2", "When another Battle enters, the penalty of one Battle stays at what it was until the reset and grows no more."),
    ruling("R-26", "6.2", "An army of one Battle pays that penalty on Army Activations as well."),
    ruling("R-27", "6.2, 5.5", "A Battle whose leader is gone and not replaced cannot be named to continue. A replacement's own rating is used."),
    ruling("R-28", "6.2, 6.3.1", "After a Seizure the Battle that seized is the one just activated, and its side begins without penalties. A Free Activation may name any Battle."),
    ruling("R-29", "6.2", "A 0 or a 9 on a Continuation die means nothing more than its number."),
    ruling("R-30", "4.0, 6.2", "After an Army Activation all may be named: Army, any Battle, Pass. After a Battle no Army."),
    switch("R-31", "6.2, 6.3.2", "Does a Seizure that is negated reset the penalties?", "A Seizure that is negated counts as not attempted: the penalties stay.", "A Seizure that is negated resets the penalties too."),
    ruling("R-31b", "6.3.1, 6.3.2", "Each attempt to continue can meet one Opportunity, negated or not."),
    ruling("R-32", "6.3", "In each window the player who is not active plays all that he will, then the active one; nobody answers. Battle Cry and Unsteady Troops take effect at once."),
    ruling("R-33", "6.3", "A Pass and a Standard's activation have no Phase B, and so no window for Battle Cry and Unsteady Troops."),
    ruling("R-34", "6.3, 12.5, 13.9", "Into the Breach is for the attacker of the die, and so for him alone to play: against fire the Counter-Charger. It cannot be played on guns alone, for which no die falls."),
    switch("R-35", "6.3.1", "May Battles that the scenario joins be activated together?", "One Battle is activated at a time, save those that the scenario joins: they may be named together in a Free Activation.", "Also what the scenario joins is activated one by one."),
    ruling("R-36", "6.3.1", "The range of an Opportunity begins at 0."),
    ruling("R-37", "6.4, 5.5", "A Battle whose leader is gone for good is as one that began without: out of command, and activated in Free Activations only."),
    ruling("R-38", "7.2, 11.2", "Genitors and mounted archers stop on coming next to an enemy. Once they have fired there they may leave the hex for one more point; then, for the rest of the activation, they may not come next to any of the enemies, one or several, fired at or not, that were next to that hex at the moment of fire, wherever those have gone. Next to an enemy that was not they stop."),
    ruling("R-39", "7.2, 11.2", "The point to leave a hex next to the enemy is paid once, however many enemies are there. It is asked at the step: an enemy that has fallen or gone since the activation began costs nothing, one that has come since does."),
    ruling("R-40", "7.2", "A unit that is next to enemies when it sets out may not step next to any of those: asked at its first step, not when the activation began, so one that a friend's fire has driven off bars nothing, and one that has come since bars."),
    ruling("R-41", "7.2", "A leader rides with a unit from its start to its end or not at all, pays what it pays, and moves no more on his own. While the unit has spent no points he has not moved."),
    ruling("R-42", "7.2, 5.3", "Out of command and next to no enemy, a unit moves, but not next to one; out of command and next to an enemy it may only turn. Whether it is next to one is asked when the activation begins (5.3): it stays though that enemy has gone since, and moves though another has come since."),
    switch("R-43", "7.4, 11.5", "May a unit that dismounts fire in that activation?", "A unit that has dismounted may still fire in that activation; one that has fired may not dismount. Facing and leaders stay. One that remounts has its Movement Allowance on foot less what it spent.", "A unit that dismounts does not fire in that activation."),
    ruling("R-44", "7.6, 11.1, 11.2", "To fire in its activation a limbered gun unlimbers first, and fires with that face's DRM; it cannot do so in reaction."),
    ruling("R-45", "8.0", "A unit that comes next to an enemy may set its facing as its move ends."),
    ruling("R-46", "7.6, 8.0", "Guns turn freely with no enemy next to them, else by one vertex."),
    ruling("R-47", "10.0", "At most two units share a hex: foot that is neither pike nor gun with an unlimbered gun; foot that is no pike with a Baggage Wagon, two wagons excepted; Sappers with any one unit but a limbered gun, other Sappers too. Who may stop with the unit in a hex passes it for nothing; the point of 10.0 is for passing one with whom it may not stop."),
    ruling("R-48", "10.1, 14.3", "Nobody enters the hex of an Engaged unit, save in a retreat through it."),
    ruling("R-49", "10.1, 12.1", "Units of a type that cannot attack never advance, not even beside a unit that advances."),
    ruling("R-50", "10.2, 11.2", "Of a stack one unit may fire in reaction to an entry; each of it that is fired at may return fire."),
    ruling("R-51", "11.1, 8.0", "Beyond the next hex, the side or spine by which the line of sight leaves the firer's hex says through what he fires."),
    ruling("R-52", "11.2, 11.4", "Reaction Fire needs a line of sight: only walls and the Torre can block it."),
    ruling("R-53", "11.2, 14.4, 14.5, 5.3", "Engaged and Retired units and those that have fired do not react; those out of command do."),
    ruling("R-54", "11.2, 14.2", "A mover Disordered by Reaction Fire goes on with the allowance it began with; one that Retires or is Eliminated has ended its move."),
    ruling("R-55", "11.2", "Having reacted does not hinder Return Fire, save for mounted shot that is not reloaded; nothing limits how often fire is returned."),
    ruling("R-56", "11.2, 13.6", "Only the side that is not active counter-charges: active Men-at-Arms hit by Return or Reaction Fire do not."),
    ruling("R-57", "11.2, 11.4", "Fire is returned by one whose own range and line of sight reach the firer, Raining Fire included."),
    ruling("R-58", "11.4", "Units block javelins as they block crossbows; only longbows and mounted archers shoot over them."),
    switch("R-59", "11.4", "When do units between block archers?", "Archers shoot over units in the one hex between at a target two hexes away; at three and more units block as usual. A clear line past them is no Raining Fire.", "Units never block archers at three hexes and more."),
    ruling("R-60", "11.4", "A hex touched at a corner only does not block alone. A line along a side is blocked by a unit on one side of it and blocking terrain on the other."),
    ruling("R-61", "11.4", "Ground between blocks if it is higher than both ends."),
    ruling("R-62", "11.3", "The sum that the example has lost is +1: +2 for the range, 0, and -1 for the target."),
    ruling("R-63", "14.5, 11.2", "Where any unit of a hex is Engaged, none of it can be fired at."),
    ruling("R-64", "12.1", "An enemy in front may be left out only if a friend's declared attack covers it, if it cannot be attacked there, or if an Engaged attacker is not Engaged with it. Attacks and Charges may be declared in any order: what another could still declare counts until all is declared."),
    ruling("R-65", "12.1, 12.2", "When attackers or defenders fall out before the die, the rest are counted as they then are; with no attacker left the attack lapses."),
    switch("R-66", "12.2, 13.9", "Does Retreat Before Combat always need attackers on foot only?", "Retreat Before Combat needs attackers on foot only, save that units struck by a Counter-Charger's Continued Attack may retreat if all else permits.", "It needs attackers on foot only, without exception."),
    ruling("R-67", "12.2", "The advance after a Retreat Before Combat is optional; who takes it fights no more, a Continued Attack included, and who else attacked that hex is done."),
    ruling("R-68", "12.3(1)", "Strength is the number of attacking units less that of defended hexes, a stack being one. One attacker on two hexes has -1 at each."),
    ruling("R-69", "12.3(2)A", "The two rear hexes are one side, left and right flank are two."),
    ruling("R-70", "12.3(3), 10.3", "Of a stack the unit whose row of the matrix is used gives the Shock Defense DRM, by its own status."),
    switch("R-71", "14.4, 12.3(7)", "Does the +2 against a Retired unit count for fire?", "The +2 against a Retired unit is for Shock and Charge; fire uses its Disordered column and no more.", "It is for fire too."),
    ruling("R-72", "12.4", "To advance is owed; the attacker chooses among equals only. Where guns were Eliminated it is the same."),
    switch("R-73", "12.5, 10.3", "What becomes of guns whose hex the other unit leaves?", "Guns in a hex whose other unit Retreats or Retires are Eliminated: they can neither follow nor stay behind.", "They stay."),
    ruling("R-74", "12.5, 10.0", "A hex of Baggage Wagons alone is attacked without a die or a result. A unit may enter it in an advance only; it then captures the wagon, which leaves the map for good: no recapture, and no Flight Points but what the scenario gives (R-03)."),
    ruling("R-75", "12.3, 13.2", "The Charge Table is used if at least half of the units of that attack still Charge when it is resolved."),
    ruling("R-76", "13.2", "A Charger Retired, Eliminated or driven back on the way, Disordered with it or not, attacks nobody; one that is Disordered and stays attacks by Shock."),
    ruling("R-77", "12.3, 13.3", "Sight, path, command and neighbours of a Charge are judged when it is declared. When it is placed only the Charger's own state counts."),
    ruling("R-78", "13.0, 13.2, 12.1", "A Charge is at one unit, even if a second enemy ends in front."),
    ruling("R-79", "13.3(2), 13.3(3)", "Next to an enemy at the start of the activation or of the Shock Phase bars a Charge. It bars a Counter-Charge only while that same enemy is next to it and has not left the hex where it began."),
    ruling("R-80", "13.3(5d)", "The enemies that a path keeps clear of are all units, Retired ones, guns and wagons too, not leaders."),
    ruling("R-81", "13.4, 7.1", "What counts as having moved is in 7.1, to which 13.4 points by a wrong number."),
    ruling("R-82", "13.6", "Where Shock and Charge come together the owner counter-charges one kind; every attacker of that kind must end in front, the others need not."),
    ruling("R-83", "13.6, 12.3(2)A", "A Counter-Charger that succeeds turns before the attack is resolved, so its new facing gives the angle."),
    ruling("R-84", "13.7, 13.8, 13.9", "The Defense DRM of a Counter-Charge is the Shock Defense DRM of the face that lies up, with its sign."),
    ruling("R-85", "13.7", "A Counter-Charge against a Charge changes markers only: no -2, and nobody moves."),
    ruling("R-86", "13.9, 12.3", "A Counter-Charge against fire is a Shock Phase of its own: one attacker of the side that is not active, on the firer alone, on the Charge Table, without the -1 for having moved, with terrain Disorder and without Retreat Before Combat."),
    switch("R-87", "13.9, 5.3, 13.3(5e)", "How far does a Counter-Charge against fire reach?", "A Counter-Charge against fire reaches as many hexes as the Movement Allowance, the firer's own counted; terrain costs nothing. Out of command it reaches the next hex only.", "It may have as many hexes between as the Movement Allowance."),
    ruling("R-88", "13.9, 11.2", "It is declared before the die of the fire, and who tries it does not return fire."),
    ruling("R-89", "13.9, 14.7", "A Continued Attack won by it is fought at once, on all in front, at -1 for each before."),
    ruling("R-90", "14.1", "Where both Retreat the defender goes first; the attacker may not follow into the hex left."),
    ruling("R-91", "14.2", "The lower Movement Allowance of Disorder holds from the unit's next activation."),
    switch("R-92", "14.3", "May a unit retreat through a friendly unit while another hex is open?", "A unit retreats through a friendly unit only if no other hex is open and the friendly unit bars one. A friendly unit with which it may stop bars none. The hex that it passes is one hex farther from each attacker, and the hex beyond is farther still. It passes one friendly unit only. The unit that is passed is Disordered, Retired or lost at once, Engaged or not.", "It may retreat through a friendly unit even if another hex is open."),
    ruling("R-93", "14.3, 14.5", "Being Engaged never stops a retreat; the marker goes at the first hex, passed or landed on, where no partner is adjacent."),
    ruling("R-94", "14.3, 3.0", "A Retired unit that is retreated through is Eliminated and counted as in R-02."),
    ruling("R-95", "14.4", "The way to the Standard is clear of enemy units and of ground forbidden to the unit; friends do not bar it. Only the hex where it ends must not be next to the enemies that caused it."),
    ruling("R-96", "14.4", "A Retired unit moves one hex, nearer to its Standard; next to it or with it, it stays."),
    ruling("R-97", "14.4, 2.2", "A unit that Retires is turned to its Disordered face, guns excepted."),
    ruling("R-98", "14.5", "Engaged links each attacker of that die with each defender of the hex, in pairs; later pairs add."),
    ruling("R-99", "14.5, 5.3", "Engaged units that are Disordered or out of command stay, and attack if they can."),
    ruling("R-100", "14.7, 12.4", "If none advances because of forbidden ground, the marker goes to the one that would have, by the priorities of 12.4, then by choice."),
    ruling("R-101", "14.7, 14.1", "An attack of several units yields one marker, the advancing unit's; for all of them the result lifts Retreat and Engaged."),
    ruling("R-102", "12.3, 14.7", "In the rounds of Continued Attack no one attacks who has no marker, Engaged or not."),
    ruling("R-103", "12.3, 16.2", "In those rounds terrain Disorder and Retreat Before Combat come again, Charges, Counter-Charges and Swiss reluctance do not."),
    ruling("R-104", "10.0, 7.5", "Units off the map do not stack; those that cannot enter wait."),
    ruling("R-105", "5.4, 7.2, 11.2, 13.2, 13.9, 15.2", "Who Charges, or Counter-Charges fire, enters each hex of the path: lone enemy leaders there are displaced, and lone Standards captured, as by a step. Its own side says before which leaders go with it. Only the last hex is next to an enemy, so only there may one unit react, and at a Counter-Charger none (13.9)."),
    ruling("R-106", "12.1, 13.9", "Men-at-Arms that counter-charged fire have attacked and not been attacked, and the unit that fired may still attack."),
    ruling("R-107", "12.2, 12.3", "Who retreats before combat is gone when Counter-Charges are tried; who does not may still try."),
    ruling("R-108", "12.3, 13.7, 13.8", "One die serves a Counter-Charge against all attackers of its kind."),
    ruling("R-109", "8.0, 10.1", "Units of a stack turn together, by one vertex in all where that is the limit."),
    ruling("R-110", "5.4, 14.3", "A lone enemy leader in a hex that is retreated into is displaced first, or captured if he is Surrounded."),
    ruling("R-111", "7.2, 12.2", "Leaders go with a Retreat Before Combat as with a Retreat, without a die."),
    ruling("R-112", "5.3, 6.4, 12.1", "Units out of command may attack enemies that are in front of them where they stand."),
    ruling("R-113", "10.2, 13.9", "Two units of a stack fire one after the other, and each shot may be counter-charged; but each unit tries once in an activation."),
    ruling("R-114", "11.2, 7.4", "Dismounting, remounting and turning draw no Reaction Fire."),
    ruling("R-115", "12.4, 14.5", "An advance that parts Engaged units frees both at once."),
    switch("R-116", "7.5, 10.0", "Does shot that enters the map pay for another unit in the entry hex?", "Other units in the entry hex cost nothing extra. Shot that enters through a unit which entered in the same activation pays only for the terrain of the hex. Shot that enters through a unit which stood there before pays the point of 10.0.", "Shot pays that point in both cases. What 7.5 rules out is a payment for having waited."),
    switch("R-117", "13.3(5g)", "Does a bridge lift the bar on a Charge across water?", "A bridge takes away what crossing costs and risks, and with it the bar: a Charge may cross a river or stream that is bridged.", "What is named bars a Charge whether it is bridged or not."),
    switch("R-118", "11.3, 12.3(2)B", "On which side of a work is a unit sheltered from fire?", "A work shelters units inside it from fire and shock that come from outside. The Terrain Chart says which works shelter both ways. Those also shelter units outside that are attacked from inside: a ditch does.", "Against fire, a work that the shot crosses shelters its target on either side. Against shock nothing changes."),
    switch("R-119", "12.3(2)B", "Which modifier counts if foot and horse attack over the same ground?", "Where foot and horse attack over the same kind of ground with different modifiers, the worse of the two counts, once.", "Both count, each once."),
    switch("R-120", "7.2, 12.3(2)B", "Does crossing a work from within cost what crossing it from outside does?", "What lies along a hexside costs and disorders whoever crosses it, from within too: that a work hinders both ways or not is said of attacks and shots alone.", "A work that does not hinder both ways is crossed from within as if it were not there."),
    ruling("R-121", "11.2, 14.3, 7.2", "A mover that Reaction or Return Fire drives back has ended its Move/Fire Phase, one that shoots on the move too; Disordered only, it goes on."),
    ruling("R-122", "5.4, 14.3", "A retreat that fire demands and that cannot be made tests the leaders as in Shock; the same shot at 9 or more tests those who live as fire does besides. R-17 has one die for each of the two causes."),
    ruling("R-123", "8.0", "A unit that has not left its hex turns by one vertex only also when an enemy has come next to it since the activation began; with none next to it, then or now, it turns freely."),
    ruling("R-124", "12.3(2)B, 7.2", "A bridge takes away what crossing costs and risks. The modifier of the water for an attack stays."),
    ruling("R-125", "12.4, 10.0", "One attacker of two hexes, one vacated and one with a Baggage Wagon left in it (G-14): it must advance, and may choose the wagon's."),
    ruling("R-126", "15.1", "Where rallying takes a die (15.1b), a Disordered unit whose Battle has no leader rallies on a 0."),
    ruling("R-127", "10.0, 11.2", "Who passes through a friend's hex does not fire there, those who shoot on the move included: to fire is to stand and face, and there it may not stop."),
    ruling("R-128", "10.0", "A unit enters a hex where it may not stop only if it can go on from there: by another step than straight back, off the map, or as mounted shot that dismounts and may stop on foot. Once there it may go back after all."),
    switch("R-129", "10.3, 12.3(3), 12.3(7)", "Which of two Sappers in a hex gives the Shock Defense DRM?", "Of two Sappers in a hex the more shaken (Retired before Disordered before Normal) gives the Shock Defense DRM and what is added for its status, as it gives the column; of two in like state the one that is easier to hit.", "The one that is harder to hit does: its owner would name it."),
    ruling("R-130", "7.2, 10.2, 10.3, 12.5, 14.3, 14.4", "When results drive both units of a stack away, by Shock or by fire, a unit that 14.4 or 12.5 turns to Eliminated is Eliminated first; then goes the one that is neither Sapper nor wagon, then a Sapper, then a wagon; of two Sappers the less shaken, of two alike the first in the roster. Leaders go with the last unit that retreats, unless one that is Retired after it may stay in the hex (G-10)."),
    ruling("R-131", "14.1, 14.3", "Of several attackers whom one result drives back their owner says who goes next, for one may take the hex that another needs. Defenders go before them; those of two hexes in the order of the hexes' numbers."),
    switch("R-132", "10.3, 12.3(7), 14.4", "When does a Retired unit in a stack give the +2?", "The +2 against a Retired unit is given if the unit that gives the Shock Defense DRM (R-70, R-129) is Retired. A Retired Sapper or wagon that is stacked with another unit gives the Disordered column (10.3), and no +2.", "A Retired unit anywhere in the stack gives the +2, once."),
    ruling("R-133", "5.4", "A leader is displaced when a result has Retired or Eliminated the last unit with him. Units that were Retired before keep him while no result Eliminates them."),
    ruling("G-1", "14.1", "An attacker's retreat is measured from where the defender stood at the time of the combat."),
    ruling("G-2", "11.4", "Raining Fire along a side with units on both sides of it, at two hexes, is allowed at -1 once."),
    ruling("G-3", "11.4", "A line that runs along a wall is blocked as one through it."),
    ruling("G-4", "12.2, 12.4", "Who may not advance for its Shock Defense DRM may not do so after a Retreat Before Combat either; the advance is owed by those who may make it."),
    ruling("G-5", "14.7, 12.4", "If the only attacker is barred by its Shock Defense DRM there is no marker: 14.7 speaks of ground alone."),
    ruling("G-6", "14.5, 14.7", "A Continued Attack lifts the Engaged markers between the defender and all attackers of that combat."),
    ruling("G-7", "12.1, 14.3", "An attack whose target was lost before it through another's retreat lapses."),
    ruling("G-8", "12.4, 12.2", "One attacker of two hexes that are both vacated, one of them before combat, chooses. A hex in which a Baggage Wagon is left is not vacated for this: he may take the wagon, and the other hex stays closed."),
    ruling("G-9", "12.2", "A hex is occupied by a combat unit; lone enemy leaders and Standards do not occupy it."),
    ruling("G-10", "14.4", "A unit that Retires where it stands next to its Standard stays, if that hex will do."),
    ruling("G-11", "13.6, 11.2", "A shot along the spine of flank and rear counts as through the one better for the target."),
    ruling("G-12", "6.1, 7.2", "A pure Overall Commander moves in a Free Army Activation, not in one that continues."),
    ruling("G-13", "6.1", "A leader too near the enemy stays in an Army Activation; his units in command and far enough may move."),
    ruling("G-14", "12.4, 10.0", "Where guns fall and their Baggage Wagon stays, the winner may enter and need not."),
    ruling("G-15", "5.4", "Of leader dice of both sides at one time the active player's fall first."),
    ruling("G-16", "10.3, 14.3", "Both units of a stack that Retreats go to the same hex, one with room for both if there is any. Where the second cannot come to the hex of the first, it goes where it can."),
    ruling("C-1", "3.0", "A Loss Check that cannot fail is not thrown."),
    ruling("C-2", "6.1", "No Case ends a game in which both sides only pass. A rule of the house does: after a number of Passes in a row, given by the set-up, the match ends as a stalemate."),
    ruling("C-3", "12.5, 10.0, 10.3", "Guns or Sappers may stand with a Baggage Wagon. The stack defends on the row of the unit that is no wagon; guns there are alone in the sense of 12.5, since a wagon suffers no result that they could share."),
    switch("C-4", "12.4", "Which face of a counter gives the Shock Defense DRM that bars an advance?", "The Shock Defense DRM that bars an advance is that of the face that lies up; a Disordered attacker that continues must advance all the same.", "It is that of the Normal face."),
    ruling("C-5", "12.5, 14.2", "Guns fall when the result Disorders the unit with them, also one that was Disordered before and suffers nothing more by it. That the unit was Disordered before is not enough: where a result only Retreats or Retires it, R-73 says what becomes of them, read either way."),
    ruling("C-6", "5.5, 5.1", "A pure Overall Commander is not replaced, for he has no Battle to be placed with. One with a Battle is replaced as its leader only."),
    ruling("C-7", "7.2, 12.3(2)B", "A side with ditch and rampart has both: costs add, each asks its own die for Disorder, both modifiers count. Horse may attack over it and not cross it."),
    ruling("C-8", "14.3, 14.4, 7.6", "Unlimbered guns that must Retreat or Retire are Eliminated: they are anchored. Retired guns are limbered ones."),
    ruling("C-9", "5.0, 5.1", "An Overall Commander without an Activation Rating leads no Battle; the units of his guard belong to another's."),
    ruling("C-10", "10.0, 15.2", "Several leaders may share a hex, and one Standard with them; two Standards never share one."),
    switch("15.1a", "15.0, 15.1", "Must a Disordered unit be in command to rally at the end of its activation?", "At the end of its Battle's activation a Disordered unit rallies, at its owner's wish and without a die, if it is not Retired, not Engaged, not next to an enemy unit, and in this activation spent no points, did not fire, attack, advance, retreat or become Disordered. An attack that was declared is one, though it lapse. Turning is allowed, and command is not asked.", "It must be in command as well."),
    switch("15.1b", "15.0, 15.1", "Does rallying at a Standard take a die?", "When a Standard is activated, each Retired unit of its own in its hex or next to it, and next to no enemy unit, may rally: the marker goes and the unit is left Disordered, a gun Normal. No die is rolled.", "Rallying takes a die: up to the Activation Rating of its leader for a Disordered unit, up to 4 for a Retired one."),
    ruling("15.1c", "15.1, 6.3", "Battle Cry rallies one Retired unit wherever it is, as if at its Standard."),
    switch("15.2", "15.2", "Can a Standard be captured?", "An activated Standard that does not rally units moves as a leader alone does. It is captured if it is alone in a hex that an enemy unit enters; a friendly unit in the hex guards it. The units of a captured Standard have no Standard any more: they are Eliminated when they Retire.", "A Standard cannot be captured: an enemy unit in its hex changes nothing."),
    ruling("16.1", "16.1, 6.1", "The player who is not timed may move the marker one space when he Passes a Free Activation, before the Loss Checks; on the last space the timed player has lost, unless that check has already decided."),
    ruling("16.2", "16.2, 12.3", "In the first round of Shock a pike unit of a Battle that the scenario names reluctant rolls for each attack, unless it is Engaged: one more if Disordered, less the Charisma with it. Above the limit of the chart it does not attack, and counts neither for strength nor angle; the others go on."),
    switch("F-1", "3.0, 7.2", "May units leave the map where the scenario lets their side do so?", "Where the scenario lets a side leave the map, an activated unit in a hex of that edge may do so in its own movement, for one Movement Point and what leaving an enemy unit costs. Leaders who move with it go too. Retired and Engaged units, unlimbered guns and Standards stay. Nobody who leaves counts as lost; when units worth the points of the scenario have left, their side has won at once.", "Nobody leaves the map."),
    switch("V-1", "6.1, 6.2, 6.3.1", "Are further Battles that the scenario joins activated in one Free Activation?", "Where the scenario lets a side join Battles, each further one after the first of a Free Activation takes a die as for a Continuation, without penalties; a failure ends the joining. Those that joined act together. Nothing of this can be Seized, and the Loss Checks follow once.", "One Battle is activated at a time."),
    switch("V-2", "11.2", "When may the guns fire that the scenario keeps to Free Activations?", "Guns that the scenario lets fire in Free Activations only make no Active Fire in others; Reaction Fire is not touched.", "They fire in every activation of their Battle."),
    switch("L-1", "3.0", "Which Flight Levels are played?", "The Flight Levels are those that the scenario gives.", "They are those that a public account lets one infer, where the scenario has such."),
];

#[cfg(test)]
mod tests {
    use super::{CASEBOOK, Reconstructed, Text};
    use crate::options::Choice;

    casus_core::casebook_tests!(
        CASEBOOK,
        switches: "R-14 R-23 R-25 R-31 R-35 R-43 R-59 R-66 R-71 R-73 R-87 R-92 R-116 R-117 R-118 R-119 R-120 R-129 R-132 C-4 15.1a 15.1b 15.2 F-1 V-1 V-2 L-1"
    );

    #[test]
    fn all_cases_are_there_and_the_lost_ones_say_so() {
        assert_eq!(CASEBOOK.entries.len(), 72);
        let lost = CASEBOOK.entries.iter().filter(|e| e.standing == Reconstructed);
        let lost: Vec<&str> = lost.map(|e| e.number).collect();
        assert_eq!(lost, ["15.0", "15.1", "15.2", "16.1", "16.2"]);
    }

    #[test]
    fn every_place_is_a_file() {
        let src = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for entry in CASEBOOK.entries.iter().filter(|e| e.standing != Text) {
            assert!(src.join(entry.place).is_file(), "{}: {}", entry.number, entry.place);
        }
    }

    #[test]
    fn every_switch_is_a_ruling_with_another_reading() {
        for choice in Choice::ALL {
            let ruling = CASEBOOK.ruling(choice.word()).unwrap();
            assert!(ruling.switch.is_some(), "{choice:?}");
        }
        assert_eq!(Choice::ALL.len(), CASEBOOK.rulings.iter().filter(|r| r.switch.is_some()).count());
        assert_eq!(Choice::named("12.4"), Some(Choice::C4));
    }

    #[test]
    fn citations_stand_in_book_order() {
        assert!(cite!("12.3(4)") < cite!("13.3(5e)"));
        assert_eq!(cite!("6.1", "R-23").to_string(), "6.1 [R-23]");
        assert_eq!(cite!("13.3(5e)").number(), "13.3");
    }
}
