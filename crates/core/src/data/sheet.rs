//! Player aid sheets: charts as aligned text, with the marks of their sources.

use crate::data::chart::{Columns, Layer, ResultTable, Source};
use crate::geometry::board::{Board, HexId};
use crate::geometry::hex::Dir;
use core::fmt::{self, Write as _};

/// The meaning of the marks on a sheet.
pub const LEGEND: &str = "* reconstructed, not as printed   ' from an account of the printed game\n\
                          + made up for this game or set-up   unmarked: from the rulebook\n";

/// The charts of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// The player aid sheets, each with a title and a text.
    pub sheets: Vec<(String, String)>,
    /// What is reconstructed, and why.
    pub reconstructed: Vec<(String, String)>,
}

/// Returns rows in aligned columns under a head.
pub fn aligned(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let mut lines: Vec<Vec<String>> = vec![head.iter().map(|&h| h.to_owned()).collect()];
    lines.extend(rows);
    let widths: Vec<usize> = (0..head.len())
        .map(|c| {
            let width = |l: &Vec<String>| l.get(c).map_or(0, |t| t.chars().count());
            lines.iter().map(width).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for line in lines {
        let mut row = String::new();
        for (cell, width) in line.iter().zip(&widths) {
            let _ = write!(row, "{cell:<width$}  ");
        }
        text += row.trim_end();
        text.push('\n');
    }
    text
}

/// Returns the rows of a table as plain text, the same on every machine, for digests.
pub fn plain_rows<T: fmt::Display>(table: &ResultTable<T>) -> Vec<String> {
    (table.low()..=table.high())
        .map(|n| {
            let cells: Vec<String> = (0..table.columns().len())
                .map(|c| table.get(n, c).to_string())
                .collect();
            cells.join(" | ")
        })
        .collect()
}

/// Appends everything of a board but its names as plain text, a line for each hex, for digests.
pub fn plain_board(board: &Board, text: &mut String) {
    for id in board.ids() {
        let (label, terrain) = (board.label_str(id), board.terrain(id));
        let _ = write!(text, "{label} {terrain} {}", board.elevation(id));
        for dir in Dir::ALL {
            let road = u8::from(board.road(id, dir));
            let _ = write!(text, " {}{road}", board.features(id, dir));
        }
        text.push('\n');
    }
}

/// Returns hexes as plain text: `"1810 1811"`.
pub fn plain_hexes(board: &Board, hexes: &[HexId]) -> String {
    let words: Vec<&str> = hexes.iter().map(|&h| board.label_str(h)).collect();
    words.join(" ")
}

/// Returns the runs of a list: neighbours that differ only in their names. Each run has its name, as in
/// `"Lancers-1..4"`, and its first piece.
pub fn runs<T: Clone + PartialEq>(list: &[T], id: fn(&mut T) -> &mut String) -> Vec<(String, &T)> {
    let name = |piece: &T| id(&mut piece.clone()).clone();
    let nameless = |piece: &T| {
        let mut piece = piece.clone();
        id(&mut piece).clear();
        piece
    };
    let runs = list.chunk_by(|a, b| nameless(a) == nameless(b));
    runs.map(|run| (run_name(&name(&run[0]), &name(&run[run.len() - 1])), &run[0]))
        .collect()
}

/// Returns the name of a run: the first name, and the number of the last.
fn run_name(first: &str, last: &str) -> String {
    if first == last {
        return first.to_owned();
    }
    format!("{first}..{}", last.rsplit('-').next().unwrap_or(""))
}

/// Returns what is reconstructed, and why. These are the reconstructed layers of a map, and whatever `tell` reports
/// that is reconstructed.
pub fn reconstructed(layers: &[Layer], tell: impl FnOnce(&mut dyn FnMut(String, &Source))) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    let mut note = |what: String, source: &Source| {
        if let Source::Reconstructed(why) = source {
            out.push((what, why.clone()));
        }
    };
    for l in layers {
        note(format!("map: {}", l.name), &l.source);
    }
    tell(&mut note);
    out
}

/// Returns a table as a sheet. `rows` is the head above the labels of the rows. Each cell has the mark of its source. A
/// number below the first row uses the first row, and a number above the last row uses the last.
pub fn table_sheet<T: fmt::Display>(table: &ResultTable<T>, rows: &str) -> String {
    let mut head = vec![rows];
    head.extend(table.columns().iter().map(String::as_str));
    let lines = (table.low()..=table.high())
        .map(|n| {
            let label = match n {
                n if n == table.low() => format!("<={n}"),
                n if n == table.high() => format!(">={n}"),
                n => n.to_string(),
            };
            let cell = |c: usize| format!("{}{}", table.get(n, c), table.source_of(n, c).mark());
            core::iter::once(label)
                .chain((0..table.columns().len()).map(cell))
                .collect()
        })
        .collect();
    aligned(&head, lines)
}

/// Returns a table with columns of strengths or odds as a sheet. `rows` is the head above the labels of the rows.
///
/// A star may be a result in such a table. Therefore the source is given below the table, not by a mark on each cell.
pub fn columns_sheet<T: fmt::Display>(columns: &Columns<T>, rows: &str) -> String {
    let t = &columns.table;
    let mut head = vec![rows];
    head.extend(t.columns().iter().map(String::as_str));
    let line = |n: i32| {
        let cells = (0..t.columns().len()).map(|c| t.get(n, c).to_string());
        core::iter::once(n.to_string()).chain(cells).collect()
    };
    let whence = match t.source() {
        Source::Rulebook(_) => "from the rulebook",
        Source::Account(_) => "from an account of the printed game",
        Source::Reconstructed(_) => "reconstructed, not as printed",
        Source::House(_) => "made up for this game or set-up",
    };
    aligned(&head, t.rows().map(line).collect()) + "\nEvery cell: " + whence + ".\n"
}

/// Returns movement costs as cells, each with `plus` before it and the mark of its source behind it. A cost that is
/// `None` is shown as `NA`, without `plus`.
pub fn costs<const N: usize>(
    costs: &[Option<u8>; N],
    plus: &str,
    mark: impl Fn(usize) -> &'static str,
) -> impl Iterator<Item = String> {
    let cell = move |(i, mp): (usize, &Option<u8>)| mp.map_or("NA".to_owned(), |n| format!("{plus}{n}")) + mark(i);
    costs.iter().enumerate().map(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_aligned_and_marked() {
        let cells = vec![vec![0, 10], vec![-1, 2]];
        let why = Source::Reconstructed("torn".into());
        let names = vec!["near".into(), "far".into()];
        let table = ResultTable::new("Fire", 1..=2, names, cells, why).unwrap();
        let sheet = table_sheet(&table, "die");
        assert_eq!(sheet, "die  near  far\n<=1  0*    10*\n>=2  -1*   2*\n");
        assert_eq!(plain_rows(&table), ["0 | 10", "-1 | 2"]);
        let pieces = [("A-1", 3), ("A-2", 3), ("A-3", 4)].map(|(id, ma)| (id.to_owned(), ma));
        let runs: Vec<(String, i32)> = runs(&pieces, |p| &mut p.0)
            .into_iter()
            .map(|(name, p)| (name, p.1))
            .collect();
        assert_eq!(runs, [("A-1..2".to_owned(), 3), ("A-3".to_owned(), 4)]);
        let river = Layer {
            name: "river".to_owned(),
            source: Source::Reconstructed("torn".into()),
        };
        let list = reconstructed(&[river], |note| {
            note("a".to_owned(), &Source::Rulebook("1".into()));
            note("b".to_owned(), &Source::Reconstructed("lost".into()));
        });
        let list: Vec<(&str, &str)> = list.iter().map(|(w, y)| (&**w, &**y)).collect();
        assert_eq!(list, [("map: river", "torn"), ("b", "lost")]);
    }
}
