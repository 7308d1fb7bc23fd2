import { existsSync } from 'node:fs';
import { runTool } from './tool.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser that is installed here (CHROMIUM names another one), or undefined. */
export const installedChromium = (): string | undefined => [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path));

/** What headless chromium is started with, in tests and for the pictures. */
export const CHROMIUM_ARGS = ['--no-sandbox', '--disable-quic', '--disable-background-networking'];

/** Installs Debian's chromium where there is none and we may; gives the sentence that says how, where we may not. */
export async function provideChromium(): Promise<string | null> {
  if (installedChromium()) return null;
  const advice = 'No chromium here. Install it (Debian: apt-get install chromium) or name one with CHROMIUM=/path/to/chromium.';
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return advice;
  console.log('Installing chromium (apt-get) …');
  await runTool('apt-get', ['update', '-qq']);
  const { code, output } = await runTool('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  return code === 0 && installedChromium() ? null : `${advice}\napt-get said:\n${output.trimEnd().split('\n').slice(-5).join('\n')}`;
}
