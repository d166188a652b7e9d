//! The command `casus render`: draws a battle as SVG, PNG, or an HTML page with a replay.

use crate::args::Render;
use crate::games::Games;
use crate::{Done, Failure};
use casus_terminal::commands::CommandError;
use casus_terminal::{Args, Console, DONE, Io, RunError, replace};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// The fonts for PNG pictures, reduced to the characters that pictures have. See `fonts/LICENSE.txt`.
const FONTS: [&[u8]; 4] = [
    include_bytes!("../fonts/DejaVuSans.ttf"),
    include_bytes!("../fonts/DejaVuSans-Bold.ttf"),
    include_bytes!("../fonts/DejaVuSerif.ttf"),
    include_bytes!("../fonts/DejaVuSerif-Bold.ttf"),
];

/// Why nothing is drawn.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RenderError {
    #[error("a save is drawn as it was played: --seed, --scenario and --turns are of battles")]
    SaveHasItsOwn,
    /// What should be drawn is neither a file nor a battle.
    #[error("{name}: no such file; and {battle}")]
    NoSuch { name: String, battle: CommandError },
    #[error("nothing was drawn")]
    Nothing,
    #[error("a page has every picture: --at is of one")]
    PageHasAll,
    #[error("{0}: a picture ends in `.svg`, `.png` or `.html`")]
    Ending(String),
    /// A picture of the library that cannot be turned into pixels: a defect.
    #[error(transparent)]
    Svg(#[from] resvg::usvg::Error),
    #[error("the picture is too large")]
    TooLarge,
    #[error("{0}")]
    Png(Box<dyn std::error::Error + Send + Sync>),
}

/// The file name of a single picture in an [`Easel`].
const ONE: &str = "picture.svg";

/// The input and output of a battle that is drawn. It reads the given save and keeps the pictures in memory.
#[derive(Default)]
struct Easel {
    save: Option<(String, String)>,
    pictures: BTreeMap<String, String>,
}

