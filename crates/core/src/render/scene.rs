//! A picture as data: what lies and stands where, and how it looks, for [`Scene::svg`], for [`Scene::text`], and for front
//! ends that draw for themselves.
//!
//! A game says what there is ([`Game::scene`]) and chooses colours, patterns and words; how a symbol is drawn is the
//! writers' business. North is above. Things name each other by their places, from 0, in the lists of the scene; a
//! place that a list has not is left out of the picture, and never panics.

use crate::decisions::side::Sided;
use crate::geometry::board::{Board, HexId};
use crate::geometry::facing::{SideFacing, VertexFacing};
use crate::geometry::hex::{Dir, Orientation};
use core::fmt;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// A colour; as data `"#rrggbb"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// The colour of a number `0xrrggbb`; what stands above counts for nothing.
    pub const fn hex(rgb: u32) -> Self {
        Self((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }
}
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}
#[cfg(feature = "schema")]
impl schemars::JsonSchema for Colour {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Colour".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^#[0-9a-f]{6}$" })
    }
}
impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

/// Where a [`Site`] lies and what shape it has. A point is in units of which a hexside has 60, x to the east, y to the
/// south, from the centre of the hex (0, 0).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A hex, by its axial coordinates.
    Hex {
        /// Along direction 0.
        q: i16,
        /// Along direction 1.
        r: i16,
    },
    /// A town, or another point where pieces stand.
    Town {
        /// Eastward.
        x: i32,
        /// Southward.
        y: i32,
    },
    /// An area.
    Area {
        /// Eastward: where its pieces stand.
        x: i32,
        /// Southward.
        y: i32,
        /// Its corners, in order.
        outline: Vec<(i32, i32)>,
    },
}

/// A place where pieces can stand: a hex, a town, an area.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Site {
    /// Its printed number or name.
    pub label: String,
    /// Where.
    pub shape: Shape,
    /// Its terrain: a place in [`Scene::grounds`].
    pub ground: usize,
    /// Its elevation in levels.
    pub level: i8,
}

/// What is drawn upon a terrain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Nothing.
    #[default]
    Plain,
    /// Reeds.
    Marsh,
    /// Trees.
    Woods,
    /// Few trees.
    Grove,
    /// Vines in rows, each on its pole.
    Vines,
    /// Houses.
    Houses,
    /// A house alone behind its fence.
    Farm,
    /// Houses about a church.
    Town,
    /// A bar across the way, and a coin.
    Toll,
    /// A walled place.
    Walls,
    /// A tower.
    Keep,
    /// Furrows.
    Fields,
    /// Stones and hachures.
    Rough,
    /// Waves.
    Water,
}

impl Pattern {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Plain,
        Self::Marsh,
        Self::Woods,
        Self::Grove,
        Self::Vines,
        Self::Houses,
        Self::Farm,
        Self::Town,
        Self::Toll,
        Self::Walls,
        Self::Keep,
        Self::Fields,
        Self::Rough,
        Self::Water,
    ];
    /// Whether it is of a place where people live, which is told also where pieces stand upon it.
    pub const fn is_place(self) -> bool {
        matches!(self, Self::Houses | Self::Farm | Self::Town | Self::Toll | Self::Walls | Self::Keep)
    }
}

/// A terrain and its look.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ground {
    /// The game's word.
    pub word: String,
    /// Its colour; without one, that of the level.
    pub fill: Option<Colour>,
    /// What is drawn upon it.
    pub pattern: Pattern,
    /// Its character on a terminal; a blank stands for the level.
    pub mark: char,
}

impl Ground {
    /// A terrain; the colour as in [`Colour::hex`].
    pub fn new(word: &str, fill: Option<u32>, pattern: Pattern, mark: char) -> Self {
        Self {
            word: word.to_owned(),
            fill: fill.map(Colour::hex),
            pattern,
            mark,
        }
    }
}

/// A level and its look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Level {
    /// In levels.
    pub level: i8,
    /// The colour of open ground on it.
    pub fill: Colour,
}

impl Level {
    /// A level; the colour as in [`Colour::hex`].
    pub const fn new(level: i8, fill: u32) -> Self {
        Self {
            level,
            fill: Colour::hex(fill),
        }
    }
}

