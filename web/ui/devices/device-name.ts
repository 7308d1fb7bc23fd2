/** The first that fits counts: nearly every browser claims to be Chrome and Safari, too. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const RAW_SHOWN = 40;

export interface DeviceName {
  readonly browser: string | null;
  readonly system: string | null;
  /** What is left to show when neither is known: the beginning of what the device said. */
  readonly raw: string;
  readonly isHandheld: boolean;
}

const nameIn = (list: typeof BROWSERS, text: string) => list.find(([, mark]) => mark.test(text))?.[0] ?? null;

/** Browser and system as a user agent tells them. It may tell anything: nothing is guessed beyond its own words. */
export function deviceName(userAgent: string): DeviceName {
  const system = nameIn(SYSTEMS, userAgent);
  const said = [...userAgent.trim()];
  const raw = said.length > RAW_SHOWN ? `${said.slice(0, RAW_SHOWN).join('')}…` : said.join('');
  return { browser: nameIn(BROWSERS, userAgent), system, raw, isHandheld: ['iPhone', 'iPad', 'Android'].includes(system ?? '') };
}
