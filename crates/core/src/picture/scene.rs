//! A picture as data, for `casus-draw` and for front ends that draw it themselves.
//!
//! A game says what there is ([`Game::scene`](crate::Game::scene)) and chooses colours, patterns and words. The writers
//! decide how a symbol is drawn. North is at the top.
//!
//! The items of a scene refer to each other by their indices, from 0, in the lists of the scene. An item with an index
//! that its list does not have is left out of the picture, and never panics.

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
    /// Returns the colour of a number `0xrrggbb`; higher bits are ignored.
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

/// The position and the shape of a [`Site`].
///
/// A hexside is 60 units long; x grows to the east and y to the south, from the centre of the hex (0, 0).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A hex, by its axial coordinates.
    Hex {
        /// The coordinate along direction 0.
        q: i16,
        /// The coordinate along direction 1.
        r: i16,
    },
    /// A town, or another point that holds pieces.
    Town {
        /// The distance eastward, in units.
        x: i32,
        /// The distance southward, in units.
        y: i32,
    },
    /// An area with an outline.
    Area {
        /// The distance eastward of its pieces, in units.
        x: i32,
        /// The distance southward of its pieces, in units.
        y: i32,
        /// The corners of the outline, in order.
        outline: Vec<(i32, i32)>,
    },
}

/// A place that can hold pieces: a hex, a town, an area.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Site {
    /// The printed number or the name.
    pub label: String,
    /// The position and the shape.
    pub shape: Shape,
    /// The terrain: an index in [`Scene::grounds`].
    pub ground: usize,
    /// The elevation in levels.
    pub level: i8,
}

/// The drawing on a terrain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// No drawing over the colour of the ground.
    #[default]
    Plain,
    /// Reeds of a marsh.
    Marsh,
    /// Trees close together.
    Woods,
    /// A few trees, far apart.
    Grove,
    /// Vines in rows, each on its pole.
    Vines,
    /// A group of houses.
    Houses,
    /// A single house behind its fence.
    Farm,
    /// Houses around a church.
    Town,
    /// A toll: a bar across the way, and a coin.
    Toll,
    /// The walls of a walled place.
    Walls,
    /// A tower of a castle.
    Keep,
    /// Parallel furrows of fields.
    Fields,
    /// Stones and hachures of rough ground.
    Rough,
    /// Waves of water.
    Water,
}

impl Pattern {
    /// All patterns, in the order of declaration.
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
    /// Returns whether it shows an inhabited place, which is also drawn where pieces cover it.
    pub const fn is_place(self) -> bool {
        matches!(self, Self::Houses | Self::Farm | Self::Town | Self::Toll | Self::Walls | Self::Keep)
    }
}

/// A terrain and its look.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ground {
    /// The game's word for the terrain.
    pub word: String,
    /// The colour; `None` for the colour of the level.
    pub fill: Option<Colour>,
    /// The drawing on it.
    pub pattern: Pattern,
    /// The character on a terminal. A blank shows the level.
    pub mark: char,
}

impl Ground {
    /// Creates a terrain. The colour is as in [`Colour::hex`].
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
    /// The number of the level.
    pub level: i8,
    /// The colour of open ground on this level.
    pub fill: Colour,
}

impl Level {
    /// Creates a level. The colour is as in [`Colour::hex`].
    pub const fn new(level: i8, fill: u32) -> Self {
        Self {
            level,
            fill: Colour::hex(fill),
        }
    }
}

/// The drawing of a line along a hexside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stroke {
    /// A stream: a rounded line.
    Stream,
    /// A river: a broad rounded line.
    River,
    /// A canal: a straight line with cut banks.
    Canal,
    /// A fieldwork with teeth that point away from its inside, which is the hex that it is listed under.
    Work,
    /// A straight wall along the hexside.
    Wall,
    /// A steep slope: strokes that run down from the hex that it is listed under.
    Slope,
    /// A bridge or ford, drawn across the hexside.
    Bridge,
    /// A border: a broken line.
    Border,
}

