//! What every Case-System hex wargame needs, and no word of any one game.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod case;
pub mod dice;
pub mod game;
pub mod ledger;
pub mod ratio;
pub mod refusal;
pub mod rule;
pub mod stage;

pub use case::{Casebook, Cite, Entry, Ruling, Standing};
pub use dice::{Dice, Die, Fault, Odometer, Recorded, Scripted, Seeded, Throw};
pub use game::{
    Advice, Breach, Cited, Game, Log, Outcome, ParseFault, SetupFault, SetupFaults, Sided, Turn,
};
pub use ledger::{Ledger, Line};
pub use ratio::Ratio;
pub use refusal::{Place, Refusal, Refusals, Verdict};
pub use rule::{Bar, Bars, Bite, Listed, Modifier, Modifiers, Question, Rule, Share, give};
pub use stage::{Flow, Procedures, run};
