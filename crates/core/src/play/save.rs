//! Saves: a set-up and a journal, which loading plays again. See [`Save`].

use crate::cases::laws::{Laws, Named};
use crate::cases::refusal::Refusals;
use crate::decisions::fault::{ParseFault, SetupFaults};
use crate::decisions::side::Sided;
use crate::geometry::near::{did_you_mean, many};
use crate::play::digest::hex_digits;
use crate::play::game::Game;
use crate::play::json::{ReadFault, read};
use crate::play::matches::{JournalAction, JournalLine, Match, MatchAct, MatchActError, PlayError};
use core::fmt::Write as _;
use serde::{Deserialize, Serialize};

/// The text that marks every save, with the version of its format.
pub const FORMAT: &str = "casus-belli save 1";

/// The version of this library.
pub const LIBRARY_VERSION: &str = env!("CARGO_PKG_VERSION");

/// A save: the set-up and the journal of a match. Loading plays the journal again.
///
/// A save has no state of play, no state of a generator of dice, and no 64-bit number: digests are hexadecimal text.
/// [`Match::save`] writes it as JSON, with one line for each line of the journal. You can also write and read it with
/// TOML or any other format of serde.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Match, Save};
///
/// let save: Save<Setup> = serde_json::from_str(&Match::<Suleiman>::new(Setup::default())?.save())?;
/// assert_eq!((save.game.as_str(), save.setup, save.journal.len()), ("suleiman", Setup::default(), 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save<S> {
    /// The format of the file: always [`FORMAT`].
    pub format: String,
    /// The short name of the game.
    pub game: String,
    /// The version of the library that wrote it. For people; not compared.
    pub library: String,
    /// The digest of the rules data that the match is played by, 16 hexadecimal digits.
    pub rules: String,
    /// The digest of the state that the journal leads to, 16 hexadecimal digits.
    pub state: String,
    /// The house rules that the match is played by; `None` for the printed laws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub laws: Option<Named>,
    /// The set-up that the match began with.
    pub setup: S,
    /// What was done, in order.
    #[serde(default)]
    pub journal: Vec<SavedLine>,
}

/// One line of a saved journal: an action (`do`) or an act of the match (`act`), never both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedLine {
    /// The word of the side.
    pub by: String,
    /// The action in words; `None` for an act of the match.
    #[serde(rename = "do", default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The faces of the throws, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faces: Vec<u8>,
    /// The act of the match; `None` for an action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<MatchAct>,
}

/// What is wrong with one line of a saved journal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineFault {
    /// The game has no such side.
    #[error("unknown side {word:?}; sides: {}{}", .known.join(", "), did_you_mean(.word, .known.iter().copied()))]
    Side {
        /// The word in the save.
        word: String,
        /// The words of the sides of the game.
        known: Vec<&'static str>,
    },
    /// The line has neither an action nor an act, or both; or an act with faces.
    #[error("a step has either `do` or `act`")]
    Shape,
    /// The words are not an action of this game.
    #[error(transparent)]
    NotAnAction(ParseFault),
    /// The rules forbid the action.
    #[error("refused: {0}")]
    Refused(Refusals),
    /// There are too few or too many faces, or a face that the die does not have; or house rules leave nothing to do
    /// after the action; or play has ended.
    #[error("{0}")]
    Play(PlayError),
    /// The act of the match is refused.
    #[error("{0}")]
    Act(MatchActError),
}

