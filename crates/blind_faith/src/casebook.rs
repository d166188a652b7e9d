//! Every Case of the rulebook, in book order, with the rulings in force where the rulebook has a gap or contradicts itself.
//!
//! A Case is cited with the crate's `cite!` macro, which does not compile for a Case that is not in the book:
//!
//! ```text
//! cite!("10.7.1")        // a Case
//! cite!("7.5", "R-43")   // a Case as a ruling reads it
//! ```

use casus_core::Standing::{Optional, Rule, Setup, Text};
use casus_core::cases::{cited, entry, ruling, switch};
use casus_core::{Entry, Ruling};

casus_core::casebook!("Blind Faith", crate::casebook::CASEBOOK, cite, $, casus_cites::places!());

#[rustfmt::skip]
const ENTRIES: &[Entry] = &[
    entry("1.0", "Introduction", Text, "words only: an introduction"),
    entry("1.1", "Game Scale", Text, "words only: the scale enters no rule"),
    entry("2.0", "Game Components", Text, "words only: what is in the box"),
    cited("2.1", "The Game Map", Rule),
    cited("2.2", "Game Terms and Abbreviations", Rule),
    entry("2.3", "The Playing Pieces", Text, "words only: a heading"),
    cited("2.3.1", "Faction Colors", Rule),
    cited("2.3.2", "Unit Types", Rule),
    cited("2.4", "Sample Counters", Rule),
    entry("2.5", "Markers", Text, "words only: markers are facts of the state"),
    entry("2.6", "Dice", Text, "words only: dice are handed in"),
    cited("2.7", "Rules", Rule),
    cited("3.0", "Sequence of Play", Rule),
    cited("3.1", "Events and Blockade Phase", Rule),
    cited("3.2", "Muster Phase", Rule),
    cited("3.3", "Papal Crusade Phase", Rule),
    cited("3.4", "HRE Campaign Phase", Rule),
    cited("3.5", "Hussite Campaign Phase", Rule),
    cited("4.0", "Events Phase", Rule),
    entry("4.1", "Turn 1 Special Event: The Breslau Award", Rule, "rules/events.rs"),
    cited("4.2", "Events Die Roll", Rule),
    entry("5.0", "Hussite Muster", Text, "words only: another sequence of play, which no Case follows"),
    cited("5.1", "First Player Turn", Rule),
    cited("5.1b", "Hussite Turn Record Track Reinforcements", Rule),
    cited("5.2", "Other Hussite Reinforcements", Rule),
    cited("5.2.1", "The Orphan Split", Rule),
    cited("5.2.2", "Prokop the Priest", Rule),
    cited("5.2.3", "Polish/Lithuanian Intervention", Rule),
    cited("5.3", "Hussite Routed Units", Rule),
    cited("6.0", "HRE Muster", Rule),
    cited("6.1", "Florin Points", Rule),
    cited("6.1.1", "Hungarian Customs Stations", Rule),
    cited("6.1.2", "Bohemian Loyalists", Rule),
    cited("6.1.3", "Imperial Finance", Rule),
    cited("6.1.4", "Hussite Revenue", Rule),
    cited("6.2", "HRE Muster and Maintenance", Rule),
    cited("6.3", "Danish Intervention for HRE", Rule),
    cited("6.3.1", "Danish Unit FPs", Rule),
    entry("6.3.2", "Danish Unit Placement", Rule, "rules/danes.rs"),
    cited("6.3.3", "Danish Unit Restrictions", Rule),
    cited("6.3.4", "Routed Danish Units", Rule),
    cited("6.3.5", "Eliminated Danish Units", Rule),
    entry("6.3.6", "Danish Unit Removal", Rule, "rules/danes.rs"),
    cited("6.3.7", "Danish Units and Future Event Rolls", Rule),
    cited("7.0", "Papal Crusades", Rule),
    cited("7.1", "The Pope and Succession", Rule),
    cited("7.2", "Calling for a Papal Crusade", Rule),
    entry("7.3", "Papal Legates", Rule, "rules/legates.rs"),
    cited("7.3.1", "Changing Papal Legates", Rule),
    cited("7.3.2", "Eliminating Papal Legates", Rule),
    entry("7.3.3", "Mustering Imperial German Units With Papal Legates", Rule, "rules/legates.rs"),
    cited("7.4", "Stacking With Papal Legates", Rule),
    cited("7.5", "Continuing and Ending Papal Crusades", Rule),
    cited("7.6", "Stacking During a Papal Crusade", Rule),
    cited("8.0", "Campaign Movement", Rule),
    entry("8.1", "Movement Limitations", Rule, "rules/march.rs"),
    cited("8.2", "Unit Movement Points", Rule),
    cited("8.3", "Movement and Terrain Costs", Rule),
    cited("8.4", "Movement Etiquette", Rule),
    cited("8.5", "Zones of Control", Rule),
    cited("8.6", "Stacking", Rule),
    entry("8.6.1", "Urban Garrison Limits", Rule, "rules/garrison.rs"),
    entry("8.6.2", "Faction Stacking", Rule, "rules/march.rs"),
    entry("8.6.3", "Hussite Stacking Limits", Rule, "rules/campaign.rs"),
    cited("8.6.4", "HRE Stacking Limits", Rule),
    cited("8.7", "Entering Battle", Rule),
    cited("8.8", "Interception Movement to Enter Battle", Rule),
    entry("8.8.1", "Successful Interception Movements", Rule, "rules/interception.rs"),
    cited("8.8.2", "Interception By Units Under Siege", Rule),
    cited("8.8.3", "Žižka of Trocnov", Rule),
    cited("8.8.4", "Garrisons", Rule),
    entry("9.0", "Field Battle", Rule, "rules/field/rounds.rs"),
    cited("9.1", "Field Battle Tactical Round", Rule),
    cited("9.2", "Field Battle Deployment", Rule),
    cited("9.3", "Field Battle Artillery/Skirmish", Rule),
    cited("9.3.1", "Defending Artillery/Skirmish Fire", Rule),
    cited("9.3.2", "Attacking Artillery/Skirmish Fire", Rule),
    cited("9.3.3", "Resolving Artillery/Skirmish Casualties", Rule),
    cited("9.4", "Field Battle Attacker Assault", Rule),
    cited("9.4.1", "Combat Prowess Die Modifiers", Rule),
    cited("9.4.2", "Resolving Assault Casualties", Rule),
    cited("9.5", "End Round Attacker Retreat Option", Rule),
    cited("9.6", "End Round Defender Retreat Option", Rule),
    cited("9.7", "End Field Battle", Rule),
    cited("9.8", "Continue Field Battle", Rule),
    entry("10.0", "Siege Battle", Rule, "rules/siege/rounds.rs"),
    cited("10.1", "Siege Battle Tactical Round", Rule),
    cited("10.2", "Siege Battle Deployment", Rule),
    cited("10.3", "Siege Battle Defender Artillery Fire", Rule),
    cited("10.3.1", "Defending Garrison Artillery Fire", Rule),
    cited("10.3.2", "Resolving Artillery Casualties", Rule),
    cited("10.4", "Siege Battle Attacker Artillery Fire", Rule),
    cited("10.4.1", "Attacker Artillery Fire", Rule),
    cited("10.4.2", "Resolving Attacker Artillery Results", Rule),
    cited("10.5", "Siege Battle Attacker Siege Assault Option", Rule),
    cited("10.5.1", "Attacker Siege Assault", Rule),
    entry("10.5.2", "Resolving Attacker Siege Assault Results", Rule, "rules/siege/storm.rs"),
    cited("10.6", "Siege Battle Attacker Blockade Option", Rule),
    cited("10.6.1", "Blockade Attrition", Rule),
    cited("10.6.2", "Blockade Success", Rule),
    cited("10.7", "Siege Battle Pillage/Atrocity", Rule),
    cited("10.7.1", "Pillage", Rule),
    cited("10.7.2", "Pillage Effects", Rule),
    cited("10.7.3", "Atrocity", Rule),
    cited("10.7.4", "Atrocity Marker", Rule),
    cited("10.7.5", "Atrocity Effects", Rule),
    cited("10.8", "Post Siege Battle", Rule),
    entry("10.9", "End of Turn Routed and Eliminated Units", Rule, "rules/years_end.rs"),
    entry("11.0", "Hungarian Customs Guards", Rule, "rules/taking.rs"),
    cited("12.0", "Sigismund Luxemburg", Rule),
    cited("12.1", "Succession", Rule),
    cited("13.0", "Papal Succession", Rule),
    cited("13.1", "Martin V", Rule),
    cited("13.2", "Eugenius IV", Rule),
    entry("14.0", "Poland and Lithuania", Rule, "rules/march.rs"),
    cited("15.0", "Rebuilding Urban Terrain", Rule),
    cited("15.1", "Preparation", Rule),
    cited("15.2", "Spend Florin Points", Rule),
    cited("15.3", "Remove Pillaged Marker", Rule),
    cited("16.0", "Victory", Rule),
    cited("16.1", "HRE Victory", Rule),
    cited("16.2", "Hussite Victory", Rule),
    cited("16.3", "No Automatic Victory", Rule),
    entry("17.0", "Setup", Setup, "setup.rs"),
    cited("17.1", "Hussite Setup", Setup),
    cited("17.2", "Holy Roman Setup", Setup),
    cited("17.3", "Special Reinforcement Placement", Setup),
    cited("18.0", "Optional Rules", Rule),
    cited("18.1", "Papal Crusade, Papal Politics", Optional),
    cited("18.2", "Longer Sieges", Optional),
    cited("18.3", "No Automatic Minor Victories", Optional),
    entry("18.4", "One MP per Battle", Optional, "rules/paying.rs"),
    cited("18.5", "Wagon Tenacity", Optional),
    entry("19.0", "Credits", Text, "words only: who made it"),
];

