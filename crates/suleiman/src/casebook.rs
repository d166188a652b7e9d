//! Every Case of the rulebook, in book order, and the rulings in force where it leaves a gap or contradicts itself.
//!
//! A Case is cited with the crate's `cite!` macro, which does not compile for a Case that is not in the book:
//!
//! ```text
//! cite!("8.3.1(2)A")     // a clause of a Case
//! cite!("4.2(2)", "A2")  // a Case as a ruling reads it
//! ```

use casus_core::Standing::{Optional, Rule, Setup, Text};
use casus_core::case::{entry, ruling, switch};
use casus_core::{Entry, Ruling};

casus_core::casebook!("Suleiman the Magnificent", crate::casebook::CASEBOOK, cite, $);

#[rustfmt::skip]
const ENTRIES: &[Entry] = &[
    entry("1.0", "Introduction", Text, "words only: an introduction"),
    entry("1.0.1", "Game Scale", Text, "words only: the scale enters no rule (225 yards a hex)"),
    entry("2.0", "Game Components", Text, "words only: what is in the box"),
    entry("2.1", "The Game Map", Text, "words only: describes the map, which is data/map.toml"),
    entry("2.1.1", "Map Features", Rule, "data.rs"),
    entry("2.1.2", "Map Charts and Tables", Text, "words only: names tracks and boxes; no rule uses the Turn Record Track"),
    entry("2.2", "The Playing Pieces", Text, "words only: describes the counters"),
    entry("2.2.1", "Nationality", Rule, "components.rs"),
    entry("2.2.2", "Combat Unit Type Symbol", Rule, "components.rs"),
    entry("2.2.3", "Missile Type", Rule, "components.rs"),
    entry("2.2.4", "Command", Rule, "components.rs"),
    entry("2.2.5", "Shock Defense Rating (SDR)", Rule, "components.rs"),
    entry("2.2.6", "Movement Allowance", Rule, "components.rs"),
    entry("2.2.7", "Weapons Range", Rule, "charts.rs"),
    entry("2.2.7b", "Command Range (CR)", Rule, "components.rs"),
    entry("2.2.8", "Activation Rating (AR)", Rule, "components.rs"),
    entry("2.2.9", "Name", Text, "words only: the name on a leader counter"),
    entry("2.3", "Markers", Text, "words only: the state itself says what a marker would"),
    entry("2.4", "The Die", Rule, "charts.rs"),
    entry("2.5", "Game Charts and Tables", Text, "words only: lists the charts; no Overrun table exists"),
    entry("3.0", "Important Concepts Before You Begin", Text, "words only: a heading"),
    entry("3.1", "Stacking", Rule, "concepts.rs"),
    entry("3.1.1", "General Rule (Stacking)", Rule, "concepts.rs"),
    entry("3.1.2", "Stacking and Retreats", Rule, "concepts.rs"),
    entry("3.2", "Zones of Control (ZOCs)", Rule, "concepts.rs"),
    entry("3.2.1", "Who Projects a ZOC", Rule, "concepts.rs"),
    entry("3.2.2", "Mutual ZOCs", Rule, "concepts.rs"),
    entry("3.2.3", "Terrain and ZOCs", Rule, "concepts.rs"),
    entry("3.2.4", "ZOC Effects on Movement", Rule, "concepts.rs"),
    entry("3.2.5", "Combat Effects of ZOCs", Rule, "concepts.rs"),
    entry("3.3", "Facing", Rule, "concepts.rs"),
    entry("3.3.1", "General Rule (Facing)", Rule, "concepts.rs"),
    entry("3.3.2", "Changing Facing", Rule, "concepts.rs"),
    entry("3.4", "Supply", Text, "words only: there is no supply"),
    entry("3.5", "The Fog of War", Rule, "view.rs"),
    entry("4.0", "The Sequence of Play", Text, "words only: a heading"),
    entry("4.1", "First Activation", Rule, "activation.rs"),
    entry("4.2", "Subsequent Activations", Rule, "activation.rs"),
    entry("4.3", "Commands", Rule, "activation.rs"),
    entry("5.0", "Activation and Continuity", Text, "words only: a heading"),
    entry("5.1", "Activation", Rule, "activation.rs"),
    entry("5.1.1", "Procedure (Activation)", Rule, "activation.rs"),
    entry("5.2", "Continuity", Rule, "activation.rs"),
    entry("5.2.1", "Procedure (Continuity)", Rule, "activation.rs"),
    entry("5.3", "Seizing Continuity", Rule, "activation.rs"),
    entry("5.3.1", "Procedure (Seizing Continuity)", Rule, "activation.rs"),
    entry("6.0", "Movement", Text, "words only: a heading"),
    entry("6.1", "General Rule (Movement)", Rule, "movement.rs"),
    entry("6.1.1", "Procedure (Movement)", Rule, "movement.rs"),
    entry("6.1.2", "Command Range Restrictions", Rule, "movement.rs"),
    entry("6.1.3", "Other Restrictions", Rule, "movement.rs"),
    entry("6.2", "What is Movement; What is Not", Rule, "movement.rs"),
    entry("7.0", "Missile Fire Combat", Text, "words only: a heading"),
    entry("7.1", "Range and Missile Fire", Rule, "fire.rs"),
    entry("7.2", "Facing and Lines of Sight", Rule, "fire.rs"),
    entry("7.2.1", "Line of Sight (LOS)", Rule, "fire.rs"),
    entry("7.3", "Who May Fire", Rule, "fire.rs"),
    entry("7.3.1", "Mounted Archers", Rule, "fire.rs"),
    entry("7.3.2", "Missile Infantry", Rule, "fire.rs"),
    entry("7.4", "Fire Procedure", Rule, "fire.rs"),
    entry("7.4.1", "Range Effects", Rule, "fire.rs"),
    entry("7.4.2", "Angle of Fire", Rule, "fire.rs"),
    entry("7.4.3", "Other Modifiers", Rule, "fire.rs"),
    entry("7.5", "Artillery", Rule, "fire.rs"),
    entry("7.5.1", "Commands (Artillery)", Rule, "fire.rs"),
    entry("7.5.2", "Artillery Unit Movement", Rule, "movement.rs"),
    entry("7.5.3", "Artillery Fire", Rule, "fire.rs"),
    entry("7.5.4", "Artillery in Shock Combat", Rule, "shock.rs"),
    entry("8.0", "Shock Combat", Text, "words only: a heading"),
    entry("8.1", "General Rule (Shock)", Rule, "shock.rs"),
    entry("8.2", "Retreat Before Shock Combat", Rule, "shock.rs"),
    entry("8.2.1", "Akincis Retreat Before Shock", Rule, "shock.rs"),
    entry("8.3", "Shock Combat Resolution", Rule, "shock.rs"),
    entry("8.3.1", "Shock Attack Modifiers", Rule, "shock.rs"),
    entry("8.3.2", "Final Resolution", Rule, "shock.rs"),
    entry("8.4", "Advancing After Shock Combat", Rule, "shock.rs"),
    entry("9.0", "Charging", Text, "words only: sums up 9.1 to 9.4"),
    entry("9.1", "Who May Not Charge", Rule, "charge.rs"),
    entry("9.2", "Charge Procedure", Rule, "charge.rs"),
    entry("9.3", "Charge Reluctance", Rule, "charge.rs"),
    entry("9.4", "Counter-Charge", Rule, "charge.rs"),
    entry("9.4.1", "Who May Counter-Charge", Rule, "charge.rs"),
    entry("9.4.2", "When Counter-Charges Occur", Rule, "charge.rs"),
    entry("9.4.3", "Counter-Charge Procedure", Rule, "charge.rs"),
    entry("9.4.4", "Counter-Charge Success", Rule, "charge.rs"),
    entry("9.4.5", "Counter-Charge Restrictions", Rule, "charge.rs"),
    entry("9.4.6", "Counter-Charge Failure", Rule, "charge.rs"),
    entry("9.4.7", "Counter Counter-Charging", Rule, "charge.rs"),
    entry("10.0", "Combat Results", Text, "words only: says which table each combat uses, as 7.4.3 and 8.3.2 do"),
    entry("10.1", "Disordered Result", Rule, "results.rs"),
    entry("10.2", "Retreat Result", Rule, "results.rs"),
    entry("10.2.1", "Trampling Friendlies", Rule, "results.rs"),
    entry("10.2.2", "Unable to Retreat", Rule, "results.rs"),
    entry("10.3", "Retire Result", Rule, "results.rs"),
    entry("10.4", "Eliminated Result", Rule, "results.rs"),
    entry("10.5", "Continued Attack", Rule, "results.rs"),
    entry("11.0", "Rallying Units", Text, "words only: a heading"),
    entry("11.0.1", "Rallying Disordered Units", Rule, "rally.rs"),
    entry("11.0.2", "Rallying Retired Units", Rule, "rally.rs"),
    entry("12.0", "Leaders", Text, "words only: a heading"),
    entry("12.1", "Command Range", Rule, "leaders.rs"),
    entry("12.1.1", "Command Range Extension", Rule, "leaders.rs"),
    entry("12.2", "Command Abilities and Restrictions", Rule, "leaders.rs"),
    entry("12.2.1", "Out of Command", Rule, "leaders.rs"),
    entry("12.3", "Leader Benefits", Rule, "leaders.rs"),
    entry("12.4", "Eliminating Leaders", Rule, "leaders.rs"),
    entry("12.4.1", "Replacement Leaders", Rule, "leaders.rs"),
    entry("13.0", "Standards", Text, "words only: a heading"),
    entry("13.0.1", "General Rule (Standards)", Rule, "standards.rs"),
    entry("13.0.2", "Activating Standards", Rule, "standards.rs"),
    entry("13.0.3", "Ottoman Standard", Rule, "standards.rs"),
    entry("13.0.4", "Hungarian Banner", Rule, "standards.rs"),
    entry("14.0", "Initial Deployments", Text, "words only: a heading"),
    entry("14.1", "The Army of the Kingdom of Hungary", Setup, "deployment.rs"),
    entry("14.2", "The Army of the Ottoman Empire", Setup, "deployment.rs"),
    entry("14.3", "Who Starts the Game?", Rule, "activation.rs"),
    entry("15.0", "Reinforcements", Text, "words only: a heading"),
    entry("15.1", "Ottoman Reinforcements", Rule, "reinforcements.rs"),
    entry("15.1.1", "Suleiman's Center", Rule, "reinforcements.rs"),
    entry("15.1.2", "The Anatolian Wing", Rule, "reinforcements.rs"),
    entry("15.2", "\"What If?\" Hungarian Reinforcements", Optional, "reinforcements.rs"),
    entry("15.2.1", "The Transylvanians", Optional, "reinforcements.rs"),
    entry("15.2.2", "The Slavonians", Optional, "reinforcements.rs"),
    entry("15.2.3", "The Mixed Bag of Croatians, Czechs, Moravians and Silesians", Optional, "reinforcements.rs"),
    entry("15.2.4", "Procedure (What If?)", Optional, "reinforcements.rs"),
    entry("16.0", "Victory", Rule, "victory.rs"),
    entry("16.0.1", "Flight Levels", Rule, "victory.rs"),
    entry("16.0.2", "Tracking Flight Level Points", Rule, "victory.rs"),
    entry("16.0.3", "Hungarian Flight Level", Rule, "victory.rs"),
    entry("16.0.4", "Ottoman Flight Level", Rule, "victory.rs"),
    entry("17.0", "Sources", Text, "words only: sources"),
    entry("18.0", "Credits", Text, "words only: credits"),
    entry("19.0", "Chart and Table Addenda", Rule, "charts.rs"),
    entry("9.3.1-opt", "Optional Play Balance Rule (errata)", Optional, "charge.rs"),
    entry("9.4-opt", "Optional Cavalry Counter-charge Rule (errata)", Optional, "charge.rs"),
];

