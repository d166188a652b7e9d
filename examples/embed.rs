//! All that a front end needs: what may be done, why not that, do it, the odds, undo, save. `cargo run --example embed`

use casus_belli::core::{Game, Match, PlayError, Scripted, Seeded, Turn};
use casus_belli::suleiman::{Setup, Side, Suleiman};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Any position: two Hungarian units and an Ottoman, in Hannibal's Move/Fire segment.
    let setup: Setup = toml::from_str(
        r#"start_at = "move-fire"
        leader = "Hannibal"
        map = { blank = true }
        units = [{ id = "HU-RI-1", hex = "2014" }, { id = "OT-MC-1", hex = "2013" }, { id = "OT-MC-2", hex = "2114" }]
        leaders = [{ id = "Hannibal", hex = "2014" }, { id = "Bali", at = "absent" }]"#,
    )?;
    let mut game = Match::<Suleiman>::new(setup)?;
    let mut dice = Seeded::new(1526);

    // Whose decision, by which Case, and every legal answer.
    if let Turn::Decide { side, what, cite, .. } = game.turn() {
        println!("{side:?} to decide: {what} ({cite})");
    }
    let words: Vec<String> = game.actions().iter().map(|a| game.spell(a)).collect();
    println!("legal: {}", words.join(", "));

    // Nothing is certain yet, so it can be taken back.
    game.play_words(Side::Hungary, "take HU-RI-1", &mut dice)?;
    let taken_back = game.undo()?;
    println!("taken back: {:?}", taken_back.action);
    game.play_words(Side::Hungary, "take HU-RI-1", &mut dice)?;

    // Why not? Every rule that forbids it, by its Case.
    let shot = game.parse("fire OT-MC-1")?;
    if let Err(PlayError::Refused(why)) = game.check(Side::Hungary, &shot) {
        println!("{}: no: {}", game.spell(&shot), game.explain(&why));
    }

    // The exact odds of what is legal, through the enemy's answers too; here he takes any answer alike.
    let shot = game.parse("fire OT-MC-2")?;
    let becomes = |s: &_| format!("{:?}", Suleiman::view(s, None).units["OT-MC-2"].state);
    print!("{}", game.odds(Side::Hungary, &shot).outcomes(becomes)?);

    // Do it. The dice may be a seed's or a person's: where a face is missing, the match says for which throw.
    game.play(Side::Hungary, shot, &mut dice)?;
    if let Err(wanted) = game.play_words(Side::Ottoman, "hold", &mut Scripted::new(&[])) {
        println!("{wanted}");
    }
    for event in game.play_words(Side::Ottoman, "hold", &mut dice)?.events {
        println!("{}", game.describe(&event));
    }

    // A save is a set-up and a journal, which loading plays again.
    let text = game.save();
    assert_eq!(Match::<Suleiman>::load(&text)?.state(), game.state());
    Ok(())
}
