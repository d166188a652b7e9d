//! The drawings of patterns, type symbols and glyphs, as parts of an SVG.

use casus_core::picture::{Glyph, Pattern, Symbol};
use serde::Serialize;

/// A small drawing that a [`Scene`](casus_core::Scene) names by a word, for front ends that draw scenes themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sign {
    /// The word in a scene.
    pub word: String,
    /// The drawing around (0, 0), as parts of an SVG, where a hexside has 60 units. Empty if there is none.
    pub svg: &'static str,
}

/// Every drawing that a scene may name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Signs {
    /// The drawings on terrains: [`Ground::pattern`](casus_core::picture::Ground::pattern).
    pub patterns: Vec<Sign>,
    /// The words of the patterns that are [places](Pattern::is_place), which are drawn small beside pieces.
    pub places: Vec<String>,
    /// The drawings on pieces, in a box of 52 by 32, or for leaders in a disc of radius 17:
    /// [`Kind::symbol`](casus_core::picture::Kind::symbol).
    pub symbols: Vec<Sign>,
    /// The drawings of markers, filled with their colour: [`MarkerKind::glyph`](casus_core::picture::MarkerKind::glyph).
    pub glyphs: Vec<Sign>,
    /// The drawing that is added to a piece whose look is `hurt`.
    pub hurt: &'static str,
}

/// The drawing that is added to a piece that is hurt.
pub(crate) const DROP: &str =
    "<path d=\"M0 -11Q9 1 7 5A7 7 0 1 1 -7 5Q-9 1 0 -11Z\" fill=\"#c01818\" stroke=\"#fff6e3\" stroke-width=\"2\"/>";

impl Signs {
    /// Returns every drawing that a picture can use.
    pub fn all() -> Self {
        fn each<T: Copy + Serialize>(all: &[T], body: impl Fn(T) -> &'static str) -> Vec<Sign> {
            let one = |&named: &T| Sign {
                word: word(&named),
                svg: body(named),
            };
            all.iter().map(one).collect()
        }
        let places = Pattern::ALL.iter().filter(|p| p.is_place());
        Self {
            patterns: each(Pattern::ALL, pattern_body),
            places: places.map(word).collect(),
            symbols: each(Symbol::ALL, symbol_body),
            glyphs: each(Glyph::ALL, glyph_body),
            hurt: DROP,
        }
    }
}

/// Returns the word of a variant in a scene.
fn word<T: Serialize>(named: &T) -> String {
    let value = serde_json::to_value(named).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the id of a pattern's drawing.
pub(crate) const fn pattern_id(pattern: Pattern) -> Option<&'static str> {
    Some(match pattern {
        Pattern::Plain => return None,
        Pattern::Marsh => "p-marsh",
        Pattern::Woods => "p-woods",
        Pattern::Grove => "p-grove",
        Pattern::Vines => "p-vines",
        Pattern::Houses => "p-houses",
        Pattern::Farm => "p-farm",
        Pattern::Town => "p-town",
        Pattern::Toll => "p-toll",
        Pattern::Walls => "p-walls",
        Pattern::Keep => "p-keep",
        Pattern::Fields => "p-fields",
        Pattern::Rough => "p-rough",
        Pattern::Water => "p-water",
    })
}