/// The first letter is the subject: A activation, B map, C movement and ZOC, D fire, E shock, F charges, G results,
/// H set-up and victory, I slips.
#[rustfmt::skip]
const RULINGS: &[Ruling] = &[
    ruling("A1", "4.2(2), 5.2.1, 5.3.1(2), 13.0.2, 14.3, 15.1.2, 15.2.4, 16.0.1", "A Free Activation is any that its player makes without a die of his own: the opening, play that passes after a failed Continuity die or after a Pass, and the pick after the enemy's failed Seizure."),
    switch("A2", "4.2(2), 5.3.1(1), 16.0, 16.0.3, 16.0.4, 15.1.2", "An activation won by Seizure is not Free: a die earned it. No Flight check, Standard, first Anatolian entry or contingent die follows from it.", "An activation won by Seizure is Free, as 4.2(2) can be read."),
    ruling("A3", "5.3.1(2), 13.0.2, 15.1.2, 15.2.4", "The pick after the enemy's failed Seizure is Free, so a Standard, the Anatolian entry and the contingent die are open to it."),
    ruling("A4", "5.1.1, 5.3", "A Pass may replace any activation. No die is thrown for it, so it opens no Seizure and brings no Flight check; the enemy then has a Free Activation."),
    ruling("A5", "4.2, 5.2, 5.3.1(2)", "Only the Command of that player's own last activation is barred, and only from a Continuity die: not from a Free Activation, a Seizure, or after a Standard or a contingent die."),
    ruling("A6", "14.3(4), 4.2", "The Hungarians keep the right to continue with the same Command until a Continuity die for the same Command fails. A Pass or a Seizure before the die does not lose it."),
    ruling("A7", "14.3(3), 5.3", "The ban on Ottoman Seizure ends with their first Free Activation, be it a command's or the Standard's; a Pass is none."),
    ruling("A8", "16.0, 16.0.1, 16.0.2, 16.0.4, 4.1", "After each Free Activation both sides check, who acted first; a side breaks if die plus points exceed its level. Both dice count before a winner is named. A die that cannot fail is not thrown."),
    ruling("A9", "3.2.4(2), 3.2.4(3), 7.3.1, 9.4.5, 12.4.1, 15.2.4", "There are no game turns: turn means the activation of that unit's Command, in 15.2.4 any Free Activation of the Hungarians, and Phase in 9.4.5 the enemy's current activation."),
    ruling("A10", "6.1, 7.3.1", "A unit moves in one unbroken run; choosing another ends it. Firing may come before or after the run, and inside it for mounted archers."),
    ruling("A11", "4.1, 5.1, 6.1, 8.1", "An activation has two segments, move and fire, then shock. Nothing moves or fires on its own account once shock has begun."),
    ruling("A12", "12.4.1, 4.2, 5.1.1", "A replacement leader comes at the owner's next activation of any kind after the one in progress, once its Command is settled and before command is traced; it goes to any unit of his Command. The leaderless Command cannot be named until then. If nothing else can be named, the owner passes and the replacement comes with the Pass."),
    ruling("A13", "12.2, 12.4.1, 4.3", "The Center is one Command under two leaders. It may be named under Suleiman, with every unit, or under Achmed, with the levy only; both count as the Center. Levy traces to either. When Suleiman falls, Achmed has all of it at once."),
    ruling("A14", "7.5.3, 5.1.1, 12.2.1", "A unit out of command may do all but move next to an enemy, leave an enemy ZOC, leave a hex next to an enemy, and Charge."),
    ruling("A15", "11.0.1", "A Disordered unit rallies at the end of its Command's activation if in it the unit neither moved, turned, fired nor fought, and no enemy unit is next to it then."),
    ruling("A16", "13.0.1, 11.0.2", "An activated Standard rallies every eligible unit. The reference to 12.0.2 means 13.0.2."),
    switch("A17", "13.0.2, 16.0.1, 16.0, 16.0.3, 16.0.4", "After a Standard nothing moves, fires, fights or rallies, and Continuity follows. A Standard is no Command, so no Flight check follows it.", "A Flight check follows a Standard, and a contingent die that brings nobody."),
    ruling("A18", "5.3", "Each announced Continuity die can meet one Seizure attempt, with a Command whose leader is in play and that has units on the map or able to enter; also the one that side used last."),
    ruling("A19", "5.1.1", "An activated Command may do nothing; that is no Pass, and its units may rally."),
    ruling("A20", "5.1.1", "No Case ends a game in which both sides only pass. A rule of the house does: after a number of Passes in a row, given by the set-up, the match ends as a stalemate."),
    ruling("B1", "2.1, 3.3, 14.1, 14.2", "Hex numbers are rank and place in the rank: ranks grow southward, places westward from 00 at the Danube. All of it is data of the map."),
    ruling("B2", "11.0.2(2)", "The rallied Ottomans' entry, printed 3412-3217, is 3412 to 3417, the gate of 15.1.1."),
    ruling("B3", "15.2.4", "The Transylvanian entry, printed 1406-1800, is 1400 to 1800: the east edge over against 1436 to 1836."),
    ruling("B4", "14.1, 14.2, 15.1.1, 15.1.2", "Short forms such as 1803-09 and 3400-4 are runs within one rank; every run matches its number of units."),
    switch("B5", "7.2, 7.2.1, 7.4.2, 9.4.2, 14.3, 9.2", "A line exactly through a vertex leaves through whichever side suits the shooter and strikes the one nearer to the target's front; for a counter-charge only a line that is rear on both counts refuses. A line along a hexside is blocked only by both hexes.", "A line on a vertex or along a hexside is read against the shooter."),
    ruling("B6", "8.2, 8.2.1, 10.2", "Away is one hex from the start and one hex farther from the enemy than before; after a joint attack, from every attacker of that combat."),
    ruling("B7", "10.3(2), 12.4(2), 3.1.1", "Nearest is the least distance in hexes, ties to the owner; for a unit a vacant hex, the Banner's own if no unit stands in it. ZOC does not count."),
    ruling("B8", "7.2", "Artillery fires to its front only."),
    ruling("B9", "14.1, 14.2", "Within N hexes includes N. Ibrahim is placed within one hex of a set-up hex of his own Command."),
    switch("B10", "14.3(1), 9.2", "Tested at each step of a Hungarian: it may not end within two hexes of an enemy unit to which there is no line of sight from the hex that is left. It does not lapse. It binds movement and the steps of a Charge, not retreats, advances or counter-charges.", "The bar ends with the first Ottoman activation."),
    ruling("B11", "2.1.1, 7.5.2", "Swamp and marsh are one terrain."),
    ruling("B12", "2.1, 6.1.3, 10.2.2", "No unit leaves the map of its own will; one that is forced to is Eliminated. An Ottoman that Retires is not concerned."),
    ruling("C1", "3.2.5, 8.1, 8.3, 10.5, 7.3.2", "The duty to attack and Reaction Fire look at the two front hexes, movement at ZOC; they differ for Disordered units, levy, and across streams and trenches."),
    ruling("C2", "3.2, 10.2, 8.2", "A retreat from combat may enter an enemy ZOC; a retreat before shock may not."),
    ruling("C3", "3.1.2, 10.2", "A retreat may not end on or pass another unit, save as 10.2.1 allows."),
    ruling("C4", "3.2.2, 12.1", "A friendly ZOC never cancels an enemy one. A friendly unit in a hex cancels it for tracing command only; leaders and the Banner cancel nothing."),
    ruling("C5", "3.2.4(2)", "A unit that begins in enemy ZOC may leave it, for one more point if a mounted unit projects it, even straight into another unit's ZOC, where it stops. It may not enter a ZOC hex of a unit whose ZOC it left in this activation."),
    ruling("C6", "3.2.4(3), 7.3.1", "Every mounted unit with missiles may go on from a ZOC that it entered for one more point, to a hex free of ZOC; C5 holds. One that begins in ZOC follows 3.2.4(2)."),
    ruling("C7", "3.1.1, 3.2.4(1)", "A hex of friendly Artillery in an enemy ZOC cannot be passed through, unless C6 lets the unit go on. A unit passing a gun may do nothing there but turn and go on."),
    ruling("C8", "6.1.2, 5.1.1(2), 3.2.4(4), 12.2.1", "A unit out of command that begins in an enemy ZOC or next to an enemy may not leave its hex. The four Cases add up; none permits what another forbids."),
    ruling("C9", "3.2.4(4), 12.2.1", "The enemy units meant are combat units, Retired ones too. Staying where one began is never a breach."),
    ruling("C10", "3.1.1", "A lone enemy leader whose hex is entered goes to the nearest unit of his Command in command, his side choosing among equals; he is Eliminated only if all six neighbours hold enemy units or are off the map. It holds for every way of entering."),
    ruling("C11", "3.2.4(1), 3.3.2", "Facing is free in each hex of a run that is free of ZOC. On entering ZOC the facing last held may turn by one vertex; a unit that begins and stays in ZOC may turn by one vertex in the activation."),
    ruling("C12", "3.3.2, 6.2, 7.3.2, 7.5.2", "Turning in place is no movement: guns may turn and fire, emplaced guns may turn, missile infantry may turn after firing."),
    switch("C13", "6.1.1, 2.2", "A leader has a movement allowance in the data. He moves when his Command is active, is not stopped by ZOC, and may enter friendly and empty hexes.", "A leader may not enter an enemy ZOC where no friendly unit stands."),
    ruling("C14", "12.1.1", "The chain of command runs through adjacent combat units of the Command, whatever the terrain and ZOC between them, Disordered and Retired ones too."),
    switch("C15", "12.1, 15.1, 11.0.2, 12.2.1", "Units that begin the activation off the map are in command for it.", "Units that begin the activation off the map are out of command."),
    ruling("C16", "7.5.2", "Artillery that paid for a hex does not fire, and one that fired does not move. Turning counts as neither."),
    ruling("C17", "2.2.6, 3.1.1", "A unit's allowance for a run is fixed when the run begins, so that a Disorder on the way strands nobody on a friendly gun's hex."),
    ruling("D1", "7.3.2, 7.4", "Phasing Fire: once a unit in its own activation. Return Fire: once against each missile unit's fire. Reaction Fire: archers once against each enemy unit in an activation, muskets once in all."),
    ruling("D2", "7.3.2, 7.3, 7.4, 7.5.3", "Only archers return fire, and only against Phasing Fire by a unit with bows or muskets. Artillery has Phasing Fire only and draws no Return Fire; nothing answers Reaction Fire."),
    ruling("D3", "7.3.2, 6.2", "Reaction Fire answers a step of movement or of a Charge into a front hex, also from one front hex to the other; not a retreat, advance, Continued Attack, counter-charge, turn or placement."),
    ruling("D4", "7.3.2", "Reaction Fire comes at once. A target that is Disordered may go on; one that retreats, Retires or dies does not. Several fire in their owner's order until the target is gone."),
    ruling("D5", "7.3.2", "Phasing Fire is declared, then the counter-charge is tried, then Return Fire declared; both dice are thrown before either result is applied."),
    ruling("D6", "10.1, 7.3.2, 10.3", "Disordered units may fire in every way; Retired units may not fire at all."),
    switch("D7", "7.4.2", "A shot through a mounted target's rear has no modifier: the text gives one for the flank only.", "A shot through the rear has the flank's +1 too."),
    ruling("D8", "7.4.3, 10.0", "The Fire Table has a column for foot and mounted, each Normal and Disordered."),
    ruling("D9", "12.4(1)", "A leader is tested when the adjusted fire die is 9 or more, whatever befalls the unit; a second die, unmodified, kills at 8 or 9, before the unit's result is applied."),
    ruling("D10", "7.3, 2.2.3, 19.0", "The printed letter governs: infantry without one does not fire, infantry with A is Archer Infantry, infantry with M uses the line of its type."),
    switch("D11", "7.5.4", "Artillery may be fired at only for the sake of a leader in its hex. As far as the firer knows, a leader whose place is hidden may be with any gun of his army.", "Artillery may always be fired at, to no effect."),
    ruling("D12", "7.4", "A unit may fire and fight in one activation."),
    ruling("D13", "2.2.7, 7.2", "A musket reaches one hex, so its target stands in a front hex."),
    ruling("E1", "8.1, 8.3, 9.1(2), 9.2", "Shock opens with the declaration of every Charge and attack. Each attacker takes all enemy units in its front hexes that no other declared attacker takes. Combats are then resolved in the attacker's order."),
    ruling("E2", "8.3.1(1)", "For a defender: the number of its attackers less the number of units that these attackers attack in all. Artillery is not counted. Counted once, after reactions and before the first die."),
    ruling("E3", "8.3.1(2)", "One value a defender: front 0, flank +2, rear +3, two or more of them together +4. Both flanks are still +2."),
    ruling("E4", "19.0, 8.3.1(2)", "The two lines for attacking uphill are one: -1 if every attacker stands lower."),
    ruling("E5", "8.3.1(5), 12.3", "+1 once a combat if a Hungarian HC in it Charges or counter-charges successfully with the leader of its own Command; not after a blunted Charge nor in a Continued Attack."),
    ruling("E6", "8.3.1(7), 10.1(2), 9.4.4", "What several Cases give is given once: -2 for a Disordered attacker, +2 for a Retired defender, +2 for a Charge, -1 for each earlier attack."),
    ruling("E7", "8.3.2", "An attacker's several dice are thrown one after the other: Disorder from the first counts in the second, and who is gone attacks no more. A Charge that is being resolved stays one for its other dice."),
    ruling("E8", "8.3.1(6)", "The best line of the matrix is taken for each defender among its attackers."),
    ruling("E9", "8.2", "A Normal mounted unit whose attackers are all on foot may retreat before shock, before any die of that combat; not after a failed counter-charge."),
    ruling("E10", "8.2, 8.2.1", "Akincis attacked by horse and foot together may not retreat before shock."),
    ruling("E11", "8.2.1", "The Akinci moves first, then dices with the SDR of his Normal face: up to 5 he is unharmed, from 6 Disordered. The attacker may advance as in 8.2."),
    ruling("E12", "8.2, 8.4", "The advance after a retreat before shock is optional, the advance after a result is owed. Other defenders of the combat are fought first."),
    switch("E13", "8.4, 8.2", "Every attacker not newly Disordered may advance; one unit a hex, with a new facing save in a Continued Attack or after a retreat before shock; a stacked leader may go along.", "No Disordered attacker advances, newly so or not."),
    ruling("E14", "7.5.4", "Artillery attacked alone is Eliminated without a die and its hex is advanced into. Beside other defenders it is lost when any of them suffers a result; if they all retreat before shock, it stands alone."),
    ruling("E15", "8.1, 9.1", "A type without a line among the attackers neither fights shock nor Charges."),
    ruling("E16", "8.1", "A unit attacks once in an activation, besides Continued Attacks; a defender is attacked again only through those and counter-charges."),
    ruling("E17", "8.4, 3.1.1", "A lone enemy leader in the hex advanced into is treated as in C10."),
    ruling("E17b", "8.3, 8.4, 9.4.7", "A combat is a connected group of attackers and defenders. Reactions are taken for the whole group, then the dice, then the advances."),
    ruling("E19", "8.3.2", "A result against the attacker falls on every unit that attacks the defender rolled for; the defender's result is applied first."),
    ruling("E18", "8.1, 8.3.2", "A declared target that is no longer there makes that attack or Charge void; nothing new is targeted. A Charger whose last hex is taken stands."),
    switch("F1", "9.0, 6.2, 3.2.4, 9.4.1", "A Charge is not stopped by ZOC on its way, but a unit in an enemy ZOC when Charges are declared may not Charge.", "A unit in an enemy ZOC may Charge too."),
    ruling("F2", "9.2, 3.3, 3.3.2", "From distance 2 one step, from 3 two; each into a front hex and nearer; one vertex of turn in all, at any point; the target ends in a front hex. No unit stands in the way but friendly Artillery, passed and not ended on. No points are paid, but hexes forbidden to the unit stay so."),
    ruling("F3", "9.1(3)", "A trench or stream bars a Charge on every hexside crossed, the last one to the target too."),
    switch("F4", "9.1(2), 10.0", "Units may Charge one target together; a declared attack that is no Charge on the same target forbids a Charge.", "Only one unit may Charge a target."),
    ruling("F5", "9.3, 8.3.1(4)", "Tested once a Charging unit, before the first step into a front hex of enemy RI and before Reaction Fire: die 0 to 4, one more for MC. Who fails still closes and fights on the Shock Table without +2. In a joint attack one successful Charger is enough."),
    ruling("F6", "9.1(1), 9.4.4, 7.3.2", "A Charger Disordered on the way closes and fights a plain Shock at -2; one that retreats, Retires or dies does not arrive."),
    ruling("F7", "9.2, 8.3", "Others in the front hexes where a Charge ends are attacked too, unless another attacker takes them."),
    ruling("F8", "9.4.2, 9.4.3", "A counter-charge against shock is tried when all attackers are in contact, before retreats and dice; against fire, when the target is named, before Return Fire and dice."),
    switch("F9", "9.4.1, 9.4.5", "HC and MC, Normal, in the enemy's activation, in no ZOC but the triggering units', not against the rear. The one change of facing is one vertex at most, once an enemy activation.", "The one change of facing may be to any vertex."),
    ruling("F10", "9.4.4(1)", "A counter-charge against horse that does not Charge changes neither table nor modifiers."),
    ruling("F11", "9.4.4(2)", "The counter-charger goes straight on through front hexes, paying terrain, and stops at the first enemy in a front hex; it may start adjacent. If it can reach none, the counter-charge lapses. It then attacks all in its front hexes. 9.1(3) still bars."),
    ruling("F12", "7.3.1, 9.4.4(2), 9.4.2", "The attempt is diced before the fire. After fire by a mounted archer it moves when that unit ends its run, otherwise right after the fire, at any enemy then in reach."),
    ruling("F13", "9.4.4", "One Disordered by the fire that set it off still goes, on the Shock Table without +2 and at -2; one that is driven off does not."),
    ruling("F14", "9.4.4", "A counter-charge or other attack already pending on the same target is resolved first; if the target is gone the later one seeks another or lapses."),
    switch("F15", "9.4.4(2), 9.4.7", "A counter-charge is resolved before the attack that set it off. Attackers that it strikes lose their attack on it; the others attack it if it is still in their front hexes, counted anew.", "Attackers that a counter-charge strikes still make their attack on it."),
    ruling("F16", "9.4.7", "One attempt to counter-charge a combat, and one a triggering fire. A counter-charger may be evaded by Akincis and is never counter-charged."),
    ruling("F17", "9.3, 9.4.4, 10.5", "A Continued Attack won in a counter-charge is a plain Shock at -1."),
    ruling("F18", "9.3.1-opt", "With the option a Continued Attack keeps the Charge Table, +2 and the leader's +1, at -1 each, with no new Reluctance and no Reaction Fire."),
    ruling("F19", "9.4-opt, 19.0", "With the option Hungarian LC may counter-charge against fire, Artillery's too, with +2 on the Charge Table. LC still never Charges."),
    ruling("F20", "3.3, 3.3.2, 8.3.2", "Men-at-Arms are HC and MC."),
    ruling("F21", "2.4, 5.1.1, 9.4.4", "A total beyond the printed rows of a table uses its end row; below 0 a counter-charge succeeds, above 9 it fails."),
    ruling("F22", "9.1, 9.2, 9.4.4", "A Charge in contact tells only against defenders that it may be made against: one across a trench or stream, or in a village, is fought by the same unit as plain Shock."),
    ruling("F23", "9.4.4", "Attacked by cavalry and others together, a unit Counter-Charges the attacker that its owner names: cavalry, and the bonus of its Charge is lost; another, and it goes out to meet it."),
    ruling("F24", "9.4.5", "The change of facing comes after the roll has succeeded and before the fire or shock that provoked it is resolved; a failed attempt changes nothing."),
    switch("G1", "2.2, 10.1, 12.4(2), 19.0", "A unit with no reverse ignores Disorder. A second Disorder does nothing to the unit, but its leader is tested.", "A second Disorder does not test the leader."),
    ruling("G2", "10.2.1", "Only if no plain hex is open: one hex of friendly archers, foot or mounted, then one vacant hex, also away; never two. Normal archers become Disordered, Disordered or Retired ones Retire."),
    ruling("G3", "10.2", "A hex with only an enemy leader is open to a retreat; hexes off the map or forbidden by terrain are not."),
    ruling("G4", "10.3, 8.3.1(8), 13.0.4", "A Retired Hungarian faces as its owner likes, has no ZOC, does not fire, fight or Charge, is attacked as Disordered at +2, and moves one hex an activation, nearer to the Banner. Without a Banner in play it is Eliminated at once."),
    ruling("G5", "10.3(1), 11.0.2", "A Retired Ottoman counts one point until the Standard turns it Disordered in the box. It may then enter with its Command, or do nothing for one activation of it and become Normal."),
    ruling("G6", "10.5, 8.4", "Every attacker with the result and not Disordered advances into a front hex, the vacated one first, facing fixed, and attacks all in its front hexes; one with no vacant front hex stands and attacks no more. Reactions open again; -1 for each of its earlier attacks. It comes before the next combat."),
    ruling("G7", "8.3.2", "Continue on the first die and Disorder on the second: no Continued Attack and no advance."),
    ruling("G8", "12.4(2)", "Tested for attackers and defenders alike, once for each result but a plain retreat: die less Activation Rating of 3 or more kills. A unit Eliminated because it cannot retreat has received that result, and is tested for unless it was already."),
    ruling("G9", "12.4(2)", "A leader whose unit is Eliminated or Retires goes to the nearest unit of his Command; with a unit that retreats or advances he goes along. Surrounded on all six sides by enemies, their ZOC or the map's edge, he is captured."),
    ruling("G10", "12.4", "A leader is removed without points when his Command has no unit left, Retired, boxed and awaited ones and guns included."),
    ruling("G11", "12.4", "A leader whose command has units in play but none on the map waits with them off it, and comes on through their entry hexes. So does the replacement of one who was killed."),
    ruling("G12", "10.5", "Attackers that have all won a Continued Attack go on one after the other in their owner's order, each against all that is in its front when its turn comes; several Chargers of one combat ride in in their owner's order."),
    switch("H1", "14.1", "G. Szapolyai has a counter and no place in the set-up: he is not deployed.", "The first Hungarian leader to be replaced is replaced by G. Szapolyai with his own ratings."),
    ruling("H2", "14.1, 14.2, 7.5.1", "Leaders without a hex of their own stand in any hex of their group. The Hungarian guns are Hannibal's, the seven guns at 3029 Khosrev's, the other eight the Center's."),
    ruling("H3", "14.2, 3.1", "The Ottoman set-up areas overlap; units do not stack in them. The Hungarians set up first."),
    ruling("H4", "14.3(2), 11.0.1", "The nine Rumelian MC begin Disordered and may not move until they have rallied; they may turn, fight and retreat, but turning or fighting spoils the rally. Khosrev may move."),
    ruling("H5", "15.1, 11.0.2", "In one activation the k-th unit through a hex pays k-1 points more than the terrain; rallied units too. The hex is vacant or passed through, facing is free, and ZOC stops."),
    ruling("H6", "15.1.1, 15.1.2", "No Anatolian enters while a Center unit has not. The first enters in a Free Activation only, the rest in any. The Center enters in any activation of its own."),
    ruling("H7", "15.2.4, 16.0.1, 16.0.3", "The contingent die is itself the Free Activation. A group that it brings acts at once, its Flight Level is added at once and a Flight check follows; after an empty die, or one that names a group already come, there is none (but see A17)."),
    ruling("H8", "16.0.1", "Points are a function of the position: they fall when a unit rallies. Artillery is worth nothing in any state, leaders 2, the King and the Sultan 3, replacements 2, removed leaders nothing."),
    ruling("H9", "12.4.1", "Lajos is replaced when killed as other leaders are; only Suleiman is not."),
    ruling("H10", "3.5", "A leader under a unit is hidden from the enemy; he is shown in combat, when alone in his hex, or when his rating is used."),
    ruling("I1", "2.1.2, 2.2.7, 2.2.8, 2.5, 11.0.2", "Slips without effect: two Cases are numbered 2.2.7 (the second is 2.2.7b here), 2.2.8 points to a Case that does not exist, so an Activation Rating is no combat modifier; a turn track and an Overrun table are named and never used."),
];

