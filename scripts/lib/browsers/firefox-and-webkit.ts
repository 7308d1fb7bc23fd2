import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, canAptInstall } from './apt-packages.ts';

const LIBRARIES = '/usr/lib';
const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** The path of the installed Firefox, or of the variable FIREFOX; undefined if there is none. */
export const installedFirefox = (): string | undefined => [process.env.FIREFOX, ...FIREFOXES].find((path) => path && existsSync(path));

/**
 * The path of MiniBrowser, the browser that WebKitGTK's driver starts; undefined if it, the driver or the display server Xvfb is missing.
 * Its folder depends on architecture and version.
 */
export function installedWebKit(): string | undefined {
  if (!['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb', LIBRARIES].every((path) => existsSync(path))) return undefined;
  const machines = readdirSync(LIBRARIES).filter((name) => name.includes('-linux-gnu'));
  const places = machines.flatMap((machine) => readdirSync(join(LIBRARIES, machine)).map((name) => join(LIBRARIES, machine, name)));
  return places
    .filter((place) => /\/webkit2?gtk-[\d.]+$/.test(place))
    .map((place) => join(place, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

const PACKAGES = { Firefox: ['firefox-esr'], WebKit: ['webkit2gtk-driver', 'xvfb'] } as const;
const isInstalled = { Firefox: () => installedFirefox() !== undefined, WebKit: () => installedWebKit() !== undefined };

/** How many lines of apt-get's output are printed if it failed. */
const SHOWN_LINES = 5;

/**
 * Installs Debian's Firefox and WebKit if they are missing and this process can. Returns a sentence with the reason for each one that is
 * missing.
 */
export async function provideOtherBrowsers(): Promise<string[]> {
  const missing: string[] = [];
  for (const name of ['Firefox', 'WebKit'] as const) {
    if (isInstalled[name]()) continue;
    const packages = PACKAGES[name];
    const command = `apt-get install ${packages.join(' ')}`;
    if (!canAptInstall()) {
      missing.push(`Not tried in ${name}: it is not installed (Debian: ${command}).`);
      continue;
    }
    console.log(`Installing ${packages.join(' and ')} (apt-get, usually half a minute) …`);
    const { output } = await aptInstall(packages);
    if (!isInstalled[name]())
      missing.push(`Not tried in ${name}: ${command} failed:\n${output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n')}`);
  }
  return missing;
}