/// Returns the drawing of a pattern within one hex.
pub(crate) const fn pattern_body(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Plain => "",
        Pattern::Marsh => {
            "<g stroke=\"#5f8577\" stroke-width=\"3\" stroke-linecap=\"round\" fill=\"none\">\
             <path d=\"M-34 -8h26M-21 -8v-14M-21 -8l-9 -11M-21 -8l9 -11\"/>\
             <path d=\"M10 -24h24M22 -24v-13M22 -24l-8 -10M22 -24l8 -10\"/>\
             <path d=\"M4 20h28M18 20v-14M18 20l-9 -11M18 20l9 -11\"/>\
             <path d=\"M-26 38h20M-16 38v-11\"/></g>"
        }
        Pattern::Woods => {
            "<g fill=\"#6f8a4c\" stroke=\"#4a6130\" stroke-width=\"2\">\
             <circle cx=\"-20\" cy=\"-16\" r=\"15\"/><circle cx=\"16\" cy=\"-22\" r=\"13\"/>\
             <circle cx=\"24\" cy=\"12\" r=\"15\"/><circle cx=\"-8\" cy=\"22\" r=\"16\"/></g>"
        }
        Pattern::Grove => {
            "<g fill=\"#8fa568\" stroke=\"#5f7644\" stroke-width=\"2\">\
             <circle cx=\"-24\" cy=\"-10\" r=\"10\"/><circle cx=\"22\" cy=\"-20\" r=\"9\"/>\
             <circle cx=\"10\" cy=\"24\" r=\"10\"/></g>"
        }
        Pattern::Vines => {
            "<g stroke=\"#6f5f3a\" stroke-width=\"2\" fill=\"#7f9448\">\
             <path d=\"M-26 -8v-18M-2 -8v-18M22 -8v-18M-26 28v-18M-2 28v-18M22 28v-18\"/>\
             <circle cx=\"-26\" cy=\"-20\" r=\"6\"/><circle cx=\"-2\" cy=\"-20\" r=\"6\"/><circle cx=\"22\" cy=\"-20\" r=\"6\"/>\
             <circle cx=\"-26\" cy=\"16\" r=\"6\"/><circle cx=\"-2\" cy=\"16\" r=\"6\"/><circle cx=\"22\" cy=\"16\" r=\"6\"/></g>"
        }
        Pattern::Houses => {
            "<g fill=\"#a4533c\" stroke=\"#4b3426\" stroke-width=\"2\">\
             <path d=\"M-36 -2l14 -14 14 14v16h-28z\"/><path d=\"M4 -18l13 -13 13 13v15h-26z\"/>\
             <path d=\"M8 22l13 -13 13 13v15h-26z\"/><path d=\"M-18 36l10 -10 10 10v11h-20z\"/></g>"
        }
        Pattern::Farm => {
            "<g stroke=\"#4b3426\" stroke-width=\"3\"><path d=\"M-40 34h80M-34 26v14M-12 26v14M12 26v14M34 26v14\" fill=\"none\"/>\
             <path d=\"M-28 20v-22l11 -13h34l11 13v22z\" fill=\"#d9b56a\"/><path d=\"M-28 -2h56\" fill=\"none\"/>\
             <path d=\"M-7 20v-13h14v13z\" fill=\"#4b3426\"/></g>"
        }
        Pattern::Town => {
            "<g fill=\"#a4533c\" stroke=\"#4b3426\" stroke-width=\"2\"><path d=\"M-40 14l14 -13 14 13v18h-28z\"/>\
             <path d=\"M8 32v-18l12 -13 16 13v18z\"/><path d=\"M-9 32v-40l9 -30 9 30v40z\" fill=\"#e2d3ae\"/>\
             <path d=\"M-9 -8l9 -30 9 30z\"/><path d=\"M-4 32v-12h8v12z\" fill=\"#4b3426\"/></g>"
        }
        Pattern::Toll => {
            "<g stroke=\"#4b3426\" stroke-width=\"3\"><path d=\"M-36 32v-36l11 -12 11 12v36z\" fill=\"#a4533c\"/>\
             <path d=\"M-14 8L36 -22\" stroke-width=\"13\"/><path d=\"M-13 7L35 -21\" stroke=\"#fff6e3\" stroke-width=\"8\"/>\
             <path d=\"M-13 7L35 -21\" stroke=\"#b83b2c\" stroke-width=\"8\" stroke-dasharray=\"9 10\"/>\
             <circle cx=\"18\" cy=\"20\" r=\"12\" fill=\"#e8bd3f\"/><circle cx=\"18\" cy=\"20\" r=\"5\" fill=\"none\"/></g>"
        }
        Pattern::Walls => {
            "<path d=\"M-34 30v-44h12v10h10v-10h24v10h10v-10h12v44z\" fill=\"#b3a78f\" \
             stroke=\"#4b4034\" stroke-width=\"3\"/>"
        }
        Pattern::Keep => {
            "<path d=\"M-32 32v-26h16v-38h8v8h8v-8h8v8h8v-8h8v38h8v26z\" fill=\"#8f8678\" stroke=\"#4b4034\" \
             stroke-width=\"3\"/><path d=\"M-4 -10v14M-5 32v-14h10v14z\" fill=\"#4b4034\" stroke=\"#4b4034\" stroke-width=\"3\"/>"
        }
        Pattern::Fields => {
            "<path d=\"M-34 -14l50 -24M-34 4l66 -32M-32 22l66 -32M-16 32l46 -22\" \
             stroke=\"#a3935a\" stroke-width=\"2\" fill=\"none\"/>"
        }
        Pattern::Rough => {
            "<path d=\"M-28 -6l10 -16 12 16zM8 -18l9 -14 10 14zM2 26l12 -18 13 18zM-26 30l8 -12 9 12z\" \
             fill=\"#9a8c72\" stroke=\"#5f5442\" stroke-width=\"2\"/>"
        }
        Pattern::Water => {
            "<path d=\"M-36 -14q9 -9 18 0t18 0 18 0 18 0M-36 16q9 -9 18 0t18 0 18 0 18 0\" \
             stroke=\"#5b87a8\" stroke-width=\"3\" fill=\"none\"/>"
        }
    }
}

