import { existsSync } from 'node:fs';
import { aptInstall, canAptInstall } from './apt-packages.ts';

const HEADLESS = '/usr/bin/chromium-headless-shell';
/** Where Chromium can be installed. The headless shell comes first: it opens a page in half the time of the full browser. */
const CHROMIUM_PATHS = [
  HEADLESS,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of the installed Chromium, or of the variable CHROMIUM; undefined if there is none. */
export const installedChromium = (): string | undefined =>
  [process.env.CHROMIUM, ...CHROMIUM_PATHS].find((path) => path && existsSync(path));

/**
 * The path of the full browser, else of the headless shell, which does not judge whether a site can be installed; undefined if there is
 * none.
 */
export const fullChromium = (): string | undefined =>
  [process.env.CHROMIUM, ...CHROMIUM_PATHS.filter((path) => path !== HEADLESS), HEADLESS].find((path) => path && existsSync(path));

/**
 * Arguments for headless Chromium in tests and for pictures. Without --disable-gpu it emulates a GPU, which takes about 6 % more processor
 * time.
 */
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

/** Installs the first of these packages that can be installed. Returns an empty string, or the last output of apt-get if none can. */
async function installFirstAvailable(names: readonly string[]): Promise<string> {
  for (const name of names) {
    const { code, output } = await aptInstall([name]);
    if (code === 0) return '';
    if (name === names.at(-1)) return output.trimEnd().split('\n').slice(-5).join('\n');
  }
  return '';
}

/**
 * Installs Debian's headless Chromium if it is missing and this process can; otherwise an installed Chromium will do. Returns null if there
 * is a Chromium, else a sentence that says how to install one.
 */
export async function provideChromium(): Promise<string | null> {
  const known = installedChromium();
  if (process.env.CHROMIUM || existsSync(HEADLESS) || (known && !canAptInstall())) return null;
  const advice =
    'No chromium here. Install it (Debian: apt-get install chromium-headless-shell) or name one with CHROMIUM=/path/to/chromium.';
  if (!canAptInstall()) return advice;
  console.log('Installing chromium (apt-get, usually half a minute) …');
  const aptOutput = await installFirstAvailable(known ? ['chromium-headless-shell'] : ['chromium-headless-shell', 'chromium']);
  return installedChromium() ? null : `${advice}\napt-get said:\n${aptOutput}`;
}

/** An init script for pages: headless Chromium denies notifications from the start; this makes it a browser that has not asked yet. */
export const resetNotificationPermission = (): void => {
  if ('Notification' in window && Notification.permission === 'denied')
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
};
