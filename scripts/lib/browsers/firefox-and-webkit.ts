import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, mayInstall } from './apt-packages.ts';

const LIBRARIES = '/usr/lib';
const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** The Firefox that is installed here (FIREFOX names another one), or undefined. */
export const installedFirefox = (): string | undefined => [process.env.FIREFOX, ...FIREFOXES].find((path) => path && existsSync(path));

/** The browser that WebKitGTK brings for its driver, or undefined where it, the driver or a display is missing. The folder's name tells of machine and version. */
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

/** How many lines of what apt-get said are repeated where it failed. */
const SAID_LINES = 5;

/** Installs Debian's Firefox and WebKit where they are missing and we may; gives a sentence for each that is not tried, with the reason. */
export async function provideOtherBrowsers(): Promise<string[]> {
  const said: string[] = [];
  for (const name of ['Firefox', 'WebKit'] as const) {
    if (isInstalled[name]()) continue;
    const packages = PACKAGES[name];
    const command = `apt-get install ${packages.join(' ')}`;
    if (!mayInstall()) {
      said.push(`Not tried in ${name}: it is not installed (Debian: ${command}).`);
      continue;
    }
    console.log(`Installing ${packages.join(' and ')} (apt-get, usually half a minute) …`);
    const { output } = await aptInstall(packages);
    if (!isInstalled[name]())
      said.push(`Not tried in ${name}: ${command} failed:\n${output.trimEnd().split('\n').slice(-SAID_LINES).join('\n')}`);
  }
  return said;
}
