import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addressesOf } from '../../contract/pages/landers.ts';
import {
  FEATURED_MEMBER_SHELLS,
  noscriptPath,
  SHELL_SIGNUPS,
  SHELLS,
  shellCardPath,
  shellPath,
} from '../../contract/pages/prerendered-shells.ts';
import { SHIPPED_LOCALES } from '../../contract/primitives.ts';
import { TEMPLATES } from '../../contract/settings.ts';
import { localeFile } from './locale-files.ts';

/** The parts of a browser that the page uses while it is rendered. */
const emptyStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const browserGlobals = {
  document: { title: '', cookie: '', documentElement: { dataset: {} }, getElementById: () => null, addEventListener: () => undefined },
  location: new URL('https://localhost/'),
  history: { state: null },
  localStorage: emptyStorage,
  sessionStorage: emptyStorage,
  addEventListener: () => undefined,
  // Names no region: what is rendered must not depend on the machine that builds.
  navigator: { languages: [] },
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  window: globalThis,
  fetch: async (path: string) => {
    const [, locale = '', name = ''] = /^\/_i18n\/(\w+)\/([\w-]+)\.json/.exec(path) ?? [];
    if (!name) throw new Error(`a prerendered shell asks for ${path}`);
    return new Response(localeFile(locale, name));
  },
};
for (const [name, value] of Object.entries(browserGlobals))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** `node prerender-shells.ts <prerender module> <folder of the page>`: runs as a process of its own, because it defines browser globals. */
const [prerenderModule = '', outputFolder = ''] = process.argv.slice(2);
const { drawShell, drawFeaturedMemberShell, drawScriptsNeededPage, drawCard } = await import(pathToFileURL(prerenderModule).href);

async function writeShell(path: string, html: string): Promise<void> {
  const file = join(outputFolder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, html);
}

for (const locale of SHIPPED_LOCALES) {
  for (const template of TEMPLATES) {
    for (const isMissing of [false, true])
      await writeShell(
        noscriptPath({ locale, template }, isMissing),
        await drawScriptsNeededPage({ locale, template, signups: 'all' }, isMissing),
      );
    for (const signups of SHELL_SIGNUPS) {
      const variant = { locale, template, signups };
      for (const page of SHELLS) {
        for (const address of addressesOf(page))
          await writeShell(shellPath(page, address, variant), await drawShell(page, address, variant));
      }
      for (const page of FEATURED_MEMBER_SHELLS) {
        for (const address of addressesOf(page))
          await writeShell(shellPath(page, address, variant, true), await drawFeaturedMemberShell(page, address, variant));
      }
      for (const isFictional of [false, true]) await writeShell(shellCardPath(isFictional, variant), await drawCard(isFictional, variant));
    }
  }
}
// Timers and requests of the page would keep the process running.
process.exit();
