// The theme: light, dark, or that of the system.
import { store } from './dom.js';

const THEMES = ['', 'light', 'dark'];
const NAMES = { '': 'Follow the system’s light or dark theme', light: 'Light', dark: 'Dark' };
export const themeName = () => NAMES[store.get('theme', '')] || NAMES[''];
export function theme(next) {
  const now = store.get('theme', '');
  const to = next ? THEMES[(THEMES.indexOf(now) + 1) % 3] : now;
  if (next) store.set('theme', to);
  document.documentElement.dataset.theme = to;
  return to;
}