/// A feature of hexsides, and its look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// The game's word for the feature.
    pub word: String,
    /// The drawing of the line.
    pub stroke: Stroke,
    /// The colour of the line.
    pub colour: Colour,
    /// The character on a terminal.
    pub mark: char,
}

impl Line {
    /// Creates a feature of hexsides. The colour is as in [`Colour::hex`].
    pub fn new(word: &str, stroke: Stroke, colour: u32, mark: char) -> Self {
        Self {
            word: word.to_owned(),
            stroke,
            colour: Colour::hex(colour),
            mark,
        }
    }
}

/// A feature of one hexside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edge {
    /// The hex: an index in [`Scene::sites`].
    pub site: usize,
    /// The side, seen from that hex.
    pub side: Dir,
    /// The feature: an index in [`Scene::lines`].
    pub line: usize,
}

/// A name written on the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Label {
    /// The place: an index in [`Scene::sites`].
    pub site: usize,
    /// The text of the name.
    pub text: String,
}

/// A side, and the look of its pieces. On a terminal without colours, the first side has capitals and the second small
/// letters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Army {
    /// The name of the side in this battle: `"Ottomans"`. The armies stand in the order of the game's sides.
    pub word: String,
    /// The colour of its pieces.
    pub fill: Colour,
    /// The colour of the text on its pieces.
    pub ink: Colour,
}

impl Army {
    /// Creates a side. The colours are as in [`Colour::hex`].
    pub fn new<S: Sided>(side: S, fill: u32, ink: u32) -> Self {
        Self {
            word: side.word().to_owned(),
            fill: Colour::hex(fill),
            ink: Colour::hex(ink),
        }
    }
}

/// A group of pieces that have a stripe in common: a command, a contingent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    /// The name of the group.
    pub word: String,
    /// The colour of the stripe.
    pub colour: Colour,
    /// The side: an index in [`Scene::armies`].
    pub army: usize,
}

impl Group {
    /// Creates groups from their names and sides. The stripes are as in [`Colour::hex`], and repeat if there are too
    /// few.
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

/// A type symbol, as wargames usually draw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    /// Infantry without a special weapon.
    Infantry,
    /// Infantry with long pikes.
    Pike,
    /// Infantry with bows or crossbows.
    MissileInfantry,
    /// Infantry with firearms.
    Firearms,
    /// Infantry with little training.
    Levy,
    /// Cavalry in heavy armour.
    HeavyCavalry,
    /// Cavalry between heavy and light.
    MediumCavalry,
    /// Light cavalry without missiles.
    LightCavalry,
    /// Cavalry that shoots.
    MissileCavalry,
    /// Guns of all sizes.
    Artillery,
    /// War wagons, such as those of the Hussites.
    Wagon,
    /// Baggage, or a camp.
    Baggage,
    /// A leader, drawn small over the pieces in the same hex.
    Leader,
    /// Any other kind of piece.
    Other,
}

impl Symbol {
    /// All symbols, in the order of declaration.
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
    /// The game's word for the kind.
    pub word: String,
    /// The symbol in the middle of the counter.
    pub symbol: Symbol,
    /// One or two letters for a terminal.
    pub code: String,
}

impl Kind {
    /// Creates a kind of piece.
    pub fn new(word: &str, symbol: Symbol, code: &str) -> Self {
        Self {
            word: word.to_owned(),
            symbol,
            code: code.to_owned(),
        }
    }
}

/// The way in which a piece shows its condition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// In good order: a plain counter.
    Fresh,
    /// In disorder: hatched, with a broken edge.
    Worn,
    /// Wounded or reduced, and still in play: with a drop.
    Hurt,
    /// Out of the fight: without colour, and with a cross in its corner.
    Broken,
    /// Turned over: nothing on it can be read.
    Covered,
}

/// A condition of pieces, and its look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Condition {
    /// The game's word for the condition.
    pub word: String,
    /// The way in which a piece shows it.
    pub look: Look,
    /// The character on a terminal.
    pub mark: char,
}