/// How a line along a hexside is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stroke {
    /// Running water, rounded.
    Stream,
    /// Broad water, rounded.
    River,
    /// Water between cut banks, straight.
    Canal,
    /// A work with teeth that point away from the hex it is listed under, which is its inside.
    Work,
    /// A wall.
    Wall,
    /// A steep slope: strokes that run down from the hex it is listed under.
    Slope,
    /// A bridge or ford, drawn across the hexside.
    Bridge,
    /// A frontier: a broken line.
    Border,
}

/// What may run along hexsides, and its look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// The game's word.
    pub word: String,
    /// How it is drawn.
    pub stroke: Stroke,
    /// Its colour.
    pub colour: Colour,
    /// Its character on a terminal.
    pub mark: char,
}

impl Line {
    /// A line; the colour as in [`Colour::hex`].
    pub fn new(word: &str, stroke: Stroke, colour: u32, mark: char) -> Self {
        Self {
            word: word.to_owned(),
            stroke,
            colour: Colour::hex(colour),
            mark,
        }
    }
}

/// A line along one hexside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edge {
    /// The hex: a place in [`Scene::sites`].
    pub site: usize,
    /// The side, seen from that hex.
    pub side: Dir,
    /// What runs there: a place in [`Scene::lines`].
    pub line: usize,
}

/// Words upon the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Label {
    /// Where: a place in [`Scene::sites`].
    pub site: usize,
    /// The words.
    pub text: String,
}

/// A side, and the look of its pieces. On a terminal without colours the first has capitals, the second small letters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Army {
    /// The side's word.
    pub word: String,
    /// The colour of its pieces.
    pub fill: Colour,
    /// The colour of what is written on them.
    pub ink: Colour,
}

impl Army {
    /// A side; the colours as in [`Colour::hex`].
    pub fn new<S: Sided>(side: S, fill: u32, ink: u32) -> Self {
        Self {
            word: side.word().to_owned(),
            fill: Colour::hex(fill),
            ink: Colour::hex(ink),
        }
    }
}

/// A body of pieces that are told by a stripe: a command, a contingent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    /// Its word.
    pub word: String,
    /// The colour of the stripe.
    pub colour: Colour,
    /// Its side: a place in [`Scene::armies`].
    pub army: usize,
}

impl Group {
    /// Bodies of pieces by their words and sides, told by stripes as in [`Colour::hex`], which begin again after the last.
    pub fn striped<'a, S: Sided>(bodies: impl Iterator<Item = (&'a str, S)>, stripes: &[u32]) -> Vec<Self> {
        bodies
            .zip(stripes.iter().cycle())
            .map(|((word, side), &stripe)| Self {
                word: word.to_owned(),
                colour: Colour::hex(stripe),
                army: side.index(),
            })
            .collect()
    }
}

/// A type symbol, in the drawing that the field is used to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    /// Foot.
    Infantry,
    /// Foot with long pikes.
    Pike,
    /// Foot with bows or crossbows.
    MissileInfantry,
    /// Foot with firearms.
    Firearms,
    /// Foot of little training.
    Levy,
    /// Armoured horse.
    HeavyCavalry,
    /// Horse between heavy and light.
    MediumCavalry,
    /// Light horse.
    LightCavalry,
    /// Horse that shoots.
    MissileCavalry,
    /// Guns.
    Artillery,
    /// War wagons.
    Wagon,
    /// Baggage, a camp.
    Baggage,
    /// A leader: drawn small, over the pieces that he stands with.
    Leader,
    /// Anything else.
    Other,
}

impl Symbol {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Infantry,
        Self::Pike,
        Self::MissileInfantry,
        Self::Firearms,
        Self::Levy,
        Self::HeavyCavalry,
        Self::MediumCavalry,
        Self::LightCavalry,
        Self::MissileCavalry,
        Self::Artillery,
        Self::Wagon,
        Self::Baggage,
        Self::Leader,
        Self::Other,
    ];
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Kind {
    /// The game's word.
    pub word: String,
    /// Its symbol.
    pub symbol: Symbol,
    /// One or two letters for a terminal.
    pub code: String,
}

impl Kind {
    /// A kind of piece.
    pub fn new(word: &str, symbol: Symbol, code: &str) -> Self {
        Self {
            word: word.to_owned(),
            symbol,
            code: code.to_owned(),
        }
    }
}