impl Io for Easel {
    fn read(&mut self, path: &str) -> std::io::Result<Option<String>> {
        Ok(self
            .save
            .as_ref()
            .filter(|(name, _)| name == path)
            .map(|(_, text)| text.clone()))
    }
    fn write(&mut self, path: &str, text: &str) -> std::io::Result<()> {
        self.pictures.insert(path.to_owned(), text.to_owned());
        Ok(())
    }
    fn writable(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
    fn folder(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
    fn say(&mut self, _: &str) {}
    fn warn(&mut self, _: &str) {}
}

/// Draws a battle or a save with these arguments. Returns the pictures by file name.
fn drawn(
    games: &Games,
    what: &Render,
    mut args: Args,
    console: &mut Console,
) -> Result<BTreeMap<String, String>, Failure> {
    let mut easel = Easel::default();
    let name = &what.what;
    args.quiet = true;
    args.pictures.marks = what.marks.clone();
    let save = match console.read(name) {
        Err(e) if games.battle(name).is_err() => return Err(RunError::file(name, e).into()),
        read => read.ok().flatten(),
    };
    if let Some(text) = save {
        if what.seed.is_some() || what.scenario.is_some() || what.turns.is_some() {
            return Err(RenderError::SaveHasItsOwn.into());
        }
        let battle = games.battle_of(name, &text)?;
        easel.save = Some((name.clone(), text));
        args.replay = Some(name.clone());
        games.play(battle, &args, &mut easel)?;
    } else if games.battle(name).is_ok() {
        args.opening.seed = what.seed;
        args.opening.scenario.clone_from(&what.scenario);
        args.turns = what.turns;
        games.play(name, &args, &mut easel)?;
    } else {
        let (name, battle) = (name.clone(), games.no_battle(name));
        return Err(RenderError::NoSuch { name, battle }.into());
    }
    Ok(easel.pictures)
}

fn one(games: &Games, what: &Render, console: &mut Console) -> Result<String, Failure> {
    let mut args = Args::default();
    args.keeping.svg = Some(ONE.to_owned());
    args.pictures.at = what.at;
    let mut pictures = drawn(games, what, args, console)?;
    Ok(pictures.remove(ONE).ok_or(RenderError::Nothing)?)
}

/// Draws a battle or a save and writes the output file. The end of its name selects the format.
pub(crate) fn render(games: &Games, what: &Render, console: &mut Console) -> Done {
    let out = &what.out;
    console.writable(out).map_err(|e| RunError::file(out, e))?;
    let end = out.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    let wrong = |e| RunError::file(out, e);
    match end.as_deref() {
        Some("svg") => {
            let svg = one(games, what, console)?;
            console.write(out, &svg).map_err(wrong)?;
        }
        Some("png") => {
            let svg = one(games, what, console)?;
            replace(Path::new(out), &png(&svg, what.width)?).map_err(wrong)?;
        }
        Some("html") => {
            if what.at.is_some() {
                return Err(RenderError::PageHasAll.into());
            }
            let mut args = Args::default();
            args.pictures.frames = Some("frames".to_owned());
            let frames = drawn(games, what, args, console)?;
            let frames: Vec<String> = frames.into_values().collect();
            console.write(out, &page(&what.what, &frames)).map_err(wrong)?;
        }
        _ => return Err(RenderError::Ending(out.clone()).into()),
    }
    console.say(&format!("{out}\n"));
    Ok(DONE)
}

/// Converts an SVG to a PNG. The fonts are built in, so text is drawn on a system without fonts too.
pub(crate) fn png(svg: &str, width: u16) -> Result<Vec<u8>, RenderError> {
    let mut options = Options::default();
    let fonts = Arc::make_mut(&mut options.fontdb);
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    fonts.set_serif_family("DejaVu Serif");
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size();
    let scale = f32::from(width) / size.width();
    let height = (size.height() * scale).ceil() as u32;
    let mut pixels = Pixmap::new(width.into(), height).ok_or(RenderError::TooLarge)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| RenderError::Png(e.into()))
}

/// Returns an HTML page that replays the pictures.
///
/// Pictures share most of their lines. The page contains each line once, and each picture as a list of line numbers.
fn page(title: &str, frames: &[String]) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut lists = String::new();
    for frame in frames {
        let list: Vec<String> = frame
            .lines()
            .map(|line| {
                let at = *known.entry(line).or_insert_with(|| {
                    lines.push(line);
                    lines.len() - 1
                });
                at.to_string()
            })
            .collect();
        let _ = writeln!(lists, "[{}],", list.join(","));
    }
    // `</script>` inside a string would end the script.
    let json = serde_json::to_string(&lines).unwrap_or_default().replace("</", "<\\/");
    include_str!("page.html")
        .replace("{{title}}", &title.replace('&', "&amp;").replace('<', "&lt;"))
        .replace("{{lists}}", &lists)
        .replace("{{lines}}", &json)
}

#[cfg(test)]
mod tests {
    use super::png;

    /// No system font is read, so each face of the built-in fonts must draw a word.
    #[test]
    fn words_are_drawn() {
        let word = |style: &str, text: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 50\"><text x=\"5\" y=\"40\" style=\"font-size:40px;{style}\">{text}</text></svg>"
            );
            png(&svg, 200).unwrap()
        };
        let faces = [
            word("font-family:'Helvetica Neue',sans-serif", "Pécs"),
            word("font-family:'Helvetica Neue',sans-serif;font-weight:bold", "Pécs"),
            word("font-family:Georgia,serif", "Pécs"),
            word("font-family:Georgia,serif;font-weight:bold", "Pécs"),
        ];
        for (i, face) in faces.iter().enumerate() {
            assert_ne!(*face, word("font-family:serif", ""), "face {i} draws nothing");
            assert!(faces[..i].iter().all(|other| other != face), "face {i} is another's");
        }
    }
}