impl Condition {
    /// Creates a condition: its word, its look, and the letter that marks it in text.
    pub fn new(word: &str, look: Look, mark: char) -> Self {
        Self {
            word: word.to_owned(),
            look,
            mark,
        }
    }
}

/// The direction that a piece faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Heading {
    /// Towards a side of its hex.
    Side(Dir),
    /// Towards a corner of its hex, taken modulo 6. Corner k lies between directions k and k + 1.
    Corner(u8),
}

impl Heading {
    /// Returns the compass word.
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

/// A piece on the map. Several in one place are a stack, with the last of them on top.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counter {
    /// The id, by which actions name it.
    pub id: String,
    /// The name in sentences: `"Knights 9"`.
    pub name: String,
    /// The text on the piece; there is room for about seven letters.
    pub text: String,
    /// The side: an index in [`Scene::armies`].
    pub army: usize,
    /// The group: an index in [`Scene::groups`]; `None` if it has none.
    pub group: Option<usize>,
    /// The kind: an index in [`Scene::kinds`].
    pub kind: usize,
    /// The place: an index in [`Scene::sites`].
    pub site: usize,
    /// The direction that it faces; `None` for a piece without facing.
    pub facing: Option<Heading>,
    /// The condition: an index in [`Scene::conditions`]; `None` if it has none.
    pub condition: Option<usize>,
    /// The ratings, in short: `"+1/7"`.
    pub ratings: String,
    /// One or two letters in its corner, such as its weapon.
    pub note: String,
    /// What it adds to the strength of its stack; `None` if the game does not add strengths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<i32>,
    /// The markers on it, drawn as small discs with their characters: indices in [`Scene::marker_kinds`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<usize>,
}

impl Counter {
    /// Creates a piece with this id, side and kind (an index in [`Scene::kinds`]) in a hex. Set the other fields
    /// yourself.
    pub fn new<S: Sided>(id: &str, side: S, kind: usize, hex: HexId) -> Self {
        Self {
            id: id.to_owned(),
            name: id.to_owned(),
            text: id.to_owned(),
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

/// The drawing of several pieces in one place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pile {
    /// A row for each piece with its arm and ratings, for games in which stacks are the exception.
    #[default]
    Heap,
    /// Drawn as [`Pile::Heap`]. The text output also lists every stack. For games in which stacks are the rule.
    Fan,
    /// The name of the last piece of each army, and the number of each arm, for games in which stacks have no limit.
    Count,
}

impl Pile {
    fn is_heap(&self) -> bool {
        *self == Self::Heap
    }
}

/// The drawing of a [`Marker`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Glyph {
    /// A flag on its staff.
    Standard,
    /// A tent of a camp.
    Camp,
    /// A plain disc in the colour of the kind.
    Disc,
}

impl Glyph {
    /// All glyphs, in the order of declaration.
    pub const ALL: &'static [Self] = &[Self::Standard, Self::Camp, Self::Disc];
}

/// A kind of marker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkerKind {
    /// The game's word for the kind.
    pub word: String,
    /// The drawing of the marker.
    pub glyph: Glyph,
    /// The colour of the marker.
    pub colour: Colour,
    /// The character on a terminal.
    pub mark: char,
}

impl MarkerKind {
    /// Creates a kind of marker. The colour is as in [`Colour::hex`].
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
    /// The kind: an index in [`Scene::marker_kinds`].
    pub kind: usize,
    /// The place: an index in [`Scene::sites`].
    pub site: usize,
}

/// The drawing of a [`Highlight`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Emphasis {
    /// A tint on its hexes.
    Wash,
    /// A ring around its hexes.
    Ring,
    /// An arrow through its hexes, in their order.
    Path,
    /// A thin arrow under the pieces, from its first hex to its last, for a move that was made.
    Trail,
    /// A spearhead from the edge of its first hex into its last, over the pieces, for a hand-to-hand attack. With only
    /// one hex, it is crossed blades: the attackers have moved into that hex.
    Strike,
    /// A dotted line from its first hex to its last, with a burst at its end, for a shot.
    Shot,
}