/// How a piece shows its condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// In good order.
    Fresh,
    /// In disorder: hatched, with a broken edge.
    Worn,
    /// Hurt, and still there: with a drop.
    Hurt,
    /// Out of the fight: drained of its colour, with a cross in its corner.
    Broken,
    /// Turned over: nothing on it can be read.
    Covered,
}

/// A condition of pieces, and its look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Condition {
    /// The game's word.
    pub word: String,
    /// Its look.
    pub look: Look,
    /// Its character on a terminal.
    pub mark: char,
}

impl Condition {
    /// A condition.
    pub fn new(word: &str, look: Look, mark: char) -> Self {
        Self {
            word: word.to_owned(),
            look,
            mark,
        }
    }
}

/// Which way a piece faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Heading {
    /// To a side of its hex.
    Side(Dir),
    /// To a corner of its hex, counted modulo 6: corner k lies between directions k and k + 1.
    Corner(u8),
}

impl Heading {
    /// Its compass word.
    pub const fn word(self, orientation: Orientation) -> &'static str {
        match self {
            Self::Side(dir) => orientation.dir_word(dir),
            Self::Corner(k) => orientation.corner_word(k),
        }
    }
}
impl From<VertexFacing> for Heading {
    fn from(facing: VertexFacing) -> Self {
        Self::Corner(facing.corner())
    }
}
impl From<SideFacing> for Heading {
    fn from(facing: SideFacing) -> Self {
        Self::Side(Dir::wrapped(facing.index() as u8))
    }
}

/// A piece on the map. Several in one place are a stack, the last of them on top.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counter {
    /// Its name in actions.
    pub id: String,
    /// What is written on it: about seven letters.
    pub name: String,
    /// Its side: a place in [`Scene::armies`].
    pub army: usize,
    /// Its body: a place in [`Scene::groups`].
    pub group: Option<usize>,
    /// What it is: a place in [`Scene::kinds`].
    pub kind: usize,
    /// Where it stands: a place in [`Scene::sites`].
    pub site: usize,
    /// Which way it faces.
    pub facing: Option<Heading>,
    /// Its condition: a place in [`Scene::conditions`].
    pub condition: Option<usize>,
    /// Its ratings, short: `"+1/7"`.
    pub ratings: String,
    /// A letter or two in its corner: its weapon.
    pub note: String,
    /// What it adds to the strength of those that stand with it, where the game sums them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<i32>,
    /// What lies on it, as small discs with their characters: places in [`Scene::marker_kinds`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<usize>,
}

impl Counter {
    /// A piece of this name, side and kind (a place in [`Scene::kinds`]) in a hex, and no more: the rest is added field by
    /// field.
    pub fn new<S: Sided>(id: &str, side: S, kind: usize, hex: HexId) -> Self {
        Self {
            id: id.to_owned(),
            name: id.to_owned(),
            army: side.index(),
            group: None,
            kind,
            site: hex.index(),
            facing: None,
            condition: None,
            ratings: String::new(),
            note: String::new(),
            strength: None,
            badges: Vec::new(),
        }
    }
}

/// How pieces that stand in one place are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pile {
    /// A row for each with its arm and ratings: where sharing a place is the exception.
    #[default]
    Heap,
    /// The same, and the text says who stands together: where stacks are the rule.
    Fan,
    /// The name of the last of each army, and the number of each arm: where stacks are without limit.
    Count,
}

impl Pile {
    fn is_heap(&self) -> bool {
        *self == Self::Heap
    }
}

/// What a [`Marker`] looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Glyph {
    /// A flag on its staff.
    Standard,
    /// A tent.
    Camp,
    /// A plain disc.
    Disc,
}

impl Glyph {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Standard, Self::Camp, Self::Disc];
}

/// A kind of marker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkerKind {
    /// The game's word.
    pub word: String,
    /// Its look.
    pub glyph: Glyph,
    /// Its colour.
    pub colour: Colour,
    /// Its character on a terminal.
    pub mark: char,
}

impl MarkerKind {
    /// A kind of marker; the colour as in [`Colour::hex`].
    pub fn new(word: &str, glyph: Glyph, colour: u32, mark: char) -> Self {
        Self {
            word: word.to_owned(),
            glyph,
            colour: Colour::hex(colour),
            mark,
        }
    }
}

