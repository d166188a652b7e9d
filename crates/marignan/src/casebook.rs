//! Every Case of the rulebook, in book order, with the rulings in force where the rulebook has a gap or contradicts itself.
//!
//! An entry names a file only if the rule of its Case is not at the first place where the source cites it.
//!
//! A Case is cited with the crate's `cite!` macro, which does not compile for a Case that is not in the book:
//!
//! ```text
//! cite!("13.2")         // a Case
//! cite!("7.1", "R27")   // a Case as a ruling reads it
//! ```

use casus_core::Standing::{Rule, Setup, Text};
use casus_core::cases::{cited, entry, ruling, switch};
use casus_core::{Entry, Ruling};

casus_core::casebook!("Marignan 1515", crate::casebook::CASEBOOK, cite, $, casus_cites::places!());

#[rustfmt::skip]
const ENTRIES: &[Entry] = &[
    entry("0.0", "Introduction", Text, "words only: a heading"),
    entry("0.1", "The Map and Game Scale", Text, "words only: the scale enters no rule (150 metres a hex, half an hour a day turn, an hour a night turn)"),
    cited("0.2", "Morale Tests", Rule),
    entry("1.0", "Counters and Markers", Text, "words only: what is on the counter sheet"),
    cited("1.1", "The Combat Units", Rule),
    cited("1.2", "The Commanders", Rule),
    entry("1.3", "The Markers", Text, "words only: the state itself says what a marker would"),
    entry("2.0", "The Game Turn", Text, "words only: two player turns, as 2.1 has them"),
    entry("2.1", "Sequence of Play", Rule, "rules/sequence.rs"),
    cited("3.0", "Facing", Rule),
    cited("3.1", "Facing and Movement", Rule),
    cited("3.2", "Facing and Fire", Rule),
    cited("3.3", "Facing and Melee", Rule),
    cited("4.0", "Zones of Control", Rule),
    cited("4.1", "Movement in Zones of Control", Rule),
    cited("4.2", "Rout and Zones of Control", Rule),
    cited("4.3", "Command and Zones of Control", Rule),
    entry("5.0", "Stacking", Text, "words only: enemies share no hex, and markers and commanders do not count, as 5.1, 5.2 and 9.0 have it"),
    entry("5.1", "Stacks of the Swiss Army", Rule, "rules/stacking.rs"),
    entry("5.2", "Stacks of the French Army", Rule, "rules/stacking.rs"),
    entry("6.0", "Command and Army Corps", Text, "words only: three Swiss corps, ten French ones"),
    entry("6.1", "The Chain of Command", Rule, "rules/command.rs"),
    entry("6.2", "Out of Command", Rule, "rules/movement/step.rs"),
    cited("6.3", "How Long a Unit Is out of Command", Rule),
    entry("7.0", "The Commanders", Text, "words only: a heading"),
    cited("7.1", "The Death of a Commander", Rule),
    cited("7.2", "Heroic Value", Rule),
    cited("7.3", "Fire Bonus", Rule),
    cited("7.4", "Melee Bonus", Rule),
    entry("8.0", "Morale of the Army Corps", Text, "words only: a corps is demoralized at 0, as 8.1 and 8.2 have it"),
    entry("8.1", "Morale of the Swiss Army", Rule, "rules/morale.rs"),
    entry("8.2", "Morale of the French Corps", Rule, "rules/morale.rs"),
    entry("8.3", "Effects of Demoralization", Rule, "rules/morale.rs"),
    entry("9.0", "Movement", Rule, "rules/movement/step.rs"),
    cited("9.1", "Terrain and Disorder", Rule),
    entry("9.2", "Test of Commitment", Rule, "rules/movement/contact.rs"),
    cited("9.3", "Cavalry Charge", Rule),
    entry("9.4", "Hedgehog Formation", Rule, "rules/movement/hedgehog.rs"),
    cited("10.0", "Rout", Rule),
    entry("10.1", "Rout Movement", Rule, "rules/rout.rs"),
    cited("11.0", "Retreat Movement", Rule),
    cited("12.0", "Fire Combat", Rule),
    entry("12.1", "Range of Fire", Rule, "rules/fire/shot.rs"),
    cited("12.2", "Arc of Fire and Obstacles", Rule),
    cited("12.3", "Restrictions on Fire", Rule),
    entry("12.4", "Fire Procedure", Rule, "rules/fire/odds.rs"),
    entry("12.5", "Injury of Commanders", Rule, "rules/fire/risk.rs"),
    cited("13.0", "Melee Combat", Rule),
    cited("13.1", "Restrictions on Melee", Rule),
    cited("13.2", "Melee Procedure", Rule),
    cited("13.3", "Advance after Combat", Rule),
    entry("14.0", "Scenarios", Text, "words only: there are two"),
    entry("14.1", "The First Day", Setup, "rules/scenarios/deployment.rs"),
    cited("14.2", "The Two-Day Struggle", Setup),
];

