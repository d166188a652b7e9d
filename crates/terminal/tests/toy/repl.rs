//! A person at the terminal of a game that says nothing for people beside its rules.
use crate::game::{Setup, Toy, setup};
use casus_core::{Agent, Game, Match, Random, Turn};
use casus_guide::{Battle, Casualties};
use casus_terminal::{DONE, Io, REFUSED, UNENDED, run};

const BATTLE: Battle<Toy> = Battle {
    scenarios: &[],
    scenario: |_, _| {},
    program: "toy",
    title: "a toy",
    options: &[],
    setup,
    option: |_: &mut Setup, _| false,
    agents: |seed| vec![Box::new(Random::new(seed)) as Box<dyn Agent<Toy>>],
    muster: |_: &Match<Toy>| Casualties::default(),
    limit: 10_000,
};

#[derive(Default)]
struct FakeTerminal {
    lines: Vec<&'static str>,
    said: String,
    warned: String,
    saved: String,
}
impl Io for FakeTerminal {
    fn read(&mut self, _: &str) -> std::io::Result<Option<String>> {
        Ok((!self.saved.is_empty()).then(|| self.saved.clone()))
    }
    fn write(&mut self, _: &str, text: &str) -> std::io::Result<()> {
        text.clone_into(&mut self.saved);
        Ok(())
    }
    fn writable(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
    fn say(&mut self, text: &str) {
        self.said.push_str(text);
    }
    fn warn(&mut self, text: &str) {
        self.warned.push_str(text);
    }
    fn ask(&mut self, _: &str) -> Option<String> {
        (!self.lines.is_empty()).then(|| self.lines.remove(0).to_owned())
    }
}

fn args(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

#[test]
fn any_game_is_played_at_the_terminal() {
    let mut terminal = FakeTerminal {
        lines: vec![
            "?", "why", "why 1", "odds 1", "unit", "go", "attack", "help", "1", "story",
        ],
        ..FakeTerminal::default()
    };
    assert_eq!(run(&BATTLE, args("--play Red --save s"), &mut terminal), DONE, "{}", terminal.warned);
    for words in [
        "You play Red",
        "Red: ",
        "no rule forbids it",
        "not allowed",
        "(3.1)",
        "threats [UNIT]",
    ] {
        assert!(terminal.said.contains(words), "`{words}` is not in:\n{}", terminal.said);
    }
    let game = Match::<Toy>::load(&terminal.saved).unwrap();
    assert!(!game.journal().is_empty());
    if let Turn::Decide { side, .. } = game.turn() {
        assert_eq!(side, <Toy as Game>::Side::Red);
    }
}

#[test]
fn the_exit_code_says_how_it_went() {
    let short = Battle { limit: 3, ..BATTLE };
    let ran = |battle: &Battle<Toy>, line: &str, lines: &[&'static str]| {
        let mut terminal = FakeTerminal {
            lines: lines.to_vec(),
            ..FakeTerminal::default()
        };
        (run(battle, args(line), &mut terminal), terminal.warned)
    };
    assert_eq!(ran(&BATTLE, "--quiet", &[]), (DONE, String::new()));
    let unended = (UNENDED, "toy: after 3 actions the battle has not ended\n".to_owned());
    assert_eq!(ran(&short, "--quiet", &[]), unended);
    assert_eq!(ran(&short, "--play Red", &["1"; 9]), unended);
    assert_eq!(ran(&short, "--play Red", &["quit"]).0, DONE);
    assert_eq!(ran(&short, "--turns 1", &[]), (REFUSED, "toy: `--turns`: this game has no turns\n".to_owned()));
    assert_eq!(ran(&short, "--replay none", &[]), (REFUSED, "toy: none: no such file\n".to_owned()));
    assert_eq!(ran(&short, "--replay", &[]).0, REFUSED);
}

#[test]
fn who_takes_the_first_each_time_comes_to_the_end() {
    let mut terminal = FakeTerminal {
        lines: vec!["1"; 5_000],
        ..FakeTerminal::default()
    };
    assert_eq!(run(&BATTLE, args("--play Blue"), &mut terminal), DONE, "{}", terminal.warned);
}