/// A marker on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marker {
    /// What: a place in [`Scene::marker_kinds`].
    pub kind: usize,
    /// Where: a place in [`Scene::sites`].
    pub site: usize,
}

/// How a [`Highlight`] is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Emphasis {
    /// Its hexes are tinted.
    Wash,
    /// Its hexes have a ring.
    Ring,
    /// An arrow through its hexes, in their order.
    Path,
    /// A thin arrow under the pieces, from its first hex to its last: a way that has been gone.
    Trail,
    /// A spearhead from the edge of its first hex into its last, over the pieces: a fight hand to hand. In one hex alone crossed
    /// blades: those who fight have come into it.
    Strike,
    /// A dotted line from its first hex to its last, with a burst at its end: a shot.
    Shot,
}

/// How one has gone for another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// Hand to hand, from one hex into another.
    Struck,
    /// From afar.
    Shot,
    /// Hand to hand in one hex, into which they have come.
    Met,
}

/// What a front end wants to have marked: a zone of control, a field of fire, a way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Highlight {
    /// What it is.
    pub word: String,
    /// How it is drawn.
    pub style: Emphasis,
    /// Its colour.
    pub colour: Colour,
    /// Its hexes: places in [`Scene::sites`].
    pub sites: Vec<usize>,
    /// What is written in its hexes, in their order; nothing beyond the last of them: costs, odds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Its hexsides, each as a hex and the side seen from it.
    pub sides: Vec<(usize, Dir)>,
}

impl Highlight {
    /// A ring round the hex that the open decision is about.
    pub fn decided(hex: HexId) -> Self {
        Self {
            word: "what is decided on".to_owned(),
            style: Emphasis::Ring,
            colour: Colour::hex(0x00e0_a431),
            sites: vec![hex.index()],
            words: Vec::new(),
            sides: Vec::new(),
        }
    }
}

/// A line of a [`Panel`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PanelLine {
    /// The words.
    pub text: String,
    /// A measure under them: so many of so many.
    pub gauge: Option<(u32, u32)>,
}

impl From<String> for PanelLine {
    fn from(text: String) -> Self {
        Self { text, gauge: None }
    }
}

/// What stands beside the map: who is off it, what each side has lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Panel {
    /// Its title.
    pub title: String,
    /// Its side, if it is of one: a place in [`Scene::armies`].
    pub army: Option<usize>,
    /// Its lines.
    pub lines: Vec<PanelLine>,
}

impl Panel {
    /// Lines that belong to no side.
    pub fn new(title: &str, lines: impl IntoIterator<Item = String>) -> Self {
        Self {
            title: title.to_owned(),
            army: None,
            lines: lines.into_iter().map(PanelLine::from).collect(),
        }
    }
}

/// A picture as data.
///
/// What a game shows of the field to a viewer, with nothing in it that is hidden from him, and no word of how it is
/// drawn: sites, grounds, what runs along hexsides, pieces with their symbols and ratings, panels of words.
/// [`Match::scene`](crate::Match::scene) gives one; two writers come with the library, [`Scene::svg`] and
/// [`Scene::text`], and a front end may draw it in its own way. Numbers of terrains, armies and kinds are places in the
/// lists of this scene.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// The game's title.
    pub title: String,
    /// The moment: whose decision is open, or how play ended.
    pub moment: String,
    /// How hexes stand.
    pub orientation: Orientation,
    /// Every place of the map; the hexes of a board in the order of their ids.
    pub sites: Vec<Site>,
    /// The terrains.
    pub grounds: Vec<Ground>,
    /// The levels, lowest first.
    pub levels: Vec<Level>,
    /// What may run along hexsides.
    pub lines: Vec<Line>,
    /// What runs along which hexside.
    pub edges: Vec<Edge>,
    /// Every two places that a road joins.
    pub roads: Vec<(usize, usize)>,
    /// Names on the map.
    pub labels: Vec<Label>,
    /// What lies beyond the north, east, south and west edge of the map.
    pub beyond: [String; 4],
    /// The sides.
    pub armies: Vec<Army>,
    /// Their bodies.
    pub groups: Vec<Group>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The conditions of pieces.
    pub conditions: Vec<Condition>,
    /// The pieces on the map.
    pub counters: Vec<Counter>,
    /// How those in one place are drawn.
    #[serde(skip_serializing_if = "Pile::is_heap")]
    pub pile: Pile,
    /// The kinds of markers.
    pub marker_kinds: Vec<MarkerKind>,
    /// The markers on the map.
    pub markers: Vec<Marker>,
    /// What is marked.
    pub highlights: Vec<Highlight>,
    /// What stands beside the map.
    pub panels: Vec<Panel>,
    /// Small print: what is reconstructed, what the figures on a piece mean.
    pub notes: Vec<String>,
}