/// The manner of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    /// Hand to hand, from one hex into another.
    Struck,
    /// By a shot from a distance.
    Shot,
    /// Hand to hand in one hex, which the attackers have moved into.
    Met,
}

/// A mark that a front end wants on the map: a zone of control, a field of fire, a way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Highlight {
    /// What the mark shows.
    pub word: String,
    /// The drawing of the mark.
    pub style: Emphasis,
    /// The colour of the mark.
    pub colour: Colour,
    /// The hexes: indices in [`Scene::sites`].
    pub sites: Vec<usize>,
    /// The text in its hexes, such as costs or odds, in the order of the hexes. Hexes beyond the end of the list have
    /// none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The hexsides, each as a hex and the side seen from it.
    pub sides: Vec<(usize, Dir)>,
}

impl Highlight {
    /// Creates a ring around the hex that the open decision is about.
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
    /// The text of the line.
    pub text: String,
    /// A gauge under the text: how many of how many; `None` for none.
    pub gauge: Option<(u32, u32)>,
}

impl From<String> for PanelLine {
    fn from(text: String) -> Self {
        Self { text, gauge: None }
    }
}

/// A panel beside the map: which pieces are off it, what each side has lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Panel {
    /// The title of the panel.
    pub title: String,
    /// The side: an index in [`Scene::armies`]; `None` if it is not about one side.
    pub army: Option<usize>,
    /// The lines of the panel.
    pub lines: Vec<PanelLine>,
}

impl Panel {
    /// Creates a panel that is not about one side.
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
/// It contains what a game shows of the map to a viewer: sites, terrains, features of hexsides, pieces with their
/// symbols and ratings, panels of text. It contains nothing that is hidden from that viewer. It says where
/// the places are, and has words and colours for what is drawn on them ([`Pattern`], [`Stroke`], [`Symbol`]), but not how a
/// pattern, a stroke or a symbol is drawn.
///
/// [`Match::scene`](crate::Match::scene) returns one. The trait `Draw` of the crate `casus-draw` writes it, or your front end
/// draws it in its own way. The numbers of terrains, armies and kinds are indices in the lists of the scene.
///
/// ```
/// use casus_belli::suleiman::{Setup, Side, Suleiman};
/// use casus_belli::{Draw as _, Match, Terminal};
///
/// let game = Match::<Suleiman>::new(Setup::default())?;
/// let scene = game.scene(Some(Side::Ottoman));
/// // Draw the data yourself, or use a writer.
/// assert_eq!(scene.armies[0].word, "Hungary");
/// assert!(scene.svg().starts_with("<svg") && scene.text(&Terminal::default()).contains("* Leader"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// The title of the game.
    pub title: String,
    /// The moment: whose decision is open, or how play ended.
    pub moment: String,
    /// The orientation of the hexes.
    pub orientation: Orientation,
    /// Every place of the map; the hexes of a board in the order of their ids.
    pub sites: Vec<Site>,
    /// The terrains of the map.
    pub grounds: Vec<Ground>,
    /// The levels, lowest first.
    pub levels: Vec<Level>,
    /// The features that hexsides may have.
    pub lines: Vec<Line>,
    /// The features of single hexsides.
    pub edges: Vec<Edge>,
    /// Every pair of places that a road joins.
    pub roads: Vec<(usize, usize)>,
    /// The names on the map.
    pub labels: Vec<Label>,
    /// What lies beyond the north, east, south and west edge of the map.
    pub beyond: [String; 4],
    /// The sides of the game.
    pub armies: Vec<Army>,
    /// The groups of pieces.
    pub groups: Vec<Group>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The conditions of pieces.
    pub conditions: Vec<Condition>,
    /// The pieces on the map.
    pub counters: Vec<Counter>,
    /// The drawing of several pieces in one place.
    #[serde(skip_serializing_if = "Pile::is_heap")]
    pub pile: Pile,
    /// The kinds of markers.
    pub marker_kinds: Vec<MarkerKind>,
    /// The markers on the map.
    pub markers: Vec<Marker>,
    /// The marks on the map.
    pub highlights: Vec<Highlight>,
    /// The panels beside the map.
    pub panels: Vec<Panel>,
    /// Notes in small print: what is reconstructed, what the figures on a piece mean.
    pub notes: Vec<String>,
}

