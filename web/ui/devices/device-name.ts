/** The first match counts: most browsers also name Chrome and Safari in their user agent. */
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

const RAW_MAX = 40;

export interface UserAgentInfo {
  readonly browser: string | null;
  readonly system: string | null;
  /** The beginning of the user agent, to show when neither browser nor system is known. */
  readonly raw: string;
  readonly isHandheld: boolean;
}

const nameIn = (list: typeof BROWSERS, text: string) => list.find(([, mark]) => mark.test(text))?.[0] ?? null;

/** Browser and system by name, as far as a user agent contains them. */
export function parseUserAgent(userAgent: string): UserAgentInfo {
  const system = nameIn(SYSTEMS, userAgent);
  const characters = [...userAgent.trim()];
  const raw = characters.length > RAW_MAX ? `${characters.slice(0, RAW_MAX).join('')}…` : characters.join('');
  return { browser: nameIn(BROWSERS, userAgent), system, raw, isHandheld: ['iPhone', 'iPad', 'Android'].includes(system ?? '') };
}
