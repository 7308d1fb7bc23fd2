import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, mayInstall } from './apt.ts';

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

/** Installs Debian's Firefox and WebKit where they are missing and we may; gives a sentence for each that is not tried, and how it comes here. */
export async function provideOtherBrowsers(): Promise<string[]> {
  const said: string[] = [];
  for (const name of ['Firefox', 'WebKit'] as const) {
    if (isInstalled[name]()) continue;
    const packages = PACKAGES[name];
    if (mayInstall()) {
      console.log(`Installing ${packages.join(' and ')} (apt-get) …`);
      await aptInstall(packages);
    }
    if (!isInstalled[name]()) said.push(`Not tried in ${name}: it is not here (Debian: apt-get install ${packages.join(' ')}).`);
  }
  return said;
}
