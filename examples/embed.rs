//! All that a front end needs: what may be done, why not that, do it, the odds, undo, save. `cargo run --example embed`

use casus_belli::core::{Budget, Evenly, Game, Match, Scripted, Seeded, Turn, odds};
use casus_belli::suleiman::{Setup, Side, Suleiman};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Any position: two Hungarian units and an Ottoman, in Hannibal's Move/Fire segment.
    let setup: Setup = toml::from_str(
        r#"doorway = "move-fire"
        leader = "Hannibal"
        map = { blank = true }
        units = [{ id = "HU-RI-1", hex = "2014" }, { id = "OT-MC-1", hex = "2013" }, { id = "OT-MC-2", hex = "2114" }]
        leaders = [{ id = "Hannibal", hex = "2014" }, { id = "Bali", at = "absent" }]"#,
    )?;
    let mut game = Match::<Suleiman>::new(setup)?;
    let mut dice = Seeded::new(1526);

    // Whose decision, by which Case, and every legal answer.
    if let Turn::Decide {
        side, what, cite, ..
    } = game.turn()
    {
        println!("{side:?} decides: {what} ({cite})");
    }
    let words: Vec<String> = game.actions().iter().map(|a| game.spell(a)).collect();
    println!("legal: {}", words.join(", "));

    // Nothing is certain yet, so it can be taken back.
    game.play_words(Side::Hungary, "take HU-RI-1", &mut dice)?;
    let taken_back = game.undo()?;
    println!("taken back: {:?}", taken_back.deed);
    game.play_words(Side::Hungary, "take HU-RI-1", &mut dice)?;

    // Why not? Every rule that forbids it, by its Case.
    let shot = game.parse("fire OT-MC-1")?;
    if let Err(why) = game.check(Side::Hungary, &shot) {
        println!("{}: no: {why}", game.spell(&shot));
    }

    // The odds of what is legal, exact, up to the next decision.
    let shot = game.parse("fire OT-MC-2")?;
    let key = |s: &_| Suleiman::view(s, None).units["OT-MC-2"].state;
    let odds = chances::<Suleiman, _>(game.state(), Side::Hungary, &shot, key, Budget::runs(1000));
    println!("{:?}", odds.map_err(|r| r.to_string())?.outcomes);

    // Do it. Dice can be a seed, or a person's: without a face the match says which throw it wants.
    println!(
        "{:?}",
        game.play(Side::Hungary, shot, &mut Scripted::new(&[]))
            .map(|p| p.faces)
    );
    let text = game.save();
    println!(
        "{}",
        Match::<Suleiman>::load(&text)?.state() == game.state()
    );
    Ok(())
}
