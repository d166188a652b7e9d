//! Module 7, Papal Crusades: call, continuation and expiry.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::Side;
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::danes::danes_on_map;
pub use crate::rules::legates::CrusadeFacts;
use crate::rules::legates::{any_left, empire, popes_limit};
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::turn::CRUSADE_OPENING;
use crate::state::position::State;
use crate::state::stage::Course;
use crate::state::turn::Crusade;
use casus_core::{Bar, Bars, Flow, Verdict};

type B = Bar<CrusadeFacts<'static>>;

impl CrusadeFacts<'_> {
    fn on(&self) -> bool {
        self.s.crusade().is_on()
    }
}

/// The list `call`: what forbids calling for a crusade (7.2).
pub static CALL_BARS: Bars<CrusadeFacts> = Bars {
    name: "call",
    list: &[
        B::by(cite!("7.5"), "a crusade is on already")
            .when(empire, |f| f.on())
            .always(),
        B::by(cite!("7.0"), "no Legate is left").when(empire, |f| !any_left(f.s)),
        B::by(cite!("6.3.3"), "Danes are in play").when(empire, |f| danes_on_map(f.s)),
    ],
};

/// The list `continue`: what forbids continuing a crusade (7.5).
pub static CONTINUE_BARS: Bars<CrusadeFacts> = Bars {
    name: "continue",
    list: &[
        B::by(cite!("7.5"), "no crusade is on")
            .when(empire, |f| !f.on())
            .always(),
        B::by(cite!("18.1"), "a crusade ends with every turn").when(empire, |f| f.s.opts(Choice::Politics)),
    ],
};

/// The list `expire`: what forbids letting a crusade expire (7.5).
pub static EXPIRE_BARS: Bars<CrusadeFacts> = Bars {
    name: "expire",
    list: &[B::by(cite!("7.5"), "no crusade is on")
        .when(empire, |f| !f.on())
        .always()],
};

pub(crate) fn crusade_candidates(out: &mut Vec<Action>) {
    out.extend([Action::Continue, Action::Expire, Action::Call, Action::Pass]);
}

/// The list `pass`: what forbids declaring nothing about a crusade (7.5).
pub static PASS_BARS: Bars<CrusadeFacts> = Bars {
    name: "pass",
    list: &[B::by(cite!("7.5"), "a crusade is on: it goes on, or is let expire").when(empire, |f| f.on())],
};

pub(crate) fn judge_crusade(s: &State, action: Action, v: &mut Verdict) -> bool {
    let facts = CrusadeFacts { s };
    match action {
        Action::Call => CALL_BARS.judge(&facts, v),
        Action::Continue => CONTINUE_BARS.judge(&facts, v),
        Action::Expire => EXPIRE_BARS.judge(&facts, v),
        Action::Pass => PASS_BARS.judge(&facts, v),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// 3.3, 7.5: asks the Empire for a declaration, if it may make one and has a choice.
    pub(crate) fn declaring(&mut self) -> Flow<crate::state::stage::Stage> {
        const _: casus_core::Cite = cite!("3.3");
        let facts = CrusadeFacts { s: self.s };
        let may = EXPIRE_BARS.permit(&facts) || CALL_BARS.permit(&facts);
        if may && CRUSADE_OPENING.permit(&OpeningFacts::of(self.s, Side::Imperial)) {
            return Flow::Ask;
        }
        self.after_declaration();
        Flow::Next
    }

    pub(crate) fn enact_crusade(&mut self, action: Action) {
        match action {
            Action::Continue => self.say(cite!("7.5"), || What::CrusadeGoesOn),
            Action::Expire => self.expire(),
            Action::Call => self.call_crusade(),
            _ => {}
        }
        self.after_declaration();
    }

    fn after_declaration(&mut self) {
        // By 18.1 he drew when his crusade was called (ruling R-51).
        let called = self.s.opts(Choice::Politics) && self.s.turn > 1;
        if self.s.opts(Choice::R42) && self.s.crusade() == Crusade::On && !called {
            self.legate_draws(cite!("7.3.3", "R-42"));
        }
        self.go_to(Course::Change);
    }

    /// 7.5, ruling R-43: lets the crusade expire.
    fn expire(&mut self) {
        let later = self.s.opts(Choice::R43);
        self.say(cite!("7.5", "R-43"), || What::CrusadeExpires { later });
        if later {
            self.s.crusade = Crusade::Ending;
        } else {
            self.s.crusade = Crusade::Off;
            self.box_legate();
        }
    }

    /// 7.2: rolls for a crusade. If it is called, its Legate lands (7.3), and by 18.1 draws at once (ruling R-51).
    fn call_crusade(&mut self) {
        let need = popes_limit(self.s);
        let die = self.roll(cite!("7.2"), "call for a crusade", &|f| u16::from(f <= need));
        let passed = die <= need;
        self.say(cite!("7.2"), || What::Called { die, need, passed });
        if passed {
            self.s.crusade = Crusade::On;
            self.land_legate();
            if self.s.opts(Choice::Politics) {
                self.legate_draws(cite!("18.1", "R-51"));
            }
        }
    }
}