/// Why a save was not loaded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// The text is not JSON, or not the JSON of a save.
    #[error("not a save: {0}")]
    NotASave(ReadFault),
    /// The text is not JSON, or not the JSON of a set-up.
    #[error("not a set-up: {0}")]
    NotASetup(ReadFault),
    /// The save has another format.
    #[error("a save in format {saved:?}; this version reads {FORMAT:?}")]
    Format {
        /// The format that the save names.
        saved: String,
    },
    /// The save is of another game.
    #[error("a save of game {saved:?}, not of {loading:?}")]
    Game {
        /// The game of the save.
        saved: String,
        /// The game that tried to load it.
        loading: &'static str,
    },
    /// The set-up has faults.
    #[error("set-up: {0}")]
    Setup(SetupFaults),
    /// The match was played by other house rules than those it is loaded with.
    #[error("{0}")]
    Laws(LawsDiffer),
    /// The match was played by other rules data.
    #[error("the match was played with other rules data ({saved}, library {library}) than today's ({now})")]
    Rules {
        /// The digest in the save.
        saved: String,
        /// The digest of the rules data that its set-up gives now.
        now: String,
        /// The version of the library that wrote the save.
        library: String,
    },
    /// A line of the journal cannot be played.
    #[error(transparent)]
    Journal(JournalFault),
    /// The journal can be played, but leads to another state.
    #[error("after all {} the digest of the state is {now}, but the save (library {library}) has {saved}", many(*.lines, "step"))]
    State {
        /// The number of lines that were played: all of the save.
        lines: usize,
        /// The digest in the save.
        saved: String,
        /// The digest of the state that the lines lead to now.
        now: String,
        /// The version of the library that wrote the save.
        library: String,
    },
}

/// The first line of a saved journal that cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("journal step {line}, `{words}`: {fault}")]
pub struct JournalFault {
    /// The number of the line in the journal, from 1.
    pub line: usize,
    /// The line in words.
    pub words: String,
    /// What is wrong with the line.
    pub fault: LineFault,
}

impl JournalFault {
    /// Returns the refusals, if the rules forbid the line.
    pub const fn refusals(&self) -> Option<&Refusals> {
        match &self.fault {
            LineFault::Refused(r) => Some(r),
            _ => None,
        }
    }
}

/// How the house rules of a save differ from those that it is loaded with.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", difference(.saved.as_ref(), .loading.as_ref()))]
pub struct LawsDiffer {
    /// The house rules of the save; `None` for the printed laws.
    pub saved: Option<Named>,
    /// The house rules that it is loaded with; `None` for the printed laws.
    pub loading: Option<Named>,
}

fn difference(saved: Option<&Named>, loading: Option<&Named>) -> String {
    let title = |laws: Option<&Named>| match laws {
        Some(laws) => format!("the house rules `{}`", laws.title),
        None => "the printed laws".to_owned(),
    };
    let rules = |laws: Option<&Named>| laws.map_or_else(Vec::new, |l| l.rules.clone());
    let lacks = |one, other| -> Vec<String> {
        let has = rules(other);
        rules(one)
            .iter()
            .filter(|rule| !has.contains(rule))
            .map(|rule| format!("`{rule}`"))
            .collect()
    };
    let mut out = format!("played by {}, and loaded with {}", title(saved), title(loading));
    for (what, list) in [
        ("missing", lacks(saved, loading)),
        ("not in the save", lacks(loading, saved)),
    ] {
        if !list.is_empty() {
            let _ = write!(out, "; {what}: {}", list.join(", "));
        }
    }
    out
}

impl LoadError {
    /// Returns the refusals, if the rules forbid a line of the journal.
    pub const fn refusals(&self) -> Option<&Refusals> {
        match self {
            Self::Journal(fault) => fault.refusals(),
            _ => None,
        }
    }
}

/// The first keys of a save, read before its set-up.
#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    game: String,
}

/// Returns the name of the game that a save is of, so that you know which game to load it with.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::Match;
/// use casus_belli::core::play::game_of;
///
/// let text = Match::<Suleiman>::new(Setup::default())?.save();
/// assert_eq!(game_of(&text)?, "suleiman");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the text is not a save, or has another format.
pub fn game_of(text: &str) -> Result<String, LoadError> {
    let head: Head = read(text).map_err(LoadError::NotASave)?;
    if head.format == FORMAT {
        Ok(head.game)
    } else {
        Err(LoadError::Format { saved: head.format })
    }
}

