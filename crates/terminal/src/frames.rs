//! The pictures of a battle: of its end or of a moment (`--svg`, `--at`), and one for each activation (`--frames`).

use crate::args::Args;
use crate::battle::RunError;
use crate::io::{Io, spare_file};
use casus_core::geometry::{did_you_mean, many};
use casus_core::picture::Highlight;
use casus_core::{Match, Place, Scene, Turn};
use casus_draw::Draw as _;
use casus_draw::is_picture;
use casus_guide::{Blow, Guide};
use casus_guide::{Eyes, Looking, Mark};

/// Draws a match as it is played.
///
/// It hides nothing, and neither does the story. But when a person leaves a battle that goes on, the last picture is
/// what their side sees.
///
/// Picture 0 shows the moment when the first activation has begun, picture n the first decision after the n-th has
/// ended. The last picture shows the end.
pub(crate) struct Pictures<'a, G: Guide> {
    svg: Option<&'a str>,
    moment: Option<usize>,
    frames: Option<&'a str>,
    within: Place,
    /// The number of activations that have ended; `None` before the first has begun.
    ended: Option<usize>,
    /// The map at the last of these moments.
    last: Option<Scene>,
    /// The state before the next action, and the number of lines read so far.
    was: Option<(G::State, usize)>,
    /// The attacks since the last of these moments.
    fought: Vec<Highlight>,
    /// What is marked besides.
    marks: Vec<Mark>,
    of: Option<&'a str>,
}

impl<'a, G: Guide> Pictures<'a, G> {
    /// Creates what the arguments ask for.
    ///
    /// # Errors
    /// When it could not be written.
    pub(crate) fn new(args: &'a Args, io: &mut dyn Io) -> Result<Self, RunError> {
        let (svg, pictures) = (&args.keeping.svg, &args.pictures);
        if let Some(lack) = pictures.marks.lack(args) {
            return Err(RunError::Marks(lack));
        }
        if let Some(path) = svg {
            if args.keeping.save.as_ref() == Some(path) {
                return Err(RunError::SameFile { path: path.clone() });
            }
            spare_file(path, "picture of ours", is_picture, io)?;
        }
        if let Some(folder) = &pictures.frames {
            io.folder(folder).map_err(|e| RunError::file(folder, e))?;
        }
        Ok(Self {
            svg: svg.as_deref(),
            moment: pictures.at,
            frames: pictures.frames.as_deref(),
            within: Place::Nowhere,
            ended: None,
            last: None,
            was: None,
            fought: Vec::new(),
            marks: pictures.marks.marks.clone(),
            of: pictures.marks.of.as_deref(),
        })
    }
    /// Returns whether pictures are drawn before the end.
    pub(crate) const fn on_the_way(&self) -> bool {
        self.svg.is_some() || self.frames.is_some()
    }
    /// Looks at the open decision, before it is answered.
    ///
    /// # Errors
    /// When a picture cannot be written.
    pub(crate) fn before(&mut self, game: &Match<G>, io: &mut dyn Io) -> Result<(), RunError> {
        self.read(game);
        let Turn::Decide { within, .. } = game.turn() else {
            return Ok(());
        };
        let before = core::mem::replace(&mut self.within, within);
        let ended = match self.ended {
            None if within != Place::Nowhere => 0,
            Some(n) if before != Place::Nowhere && within != before => n + 1,
            _ => return Ok(()),
        };
        self.ended = Some(ended);
        self.draw(game, ended, false, None, io)
    }
    /// Reads the attacks of the lines that were played since the last call, and where they were fought.
    fn read(&mut self, game: &Match<G>) {
        if !self.on_the_way() {
            return;
        }
        let now = game.journal().len();
        if let Some((state, from)) = self.was.take() {
            let blows = (from..now)
                .flat_map(|i| game.events(i))
                .filter_map(|e| G::blow(&state, e));
            let blows: Vec<Blow> = blows.collect();
            if !blows.is_empty() {
                let scene = Scene::whole::<G>(&state);
                let names = |list: &[Place]| -> Vec<String> { list.iter().map(|&p| G::place(&state, p)).collect() };
                for blow in blows {
                    let arrows = Highlight::fight(&scene, &names(&blow.by), &G::place(&state, blow.at), blow.how);
                    let new: Vec<Highlight> = arrows.into_iter().filter(|a| !self.fought.contains(a)).collect();
                    self.fought.extend(new);
                }
            }
        }
        self.was = Some((game.state().clone(), now));
    }
    /// Looks at the end, or at where play stopped. There `own` is the side that a person plays.
    ///
    /// # Errors
    /// When a picture cannot be written, or the moment that was asked for never came.
    pub(crate) fn end(&mut self, game: &Match<G>, own: Option<G::Side>, io: &mut dyn Io) -> Result<(), RunError> {
        self.read(game);
        let last = self.ended.map_or(0, |n| n + 1);
        let own = own.filter(|_| !game.ended());
        self.draw(game, last, true, own, io)?;
        match self.moment.filter(|&n| n > last) {
            Some(at) => Err(RunError::NoMoment {
                at,
                last,
                ended: game.ended(),
            }),
            None => Ok(()),
        }
    }
    fn draw(
        &mut self,
        game: &Match<G>,
        n: usize,
        end: bool,
        own: Option<G::Side>,
        io: &mut dyn Io,
    ) -> Result<(), RunError> {
        if self.svg.is_none() && self.frames.is_none() {
            return Ok(());
        }
        // Who has moved and fought since the last moment: but not where he was whom a side does not see everywhere.
        let mut scene = match own {
            Some(side) => G::scene(game.state(), Some(side)),
            None => Scene::whole::<G>(game.state()),
        };
        let last = self.last.replace(scene.clone()).filter(|_| own.is_none());
        let ways = last.map_or_else(Vec::new, |last| Highlight::moves(&last, &scene));
        let fought = core::mem::take(&mut self.fought);
        scene.highlights.extend(ways);
        if own.is_none() {
            scene.highlights.extend(fought);
        }
        let single = self.svg.filter(|_| self.moment.map_or(end, |wanted| wanted == n));
        let frame = self.frames.map(|folder| format!("{folder}/{n:04}.svg"));
        if single.is_none() && frame.is_none() {
            return Ok(());
        }
        if !self.marks.is_empty() {
            let map = game.gazetteer();
            let named = |word| {
                map.place(word).ok_or_else(|| RunError::UnknownPlace {
                    word: word.to_owned(),
                    near: did_you_mean(word, map.names()),
                })
            };
            let looking = Looking {
                game,
                map: &map,
                viewer: own.map_or(Eyes::All, |side| Eyes::Of(Some(side))),
            };
            let marked = looking.highlights(&self.marks, self.of.map(named).transpose()?, &scene);
            scene.highlights.extend(marked);
        }
        if !end {
            scene.moment = format!("After {}. {}", many(n, G::WITHIN), scene.moment);
        }
        let text = scene.svg();
        for path in single.into_iter().chain(frame.as_deref()) {
            io.write(path, &text).map_err(|e| RunError::file(path, e))?;
        }
        Ok(())
    }
}