#[cfg(test)]
mod tests {
    use super::{CASEBOOK, Optional};
    use casus_core::catalogue::{faults, rulings_page};

    #[test]
    fn the_page_of_rulings_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/RULINGS.md");
        let page = rulings_page(&CASEBOOK);
        if std::env::var_os("CASUS_BLESS").is_some() {
            std::fs::write(path, &page).expect("the page can be written");
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(written, page, "run the tests once with CASUS_BLESS=1");
    }

    #[test]
    fn every_case_stands_once_and_the_rulings_read_existing_cases() {
        assert_eq!(faults(&CASEBOOK), [""; 0]);
        assert_eq!(CASEBOOK.entries.len(), 135);
        let optional = |e: &&casus_core::Entry| e.standing == Optional;
        assert_eq!(CASEBOOK.entries.iter().filter(optional).count(), 7);
    }

    #[test]
    fn these_rulings_are_the_set_ups_to_choose() {
        let ids: Vec<_> = CASEBOOK
            .rulings
            .iter()
            .filter(|r| r.switch.is_some())
            .map(|r| r.id)
            .collect();
        assert_eq!(
            ids.join(" "),
            "A2 A17 B5 B10 C13 C15 D7 D11 E13 F1 F4 F9 F15 G1 H1"
        );
    }

    #[test]
    fn citations_stand_in_book_order() {
        assert!(cite!("8.3.1(2)A") < cite!("9.3"));
        assert_eq!(cite!("4.2(2)", "A2").to_string(), "4.2(2) [A2]");
        assert_eq!(cite!("2.2.7b").number(), "2.2.7b");
        assert!(cite!("9.4-opt") > cite!("19.0"));
    }
}