/// What has changed from one picture of a match to another of the same viewer. What is not named is as it was.
///
/// [`Scene::changes`] finds it, and [`Scene::changed`] is the later picture again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Changes {
    /// Pieces that have gone from the picture, by their ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// Pieces that stand in another place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Shifted>,
    /// Pieces that face another way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<Turned>,
    /// Pieces of which something else is different, as they are now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Counter>,
    /// Pieces that were not in the picture before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub came: Vec<Counter>,
    /// The ids of all pieces in the order of the later picture, where that is not: those that were there before in their order,
    /// then those that came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moment: Option<String>,
    /// All markers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markers: Option<Vec<Marker>>,
    /// All that is marked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highlights: Option<Vec<Highlight>>,
    /// All that stands beside the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panels: Option<Vec<Panel>>,
}

/// A piece that stands in another place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shifted {
    /// Its id.
    pub id: String,
    /// Where it stood: a place in [`Scene::sites`].
    pub from: usize,
    /// Where it stands.
    pub to: usize,
}

/// A piece that faces another way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turned {
    /// Its id.
    pub id: String,
    /// Where it faces now, if anywhere.
    pub facing: Option<Heading>,
}

impl Scene {
    /// What has changed since an earlier picture; none where more has than pieces, markers and words, so that the whole picture
    /// is to be told.
    pub fn changes(&self, before: &Self) -> Option<Changes> {
        let unlike = |was: &Counter, now: &Counter| {
            let same = Counter {
                site: was.site,
                facing: was.facing,
                ..now.clone()
            };
            same != *was
        };
        let was: BTreeMap<&str, &Counter> = before.counters.iter().map(|c| (&*c.id, c)).collect();
        let now: BTreeMap<&str, &Counter> = self.counters.iter().map(|c| (&*c.id, c)).collect();
        let differs = |a: bool| if a { Some(()) } else { None };
        let mut out = Changes {
            gone: before
                .counters
                .iter()
                .filter(|c| !now.contains_key(&*c.id))
                .map(|c| c.id.clone())
                .collect(),
            moved: Vec::new(),
            turned: Vec::new(),
            changed: Vec::new(),
            came: self
                .counters
                .iter()
                .filter(|c| !was.contains_key(&*c.id))
                .cloned()
                .collect(),
            order: None,
            title: differs(self.title != before.title).map(|()| self.title.clone()),
            moment: differs(self.moment != before.moment).map(|()| self.moment.clone()),
            markers: differs(self.markers != before.markers).map(|()| self.markers.clone()),
            highlights: differs(self.highlights != before.highlights).map(|()| self.highlights.clone()),
            panels: differs(self.panels != before.panels).map(|()| self.panels.clone()),
        };
        for counter in &self.counters {
            let Some(old) = was.get(&*counter.id) else {
                continue;
            };
            if unlike(old, counter) {
                out.changed.push(counter.clone());
                continue;
            }
            if old.site != counter.site {
                out.moved.push(Shifted {
                    id: counter.id.clone(),
                    from: old.site,
                    to: counter.site,
                });
            }
            if old.facing != counter.facing {
                out.turned.push(Turned {
                    id: counter.id.clone(),
                    facing: counter.facing,
                });
            }
        }
        if before.changed(&out).counters != self.counters {
            out.order = Some(self.counters.iter().map(|c| c.id.clone()).collect());
        }
        (before.changed(&out) == *self).then_some(out)
    }
    /// The picture after these changes.
    #[must_use]
    pub fn changed(&self, changes: &Changes) -> Self {
        let mut after = self.clone();
        after.counters.retain(|c| !changes.gone.contains(&c.id));
        let changed: BTreeMap<&str, &Counter> = changes.changed.iter().map(|c| (&*c.id, c)).collect();
        let moved: BTreeMap<&str, usize> = changes.moved.iter().map(|m| (&*m.id, m.to)).collect();
        let turned: BTreeMap<&str, Option<Heading>> = changes.turned.iter().map(|t| (&*t.id, t.facing)).collect();
        for counter in &mut after.counters {
            if let Some(now) = changed.get(&*counter.id) {
                *counter = (*now).clone();
            }
            if let Some(to) = moved.get(&*counter.id) {
                counter.site = *to;
            }
            if let Some(facing) = turned.get(&*counter.id) {
                counter.facing = *facing;
            }
        }
        after.counters.extend(changes.came.iter().cloned());
        if let Some(order) = &changes.order {
            let place: BTreeMap<&str, usize> = order.iter().enumerate().map(|(i, id)| (&**id, i)).collect();
            after.counters.sort_by_key(|c| place.get(&*c.id).copied());
        }
        let parts = changes.clone();
        after.title = parts.title.unwrap_or(after.title);
        after.moment = parts.moment.unwrap_or(after.moment);
        after.markers = parts.markers.unwrap_or(after.markers);
        after.highlights = parts.highlights.unwrap_or(after.highlights);
        after.panels = parts.panels.unwrap_or(after.panels);
        after
    }
    /// The same with the hexes, levels, roads and names of a board, the terrain codes taken as places in
    /// [`Scene::grounds`]. `edges` gives what runs along a side of a hex, as places in [`Scene::lines`], each with
    /// whether it is listed under this hex: of the two hexes of a side, one should.
    #[must_use]
    pub fn with_board(mut self, board: &Board, edges: impl Fn(HexId, Dir, &mut Vec<usize>)) -> Self {
        let mut here = Vec::new();
        for id in board.ids() {
            let hex = board.hex(id);
            for dir in Dir::ALL {
                edges(id, dir, &mut here);
                self.edges.extend(here.drain(..).map(|line| Edge {
                    site: id.index(),
                    side: dir,
                    line,
                }));
                if let Some(beyond) = board.neighbour(id, dir)
                    && board.road(id, dir)
                    && id < beyond
                {
                    self.roads.push((id.index(), beyond.index()));
                }
            }
            if let Some(name) = board.name(id) {
                self.labels.push(Label {
                    site: id.index(),
                    text: name.to_owned(),
                });
            }
            self.sites.push(Site {
                label: board.label(id),
                shape: Shape::Hex { q: hex.q, r: hex.r },
                ground: usize::from(board.terrain(id)),
                level: board.elevation(id),
            });
        }
        self
    }
    /// What has become of the pieces of an earlier picture, in words: `"V-Pikes routed"`, `"V-Horse in 0504"`.
    pub fn became(&self, before: &Self) -> Vec<String> {
        let mut out = Vec::new();
        for was in &before.counters {
            let Some(now) = self.counters.iter().find(|c| c.id == was.id) else {
                out.push(format!("{} leaves the field", was.id));
                continue;
            };
            if now.condition != was.condition {
                let word = self.condition(now).map_or("as it was", |c| &c.word);
                out.push(format!("{} {word}", now.id));
            }
            if let Some(site) = self.sites.get(now.site).filter(|_| now.site != was.site) {
                out.push(format!("{} in {}", now.id, site.label));
            }
        }
        out
    }
    /// The place of this label, or of the piece of this id.
    pub fn site_named(&self, name: &str) -> Option<usize> {
        let piece = self.counters.iter().find(|c| c.id == name).map(|c| c.site);
        piece.or_else(|| self.sites.iter().position(|s| s.label == name))
    }
    /// The condition of a piece, if it has one.
    pub fn condition(&self, counter: &Counter) -> Option<&Condition> {
        self.conditions.get(counter.condition?)
    }
    /// What lies on a piece.
    pub fn badges<'a>(&'a self, counter: &'a Counter) -> impl Iterator<Item = &'a MarkerKind> {
        counter.badges.iter().filter_map(|&b| self.marker_kinds.get(b))
    }
    /// What is to be said of a piece, in words: its name, kind, body, facing, condition, what lies on it, ratings.
    pub fn describe(&self, counter: &Counter) -> String {
        let mut words = vec![counter.id.clone()];
        words.extend(self.kinds.get(counter.kind).map(|k| k.word.clone()));
        words.extend(counter.group.and_then(|g| self.groups.get(g)).map(|g| g.word.clone()));
        words.extend(self.sites.get(counter.site).map(|s| s.label.clone()));
        words.extend(counter.facing.map(|f| format!("facing {}", f.word(self.orientation))));
        words.extend(self.condition(counter).map(|c| c.word.clone()));
        words.extend(self.badges(counter).map(|b| b.word.clone()));
        words.extend((!counter.ratings.is_empty()).then(|| counter.ratings.clone()));
        words.join(", ")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two pieces of two sides on four hexes, the first facing south if it can.
    pub(crate) fn small(orientation: Orientation) -> Scene {
        let sites = [(0, 0), (1, 0), (0, 1), (1, 1)];
        let piece = |id: &str, army, site| Counter {
            id: id.to_owned(),
            name: id.to_owned(),
            army,
            group: Some(army),
            kind: 0,
            site,
            facing: Some(Heading::Side(Dir::wrapped(1 + 3 * army as u8))),
            condition: Some(army),
            ratings: "+1/7".to_owned(),
            note: "A".to_owned(),
            strength: None,
            badges: Vec::new(),
        };
        let colour = Colour::hex;
        Scene {
            title: "Duel at the Ford".to_owned(),
            moment: "Red decides: turn (2.1)".to_owned(),
            orientation,
            sites: sites
                .into_iter()
                .map(|(q, r)| Site {
                    label: format!("{:02}{:02}", r + 1, q + 1),
                    shape: Shape::Hex { q, r },
                    ground: 0,
                    level: q as i8,
                })
                .collect(),
            grounds: vec![
                Ground {
                    word: "clear".to_owned(),
                    mark: ' ',
                    ..Ground::default()
                },
                Ground {
                    word: "town".to_owned(),
                    pattern: Pattern::Walls,
                    mark: '#',
                    ..Ground::default()
                },
            ],
            levels: [(0, 0x00ee_e4c8), (1, 0x00d0_b47c)]
                .map(|(level, fill)| Level {
                    level,
                    fill: colour(fill),
                })
                .into(),
            lines: Vec::new(),
            edges: Vec::new(),
            roads: vec![(0, 1)],
            labels: Vec::new(),
            beyond: Default::default(),
            armies: ["Red", "Blue"]
                .map(|word| Army {
                    word: word.to_owned(),
                    fill: colour(0x00a3_3529),
                    ink: colour(0x00ff_ffff),
                })
                .into(),
            groups: ["Reds", "Blues"]
                .into_iter()
                .enumerate()
                .map(|(army, word)| Group {
                    word: word.to_owned(),
                    colour: colour(0x00e0_b13c),
                    army,
                })
                .collect(),
            kinds: vec![Kind {
                word: "Pikes".to_owned(),
                symbol: Symbol::Pike,
                code: "Pk".to_owned(),
            }],
            conditions: [("shaken", Look::Worn, '-'), ("routed", Look::Broken, '=')]
                .map(|(word, look, mark)| Condition {
                    word: word.to_owned(),
                    look,
                    mark,
                })
                .into(),
            counters: vec![piece("R-1", 0, 0), piece("B-1", 1, 3)],
            pile: Pile::default(),
            marker_kinds: Vec::new(),
            markers: Vec::new(),
            highlights: Vec::new(),
            panels: Vec::new(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn a_scene_as_data_says_what_it_shows() {
        let scene = small(Orientation::Flat);
        let data = serde_json::to_value(&scene).unwrap();
        assert_eq!(data["counters"][0]["facing"], serde_json::json!({"side": 1}));
        assert_eq!(data["levels"][1]["fill"], "#d0b47c");
        assert_eq!(data["sites"][1]["shape"]["hex"]["q"], 1);
        assert_eq!(data["kinds"][0]["symbol"], "pike");
        assert_eq!(scene.describe(&scene.counters[0]), "R-1, Pikes, Reds, 0101, facing S, shaken, +1/7");
    }
}