/// A save replayed by the current rules.
#[derive(Debug)]
pub struct Migrated<G: Game> {
    /// The match, as far as it could be replayed.
    pub game: Match<G>,
    /// The number of lines of the journal that were played.
    pub played: usize,
    /// The number of lines that the journal of the save has.
    pub total: usize,
    /// Whether the position at the end is the one that the save names.
    pub same_position: bool,
    /// How the rules data differ; `None` if they are the same.
    pub rules: Option<RulesChange>,
    /// The line that cannot be played; `None` if all were played.
    pub stopped: Option<JournalFault>,
}

/// Two digests of rules data, 16 hexadecimal digits each: the one that a save names, and the one that its set-up gives now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesChange {
    /// The digest in the save.
    pub saved: String,
    /// The digest of the rules data that its set-up gives now.
    pub now: String,
}

impl<G: Game> Match<G> {
    /// Returns the match as a [`Save`].
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{Laws, Match, Save};
    ///
    /// // A `Save` is plain data: any format of serde can hold it.
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// let text = toml::to_string(&game.to_save())?;
    /// let save: Save<Setup> = toml::from_str(&text)?;
    /// assert_eq!(Match::<Suleiman>::from_save(save, &Laws::PRINTED)?.state(), game.state());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_save(&self) -> Save<G::Setup> {
        Save {
            format: FORMAT.to_owned(),
            game: G::NAME.to_owned(),
            library: LIBRARY_VERSION.to_owned(),
            rules: hex_digits(G::rules_digest(self.state())),
            state: hex_digits(self.state_digest()),
            laws: self.laws().named(),
            setup: self.setup().clone(),
            journal: self.saved_lines(0),
        }
    }
    /// Returns the lines of the journal from this one on, counted from 0, as they are in a save.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Match, Seeded};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// game.play_words(Side::Hungary, "place-leader Perenyi 1803", &mut Seeded::new(1526))?;
    /// let line = serde_json::to_string(&game.saved_lines(0)[0])?;
    /// assert_eq!(line, r#"{"by":"Hungary","do":"place-leader Perenyi 1803"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn saved_lines(&self, from: usize) -> Vec<SavedLine> {
        let line = |record: &JournalLine<G::Side, G::Action>| {
            let (action, faces, act) = match &record.action {
                JournalAction::Action { words, faces, .. } => (Some(words.clone()), faces.clone(), None),
                JournalAction::Act(act) => (None, Vec::new(), Some(*act)),
            };
            SavedLine {
                by: record.by.word().to_owned(),
                action,
                faces,
                act,
            }
        };
        self.journal().iter().skip(from).map(line).collect()
    }
    /// Returns the match as JSON text, with one line for each entry of the journal.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Match, Seeded};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// game.play_words(Side::Hungary, "place-leader Perenyi 1803", &mut Seeded::new(1526))?;
    /// let text = game.save();
    /// assert_eq!(Match::<Suleiman>::load(&text)?.state(), game.state());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> String {
        fn json<T: Serialize>(value: &T) -> String {
            // Only a map with keys that are no text, or a `Serialize` that fails by its own will, can fail here.
            serde_json::to_string(value).unwrap_or_else(|e| format!("{{\"unwritable\":\"{e}\"}}"))
        }
        let save = self.to_save();
        let mut out = String::new();
        let _ = write!(
            out,
            "{{\n\"format\": {},\n\"game\": {},\n\"library\": {},\n\"rules\": {},\n\"state\": {},\n",
            json(&save.format),
            json(&save.game),
            json(&save.library),
            json(&save.rules),
            json(&save.state),
        );
        if let Some(laws) = &save.laws {
            let _ = writeln!(out, "\"laws\": {},", json(laws));
        }
        let _ = write!(out, "\"setup\": {},\n\"journal\": [", json(&save.setup));
        for (i, line) in save.journal.iter().enumerate() {
            out.push_str(if i == 0 { "\n" } else { ",\n" });
            out.push_str(&json(line));
        }
        out.push_str("\n]\n}\n");
        out
    }
    /// Reads a save and replays its journal by the printed laws.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{LoadError, Match};
    ///
    /// let text = Match::<Suleiman>::new(Setup::default())?.save();
    /// assert!(Match::<Suleiman>::load(&text).is_ok());
    /// assert!(matches!(Match::<Suleiman>::load("{}"), Err(LoadError::NotASave(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the text is not a save, has another format, is of another game, or was played by house rules or other rules
    /// data; when its set-up has a fault or its journal an illegal line; or when the journal leads to another state
    /// than the save says.
    pub fn load(text: &str) -> Result<Self, LoadError> {
        Self::load_under(text, &Laws::PRINTED)
    }
    /// Reads a save of a match that is played by these house rules, and replays its journal.
    ///
    /// ```
    /// use casus_belli::suleiman::rules::fire::SHOT_DRMS;
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{Casebook, Laws, LoadError, Match};
    ///
    /// static HOUSE: Casebook = Casebook::house("No trenches", &[]);
    /// let laws = Laws::of(&HOUSE).repeal(&SHOT_DRMS, "across a trench from outside");
    /// let text = Match::<Suleiman>::under(Setup::default(), &laws)?.save();
    /// assert!(Match::<Suleiman>::load_under(&text, &laws).is_ok());
    /// assert!(matches!(Match::<Suleiman>::load(&text), Err(LoadError::Laws(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Match::load`]. When the save was played by other laws, the error names the rules that are missing.
    pub fn load_under(text: &str, laws: &Laws) -> Result<Self, LoadError> {
        Self::from_save(Self::read_save(text)?, laws)
    }
    /// Reads a save of this game, and plays nothing.
    ///
    /// # Errors
    /// When the text is not a save, has another format, or is of another game.
    pub fn read_save(text: &str) -> Result<Save<G::Setup>, LoadError> {
        let game = game_of(text)?;
        if game != G::NAME {
            return Err(LoadError::Game {
                saved: game,
                loading: G::NAME,
            });
        }
        read(text).map_err(LoadError::NotASave)
    }
    /// Returns the match that a save begins with, if it was played by these laws.
    fn opening(saved: Option<Named>, setup: G::Setup, laws: &Laws) -> Result<Self, LoadError> {
        let loading = laws.named();
        if saved != loading {
            return Err(LoadError::Laws(LawsDiffer { saved, loading }));
        }
        Self::under(setup, laws).map_err(LoadError::Setup)
    }
    /// Replays the journal of a save by these laws.
    ///
    /// # Errors
    /// As [`Match::load_under`].
    pub fn from_save(save: Save<G::Setup>, laws: &Laws) -> Result<Self, LoadError> {
        if save.format != FORMAT {
            return Err(LoadError::Format { saved: save.format });
        }
        if save.game != G::NAME {
            return Err(LoadError::Game {
                saved: save.game,
                loading: G::NAME,
            });
        }
        let mut game = Self::opening(save.laws, save.setup, laws)?;
        let rules = hex_digits(G::rules_digest(game.state()));
        if save.rules != rules {
            return Err(LoadError::Rules {
                saved: save.rules,
                now: rules,
                library: save.library,
            });
        }
        game.follow(&save.journal).map_err(LoadError::Journal)?;
        let now = hex_digits(game.state_digest());
        if save.state != now {
            return Err(LoadError::State {
                lines: save.journal.len(),
                saved: save.state,
                now,
                library: save.library,
            });
        }
        Ok(game)
    }
    /// Replays a save of older rules, charts or maps by the current ones, as far as that goes.
    ///
    /// Neither the digest of its rules data nor the digest of its last position has to match the current rules.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{Laws, Match};
    ///
    /// // A save that names other rules data than the present: `load` refuses it, `migrate` replays it.
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// let mut old = game.to_save();
    /// old.rules = "0123456789abcdef".to_owned();
    /// let text = serde_json::to_string(&old)?;
    /// assert!(Match::<Suleiman>::load(&text).is_err());
    /// let migrated = Match::<Suleiman>::migrate(&text, &Laws::PRINTED)?;
    /// assert!(migrated.same_position && migrated.rules.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the text is not a save of this game, was played by other house rules, or has a set-up that is no longer
    /// possible.
    pub fn migrate(text: &str, laws: &Laws) -> Result<Migrated<G>, LoadError> {
        let save = Self::read_save(text)?;
        let mut game = Self::opening(save.laws, save.setup, laws)?;
        let now = hex_digits(G::rules_digest(game.state()));
        let stopped = game.follow(&save.journal).err();
        Ok(Migrated {
            played: game.journal().len(),
            total: save.journal.len(),
            same_position: hex_digits(game.state_digest()) == save.state,
            rules: (now != save.rules).then_some(RulesChange { saved: save.rules, now }),
            stopped,
            game,
        })
    }
    /// Returns the match as it was when its journal had this length. With a longer length, returns it as it is.
    ///
    /// The result may lie before die rolls and before reveals of hidden information. Your server decides who may ask for
    /// that.
    ///
    /// # Errors
    /// As [`Match::load_under`]. A match that was played can always be replayed.
    pub fn rewound(&self, length: usize) -> Result<Self, LoadError> {
        let save = self.to_save();
        let mut game = match self.begun_here() {
            Some(begun) => begun,
            None => Self::opening(save.laws, save.setup, self.laws())?,
        };
        game.follow(&save.journal[..length.min(save.journal.len())])
            .map_err(LoadError::Journal)?;
        Ok(game)
    }
    /// Plays saved lines.
    fn follow(&mut self, journal: &[SavedLine]) -> Result<(), JournalFault> {
        for (i, saved) in journal.iter().enumerate() {
            self.replay(saved).map_err(|fault| JournalFault {
                line: i + 1,
                words: saved.to_string(),
                fault,
            })?;
        }
        Ok(())
    }
    /// Plays one saved line.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{Match, SavedLine};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// let line: SavedLine = serde_json::from_str(r#"{"by": "Hungary", "do": "place-leader Perenyi 1803"}"#)?;
    /// game.replay(&line)?;
    /// assert_eq!(game.saved_lines(0), [line]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the line; the match is then unchanged.
    pub fn replay(&mut self, saved: &SavedLine) -> Result<(), LineFault> {
        let by = G::Side::named(&saved.by).ok_or_else(|| LineFault::Side {
            word: saved.by.clone(),
            known: G::Side::ALL.iter().map(|s| s.word()).collect(),
        })?;
        match (&saved.action, saved.act) {
            (Some(words), None) => {
                if self.ended() {
                    return Err(LineFault::Play(PlayError::Over));
                }
                let action = self.parse(words).map_err(LineFault::NotAnAction)?;
                match self.play_faces(by, action, &saved.faces) {
                    Ok(_) => Ok(()),
                    Err(PlayError::Refused(r)) => Err(LineFault::Refused(r)),
                    Err(e) => Err(LineFault::Play(e)),
                }
            }
            (None, Some(act)) if saved.faces.is_empty() => self.act(by, act).map_err(LineFault::Act),
            _ => Err(LineFault::Shape),
        }
    }
}

impl core::fmt::Display for SavedLine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: ", self.by)?;
        if let Some(action) = &self.action {
            f.write_str(action)?;
        }
        if let Some(act) = self.act {
            write!(f, "{act:?}")?;
        }
        if !self.faces.is_empty() {
            write!(f, " {:?}", self.faces)?;
        }
        Ok(())
    }
}