/// In the order of their numbers: contradictions (R01 to R18), misprints (R19 to R26), gaps by subject (from R27).
#[rustfmt::skip]
const RULINGS: &[Ruling] = &[
    ruling("R01", "2.1", "The phases are numbered 1 to 5, 7 and 8. That is a slip: no phase is missing, and there is no phase 6."),
    ruling("R02", "1.1, 9.4, 13.3", "Only infantry in order may form a hedgehog; the example of melee, in which a disordered unit tries to, is not followed there."),
    ruling("R03", "2.1, 6.2, 13.0, 13.1", "A unit out of command with an enemy in its ZOC must attack like any other: 6.2 only says that it still may."),
    ruling("R04", "7.3, 12.4", "The fire bonus counts when one hex fires alone and every unit that fires is stacked with the commander of its own corps, who has one: once, the least where there are several. Hexes that pool have none."),
    ruling("R05", "8.3, 12.4, 13.2", "Fire is at -2, once a shot, if any firing hex holds a unit of a demoralized corps, whether it fires or not. Melee is at -2 once when the French attack with one, at +2 once when the Swiss attack one. A target has only its lower morale."),
    ruling("R06", "4.1, 4.2, 10.1", "A routing unit may pass a hex in an enemy ZOC where a friendly unit stands, also from one ZOC into another."),
    ruling("R07", "4.1, 11.0", "In the Movement Phase 4.1 alone says who may leave an enemy ZOC, in the Retreat Phase 11.0 alone: who is held only by artillery may retreat and may not march off."),
    switch("R08", "8.3, 14.2", "Which units recover in the night?", "Units of a demoralized corps that no hero steadies do not recover in the night and add no point.", "In the night every unit recovers, whatever its corps, and each routed one adds its point."),
    ruling("R09", "2.1, 11.0", "Of the foot only the Swiss arquebusiers may retreat singly; French foot goes back under a General Retreat Order alone."),
    ruling("R10", "1.0, 6.1, 8.1", "Swiss arquebusiers and Milanese cavalry belong to no corps and need no command; no General Retreat Order moves them. They count for the morale of the Swiss army."),
    ruling("R11", "3.0, 11.0", "A retreating unit keeps its facing, but takes on that of the units which it joins, at no cost."),
    ruling("R12", "4.1, 8.3, 13.3", "An advance after combat may enter enemy ZOCs and pass from one into another. A unit of a demoralized corps enters none in an advance either, for an advance is its own choice."),
    ruling("R13", "2.1, 9.2, 9.4, 10.0, 11.0", "A failed test makes a unit's state worse in passive commitment, in fire, in melee and when a friend routs through its hex, and from order to disorder in bad terrain. It does not in active commitment, where the unit only stops, nor in a try at a hedgehog, a single retreat or a rally."),
    ruling("R14", "13.1, 13.2", "That every enemy in a ZOC must be attacked holds as far as the units suffice, as R60 says."),
    ruling("R15", "2.1, 13.0, 13.1", "A unit without melee strength, or routed, neither attacks nor counts as able to."),
    ruling("R16", "12.4, 13.2", "One result may hold stars and a test. Who survives the stars tests at the modifier that the result prints, and at none if it prints none."),
    ruling("R17", "9.1, 10.0", "Terrain disorders units that are in order, and does nothing worse. The automatic disorder that routs a disordered unit is the result Desorg."),
    ruling("R18", "3.0, 4.0, 13.1", "The ZOC of a hedgehog is all six hexes around it, and it owes its attacks in any of them."),
    ruling("R19", "9.2, 9.4", "A failed try at a hedgehog costs nothing in itself; the test of commitment follows."),
    ruling("R20", "9.4", "Infantry may try to form a hedgehog when cavalry commits it, with a Charge or without."),
    ruling("R21", "14.1", "Francois and Bayard both begin in 1022: commanders do not count for stacking."),
    ruling("R22", "12.2", "What 12.2 says of obstacles and of firing from higher ground is read together, as in R52."),
    ruling("R23", "9.1, 10.0", "All exceptions for terrain in 10.0 mean what R17 says."),
    ruling("R24", "14.1, 14.2", "To eliminate Francois and to kill him is one; that he is injured is not enough."),
    ruling("R25", "8.1, 14.2", "Only the fortifications printed on the map give the Swiss their points, never those built in the night."),
    ruling("R26", "6.2, 7.1", "The commander toward whom a unit out of command moves is the one who leads its corps at that moment."),
    switch("R27", "6.1, 7.1", "When does a dead commander have a successor?", "A dead commander has his successor in the Reorganization Phase of his side in the next game turn. Until then his corps has no commander and is out of command.", "The successor comes in the Reorganization Phase of his side's next player turn."),
    ruling("R28", "2.1, 7.1, 8.3", "In the Reorganization Phase new commanders come first, then all return from disorder, then the rallies. Who rallies stays disordered until the next one."),
    ruling("R29", "14.1, 14.2", "The hour of the first turn is data, for it stood on the track alone. From it there are two turns an hour until 20 h, then the three night turns; the second day has eight."),
    ruling("R30", "14.1, 14.2", "Events come one after the other: the first that fulfils a victory condition ends the game."),
    ruling("R31", "9.3", "A Charge that came to no melee is void at the end of the Melee Phase."),
    ruling("R32", "3.0, 3.1", "A stack has one facing and pivots as a whole: each unit pays its point and must be able to. Routed units and hedgehogs have no front to turn and hinder no pivot of those beside them."),
    ruling("R33", "3.1, 4.1, 9.2", "A unit that begins in an enemy ZOC may pivot, one that has just entered may not. An enemy whom a pivot takes into the ZOC is committed and tests; the unit that pivots does not."),
    ruling("R34", "9.2", "Each party is committed by the other's ZOC alone. A mover who comes up from behind enters no ZOC: he neither tests nor stops, and the enemy before him tests at -2."),
    switch("R35", "9.2", "How often does a passive unit test commitment in a phase?", "A passive unit tests once for each moving unit or stack that takes it into its ZOC, at the first step that does; units that move together count once.", "A passive unit tests commitment once in a phase."),
    ruling("R36", "9.2, 9.3, 9.4", "A step into contact goes in this order: what forbids it; the movers' tests, after which the rest may be called off, and may go on elsewhere with their move; entry and price; terrain; the Charge stands or lapses; tries at a hedgehog; the tests of the committed, with their rout. The mover then stops if the hex was in an enemy ZOC when he entered."),
    ruling("R37", "5.1, 9.2", "Of a stack of pikemen and arquebusiers the pikemen enter a ZOC freely; the arquebusiers test and may be left behind."),
    switch("R38", "3.0, 9.2, 10.0", "Are routed units tested for commitment?", "A routed unit that is committed tests at -2 and is eliminated if it fails.", "Routed units are not tested for commitment."),
    ruling("R39", "4.1", "A unit faces infantry solely if every enemy unit whose ZOC covers its hex is infantry, hedgehogs among it. Artillery is none, and who merely stands adjacent does not count."),
    ruling("R40", "4.0, 6.2", "Nothing on the map cuts a ZOC off. Disordered units, artillery and units out of command have theirs."),
    ruling("R41", "9.2, 10.1, 11.0, 13.3", "Rout, retreat and advance after combat bring no test of commitment."),
    ruling("R42", "5.1, 5.2", "The permitted stacks are upper limits, so artillery may stand alone. Two guns, guns with cavalry, infantry with cavalry, and arquebusiers with two units of pikemen may not stack."),
    ruling("R43", "5.1, 5.2, 9.0, 10.1", "Stacking limits hold in every hex that is passed; only a routing unit is free of them on its way."),
    ruling("R44", "9.0", "The point more for a hex with friends is paid once a hex, for combat units that stand there and not for those that move along."),
    ruling("R45", "9.0", "The single hex for which the points are short wants an allowance above 0, no point spent before it and no move after it. It lifts the price and no prohibition; no move after it means none at any price."),
    switch("R46", "1.1, 3.1, 9.0, 9.1", "How far does a unit go that is disordered on its way?", "A unit disordered on its way goes on with the allowance of the face with which it began; strengths and morale change at once.", "A unit disordered on its way goes on with what the allowance of its new face leaves."),
    ruling("R47", "1.1, 9.1", "No player may turn a unit to disorder at will; to enter terrain that may disorder it is allowed."),
    ruling("R48", "1.2, 4.0, 9.0", "A commander moves in his side's Movement Phase at his own allowance and the terrain's price, alone or with units. He neither tests nor adds to a price; he enters an enemy ZOC only where a friendly unit is or comes along, leaves it freely, and goes along with units that retreat, rout or advance."),
    switch("R49", "9.0, 12.5", "Must a commander without a friendly unit go to one, or does his owner choose?", "A commander without a friendly unit goes to the nearest friendly unit if he is in an enemy ZOC, or in a hex that an enemy unit enters. He goes to a routed unit only if there is no other. Among units equally near his owner chooses. No die is rolled. Where the rule says that he can go, he goes.", "His owner chooses whether he goes. The choice comes when he is left without a friendly unit, in an enemy ZOC or not, and again when he then comes into an enemy ZOC. He must go only out of a hex that an enemy unit enters."),
    ruling("R50", "9.4", "A unit has not moved if it spent no point, not even on a pivot, and was not stopped by a failed test before an enemy ZOC (R100). It forms the hedgehog at any time of its own moves, and has then finished."),
    switch("R51", "1.1, 9.4", "Does a hedgehog cover the arquebusiers stacked with it?", "Only the unit that is disordered loses its hedgehog. Arquebusiers stacked with one keep their own facing, may fire and test commitment; their hex gives no bonus for rear or Charge.", "Arquebusiers stacked with a hedgehog are as the hedgehog is: front on all sides, no fire, no test of commitment by cavalry."),
    ruling("R52", "12.2", "A hex of height h between hexes of heights a and b blocks, if it is an obstacle, when h is at least the greater of a and b. Between unequal heights a farm or village next to the lower unit blocks too. Elevated ground is an obstacle of its own height; routed units are obstacles, commanders are none. The answer is the same both ways."),
    ruling("R53", "12.2", "A line along a hexside is blocked by either of its two hexes."),
    ruling("R54", "3.2, 12.2", "The arc of fire is the wedge of 120 degrees that the three front hexes open."),
    ruling("R55", "12.3", "A unit in enemy ZOCs fires at a hex that holds one of the units whose they are, if any of them is a target that it may fire at; if none is, it is free. It never has to fire."),
    ruling("R56", "12.3", "Each unit of a combined shot has another of it in its hex or adjacent; one chain through all is not needed."),
    switch("R57", "12.4", "When does protection change a shot at several units?", "Protection changes a shot only if every unit of the target hex has it; the modifier for arquebusiers wants arquebusiers alone.", "The best protected unit of the target hex decides on protection."),
    ruling("R58", "12.4, 13.2", "The columns shifted are half of the total, towards 0, and what is left over goes to the die, on its side. Columns and dice beyond the table are read on its edge. A gun whose strength range brings to 0 cannot fire."),
    ruling("R59", "12.4, 12.5", "Stars name so many different units, of their owner's choice; more stars than units are void. Pikemen who fall back to their replacement keep their face, survive and test, and their hex counts as not eliminated."),
    ruling("R60", "13.1", "An attack names a hex and its attackers. They are not routed, have not attacked and have the hex in front of them; it was not attacked before. Who could attack no other hex that is still owed must join, and those left over must be able to attack as many other hexes as the best allotment could. The phase ends when nobody is left who can attack a hex not attacked."),
    ruling("R61", "13.1, 13.3", "What is owed is judged anew at each attack. Who has attacked, and perhaps advanced, attacks no more, and owes nothing to an enemy newly in his ZOC."),
    switch("R62", "3.3, 13.2", "How many must stand so for the modifiers for rear and rout?", "+2 once if any attacker comes in through a rear hex, +4 in its place if any defender is routed.", "Rear and rout count only if they hold for every attacker and every defender."),
    ruling("R63", "13.2", "Odds are whole numbers, rounded for the defender: so many to 1, or 1 to so many. Beyond the table the last column is read, also against a defence of 0."),
    ruling("R64", "8.3, 13.2", "Better morale compares the morale of the faces that show, replacements and -2 for demoralization included, without the modifiers of tests: all units of one side against all of the other, no commanders."),
    ruling("R65", "7.4, 13.2", "One commander's bonus counts a side, at its printed value and for units of any corps. If both sides have one, there is none."),
    switch("R66", "9.2, 9.3, 13.2", "Which cavalry may Charge?", "For a Charge the hex that the cavalry enters must be road. +2 counts once, against the hex that the Charge was declared on, also if it came from behind and no test was due. A unit that loses its order loses its Charge.", "Only cavalry that has passed a test of commitment charges."),
    ruling("R67", "9.1, 13.2", "Attackers over water are tested or disordered after the attack is named and before the odds. It frees nobody from the attack, and strength and morale are those after it."),
    ruling("R68", "12.5, 13.2", "A melee is settled in this order: the defender's stars, the attacker's stars, commanders, the defender's tests, the attacker's tests. Each rout moves before the next die; who has fled before another's rout still makes the test that the melee brings him."),
    ruling("R69", "12.5", "All commanders in a hex where a star took a unit are diced for, once a result. Other eliminations throw no die for them."),
    ruling("R70", "12.5", "From a modified 6 a commander is hit. One who was unhurt is injured, never killed at once."),
    ruling("R71", "9.4, 13.3", "Any of the attackers that are not routed and no hedgehog may advance, within stacking and without guns over a river, with one new facing at no cost. Commanders may go along."),
    ruling("R72", "10.1", "A routing unit goes to one of the three neighbours on the way home that is on the map, holds no enemy, may be entered, and is in no enemy ZOC unless a friend stands there: the cheapest, straight home among equals, then its owner's choice. Over the home edge it leaves the map. If movement is due and no such hex is open, it is eliminated; a first hex is due at any price."),
    ruling("R73", "1.1, 10.1", "A routing unit has the allowance of its disordered face."),
    ruling("R74", "10.1", "Each friend in a hex that a routing unit enters tests, in its owner's order. Who routs moves at once, before the next test and before the first goes on; whom it takes from where he was committed is committed no more. Who has routed so at the start of the Movement Phase does not move a second time there."),
    ruling("R75", "10.1", "A routing unit that would end overstacked goes on, hex by hex, until it does not, and friends test there too. If it cannot, it is eliminated."),
    ruling("R76", "8.2, 10.0, 10.1", "Artillery that would rout is eliminated at -2 and nothing more. A unit that routs and finds its way closed costs -1 and -2."),
    ruling("R77", "9.1, 11.0", "A retreat is one hex to one of the three rear hexes, out of enemy ZOCs and within stacking, once a phase, at no price; terrain may disorder."),
    switch("R78", "8.3, 11.0", "When may a General Retreat Order be given?", "A General Retreat Order is open to every corps once a phase, commander or none, and costs its two points even if no unit can go. Hedgehogs and routed units stay.", "A General Retreat Order wants a commander in play and a unit that can go."),
    ruling("R79", "11.0", "A retreat needs no enemy near."),
    ruling("R80", "1.3, 8.1, 8.2", "Morale never falls below 0, nor does it rise above 99: the markers count tens and ones."),
    ruling("R81", "8.2, 14.2", "The point for a rally comes when the unit ceases to be routed, once, in the night too."),
    ruling("R82", "8.1", "A Swiss unit that fails a test of fire or melee, or suffers Desorg, costs 1. Beside it, disordered pikemen that fail any test which would worsen their state cost 1, and so do arquebusiers or Milanese who rout. A unit destroyed costs 2, the step to a replacement nothing."),
    ruling("R83", "8.1", "A place is taken when a Swiss unit that is not routed enters a hex of it, in any phase, or when one that has fled there rallies; its points come once in the game."),
    switch("R84", "8.1", "Which hexes are next to the fortifications?", "Whether a French unit is next to the printed fortifications is asked at the end of each player turn; the hexes on both sides of them count.", "Only hexes on the defended side of the fortifications count."),
    ruling("R85", "8.0, 8.2, 8.3", "A corps is demoralized the moment its morale is 0, and later tests of the same result are at -2. Whether five corps are is asked after every change."),
    ruling("R86", "7.2, 8.2", "A corps that a hero steadies is not among the five. When he steadies it no more, they are counted again. Whom he steadies is settled before they are counted."),
    ruling("R87", "7.2", "A hero steadies a corps while he lives, injured or not, is stacked with a unit of it that is not routed, and an enemy unit is adjacent, whatever its state and facing. If two corps fit, the French player names one, and may name another only when it lapses."),
    ruling("R88", "7.2", "A cavalry corps is one all of whose units, as set up, are cavalry."),
    ruling("R89", "7.1", "A new Swiss commander is uninjured and is placed on a unit of his corps that is not routed; without such a unit none comes."),
    switch("R90", "7.1, 8.2", "What does the death of a French successor cost?", "A French successor leads all his corps with his own ratings. When he dies each of them loses two points and needs a successor, who may differ. The Constable of Bourbon's death costs his corps two and every corps one more.", "When a successor dies, only the corps that was his at first loses two points."),
    ruling("R91", "0.2", "A test is always thrown, even if its result is certain, and no throw passes or fails by itself."),
    switch("R92", "9.0, 14.1", "Do units that enter after the first turn have the full allowance?", "All of one corps enter before any of the next, each unit paying for 1201. Who cannot enter in the first turn enters later at full allowance. Commanders come with their corps; arquebusiers and Milanese enter at any hex of the northern edge, at any time of the phase. Who is not yet on the map is not out of command.", "Who enters after the first turn has the reduction of his corps then too."),
    ruling("R93", "9.0, 14.1", "Only a rout leaves the map."),
    ruling("R94", "14.1", "In the night command ranges are one less, not below 0, on both faces."),
    switch("R95", "14.2", "Which ranges hold when units are placed at night?", "At night the French go back first and place their units and fortifications; then the Swiss place theirs. Ranges are those of the day. Units go back S, SE or SW, within stacking, out of ZOCs and without tests, and keep their facing, or take up that of those whom they join; who is placed faces as he likes, but beside friends who can be placed no more takes up theirs; hedgehogs and Charges end. Commanders stay, except as R49 moves them.", "Ranges for placing are still those of the night."),
    switch("R96", "9.0, 9.1, 9.3, 12.4, 13.2, 14.2", "Which sides of its hex does a fortification built at night shelter?", "A fortification built at night is one side of its hex, N, NE, NW or SW, chosen when it is placed, and shelters that hex alone. None is built on a side that shelters its hex already.", "It stands on all four of those sides of its hex."),
    ruling("R97", "14.1, 14.2", "The first scenario is a draw if neither side has won when the last night turn ends. The second has no draw: the French have then won after the second day."),
    ruling("R98", "12.4, 13.2", "A fortification counts if the line of fire enters the target's hex through it and that hex is on its south or east side; a line over the corner at its end comes through it, a shot from the flank or behind has no modifier. A combined shot has it as a whole, and once, if any of its lines comes in through one. In melee it counts once, if any attacker comes over it."),
    ruling("R99", "12.0, 13.0", "Commanders alone are no target."),
    ruling("R100", "9.2", "A unit that failed its test of commitment does not try again in the phase."),
    switch("R101", "3.3, 9.4, 13.2", "Does Artillery in the hex prevent a hedgehog?", "Artillery stacked with infantry neither tries the hedgehog nor prevents it, tests commitment by itself and is not covered by it: an attack on its own rear has the bonus, and so has a Charge on its hex. Only arquebusiers are covered, as R51 says.", "Artillery in the hex prevents the hedgehog."),
    ruling("R102", "8.3, 13.1", "Units of a demoralized corps that are in contact still owe their attacks."),
    ruling("R103", "2.1, 3.0, 14.2", "A unit that rallies, or recovers at night, beside friends takes up their facing; alone it is faced by its owner."),
    ruling("R104", "9.0, 9.1", "Along a road the ground of the hex neither costs its points nor disorders; what lies on the hexside does both, and a bridge takes the place of its water. A step brings one test at most, and none where it disorders outright."),
    ruling("R105", "13.2", "What lies on a hexside and favours the defender counts once, if any attacker comes over it. A slope favours the attackers only if all of them come down it."),
    ruling("R106", "14.1", "A unit enters facing away from its edge. One that can enter does: once selected it does not halt, and the Movement Phase does not end, before it has. Those who could not enter together are not selected together."),
    ruling("R107", "7.1, 12.5", "A commander of whose side no unit is on the map stays where he is, in an enemy ZOC too, and is killed if an enemy unit enters his hex."),
    switch("R108", "10.1", "What does it cost to run off the map?", "To run off the map costs one point, straight home from the last row.", "A unit that routs in the last row, or runs into it, has reached the border: it leaves the map at once and at no cost."),
    ruling("R115", "9.2, 9.3", "An enemy unit that the mover has in its ZOC when its move begins is committed by it only if a step lets it out of that ZOC and a later one takes it in again. To turn away and back commits nobody anew, and a Charge is declared only on those who are committed."),
    ruling("R116", "9.3", "A Charge is declared only on an enemy whom the cavalry has committed in this move by a step into a road hex; who was committed off the road, or by a pivot, is not charged later in the move. Cavalry that moves on or turns after it has declared a Charge loses it; where it comes next, on a road again, it may declare another."),
    ruling("R117", "10.1", "Rout movement is due while the points reach the cheapest open hex on the way home or, if none is open, the cheapest that enemies close. A unit without movement allowance does not run."),
    ruling("R118", "11.0", "A unit that failed its try at a retreat tries no more in the phase, but goes back if its corps has a General Retreat Order."),
    ruling("R119", "5.2, 14.1", "The French place their units one by one in the order of their counters. That takes no place from any of them: what may stand together may be placed in any order."),
    ruling("R120", "3.0, 9.4", "A unit whose hedgehog comes off takes up the facing of the others in its hex; alone it keeps the one that it had when it formed."),
    ruling("R121", "1.1, 9.4", "Where R51 is read the other way, arquebusiers with a hedgehog keep the facing that they had. It counts for nothing while the hedgehog stands, and is theirs again when it comes off or they leave its hex."),
    ruling("R122", "8.1", "The places by which the Swiss gain are hexes, by their names on the printed map, whatever ground a set-up lays there: on a blank map too they have their points in them, unless it names others."),
];

