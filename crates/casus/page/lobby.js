// The lobby: choice of the battle, the side and the opponent, and the list of kept matches.
import { h, replace, store, toast } from './dom.js';
import { theme, themeName } from './theme.js';
import { Setup, layable } from './setup.js';

const KEPT = 40;

/** Keeps a match on this device, so that you can continue it. */
export function remember(match) {
  const before = store.get('matches', []);
  const all = before.filter((m) => m.key !== match.key);
  const watch = match.watch || before.find((m) => m.key === match.key)?.watch;
  store.set('matches', [{ ...match, watch, seen: Date.now() }, ...all].slice(0, KEPT));
}

const ABOUT = {
  mohacs: 'The Sultan’s army comes over the ridge, wing by wing; the chivalry of Hungary must break each before the next is there.',
  marignan: 'Swiss pike against the guns, the lances and the king of France, from four in the afternoon until the moon is down.',
  cerignola: 'A ditch, a vineyard, and the first battle that arquebuses decided.',
  fornovo: 'The king of France goes home across a swollen river; the League stands in his way.',
  ravenna: 'Two hours of gunfire, and then everybody at once: Gaston de Foix’s last day.',
  pavia: 'A wall breached in the night, fog over the park, a king among the enemy.',
  hussite_wars: 'Twenty-four years of crusades, wagons and heretics, a turn for each year.',
};
const ago = (then) => {
  const m = Math.round((Date.now() - then) / 60000);
  return m < 2 ? 'just now' : m < 90 ? `${m} minutes ago` : m < 2880 ? `${Math.round(m / 60)} hours ago` : `${Math.round(m / 1440)} days ago`;
};

