import { boot } from '../boot/boot.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';

/** The appearance chosen on this device; the device's own where none was. */
export function chosenTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** The bar around the page goes along: the site's colour by day, the night's own by night. */
function paintBar(theme: Theme): void {
  const [day, night] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  if (!day || !night) return;
  if (boot.settings.theme_color) day.content = boot.settings.theme_color;
  const when = (scheme: Theme) => (theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all');
  day.media = when('light');
  night.media = when('dark');
}

/** Shows an appearance and keeps it on this device. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  paintBar(theme);
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}