#[cfg(test)]
mod tests {
    use super::{CASEBOOK, Rule, Setup, Text};

    casus_core::casebook_tests!(
        CASEBOOK,
        switches: "R08 R27 R35 R38 R46 R49 R51 R57 R62 R66 R78 R84 R90 R92 R95 R96 R101 R108"
    );

    #[test]
    fn all_cases_are_there_in_book_order() {
        let numbers: Vec<(u8, u8)> = CASEBOOK
            .entries
            .iter()
            .map(|e| {
                let (module, section) = e.number.split_once('.').unwrap();
                (module.parse().unwrap(), section.parse().unwrap())
            })
            .collect();
        assert!(numbers.is_sorted());
        // Modules 0 to 14; the last section of each.
        let last = [2, 3, 1, 3, 3, 2, 3, 4, 3, 4, 1, 0, 5, 3, 2];
        for (module, last) in (0..).zip(last) {
            let sections = numbers.iter().filter(|n| n.0 == module).map(|n| n.1);
            assert!(sections.eq(0..=last), "module {module}");
        }
        let standing = |s| CASEBOOK.entries.iter().filter(|e| e.standing == s).count();
        assert_eq!((standing(Rule), standing(Setup), standing(Text)), (42, 2, 10));
    }

    #[test]
    fn rulings_stand_in_the_order_of_their_numbers() {
        let numbers = |r: &casus_core::Ruling| r.id[1..].parse::<u32>().unwrap();
        assert!(CASEBOOK.rulings.is_sorted_by(|a, b| numbers(a) < numbers(b)));
    }

    #[test]
    fn citations_stand_in_book_order() {
        assert!(cite!("9.4") < cite!("10.0"));
        assert_eq!(cite!("7.1", "R27").to_string(), "7.1 [R27]");
        assert_eq!(cite!("0.2").number(), "0.2");
    }
}
