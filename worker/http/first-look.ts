import type { Context as HonoContext } from 'hono';
import type { Boot } from '#contract/boot';
import { LOOK_SEARCH, LOOK_SIGNUPS, LOOKS, lookPath } from '#contract/looks';
import { PAGES, type PageName, TEXT_PAGES } from '#contract/pages';
import { escaped, fillText, textValues } from '#contract/text-page';
import { assetOf } from './head-texts.ts';
import { type HonoEnv, lastGoodSettings } from './request-context.ts';

const known = new Map<string, string>();

async function lookAt(c: HonoContext<HonoEnv>, path: string): Promise<string> {
  const look = known.get(path) ?? (await (await assetOf(c, path)).text());
  known.set(path, look);
  return look;
}

/** Whether the page is met as its look shows it: by a visitor, or by a member where only they come. */
const fits = (name: PageName, { user }: Boot): boolean =>
  PAGES[name].access === 'member' ? typeof user === 'object' : user === 'signed_out';

/**
 * What a page shows before any script runs, drawn at build and with the names of this site in it; empty where nothing was drawn for whoever asks.
 * A text is there for everybody who reads without scripts.
 */
export async function firstLook(c: HonoContext<HonoEnv>, name: PageName | null, boot: Boot): Promise<string> {
  const page = LOOKS.find((one) => one === name);
  const signups = LOOK_SIGNUPS.find((one) => one === boot.settings.signups);
  const isText = TEXT_PAGES.some((one) => one === name);
  if (!page || !(signups || isText) || !(isText || fits(page, boot))) return '';
  const { locale, settings } = boot;
  const drawn = await lookAt(c, lookPath(page, { locale, template: settings.template, signups: signups ?? 'none' }));
  const values = textValues(settings, lastGoodSettings(c.var.env).company);
  const look = fillText(drawn, values).replaceAll(LOOK_SEARCH, () => escaped(new URL(c.req.url).search));
  return fits(page, boot) && signups ? look : `<noscript>${look}</noscript>`;
}
