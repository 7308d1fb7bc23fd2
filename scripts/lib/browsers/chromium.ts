import { existsSync } from 'node:fs';
import { aptInstall, mayInstall } from './apt-packages.ts';

const HEADLESS = '/usr/bin/chromium-headless-shell';
/** The same engine without a desktop browser around it opens a page in half the time. */
const PLACES = [
  HEADLESS,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser that is installed here (CHROMIUM names another one), or undefined. */
export const installedChromium = (): string | undefined => [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));

/** The whole browser where it is installed, as headless-shell has no opinion of its own on installing a site; else what there is. */
export const wholeChromium = (): string | undefined =>
  [process.env.CHROMIUM, ...PLACES.filter((path) => path !== HEADLESS), HEADLESS].find((path) => path && existsSync(path));

/** What headless chromium is started with, in tests and for the pictures. Without a GPU, Chromium imitates one, which takes about 6 % more processor time. */
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'];

async function install(names: readonly string[]): Promise<string> {
  for (const name of names) {
    const { code, output } = await aptInstall([name]);
    if (code === 0) return '';
    if (name === names.at(-1)) return output.trimEnd().split('\n').slice(-5).join('\n');
  }
  return '';
}

/** Installs Debian's headless chromium where it is missing and we may, else makes do with a chromium that is there; gives the sentence that says how, where there is none. */
export async function provideChromium(): Promise<string | null> {
  const known = installedChromium();
  if (process.env.CHROMIUM || existsSync(HEADLESS) || (known && !mayInstall())) return null;
  const advice =
    'No chromium here. Install it (Debian: apt-get install chromium-headless-shell) or name one with CHROMIUM=/path/to/chromium.';
  if (!mayInstall()) return advice;
  console.log('Installing chromium (apt-get, usually half a minute) …');
  const said = await install(known ? ['chromium-headless-shell'] : ['chromium-headless-shell', 'chromium']);
  return installedChromium() ? null : `${advice}\napt-get said:\n${said}`;
}

/** Headless chromium answers every question about notifications with no; a member's browser has not been asked yet. */
export const hasNotBeenAsked = (): void => {
  if ('Notification' in window && Notification.permission === 'denied')
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
};