/// What changed between two pictures of a match for the same viewer. Anything that is not listed is the same.
///
/// [`Scene::changes`] finds the changes, and [`Scene::changed`] applies them to the earlier picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Changes {
    /// The ids of pieces that are no longer in the picture.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// The pieces that are in another place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Shifted>,
    /// The pieces that face another way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<Turned>,
    /// The pieces of which something else differs, as they are now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Counter>,
    /// The pieces that were not in the picture before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub came: Vec<Counter>,
    /// The ids of all pieces in the order of the later picture. `None` if that is the earlier order, followed by the
    /// new pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
    /// The new title, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The new moment, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moment: Option<String>,
    /// All markers, if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markers: Option<Vec<Marker>>,
    /// All marks, if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highlights: Option<Vec<Highlight>>,
    /// All panels, if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panels: Option<Vec<Panel>>,
}

/// A piece that is in another place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shifted {
    /// The id of the piece.
    pub id: String,
    /// The earlier place: an index in [`Scene::sites`].
    pub from: usize,
    /// The new place: an index in [`Scene::sites`].
    pub to: usize,
}

/// A piece that faces another way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turned {
    /// The id of the piece.
    pub id: String,
    /// The new facing; `None` if it has none now.
    pub facing: Option<Heading>,
}

impl Scene {
    /// Returns what changed since an earlier picture.
    ///
    /// Returns `None` if anything changed other than pieces, markers, highlights, panels, the title or the moment. The
    /// whole picture must be sent then.
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
    /// Returns the picture after these changes.
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
    /// Returns the same scene with the hexes, levels, roads and names of a board. Terrain codes are indices in
    /// [`Scene::grounds`].
    ///
    /// `edges` adds the features along a side of a hex, as indices in [`Scene::lines`]. It is called for both hexes of
    /// a side; only one of them should list a feature.
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
    /// Returns what became of the pieces of an earlier picture, in words: `"V-Pikes routed"`, `"V-Horse in 0504"`.
    pub fn became(&self, before: &Self) -> Vec<String> {
        let mut out = Vec::new();
        for was in &before.counters {
            let Some(now) = self.counters.iter().find(|c| c.id == was.id) else {
                out.push(format!("{} leaves the field", was.name));
                continue;
            };
            if now.condition != was.condition {
                let word = self.condition(now).map_or("as it was", |c| &c.word);
                out.push(format!("{} {word}", now.name));
            }
            if let Some(site) = self.sites.get(now.site).filter(|_| now.site != was.site) {
                out.push(format!("{} in {}", now.name, site.label));
            }
        }
        out
    }
    /// Returns the place with this label, or of the piece with this id.
    pub fn site_named(&self, name: &str) -> Option<usize> {
        let piece = self.counters.iter().find(|c| c.id == name).map(|c| c.site);
        piece.or_else(|| self.sites.iter().position(|s| s.label == name))
    }
    /// Returns the condition of a piece, if it has one.
    pub fn condition(&self, counter: &Counter) -> Option<&Condition> {
        self.conditions.get(counter.condition?)
    }
    /// Returns the kinds of the markers on a piece.
    pub fn badges<'a>(&'a self, counter: &'a Counter) -> impl Iterator<Item = &'a MarkerKind> {
        counter.badges.iter().filter_map(|&b| self.marker_kinds.get(b))
    }
    /// Returns the description of a piece: its name, its id if that is another, kind, group, place, facing, condition, markers and ratings.
    pub fn describe(&self, counter: &Counter) -> String {
        let mut words = vec![counter.name.clone()];
        words.extend((counter.id != counter.name).then(|| counter.id.clone()));
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
mod tests {
    use super::*;
    use crate::picture::sample::small;

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