/** Shows the lobby. `wanted` returns whether the lobby is still the page to show. */
export async function lobby(app, door, wanted = () => true) {
  const hello = await door.hello();
  if (!wanted()) return;
  document.title = 'Casus Belli';
  const sheet = h('dialog', { class: 'order' });
  const page = h('div', { class: 'lobby' });
  const themeButton = h('button', { class: 'tool', onclick: () => { theme(true); replace(themeButton, `◐ ${themeName()}`); } }, `◐ ${themeName()}`);
  const file = h('input', { type: 'file', hidden: true, onchange: () => load(file.files[0]) });
  const battles = hello.games.flatMap((game) => game.battles.map((battle) => ({ game, battle })));

  const order = async (body, links) => {
    let made;
    try { made = await door.create(body); } catch (e) { toast(e.message); return; }
    const own = made.seats.filter((x) => x.key);
    const what = battles.find(({ battle }) => battle.battle === body.battle)?.battle.title || body.name || 'A battle';
    for (const seat of own.slice(0, links ? 1 : undefined)) remember({ key: seat.key, title: what, name: body.name, sides: seat.sides, battle: body.battle, watch: made.watch, seats: made.seats.map((x) => [x.sides, x.who]) });
    const address = (key) => new URL(`./#${key}`, document.baseURI).href;
    if (!links) {
      const key = own[0]?.key || made.watch;
      if (!own.length) remember({ key, title: what, name: body.name, sides: [], battle: body.battle, seats: made.seats.map((x) => [x.sides, x.who]) });
      location.assign(address(key));
      return;
    }
    const row = (words, link) => h('div', { class: 'linkrow' }, h('label', {}, words, h('input', { value: link, readOnly: true, onfocus: (e) => e.target.select() })),
      h('button', { class: 'verb', onclick: () => navigator.clipboard?.writeText(link).then(() => toast('Copied.'), () => {}) }, 'Copy'));
    replace(sheet, h('h2', {}, what), h('p', {}, 'Send your friend this link. Anyone who has it plays that side.'),
      own.slice(1).map((seat) => row(`For ${seat.sides.join(' and ')}:`, address(seat.key))), row('For spectators:', address(made.watch)),
      h('p', { class: 'answers' }, h('a', { class: 'button main', href: address(own[0].key) }, `Open the match as ${own[0].sides.join(' and ')}`)));
    sheet.querySelector('a').addEventListener('click', (e) => { e.preventDefault(); location.assign(address(own[0].key)); });
    if (!sheet.open) sheet.showModal();
  };

  const choose = ({ game, battle }, save = null) => {
    const agents = game.agents;
    const scenarios = battle.scenarios || [];
    const optional = game.options.filter((o) => !o.other);
    const readings = game.options.filter((o) => o.other);
    const radio = (name, value, checked, ...words) => h('label', { class: 'choice' }, h('input', { type: 'radio', name, value, checked }), h('span', {}, ...words));
    const tick = (o) => h('label', { class: 'choice option' }, h('input', { type: 'checkbox', name: 'option', value: o.option }), h('span', {}, h('b', {}, o.option), ' ', h('span', { class: 'dim' }, `on ${o.cases}`), h('br', {}), o.other ? h('span', {}, 'As played: ', o.text, h('br', {}), h('b', {}, 'Instead: '), o.other) : o.text));
    const agentChoice = h('select', { name: 'agent', 'aria-label': 'Computer' }, agents.map((a) => h('option', { value: a.agent }, `${a.agent}: ${a.says}`)));
    const own = h('textarea', { name: 'setup', rows: 5, spellcheck: 'false', placeholder: '{ }', 'aria-label': 'A set-up as JSON' });
    const laid = h('p', { class: 'standing', hidden: true }, 'Your set-up is used, with its scenario and options. ', h('button', { class: 'link', type: 'button', onclick: () => { own.value = ''; laid.hidden = true; } }, 'as printed after all'));
    const byHand = async () => {
      const data = new FormData(form);
      const back = (setup) => {
        if (setup) { own.value = JSON.stringify(setup); laid.hidden = false; }
        replace(app, page, sheet);
        sheet.showModal();
      };
      let from;
      try { from = own.value.trim() ? JSON.parse(own.value) : undefined; } catch (fault) { toast(`The set-up is not JSON: ${fault.message}`); return; }
      sheet.close();
      const laying = new Setup(app, door, { game: game.game, battle: battle.battle, scenario: data.get('scenario') || undefined, options: data.getAll('option') }, battle.title, { done: back, left: () => back() });
      window.casusSetup = laying;
      await laying.open(from);
    };
    const form = h('form', { method: 'dialog' },
      h('h2', {}, battle.title), h('p', { class: 'dim' }, game.title, save ? ' – continue the save' : ''),
      scenarios.length && !save ? h('fieldset', {}, h('legend', {}, 'Scenario'), scenarios.map((x, i) => radio('scenario', x.scenario, i === 0, x.title))) : null,
      h('fieldset', {}, h('legend', {}, 'Play as'), game.sides.map((side, i) => radio('side', side, i === 0, side)), radio('side', '', false, 'spectator: watch the computer play both sides')),
      h('fieldset', { class: 'against' }, h('legend', {}, 'Against'), radio('who', 'agent', true, 'Computer'), agentChoice, radio('who', 'friend', false, 'A friend, by a link'), radio('who', 'both', false, 'Hot seat')),
      optional.length && !save ? h('details', {}, h('summary', {}, `Optional rules (${optional.length})`), optional.map(tick)) : null,
      readings.length && !save ? h('details', {}, h('summary', {}, `Rulings with two readings (${readings.length})`), h('p', { class: 'dim small' }, 'A ruling decides what the rulebook leaves open. Tick one to play the other reading.'), readings.map(tick)) : null,
      save ? null : h('details', {}, h('summary', {}, 'Custom set-up'), layable(hello) ? h('p', {}, h('button', { class: 'verb', type: 'button', onclick: byHand }, 'Set up on the map')) : null,
        laid, h('p', { class: 'dim small' }, 'Or as JSON: pieces, places, charts and whose turn it is.'), own),
      h('label', { class: 'named' }, 'Name of the match ', h('input', { name: 'name', maxlength: 60, placeholder: 'if you like' })),
      h('p', { class: 'dim small' }, 'Many maps and ratings are reconstructed; each chart says which and why. ', game.open ? 'This game hides nothing.' : 'What this game hides is hidden here too.'),
      h('p', { class: 'answers' }, h('button', { class: 'main', type: 'submit', autofocus: true }, 'Start battle')),
      h('button', { class: 'x', type: 'button', 'aria-label': 'Close', onclick: () => sheet.close() }, '×'));
    form.addEventListener('submit', (e) => {
      e.preventDefault();
      const data = new FormData(form);
      const side = data.get('side');
      const agent = data.get('agent');
      const who = data.get('who');
      const others = game.sides.filter((x) => x !== side);
      const seats = !side ? game.sides.map((x) => ({ sides: [x], who: agent }))
        : who === 'both' ? [{ sides: game.sides, who: 'person' }]
          : [{ sides: [side], who: 'person' }, ...others.map((x) => ({ sides: [x], who: who === 'friend' ? 'person' : agent }))];
      let setup;
      try { setup = data.get('setup')?.trim() ? JSON.parse(data.get('setup')) : undefined; } catch (fault) { toast(`The set-up is not JSON: ${fault.message}`); return; }
      const button = form.querySelector('[type=submit]');
      button.disabled = true;
      order({ game: game.game, battle: battle.battle, ...(save ? { save } : { ...(laid.hidden ? { scenario: data.get('scenario') || undefined, options: data.getAll('option') } : {}), setup }), name: data.get('name') || undefined, seats }, Boolean(side) && who === 'friend')
        .finally(() => { button.disabled = false; });
    });
    replace(sheet, form);
    if (!sheet.open) sheet.showModal();
  };

  async function load(of) {
    if (!of) return;
    file.value = '';
    const head = new Uint8Array(await of.slice(0, 2).arrayBuffer()).join();
    if (head === '255,254' || head === '254,255') { toast('The file is UTF-16: save it as UTF-8.'); return; }
    const text = await of.text();
    let game = null;
    let said = {};
    try { said = JSON.parse(text); game = hello.games.find((g) => g.game === said.game); } catch { /* below */ }
    if (!game) { toast('This is not a save of any of these games.'); return; }
    const battle = game.battles.find((b) => b.battle === said.setup?.battle || b.rules === said.rules) || game.battles[0];
    choose({ game, battle }, text);
  }

  const mine = () => {
    const all = store.get('matches', []);
    if (!all.length) return null;
    return h('section', { class: 'goon' }, h('h2', {}, 'Continue'), h('ul', {}, all.slice(0, 8).map((m) => h('li', {}, h('a', { href: `./#${m.key}` }, h('b', {}, m.name || m.title), h('span', { class: 'dim' }, ` ${m.name ? `${m.title}, ` : ''}${m.sides.length ? `as ${m.sides.join(' and ')}` : 'watching'}${m.seats?.length > 1 ? ` against ${m.seats.filter(([x]) => !x.some((y) => m.sides.includes(y))).map(([, w]) => (w === 'person' ? 'a friend' : w)).join(', ')}` : ''} · ${ago(m.seen)}`)),
      h('button', { class: 'x', title: 'Remove from this device', 'aria-label': `Remove ${m.title}`, onclick: () => { store.set('matches', store.get('matches', []).filter((x) => x.key !== m.key)); draw(); } }, '×')))));
  };

  const card = ({ game, battle }) => {
    const picture = h('img', { src: `/page/map-${battle.battle}.webp`, alt: '', loading: 'lazy', width: 480, height: 300 });
    picture.addEventListener('error', () => picture.remove());
    const [name, ...when] = battle.title.split(', ');
    return h('button', { class: 'card', dataset: { battle: battle.battle }, onclick: () => choose({ game, battle }) }, h('span', { class: 'picture' }, picture),
      h('span', { class: 'name' }, name), h('span', { class: 'when' }, when.join(', ')), h('span', { class: 'about' }, ABOUT[battle.battle] || ''), h('span', { class: 'from' }, game.title));
  };

  const draw = () => replace(page, h('header', {}, h('div', {}, h('h1', {}, 'Casus Belli'), h('p', {}, 'Historical hex wargames with their complete rules. Ask why an action is forbidden and get every rule by number; ask for the odds before you roll.')), themeButton),
    mine(), h('section', {}, h('h2', {}, 'Choose a battle'), h('div', { class: 'cards' }, battles.map(card))),
    h('section', { class: 'loads' }, h('button', { class: 'verb', onclick: () => file.click() }, 'Continue a save from a file'), file,
      h('span', { class: 'dim small' }, `Library ${hello.library}${hello.commit ? `, ${hello.commit.slice(0, 9)}` : ''}`)));
  draw();
  page.addEventListener('dragover', (e) => { if (e.dataTransfer.types.includes('Files')) e.preventDefault(); });
  page.addEventListener('drop', (e) => { if (e.dataTransfer.files.length) { e.preventDefault(); load(e.dataTransfer.files[0]); } });
  replace(app, page, sheet);
}
