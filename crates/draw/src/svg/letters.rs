//! Text in a picture, and how wide it is.

use casus_core::picture::Look;

/// Escapes a text for XML. Characters that XML does not allow become U+FFFD.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Returns the first letters of a text, with a mark if it is cut.
pub(super) fn short(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let kept: String = text.chars().take(letters.saturating_sub(1)).collect();
    kept.trim_end().to_owned() + "…"
}

/// Returns the maximum width of a text in bold type of 100 units.
pub(super) fn breadth(text: &str) -> i32 {
    text.chars()
        .map(|c| match c {
            '·' | '.' | ',' | '-' | '/' | ' ' | 'I' | 'i' | 'j' | 'l' => 40,
            'M' | 'W' | 'm' | 'w' => 100,
            c if c.is_uppercase() => 77,
            _ => 69,
        })
        .sum()
}

/// Returns the largest type, at most `most`, in which a text is no wider than this.
pub(super) fn fitted(wide: i32, text: &str, most: i32) -> i32 {
    (wide * 100 / breadth(text).max(1)).min(most).max(4)
}

/// Returns the class of a condition: the look of the counter.
pub(super) const fn look_word(look: Look) -> &'static str {
    match look {
        Look::Fresh => "f",
        Look::Worn => "w",
        Look::Hurt => "h",
        Look::Broken => "b",
        Look::Covered => "c",
    }
}

pub(super) const LOOKS: [Look; 5] = [Look::Fresh, Look::Worn, Look::Hurt, Look::Broken, Look::Covered];