/// `R` rulings interpret the printed text; `G` rulings decide what no text covers.
#[rustfmt::skip]
const RULINGS: &[Ruling] = &[
    ruling("R-01", "5.1, 5.1b", "Two Cases bear the number 5.1; the second, with the places where reinforcements enter, is 5.1b."),
    ruling("R-02", "5.0, 3.0", "The five Phases of Module 3 are the only sequence of play."),
    ruling("R-03", "8.6, 8.6.1", "The table of garrisons that bears no number is 8.6.1."),
    ruling("R-04", "7.4, 8.6.2, 9.0, 10.1", "References that lead nowhere are read as what they mean: 3.2 as Module 15, 8.6.2 as 7.4 and 7.6, 9.0 as 8.8.1 and 8.8.4, the loop of 10.1 as steps 1 to 6."),
    ruling("R-05", "2.2, 8.8", "No leader has an Interception Rating: every interception within the law succeeds."),
    ruling("R-06", "2.2, 6.2, 7.5", "A disbanded unit may be mustered again from the next turn on, a German one drawn again."),
    ruling("R-07", "2.2, 10.9, 7.3.3, 6.3.4", "A routed unit is in its box to the end of the turn. Then a Hussite goes to the next turn's box, one of the four factions to those mustered for Florins, a German to those drawn, a Dane to his own. Guards are never routed."),
    ruling("R-08", "3.0, 6.3.6, 7.3, 10.9", "After 3.5 the turn ends in this order: the Danes' leave; crusades that end; routed units; victory and its waiver; on Turn 25 the count; Atrocity markers, and the next turn."),
    ruling("R-09", "2.3.1", "A faction is a stripe of 2.3.1."),
    ruling("R-10", "3.1, 4.0, 4.1", "Turn 1 has a 3.1 that holds the Award alone: no event, no attrition."),
    ruling("R-11", "4.1, 6.3.2, 7.3, 14.0", "To be placed is to enter: after support for Poland the Danes cannot come. Counters that leave are out for good, whatever pool they are in. Others who stand in a hex that closes may leave it."),
    ruling("R-12", "4.1, 4.2, 5.2.3", "After support for Poland 6 and 7 are blank, whatever stands there."),
    ruling("R-13", "5.2.3, 10.9, 14.0", "A second intervention brings those of the three who are neither on the map, nor routed, nor eliminated. They are a faction of their own, never leave, and alone may use the Kingdom of Poland; a stack with others may not."),
    ruling("R-14", "3.1, 10.6.1", "Garrisons of both sides are checked, by the numbers of their hexes; all dice of a hex fall before anything follows."),
    ruling("R-20", "3.2, 5.1b, 5.2, 5.3", "Muster goes so: track, Orphans and Prokop, routed Hussites; income, maintenance, muster; the Legate's draw; rebuilding, Hussites first. What is rebuilt takes nobody and pays nothing until the next turn."),
    ruling("R-21", "5.1b, 5.3, 6.1.1, 16.1", "A side occupies a place with a combat unit in its hex, if no enemy garrison is inside; a garrison occupies. It controls what it was the last to occupy. Unoccupied is what the enemy does not occupy."),
    ruling("R-22", "5.1b", "If an entry place is shut by a Blockade alone, reinforcements wait for the next turn; if all are occupied or pillaged they are lost."),
    ruling("R-23", "5.3", "A routed Hussite returns to a town, city or fortress that his side controls and that is neither occupied, pillaged nor blockaded; he obeys the factions, and waits if there is none."),
    ruling("R-24", "5.1b, 8.6.3", "Reinforcements ignore the factions when they come, and must have parted by the end of the next 3.5. Taborites go elsewhere if Tabor is occupied, pillaged or blockaded."),
    ruling("R-25", "5.2.1, 17.3", "Any elimination of Žižka splits the Taborites, attrition too; a rout does not."),
    ruling("R-26", "5.2.1, 5.2.2, 17.3", "The split is made in the Muster of the next turn: die, removals, draw, placing, Prokop."),
    ruling("R-27", "5.2.1", "No more Taborites go than are on the map, routed or in turn boxes, none of the track still to come; no more Orphans come than have gone or are left."),
    switch("R-28", "5.2.1, 17.3", "Where may Orphans enter?", "Orphans enter at any of the four places that 5.2.1 names.", "They enter at the two of 17.3 alone: Čáslav and Mt. Oreb."),
    ruling("R-29", "5.2.2, 17.3", "Prokop goes to the nearest place that his side controls, that is not occupied, pillaged or blockaded, and that has room for him where enemies are before it; among equals his owner chooses. He comes though no Orphan does."),
    ruling("R-30", "6.2, 3.2", "An Imperial wagon costs 2 to maintain; foot costs nothing."),
    ruling("R-31", "6.2, 7.3.3, 6.3.1", "Danes, Elizabeth and the three Legates who do not fight cost no maintenance; Winchester costs 1. A unit that was drawn or mustered this turn owes nothing until the next turn. A unit that owes may be disbanded even if there are Florins to pay for it; that is no elimination."),
    ruling("R-32", "6.2", "Income, maintenance and muster begin on Turn 1, with empty purses."),
    ruling("R-33", "6.2, 17.3", "A unit is mustered in a town or city of its faction's land that is not Hussite-occupied, blockaded or pillaged; Bohemians in Bohemia, Moravia and the Silesian Duchies. The places of 17.3 are the only ones for whom they name. Factions bind on placing."),
    switch("R-34", "7.3.3, 17.3, 6.2", "Where do the Germans of a Legate appear?", "Germans appear where the Legate is; off the map, or in a place that is pillaged or blockaded, he draws none.", "They appear at Nuremberg, or at Erfurt if Nuremberg is shut, wherever he is on the map."),
    ruling("R-35", "6.1, 6.1.4, 10.7.1", "Each side has a purse; nothing caps it. Hussite Florins rebuild, and buy nothing else."),
    ruling("R-36", "2.3.1, 8.6.2", "The French stripe is a faction of its own, and is never mustered for Florins."),
    ruling("R-37", "6.3.2, 6.3.3, 6.3.4, 6.3.6", "The event under a crusade is not used up. Danes on the map bar a call, not a change of Legate. They share a hex with no other Imperial counter: no Legate lands and no heir comes where they stand, and whoever is found with them must part. They do not land where Hussites are. Routed ones are bought at 0101 to 0701. Their withdrawal takes all, the routed too, for good; with none on the map there is nobody to remove, and it is not asked for."),
    ruling("R-38", "15.1, 15.2, 15.3", "Presence is noted when 3.2 begins, of combat units: Elizabeth and the Legates who do not fight are of no type of unit. Customs stations have no price: they are never rebuilt. Who pillaged does not matter."),
    ruling("R-40", "7.3, 17.0, 17.2", "Before play the Imperial player puts the Legate into his box or outside Breslau."),
    ruling("R-41", "3.3, 7.3, 7.5, 17.0", "The crusade is on from the start. A Legate at Breslau draws in Turn 1; one in his box lands in Turn 1's 3.3."),
    switch("R-42", "3.2, 7.3.3, 7.5", "In which step do Legates draw Germans?", "Legates draw in 3.2 only: a crusade called now brings Germans from the next turn on.", "They draw in 3.3, after the crusade is called or continued."),
    switch("R-43", "7.3, 7.3.1, 7.5", "When does a crusade end that is let expire?", "A crusade that is let expire is off at once: its Legate leaves the map, and mixed stacks must part in the Campaign Phases that follow.", "It ends with the turn, and the Legate leaves then."),
    ruling("R-43b", "7.2, 7.5", "From Turn 2 there is one declaration a turn: continue or let expire, call or not. None is called in the 3.3 in which one expired."),
    ruling("R-44", "7.3, 7.3.1", "A Legate whose crusade continues stays where he is."),
    ruling("R-45", "3.3, 7.3.1", "One change may be tried in each 3.3, after the declaration. The new Legate is drawn before the old one is back among those who wait, and takes his place. One who fights counts for a garrison (8.6.1): drawn into a besieged place that is full he waits in the box, and lands as by R-48."),
    ruling("R-46", "7.3.2", "When the Legate dies the crusade lasts to the end of the turn, and no other comes before, though he died before its 3.3. In the 3.3 of the next turn one of those who wait is drawn, without a die; if a crusade is wanted it is called anew (7.2)."),
    ruling("R-47", "7.3, 7.3.2, 9.2, 10.2", "The three Legates who do not fight take no box, no hit and no place in a garrison; left alone in a hex with Hussites they die, and whoever enters goes on. Winchester fights; routed, he is back among those who wait, and R-46 applies."),
    ruling("R-48", "7.3", "If no landing place is open the crusade is on without a Legate; it is tried again in each 3.3."),
    switch("R-49", "8.6.4, 17.0, 17.2, 7.4", "Must the stack of the set-up at Breslau part?", "The stack that the set-up places at Breslau may stay together while the Legate is with it. Without him it must have parted by the end of 3.4 of Turn 1.", "It must have parted by then even if the Legate is with it."),
    ruling("R-50", "7.4, 8.1, 8.6.2, 8.6.3, 8.6.4", "Factions are tested when a stack ends its move, is placed, attacks, besieges or intercepts. Who besieges may end his move there by a Blockade (R-95), so he besieges only where he may stay. A mix of one's own making is refused; another must be parted by the end of the next Campaign Phase of its side, as long as a move could. Until then it does not attack together: one part of it may besiege, and the other must leave."),
    ruling("R-51", "18.1, 7.3.3, 6.3", "By 18.1 a Legate draws right after the call that succeeds."),
    ruling("R-52", "7.3, 3.2", "A Legate lands in a place under Blockade, inside."),
    ruling("R-53", "8.6.2, 8.6.4, 7.4", "Hussites mix while a crusade is on; Imperial factions only with the Legate in their hex; Danes never."),
    ruling("R-60", "8.0, 8.1, 8.2", "A stack goes no farther than the unit with the fewest points left. Moved is who has entered a hex in his own Campaign Phase."),
    ruling("R-61", "3.5, 8.8, 8.8.3", "Žižka moves at 20; foot with him has 10, and may intercept with him, wagons or not. Who stands with him and a wagon when 3.5 begins may move in it though he intercepted."),
    switch("R-62", "3.5, 8.7, 8.8", "Which Imperial units may intercept?", "Imperial wagons may intercept.", "Only Imperial mounted units may."),
    ruling("R-63", "8.8, 3.4, 3.5", "Any enemy force that is not besieged may be intercepted in its Campaign Phase, moving or still: between any two steps of any stack's march, and between the moves of two stacks. Where a march comes to enemies, the battle or siege is next (8.7), and before it only the stack that has come is intercepted. Never between the rounds of a battle. The hex is that in which it is."),
    switch("R-64", "8.8, 8.8.1", "By how many stacks may a moving stack be intercepted?", "A moving stack, and what splits from it, is intercepted by one stack in one activation.", "By any number, one after the other."),
    ruling("R-65", "8.7, 8.8.1, 9.0", "Where a hex is entered, its garrison is declared, then interceptors may come, then they fight. With friends in the field there they defend; alone they attack."),
    ruling("R-66", "8.7, 8.8.2", "A garrison under siege may sally when enemies come into its hex, with a unit in it that may intercept: all of it attacks all of them. In its own Campaign Phase it may come out as well, for no points; then friends of the besiegers may come to them before the battle, as where a stack enters."),
    ruling("R-67", "8.8.1, 8.8.4", "Still enemies in a place may answer an interception by going inside; no siege follows in that Phase."),
    ruling("R-68", "7.3, 8.8", "A Legate may ride with interceptors, never alone."),
    ruling("R-69", "8.8.4, 9.5, 9.6", "Every retreat goes to the Routed box."),
    ruling("R-70", "8.6.1, 8.8.4, 9.2", "The owner of those who are attacked puts any of them inside, up to the limit; the others fight first."),
    ruling("R-71", "8.1, 8.5, 8.7, 10.6", "A garrison with enemies in its hex is under siege, marker or not; the Blockade marker alone brings attrition and shuts out arrivals and income. It is lifted when no enemy combat unit is in the field there."),
    ruling("R-72", "8.8.4, 11.0", "Others at a customs station are always outside."),
    ruling("R-74", "2.1, 8.3", "A river is a matter of hexsides, and a road across it is a bridge or ford."),
    ruling("R-75", "5.1b, 5.2.1", "Any Pillage marker shuts an entry place, whoever made it."),
    ruling("R-80", "9.1, 9.2, 9.3, 9.4", "Steps 3 and 4 of 9.2 are the fire of 9.3 and the assault of 9.4: one of each in a round."),
    ruling("R-81", "9.3, 2.2, 12.0", "Sigismund fires as artillery, attacking or defending. One die a unit."),
    ruling("R-82", "9.4", "Each attacker in a box assaults; a die falls even for a target that is gone."),
    ruling("R-84", "9.5, 9.6, 9.7", "The attacker chooses first whether to retreat; if he stays, the defender does."),
    ruling("R-85", "9.2, 10.0, 10.7", "A place that is empty, or that falls in the field under no Blockade marker, is not pillaged."),
    ruling("R-90", "10.1, 10.5, 10.6", "After his artillery the besieger assaults, goes on to another round if he has artillery, or declares a Blockade; without artillery and assault he must. Rounds are free and as many as he likes: against walls for which the table has a breach his guns make one in the end, unless the garrison's rout them."),
    ruling("R-91", "10.3, 10.3.1", "Garrison guns may fire at the Assault and the Artillery box. Their hits are applied at once."),
    ruling("R-92", "10.2, 10.5, 12.0", "Sigismund stands in the Siege Artillery box. He never assaults."),
    ruling("R-93", "10.5.1, 9.4.1", "What one chosen defender subtracts is his defence number. The sum is read as 1 to 6."),
    ruling("R-94", "10.4.2, 10.5.2, 18.2", "The loss of half the defenders is for a breach by assault alone, after the pillage, of units of the captor's choice."),
    ruling("R-95", "8.1, 8.7, 10.6, 10.8", "Who has declared a Blockade moves no more in that Phase."),
    ruling("R-96", "10.6.2, 10.7.1", "Pillage is compulsory. In 3.1 its money is there for this turn's 3.2."),
    ruling("R-97", "10.7.3, 10.7.4", "Each side has its own markers. Another atrocity sets them anew."),
    ruling("R-98", "10.3.1, 10.4.1", "Siege artillery has no modifiers."),
    ruling("R-99", "10.7.2, 15.3", "Pillage lasts until the place is rebuilt."),
    switch("R-100", "12.1, 17.2", "When does Elizabeth enter?", "Elizabeth is on the map from the start; with Jiskra she is placed anew.", "She enters with Jiskra."),
    ruling("R-101", "12.1", "Albert's elimination alone brings Jiskra, once."),
    ruling("R-102", "12.1", "Elizabeth moves as Mounted, neither fires nor fights, counts for a garrison, and dies alone with Hussites. Outside walls she leaves the field with those who do (9.5, 9.6); routed she is back in the next 3.2 for nothing; without an open place she waits."),
    ruling("R-103", "12.1, 16.0, 16.2", "Elizabeth's elimination is a major victory at once. The two minors are judged when the turn ends, the two majors of seven places at once."),
    ruling("R-104", "16.1, 16.2", "A minor victory may be waived when it is first won; that side's minor is gone then."),
    switch("R-105", "16.0, 16.1, 16.2", "What if both sides have a minor victory when a turn ends?", "If both have a minor victory when a turn ends, neither has, and the war goes on.", "The war ends at once in a draw, and neither is asked."),
    ruling("R-106", "16.3", "The majority is four of the seven."),
    ruling("R-107", "18.3, 12.1", "By 18.3 the seven places alone win; Elizabeth's death wins nothing."),
    ruling("R-108", "18.2, 18.4, 18.5", "By 18.4 the active stack pays a point at the start of each round; who cannot must retreat from the field or blockade. By 18.2 each breach takes one defender of his owner's choice. By 18.5 attacking hussars may not aim at wagons while four other units defend."),
    ruling("R-110", "17.2", "What is called a castle is a fortress, and Hradčany and Strakonice are."),
    ruling("R-111", "17.2, 2.3.1", "A faction is the counter's stripe, whatever heading it stands under."),
    ruling("R-112", "17.0, 6.1.2", "At Pilsen the garrison is under siege and not blockaded: it pays, and its levy may be mustered."),
    ruling("R-114", "17.0, 7.3.1", "The Legates who wait are a hidden pool."),
    ruling("R-115", "12.1", "Where Stuhlweissenburg is shut the Imperial player chooses a Hungarian town or city that is not Hussite-occupied, pillaged or blockaded."),
    ruling("R-116", "5.2.1, 5.2.2, 8.6.3", "Prokop is a Taborite. He comes wherever 5.2.2 says, even if others are there. Orphans keep to the rules of factions. An Orphan that is shut out only by these rules, or by a Blockade, waits."),
    ruling("R-117", "6.3.4, 6.3.7", "Once Danes have been placed the event is spent."),
    switch("R-118", "8.8, 8.1, 7.3.2, 12.1", "Can Elizabeth be intercepted, or a Legate who does not fight?", "A force is combat units. Elizabeth, or a Legate who does not fight, is not intercepted where no combat unit is in the hex. Interceptors go round that hex and never through it, as they go round all enemies who would stop them.", "They are a force: interceptors who come to their hex end them (7.3.2, 12.1). On the way to other forces interceptors still go round them."),
    switch("R-119", "7.3.3, 3.2, 6.2", "Does a Legate who besieges a Hussite garrison draw Germans there?", "A Legate with the besiegers of a Hussite garrison draws none: under a Blockade marker the place takes nobody (3.2), without one Hussites occupy it (R-21).", "Germans come to him before the walls, marker or not."),
    switch("R-120", "8.8, 8.8.2, 8.1", "Does a garrison that sallies in the enemy's Phase still move in its own?", "All of a garrison that sallies in the enemy's Phase has intercepted, foot too: none of it moves in its own Phase of that turn.", "Its foot, which never intercepts, has only fought, and moves in its own Phase."),
    switch("R-121", "10.1, 10.5, 10.6", "May an assault go on to another round without artillery?", "Who has assaulted may go on to another round, without artillery too: what 10.1 repeats is the whole round.", "Without artillery no other round follows his assaults: he declares a Blockade."),
    switch("R-122", "10.6.2, 9.2, 9.5", "Is a garrison that loses its sally eliminated if some of it was routed?", "A garrison under a Blockade marker that loses its sally has been eliminated for 10.6.2, those too who were routed: the besieger takes the place and pillages it (G-9).", "If any of those who came out was routed, not all of it was eliminated: he takes the place by step 5 of 9.2, and does not pillage it."),
    switch("R-123", "10.6.2, 10.7, 6.2, 5.2.1, 13.2", "Is a garrison eliminated whose last unit is taken off the map?", "A garrison under a Blockade marker whose last unit is disbanded, disowned or taken off has been eliminated for 10.6.2: the besieger takes the place and pillages it (G-9).", "It has not: the besieger takes the place, and does not pillage it."),
    ruling("G-1", "18.4, 8.1", "Attackers who cannot pay for another round stay in Reserve."),
    ruling("G-2", "18.4, 8.1, 8.8", "By 18.4 each battle costs a point whenever one occurs, and nobody spends what he has not (8.1, 8.3). So who would arrive without a point for a round may not intercept, nor enter a hex where a battle in the field is certain. Where the enemy could go inside it is not: he may enter, and R-108 says what he must do."),
    ruling("G-3", "8.1, 8.8.4", "Interceptors beside a garrison may fight or besiege there in their own Phase."),
    ruling("G-4", "8.6.3", "A mixed garrison under Blockade need not sally when the crusade ends. It may, all of it together: no move could part it."),
    ruling("G-5", "8.7, 8.8.2", "A garrison does not join the battle of its relievers; its sally is an interception of its own."),
    ruling("G-6", "16.1, 16.2", "A turn in which both have a minor victory counts for each. It does not use up the time when one is first won (R-104): the next turn in which one side alone has it, that side is asked, and may waive it. One that is waived does not bar the other's."),
    ruling("G-7", "7.3.2, 10.5.2, 12.1, 16.0", "The victory of seven places comes with the capture, before the captor's losses. Before both, whoever the garrison's fall leaves alone with Hussites is eliminated (R-47, R-102)."),
    ruling("G-8", "18.2, 10.5.2", "After several breaches the captor's loss is due if the last came by assault."),
    ruling("G-9", "10.6.2, 9.2", "Under a Blockade marker a garrison that ends in any way, by a sally that is lost too, has been eliminated for this: the besieger in the hex takes the place and pillages it. Step 5 of 9.2 is for places without a marker."),
    ruling("G-10", "3.2, 8.6.1", "Without a marker a place takes arrivals inside up to its limit, others in its hex if no enemy is there, else they wait."),
    ruling("G-11", "7.3.2, 7.5", "With no Legate a crusade is neither continued nor a Legate changed in that 3.3."),
    ruling("G-12", "12.1", "Elizabeth, elsewhere on the map when no place is open, stays where she is."),
    ruling("G-13", "7.3, 10.6, 8.8.2", "Who is with a garrison under Blockade and does not fight, a Legate, or Elizabeth outside the walls, may not walk out. With its besiegers they come and go."),
    ruling("G-14", "8.5, 8.8.2", "A garrison under no marker may leave in its own Phase as it likes."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Choice;

    casus_core::casebook_tests!(CASEBOOK, switches: "R-28 R-34 R-42 R-43 R-49 R-62 R-64 R-100 R-105 R-118 R-119 R-120 R-121 R-122 R-123");

    #[test]
    fn danes_who_return_or_not_are_ruled_where_units_are_mustered() {
        for number in ["6.3.4", "6.3.5"] {
            let at = CASEBOOK.source(CASEBOOK.find(number).unwrap()).unwrap();
            assert!(at.file.ends_with("/src/rules/florins.rs"), "{number}: {at}");
        }
    }

    #[test]
    fn every_switch_is_an_optional_case_or_a_ruling_with_another_reading() {
        for choice in Choice::ALL {
            let optional = CASEBOOK.find(choice.word()).is_some_and(|e| e.standing == Optional);
            let ruling = CASEBOOK.ruling(choice.word()).is_some_and(|r| r.switch.is_some());
            assert!(optional != ruling, "{choice:?}");
        }
        let optional = CASEBOOK
            .entries
            .iter()
            .filter(|e| e.standing == Optional && e.number != "18.0")
            .count();
        let switched = CASEBOOK.rulings.iter().filter(|r| r.switch.is_some()).count();
        assert_eq!(Choice::ALL.len(), optional + switched);
    }

    #[test]
    fn citations_stand_in_book_order() {
        assert!(cite!("8.8.4") < cite!("10.7.1"));
        assert_eq!(cite!("7.5", "R-43").to_string(), "7.5 [R-43]");
    }
}
