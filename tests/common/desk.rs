//! A fake machine for the programs of battles, and helpers that the tests of every program need.
#![allow(dead_code, unreachable_pub, reason = "no test uses all of it")]

use crate::tutorial::game::Bridge;
use casus_belli::arquebus::Arquebus;
use casus_belli::blind_faith::BlindFaith;
use casus_belli::guide::Battle;
use casus_belli::marignan::Marignan;
use casus_belli::suleiman::Suleiman;
use casus_belli::{Guide, Terminal};
use casus_terminal::{Io, run};
use std::collections::{BTreeMap, VecDeque};
use std::io::{Error, Result};

/// A game with a program for its battle.
pub trait Program: Guide + Sized {
    /// The battle that the program plays.
    const BATTLE: &'static Battle<Self>;
    /// A position with few actions left.
    const SMALL: &'static str;
}

impl Program for Suleiman {
    const BATTLE: &'static Battle<Self> = &casus_belli::suleiman::battles::MOHACS;
    const SMALL: &'static str = r#"
start_at = "free"
base = "empty"
banner = "2010"
stalemate = 1
map = { blank = true }
units = [{ id = "HU-RI-1", hex = "2014" }, { id = "OT-MC-1", hex = "2313" }]
leaders = [{ id = "Hannibal", hex = "2014" }, { id = "Bali", hex = "2313" }]
"#;
}

impl Program for Marignan {
    const BATTLE: &'static Battle<Self> = &casus_belli::marignan::battles::MARIGNAN;
    const SMALL: &'static str = r#"
start_at = "moves"
active = "French"
turn = 10
base = "empty"
map = { blank = true }
places = { hexes = "0128" }
units = [{ id = "King-Gen-1", hex = "1414" }, { id = "I-Pike-1", hex = "1411" }]
commanders = [{ id = "LaPalice", hex = "1414" }, { id = "Steiner", hex = "1411" }]
"#;
}

impl Program for Arquebus {
    const BATTLE: &'static Battle<Self> = &casus_belli::arquebus::battles::CERIGNOLA;
    const SMALL: &'static str = r#"
start_at = "free"
stalemate = 1
map = { blank = true }
units = [{ id = "FR-MM-1", hex = "1014" }, { id = "SP-AQ-1", hex = "1310" }]
leaders = [{ id = "Nemours", hex = "1014" }, { id = "Pizarro", hex = "1310" }]
"#;
}

impl Program for BlindFaith {
    const BATTLE: &'static Battle<Self> = &casus_belli::blind_faith::battles::HUSSITE_WARS;
    const SMALL: &'static str = r#"
start_at = "campaign"
side = "Imperial"
turn = 25
bare = true
map = { blank = true }
units = [{ id = "Zizka", hex = "1917" }, { id = "Pilsen-Levy", hex = "1921" }]
"#;
}

impl Program for Bridge {
    const BATTLE: &'static Battle<Self> = &crate::tutorial::program::BATTLE;
    const SMALL: &'static str = r#"
turn = 7
active = "Empire"
holder = "Venice"
field = ["...........", "...........", "...........", "...........", "~~~~~=~~~f~", "...........", "...........", "...........", "..........."]
units = [
    { id = "V-Pike", side = "Venice", arm = "pikes", hex = "0911", facing = "NW" },
    { id = "E-Pike", side = "Empire", arm = "pikes", hex = "0101", facing = "SE" },
]
"#;
}

/// Tests for every battle's program: a module for each game.
#[macro_export]
macro_rules! of_every_program {
    ($($test:ident),+ $(,)?) => {
        mod of_mohacs {
            $(#[test] fn $test() { super::$test::<casus_belli::suleiman::Suleiman>(); })+
        }
        mod of_marignan {
            $(#[test] fn $test() { super::$test::<casus_belli::marignan::Marignan>(); })+
        }
        mod of_cerignola {
            $(#[test] fn $test() { super::$test::<casus_belli::arquebus::Arquebus>(); })+
        }
        mod of_hussite_wars {
            $(#[test] fn $test() { super::$test::<casus_belli::blind_faith::BlindFaith>(); })+
        }
        mod of_tutorial {
            $(#[test] fn $test() { super::$test::<$crate::tutorial::game::Bridge>(); })+
        }
    };
}

/// Files in memory, lines to be typed, and everything that was printed.
#[derive(Clone, Default)]
pub struct FakeTerminal {
    pub files: BTreeMap<String, String>,
    /// Paths that can be neither read nor written.
    pub barred: Vec<String>,
    pub folders: Vec<String>,
    pub lines: VecDeque<String>,
    pub said: String,
    pub warned: String,
    /// The width of the screen, if it has one.
    pub columns: Option<u16>,
    /// The file in which play is autosaved, if any.
    pub autosave: Option<String>,
}

impl FakeTerminal {
    pub fn with(path: &str, text: &str) -> Self {
        let files = [(path.to_owned(), text.to_owned())];
        Self {
            files: files.into(),
            ..Self::default()
        }
    }
    /// Runs the program of a game with these flags. Returns its exit code.
    pub fn run<G: Program>(&mut self, flags: &str) -> u8 {
        let args: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
        run(G::BATTLE, args, self)
    }
    /// Runs the program with these lines typed. Returns its exit code and what was printed.
    pub fn sit<G: Program>(&mut self, flags: &str, lines: &[&str]) -> (u8, String) {
        self.lines = lines.iter().map(|&l| l.to_owned()).collect();
        let code = self.run::<G>(flags);
        (code, std::mem::take(&mut self.said))
    }
}

impl Io for FakeTerminal {
    fn terminal(&self) -> Terminal {
        let usual = Terminal::default();
        Terminal {
            columns: self.columns.unwrap_or(usual.columns),
            ..usual
        }
    }
    fn read(&mut self, path: &str) -> Result<Option<String>> {
        if self.barred.iter().any(|b| b == path) {
            return Err(Error::other("permission denied"));
        }
        Ok(self.files.get(path).cloned())
    }
    fn writable(&mut self, path: &str) -> Result<()> {
        if path.contains('/') {
            return Err(Error::other("there is no such folder"));
        }
        Ok(())
    }
    fn folder(&mut self, path: &str) -> Result<()> {
        let inside = format!("{path}/");
        if self.files.keys().any(|f| f.starts_with(&inside)) {
            return Err(Error::other("the folder is not empty: it is left alone"));
        }
        self.folders.push(path.to_owned());
        Ok(())
    }
    fn write(&mut self, path: &str, text: &str) -> Result<()> {
        if self.barred.iter().any(|b| b == path) {
            return Err(Error::other("permission denied"));
        }
        self.files.insert(path.to_owned(), text.to_owned());
        Ok(())
    }
    fn autosave(&mut self, _: &str) -> Option<String> {
        self.autosave.clone()
    }
    fn unneeded(&mut self, path: &str) {
        self.files.remove(path);
    }
    fn say(&mut self, text: &str) {
        self.said.push_str(text);
    }
    fn warn(&mut self, text: &str) {
        self.warned.push_str(text);
    }
    fn ask(&mut self, prompt: &str) -> Option<String> {
        self.said.push_str(prompt);
        self.lines.pop_front()
    }
}
