use super::*;
use casus_core::{Match, Turn};

#[test]
fn explore() {
    let Ok(path) = std::env::var("CASUS_SCENE") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    for scene in text.split("\n====\n") {
        let (json, lines) = scene.split_once("\n--\n").unwrap();
        println!("##################################################");
        let setup: Setup = serde_json::from_str(json).unwrap();
        let mut game = match Match::<Arquebus>::new(setup) {
            Ok(g) => g,
            Err(e) => {
                println!("FAULTS {e}");
                continue;
            }
        };
        for line in lines.lines().filter(|l| !l.trim().is_empty()) {
            let Turn::Decide { side, what, .. } = game.turn() else {
                println!("over: {:?}", game.turn());
                break;
            };
            let list = |game: &Match<Arquebus>| {
                game.actions()
                    .iter()
                    .map(|a| game.spell(a))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            if line == "?" {
                println!("    [{side:?} {what}] {}", list(&game));
                continue;
            }
            if let Some(words) = line.strip_prefix("why ") {
                for by in [Side::France, Side::League] {
                    match Arquebus::parse(game.state(), words) {
                        Ok(a) => println!("    {by:?} {words}: {:?}", game.check(by, &a).map_err(|e| e.to_string())),
                        Err(e) => println!("    {words}: {e}"),
                    }
                }
                continue;
            }
            let (words, faces) = line.split_once('|').unwrap_or((line, ""));
            let faces: Vec<u8> = faces.split_whitespace().map(|f| f.parse().unwrap()).collect();
            println!("  > {} {side:?} {what}: ", words);
            let action = match Arquebus::parse(game.state(), words.trim()) {
                Ok(a) => a,
                Err(e) => {
                    println!("UNREAD {e}; {}", list(&game));
                    break;
                }
            };
            match game.play_faces(side, action, &faces) {
                Ok(played) => {
                    for e in &played.events {
                        println!("{}", game.tell(e));
                    }
                }
                Err(e) => {
                    println!("REFUSED {e}; [{side:?} {what}] {}", list(&game));
                    break;
                }
            }
            if let Err(e) = Arquebus::audit(game.state()) {
                println!("BREACH {e}");
            }
        }
        if let Turn::Decide { side, what, .. } = game.turn() {
            println!(
                "    [{side:?} {what}] {}",
                game.actions()
                    .iter()
                    .map(|a| game.spell(a))
                    .collect::<Vec<_>>()
                    .join(", ")
            );
        }
    }
}
