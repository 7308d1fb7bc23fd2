import { boot } from '../boot/boot.ts';
import { readItem, writeItem } from '../platform/web-storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';

/** The colour scheme chosen on this device; `system` if none was chosen. */
export function chosenTheme(): Theme {
  const stored = readItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Sets the colour of the browser's bar: the site's theme colour in the light scheme, the dark default in the dark one. */
function setThemeColor(theme: Theme): void {
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  if (!light || !dark) return;
  if (boot.settings.theme_color) light.content = boot.settings.theme_color;
  const mediaFor = (scheme: Theme) => (theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all');
  light.media = mediaFor('light');
  dark.media = mediaFor('dark');
}

/** Applies a colour scheme and stores it on this device; if storage is blocked, the choice lasts as long as the page. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  setThemeColor(theme);
  writeItem(KEY, theme === 'system' ? null : theme);
}
