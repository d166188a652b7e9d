// Chooses the page: the lobby, or a match by the key in the URL fragment, which browsers never send to a server.
import { ServerDoor } from './door.js';
import { WasmDoor } from './wasm-door.js';
import { h, $, replace } from './dom.js';
import { theme } from './theme.js';
import { lobby } from './lobby.js';
import { Table } from './table.js';

theme();

let table = null;
let shown = 0;
async function show() {
  const now = ++shown;
  table?.leave();
  table = null;
  const app = $('#app');
  const wasm = document.querySelector('meta[name=door]')?.content === 'wasm';
  const door = wasm ? new WasmDoor() : new ServerDoor();
  window.casusDoor = door;
  const key = decodeURIComponent(location.hash.slice(1));
  try {
    if (key) {
      table = new Table(app, door, key);
      window.casusTable = table; // for the tests and the console
      await table.start();
    } else await lobby(app, door, () => now === shown);
  } catch (e) {
    if (now !== shown) return;
    console.error(e);
    replace(app, h('div', { class: 'waiting' }, h('h1', {}, key ? 'Match not found' : 'The server does not answer'), h('p', {}, e.message),
      h('p', {}, h('button', { onclick: () => location.reload() }, 'Try again'), ' ', key && h('a', { class: 'button', href: './' }, 'Lobby'))));
  }
}
addEventListener('hashchange', show);
show();