/// Returns the id of a symbol's drawing.
pub(crate) const fn symbol_id(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry => "s-inf",
        Symbol::Pike => "s-pike",
        Symbol::MissileInfantry => "s-bow",
        Symbol::Firearms => "s-gun",
        Symbol::Levy => "s-levy",
        Symbol::HeavyCavalry => "s-hc",
        Symbol::MediumCavalry => "s-mc",
        Symbol::LightCavalry => "s-lc",
        Symbol::MissileCavalry => "s-ha",
        Symbol::Artillery => "s-art",
        Symbol::Wagon => "s-wagon",
        Symbol::Baggage => "s-bag",
        Symbol::Leader => "s-lead",
        Symbol::Other => "s-other",
    }
}

/// Returns the drawing of a symbol in its box of 52 by 32 around (0, 0).
pub(crate) const fn symbol_body(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry => "<path d=\"M-26 -16L26 16M-26 16L26 -16\"/>",
        Symbol::Pike => {
            "<path d=\"M-26 -16L26 16M-26 16L26 -16\"/><path d=\"M0 14v-24\"/>\
             <path d=\"M-5 -7L0 -15 5 -7z\" fill=\"#2b2622\"/>"
        }
        Symbol::MissileInfantry => {
            "<path d=\"M-26 -16L26 16M-26 16L26 -16\"/><path d=\"M12 -9q9 9 0 18\" stroke-width=\"3\"/>\
             <path d=\"M12 -9v18\" stroke-width=\"1\"/>"
        }
        Symbol::Firearms => "<path d=\"M-26 -16L26 16M-26 16L26 -16\"/><circle cx=\"16\" r=\"5\" fill=\"#2b2622\"/>",
        Symbol::Levy => "<path d=\"M-26 -16L26 16M-26 16L26 -16\" stroke-dasharray=\"7 5\"/>",
        Symbol::HeavyCavalry => "<path d=\"M-26 16L26 -16V16z\" fill=\"#2b2622\"/>",
        Symbol::MediumCavalry => "<path d=\"M-26 16L26 -16\"/><path d=\"M0 0L26 -16V0z\" fill=\"#2b2622\"/>",
        Symbol::LightCavalry => "<path d=\"M-26 16L26 -16\"/>",
        Symbol::MissileCavalry => {
            "<path d=\"M-26 16L26 -16\"/><path d=\"M6 0q14 -1 13 13\" stroke-width=\"3\"/>\
             <path d=\"M6 0L19 13\" stroke-width=\"1\"/><path d=\"M9 10L19 1\" stroke-width=\"2\"/>"
        }
        Symbol::Artillery => {
            "<path d=\"M-14 6L20 -8\" stroke-width=\"8\"/>\
             <circle cx=\"-6\" cy=\"6\" r=\"8\" fill=\"#f4ecd8\"/><circle cx=\"-6\" cy=\"6\" r=\"2\" fill=\"#2b2622\"/>"
        }
        Symbol::Wagon => {
            "<path d=\"M-19 -9h38v13h-38z\"/><circle cx=\"-11\" cy=\"9\" r=\"5\" fill=\"#2b2622\"/>\
             <circle cx=\"11\" cy=\"9\" r=\"5\" fill=\"#2b2622\"/>"
        }
        Symbol::Baggage => "<path d=\"M-16 12L0 -12 16 12zM0 -12V12\"/>",
        Symbol::Leader => "<path d=\"M0 -13L4 -4 13 -4 6 2 9 11 0 6 -9 11 -6 2 -13 -4 -4 -4z\" fill=\"#2b2622\"/>",
        Symbol::Other => "<circle r=\"9\"/>",
    }
}

/// Returns the id of a glyph's drawing.
pub(crate) const fn glyph_id(glyph: Glyph) -> &'static str {
    match glyph {
        Glyph::Standard => "g-flag",
        Glyph::Camp => "g-camp",
        Glyph::Disc => "g-disc",
    }
}

/// Returns the drawing of a glyph around (0, 0). The caller sets the colour.
pub(crate) const fn glyph_body(glyph: Glyph) -> &'static str {
    match glyph {
        Glyph::Standard => {
            "<path d=\"M-8 42V-34\" stroke=\"#2b2622\" stroke-width=\"6\" stroke-linecap=\"round\"/>\
             <path d=\"M-6 -32q14 -9 25 0t25 0v34q-14 9 -25 0t-25 0z\" stroke=\"#2b2622\" stroke-width=\"3\"/>"
        }
        Glyph::Camp => {
            "<path d=\"M-15 12L0 -13 15 12z\" stroke=\"#2b2622\" stroke-width=\"3\" stroke-linejoin=\"round\"/>\
             <path d=\"M-4 12L0 2 4 12z\" fill=\"#2b2622\"/>"
        }
        Glyph::Disc => "<circle r=\"12\" stroke=\"#2b2622\" stroke-width=\"3\"/>",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use roxmltree::Document;
    use std::collections::BTreeSet;

    /// Every sign has a word and a drawing of its own; the one without a drawing is plain.
    #[test]
    fn every_sign_is_drawn() {
        let all = Signs::all();
        for signs in [&all.patterns, &all.symbols, &all.glyphs] {
            let words: BTreeSet<&str> = signs.iter().map(|s| s.word.as_str()).collect();
            let drawn: BTreeSet<&str> = signs.iter().map(|s| s.svg).collect();
            assert_eq!((words.len(), drawn.len()), (signs.len(), signs.len()));
            for sign in signs {
                assert!(!sign.word.is_empty());
                assert_eq!(sign.svg.is_empty(), sign.word == "plain", "{}", sign.word);
                let whole = format!("<g>{}</g>", sign.svg);
                Document::parse(&whole).unwrap_or_else(|e| panic!("{}: {e}", sign.word));
            }
        }
        let known: BTreeSet<&str> = all.patterns.iter().map(|s| s.word.as_str()).collect();
        assert!(all.places.iter().all(|p| known.contains(p.as_str())) && all.places.len() > 3);
    }

    /// A new variant must be in the list too.
    #[test]
    fn none_is_left_out() {
        fn spelt<T: schemars::JsonSchema>() -> BTreeSet<String> {
            fn words(schema: &serde_json::Value, out: &mut BTreeSet<String>) {
                match schema {
                    serde_json::Value::Object(map) => {
                        out.extend(map.get("const").and_then(|c| c.as_str()).map(str::to_owned));
                        let listed = map.get("enum").and_then(|e| e.as_array());
                        out.extend(
                            listed
                                .into_iter()
                                .flatten()
                                .filter_map(|w| w.as_str())
                                .map(str::to_owned),
                        );
                        map.values().for_each(|v| words(v, out));
                    }
                    serde_json::Value::Array(list) => list.iter().for_each(|v| words(v, out)),
                    _ => {}
                }
            }
            let mut out = BTreeSet::new();
            words(schemars::schema_for!(T).as_value(), &mut out);
            out
        }
        let all = Signs::all();
        let words = |signs: &[Sign]| signs.iter().map(|s| s.word.clone()).collect::<BTreeSet<_>>();
        assert_eq!(words(&all.patterns), spelt::<Pattern>());
        assert_eq!(words(&all.symbols), spelt::<Symbol>());
        assert_eq!(words(&all.glyphs), spelt::<Glyph>());
    }
}
